from difflib import unified_diff

import pytest

from cm.cli.diffs import shown_diff

ENTRY = '"PreToolUse":[{"matcher":"^(Bash|Write|Edit|MultiEdit)$","hooks":[{"type":"command","command":"/usr/bin/python3.11 -I -S -E /home/u/.cm/guards/claude-code.py","timeout":10}]}]'
BEFORE = '{"permissions":{"allow":["Bash(ls:*)","Bash(git status:*)","Bash(git diff:*)","Bash(npm test:*)"]},"hooks":{"PostToolUse":[{"matcher":"Edit","hooks":[]}]}}'
AFTER = BEFORE[:-2] + "," + ENTRY + "}}"


def diff(old, new):
    lines = (text.splitlines(keepends=True) for text in (old, new))
    return "".join(
        line if line.endswith("\n") else line + "\n\\ no line break at the end\n"
        for line in unified_diff(*lines, "/h/settings.json", "/h/settings.json", n=2)
    )


@pytest.mark.parametrize("columns", [80, 50, 40])
def test_in_a_file_of_one_long_line_the_entry_is_shown_and_nothing_else_of_it(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    rows = shown_diff(diff(BEFORE, AFTER)).splitlines()
    assert all(len(row) <= columns for row in rows)
    added = "".join(row[1:] for row in rows if row.startswith("+") and not row.startswith("+++"))
    assert "".join(added.split()) == "".join(("," + ENTRY).split())
    assert not [row for row in rows[3:] if row.startswith("-")]
    assert "Bash(ls:*)" not in "".join(rows)


def test_what_is_taken_out_or_renewed_in_a_long_line_is_shown(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    rows = shown_diff(diff(AFTER + "\n", BEFORE + "\n")).splitlines()
    taken = "".join(row[1:] for row in rows[3:] if row.startswith("-"))
    assert "".join(taken.split()) == "".join(("," + ENTRY).split())
    renewed = shown_diff(diff(AFTER, AFTER.replace('"timeout":10', '"timeout":9'))).splitlines()
    assert [row for row in renewed[3:] if row[0] in "+-"] == ["-10", "+9"]


def test_a_long_line_of_its_own_is_wrapped_below_its_indent(monkeypatch):
    monkeypatch.setenv("COLUMNS", "44")
    old, new = "{\n}\n", '{\n\t"command": "/usr/bin/python3.11 -I -S -E /home/u/x.py"\n}\n'
    assert shown_diff(diff(old, new)).splitlines()[3:] == [
        " {",
        '+    "command": "/usr/bin/python3.11 -I -S',
        '+        -E /home/u/x.py"',
        " }",
    ]


def test_a_long_file_of_ours_is_cut_and_short_changes_stay_as_they_are(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert shown_diff(diff('{"a": 1}\n', '{"a": 2}\n')).splitlines()[3:] == ['-{"a": 1}', '+{"a": 2}']
    rows = shown_diff(diff("", "".join(f"line {n}\n" for n in range(60)))).splitlines()
    assert rows[-1] == "  … 39 lines more: --json"
    assert len(rows) == 25
