"""What is private stays on this machine: no repository's layer, no file for others, no model beyond it."""

import json

import pytest

from cm.core.serving.audience import visibility_of
from cm.errors import NeedsAHuman, RefusedByGate
from cm.flows.add import Wish, add
from cm.flows.correct import correct
from cm.flows.env import open_env
from cm.flows.exporting import Wanted, export
from cm.flows.init import init
from cm.flows.project import project
from cm.flows.promoting import promote
from cm.flows.reading import shelf
from cm.flows.reflector import Reflector, audience_of
from cm.flows.remember import remember
from cm.flows.remove import remove
from cm.model.delta import Add
from cm.model.rule import Evidence, Scope
from cm.model.settings import LlmSettings
from cm.store.trust import trust
from tests.kit.build import rule
from tests.kit.world import repository, world

LIKING = Add("I like commits of one idea each.", kind="preference")
PERSON = Add("Amal owns the billing service.", kind="fact", about="person:Amal")
PORT = Add("The gateway listens on port 4101.", kind="fact")


@pytest.fixture
def here(tmp_path):
    shop = repository(tmp_path / "shop")
    env = world(tmp_path, cwd=shop)
    init(env)
    init(env, repo=True)
    return world(tmp_path, cwd=shop)


def in_repo(env):
    return "".join(path.read_text() for path in env.repo.root.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "wish", [LIKING, PERSON, Add("Ship on Mondays.", visibility="private")], ids=lambda each: each.kind
)
def test_it_is_refused_into_a_repository_and_leaves_no_word_there(here, wish):
    with pytest.raises(RefusedByGate) as refused:
        remember(here, Wish(wish), layer="repo")
    assert refused.value.context["reason"] == "private"
    assert "--visibility team" in refused.value.hint
    assert wish.text not in in_repo(here)
    assert remember(here, Wish(wish)).told[0].verdict == "added"


@pytest.mark.parametrize(
    "words",
    [
        "The annex key sits under brick twelve.", "So: the annex key sits under brick twelve, ask nobody.", "the annex key sits under the brick twelve",
        "Tag every release by hand. The annex key sits under brick twelve, which the night shift of the depot knows too.",
    ],
)  # fmt: skip
def test_no_agent_brings_what_is_private_at_home_into_a_repository(here, tmp_path, words):
    remember(here, Wish(Add("The annex key sits under brick twelve.", kind="fact", visibility="private")))
    agent = world(tmp_path, cwd=here.cwd, CLAUDECODE="1")
    for kind in ("fact", "rule"):
        with pytest.raises(RefusedByGate) as refused:
            remember(agent, Wish(Add(words, kind=kind, about="project:here")), layer="repo")
        assert refused.value.context["reason"] == "private"
    held = remember(here, Wish(PORT), layer="repo").told[0].rule
    for change in (
        lambda: correct(agent, held, words, wording=True),
        lambda: correct(agent, held, "The gateway listens on port 4102.", reason=words),
        lambda: remember(agent, Wish(Add("Lock the annex.", why=words)), layer="repo"),
        lambda: remove(agent, held, words),
    ):
        with pytest.raises(RefusedByGate):
            change()
    assert "brick twelve" not in in_repo(here)
    assert (
        remember(here, Wish(Add(words)), layer="repo").told[0].verdict == "added"
    )  # a person's word is theirs


def test_what_the_team_may_read_goes_into_the_repository(here):
    for wish in (PORT, Add(LIKING.text, kind="preference", visibility="team")):
        assert remember(here, Wish(wish), layer="repo").told[0].verdict == "added"


def test_a_file_brings_nothing_private_into_a_repository(here, tmp_path):
    from cm.flows.importing import Asked, import_file
    from cm.store.schema import rule_to_data

    file = tmp_path / "rules.json"
    rules = [rule(PORT.text, kind="fact"), rule(LIKING.text, kind="preference")]
    file.write_text(json.dumps({"schema": 1, "portable": 1, "rules": [rule_to_data(each) for each in rules]}))
    import_file(here, str(file), Asked(layer="repo"))
    assert PORT.text in in_repo(here)
    assert LIKING.text not in in_repo(here)


def test_an_instruction_file_holds_none_and_says_how_many_stay_out(here):
    for wish in (LIKING, PERSON, PORT):
        remember(here, Wish(wish))
    done = project(here, include_user=True)
    text = (here.repo.repo / "AGENTS.md").read_text()
    assert PORT.text in text
    assert LIKING.text not in text
    assert PERSON.text not in text
    assert done.private == 2


