"""Facts as they are served, now and at earlier moments; whom they are of; and what was withdrawn since stays withdrawn."""

import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cm.cli.facts import render
from cm.errors import NotFound, RefusedByGate, Usage
from cm.flows.add import Wish, add, wishes_of
from cm.flows.commit import commit
from cm.flows.correct import correct
from cm.flows.env import open_env
from cm.flows.erase import erase
from cm.flows.facts import Wanted, entities, entity_shown, facts
from cm.flows.forget import forget
from cm.flows.known_then import book_at, moment_asked, shelf_at
from cm.flows.log import Wanted as Asked
from cm.flows.log import log
from cm.flows.marking import mark
from cm.flows.search import search
from cm.flows.show import kind_of
from cm.flows.undo import undo
from cm.model.delta import Add, Replace
from cm.model.rule import Scope, Valid
from cm.model.stamp import moment, stamp
from cm.store.decisions import read_log
from cm.store.playbook import read_playbook
from cm.store.schema import rule_of
from cm.store.yaml import parse
from tests.kit.world import repository, world

PORT = "The staging database listens on port {}."
DAYS = ("2026-03-02", "2026-06-10", "2026-11-10")
PORTS = (5432, 6543, 7000)


@pytest.fixture
def env(tmp_path):
    return world(tmp_path)


def on(env, day):
    at = moment(day if "T" in day else f"{day}T09:00:00Z")
    return replace(env, clock=lambda: at)


def put(env, text, day=DAYS[0], **fields):
    fields.setdefault("kind", "fact")
    return commit(on(env, day), [Add(text, **fields)], source="human").decisions[0].after[0].id


def thrice(env):
    """One fact, corrected twice."""
    ids = [put(env, PORT.format(PORTS[0]), about="project:shop")]
    for day, port in zip(DAYS[1:], PORTS[1:], strict=True):
        change = correct(on(env, day), ids[-1], PORT.format(port), reason=f"moved to {port}")
        ids.append(change.told[0].rule)
    return ids


def told(env, day, **wanted):
    return [item.rule.text for item in facts(on(env, day), Wanted(**wanted)).facts]


def test_a_fact_corrected_twice_is_told_as_it_was_known_at_each_time(env):
    thrice(env)
    today = "2026-11-30"
    assert told(env, today) == [PORT.format(7000)]
    for at, ports in (
        ("2026-03-01", []),
        ("2026-03", [5432]),
        ("2026-06-09", [5432]),
        ("2026-06-10", [6543]),
        ("2026", [7000]),
    ):
        assert told(env, today, at=at) == [PORT.format(port) for port in ports], at
    assert told(env, today, at="2026-06-10T08:00:00Z") == [PORT.format(5432)]


def test_where_nothing_was_known_it_is_counted_what_was_learned_since_of_that_time(env):
    old = put(env, PORT.format(5432), about="project:shop", valid=Valid("2026-01", ""))
    put(env, "The queue is rabbit.", valid=Valid("2026-02", ""))
    correct(on(env, DAYS[1]), old, PORT.format(6543), since="2026-02-10", reason="moved")
    assert not told(env, "2026-11-30", at="2026-01")
    assert [
        facts(on(env, "2026-11-30"), Wanted(at=at)).learned_since for at in ("2025", "2026-01", "2026-02")
    ] == [0, 1, 2]
    assert not facts(on(env, "2026-11-30"), Wanted(about="person:Amal", at="2026-01")).learned_since
    assert "1 fact about that time came to be known later" in render(
        facts(on(env, "2026-11-30"), Wanted(at="2026-01"))
    )


def test_a_superseded_fact_is_not_told_to_contest_the_one_that_took_its_place(env):
    ids = thrice(env)
    ended = log(on(env, "2026-11-30"), Asked(ids[0])).versions[0].changed
    fields = {each.field: each.now for each in ended}
    assert "contests" not in fields
    assert fields["replaced_by"] == ids[1]


def test_with_all_of_them_it_is_said_which_took_the_place_of_which(env):
    ids = thrice(env)
    found = facts(on(env, "2026-11-30"), Wanted(all=True, about="shop"))
    assert [(item.rule.id, item.withheld) for item in found.facts] == [
        (ids[2], ""), (ids[0], "superseded"), (ids[1], "superseded"),
    ]  # fmt: skip
    assert facts(on(env, "2026-11-30"), Wanted()).unserved == 2
    spans = {item.rule.id: item.rule.valid for item in found.facts}
    assert spans == {
        ids[0]: Valid("", "2026-06-09"), ids[1]: Valid("2026-06-10", "2026-11-09"), ids[2]: Valid("2026-11-10"),
    }  # fmt: skip


