"""Gaps are kinds that came up and that rules do not cover; a session promises what no rule quotes yet."""

from cm.core.reflection.gaps import RICH, Gap, gaps_of, glance, promising
from tests.kit.talk import talk

PUSH = "please never force push to main again, we rebase our branches here"


def looked(*said, native="s1", quoted=()):
    head, events = talk(*said, native=native)
    words = {event.id: list(quoted) for event in events if event.kind == "message"}
    return glance(head, events, words if quoted else {})


def test_a_wish_counts_until_a_rule_quotes_it_in_whole_or_in_part():
    assert dict(looked(("user", PUSH)).wishes) == {"git": 1}
    for quote in (PUSH.upper(), "never force  push to main", f"so: {PUSH}, always"):
        seen = looked(("user", PUSH), quoted=[quote])
        assert dict(seen.wishes) == {}
        assert "git" in seen.kinds
    assert dict(looked(("user", PUSH), quoted=["never push on fridays"]).wishes) == {"git": 1}


def test_only_the_user_wishes():
    assert dict(looked(("agent", PUSH), ("tool", PUSH)).wishes) == {}


def test_a_kind_without_a_rule_is_missing_once_it_came_up():
    ran = looked(("git push", 0, "ok"))
    assert gaps_of([ran], {}) == (Gap("git", 0, 1, 0),)
    assert gaps_of([ran], {"git": 1}) == ()
    assert gaps_of([], {}) == ()


def test_a_kind_with_few_rules_is_thin_as_long_as_a_wish_is_open():
    wished = looked(("user", PUSH))
    assert gaps_of([wished], {"git": RICH - 1}) == (Gap("git", RICH - 1, 1, 1),)
    assert gaps_of([wished], {"git": RICH}) == ()


def test_what_is_missing_comes_before_what_is_thin_and_the_most_wished_for_first():
    both = looked(("user", PUSH), ("user", "no, always run the tests with uv run pytest here"))
    twice = looked(("user", PUSH), native="s2")
    assert [gap.kind for gap in gaps_of([both, twice], {})] == ["git", "testing"]
    assert [gap.kind for gap in gaps_of([both, twice], {"git": 1})] == ["testing", "git"]


def test_a_session_about_a_gap_promises_more_and_one_without_a_wish_nothing():
    git = looked(("user", PUSH), native="git")
    tests = looked(("user", "no, always run the tests with uv run pytest here"), native="tests")
    idle = looked(("user", "what time is it in Rome at the moment?"), native="idle")
    gaps = gaps_of([git, tests, idle], {"testing": RICH})
    found = promising([idle, tests, git], gaps, 5)
    assert [item.session for item in found] == ["claude-code/git", "claude-code/tests"]
    assert found[0].kinds == ("git",)
    assert len(promising([tests, git], gaps, 1)) == 1
