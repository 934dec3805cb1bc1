"""Words of the trade that say one thing: one line per idea, its first word is the idea's name.

Narrower than the topics of `concepts.py`: a line holds what may be put for each other in a rule. Words are compared by their
roots, phrases word by word. Not here: opposites (`antonyms.py`), rival tools (`rivals.py`), other tongues (`tongues.py`).
"""

from __future__ import annotations

from typing import Final

SYNONYMS: Final = """
use utilise utilize employ apply adopt rely_on work_with pick choose take go_with reach_for stick_to stick_with favour favor prefer opt_for via through by_means_of
run execute invoke launch perform trigger kick_off fire_up
write author compose draft phrase word formulate
create make generate produce build_up introduce set_up add put_in insert append
delete remove erase drop purge wipe discard get_rid_of throw_away strip clean_out prune eliminate clear
change modify edit alter touch update adjust rework tweak amend
show display present render print output
check verify validate confirm ensure assert inspect make_sure double_check
keep retain preserve maintain leave_in hold
store save persist keep_in put_into
place put live sit reside belong go_into go_in locate lie
read load fetch get retrieve obtain
send emit dispatch transmit deliver pass forward
ask question consult check_with clarify inquire query_the_user
approval permission consent sign_off signoff go_ahead okay green_light confirmation agreement approve
guess assume assumption presume speculate guessing
explain describe clarify_why spell_out tell document_why
reason why rationale motivation motive cause_of
answer reply response respond message_to_user
user human person developer operator people
customer client end_user shopper buyer consumer_of
talk speak chat converse communicate
name call_it title identifier label designate named naming variable_name
start begin lead_with open_with prefix
end finish conclude terminate close_with suffix bottom
split divide break_up separate break_down cut_into
join combine merge_into unify put_together bundle_up
small tiny little short brief concise compact terse succinct
big large huge long lengthy
quick fast rapid speedy
error exception failure fault failing problem errors
fail break crash error_out go_wrong blow_up
ignore swallow suppress disregard
log logging logger logs logfile
message msg text wording string copy
test tests spec specs testcase unit_test testing suite test_suite
integration_test integration_tests it_tests
endtoend e2e end_to_end end2end browser_test
mock stub fake double test_double
sleep delay fixed_delay wait pause sleeps time.sleep
poll polling eventually retry_until
flaky intermittent unstable nondeterministic
coverage covered
ci pipeline build_server continuous_integration workflow
deploy deployment rollout roll_out release_to ship go_live publish
release version_bump tag_a_release
commit commits committed check_in checkin
push pushing
branch branches
pullrequest pr prs pull_request merge_request mr
review reviewer code_review reviewed
merge merging
rebase rebasing
conflict conflicts
repository repo repos codebase tree
main master trunk default_branch mainline
history log_of_commits
dependency package library third_party third_party_package lib module_from_outside external_package deps dependencies libraries packages
install installation add_dependency
upgrade bump update_version newer_version
version release_number
lockfile lock_file uv.lock yarn.lock package-lock.json pnpm-lock.yaml
config configuration setting settings option options conf
environment_variable env_var environment_variables env_vars envvar
secret credential password token api_key key_material passphrase secrets credentials passwords tokens
file files document_on_disk
directory folder dir path directories folders
function method routine procedure subroutine functions methods
class type_definition
variable var local_variable
constant literal magic_number
comment comments remark annotation_in_code inline_comment
docstring doc_comment api_doc docstrings
docs documentation doc manual readme guide handbook
type_hint type_annotation type_hints type_annotations typing annotate typed annotations annotation
boolean bool flag_value predicate booleans
number numeric integer
money amount amount_of_money amounts price currency monetary cash cost
decimal bigdecimal
float double floating_point
round rounding
date day calendar_date
time timestamp time_of_day datetime
timezone time_zone tz
timeout deadline time_limit time_out
limit cap ceiling threshold maximum
rate_limit throttle throttling limit_rate rps requests_per_second
request call http_call api_call outgoing_call requests calls
external outside remote outgoing foreign other_system another_system
internal inside in_house
endpoint route api_endpoint url_path handler
service server backend_service
database db datastore
table relation_in_db
column field attribute
query select_statement sql_query
migration schema_change ddl migrate
schema structure_of_db data_model
transaction atomic atomically unit_of_work
index indices
row record entry
cache caching memoise memoize
queue job_queue message_queue
job task background_job worker_job
parallel concurrent concurrently simultaneous simultaneously at_the_same_time
serial sequential sequentially serially in_series one_at_a_time one_by_one one_after_another
thread goroutine
lock mutex
idempotent idempotency repeat_safe safe_to_repeat
retry try_again attempt_again
backup dump snapshot_of_db
rollback roll_back revert undo
production prod live
staging stage_environment preprod pre_production
development dev dev_environment
local locally on_your_machine
container image docker_image
cluster kubernetes k8s
infrastructure infra
frontend front_end ui user_interface web_app
backend back_end server_side
component widget
button buttons
icon icons
colour color
style css styling
accessible accessibility a11y screen_reader
keyboard key_press
translate translation localise localize i18n
generated autogenerated auto_generated machine_written codegen
manual by_hand manually hand hand_edit
automatic automatically automated auto
format formatter formatting auto_format
lint linter linting
warning warnings warn
print console.log println printf print_statement debug_output
debug debugging
feature functionality capability
feature_flag flag toggle feature_toggle feature_flags flags
bug defect issue
ticket issue_number ticket_number jira_key issue_id
regression regression_test
benchmark measure measurement profile
performance speed latency
memory ram heap
size length width
line row_of_text lines
blank empty
space blank_character whitespace
indent indentation
quote quotation_mark
heading headline title_line
list bullet bullets bullet_point enumeration
table_layout tabular
example sample illustration
summary overview recap tldr
diff patch changes_only
code source source_code implementation snippet
block fence fenced_block code_block
command shell_command cli_command commands
shell bash terminal
script scripts
user_data personal_data pii private_data personal_information
encrypt encryption encrypted
hash digest hashed
auth authentication authorization login sign_in
session sessions
role permission_level
privilege rights
public exposed
private hidden
deprecated obsolete outdated
legacy old existing
new fresh additional
unused dead dead_code
default standard by_default
together jointly at_the_same_place
alphabetical alphabetically abc_order
sort order sorted ordering
unique distinct
null none nil
nullable permit_null allow_null optional_field may_be_null
empty_collection empty_list empty_array
uppercase upper_case capital capitals
lowercase lower_case
plural plurals
singular singulars
imperative command_form imperative_mood command_verb
prefix_with begin_with
link reference refer url hyperlink
pin pinned fix_version exact_version lock_to
tag tagged tags
float_branch floating_branch moving_target
network internet online connectivity
offline without_network without_internet no_network
simulator emulator
device phone handset
screenshot screen_capture screen_shot
diagram chart drawing figure
owner responsible maintainer
team colleagues group_of_people
senior lead
schedule cron timer
monitor monitoring observability
alert alarm page_someone notification
metric metrics measurements
dashboard board_of_metrics
parse decode
serialise serialize encode
compile build compilation
cleanup clean_up tidy tidy_up
dryrun dry_run check_mode plan_only preview --check --dry-run
sandbox playground
analogy comparison compare_with relate_to analogies
offer propose suggest proposal suggestion offers
inline embed embedded hardcode hard_code
pointer reference_to
single one sole exactly_one
several multiple many more_than_one
nest nesting nested
dollar dollars $
escape escaped
doubled double_up twice
sensitive confidential
stacktrace stack_trace traceback backtrace
exit_code return_code status_code_of_process
status_code http_status
payload body request_body
argument parameter arg param
return give_back hand_back
throw raise
catch except_clause handle
clone copy duplicate
share reuse
analyse analyze examine
wip work_in_progress draft
approval_count approvals
recursion recursive recursively
root admin administrator
message_text error_message
envelope wrapper
corner corners
period full_stop
newline line_break line_ending line_endings
virtual_environment venv virtualenv
demand request_of_user
fix_forward roll_forward
data_store datastore
image_file picture photo
address_someone speak_to
"""
