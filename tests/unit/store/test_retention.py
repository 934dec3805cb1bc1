"""How long a host keeps its transcripts: its user's own setting, read and never written, else its default."""

import json
from dataclasses import replace

import pytest

from cm.hosts.registry import HOSTS
from cm.model.host import Keeping
from cm.store.retention import retention_of

HOST = HOSTS["claude-code"]


@pytest.fixture
def settings(own_world):
    def write(text, folder=".claude"):
        path = own_world / folder / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return path

    return write


def test_without_a_setting_the_default_holds(own_world):
    assert retention_of(HOST, {}, own_world) == (30, "")


def test_the_users_own_setting_holds(own_world, settings):
    path = settings({"cleanupPeriodDays": 90})
    assert retention_of(HOST, {}, own_world) == (90, str(path))
    assert json.loads(path.read_text()) == {"cleanupPeriodDays": 90}


def test_the_folder_may_be_moved(own_world, settings):
    settings({"cleanupPeriodDays": 90})
    moved = settings({"cleanupPeriodDays": 5}, "elsewhere")
    assert retention_of(HOST, {"CLAUDE_CONFIG_DIR": str(moved.parent)}, own_world) == (5, str(moved))


@pytest.mark.parametrize("text", ["{", "[]", '{"cleanupPeriodDays": "9"}', '{"cleanupPeriodDays": 0}', '{"cleanupPeriodDays": true}', "\xff"])  # fmt: skip
def test_what_is_no_number_of_days_is_not_taken(own_world, settings, text):
    settings(text)
    assert retention_of(HOST, {}, own_world) == (30, "")


def test_a_setting_may_lie_deep(own_world, settings):
    path = settings({"general": {"days": 7}})
    deep = replace(HOST, sessions=replace(HOST.sessions, keeping=Keeping("settings.json", "general.days")))
    assert retention_of(deep, {}, own_world) == (7, str(path))


def test_a_host_that_leaves_nothing_deletes_nothing(own_world):
    assert retention_of(replace(HOST, sessions=None), {}, own_world) == (None, "")
