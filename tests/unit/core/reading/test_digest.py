import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.reading.digest import diary_id, digest
from cm.model.diary import Entry
from cm.model.session import Event, SessionHead

HEAD = SessionHead(
    "h/s1", "h", "s1", cwd="/work/shop", project="github.com/acme/shop", started="2026-11-02T10:00:00Z"
)


def session(*items):
    events = []
    for n, (by, kind, text, *more) in enumerate(items):
        fields = more[0] if more else {}
        events.append(
            Event(
                fields.pop("id", f"e-{n}"), "h/s1", n, f"2026-11-02T10:00:{n:02}Z", by, kind, text, **fields
            )
        )
    return events


@pytest.fixture
def worked():
    return session(
        ("user", "message", "Add retries to the mailer. Never retry a 4xx."),
        ("agent", "message", "Let me look at the mailer."),
        ("agent", "command", "uv run pytest -q", {"id": "c1"}),
        ("tool", "output", "E AssertionError: 1 != 3\n2 failed, 5 passed", {"of": "c1", "exit": 1}),
        ("agent", "edit", "/work/shop/mail/send.py"),
        ("agent", "edit", "/work/shop/mail/send.py"),
        ("agent", "command", "cd /work/shop && uv run pytest -q", {"id": "c2"}),
        ("tool", "output", "7 passed in 0.3s", {"of": "c2", "exit": 0}),
        (
            "agent",
            "message",
            "I added retries with back-off. I'll use tenacity instead of our own loop because it has jitter.",
        ),
        ("user", "message", "why did you touch the sender? I asked for the mailer only"),
        ("agent", "message", "Moved the change. The root cause was a shared client."),
        ("user", "message", "now add a metric for it"),
    )


def test_a_diary_tells_what_was_asked_done_decided_hard_and_learned(worked):
    diary = digest(HEAD, worked)
    assert [e.text for e in diary.request] == [
        "Add retries to the mailer. Never retry a 4xx.",
        "now add a metric for it",
    ]
    assert diary.accomplishments[0] == Entry("I added retries with back-off.", ("e-8", "e-5", "e-7"))
    assert [e.text for e in diary.decisions] == [
        "I'll use tenacity instead of our own loop because it has jitter."
    ]
    assert diary.challenges[0].text == "`uv run pytest -q` failed: E AssertionError: 1 != 3"
    assert diary.challenges[-1].text.startswith("User: why did you touch the sender?")
    assert diary.preferences[0].text == "Never retry a 4xx."
    assert diary.learnings[0].text.endswith("then passed after edits to `send.py`.")
    assert diary.learnings[-1].text == "The root cause was a shared client."
    assert [(e.text, len(e.events)) for e in diary.files] == [("mail/send.py", 2)]
    assert [(c.text, c.passed, c.failed) for c in diary.commands] == [("uv run pytest -q", 1, 1)]


def test_every_entry_points_at_events_of_the_session(worked):
    diary = digest(HEAD, worked)
    known = {event.id for event in worked}
    groups = (
        diary.request,
        diary.accomplishments,
        diary.decisions,
        diary.challenges,
        diary.preferences,
        diary.learnings,
        diary.files,
    )
    entries = [entry for group in groups for entry in group] + list(diary.commands)
    assert entries
    assert all(entry.events and set(entry.events) <= known for entry in entries)


def test_the_id_depends_on_the_session_alone(worked):
    assert digest(HEAD, worked).id == digest(HEAD, worked[:2]).id == diary_id("h/s1")
    assert diary_id("h/s1") != diary_id("h/s2")
    assert diary_id("h/s1").startswith("y-")


def test_a_claim_without_an_edit_or_a_passing_command_is_no_accomplishment():
    events = session(("user", "message", "fix it"), ("agent", "message", "I fixed the parser."))
    assert digest(HEAD, events).accomplishments == ()


def test_a_subagents_words_are_not_the_users_request():
    events = session(
        ("user", "message", "Explore the folder and report.", {"agent": "a1"}),
        ("user", "message", "Tidy the imports please."),
    )
    assert [e.text for e in digest(HEAD, events).request] == ["Tidy the imports please."]


def test_directives_that_the_caller_knows_take_the_place_of_the_cheap_test(worked):
    better = (Entry("Never retry a 4xx.", ("e-0",)),)
    assert digest(HEAD, worked, directives=better).preferences == better


def test_a_session_of_thousands_of_events_gives_a_small_diary():
    items = [("user", "message", "start the work on the parser")]
    for n in range(2000):
        items.append(("agent", "edit", f"/work/shop/f{n}.py"))
        items.append(("agent", "message", f"I added file number {n}."))
    diary = digest(HEAD, session(*items))
    assert len(diary.files) <= 40
    assert len(diary.accomplishments) <= 12


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["user", "agent", "tool"]),
            st.sampled_from(["message", "command", "output", "edit", "error", "interrupt", "summary"]),
            st.text(max_size=60),
        ),
        max_size=12,
    )
)
def test_no_events_make_it_fail_and_the_same_events_give_the_same_diary(items):
    events = session(*items)
    assert digest(HEAD, events) == digest(HEAD, list(events))
