"""What the records of a git-first fact store mean here, record by record."""

from hashlib import sha256

import pytest

from cm.core.exchange.mem import Controls, blocked_of, controls_of, facts_of, said_of
from cm.core.facts import entities_of
from tests.kit import ts

NOW = ts()
NONE = Controls({}, frozenset(), {}, frozenset())


def read(*facts, folder="people", controls=NONE, **page):
    data = {
        "schema_version": 2,
        "id": "p_amal",
        "title": "Amal",
        "facts": [{"id": f"f_{n}", **each} for n, each in enumerate(facts)],
        **page,
    }
    return facts_of(folder, data, controls, NOW)


def one(controls=NONE, folder="people", page=None, **fact):
    (found,), bad = read(
        {"statement": "Amal leads billing.", **fact}, controls=controls, folder=folder, **(page or {})
    )
    assert not bad
    return found


@pytest.mark.parametrize(
    ("folder", "about"),
    [
        ("people", "person:Amal"),
        ("orgs", "org:Amal"),
        ("workstreams", "workstream:Amal"),
        ("preferences", "user"),
    ],
)
def test_the_document_says_whom_a_fact_is_about(folder, about):
    rule = one(folder=folder, page={"aliases": ["A. H.", "", 3]}).rule
    assert rule.about == about
    assert len(entities_of(rule.about)) == 1
    assert rule.kind == ("preference" if folder == "preferences" else "fact")
    assert rule.tags == (() if folder == "preferences" else ("alias:A. H.",))


@pytest.mark.parametrize(
    ("given", "since"),
    [
        ({"valid_from": "2026-03-01", "valid_from_precision": "year"}, "2026"),
        ({"valid_from": "2026-03-01T00:00:00Z", "valid_from_precision": "month"}, "2026-03"),
        ({"valid_from": "2026-03-01T00:00:00Z", "valid_from_precision": "day"}, "2026-03-01"),
        ({"valid_from": "2026-03-01T08:30:00Z", "valid_from_precision": "instant"}, "2026-03-01T08:30:00Z"),
        ({"valid_from": "2026-03-01"}, "2026-03-01"),
    ],
)
def test_since_when_is_as_exact_as_it_was_known(given, since):
    assert one(**given).rule.valid.since == since


def test_it_ends_at_the_earlier_of_two_ends_and_never_before_it_begins():
    assert one(valid_to="2027-01-01", expires_at="2026-12-01").rule.valid.until == "2026-12-01"
    found = one(valid_from="2027-02-01", valid_to="2027-01-01")
    assert found.rule.valid.until == ""
    assert any("before it begins" in note for note in found.notes)
    assert one(valid_from="soon", valid_to=True).rule.valid is None


@pytest.mark.parametrize(
    ("said", "page", "seen"),
    [
        ("private", "public", "private"),
        ("shared", "", "team"),
        ("public", "", "public"),
        ("", "", "private"),
        ("", "shared", "team"),
        ("all", "", "private"),
    ],
)
def test_what_says_nothing_of_who_may_see_it_is_private(said, page, seen):
    assert one(visibility=said, page={"visibility": page}).rule.visibility == seen


def test_a_fact_in_doubt_there_is_a_draft_and_no_label_makes_it_more():
    assert one(status="active", kind="explicit_assertion").rule.state == "active"
    assert one(status="disputed").rule.state == "draft"
    assert one(status="strange").rule.state == "draft"
    assert one(status="expired").rule.state == "retired"
    assert "nobody said it" in one(kind="inference").notes[0]


def test_what_superseded_it_is_named_and_a_circle_has_no_heir():
    (old, new), _ = read(
        {"statement": "One.", "status": "superseded"}, {"statement": "Two.", "supersedes": ["f_0"]}
    )
    assert (old.rule.state, old.rule.replaced_by, new.rule.replaces) == ("superseded", "f_1", ("f_0",))
    (a, b), _ = read(
        {"statement": "One.", "status": "superseded", "supersedes": ["f_1"]},
        {"statement": "Two.", "status": "superseded", "supersedes": ["f_0"]},
    )
    assert {a.rule.state, b.rule.state} == {"retired"}


def test_what_is_no_fact_is_named_and_a_later_form_is_not_guessed_at():
    found, bad = read({"statement": ""}, {"statement": "Fine."})
    assert [each.rule.text for each in found] == ["Fine."]
    assert bad == [("f_0", "it has no statement")]
    assert facts_of("people", {"facts": "none"}, NONE, NOW) == ([], [])
    found, bad = read({"statement": "Fine."}, schema_version=3)
    assert not found
    assert "later" in bad[0][1]


def test_sources_may_be_empty_or_anything():
    assert one(sources=[]).cited == ()
    assert one(sources="ev-1").cited == ()
    (cited,) = one(sources=[{"event_id": "ev-1", "role": "note", "evidence": "x"}, 4, {}]).cited
    assert (cited.event, cited.role) == ("ev-1", "file")


def test_controls_take_back_hide_and_doubt():
    controls = controls_of(
        {
            "suppressions": {
                "f_0": {"target": "f_0", "kind": "soft_forget", "reason": "asked"},
                "f_1": {"kind": "audience"},
                "f_2": {"kind": "review", "reason": "moved"},
                "f_3": {"kind": "unheard of"},
                "f_4": None,
            },
            "retractions": ["f_5", {"target": "f_6"}, 7],
            "deletions": [{"target": "f_8", "pipeline_state": "done"}],
            "redacted_events": ["ev-1", {"event_id": "ev-2"}],
        }
    )
    assert set(controls.withdrawn) == {"f_0", "f_3", "f_4", "f_5", "f_6", "f_8"}
    assert controls.hidden == {"f_1"}
    assert controls.redacted == {"ev-1", "ev-2"}
    assert (
        one(controls=Controls({}, frozenset({"f_0"}), {}, frozenset()), visibility="public").rule.visibility
        == "private"
    )
    assert "moved" in one(controls=Controls({}, frozenset(), {"f_0": "moved"}, frozenset())).rule.stale
    assert blocked_of(one(), "asked", NOW).text == "amal leads billing."
    assert controls_of({}) == NONE
    assert controls_of({"suppressions": [], "retractions": "x", "deletions": 3}) == NONE


def record(content="Amal leads billing.", **more):
    return {
        "event_id": "ev-1",
        "role": "user",
        "content": content,
        "content_sha256": sha256(content.encode()).hexdigest(),
        **more,
    }


def test_an_event_is_believed_by_the_hash_of_its_words():
    said = said_of(record(session_id="s", seq=4, occurred_at="2026-03-04T09:00:00Z"), ())
    assert (said.by, said.seq, said.session, said.at) == ("user", 4, "s", "2026-03-04T09:00:00Z")
    assert "hash" in said_of(record(content_sha256="0"), ())
    assert "hash" in said_of(record(content_sha256=None), ())
    assert said_of(record(redaction="full"), ()) == "redacted there"
    assert said_of(record(), {"ev-1"}) == "redacted there"
    assert said_of(record(" "), ()) == "no words"
    assert said_of({"version": 1}, ()) == "no event"


@pytest.mark.parametrize(
    ("role", "by"),
    [
        ("user", "user"),
        ("assistant", "agent"),
        ("tool", "tool"),
        ("system", "host"),
        ("note", "file"),
        ("x", "file"),
    ],
)
def test_only_a_user_is_a_user(role, by):
    assert said_of(record(role=role), ()).by == by
