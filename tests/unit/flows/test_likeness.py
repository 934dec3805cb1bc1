"""Pairs of rules that a person should look at, with an embedder and without."""

from importlib.util import find_spec

import pytest

from cm.core.language.nearness import Nearness
from cm.flows import likeness
from cm.flows.likeness import suggestions, vectors_file
from tests.kit import rule
from tests.kit.world import world


class Toy:
    """An embedder that knows two subjects, and counts what it is asked."""

    name, revision, likely = "toy", "1", 0.5

    def __init__(self):
        self.asked = []

    def embed(self, texts):
        self.asked.extend(texts)
        return [[1.0, 0.0] if "fix" in text else [0.0, 1.0] for text in texts]

    def near(self, pairs):
        found = []
        for a, b in pairs:
            one, other = self.embed([a, b])
            whole = sum(x * y for x, y in zip(one, other, strict=True))
            found.append(
                Nearness(0.6 * whole, 0.56 * whole, 0.56 * whole, 0.4 * whole, 0.4 * whole, 0.5, 0.5, 1, 1)
            )
        return found


@pytest.fixture
def env(tmp_path):
    return world(tmp_path, CM_EMBEDDER="off")


def named(id, text, **fields):
    return rule(text, id=id, **fields)


def test_rules_that_contradict_are_paired_once_and_settled_pairs_are_left_out(env):
    rules = [named("r-1", "Use npm."), named("r-2", "Use pnpm."), named("r-3", "Brew coffee at nine.")]
    (found,) = suggestions(env, rules)
    assert (found.a, found.b, found.relation.kind, found.semantic) == ("r-1", "r-2", "contradiction", False)
    rules[0] = named("r-1", "Use npm.", settled=("r-2",))
    assert suggestions(env, rules) == ()


def test_rules_of_places_that_never_meet_are_not_paired(env):
    rules = [named("r-1", "Use npm.", scope={"path": "a"}), named("r-2", "Use pnpm.", scope={"path": "b"})]
    assert suggestions(env, rules) == ()


def test_a_large_book_is_searched_by_its_index(env):
    rules = [named(f"r-{at}", f"The shelf {at} carries the jar {at * 7}.") for at in range(400)]
    rules += [named("r-npm", "Use npm."), named("r-pnpm", "Use pnpm.")]
    assert ("r-npm", "r-pnpm") in {(each.a, each.b) for each in suggestions(env, rules)}


@pytest.mark.skipif(
    find_spec("numpy") is None, reason="an embedder brings numpy: install cm-playbook[semantic]"
)
def test_an_embedder_finds_what_words_do_not_and_is_asked_once_per_text(env, monkeypatch):
    toy = Toy()
    monkeypatch.setattr(likeness, "embedder_of", lambda env: toy)
    rules = [
        named("r-1", "Write tests for each bug fix."),
        named("r-2", "Every fixed defect gets a regression test."),
    ]
    (found,) = suggestions(env, rules)
    assert (found.relation.kind, found.semantic) == ("likely-same", True)
    toy.asked.clear()
    assert likeness.vectors_of(env, toy, rules)["r-1"][0] == 1.0
    assert toy.asked == []
    rules[0] = named("r-1", "Write a test for each bug that is fixed.")
    likeness.vectors_of(env, toy, rules)
    assert toy.asked == [rules[0].text]


def test_of_many_pairs_that_may_be_one_each_rule_is_asked_about_once(env):
    texts = (
        "Delete unused imports in every file.",
        "Remove imports that are unused in a file.",
        "Drop unused imports from every file.",
    )
    rules = [named(f"r-{at}", text) for at, text in enumerate(texts)]
    assert len(suggestions(env, rules)) == 1
    assert len(suggestions(env, [*rules, named("r-npm", "Use npm."), named("r-pnpm", "Use pnpm.")])) == 2


def test_every_contradiction_is_told_even_of_one_rule(env):
    rules = [named("r-1", "Use npm."), named("r-2", "Use pnpm."), named("r-3", "Use yarn.")]
    assert len(suggestions(env, rules)) == 3


@pytest.mark.skipif(
    find_spec("numpy") is None, reason="an embedder brings numpy: install cm-playbook[semantic]"
)
def test_a_look_that_keeps_nothing_writes_no_cache(env, monkeypatch):
    monkeypatch.setattr(likeness, "embedder_of", lambda env: Toy())
    suggestions(env, [named("r-1", "Coffee first."), named("r-2", "Espresso first.")], keep=False)
    assert not vectors_file(env).exists()


@pytest.mark.skipif(
    find_spec("numpy") is None, reason="an embedder brings numpy: install cm-playbook[semantic]"
)
@pytest.mark.parametrize("keep", [True, False])
def test_a_cache_whose_place_is_taken_costs_time_and_nothing_else(env, monkeypatch, keep):
    monkeypatch.setattr(likeness, "embedder_of", lambda env: Toy())
    env.home.cache.parent.mkdir(parents=True, exist_ok=True)
    env.home.cache.write_text("a file", "utf-8")
    rules = [named("r-1", "Write tests for each bug fix."), named("r-2", "Every fixed defect gets a test.")]
    assert len(suggestions(env, rules, keep=keep)) == 1
