"""The user's word is kept whole; a word that cannot be read is an error, never a yes."""

import pytest

from cm.errors import BadState, NewerSchema, Unparsable
from cm.flows.uses import note
from cm.model.privacy import Lists, Privacy, Use
from cm.store.excluded import (
    Excluded,
    hashed,
    ignore_files,
    ignore_lines,
    read_excluded,
    stance_of,
    write_excluded,
)
from cm.store.home import Home
from cm.store.privacy import read_privacy, read_uses, write_privacy


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def test_nothing_said_is_the_default(home):
    assert read_privacy(home) == Privacy()


def test_what_was_said_is_read_again(home):
    said = Privacy(
        True, "2026-11-30T12:00:00Z", "human", Lists(("codex",), ("cursor",)), Lists(deny=("a/b",))
    )
    write_privacy(home, said)
    assert read_privacy(home) == said


@pytest.mark.parametrize(
    "text, error",
    [
        ("{", Unparsable),
        ("[]", BadState),
        ('{"schema": 99}', NewerSchema),
        ('{"across": "yes"}', BadState),
        ('{"hosts": ["codex"]}', BadState),
        ('{"hosts": {"deny": "codex"}}', BadState),
        ('{"projects": {"deny": [3]}}', BadState),
    ],
)
def test_what_cannot_be_read_is_no_yes(home, text, error):
    home.root.mkdir()
    home.privacy.write_text(text)
    with pytest.raises(error):
        read_privacy(home)


def test_uses_are_appended_and_a_damaged_line_is_passed_over(home):
    use = Use("2026-11-30T12:00:00Z", "context", "codex", {"cursor": 2}, "agent")
    note(
        str(home.root),
        use.at,
        use.door,
        use.used_for,
        ["cursor/a", "cursor/b", "cursor/a", "codex/c"],
        use.by,
    )
    with home.privacy_log.open("a") as file:
        file.write('{"at": "torn\n')
    note(
        str(home.root),
        use.at,
        use.door,
        use.used_for,
        ["cursor/a", "cursor/b", "cursor/a", "codex/c"],
        use.by,
    )
    assert read_uses(home) == (use, use)


def test_what_was_left_out_is_remembered_without_a_name_in_clear(home):
    known = Excluded(
        "s", {hashed("/a/secret.jsonl"): (3, 4)}, {hashed("codex/secret")}, {"e-1"}, {"/srv/shop"}
    )
    write_excluded(home, known)
    assert read_excluded(home) == known
    assert "secret" not in home.excluded.read_text()
    home.excluded.write_text("{")
    assert read_excluded(home) == Excluded()


def test_ignore_files_are_looked_for_upward_to_the_users_home(tmp_path):
    deep = tmp_path / "user/work/shop/api"
    deep.mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "user", deep):
        (folder / ".cmignore").write_text("*\n")
    found = ignore_files(str(deep), tmp_path / "user")
    assert found == (tmp_path / "user/.cmignore", deep / ".cmignore")
    assert ignore_files("relative", tmp_path) == ()


def test_an_ignore_file_that_cannot_be_read_leaves_everything_out(tmp_path):
    assert ignore_lines(tmp_path) == ("*",)


def test_the_stance_changes_with_the_lists_and_with_every_ignore_file(tmp_path):
    (tmp_path / "shop").mkdir()
    places = [str(tmp_path / "shop")]
    first = stance_of(b"[]", places, tmp_path)
    assert stance_of(b"[]", [*places, "/srv/gone"], tmp_path) == first
    assert stance_of(b"[1]", places, tmp_path) != first
    (tmp_path / "shop/.cmignore").write_text("a\n")
    second = stance_of(b"[]", places, tmp_path)
    (tmp_path / "shop/.cmignore").write_text("b\n")
    assert len({first, second, stance_of(b"[]", places, tmp_path)}) == 3
