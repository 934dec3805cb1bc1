"""What such stores say, and the oddities in them: each trap is a test."""

import pytest

from cm.core.exchange.cass import bullet_of, patterns_of
from cm.core.exchange.cass_diary import diary_of
from cm.core.exchange.cass_fields import Ways
from cm.core.exchange.cass_ledgers import blocked_of, outcome_of, settings_of, shown_of, trauma_of
from cm.model.rule import Evidence, Origin, Retirement, Scope
from tests.kit.cass import BLOCKED, CONFIG, DIARY, OUTCOMES, SHOWN, TRAUMAS

NOW = "2026-11-30T12:00:00Z"
WAYS = Ways(
    NOW,
    lambda path, agent: f"{agent or 'cass'}/{path.rsplit('/', 1)[-1].partition('.')[0]}",
    lambda folder: f"project:{folder}",
    frozenset({"b-1", "b-2"}),
)
EVENT = {"type": "helpful", "timestamp": "2026-11-01T10:00:00.000Z"}


def bullet(ways=WAYS, **fields):
    return bullet_of({"id": "b-1", "content": "Use tabs.", **fields}, ways)


def test_every_field_finds_its_place():
    found = bullet(
        category="style", reasoning="They are one key.", tags=["a"], kind="workflow_rule", source="learned", pinned=True,
        pinnedReason="agreed", createdAt="2026-01-05T09:00:00.000Z", sourceSessions=["/x/s1.jsonl"], sourceAgents=["codex"],
        maturity="candidate", updatedAt="2026-02-01T09:00:00Z", searchPointer="tab key", later={"a": 1}, embedding=None, effectiveScore=0,
    )  # fmt: skip
    kept = found.rule
    assert (kept.id, kept.text, kept.category, kept.why, kept.pinned) == (
        "b-1",
        "Use tabs.",
        "style",
        "They are one key.",
        "agreed",
    )
    assert kept.tags == ("a", "workflow-rule")
    assert kept.origin == Origin("import", "2026-01-05T09:00:00Z", "cass: learned")
    assert kept.evidence == (Evidence("import", "", "codex/s1", note="unverified"),)
    assert found.left == ("later", "maturity", "searchPointer")


@pytest.mark.parametrize(
    "data", [None, 3, "x", [], {}, {"content": ""}, {"content": "  "}, {"content": ["a"]}, {"content": True}]
)
def test_what_is_no_bullet_is_said_to_be_none(data):
    assert isinstance(bullet_of(data, WAYS), str)


def test_fields_of_any_shape_never_stop_it():
    odd = {key: [{"a": float("nan")}] for key in ("id", "scope", "scopeKey", "workspace", "category", "tags", "state", "createdAt", "feedbackEvents", "sourceSessions", "reasoning", "pinnedReason", "replacedBy", "helpfulCount", "kind", "type")}  # fmt: skip
    assert bullet_of({**odd, "content": "Use tabs."}, WAYS).rule.text == "Use tabs."


@pytest.mark.parametrize("name", ["b 1", "../b", "", "x" * 200, "b\n"])
def test_an_id_that_cannot_be_one_is_not_kept(name):
    found = bullet(id=name)
    assert found.rule.id == ""
    assert bool(found.notes) == bool(name)


# --- traps


def test_a_draft_that_says_it_is_established_stays_a_draft():
    found = bullet(state="draft", maturity="established")
    assert found.rule.state == "draft"
    assert "draft" in found.notes[0]


def test_deprecated_wins_over_active():
    found = bullet(
        state="active", deprecated=True, deprecationReason="slow", deprecatedAt="2026-02-01T00:00:00Z"
    )
    assert found.rule.state == "retired"
    assert found.rule.retired == Retirement("2026-02-01T00:00:00Z", "import", "slow")
    assert found.notes


@pytest.mark.parametrize(
    "fields",
    [{"state": "retired"}, {"maturity": "deprecated"}, {"deprecated": "true"}, {"replacedBy": "b-9"}],
)
def test_every_way_to_say_that_it_ended_is_heard(fields):
    assert bullet(**fields).rule.state == "retired"


def test_what_was_replaced_names_its_heir_when_it_is_there():
    found = bullet(replacedBy="b-2", deprecated=True)
    assert (found.rule.state, found.rule.replaced_by) == ("superseded", "b-2")
    assert bullet(replacedBy="b-1").rule.state == "retired"
    assert "b-9" in bullet(replacedBy="b-9").rule.retired.reason


