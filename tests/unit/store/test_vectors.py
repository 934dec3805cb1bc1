"""The cache of vectors: found by model and text, looked at without a trace, made anew when it is broken."""

import os
import sqlite3

import pytest

from cm.store import vectors
from cm.store.vectors import Vectors, sha_of


def test_vectors_come_back_for_the_model_that_made_them(tmp_path):
    path = tmp_path / "cache" / "vectors.db"
    with Vectors.open(path, "mini", "1") as cache:
        cache.put({sha_of("a"): [0.5, -0.25], sha_of("b"): [1.0, 0.0]})
    with Vectors.open(path, "mini", "1") as cache:
        assert {sha: list(vector) for sha, vector in cache.get([sha_of("a"), sha_of("z")]).items()} == {
            sha_of("a"): [0.5, -0.25]
        }
    with Vectors.open(path, "mini", "2") as cache:
        assert cache.get([sha_of("a")]) == {}


def test_more_names_than_one_statement_takes_are_looked_up(tmp_path):
    with Vectors.open(tmp_path / "v.db", "m", "1") as cache:
        cache.put({sha_of(str(at)): [float(at)] for at in range(1200)})
        assert len(cache.get(sha_of(str(at)) for at in range(1300))) == 1200


def test_a_look_at_a_cache_changes_no_byte_of_it_and_makes_none(tmp_path):
    path = tmp_path / "cache" / "v.db"
    with pytest.raises(sqlite3.OperationalError), Vectors.open(path, "m", "1", write=False):
        pass
    assert not path.parent.exists()
    with Vectors.open(path, "m", "1") as cache:
        cache.put({sha_of("a"): [1.0]})
    before = path.read_bytes()
    for write in (True, False):
        with Vectors.open(path, "m", "1", write=write) as cache:
            assert list(cache.get([sha_of("a")])) == [sha_of("a")]
    assert path.read_bytes() == before


def test_a_cache_that_is_in_use_is_not_thrown_away(tmp_path, monkeypatch):
    path = tmp_path / "v.db"
    with Vectors.open(path, "m", "1") as cache:
        cache.put({sha_of("a"): [1.0]})

    def busy(path):
        raise sqlite3.OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(vectors, "_opened", busy)
        with pytest.raises(sqlite3.OperationalError):
            Vectors.open(path, "m", "1")
    with Vectors.open(path, "m", "1") as cache:
        assert list(cache.get([sha_of("a")])) == [sha_of("a")]


@pytest.mark.parametrize(
    "garbage", [b"not a database at all, but long enough to be read as one" * 40, b"\0" * 8192]
)
def test_a_broken_cache_is_made_anew(tmp_path, garbage):
    path = tmp_path / "v.db"
    path.write_bytes(garbage)
    with Vectors.open(path, "m", "1") as cache:
        cache.put({sha_of("a"): [1.0]})
        assert len(cache.get([sha_of("a")])) == 1


def test_the_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "cache" / "v.db"
    before = os.umask(0o022)
    try:
        Vectors.open(path, "m", "1").close()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
