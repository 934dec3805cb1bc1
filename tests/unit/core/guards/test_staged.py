"""Reading git's diffs, and the shape of files, for what is added and would be run."""

import time

import pytest

from cm.core.guards.staged import added, allows, entries, found_in, text_of
from cm.core.guards.staged_kinds import kind_of, pieces
from cm.core.guards.staged_pieces import Piece, statements

KINDS = [
    "sh",
    "powershell",
    "cmd",
    "sql",
    "python3",
    "node",
    "ruby",
    "php",
    "perl",
    "make",
    "just",
    "docker",
    "actions",
    "gitlab",
    "steps",
    "ansible",
    "scripts",
    "commands",
    "procfile",
    "cron",
    "unit",
    "tox",
    "terraform",
    "jenkins",
]


def entry(path, status="M", mode="100644"):
    return f":100644 {mode} {'0' * 40} {'1' * 40} {status}\0".encode() + path + b"\0"


def test_files_are_named_by_bytes_whatever_is_in_them():
    raw = entry(b'a b\n"c') + entry(b"old.sh\0new\xff.sh", "R100") + entry(b"x", "A", "100755")
    found = entries(raw)
    assert [file.path for file in found] == ['a b\n"c', "new\udcff.sh", "x"]
    assert [(file.status, file.mode) for file in found] == [("M", "100644"), ("R", "100644"), ("A", "100755")]
    assert entries(b"") == []
    assert entries(b":100644 100644 0 1 M") == []


def test_a_line_that_looks_like_a_header_is_a_line():
    patch = (
        b"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n-x\n-@@ -1 +1 @@\n+diff --git a/z b/z\n+@@ -9 +9 @@\n++++ b/q\n"
        b"@@ -9,0 +11 @@ def f():\n+new\n\\ No newline at end of file\n"
        b"diff --git a/b b/b\nold mode 100644\nnew mode 100755\n"
        b"diff --git a/c b/c\n--- /dev/null\n+++ b/c\n@@ -0,0 +1,2 @@\n+one\n+two\n"
    )
    files = entries(entry(b"a") + entry(b"b") + entry(b"c", "A"))
    assert added(patch, files) == [{1, 2, 3, 11}, set(), {1, 2}]


def test_a_file_that_changed_its_type_is_two_in_a_patch():
    patch = (
        b"diff --git a/a b/a\ndeleted file mode 120000\n@@ -1 +0,0 @@\n-to\n"
        b"diff --git a/a b/a\nnew file mode 100644\n@@ -0,0 +1 @@\n+x\n"
        b"diff --git a/b b/b\n@@ -0,0 +5 @@\n+y\n"
    )
    assert added(patch, entries(entry(b"a", "T") + entry(b"b"))) == [{1}, {5}]


def test_a_patch_that_is_cut_short_names_what_it_has():
    files = entries(entry(b"a") + entry(b"b"))
    assert added(b"diff --git a/a b/a\n@@ -1 +1,9 @@\n-x\n+y", files) == [{1}, set()]
    assert added(b"", files) == [set(), set()]


@pytest.mark.parametrize(
    ("path", "head", "executable", "kind"),
    [
        ("a.sh", "", False, "sh"), ("bin/x", "#!/usr/bin/env -S python3 -u\n", False, "python3"), ("bin/x", "", True, "sh"),
        ("bin/x", "", False, ""), ("docs/a.md", "", True, ""), ("GNUmakefile", "", False, "make"), ("Dockerfile.dev", "", False, "docker"),
        ("api.dockerfile", "", False, "docker"), (".dockerignore", "", False, ""), (".github/workflows/a.yml", "", False, "actions"),
        (".github/dependabot.yml", "", False, ""), ("x/.gitlab-ci.yml", "", False, "gitlab"), ("package.json", "", False, "scripts"),
        ("package-lock.json", "", False, ""), ("web/node_modules/x/package.json", "", False, ""), ("db/1.sql", "", False, "sql"),
        ("db/down.sql", "", False, ""), ("tests/fixtures/x.sh", "#!/bin/sh\n", True, ""), ("tests/x.sh", "", False, "sh"),
        ("tests/test_x.py", "", False, ""), ("src/x.test.ts", "", False, ""), ("guards/catalogue/git.yaml", "", False, ""),
        (".cm/traumas.jsonl", "", False, ""), ("a\\b\\x.PS1", "", False, "powershell"), ("Jenkinsfile", "", False, "jenkins"),
    ],
)  # fmt: skip
def test_the_kind_of_a_file_is_told_by_name_first_line_and_mode(path, head, executable, kind):
    assert kind_of(path, head, executable) == kind


def test_bytes_that_are_no_text_are_of_no_kind_and_utf_16_is_read():
    assert text_of(b"\x7fELF\0\0", "bin/tool", True) == ("", "")
    assert text_of(b"\x89PNG\0", "logo.png", True) == ("", "")
    assert text_of("git push".encode("utf-16"), "x.ps1", False) == ("powershell", "git push")
    assert text_of(b"\xef\xbb\xbfls\0 -l", "x.sh", False) == ("sh", "ls -l")


def test_statements_of_a_shell_hold_together_what_belongs_together():
    text = "a \\\n  b\ncat <<'E' | sort\nx (\nE\nx=$(\n ls\n)\n# don't\necho \"1\n2\" # '\nls |\n wc\nls"
    lines = list(enumerate(text.split("\n"), 1))
    found = [(one.first, one.last) for one in statements(Piece("sh", lines))]
    assert found == [(1, 2), (3, 5), (6, 8), (9, 9), (10, 11), (12, 13), (14, 14)]


def test_a_mark_in_a_later_text_speaks_for_the_same_line():
    text = "# cm-guard: allow t-1 because */\nrm -rf x\n"
    assert allows(text, "  rm -rf x", "t-1")
    assert not allows(text, "rm -rf x", "t-2")
    assert not allows(text, "rm -rf y", "t-1")


NASTY = [
    "", "\n", "'", '"', "<<", "<<E", "$(" * 3000, "(" * 20_000, "{" * 5000, "\\", "\\\n" * 3000, "a: |\n" * 2000, "- " * 3000, "run:\n- " * 3000,
    '"""' * 3001, "sh '''" * 5000, "`" * 5001, "RUN \\\n" * 3000, "\t\\\n" * 3000, '{"scripts": ' * 500, "\0\ud800\x1b", "x = [\n" * 3000,
    "'" * 20_001, "a" * 200_000, "--" * 50_000, "/*" * 20_000, "$" * 20_001, " " * 100_000 + "run: x", "run: [" * 3000, "cm-guard: allow x " * 3000,
    "$(shell (" * 3000, "command = \"" * 3000, "system(" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_is_too_odd_or_takes_long(kind):
    class Verdict:
        action, id, others = "allow", "", ()

    begun = time.process_time()
    for text in NASTY:
        pieces(kind, text)
        list(found_in(kind, text, {1, 2}, lambda *_: Verdict))
    assert time.process_time() - begun < 5
