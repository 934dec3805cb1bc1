"""How rules look in an instruction file."""

from cm.core.serving import export
from tests.kit import evidence, rule

RULES = (
    rule(
        "Run the tests with `uv run pytest -q`, not with bare `pytest`.",
        id="r-7k2m9q4dx1c8v",
        category="testing",
        why="Bare pytest misses the virtual environment that uv manages.",
        evidence=(evidence("no, use `uv run pytest -q`"),),
        scope={"project": "github.com/acme/shop"},
    ),
    rule(
        "Generate migrations, then read them.",
        id="r-aaaaaaaaaaaaa",
        scope={"project": "github.com/acme/shop", "path": "services/api", "language": "python"},
    ),
    rule("Never edit a file in `migrations/` by hand.", id="r-bbbbbbbbbbbbb", kind="anti-pattern"),
    rule("Staging Postgres listens on port 5433.", id="r-ccccccccccccc", kind="fact"),
    rule("Answer in German.", id="r-ddddddddddddd", kind="preference"),
)


def test_a_block_appended_to_a_file(snapshot):
    assert export.put_block(b"# Shop\n\nBe kind.\n", export.body_of(RULES)).decode() == snapshot


def test_a_block_with_quotes(snapshot):
    assert export.body_of(RULES[:1], quotes=True) == snapshot


def test_a_wider_rule_says_where_it_makes_way(snapshot):
    narrow = rule("Use tabs in Makefiles.", id="r-narrow", scope={"path": "Makefile"}, overrules=("r-wide",))
    assert export.body_of([rule("Indent with spaces.", id="r-wide"), narrow]) == snapshot


def test_a_new_cursor_rule_file(snapshot):
    head = export.head_for(".cursor/rules/cm.mdc").encode()
    assert export.put_block(head, export.body_of(RULES[:1])).decode() == snapshot
