"""Real sessions in which, read by hand, nothing was regretted: the scan for accidents finds none in them either."""

import pytest

from cm.core.guards.accidents import accidents_of
from cm.core.guards.dangers import dangers_by
from cm.hosts.registry import HOSTS
from cm.model.session import Event
from cm.store.catalogue import read_catalogue
from cm.store.guard_engine import engine
from tests.hosts.kit import read

pytestmark = pytest.mark.corpus


def test_few_commands_of_real_sessions_are_taken_for_accidents(corpus):
    rows = [trauma.row() for pack in read_catalogue() for trauma in pack.traumas]
    dangers = dangers_by(engine(), rows)
    found, commands = [], 0
    for folder in sorted(path for path in corpus.iterdir() if path.name in HOSTS):
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            sessions = {}
            for item in read(folder.name, path):
                if isinstance(item, Event):
                    sessions.setdefault(item.session, []).append(item)
            for events in sessions.values():
                commands += sum(event.kind == "command" for event in events)
                found += accidents_of(sorted(events, key=lambda event: event.seq), dangers)
    assert commands > 1000
    assert len(found) <= commands // 1000, [each.command.text for each in found]
