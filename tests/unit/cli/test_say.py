"""Pieces of text: they fit the width, keep scripts readable, and cannot drive a terminal."""

import pytest

from cm.cli import paint, say


@pytest.mark.parametrize(
    "columns, expected", [("80", 80), ("40", 40), ("10", 32), ("500", 100), ("", 80), ("x", 80)]
)
def test_a_line_is_never_wider_than_reads_well(monkeypatch, columns, expected):
    monkeypatch.setenv("COLUMNS", columns)
    assert say.width() == expected


@pytest.mark.parametrize("text", ["word " * 60, "字" * 120, "слово " * 60, "x" * 300, "ééé " * 50])
def test_paragraphs_fit(monkeypatch, text):
    monkeypatch.setenv("COLUMNS", "40")
    for line in say.para(text, 2, "- ").splitlines():
        assert say.cells(line) <= 40


def test_wrapping_loses_no_word(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    text = "Сначала запусти тесты, потом правь код and then commit 字字字"
    assert " ".join(say.para(text, 2).split()) == text


def test_control_and_direction_characters_do_not_reach_the_terminal():
    assert say.clean("a\x1b[31mb\u202ec\nd") == "a[31mbc d"


def test_a_quote_says_who_where_and_when():
    text = say.quote("no, use uv", "user", "claude-code/0123456789abcdef", "2026-11-30T09:12:00Z")
    assert text == "  “no, use uv” — user, claude-code/01234567, 2026-11-30"


def test_a_quote_that_fills_its_line_puts_the_author_on_the_next(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = say.quote("no, use uv run pytest in here please", "user", "h/1", "2026-11-30").splitlines()
    assert lines[-1].strip() == "— user, h/1, 2026-11-30"
    assert all(say.cells(line) <= 40 for line in lines)


def test_short_ids_stay_unique():
    ids = ["r-aaaaaaaabcdef", "r-aaaaaaaacdefg", "r-bbbbbbbbbbbbb"]
    short = say.shortened(ids)
    assert short == {ids[0]: "r-aaaaaaaab", ids[1]: "r-aaaaaaaac", ids[2]: "r-bbbbbbbb"}
    assert say.short("r-general-01") == "r-general-01"


def test_columns_stand_under_one_another_also_with_wide_characters():
    text = say.columns([("字", "a"), ("ab", "b")])
    assert text == "字  a\nab  b"


def test_columns_that_do_not_fit_are_stacked(monkeypatch):
    monkeypatch.setenv("COLUMNS", "32")
    text = say.columns([("a" * 20, "b" * 20)])
    assert text.splitlines() == ["a" * 20, "  " + "b" * 20]


def test_cutting_says_that_something_is_missing():
    assert say.cut("abcdef", 4) == "abc…"
    assert say.cut("字字字", 4) == "字…"
    assert say.cut("abc", 4) == "abc"


def test_counts_are_spelt_for_people():
    assert [say.count(n, "rule") for n in (0, 1, 1200)] == ["0 rules", "1 rule", "1,200 rules"]
    assert say.count(2, "diary", "diaries") == "2 diaries"


def test_the_end_of_a_projects_name_is_kept():
    assert say.place("github.com/acme/shop", 40) == "github.com/acme/shop"
    assert say.place("/home/dev/projects/a/runs/claude-code/proj", 30) == "…/a/runs/claude-code/proj"
    assert say.place("/home/" + "x" * 50, 20) == "x" * 19 + "…"
    assert say.place("x" * 50, 20) == "x" * 19 + "…"


def test_a_first_commit_is_told_as_short_as_git_tells_it():
    root = "root:" + "e709c903" * 5
    assert say.place(root, 40) == "root:e709c903"
    assert say.about(f"person:Amal, project:{root}, user") == "person:Amal, project:root:e709c903, user"
    assert say.about("project:github.com/acme/shop") == "project:github.com/acme/shop"
    assert say.about("the project:root") == "the project:root"


@pytest.mark.parametrize("word", ["/home/dev/projects/a/one/long/path", "…/dev/projects/a/one/long/path/ä"])
def test_a_long_word_is_moved_to_a_line_of_its_own_and_not_broken(monkeypatch, word):
    monkeypatch.setenv("COLUMNS", "44")
    told = say.para(f"{word} · main", first="claude-code/dae478e9  ", hang=2)
    assert told.splitlines() == ["claude-code/dae478e9", f"  {word} · main"]


@pytest.mark.parametrize(
    "session, name",
    [
        ("claude-code/7692c3ad-3540-4b80-8c02-0b3aee66cd88", "claude-code/7692c3ad"),
        ("codex/01a22bfa-9a35-7c12-8fa2-5d2e014ca5b8", "codex/01a22bfa-9a35"),
        ("aider/20240805193332-5pepdjv2", "aider/20240805193332"),
        ("opencode/ses_39b2f9630ffewQksq2Ld8n4axU", "opencode/ses_39b2f9630ffe"),
        ("copilot-cli/01KXYAY6X6AX6YHS3EQP27BY7E", "copilot-cli/01KXYAY6X6AX6"),
        ("without a host, whatever it is", "without a host, what"),
    ],
)
def test_a_sessions_name_tells_it_from_those_of_the_same_minute(session, name):
    assert say.session_name(session) == name


DRIVES = "\x1b]0;gone\x07\x9b31m\u202e"


@pytest.mark.parametrize(
    "shown",
    [
        say.para("words", 2, f"codex/{DRIVES}  "),
        say.quote("words", DRIVES, f"codex/{DRIVES}", DRIVES),
        say.quote("words " * 40, "user", f"codex/{DRIVES}"),
        say.fit(f"  a{DRIVES}\n\tb\n"),
        say.at_terminal(f"  a{DRIVES}\n\tb\n"),
        "\n".join(say.wrapped("words", DRIVES, "  ", 40)),
    ],
)
def test_nothing_that_is_stored_drives_a_terminal_wherever_it_stands_in_a_line(shown):
    assert not set(shown) & set("\x1b\x07\x9b\u202e")


def test_what_is_shown_as_it_is_keeps_its_white_space_and_our_own_colours():
    painted = paint.painted("  def f():\n\treturn 1", "bold", True)
    assert say.at_terminal(painted) == painted
    assert say.at_terminal("\x1b[2J\x1b[1ma") == "[2J\x1b[1ma"
