"""The cache of vectors: found by model and text, erased without a trace."""

import os

import pytest

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


def test_a_forgotten_text_leaves_nothing_in_the_file(tmp_path):
    path = tmp_path / "v.db"
    for model in ("one", "two"):
        with Vectors.open(path, model, "1") as cache:
            cache.put({sha_of("secret"): [0.125] * 384, sha_of("kept"): [0.5] * 384})
    with Vectors.open(path) as cache:
        assert cache.forget([sha_of("secret"), sha_of("unknown")]) == 2
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert sha_of("secret").encode() not in left
    assert sha_of("kept").encode() in left


def test_keeping_only_some_drops_the_others(tmp_path):
    with Vectors.open(tmp_path / "v.db", "m", "1") as cache:
        cache.put({sha_of("a"): [1.0], sha_of("b"): [1.0]})
        assert cache.keep_only([sha_of("a")]) == 1
        assert list(cache.get([sha_of("a"), sha_of("b")])) == [sha_of("a")]


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
    path = tmp_path / "v.db"
    before = os.umask(0o022)
    try:
        Vectors.open(path, "m", "1").close()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
