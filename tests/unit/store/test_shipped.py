import pytest

from cm.errors import NotFound, Unparsable
from cm.model.starter import Clue
from cm.store.home import Home
from cm.store.shipped import all_starters, read_starter

OWN = """\
schema: 1
description: How our team works.
fits:
  - file: [Justfile, tools/*.star]
  - {python: Django, npm: [react, vue]}
  - {file: '*.yaml', holds: 'kind: Widget'}
rules:
  - text: Run `just check` before handing over.
    why: It is what the pipeline runs.
"""


@pytest.fixture
def home(tmp_path):
    (tmp_path / "starters").mkdir()
    return Home(tmp_path)


def put(home, name, text):
    (home.starters / name).write_text(text, encoding="utf-8")


def named(home):
    return {each.name: each for each in all_starters(home)}


def test_a_users_own_starter_is_listed_with_its_clues(home):
    put(home, "team.yaml", OWN)
    found = named(home)["team"]
    assert (found.kept, found.hides, found.description) == ("yours", False, "How our team works.")
    assert found.clues == (
        Clue(files=("Justfile", "tools/*.star")),
        Clue(packages=(("python", "Django"), ("npm", "react"), ("npm", "vue"))),
        Clue(files=("*.yaml",), holds=("kind: Widget",)),
    )
    [delta] = found.deltas("2026-11-30T12:00:00Z")
    assert (delta.origin.by, delta.origin.name) == ("starter", "team")
    assert delta.id.startswith("r-")


def test_a_users_own_stands_before_a_shipped_one_and_says_so(home):
    put(home, "python.yml", OWN)
    found = named(home)["python"]
    assert (found.kept, found.hides, len(found.rules)) == ("yours", True, 1)
    assert read_starter(home, "python") == found


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("rules: [\n", "broken.yaml:2"),
        ("- a list\n", "mapping"),
        ("schema: 99\nrules: []\n", "99"),
        ("<<<<<<< HEAD\nrules: []\n", "conflict"),
    ],
)
def test_a_broken_file_is_named_and_hides_no_other(home, text, complaint):
    put(home, "broken.yaml", text)
    put(home, "team.yaml", OWN)
    found = named(home)
    assert complaint in found["broken"].trouble
    assert not found["broken"].rules
    assert found["team"].rules
    assert found["general"].rules
    with pytest.raises(Exception, match=complaint):
        read_starter(home, "broken")


def test_a_folder_under_a_starters_name_is_named_too(home):
    (home.starters / "odd.yaml").mkdir()
    assert named(home)["odd"].trouble


@pytest.mark.parametrize(
    "fits, complaint",
    [
        ("[Justfile]", "item 1: is not `file:`"),
        ("[{file: x}, {files: y}]", "item 2: unknown clue files"),
        ("[{holds: x}]", "needs a `file`"),
        ("[{npm: [react, 3]}]", "3 is not a text"),
        ("[{file: ''}]", "'' is not a text"),
    ],
)
def test_a_clue_that_is_none_is_named_and_the_rules_are_there(home, fits, complaint):
    put(home, "team.yaml", OWN.replace(OWN[OWN.index("fits:") : OWN.index("rules:")], f"fits: {fits}\n"))
    found = named(home)["team"]
    assert complaint in found.flaws[0]
    assert len(found.rules) == 1


def test_a_bad_rule_is_named_by_its_line_and_the_good_ones_are_there(home):
    put(home, "team.yaml", OWN + "  - {kind: wish, text: x}\n")
    found = named(home)["team"]
    assert len(found.rules) == 1
    assert "line 10: kind: 'wish'" in found.flaws[0]


def test_a_file_without_rules_says_so(home):
    put(home, "empty.yaml", "")
    assert named(home)["empty"].flaws == ("it has no rules",)


def test_a_name_that_is_nearly_one_is_suggested(home):
    with pytest.raises(NotFound) as caught:
        read_starter(home, "Pyton")
    assert "python" in caught.value.hint


def test_a_broken_own_starter_is_not_replaced_by_the_shipped_one_in_silence(home):
    put(home, "python.yaml", "rules: [\n")
    with pytest.raises(Unparsable):
        read_starter(home, "python")
    assert named(home)["python"].hides
