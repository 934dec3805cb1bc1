"""Which tasks are warned of which traumas: `trauma_warnings.yaml`, with all packs armed and a few of a user's own."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from ruamel.yaml import YAML

from cm.core.language.relevance import read_task
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.endangered import ACT_OF
from cm.flows.refresh_traumas import put_traumas
from cm.flows.warnings import trauma_warnings
from cm.model.trauma import Story, Trauma, TraumaExamples
from cm.store.catalogue import read_catalogue
from cm.store.index import Index
from cm.store.index_traumas import words_that_lead

CASES = YAML(typ="safe").load((Path(__file__).parent / "trauma_warnings.yaml").read_text("utf-8"))
HERE = SimpleNamespace(repo="", trusted=False, agent="", now="2026-11-30T12:00:00Z")


def own(id, pattern, story, deny, allow=()):
    return Trauma(id, pattern, Story(story, by="human"), examples=TraumaExamples((deny,), tuple(allow)))


OWN = [
    own(
        "t-portal",
        r"\./deploy\.sh(?= prod)",
        "The portal was released on a Friday and nobody could log in.",
        "./deploy.sh prod",
    ),
    own(
        "t-worker",
        "systemctl restart billing-worker",
        "A restart of the billing worker in production charged customers twice.",
        "systemctl restart billing-worker",
    ),
    own(
        "t-ledger",
        r"bin/import-ledger(?=.* --again)",
        "Importing the ledger again doubled every booking.",
        "bin/import-ledger --again",
    ),
    own(
        "t-force",
        "git push(?=.* --force).* release",
        "A forced push to release lost a hotfix.",
        "git push -f origin release",
        ["git push origin release"],
    ),
    own(
        "t-dropdb",
        "dropdb(?=.* shop_dev)",
        "It wiped the dev database.",
        "dropdb shop_dev",
    ),
]


@pytest.fixture(scope="module")
def index():
    with Index.in_memory() as made:
        shipped = [trauma for pack in read_catalogue() for trauma in pack.traumas]
        put_traumas(made, "user", [*shipped, *OWN], Blocklist(), anew=False)
        yield made


def warned(index, task):
    return [one.id for one in trauma_warnings(index, HERE, task, read_task(task), budget=1500)]


@pytest.mark.parametrize("case", CASES["warns"], ids=lambda case: case["task"][:50])
def test_a_task_that_is_heading_for_it_is_warned(index, case):
    found = warned(index, case["task"])
    leading = words_that_lead(index, ACT_OF)
    assert not leading.isdisjoint(read_task(case["task"]).words), "the quick look would not look further"
    assert case["id"] in found
    assert not case.get("first") or found[0] == case["id"]
    assert len(found) <= 3


@pytest.mark.parametrize("task", CASES["silent"], ids=lambda task: task[:50])
def test_a_task_that_is_not_is_left_in_peace(index, task):
    assert warned(index, task) == []
