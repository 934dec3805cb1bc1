"""What the docs point at exists: links, and every `file.py` or `file.py:name`."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def names_in(path):
    return {getattr(node, "name", "") for node in ast.walk(ast.parse(path.read_text("utf-8")))} | {
        target.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target]) if isinstance(target, ast.Name)
    }  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_places_in_the_code_exist(page):
    for file, name in re.findall(
        r"`((?:cm|core|flows|store|hosts|cli|model|tests|examples|docs)/[\w/]+\.py)(?::(\w+))?`",
        page.read_text("utf-8"),
    ):
        path = ROOT / file if (ROOT / file).exists() else ROOT / "cm" / file
        assert path.exists(), file
        assert not name or name in names_in(path), f"{file}:{name}"


def test_every_decision_record_says_what_was_refused_or_follows():
    for page in (ROOT / "docs/adr").glob("*.md"):
        text = page.read_text("utf-8")
        assert all(f"**{part}.**" in text for part in ("Context", "Decision", "Consequence")), page.name


def test_the_changelog_has_a_place_for_what_comes():
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text("utf-8")
