"""What was handed over is erased also where its bytes do not hold the words in one piece."""

import json
import zipfile

import pytest

from cm.flows.erase import erase
from cm.flows.ingest import ingest
from cm.store.journal import Journal
from tests.kit.world import world

WORDS = "the merger with Quillfeather in spring"
KEPT = "the port is open to all of us"
CUES = f"1\n00:00:01,000 --> 00:00:02,000\nAnn: Remember the merger with\n\n2\n00:00:02,100 --> 00:00:03,000\nQuillfeather in spring.\n\n3\n00:00:09,000 --> 00:00:10,000\nBen: {KEPT}\n"
FOLDED = f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Plan\r\nDESCRIPTION:{KEPT}. Then the merger with Quill\r\n feather in spring.\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
SEGMENTS = json.dumps(
    {
        "segments": [
            {"start": 1, "end": 2, "text": "the merger with"},
            {"start": 2, "end": 3, "text": "Quillfeather in spring"},
        ]
    }
)
HANDED = [("a.srt", CUES), ("a.ics", FOLDED), ("a.json", SEGMENTS)]


@pytest.mark.parametrize("name, text", HANDED)
def test_a_file_of_the_inbox_that_says_it_over_several_lines_goes_whole(tmp_path, name, text):
    env = world(tmp_path)
    file = env.home.root / "inbox" / name
    other = file.with_name("other.srt")
    file.parent.mkdir(parents=True)
    file.write_text(text, newline="")
    other.write_text(f"1\n00:00:01,000 --> 00:00:02,000\n{KEPT}\n")
    ingest(env)
    told = erase(env, WORDS, "a test", dry_run=True)
    assert f"inbox/{name}" in {place.where for place in told.places}
    assert file.exists()
    erase(env, WORDS, "a test", yes=True)
    assert not file.exists()
    assert other.exists()
    journal = Journal(env.home.journal)
    assert not any("Quillfeather" in path.read_text() for path in journal.files())


@pytest.mark.parametrize("name, text", HANDED)
def test_a_file_elsewhere_that_says_it_so_is_named(tmp_path, name, text):
    env = world(tmp_path)
    file = tmp_path / name
    file.write_text(text, newline="")
    ingest(env, paths=[file])
    told = erase(env, WORDS, "a test", yes=True)
    assert str(file) in {each.where for each in told.unreached}