def test_the_log_of_any_of_them_tells_the_whole_line_with_reason_and_author(env):
    ids = thrice(env)
    for name in ids:
        found = log(on(env, "2026-11-30"), Asked(name))
        assert [each.rule for each in found.line] == list(reversed(ids))
        assert [each.reason for each in found.line] == ["", "moved to 7000", "moved to 6543"]
        assert {each.by for each in found.line} <= {"human", "script"}
        assert len(found.entries) == 3
    assert log(env, Asked(put(env, "The office is closed on Fridays."))).line == ()


def test_the_folded_decisions_agree_with_the_homes_git_at_every_commit(env):
    thrice(env)
    put(env, "Amal owns billing.", "2026-11-11", about="person:Amal")
    git = ["git", "-C", str(env.home.root)]
    commits = subprocess.run(
        [*git, "rev-list", "--reverse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.split()
    held = read_log(env.home.decisions)
    compared = 0
    for each in commits:
        shown = subprocess.run(
            [*git, "show", f"{each}:playbook.yaml"], capture_output=True, text=True, check=False
        )
        logged = subprocess.run(
            [*git, "show", f"{each}:decisions.jsonl"], capture_output=True, text=True, check=False
        )
        if shown.returncode or logged.returncode or not logged.stdout.strip():
            continue
        path = Path(env.home.root, "then.jsonl")
        path.write_text(logged.stdout)
        made = read_log(path).decisions
        path.unlink()
        book = parse(shown.stdout, Path("playbook.yaml"))
        rules = {rule.id: rule for rule in map(rule_of, book["rules"])}
        assert dict(book_at(held, made[-1].at).rules) == rules
        compared += 1
    assert compared == 4


def test_after_a_checkpoint_the_book_of_before_it_is_still_known(env):
    thrice(env)
    held = read_log(env.home.decisions)
    whole = replace(held, checkpoint=book_at(held, "2026-07"), since=2)
    for day in ("2026-03-03", "2026-06-11", "2026-12"):
        assert book_at(whole, day) == book_at(held, day)
    assert dict(book_at(held, "2026-12").rules) == dict(read_playbook(env.home.playbook).rules)


def test_what_was_withdrawn_since_is_not_told_at_any_time(env):
    ids = thrice(env)
    forget(on(env, "2026-11-20"), ids[0], "it was a secret place")
    assert told(env, "2026-11-30", at="2026-03") == []
    assert told(env, "2026-11-30", at="2026-07") == [PORT.format(6543)]
    assert PORT.format(5432) not in told(env, "2026-11-30", all=True)
    assert ids[0] not in [each.rule for each in log(on(env, "2026-11-30"), Asked(ids[2])).line]


def test_standing_is_that_of_then(env):
    rule = put(env, PORT.format(5432))
    for day in range(1, 6):
        mark(on(env, f"2026-05-0{day}"), rule, "harmful", session=f"s{day}")
    assert [
        item.standing.n_minus for item in shelf_at(on(env, "2026-11-30"), moment("2026-05-03T12:00:00Z"))
    ] == [3]
    assert told(env, "2026-11-30", at="2026-04") == [PORT.format(5432)]
    assert told(env, "2026-05-06") == []


def test_a_moment_to_come_asks_what_will_hold_of_what_is_known(env):
    put(env, "The freeze is on.", valid=Valid("2026-12-20", "2027-01-06"))
    put(env, PORT.format(5432))
    assert told(env, "2026-11-30") == [PORT.format(5432)]
    assert told(env, "2026-11-30", at="2026-12-24") == ["The freeze is on.", PORT.format(5432)]


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-03-02", "2026-03-02T23:59:59Z"),
        ("2026", "2026-11-30T09:00:00Z"),
        ("2026-11-30", "2026-11-30T09:00:00Z"),
        ("2027", "2027-01-01T00:00:00Z"),
        ("2026-03-02T10:00:00Z", "2026-03-02T10:00:00Z"),
    ],
)
def test_a_day_is_asked_for_at_its_end_and_never_beyond_now(text, when):
    assert stamp(moment_asked(text, datetime(2026, 11, 30, 9, tzinfo=UTC))) == when


