import hashlib

import pytest

from cm.store.cass import is_store, read_store
from tests.kit.cass import cass_store


def test_every_kind_of_file_is_found(tmp_path):
    store = read_store(cass_store(tmp_path))
    assert len(store.playbook.items) == 10
    assert store.config["maxBulletsInContext"] == 20
    assert [file for file, _ in store.diaries] == ["diary/diary-1.json"]
    counts = (store.outcomes, store.shown, store.blocked, store.traumas, store.starters)
    assert [len(each) for each in counts] == [2, 1, 1, 1, 1]
    assert store.flaws == ()


def test_what_stays_is_named_with_a_reason(tmp_path):
    store = read_store(cass_store(tmp_path, **{"strange.bin": "x"}))
    left = {each.file: each.why for each in store.left}
    assert set(left) == {
        "onboarding-state.json", "reflections/home.processed.log", "usage.jsonl", "embeddings/cache.bin", "privacy-audit.jsonl", "strange.bin",
    }  # fmt: skip
    assert [file for file, why in left.items() if "not known" in why] == ["strange.bin"]


def test_nothing_is_written_there(tmp_path):
    folder = cass_store(tmp_path)
    before = {
        path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()
    }
    read_store(folder)
    assert {
        path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()
    } == before


def test_older_logs_of_withdrawals_are_read(tmp_path):
    line = '{"id": "b-1", "content": "Use spaces everywhere.", "reason": "no", "forgottenAt": "2026-01-01T00:00:00Z"}\n'
    store = read_store(
        cass_store(tmp_path, **{"blocked.log": None, "toxic_bullets.log": line, "toxic.log": line})
    )
    assert len(store.blocked) == 2


@pytest.mark.parametrize(
    "file, text",
    [
        ("playbook.yaml", "bullets: [\n"), ("playbook.yaml", "hello"), ("config.json", "{"), ("diary/diary-1.json", "{"),
        ("outcomes.jsonl", "{\n"), ("blocked.log", "not json\n"), ("starters/web.yaml", ": :"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_and_the_others_are_read(tmp_path, file, text):
    store = read_store(cass_store(tmp_path, **{file: text}))
    assert file in {flaw.file for flaw in store.flaws}
    assert len(store.traumas) == 1


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path):
    cass_store(tmp_path, **{"outcomes.jsonl": None})
    (tmp_path / "outcomes.jsonl").mkdir()
    assert read_store(tmp_path).outcomes == ()


def test_a_store_is_known_by_its_files(tmp_path):
    assert not is_store(tmp_path)
    assert not is_store(tmp_path / "nowhere")
    assert is_store(cass_store(tmp_path))
