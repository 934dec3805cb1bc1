"""What tasks do that commands of old did damage with, and what is endangered by it: words in classes, one line per class.

Common words of the trade only. How a task and a trauma are held against each other by them: `core/serving/warn.py`.
"""

from __future__ import annotations

from cm.core.language.terms import fold, stem

ACTS = """
destroy delete remove drop wipe purge erase clean cleanup clear destroy nuke truncate empty prune tear teardown uninstall kill terminate decommission unlink shred rid rm rmdir rmtree deletion removal prunes unregister disappear flush flushall flushdb deinit
force force overwrite override force-push overrule clobber replace
undo undo revert discard rollback reset abandon throw scrap
restore restore
rewrite rewrite amend filter-branch filter-repo squash expunge expire
format format mkfs partition reformat repartition dd flash burn
publish publish unpublish yank release
halt shutdown reboot restart halt poweroff restarts
permit chmod chown permission permissions writable executable owner ownership setuid sudo rights access
disable disable bypass weaken open off
expose print show cat display dump reveal
send upload send post exfiltrate share scp email
apply apply deploy provision rollout
scale scale drain evict stop
install install curl wget bootstrap
move move mv relocate
sync sync rsync mirror
migrate migrate migration
"""

THINGS = """
branch branch branches
commit commit commits uncommitted unstaged change changes work-tree worktree working-tree
history history reflog refs
stash stash stashes
tag tag tags
remote remote upstream origin
repository repository repo repositories
untracked untracked
database database databases db postgres postgresql mysql mariadb sqlite mongo mongodb schema
table table tables relation
column column columns
row row rows record records
collection collection collections
index index indices elasticsearch opensearch
queue queue queues
store redis keyspace
volume volume volumes pvc
container container containers
image image images
cluster cluster clusters
namespace namespace namespaces ns
node node nodes
pod pod pods replicas
release release releases chart
bucket bucket buckets s3 gcs
instance instance instances vm vms ec2
stack stack stacks cloudformation
environment environment environments infrastructure infra workspace
state state tfstate
production production prod
backup backup backups snapshot snapshots
disk disk disks drive device partition partitions filesystem usb ssd
home home dotfiles
root root
system system etc usr
folder folder directory directories folders dir
file file files
log log logs
package package packages version npm pypi crate
secret secret secrets credential credentials password passwords env dotenv apikey key keys token
account account accounts user users
firewall firewall iptables selinux ufw
cron cron crontab job jobs
machine machine server servers host box
"""

# how much of a hit one thing is worth; every other 0.8
WEIGHT = {
    "database": 1.0, "cluster": 1.0, "bucket": 1.0, "production": 0.5, "file": 0.25, "folder": 0.35, "table": 0.75, "column": 0.5,
    "row": 0.65, "secret": 0.9, "log": 0.3, "package": 0.45, "account": 0.45, "system": 0.4, "root": 0.5, "home": 0.5, "machine": 0.5, "image": 0.5,
    "index": 0.5, "state": 0.4, "tag": 0.6, "remote": 0.4, "environment": 0.6, "repository": 0.6, "release": 0.5, "collection": 0.6,
}  # fmt: skip

# a clause that opens with one of these makes or tells something; what it names is not done
MAKES = frozenset(
    map(
        stem,
        """add implement write create build make design fix refactor rename style improve support test cover
    validate handle prevent guard block forbid deny warn detect introduce extend polish translate move
    port type wire hook render show display rework speed optimize optimise adapt""".split(),  # noqa: SIM905
    )
)
TELLS = frozenset(
    map(
        stem,
        """document explain describe review investigate summarize summarise compare read study discuss list
    find search look check analyse analyze understand explore research audit debug diagnose trace blog
    tell teach learn why what which who when where did does is are was were documentation docs doc
    readme changelog article tutorial guide""".split(),  # noqa: SIM905
    )
)
# what is made to be run: a migration that drops a table drops it
RUNS = frozenset(
    map(
        stem,
        """migration script job cron cronjob pipeline workflow hook playbook makefile task one-liner command
    query""".split(),  # noqa: SIM905
    )
)
# what only looks like a thing or an act
PHRASES = (
    "table of contents",
    "clean code",
    "clean architecture",
    "dropdown",
    "drop-down",
    "drop down",
    "drag and drop",
    "drag-and-drop",
    "clear text",
    "clear message",
    "clear error",
    "branch coverage",
    "force of",
    "rest api",
    "home page",
    "homepage",
    "root cause",
    "empty state",
    "empty string",
    "empty list",
    "dead code",
    "unused import",
    "unused variable",
    "unused function",
    "state machine",
    "reset button",
    "password reset",
    "reset password",
    "code format",
    "format the code",
    "clean install",
    "index page",
    "log in",
    "log out",
)


def classes(table: str) -> dict[str, str]:
    """Each word of a table, as a stem, with its class."""
    found: dict[str, str] = {}
    for line in table.split("\n"):
        name, _, words = line.partition(" ")
        for word in words.split():
            found.setdefault(stem(fold(word)), name)
    return found


ACT_OF = classes(ACTS)
THING_OF = classes(THINGS)
