"""How alike two texts are, and that the index misses none of them."""

import pytest

from cm.core.language.meaning import code_words, content, pieces, protected
from cm.core.language.similar import Candidates, compare, likeness, same_instruction
from tests.kit import rule


@pytest.mark.parametrize(
    "a, b, level",
    [
        ("Use tabs.", "use **tabs**", "exact"),
        ("Run tests with `uv run pytest`", "Always run the tests with uv run pytest!", "near"),
        ("Do not commit generated files.", "Never commit generated files", "near"),
        ("Format code, lint code", "Lint code, format code", "near"),
        ("Sort imports: stdlib, vendor, local", "Sort imports: local, vendor, stdlib", "none"),
        ("Release steps: tag, build, publish", "Release steps: publish, build, tag", "none"),
        ("Precedence: flags, environment, file", "Precedence: file, environment, flags", "none"),
        ("Reihenfolge: Flags, Datei", "Reihenfolge: Datei, Flags", "none"),
        ("导入排序：标准库、第三方", "导入排序：第三方、标准库", "none"),
        ("Use tabs for indentation", "Use tabs for indentation everywhere", "close"),
        ("Use A or B in tests", "Use A and B in tests", "none"),
        ("Keep coverage > 80%", "Keep coverage < 80%", "none"),
        ("Feature flags default to on", "Feature flags default to off", "none"),
        ("Cache for 5 ms", "Cache for 5 s", "none"),
        ("Run A before B", "Run B before A", "none"),
        ("Lint then format", "Format then lint", "none"),
        ("Points are (lat, lon)", "Points are [lon, lat]", "none"),
        ("Map users onto roles", "Map roles onto users", "none"),
        ("Tabs in Go, spaces in Python", "Spaces in Go, tabs in Python", "none"),
        ("In tests, use fakes", "Use fakes in tests", "near"),
        ("Use React.FC", "Use React.Fc", "none"),
        ("Commit before pushing", "Commit after pushing", "none"),
        ("You can skip the linter", "You cannot skip the linter", "none"),
        ("Mock only the network", "Mock the network", "none"),
        ("Verwende nie npm", "Verwende npm", "none"),
        ("テストを必ず実行すること", "テストを実行しないこと", "none"),
        ("…", "!!!", "exact"),
    ],
)
def test_two_texts_are_as_alike_as_their_meaning(a, b, level):
    assert compare(a, b).level == compare(b, a).level == level


def test_scope_and_ban_keep_two_rules_apart():
    one = rule("Use tabs.")
    assert same_instruction(one, rule("Use tabs")).duplicate
    assert not same_instruction(one, rule("Use tabs", scope={"language": "go"})).duplicate
    assert not same_instruction(one, rule("Use tabs", kind="anti-pattern")).duplicate
    assert same_instruction(rule("Never use tabs"), rule("Never use tabs", kind="anti-pattern")).duplicate


def test_a_higher_threshold_takes_a_slip_for_close_only():
    a, b = rule("Receive messages in order"), rule("Recieve messages in order")
    assert same_instruction(a, b).level == "near"
    assert same_instruction(a, b, threshold=0.99).level == "close"


def test_what_is_protected_is_named():
    found = protected("Never run `npm i -g` above 3 of src/*.ts, unless UserService >= v2.")
    assert found == {
        "not ×1", "unless ×1", "term -g ×1", "term 3 ×1", "term src/*.ts ×1", "term UserService ×1", "term v2 ×1",
        "operator >= ×1",
    }  # fmt: skip


def test_pieces_lose_marks_and_keep_globs():
    assert pieces('**Use** *.py, rel-* and `.env`; "quote" (x).') == (
        "Use",
        "*.py",
        "rel-*",
        "and",
        ".env",
        "quote",
        "x",
    )


def test_words_without_inflection():
    assert content("Committing, commits, committed, commit") == ("commit",) * 4
    assert content("Using uses used use") == ("use",) * 4


def test_the_index_finds_every_twin_among_thousands():
    texts = [
        f"Keep module number {at} of the {word} service small"
        for at in range(700)
        for word in ("cart", "mail")
    ]
    index = Candidates(rule(text, id=f"r-{at}") for at, text in enumerate(texts))
    index.put("r-near", "Receive every message of the broker in its own order")
    index.put("r-more", "Use tabs for indentation everywhere")
    assert "r-near" in index.of("Recieve every message of the broker in its own order!")
    assert "r-more" in index.of("use tabs for indentation")
    assert index.of("Keep module number 7 of the cart service small")[0] == "r-14"
    assert len(index.of("Keep module number 7 of the cart service small")) < 10
    index.drop("r-near")
    index.put("r-more", "Something else")
    assert index.of("Receive every message of the broker in its own order") == ()
    assert index.of("use tabs for indentation") == ()


def test_likeness_is_for_suggestions():
    assert likeness("Run the linter before a commit", "Before a commit run the linter") == 1.0
    assert likeness("Run the linter", "Speak German") < 0.5


def test_names_stand_between_code_marks_and_marks_alone_name_nothing():
    assert code_words("use ``uv`` and `ruff`, not `pip") == {"uv", "ruff"}
    assert code_words("`" * 64_000) == frozenset()