def test_counts_that_disagree_are_told_and_make_no_marks():
    found = bullet(helpfulCount=7, harmfulCount=2, feedbackEvents=[EVENT])
    assert len(found.marks) == 1
    assert len(found.notes) == 2
    assert "7" in found.notes[0]
    assert "2" in found.notes[1]


def test_counts_that_agree_say_nothing():
    assert bullet(helpfulCount=1, harmfulCount=0, feedbackEvents=[EVENT]).notes == ()


def test_an_ended_rule_is_not_pinned():
    assert bullet(pinned=True, deprecated=True).rule.pinned == ""


# --- marks


def test_feedback_becomes_marks_with_reason_context_session_and_weight():
    (mark,) = bullet(
        feedbackEvents=[
            {
                **EVENT,
                "type": "harmful",
                "sessionPath": "/x/s1.jsonl",
                "reason": "caused_bug",
                "context": "It hid a cast.",
                "decayedValue": 0.4,
            }
        ]
    ).marks
    assert (mark.rule, mark.verdict, mark.session, mark.by) == ("b-1", "harmful", "cass/s1", "import")
    assert (mark.reason, mark.note, mark.weight, mark.at) == (
        "caused bug",
        "It hid a cast.",
        0.4,
        "2026-11-01T10:00:00Z",
    )


def test_two_events_of_one_session_are_two_lines_and_the_same_again():
    events = [{**EVENT, "sessionPath": "/x/s1.jsonl"}] * 2 + [EVENT, EVENT]
    first, again = bullet(feedbackEvents=events).marks, bullet(feedbackEvents=events).marks
    assert first == again
    assert len({mark.id for mark in first}) == 4
    assert len({mark.session for mark in first}) == 3


def test_broken_events_are_counted():
    found = bullet(feedbackEvents=[None, "x", {}, {"type": "fine"}, {"type": "helpful"}, EVENT])
    assert len(found.marks) == 1
    assert "5 feedback events" in found.notes[0]


@pytest.mark.parametrize(
    "weight, kept",
    [(None, 1.0), ("x", 1.0), (True, 1.0), (-1, 1.0), (0, 1.0), (float("inf"), 1.0), (0.25, 0.25), (50, 2.0)],
)
def test_a_weight_is_one_or_is_left_out(weight, kept):
    assert bullet(feedbackEvents=[{**EVENT, "decayedValue": weight}]).marks[0].weight == kept


# --- scope


@pytest.mark.parametrize(
    "fields, scope",
    [
        ({}, Scope()),
        ({"scope": "global", "workspace": "/w"}, Scope()),
        ({"scope": "workspace", "workspace": "/w"}, Scope(project="project:/w")),
        ({"scope": "workspace", "scopeKey": "/w"}, Scope(project="project:/w")),
        ({"scope": "language", "scopeKey": "Python"}, Scope(language="python")),
        ({"scope": "framework", "scopeKey": "Django"}, Scope(framework="django")),
        ({"scope": "task", "scopeKey": "review"}, Scope(task="review")),
    ],
)
def test_where_it_holds(fields, scope):
    found = bullet(state="active", **fields)
    assert (found.rule.scope, found.rule.state) == (scope, "active")


@pytest.mark.parametrize(
    "fields", [{"scope": "language"}, {"scope": "workspace"}, {"scope": "galaxy", "scopeKey": "x"}]
)
def test_what_does_not_say_where_it_holds_waits_and_does_not_hold_everywhere(fields):
    found = bullet(state="active", **fields)
    assert found.rule.state == "draft"
    assert found.notes


def test_what_is_global_in_a_repositorys_store_is_about_that_repository():
    ways = Ways(NOW, WAYS.session, WAYS.project, WAYS.ids, here="github.com/acme/shop")
    assert bullet(ways).rule.scope == Scope(project="github.com/acme/shop")
    assert bullet(ways, scope="language", scopeKey="go").rule.scope == Scope(
        project="github.com/acme/shop", language="go"
    )


@pytest.mark.parametrize("fields", [{"type": "anti-pattern"}, {"isNegative": True}, {"kind": "anti_pattern"}])
def test_every_way_to_say_what_not_to_do_is_heard(fields):
    assert bullet(**fields).rule.kind == "anti-pattern"