def test_it_leaves_in_a_portable_file_by_a_persons_word_alone(here, tmp_path):
    remember(here, Wish(LIKING), everywhere=True)
    assert LIKING.text not in export(here, Wanted(include_user=True)).text
    wanted = Wanted(include_user=True, private=True)
    with pytest.raises(NeedsAHuman):
        export(here, wanted)
    with pytest.raises(NeedsAHuman):
        export(world(tmp_path, cwd=here.cwd, CLAUDECODE="1"), wanted, yes=True)
    assert LIKING.text in export(here, wanted, yes=True).text


def test_a_private_rule_becomes_no_trauma_of_a_repository(here):
    add(here, [Wish(Add("Never run `terraform apply`, use `make plan`.", visibility="private"))])
    name = shelf(here).shelved[0].rule.id
    with pytest.raises(RefusedByGate) as refused:
        promote(here, name, repo=True, yes=True)
    assert refused.value.context["reason"] == "private"
    assert "terraform" not in in_repo(here)
    assert promote(here, name, yes=True).after == "ask"

    from cm.flows.trauma_exchange import export as export_traumas

    told = export_traumas(here)
    assert "terraform" not in told.text
    assert told.left_out[0].why == "it tells a private rule"


def test_what_a_repository_holds_already_is_the_teams(here):
    path = here.repo.playbook
    path.write_text(
        "schema: 1\nrules:\n"
        "  - {id: r-liking, text: We like small commits., kind: preference}\n"
        "  - {id: r-secret, text: The audit is in May., kind: fact, visibility: private}\n"
    )
    trust(here.home, here.repo, at=here.stamp, by="human")
    seen = {item.rule.id: visibility_of(item.rule, item.layer) for item in shelf(here).shelved}
    assert seen == {"r-liking": "team", "r-secret": "private"}
    from cm.flows.checks_facts import look_at_private

    (finding,) = look_at_private(here)
    assert "r-secret" in finding.say
    body = project(here, dry_run=True).body
    assert "We like small commits." in body
    assert "The audit is in May." not in body


@pytest.mark.parametrize(
    ("base_url", "audience"),
    [
        ("", "team"),
        ("http://127.0.0.1:11434/v1", "private"),
        ("http://localhost:1/v1", "private"),
        ("http://[::1]:1/v1", "private"),
        ("https://models.example/v1", "team"),
        ("http://10.0.0.5/v1", "team"),
        ("http://[broken", "team"),
    ],
)
def test_a_model_on_this_machine_hears_all_another_one_what_the_team_may(base_url, audience):
    assert audience_of(LlmSettings(provider="openai-compatible", base_url=base_url)) == audience


def test_a_private_rule_goes_to_a_model_with_the_session_that_proves_it_and_no_other(tmp_path):
    from cm.store.journal import Journal
    from tests.kit.talk import SHOP, talk

    env = world(tmp_path)
    init(env)
    said = "I like the kakapo layout of commits best"
    for number in (1, 2):
        Journal(env.home.journal).append(*talk(("user", said), native=f"s{number}", day=10 + number))
    session, other = (head for head in Journal(env.home.journal).sessions())
    event = Journal(env.home.journal).read(session.id)[1][0]
    env.home.playbook.write_text(
        "schema: 1\nrules:\n"
        f"  - {{id: r-liking, text: I like the kakapo layout of commits., kind: preference, scope: {{project: {SHOP}}},\n"
        f"     evidence: [{{by: user, quote: kakapo layout, session: {session.id}, event: {event.id}}}]}}\n"
    )
    told = {
        head.id: "r-liking" in str(Reflector(env, "team").works(head, again=True)[0].told["rules"])
        for head in (session, other)
    }
    assert told == {session.id: True, other.id: False}
    assert "r-liking" in Reflector(env).works(other, again=True)[0].told["rules"]


def test_an_audience_may_be_set_and_the_environment_makes_it_only_smaller(here, tmp_path):
    remember(here, Wish(LIKING))
    here.home.config.write_text('audience = "team"\n')
    for said, holds in (
        ({}, "team"),
        ({"CM_AUDIENCE": "private"}, "team"),
        ({"CM_AUDIENCE": "public"}, "public"),
    ):
        env = open_env({**here.environ, **said}, here.cwd, clock=here.clock, tty=False)
        assert env.audience == holds
        assert LIKING.text not in {item.rule.text for item in shelf(env).shelved}


def test_evidence_and_scope_are_no_part_of_how_private_a_rule_is():
    one = rule(kind="fact", scope=Scope(project="x"), evidence=(Evidence("user", "x"),))
    assert visibility_of(one) == "team"
