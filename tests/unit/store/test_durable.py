import os

import pytest

from cm.errors import Unwritable
from cm.store import durable
from cm.store.durable import sync_files


@pytest.mark.parametrize("number", [0, 1, 3, 40])
def test_every_file_is_brought_to_the_disk(tmp_path, monkeypatch, number):
    paths = [tmp_path / f"{n}" for n in range(number)]
    for path in paths:
        path.write_text("x")
    synced = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino) or real(fd))
    sync_files(paths)
    assert sorted(synced) == sorted(path.stat().st_ino for path in paths)


@pytest.mark.parametrize("number", [1, 9])
def test_a_file_that_cannot_be_opened_is_named(tmp_path, number):
    paths = [tmp_path / f"{n}" for n in range(number)]
    for path in paths[:-1]:
        path.write_text("x")
    with pytest.raises(Unwritable, match=str(paths[-1])):
        sync_files(paths)


def test_without_threads_it_takes_one_after_the_other(tmp_path, monkeypatch):
    import concurrent.futures

    class NoPool:
        def __init__(self, _):
            raise RuntimeError("can't start new thread")

    paths = [tmp_path / f"{n}" for n in range(6)]
    for path in paths:
        path.write_text("x")
    done = []
    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", NoPool)
    monkeypatch.setattr(durable, "_sync", done.append)
    sync_files(paths)
    assert done == paths