# --- what else there is


def test_a_given_up_pattern_is_a_warning_that_waits():
    first, second, third = patterns_of(
        [
            {"pattern": "jest.mock()", "reason": "moved", "replacement": "vi.mock()"},
            {"pattern": "Never use var here"},
            {"x": 1},
        ],
        WAYS,
    )
    assert (first.text, first.kind, first.state, first.why) == (
        "Avoid `jest.mock()`; use `vi.mock()` instead.",
        "anti-pattern",
        "draft",
        "moved",
    )
    assert second.text == "Never use var here."
    assert isinstance(third, str)
    assert list(patterns_of("x", WAYS)) == []


def test_withdrawn_content_is_withdrawn_here():
    (line,) = [blocked_of(each, WAYS) for each in BLOCKED]
    assert (line.rule, line.by, line.at) == ("b-iii999", "import", "2026-02-10T09:00:00Z")
    assert line.text == "deploy straight from a laptop when the pipeline is slow."
    assert blocked_of(BLOCKED[0], WAYS).id == line.id
    assert blocked_of({"content": ""}, WAYS) is None


def test_outcomes_name_rules_as_they_are_called_here():
    found = outcome_of(OUTCOMES[0], WAYS, {"b-aaa111": "r-x"}.get)
    assert (found.status, found.session, found.by, found.sentiment) == (
        "success",
        "cass/s-1",
        "import",
        "positive",
    )
    assert (found.seconds, found.errors, found.retries, found.rules[0]) == (600, 0, False, "r-x")
    assert outcome_of(OUTCOMES[1], WAYS, str) is None


def test_deliveries_keep_rules_task_and_project():
    found = shown_of(SHOWN[0], WAYS, lambda name: name)
    assert (found.rules, found.task, found.project, found.door) == (
        ("b-aaa111", "b-ddd444"),
        "mend the upload",
        "project:/nowhere/shop",
        "import",
    )
    assert shown_of({"task": "x"}, WAYS, str) is None


def test_a_trauma_is_kept_as_written_and_unarmed():
    found = trauma_of(TRAUMAS[0], WAYS)
    assert (found["status"], found["was"], found["pattern"]) == ("imported", "active", r"rm\s+-rf\s+/(?!tmp)")
    assert trauma_of({"pattern": ""}, WAYS) is None
    assert trauma_of({"pattern": "token ghp_" + "a1B2" * 9}, WAYS) is None


def test_settings_are_suggested_and_values_of_others_are_not_told():
    found, left = settings_of(CONFIG)
    assert {each.key: each.value for each in found} == {
        "llm.provider": "somebody", "llm.model": "large-1", "standing.half_life_days": "60", "standing.harm_weight": "4",
        "llm.daily_usd": "0.1", "context.max_rules": "20",
    }  # fmt: skip
    assert left == ("apiKey",)
    assert "not to be told" not in repr((found, left))


def test_a_diary_keeps_what_was_done_and_says_where_it_came_from():
    diary, left = diary_of(DIARY, WAYS)
    assert diary.imported == "cass"
    assert (diary.status, diary.session) == ("success", "codex/rollout-2026-01-05T09-00-00-aaaa")
    assert [entry.text for entry in diary.learnings] == ["A closed line is no error of the client."]
    assert left == ("duration", "relatedSessions", "searchAnchors", "tags")


@pytest.mark.parametrize("data", [None, [], {}, {"sessionPath": 3}, {"sessionPath": ""}])
def test_what_is_no_diary_is_said_to_be_none(data):
    assert isinstance(diary_of(data, WAYS), str)


def test_secrets_rest_nowhere():
    token = "ghp_" + "a1B2" * 9
    diary, _ = diary_of({**DIARY, "decisions": [f"the token is {token}"]}, WAYS)
    found = [
        diary, blocked_of({"content": f"use {token} to log in", "reason": token}, WAYS), outcome_of({**OUTCOMES[0], "notes": token, "task": token}, WAYS, str),
        shown_of({**SHOWN[0], "task": f"try {token}"}, WAYS, str), trauma_of({**TRAUMAS[0], "trigger_event": {"human_message": f"see {token}"}}, WAYS),
        bullet(feedbackEvents=[{**EVENT, "reason": token, "context": f"see {token}"}]).marks,
    ]  # fmt: skip
    assert token not in repr(found)
