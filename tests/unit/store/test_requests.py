"""Receipts on disk: read whatever else lies in the file, pruned when past, under one key however many make it at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cm.store import requests
from cm.store.home import Home
from cm.store.requests import Exports, Receipt, as_data, of_data
from cm.store.tombstones import key_of

ONE = Receipt("aa", "c1", "remember", "2026-11-01T00:00:00Z", "script", "t-1", ("user", "repo"), "/r/.cm", "r-1", ("r-2",))  # fmt: skip
TWO = Receipt("bb", "c2", "forget", "2026-11-20T00:00:00Z")


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def test_a_receipt_is_read_as_it_was_kept():
    assert of_data(as_data(ONE)) == ONE
    assert of_data(as_data(TWO)) == TWO


@pytest.mark.parametrize(
    "data", [{}, {"request": 1}, {"request": "a", "layers": "user"}, {"request": "a", "tx": None}]
)
def test_what_is_no_receipt_is_none(data):
    assert of_data(data) is None


def test_the_latest_receipt_of_a_request_holds_and_its_exports_with_it(home):
    requests.keep(home, ONE, before="")
    requests.complete(home, "aa", Exports(("AGENTS.md",), ()))
    assert requests.find(home, "aa") == (ONE, Exports(("AGENTS.md",), ()))
    requests.keep(home, TWO, before="")
    later = Receipt("aa", "c9", "add", "2026-11-21T00:00:00Z")
    requests.keep(home, later, before="")
    assert requests.find(home, "aa") == (later, None)
    assert requests.find(home, "cc") is None


def test_what_is_past_goes_with_what_belongs_to_it(home):
    requests.keep(home, ONE, before="")
    requests.complete(home, "aa", Exports((), ("x",)))
    requests.keep(home, TWO, before="2026-11-10T00:00:00Z")
    assert requests.read_receipts(home) == (TWO,)
    assert "aa" not in home.requests.read_text()


def test_damage_costs_no_other_receipt(home):
    requests.keep(home, ONE, before="")
    with home.requests.open("ab") as file:
        file.write(b'\xff\n[1]\n{"request":"q","refreshed":3}\n{"request":"torn')
    requests.keep(home, TWO, before="")
    assert requests.read_receipts(home) == (ONE, TWO)
    assert requests.find(home, "q") is None


def test_of_many_that_make_the_key_at_once_all_have_the_same(home):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: key_of(home), range(8)))
    assert keys == {key_of(home)}
    assert [path.name for path in home.state.iterdir()] == ["tombstone.key"]


def test_a_key_that_cannot_be_read_is_made_anew(home):
    home.state.mkdir(parents=True)
    home.tombstone_key.write_text("no key")
    assert len(key_of(home)) == 32
    assert key_of(home) == key_of(home)
