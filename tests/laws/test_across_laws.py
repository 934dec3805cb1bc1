"""The laws of the two layers: no opposed rules of both are told unmarked, however they came to be known, and both ways agree."""

from dataclasses import replace
from types import SimpleNamespace

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.curation.across import NOTHING, sha_of, weigh
from cm.core.language import relevance
from cm.core.language.reach import overlap
from cm.core.language.text import fingerprint
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
from cm.store.index_across import put_across
from tests.kit import NOW, book, rule
from tests.kit.relation import opposing

WORDS = ("packages", "fonts", "hooks", "drivers")
TEXTS = tuple(f"Install the {word}." for word in WORDS)
scopes = st.builds(
    Scope,
    project=st.sampled_from(("", "", "shop")),
    path=st.sampled_from(("", "", "web", "api")),
    language=st.sampled_from(("", "", "python")),
    task=st.sampled_from(("", "", "testing")),
)
pairs = st.lists(st.sampled_from([(a, b) for a in TEXTS for b in TEXTS if a < b]), max_size=5)


def layer(names):
    fields = st.fixed_dictionaries(
        {
            "text": st.sampled_from(TEXTS),
            "state": st.sampled_from(("active", "active", "active", "contested", "draft")),
            "contests": st.lists(st.sampled_from(names), max_size=1).map(tuple),
            "overrules": st.lists(st.sampled_from(names), max_size=1).map(tuple),
            "settled": st.sampled_from(((), (), (), ("r-0",), ("t-0", "t-1"))),
            "scope": scopes,
        }
    )
    found = st.lists(fields, max_size=4)
    return found.map(lambda found: [rule(id=name, **each) for name, each in zip(names, found, strict=False)])


homes, teams = layer(("r-0", "r-1", "r-2", "r-3")), layer(("t-0", "t-1", "t-2", "t-3"))
readers = st.builds(
    Reader,
    door=st.sampled_from(("context", "context", "export", "list")),
    project=st.just("shop"),
    paths=st.sampled_from(((), ("web/a.ts",), ("web/a.ts", "api/b.py"))),
    languages=st.sampled_from(((), ("python",))),
    user_rules=st.sampled_from((True, True, False)),
)
law = settings(max_examples=300, deadline=None)


def here(rules, layer):
    live = [each for each in rules if each.state in ("active", "contested")]
    placed = [
        replace(each, scope=replace(each.scope, project="shop")) if layer == "repo" else each for each in live
    ]
    return {sha_of(each, layer): each for each in placed}


def weighed(mine, theirs, against, known=NOTHING):
    return weigh(here(mine, "user"), here(theirs, "repo"), known, opposing(against))


def told(mine, theirs, reader, across):
    shelf = [*(Shelved(each) for each in mine), *(Shelved(each, "repo") for each in theirs)]
    answers = together((serve(each, reader, NOW) for each in shelf), reader, across)
    return {each.rule.id: each for each in answers}


def opposed(mine, theirs, against):
    """Whether two rules of the two layers cannot both be told plainly."""
    words = {fingerprint(mine.text), fingerprint(theirs.text)}
    contradict = any(words == {fingerprint(a), fingerprint(b)} for a, b in against)
    effective = replace(theirs.scope, project="shop")
    settled = theirs.id in mine.settled or mine.id in theirs.settled
    return contradict and not settled and overlap(mine.scope, effective) != "apart"


@law
@given(homes, teams, pairs, readers)
def test_opposed_rules_of_both_layers_are_never_told_unmarked(mine, theirs, against, reader):
    found = told(mine, theirs, reader, weighed(mine, theirs, against).ties.values())
    for one in mine:
        for other in theirs:
            a, b = found[one.id], found[other.id]
            if isinstance(a, Served) and isinstance(b, Served) and opposed(one, other, against):
                assert (
                    b.rule.id in a.contested_with + a.except_for
                    or a.rule.id in b.contested_with + b.except_for
                )


@law
@given(homes, teams, pairs, readers)
def test_a_wider_rule_of_the_user_gives_way_to_a_repositorys_that_holds(mine, theirs, against, reader):
    found = told(mine, theirs, reader, weighed(mine, theirs, against).ties.values())
    for one in mine:
        for other in theirs:
            b = found[other.id]
            lies = overlap(one.scope, replace(other.scope, project="shop"))
            if (
                lies == "wider"
                and opposed(one, other, against)
                and isinstance(b, Served)
                and other.state == "active"
            ):
                a = found[one.id]
                assert not isinstance(a, Served) or not certain(b, reader) or a.contested_with


@law
@given(homes, teams, pairs, readers)
def test_a_reader_who_gets_none_of_the_users_rules_gets_the_repositorys_as_if_alone(
    mine, theirs, against, reader
):
    reader = replace(reader, user_rules=False)
    beside = told(mine, theirs, reader, weighed(mine, theirs, against).ties.values())
    alone = told([], theirs, reader, ())
    assert {name: each for name, each in beside.items() if name in alone} == alone


@law
@given(st.lists(st.tuples(homes, teams), min_size=1, max_size=4), pairs)
def test_what_is_found_change_by_change_is_what_is_found_at_once(steps, against):
    known = NOTHING
    for mine, theirs in steps:
        known = weighed(mine, theirs, against, known)
    assert known == weighed(*steps[-1], against)


@settings(max_examples=200, deadline=None)
@given(
    homes,
    teams,
    pairs,
    st.sampled_from(("install", "install in web/a.ts", "install in web/a.ts and api/b.py")),
)
def test_the_quick_way_and_the_whole_way_agree_across_layers(mine, theirs, against, task):
    policy = StandingPolicy()
    ties = weighed(mine, theirs, against)
    with Index.in_memory() as index:
        with index.write():
            put_book(index, "user", book(*mine), NOTHING_BLOCKED)
            put_book(index, "repo", book(*theirs), NOTHING_BLOCKED)
            rows.count_terms(index)
            found = [(*pair, tie.mine, tie.theirs, tie.lies, tie.say) for pair, tie in ties.ties.items()]
            put_across(index, "repo", ties.shas, found)
        base = Reader("context", project="shop")
        number, _ = ask_all(index, "k", base, ("user", "repo"), True, policy, NOW)
        place = SimpleNamespace(
            reader=number, project="shop", also=(), host="", paths=(), trusted=True, now=stamp(NOW),
            now_s=(NOW - EPOCH).total_seconds(), half_life=policy.half_life_days, harm_weight=policy.harm_weight, anchored={}, audience="private", branch="",
        )  # fmt: skip
        fits, sorted_out = find(index, place, relevance.read_task(task), task)
        known = {fit.key for fit in fits} | set(sorted_out.paired) | set(sorted_out.excepted)
        names = rows.names_of(index, known)
    quick = {
        names[fit.key]: (
            sorted(names[n] for n in sorted_out.paired.get(fit.key, ())),
            sorted(names.get(n, "?") for n in sorted_out.excepted.get(fit.key, ())),
        )
        for fit in fits
    }
    paths = tuple(word for word in task.split() if "/" in word)
    languages = tuple({"ts": "typescript", "py": "python"}[path[-2:]] for path in paths)
    whole = told(mine, theirs, replace(base, task=task, paths=paths, languages=languages), ties.ties.values())
    assert quick == {
        name: (sorted(each.contested_with), sorted(each.except_for))
        for name, each in whole.items()
        if isinstance(each, Served)
    }
