"""The laws of rules side by side: nobody is told two opposed things unmarked, and both ways to an answer say the same."""

from dataclasses import replace
from types import SimpleNamespace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cm.core.language import relevance
from cm.core.serving.blocklist import NOTHING_BLOCKED
from cm.core.serving.serve import Reader, Served, serve
from cm.core.serving.together import certain, together
from cm.flows.fitting import find
from cm.flows.refresh_rules import put_book
from cm.flows.shelving import ask_all
from cm.model.rule import Scope
from cm.model.settings import StandingPolicy
from cm.model.stamp import EPOCH, stamp
from cm.model.standing import Shelved
from cm.store import index_rules as rows
from cm.store.index import Index
from tests.kit import NOW, book, rule

NAMES = tuple(f"r-{at}" for at in range(7))
WORDS = ("packages", "fonts", "hooks", "drivers", "themes", "locales", "schemas")
some = st.lists(st.sampled_from(NAMES), max_size=3, unique=True).map(tuple)
scopes = st.builds(
    Scope,
    project=st.sampled_from(("", "", "", "shop", "elsewhere")),
    path=st.sampled_from(("", "", "web", "api")),
    language=st.sampled_from(("", "", "python", "typescript")),
    task=st.sampled_from(("", "", "testing")),
)
fields = st.fixed_dictionaries(
    {
        "state": st.sampled_from(
            ("active", "active", "active", "contested", "contested", "draft", "retired")
        ),
        "stale": st.sampled_from(("", "", "", "", "gone")),
        "scope": scopes,
        "overrules": some,
        "contests": some,
        "settled": st.sampled_from(((), (), (), ("r-0", "r-1"))),
    }
)
shelves = st.lists(fields, min_size=2, max_size=7).map(
    lambda found: [rule(f"Install the {WORDS[at]}.", id=NAMES[at], **each) for at, each in enumerate(found)]
)
TASKS = (
    "install",
    "install for the tests",
    "install in web/a.ts",
    "install in api/b.py",
    "install in web/a.ts and api/b.py",
)
readers = st.builds(
    Reader,
    door=st.sampled_from(("context", "context", "export", "list")),
    project=st.just("shop"),
    paths=st.sampled_from(((), ("web/a.ts",), ("web/a.ts", "api/b.py"))),
    languages=st.sampled_from(((), ("python",), ("python", "typescript"))),
    task=st.sampled_from(("", *TASKS)),
)
law = settings(max_examples=300, deadline=None)


# a side of an undecided dispute, which an export is not told, overrules a third rule
OVER_AND_AGAINST = [
    rule(f"Install the {WORDS[at]}.", id=NAMES[at], **(more if at == 6 else {}))
    for at in range(7)
    for more in [{"overrules": ("r-0",), "contests": ("r-1",)}]
]
# the same in a ring: what is told again would take the place of the other side
RING = [
    rule("Install the packages.", id="r-0", overrules=("r-1",)),
    rule("Install the fonts.", id="r-1"),
    rule("Install the hooks.", id="r-2", overrules=("r-0",), contests=("r-1",)),
]
EXPORT = Reader(door="export", project="shop")


def told(shelf, reader):
    answers = [serve(Shelved(item), reader, NOW) for item in shelf]
    return dict(zip((item.id for item in shelf), together(answers, reader), strict=True))


def opposed(a, b):
    """Whether one of two rules says that both cannot be told plainly."""
    if b.id in a.overrules or a.id in b.overrules:
        return True
    disputed = b.id in a.contests or a.id in b.contests
    return disputed and b.id not in a.settled and a.id not in b.settled


@law
@given(shelves, readers)
@example(OVER_AND_AGAINST, EXPORT)
@example(RING, EXPORT)
def test_two_opposed_rules_are_never_served_unmarked(shelf, reader):
    given_out = [each for each in told(shelf, reader).values() if isinstance(each, Served)]
    for a in given_out:
        for b in given_out:
            if a.rule.id < b.rule.id and opposed(a.rule, b.rule):
                assert (
                    b.rule.id in a.contested_with + a.except_for
                    or a.rule.id in b.contested_with + b.except_for
                )


