"""Which files a rule wants left alone, and which of them a session wrote."""

import pytest

from cm.core.reading.touched import left_alone, wrote
from cm.model.session import Event


@pytest.mark.parametrize(
    "text, kind, paths",
    [
        ("Do not edit files in `gen/`: they are generated.", "rule", ("gen/",)),
        ("Never touch `src/api.ts` by hand.", "rule", ("src/api.ts",)),
        ("Editing `*.lock` files.", "anti-pattern", ("*.lock",)),
        ("Bearbeite `gen/api.ts` niemals.", "rule", ("gen/api.ts",)),
        ("Edit `gen/` with care.", "rule", ()),
        ("Never edit `gen/` without asking.", "rule", ()),
        ("Do not run `make gen`.", "rule", ()),
        ("Never touch production.", "rule", ()),
    ],
)
def test_a_ban_on_writing_names_its_paths(text, kind, paths):
    assert left_alone(text, kind) == paths


def edits(*paths, by="agent"):
    return tuple(Event(f"e{n}", "h/s", n, "", by, "edit", path) for n, path in enumerate(paths))


@pytest.mark.parametrize(
    "path, written, hit",
    [
        ("gen/", "gen/api.ts", True),
        ("gen/", "/home/x/shop/gen/deep/api.ts", True),
        ("gen/", "src/generated/api.ts", False),
        ("gen/", "src/mygen/api.ts", False),
        ("src/api.ts", "/w/src/api.ts", True),
        ("src/api.ts", "src/api.tsx", False),
        ("*.lock", "uv.lock", True),
        ("*.lock", "uv.lock.md", False),
        ("docs/**/*.html", "docs/a/b/c.html", True),
        ("docs/**/*.html", "docs/c.html", True),
    ],
)
def test_a_path_is_found_wherever_the_project_lies(path, written, hit):
    assert wrote(edits(written), (path,)) == ((written,) if hit else ())


def test_only_what_the_agent_wrote_counts():
    assert wrote(edits("gen/a.ts", by="user"), ("gen/",)) == ()
