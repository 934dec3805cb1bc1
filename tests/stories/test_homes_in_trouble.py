import os
import subprocess
import sys

import pytest

from cm.errors import BadState, Unwritable
from cm.flows.commit import commit
from cm.flows.env import open_env
from cm.flows.reading import shelf
from cm.model.delta import Add

pytestmark = pytest.mark.story

FULL = """
import json, resource, signal, sys
from cm.errors import CmError
from cm.flows.commit import commit
from cm.flows.env import open_env
from cm.flows.marking import mark
from cm.model.delta import Add
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
try:
    commit(open_env(tty=True), [Add("A rule that does not fit: check the cable twice.", why="w" * 400)], source="human")
except CmError as error:
    print(json.dumps([error.code, error.message, error.hint]))
"""


def test_no_room_left_is_said_and_nothing_is_half_written(own_world):
    """A limit on the size of files stands in for a full disk: both fail in the midst of a write."""
    env = open_env(tty=True)
    commit(env, [Add("Keep the build green.")], source="human")
    kept = env.home.playbook.read_bytes()
    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    for limit in (len(kept) + 10, 300, 40):
        done = subprocess.run(
            [sys.executable, "-c", FULL, str(limit)], env=world, capture_output=True, text=True, check=True
        )
        assert "unwritable" in done.stdout, (limit, done.stdout, done.stderr)
        assert str(env.home.root) in done.stdout
        assert env.home.playbook.read_bytes() == kept
        assert [each.rule.text for each in shelf(env).shelved] == ["Keep the build green."]
    commit(env, [Add("Label every cable.")], source="human")
    assert [each.rule.text for each in shelf(env).shelved] == ["Keep the build green.", "Label every cable."]
    assert list(env.home.root.rglob("*.tmp")) == []


def test_a_home_that_cannot_be_written_is_still_read_and_says_so_on_writing(own_world, monkeypatch):
    env = open_env(tty=True)
    commit(env, [Add("Keep the build green.")], source="human")
    real = os.open

    def read_only(path, flags, *args, **kwargs):
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and str(env.home.root) in os.fspath(path):
            raise OSError(30, "Read-only file system", path)
        return real(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(Unwritable, match="read-only") as caught:
        commit(env, [Add("Label every cable.")], source="human")
    assert "CM_HOME" in caught.value.hint
    assert len(shelf(env).shelved) == 1


@pytest.mark.parametrize(
    "broken, error_code, line",
    [
        ("schema: 1\nrules:\n  - id: r-1\n    text: 'never ends\n", "unparsable", 4),
        (
            "schema: 1\nrules:\n<<<<<<< HEAD\n  - id: r-1\n    text: a\n=======\n>>>>>>> theirs\n",
            "conflict-markers",
            3,
        ),
        ("schema: 7\nrules: []\n", "newer-schema", 0),
    ],
)
def test_a_playbook_that_cannot_be_read_stops_every_change_and_is_left_alone(
    own_world, broken, error_code, line
):
    env = open_env(tty=True)
    env.home.root.mkdir()
    env.home.playbook.write_text(broken)
    for action in (lambda: commit(env, [Add("Label every cable.")], source="human"), lambda: shelf(env)):
        with pytest.raises(BadState) as caught:
            action()
        assert caught.value.code == error_code
        assert str(env.home.playbook) in caught.value.message
        assert caught.value.hint
        if line:
            assert f"{env.home.playbook}:{line}:" in caught.value.message
    assert env.home.playbook.read_text() == broken
    assert not env.home.decisions.exists()


def test_what_a_newer_version_wrote_beside_us_is_kept_and_not_lost(own_world):
    env = open_env(tty=True)
    commit(env, [Add("Keep the build green.")], source="human")
    text = env.home.playbook.read_text()
    env.home.playbook.write_text(text + "  - id: r-newer\n    text: Label every cable.\n    mood: {of: 2}\n")
    newer = '{"id":"d-newer","tx":"t-newer","verdict":"blessed","reason":"new","source":"human","say":"x","at":"x"}\n'
    with open(env.home.decisions, "a") as file:
        file.write(newer)
    done = commit(env, [Add("Check the fuse twice.")], source="human")
    assert [each.rules for each in done.adopted] == [("r-newer",)]
    assert "    mood: {of: 2}\n" in env.home.playbook.read_text()
    assert newer in env.home.decisions.read_text()
    assert [each.rule.extra for each in shelf(env).shelved if each.rule.extra] == [{"mood": {"of": 2}}]
