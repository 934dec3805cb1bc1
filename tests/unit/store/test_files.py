import json
import os
import subprocess
import sys

import pytest

from cm.errors import BadState, Busy, Unparsable, Unwritable
from cm.store.files import lock, read_json, replace, replace_json, sweep_leftovers


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path):
    path = tmp_path / "a b" / "f"
    replace(path, b"one")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    replace(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(path.parent) == ["f"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"one")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    replace(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"two"


def test_a_failed_replace_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "f"
    replace(path, b"one")

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritable, match="disk is full"):
        replace(path, b"two")
    assert path.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["f"]


def test_a_folder_in_the_way_is_unwritable(tmp_path):
    (tmp_path / "d").mkdir()
    with pytest.raises(Unwritable):
        replace(tmp_path / "d", b"x")


def test_the_lock_names_its_holder_when_it_cannot_be_had(tmp_path):
    path = tmp_path / "state" / "lock"
    code = "import sys; from pathlib import Path; from cm.store.files import lock\nwith lock(Path(sys.argv[1]), who='cm add'): print('held', flush=True); sys.stdin.read()"
    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=world
    )
    try:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Busy) as caught, lock(path, timeout=0.1):
            pass
        assert f"process {holder.pid} (cm add)" in caught.value.message
    finally:
        holder.kill()
        holder.wait()
    with lock(path, timeout=5):
        pass


def test_small_documents_are_read_back_and_damage_names_its_line(tmp_path):
    path = tmp_path / "x.json"
    assert read_json(path, {"none": 1}) == {"none": 1}
    replace_json(path, {"b": 1, "a": "ü"})
    assert read_json(path) == {"a": "ü", "b": 1}
    path.write_text('{\n"a": \n')
    with pytest.raises(Unparsable) as caught:
        read_json(path)
    assert f"{path}:3" in caught.value.message
    with pytest.raises(BadState):
        read_json(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="modes")
def test_what_is_private_is_so_from_its_first_byte(tmp_path, monkeypatch):
    path = tmp_path / "settings.json"
    path.write_bytes(b"token")
    path.chmod(0o600)
    seen = []
    real = os.fchmod
    monkeypatch.setattr(
        os, "fchmod", lambda fd, mode: (seen.append(os.fstat(fd).st_mode & 0o777), real(fd, mode))
    )
    old = os.umask(0o022)
    try:
        replace(path, b"token2", private=False)
    finally:
        os.umask(old)
    assert seen == [0o600]


def test_only_the_leftovers_of_the_dead_are_removed(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (tmp_path / f".f.{gone.pid}-1.tmp").write_text("")
    (tmp_path / f".f.{os.getpid()}-1.tmp").write_text("")
    (tmp_path / ".users.tmp").write_text("")
    assert sweep_leftovers(tmp_path, tmp_path / "none") == 1
    assert sorted(os.listdir(tmp_path)) == sorted([f".f.{os.getpid()}-1.tmp", ".users.tmp"])


def test_json_is_the_same_bytes_for_the_same_value(tmp_path):
    replace_json(tmp_path / "a", json.loads('{"x": 1, "y": 2}'))
    replace_json(tmp_path / "b", json.loads('{"y": 2, "x": 1}'))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
