"""A long array is read element by element, and nothing in it makes the reading raise."""

import json
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.hosts.registry import HOSTS, recognise
from cm.model.host import Record
from cm.model.session import Skipped
from cm.store import elements as module
from cm.store.elements import Archive, Elements
from cm.store.transcripts import first_values, reader


def read(path, data, **more):
    path.write_bytes(data)
    how = Elements(path, **more)
    items = list(how.records())
    return (
        [item.value for item in items if isinstance(item, Record)],
        [item.reason for item in items if isinstance(item, Skipped)],
        how,
    )


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(module, "_CHUNK", 7)


OBJECTS = [{"a": 'x"]}\\'}, {"b": [1, {"c": "é\n"}]}, {}]


@pytest.mark.parametrize("indent", [None, 2])
def test_every_object_is_a_record(tmp_path, indent):
    data = json.dumps(OBJECTS, indent=indent).encode()
    assert read(tmp_path / "a.json", b"\xef\xbb\xbf" + data + b"\n")[:2] == (OBJECTS, [])


def test_reading_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(json.dumps(OBJECTS).encode())
    for number in range(len(OBJECTS)):
        how = Elements(path)
        records = how.records()
        for _ in range(number + 1):
            next(records)
        rest = [item.value for item in Elements(path, offset=how.offset).records()]
        assert rest == OBJECTS[number + 1 :]


@pytest.mark.parametrize(
    "data, values, reasons",
    [
        (b'[{"a":1},{"b":', [{"a": 1}], ["unfinished-last-line"]),
        (b'[{"a":1},3,"x",{"b":2}]', [{"a": 1}, {"b": 2}], ["not-object", "not-object"]),
        (b'[{"a":nope},{"b":2}]', [{"b": 2}], ["not-json"]),
        (b'[{"a":1}] trailing', [{"a": 1}], ["after-the-array"]),
        (b"[]", [], []),
        (b"", [], []),
        (b'[{"a":1}}', [{"a": 1}], ["unfinished-last-line"]),
        (b'["x', [], ["unfinished-last-line"]),
    ],
)
def test_what_is_damaged_is_told(tmp_path, data, values, reasons):
    assert read(tmp_path / "a.json", data)[:2] == (values, reasons)


def test_an_element_that_is_too_long_ends_the_reading(tmp_path):
    data = json.dumps([{"a": 1}, {"b": "x" * 500}, {"c": 2}]).encode()
    values, reasons, how = read(tmp_path / "a.json", data, most=100)
    assert (values, reasons) == ([{"a": 1}], ["element-too-long"])
    assert how.offset == data.index(b'{"b"')


@settings(max_examples=150, deadline=None)
@given(data=st.one_of(st.binary(max_size=60), st.text('[]{}",:\\ a1', max_size=60).map(str.encode)))
def test_nothing_makes_it_raise_or_stand_still(tmp_path_factory, data):
    read(tmp_path_factory.getbasetemp() / "law.json", b"[" + data)


CHAT = {"uuid": "u-1", "name": "n", "chat_messages": [{"uuid": "m", "sender": "human", "text": "hello"}]}


def archive(path, members, password=False):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, value in members.items():
            out.writestr(name, json.dumps(value))
    return path


def test_an_export_is_read_out_of_its_archive(tmp_path):
    path = archive(
        tmp_path / "export.zip",
        {"data/conversations-000.json": [CHAT], "users.json": [{"email": "a@b.example"}]},
    )
    host = recognise(first_values(path))
    assert host is HOSTS["claude-export"]
    assert [item.value for item in reader(host, path).records()] == [CHAT]


def test_an_archive_of_something_else_is_nobodys(tmp_path):
    assert recognise(first_values(archive(tmp_path / "x.zip", {"a.json": [CHAT]}))) is None
    (tmp_path / "y.zip").write_bytes(b"PK\x03\x04 no archive")
    assert [item.reason for item in Archive(tmp_path / "y.zip").records()] == ["damaged-zip"]
    assert module.archive_stamp(tmp_path / "y.zip") == 0


def test_an_archive_that_grew_is_seen_by_its_contents(tmp_path):
    one = module.archive_stamp(archive(tmp_path / "a.zip", {"conversations.json": [CHAT]}))
    again = module.archive_stamp(archive(tmp_path / "b.zip", {"conversations.json": [CHAT]}))
    more = module.archive_stamp(archive(tmp_path / "c.zip", {"conversations.json": [CHAT, CHAT]}))
    assert one == again != more


def test_only_a_long_array_is_read_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SMALL", 20)
    host = HOSTS["claude-export"]
    for data, kind in ((json.dumps([CHAT]), "Elements"), (json.dumps(CHAT), "Document"), ("[]", "Document")):
        path = tmp_path / "conversations.json"
        path.write_text(data)
        assert type(reader(host, path)).__name__ == kind


def test_the_last_copy_beside_a_history_is_read_with_it_and_nothing_else(tmp_path):
    host = HOSTS["editor-history"]
    secret = tmp_path / "secret.txt"
    secret.write_text("no")
    folder = tmp_path / "h"
    folder.mkdir()
    (folder / "b.py").write_text("x = 1\n" * 50_000)
    (folder / "n.py").write_bytes(b"\0\1")
    (folder / "link.py").symlink_to(secret)

    def last(name):
        (folder / "entries.json").write_text(
            json.dumps({"version": 1, "resource": "file:///a.py", "entries": [{"id": "a.py"}, {"id": name}]})
        )
        items = list(reader(host, folder / "entries.json").records())[1:]
        return [item.reason if isinstance(item, Skipped) else len(item.value["text"]) for item in items]

    assert last("b.py") == [64 * 1024]
    assert last("n.py") == ["binary-copy"]
    assert last("gone.py") == ["no-copy"]
    assert last("link.py") == ["no-copy"]
    assert last("../secret.txt") == []
    assert last(3) == []


def test_the_words_in_an_archive_can_be_looked_for(tmp_path):
    path = archive(tmp_path / "a.zip", {"conversations.json": [CHAT], "other.json": ["not these"]})
    assert b"hello" in module.archive_bytes(path)
    assert b"not these" not in module.archive_bytes(path)
    assert len(module.archive_bytes(path, 10)) == 10
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(ValueError, match="zip"):
        module.archive_bytes(tmp_path / "b.zip")


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_packed_as_no_export_is_is_not_unpacked(tmp_path, how):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", how) as archive:
        archive.writestr("conversations.json", json.dumps(OBJECTS))
    assert [item.reason for item in Archive(path).records()] == ["damaged-zip"]
    assert module.archive_stamp(path) == 0
    with pytest.raises(ValueError, match="not read"):
        module.archive_bytes(path)


def test_an_archive_whose_names_are_no_text_is_damaged(tmp_path):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(OBJECTS))
        archive.writestr("\xe9.json", "[]")
    path.write_bytes(path.read_bytes().replace("\xe9".encode(), b"\xff\xff"))
    assert [item.reason for item in Archive(path).records()] == ["damaged-zip"]
    assert module.archive_stamp(path) == 0
    assert first_values(path) == []
