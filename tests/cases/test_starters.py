"""Runs the stanzas of `starters/`: what lies in a repository, and which of the shipped starters fit."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.starters import ANY_REPOSITORY, fitting, worth_reading
from cm.store.home import Home
from cm.store.shipped import all_starters

STANZAS = YAML(typ="safe").load((Path(__file__).parent / "starters/fits.yaml").read_text("utf-8"))
SHIPPED = all_starters(Home(Path("/nowhere/at/all")))


@pytest.mark.parametrize("stanza", STANZAS, ids=[stanza["case"] for stanza in STANZAS])
def test_what_fits_is_said_with_its_reason(stanza):
    files = stanza["files"]
    texts = {path: files[path] for path in worth_reading(SHIPPED, files)}
    found = fitting(SHIPPED, tuple(files), texts)
    assert {name: why for name, why in found.items() if why != ANY_REPOSITORY} == stanza["fits"]
    assert {name for name, why in found.items() if why == ANY_REPOSITORY} == {
        "general",
        "git",
        "security",
        "testing",
    }


def test_only_manifests_and_what_a_clue_looks_into_are_read():
    names = ("src/app.py", "package.json", "k8s/web.yaml", "README.md", "manage.py", "docs/guide.txt")
    assert set(worth_reading(SHIPPED, names)) == {"package.json", "k8s/web.yaml", "manage.py"}
