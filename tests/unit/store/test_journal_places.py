from cm.store.journal_places import stamp_of


def test_the_stamp_tells_when_a_session_comes_or_goes_and_nothing_else(tmp_path):
    none = stamp_of(tmp_path / "journal")
    month = tmp_path / "journal" / "2026" / "10"
    month.mkdir(parents=True)
    empty = stamp_of(tmp_path / "journal")
    assert empty != none
    (month / "a.jsonl").write_text("{}\n")
    one = stamp_of(tmp_path / "journal")
    assert one != empty
    with open(month / "a.jsonl", "a") as file:
        file.write("{}\n")
    assert stamp_of(tmp_path / "journal") == one
    (month / "a.jsonl").unlink()
    assert stamp_of(tmp_path / "journal") != one