@pytest.mark.parametrize("text", ["soon", "2026-13", "yesterday", " "])
def test_what_names_no_time_is_refused(env, text):
    with pytest.raises(Usage, match="names no time"):
        facts(env, Wanted(at=text))


def test_entities_count_what_is_served(env):
    thrice(env)
    put(env, "Amal owns billing.", about="person:Amal, workstream:billing")
    put(env, "Amal is called Ami.", about="person:Amal", tags=("alias:Ami",))
    put(env, "Ami prefers short answers.", about="ami", kind="preference")
    commit(on(env, DAYS[0]), [Add("Ben owns search.", kind="fact", about="person:Ben")], source="agent")
    put(env, "The year had a leap day.", about="user", valid=Valid("2024", "2024"))
    put(env, "The build cache is on S3.")
    found = entities(on(env, "2026-11-30"))
    assert [(row.entity, row.facts, row.preferences, row.also) for row in found.entities] == [
        ("person:Amal", 2, 1, ("ami",)), ("project:shop", 1, 0, ()), ("workstream:billing", 1, 0, ()),
    ]  # fmt: skip
    assert found.of_nobody == 1
    assert set(told(env, "2026-11-30", about="person:ami")) == {
        "Amal owns billing.", "Amal is called Ami.", "Ami prefers short answers.",
    }  # fmt: skip


def test_here_written_by_hand_and_a_name_of_before_are_the_project_around_us(tmp_path):
    shop = repository(tmp_path / "shop")
    env, name = world(tmp_path, cwd=shop), "github.com/acme/shop"
    put(env, "The deploy target is fly.io.", about="project:here")
    put(env, "The cache is redis.", about=f"project:{shop}", scope=Scope(project=name))
    put(env, "Billing is in Go.", about="project:here", scope=Scope(project="github.com/acme/other"))
    assert told(env, "2026-11-30", about="project:here") == [
        "The cache is redis.",
        "The deploy target is fly.io.",
    ]
    assert [(row.entity, row.facts) for row in entities(on(env, "2026-11-30")).entities] == [
        (f"project:{name}", 2)
    ]
    other = facts(on(env, "2026-11-30"), Wanted(words=("Billing",), all=True)).facts
    assert [item.about for item in other] == [("project:github.com/acme/other",)]
    hits = search(on(env, "2026-11-30"), "deploy about:project:here").hits
    assert [hit.text for hit in hits] == ["The deploy target is fly.io."]


def test_one_entity_is_shown_with_what_its_facts_replaced(env):
    ids = thrice(env)
    put(env, "The old office is in Graz.", about="project:shop", valid=Valid("2020", "2022"))
    found = entity_shown(on(env, "2026-11-30"), "SHOP")
    assert found.entity == "project:shop"
    assert [(line.fact.rule.id, [each.rule for each in line.earlier]) for line in found.lines] == [
        (ids[2], [ids[1], ids[0]])
    ]
    assert [each.text for each in found.ended] == ["The old office is in Graz."]
    assert kind_of(env, "shop") == kind_of(env, "project:x") == "entity"
    assert kind_of(env, ids[0]) == "rule"
    assert kind_of(env, "nothing-of-that-name") == "rule"
    with pytest.raises(NotFound, match="no fact here is about"):
        entity_shown(env, "person:Zoe")


def test_what_was_so_in_another_project_is_not_told_as_over_here(env):
    first = put(
        env,
        PORT.format(5432),
        about="org:Acme",
        scope=Scope(project="github.com/acme/other"),
        valid=Valid("2026-03"),
    )
    correct(on(env, DAYS[1]), first, PORT.format(6543), reason="moved")
    shown = entity_shown(on(env, "2026-11-30"), "org:Acme")
    assert (shown.lines, shown.ended) == ((), ())
    assert facts(on(env, "2026-11-30"), Wanted(at="2026-02")).learned_since == 0
    assert facts(on(env, "2026-11-30"), Wanted(at="2026-03-01")).learned_since == 0


