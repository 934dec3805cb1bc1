"""What a rule relies on, and when it is gone."""

import pytest

from cm.core.curation.anchors import anchors_of, gone
from tests.kit import rule


class Place:
    """A repository that answers from a table; what is not in it cannot be told."""

    def __init__(self, **there):
        self.there = {name.replace("__", "/"): value for name, value in there.items()}
        self.there |= there.get("known", {})

    def has(self, path, *, stated=False):
        return self.there.get(path)

    def runs(self, tool, name):
        return self.there.get(f"{tool} {name}")


def names(text, **fields):
    return [(anchor.kind, anchor.name) for anchor in anchors_of(rule(text, **fields))]


@pytest.mark.parametrize(
    "text, found",
    [
        ("Keep helpers in `src/shop/dates.py`.", [("path", "src/shop/dates.py")]),
        ("Run `make lint` first.", [("make", "lint")]),
        ("Run `npm run build:all -- --fast` and `pnpm run lint`.", [("node", "build:all"), ("node", "lint")]),
        ("Run `npm test`.", [("node", "test")]),
        ("Use `just deploy`.", [("just", "deploy")]),
        ("Run `cd web && make -B docs`.", [("make", "docs")]),
        ("Run `python scripts/gen.py --all`.", [("path", "scripts/gen.py")]),
        ("Use `pytest -q`, `os.path.join(a, b)`, `~/.bashrc`, `/etc/hosts` and `https://x.org/a.py`.", []),
        ("Ignore `dist/app.js`, `build/x.o` and `src/**/*.py`.", []),
        ("Set `FOO=bar/baz.py` and pass `--config=a/b.toml`.", []),
        ("Talk about src/shop/dates.py without marks.", []),
    ],
)  # fmt: skip
def test_paths_and_scripts_are_read_from_code_marks_alone(text, found):
    assert names(text) == found


def test_anchors_that_are_written_down_count_too_and_say_so():
    (anchor,) = anchors_of(rule("Mind the order.", anchors=("db/migrations",)))
    assert (anchor.name, anchor.stated) == ("db/migrations", True)


def test_a_rule_is_without_ground_when_all_that_can_be_checked_is_gone():
    both = rule("Use `src/new.py`, not `src/old.py`.")
    assert gone(both, Place(known={"src/old.py": False})) == anchors_of(both)[1:]
    assert gone(both, Place(known={"src/old.py": False, "src/new.py": True})) == ()
    assert gone(both, Place()) == ()


def test_a_path_may_be_said_from_where_the_rule_holds():
    inside = rule("Keep helpers in `util.py`.", scope={"path": "services/api"})
    assert gone(inside, Place(known={"util.py": False, "services/api/util.py": True})) == ()
    assert gone(inside, Place(known={"util.py": False, "services/api/util.py": None}))


def test_it_is_named_as_people_call_it():
    (anchor,) = gone(rule("Run `npm run lint`."), Place(known={"node lint": False}))
    assert anchor.words == "`npm run lint`"
