import pytest

from cm.core.guards.dangers import NOUNS, PACK_KINDS, SHAPES, dangers_by
from cm.flows.admission import benign_commands
from cm.store.catalogue import read_catalogue
from cm.store.guard_engine import engine
from tests.unit.core.guards.test_propose import INCIDENTS

ROWS = [trauma.row() for pack in read_catalogue() for trauma in pack.traumas]


@pytest.fixture(scope="module")
def dangers():
    return dangers_by(engine(), ROWS, home="/home/me")


@pytest.mark.parametrize("command", INCIDENTS)
def test_every_incident_is_a_danger(command, dangers):
    assert dangers(command)


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("git reset --hard", "git"),
        ("psql -c 'DROP TABLE a'", "data"),
        ("docker volume rm pg", "containers"),
        ("terraform destroy", "infra"),
        ("npm publish", "publish"),
        ("rm -rf ~", "files"),
        ("mkfs.ext4 /dev/sda1", "system"),
        ("chmod -R 777 /etc", "permissions"),
    ],
)
def test_the_shipped_trauma_comes_first_and_says_what_would_be_lost(command, kind, dangers):
    first = dangers(command)[0]
    assert (first.kind, first.grave) == (kind, True)


@pytest.mark.parametrize(
    "command",
    ["echo 'rm -rf /'", "git commit -m 'git reset --hard'", "grep -rn 'DROP TABLE' .", "cm guard remove", "ls", "git reset --soft HEAD~1 --help", ""],
)  # fmt: skip
def test_a_mention_is_no_danger(command, dangers):
    assert not [each for each in dangers(command) if each.grave]


def test_ordinary_commands_meet_no_shipped_trauma(dangers):
    assert [command for command in benign_commands() if any(each.grave for each in dangers(command))] == []


def test_every_pack_and_shape_has_a_kind_that_can_be_named():
    assert {pack.name for pack in read_catalogue()} - {"agent"} == set(PACK_KINDS)
    assert {shape.kind for shape in SHAPES} | set(PACK_KINDS.values()) <= set(NOUNS)
    assert len({shape.id for shape in SHAPES}) == len(SHAPES)