def test_what_is_private_is_told_to_no_reader_who_may_not_see_it(env):
    put(env, "Prefers tabs.", kind="preference", about="user")
    put(env, "Releases are on Tuesdays.", about="project:shop", visibility="public")
    team = open_env(
        {**env.environ, "CM_AUDIENCE": "team"}, env.cwd, clock=env.clock, nonce=env.nonce, tty=False
    )
    assert team.audience == "team"
    for wanted in ({}, {"all": True}, {"at": "2026-05"}, {"all": True, "at": "2026-05"}):
        assert told(team, "2026-11-30", **wanted) == ["Releases are on Tuesdays."], wanted
        assert len(told(env, "2026-11-30", **wanted)) == 2
    assert [row.entity for row in entities(on(team, "2026-11-30")).entities] == ["project:shop"]


def test_undo_of_a_correction_leaves_what_was_so_before(env):
    ids = thrice(env)
    undo(on(env, "2026-11-20"), yes=True)
    assert told(env, "2026-11-30") == [PORT.format(6543)]
    assert read_playbook(env.home.playbook).rules[ids[1]].valid == Valid("2026-06-10")
    assert told(env, "2026-11-30", at="2026-11-15") == [PORT.format(7000)]


def test_a_batch_says_when_a_fact_holds_in_any_spelling(env):
    text = "- {text: The freeze is on., kind: fact, about: 'project:here', from: 2026, until: 2026-12-31, visibility: team}\n"
    add(env, wishes_of(text, "stdin"))
    (rule,) = read_playbook(env.home.playbook)
    assert (rule.valid, rule.visibility) == (Valid("2026", "2026-12-31"), "team")
    assert rule.about == f"project:{env.project}"


@pytest.mark.parametrize(
    "field", ["from: soon", "until: 2026-99", "visibility: all", "review_after: later", "until: [1]"]
)
def test_a_batch_with_no_time_in_it_is_refused_by_name(field):
    with pytest.raises(Usage, match="item 1"):
        wishes_of(f"- {{text: The freeze is on., kind: fact, {field}}}\n", "stdin")


def test_since_is_for_facts_and_a_wording_begins_at_no_time(env):
    rule = put(env, "Run the tests with `make test`.", kind="rule")
    fact = put(env, PORT.format(5432))
    with pytest.raises(Usage, match="is a rule"):
        correct(env, rule, "Run the tests with `just test`.", since="2026")
    with pytest.raises(Usage, match="begins at no time"):
        correct(env, fact, PORT.format(6543), since="2026", wording=True)
    change = correct(env, fact, "Staging's database is on port 5432.", wording=True)
    assert change.told[0].rule == fact
    assert change.told[0].replaced == ()


def test_a_waiting_correction_tells_what_it_would_replace(env):
    fact = put(env, PORT.format(5432))
    done = commit(on(env, DAYS[1]), [Replace(fact, PORT.format(6543))], source="script")
    assert done.decisions[0].rules[1] == fact
    wish = Wish(Add(PORT.format(6543), kind="fact"))
    assert add(on(env, DAYS[1]), [wish]).told[0].verdict in ("reinforced", "unchanged")


def test_an_erased_fact_takes_what_it_replaced_and_nothing_that_came_later(env):
    first, middle, _ = thrice(env)
    put(env, "The mail relay listens on port 6543.")
    done = erase(on(env, "2026-11-20"), middle, "a number of theirs", yes=True)
    assert done.removed == (middle, first)
    assert set(told(env, "2026-11-20", all=True)) == {
        PORT.format(7000),
        "The mail relay listens on port 6543.",
    }


def test_what_an_erased_fact_replaced_stays_while_a_fact_in_force_says_the_same_again(env):
    first = put(env, PORT.format(5432))
    middle = correct(on(env, DAYS[1]), first, PORT.format(6543), reason="moved").told[0].rule
    last = correct(on(env, DAYS[2]), middle, PORT.format(5432), reason="moved back").told[0].rule
    done = erase(on(env, "2026-11-20"), middle, "a number of theirs", yes=True)
    assert done.removed == (middle,)
    left = facts(on(env, "2026-11-20"), Wanted(all=True)).facts
    assert {item.rule.id: item.rule.text for item in left} == dict.fromkeys((first, last), PORT.format(5432))
    assert [item.rule.id for item in left if not item.withheld] == [last]


def test_the_correction_of_a_superseded_fact_says_which_one_to_correct(env):
    first, _, last = thrice(env)
    with pytest.raises(RefusedByGate, match=f"{last} took its place, correct that"):
        correct(on(env, "2026-11-20"), first, PORT.format(9999), reason="moved")