@law
@given(shelves, readers)
@example(OVER_AND_AGAINST, EXPORT)
@example(RING, EXPORT)
def test_what_gives_way_gives_way_to_something_that_is_served_and_holds(shelf, reader):
    found = told(shelf, reader)
    for name, answer in found.items():
        if not isinstance(answer, Served) and answer.reason == "overruled":
            holders = [
                each
                for each in found.values()
                if isinstance(each, Served) and name in each.rule.overrules and certain(each, reader)
            ]
            assert any(each.rule.state == "active" for each in holders)


@law
@given(shelves, readers)
@example(OVER_AND_AGAINST, EXPORT)
@example(RING, EXPORT)
def test_a_side_of_a_dispute_comes_with_another_side(shelf, reader):
    found = told(shelf, reader)
    for name, answer in found.items():
        if isinstance(answer, Served):
            assert all(name in found[other].contested_with for other in answer.contested_with)
            assert answer.contested_with or answer.rule.state == "active"
            assert not answer.contested_with or reader.door != "export"


@law
@given(shelves, readers, st.randoms())
def test_the_order_of_the_shelf_changes_nothing(shelf, reader, chance):
    shuffled = list(shelf)
    chance.shuffle(shuffled)

    def plain(found):
        return {
            name: (sorted(answer.contested_with), sorted(answer.except_for))
            if isinstance(answer, Served)
            else answer.reason
            for name, answer in found.items()
        }

    assert plain(told(shuffled, reader)) == plain(told(shelf, reader))


@law
@given(shelves, readers)
def test_nothing_is_served_that_the_predicate_alone_would_keep_back(shelf, reader):
    for name, answer in told(shelf, reader).items():
        (item,) = [each for each in shelf if each.id == name]
        alone = serve(
            Shelved(replace(item, state="active") if item.state == "contested" else item), reader, NOW
        )
        assert isinstance(alone, Served) or not isinstance(answer, Served)


@settings(max_examples=150, deadline=None)
@given(shelves, st.sampled_from(TASKS), st.sampled_from(((), ("web",), ("api",))), st.integers(0, 7))
def test_the_quick_way_and_the_whole_way_agree(shelf, task, stands, at_home):
    """The index asks without a task and sorts out later; the whole way asks for all with the task."""
    policy = StandingPolicy()
    with Index.in_memory() as index:
        with index.write():
            put_book(index, "user", book(*shelf[:at_home]), NOTHING_BLOCKED)
            put_book(index, "repo", book(*shelf[at_home:]), NOTHING_BLOCKED)
            rows.count_terms(index)
        base = Reader("context", project="shop", paths=stands)
        number, _ = ask_all(index, "k", base, ("user", "repo"), True, policy, NOW)
        here = SimpleNamespace(
            reader=number, project="shop", also=(), host="", paths=stands, trusted=True, now=stamp(NOW), anchored={}, root="", audience="private", branch="",
            now_s=(NOW - EPOCH).total_seconds(), half_life=policy.half_life_days, harm_weight=policy.harm_weight,
        )  # fmt: skip
        fits, sorted_out = find(index, here, relevance.read_task(task), task)
        names = rows.names_of(
            index, {fit.key for fit in fits} | set(sorted_out.paired) | set(sorted_out.excepted)
        )
    quick = {
        names[fit.key]: (
            sorted(names[n] for n in sorted_out.paired.get(fit.key, ())),
            sorted(names.get(n, "?") for n in sorted_out.excepted.get(fit.key, ())),
        )
        for fit in fits
    }
    paths = tuple(word for word in task.split() if "/" in word)
    languages = tuple({"ts": "typescript", "py": "python"}[path[-2:]] for path in paths)
    whole = told(shelf, replace(base, task=task, paths=paths or stands, languages=languages))
    assert quick == {
        name: (sorted(answer.contested_with), sorted(answer.except_for))
        for name, answer in whole.items()
        if isinstance(answer, Served)
    }
