"""What is found untidy, and what would be done about it."""

from cm.core.curation.anchors import Anchor
from cm.core.curation.tidy import Finding, delta_of, findings
from cm.core.language.relation import Relation
from cm.model.delta import Merge, Retire, Settle
from cm.model.rule import Origin
from cm.model.standing import Shelved
from tests.kit import evidence, rule, ts
from tests.kit.relation import Pair

SHOP = {"project": "github.com/acme/shop"}


def found(*items, **more):
    shelved = [item if isinstance(item, Shelved) else Shelved(item) for item in items]
    return [(each.kind, each.deed, each.rules) for each in findings(shelved, **more)]


def test_copies_in_one_layer_become_one_with_the_words_of_the_one_that_stands_best():
    one = rule("Use tabs.", id="r-1", origin=Origin("heuristic", ts(9)), evidence=(evidence(),))
    two = rule("use tabs", id="r-2", approved=ts())
    assert found(one, two) == [("merge", "merge", ("r-2", "r-1"))]
    assert found(one, rule("use tabs", id="r-2", settled=("r-1",))) == []
    assert found(one, rule("use tabs", id="r-2", scope=SHOP)) == []
    assert found(one, rule("use tabs", id="r-2", state="retired")) == []


def test_what_the_repository_says_too_is_said_once():
    mine, theirs = rule("Use tabs.", id="r-1", scope=SHOP), rule("Use tabs.", id="r-2")
    items = (Shelved(mine), Shelved(theirs, layer="repo"))

    def here(rule, layer):
        return True

    (each,) = findings(items, here=here, project="github.com/acme/shop")
    assert (each.kind, each.deed, each.rules, each.beside) == ("elsewhere", "heir", ("r-1",), "r-2")
    assert each.named == (("user", "r-1"), ("repo", "r-2"))
    assert delta_of(each, {"r-1": mine}) == Retire("r-1", each.reason, heir="r-2")
    everywhere = (Shelved(rule("Use tabs.", id="r-1")), items[1])
    assert findings(everywhere, here=here, project="github.com/acme/shop") == ()


def test_rules_of_a_moment_without_ground_or_without_proof_would_retire():
    passing = rule("Fix this PR first.", id="r-1")
    groundless = rule("Run `make lint`.", id="r-2")
    bare = rule("Use tabs.", id="r-3", origin=Origin("heuristic", ts()))
    told = found(
        passing, groundless, bare, here=lambda rule, layer: True, passing=lambda rule: rule.id == "r-1",
        anchors=lambda rule: (Anchor("make", "lint"),) if rule.id == "r-2" else (),
    )  # fmt: skip
    assert told == [
        ("passing", "retire", ("r-1",)),
        ("anchors", "retire", ("r-2",)),
        ("unproved", "retire", ("r-3",)),
    ]
    assert found(rule("Use tabs.", id="r-3", origin=Origin("heuristic", ts()), evidence=(evidence(),))) == []
    assert found(rule("Use tabs.", id="r-3", state="draft", origin=Origin("agent", ts()))) == []


def test_what_is_pinned_stays_and_so_does_what_a_person_approved_whatever_it_sounds_like():
    assert found(rule("Fix this PR first.", pinned="law"), passing=lambda rule: True) == []
    assert found(rule("Fix this PR first.", approved=ts()), passing=lambda rule: True) == []


def test_a_rule_is_in_one_thing_that_would_be_done_at_most():
    pair = Pair("r-1", "r-2", Relation("likely-same", 0.9))
    one, two = rule("Use tabs.", id="r-1"), rule("Indent with tabs.", id="r-2")
    assert found(one, two, alike=[("user", pair)]) == [("merge", "merge", ("r-1", "r-2"))]
    assert found(one, two, alike=[("user", pair)], passing=lambda rule: rule.id == "r-2") == [
        ("passing", "retire", ("r-2",))
    ]


def test_rules_of_different_scopes_keep_the_words_and_the_scope_of_one():
    pair = Pair("r-1", "r-2", Relation("likely-same", 0.9, "scope"))
    one, two = rule("Use tabs.", id="r-1"), rule("Indent with tabs.", id="r-2", scope=SHOP)
    ((_, deed, ids),) = found(one, two, alike=[("user", pair)])
    assert (deed, ids) == ("settle", ("r-1", "r-2"))
    here, wide = rule("Use tabs.", id="r-1", scope=SHOP, approved=ts()), rule("Indent with tabs.", id="r-2")
    ((_, deed, ids),) = found(here, wide, alike=[("user", pair)])
    assert (deed, ids) == ("settle", ("r-2", "r-1")), "the better one holds in one project alone"


def test_of_rules_that_hold_in_different_places_none_takes_the_place_of_the_other():
    pair = Pair("r-1", "r-2", Relation("likely-same", 0.9, "scope"))
    one, two = (
        rule("Use tabs.", id="r-1", scope=SHOP),
        rule("Indent with tabs.", id="r-2", scope={"language": "go"}),
    )
    assert found(one, two, alike=[("user", pair)]) == [("merge", "look", ("r-1", "r-2"))]
    draft = rule("Indent with tabs.", id="r-2", state="draft")
    assert found(one, draft, alike=[("user", pair)]) == [("merge", "look", ("r-1", "r-2"))]


def test_contradictions_are_a_persons_to_decide():
    pair = Pair("r-1", "r-2", Relation("contradiction", 0.9, say="npm against pnpm"))
    (each,) = findings(
        [Shelved(rule("Use npm.", id="r-1")), Shelved(rule("Use pnpm.", id="r-2"))], opposed=[("user", pair)]
    )
    assert (each.kind, each.deed, each.reason) == ("contradiction", "look", "npm against pnpm")
    assert delta_of(each, {}) is None


def test_the_words_of_a_merge_are_those_that_stand_when_it_is_applied():
    now = {"r-1": rule("Use tabs, always.", id="r-1")}
    assert delta_of(Finding("merge", "merge", "user", ("r-1", "r-2"), "same"), now) == Merge(
        ("r-1", "r-2"), "Use tabs, always.", reason="same"
    )
    assert delta_of(Finding("merge", "settle", "user", ("r-1", "r-2"), "same"), now) == Settle(
        ("r-1", "r-2"), "r-1", "same"
    )
    assert delta_of(Finding("anchors", "retire", "user", ("r-1",), "gone"), now) == Retire("r-1", "gone")


def test_strangers_and_withdrawn_rules_are_not_looked_at():
    copies = (rule("Use tabs.", id="r-1"), rule("use tabs", id="r-2"))
    assert found(*(Shelved(each, layer="repo", trusted=False) for each in copies)) == []
    assert found(*(Shelved(each, blocked_by="b-1") for each in copies)) == []
