"""What is cut out of bytes, whatever file they are of; and archives that hold it go whole."""

import gzip
import json
import zipfile

import pytest

from cm.core.serving.buried import Tombstone, bury
from cm.core.serving.tombstones import Tombstones
from cm.store.home import Home
from cm.store.knife import Knife
from cm.store.leftovers import clean_cache, clean_files, kept_that_hold
from cm.store.playbook import document_of

KEY = b"k" * 32
WORDS = "quokka secret handshake"


def knife(words=WORDS, typed=True, events=(), **more):
    buried = (bury(KEY, words, typed=typed, events=events),) if words else ()
    return Knife(Tombstones(KEY, (Tombstone("e-1", "", buried),)), **more)


def book(*items):
    return "# mine\nschema: 1\nrules:\n" + "".join(
        f"  - id: {name}\n    text: {text}\n    kind: rule\n    category: general\n    scope: {{}}\n    state: active\n"
        "    origin: {by: human, at: 2026-11-30T09:12:00Z}  # typed\n" for name, text in items
    )  # fmt: skip


def test_a_playbook_stays_one_and_only_what_held_it_changes():
    text = book(
        ("r-a", f"Say the {WORDS}."), ("r-b", "Keep it."), ("r-c", f"{WORDS} first"), ("r-d", f"'{WORDS}'")
    )
    new = knife().cleaned(f"# {WORDS} here\n{text}".encode()).decode()
    read = document_of("x", new).playbook
    assert [rule.text for rule in read] == ["Say the [erased].", "Keep it.", "[erased] first"]
    assert new.startswith("# [erased] here\n# mine\n")
    assert book(("r-b", "Keep it.")).split("rules:\n")[1] in new


def test_a_playbook_that_cannot_be_read_loses_the_words_all_the_same():
    for text in (
        f"rules:\n  - id: [\n    text: {WORDS}\n",
        f"rules: [{{id: r-a, text: {WORDS}}}]\n",
        f"rules:\n- {WORDS}\n",
    ):
        assert WORDS not in knife().cleaned(text.encode()).decode()


def test_words_folded_over_lines_are_one_text():
    text = "rules:\n  - id: r-a\n    text: >-\n      the quokka\n      secret\n      handshake today\n"
    assert "handshake" not in knife().cleaned(text.encode()).decode()


def test_a_short_rule_is_cut_where_it_is_all_that_is_said():
    short = knife("Use pnpm.", typed=False, events=("e-5",))
    lines = [
        {"t": "e", "id": "e-5", "seq": 1, "by": "user", "kind": "message", "text": "no, use pnpm here"},
        {"t": "e", "id": "e-6", "seq": 2, "by": "user", "kind": "message", "text": "we use pnpm there"},
        {"say": "use PNPM", "task": "use pnpm workspaces"},
    ]
    new = [
        json.loads(line)
        for line in short.cleaned(b"\n".join(json.dumps(line).encode() for line in lines)).splitlines()
    ]
    assert [line.get("text") for line in new] == ["no, [erased] here", "we use pnpm there", None]
    assert new[2] == {"say": "[erased]", "task": "use pnpm workspaces"}


def test_lines_of_a_rule_and_of_a_session_keep_who_and_when():
    cut = knife("", rules=frozenset({"r-x"}), sessions={"claude-code/1234567890": "erased/ab"})
    decision = {
        "id": "d-1", "verdict": "added", "say": "it is new", "proposed": "words", "rules": ["r-x"],
        "after": [{"id": "r-x", "text": "words"}, {"id": "r-y", "text": "others", "contests": ["r-x"], "state": "contested"}],
        "quotes": ["claude-code/1234567890#e-1"],
    }  # fmt: skip
    assert cut.value(decision) == {
        "id": "d-1", "verdict": "added", "say": "[erased]", "proposed": "[erased]", "rules": ["r-x"],
        "after": [{"id": "r-y", "text": "others", "state": "active"}], "quotes": ["erased/ab#e-1"],
    }  # fmt: skip
    proof = {
        "session": "claude-code/1234567890",
        "event": "e-1",
        "by": "user",
        "quote": "words",
        "span": [1, 2],
    }
    assert cut.value(proof) == {"session": "erased/ab", "by": "user", "quote": "[erased]"}
    assert cut.value({"rule": "r-x", "verdict": "harmful", "reason": "words"})["reason"] == "[erased]"
    assert (
        cut.message("Added r-x (new): words\n\nRetired r-y (asked): others")
        == "Added r-x (new): [erased]\n\nRetired r-y (asked): others"
    )


@pytest.mark.parametrize(
    "data", [b"", b"\0\1\2", b"{", b"[1,2", b"\xff\xfe", b"rules:", b"plain text\n", b'{"a":1}\n\n{"b":']
)
def test_bytes_without_it_are_the_very_same(data):
    assert knife().cleaned(data) is data


def test_archives_and_databases_that_hold_it_go_and_others_stay(tmp_path):
    home = Home(tmp_path)
    (home.root / "backups").mkdir()
    for name, text in (("bad", f'{{"say": "{WORDS}"}}'), ("good", "nothing")):
        with zipfile.ZipFile(home.root / f"backups/{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("playbook.yaml", text * 9)
        (home.root / f"backups/{name}.json.gz").write_bytes(gzip.compress(text.encode()))
        (home.root / f"backups/{name}.db").write_bytes(b"SQLite format 3\0" + text.encode())
    home.config.write_text(WORDS)
    home.cache.mkdir()
    (home.cache / "vectors.db").write_text("x")
    (home.cache / "vectors.db-wal").write_text(WORDS)
    assert {each.done for each in clean_files(home, knife(), dry_run=True)} == {"removed"}
    told = list(clean_files(home, knife()))
    assert sorted(each.where for each in told) == ["backups/bad.db", "backups/bad.json.gz", "backups/bad.zip"]
    assert sorted(path.name for path in (home.root / "backups").iterdir()) == [
        "good.db",
        "good.json.gz",
        "good.zip",
    ]
    assert list(kept_that_hold(home, knife())) == [home.config]
    assert [each.where for each in clean_cache(home)] == ["cache/vectors.db"]
    assert list(home.cache.iterdir()) == []
