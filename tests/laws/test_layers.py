"""Laws of the configuration layers: a repository never loosens, a bad value never wins, every value has an origin."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.layers import SPECS, Layer, from_environ, is_as_strict, resolve, value_of
from cm.model.settings import DEFAULTS


def value_for(spec):
    match spec.default:
        case bool():
            good = st.booleans()
        case int():
            good = st.integers(0, 10_000)
        case float():
            good = st.floats(-10, 100, allow_nan=False)
        case tuple():
            good = st.lists(st.text(max_size=5), max_size=2)
        case _:
            good = st.sampled_from(spec.choices) if spec.choices else st.text(max_size=8)
    return st.one_of(
        good, good, good, st.sampled_from([None, "x", -1, True, [], {}, float("inf"), float("nan")])
    )


@st.composite
def says(draw):
    keys = draw(st.lists(st.sampled_from(sorted(SPECS)), unique=True, max_size=12))
    return {key: draw(value_for(SPECS[key])) for key in keys}


@given(says(), says(), st.booleans())
@settings(deadline=None)
def test_a_repository_never_loosens_and_never_touches_what_is_not_its_business(user, repo, trusted):
    without = resolve([Layer("user", user, "user")], trusted=trusted)
    found = resolve([Layer("user", user, "user"), Layer("repo", repo, "repo")], trusted=trusted)
    for key, spec in SPECS.items():
        before, after = value_of(without.settings, key), value_of(found.settings, key)
        match spec.repo:
            case "never":
                assert after == before
            case "tighten":
                assert is_as_strict(spec, after, before)
            case "tighten-if-trusted":
                assert is_as_strict(spec, after, before)
                assert trusted or after == before
            case "set-if-trusted":
                assert trusted or after == before


@given(says(), says())
@settings(deadline=None)
def test_every_value_that_is_not_the_default_has_an_origin_and_every_value_not_taken_is_named(user, flags):
    found = resolve([Layer("user", user, "user.toml"), Layer("flags", flags, "command line")])
    named = {(problem.where, problem.key) for problem in found.problems}
    for key in SPECS:
        origin = found.origins[key]
        if value_of(found.settings, key) != value_of(DEFAULTS, key):
            assert origin != "default"
        for layer, source in ((user, "user.toml"), (flags, "command line")):
            taken = origin == source or (source == "user.toml" and origin == "command line")
            assert key not in layer or taken or (source, key) in named


@given(
    st.dictionaries(
        st.sampled_from([spec.variable for spec in SPECS.values()]), st.text(max_size=10), max_size=6
    )
)
def test_no_environment_makes_it_fail_and_no_environment_names_a_model(environ):
    found = resolve([from_environ(environ)])
    assert found.settings.llm == DEFAULTS.llm