def test_a_damaged_archive_holds_no_erasure_up(tmp_path):
    env = world(tmp_path)
    inbox = env.home.root / "inbox"
    inbox.mkdir(parents=True)
    with zipfile.ZipFile(inbox / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", "[]" * 400)
    data = bytearray((inbox / "a.zip").read_bytes())
    data[48:54] = b"\xff" * 6
    (inbox / "a.zip").write_bytes(data)
    (inbox / "a.srt").write_text(f"1\n00:00:01,000 --> 00:00:02,000\nwe plan {WORDS}\n")
    ingest(env)
    assert erase(env, WORDS, "a test", yes=True).places
    assert "Quillfeather" not in (inbox / "a.srt").read_text()


def chats(*names):
    return [
        {
            "id": name,
            "title": name,
            "create_time": 1_790_000_000,
            "mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"parts": [f"words of {name}"]}}}},
        }
        for name in names
    ]  # fmt: skip


def test_a_session_of_an_export_goes_out_of_the_file_of_the_inbox_and_the_others_stay(tmp_path):
    env = world(tmp_path)
    inbox = env.home.root / "inbox"
    inbox.mkdir(parents=True)
    (inbox / "conversations.json").write_text(json.dumps(chats("one", "two")))
    with zipfile.ZipFile(inbox / "a.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps(chats("three", "four")))
    ingest(env)
    erase(env, "chatgpt/one", "a test", yes=True)
    erase(env, "chatgpt/three", "a test", yes=True)
    assert json.loads((inbox / "conversations.json").read_text()) == chats("two")
    assert not (inbox / "a.zip").exists()
    assert {head.id for head in Journal(env.home.journal).sessions()} == {"chatgpt/two", "chatgpt/four"}
    assert ingest(env).total.events == 0


def test_a_session_goes_out_of_an_earlier_export_and_out_of_copies_under_another_name(tmp_path):
    env = world(tmp_path)
    inbox = env.home.root / "inbox"
    (inbox / "more").mkdir(parents=True)
    (inbox / "2025.json").write_text(json.dumps(chats("one", "two")))
    with zipfile.ZipFile(inbox / "2025.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps(chats("one")))
    for name in ("a.srt", "more/b.srt"):
        (inbox / name).write_text(CUES)
    (inbox / "other.srt").write_text(CUES.replace("Quillfeather", "nobody"))
    ingest(env)
    (inbox / "2026.json").write_text(json.dumps(chats("one", "two", "three")))
    ingest(env)
    heads = {head.host: head.id for head in Journal(env.home.journal).sessions()}
    told = erase(env, "chatgpt/one", "a test", dry_run=True)
    assert {(place.where, place.done) for place in told.places} >= {
        ("inbox/2025.json", "rewritten"), ("inbox/2026.json", "rewritten"), ("inbox/2025.zip", "removed"),
    }  # fmt: skip
    assert (inbox / "2025.zip").exists()
    erase(env, "chatgpt/one", "a test", yes=True)
    left = {path.name: json.loads(path.read_text()) for path in inbox.glob("*.json")}
    assert left == {"2025.json": chats("two"), "2026.json": chats("two", "three")}
    assert not (inbox / "2025.zip").exists()
    assert (inbox / "more/b.srt").exists()
    erase(env, WORDS, "a test", yes=True)
    assert not (inbox / "a.srt").exists()
    assert not (inbox / "more/b.srt").exists()
    assert (inbox / "other.srt").exists()
    assert heads["voice-transcripts"] in {head.id for head in Journal(env.home.journal).sessions()}


def test_what_an_erased_session_said_is_in_no_copy_of_the_inbox(tmp_path):
    env = world(tmp_path)
    inbox = env.home.root / "inbox"
    (inbox / "more").mkdir(parents=True)
    for name in ("a.ics", "more/b.ics"):
        (inbox / name).write_text(FOLDED, newline="")
    ingest(env)
    (head,) = Journal(env.home.journal).sessions()
    erase(env, head.id, "a test", yes=True)
    assert not list(inbox.rglob("*.ics"))


def test_with_the_history_of_a_file_go_the_copies_of_the_inbox(tmp_path):
    env = world(tmp_path)
    folder = env.home.root / "inbox" / "-1a"
    folder.mkdir(parents=True)
    listed = [{"id": "one.py", "timestamp": 1}, {"id": "two.py", "timestamp": 2}, {"id": "../../x"}]
    (folder / "entries.json").write_text(
        json.dumps({"version": 1, "resource": "file:///w/a.py", "entries": listed})
    )
    for name in ("one.py", "two.py", "other.py"):
        (folder / name).write_text("x = 1\n")
    (folder.parent.parent / "x").write_text("")
    ingest(env)
    (head,) = Journal(env.home.journal).sessions()
    erase(env, head.id, "a test", yes=True)
    assert [path.name for path in folder.iterdir()] == ["other.py"]
    assert (folder.parent.parent / "x").exists()


def test_the_file_elsewhere_of_a_session_that_was_handed_over_is_named(tmp_path):
    env = world(tmp_path)
    (tmp_path / "talk.srt").write_text(CUES)
    ingest(env, paths=[tmp_path / "talk.srt"])
    (head,) = Journal(env.home.journal).sessions()
    told = erase(env, head.id, "a test", yes=True)
    assert str(tmp_path / "talk.srt") in {each.where for each in told.unreached}


def test_every_export_elsewhere_that_holds_an_erased_session_is_named(tmp_path):
    env = world(tmp_path)
    for year, names in ((2024, ["two"]), (2025, ["one", "two"]), (2026, ["one", "two"])):
        (tmp_path / f"{year}.json").write_text(json.dumps(chats(*names)))
        ingest(env, paths=[tmp_path / f"{year}.json"])
    told = erase(env, "chatgpt/one", "a test", yes=True)
    assert [each.where for each in told.unreached] == [
        str(tmp_path / "2026.json"),
        str(tmp_path / "2025.json"),
    ]
