"""The door: errors to exit codes, JSON anywhere, a bug told with a report, a closed pipe in silence."""

import errno
import json
import os
import subprocess
import sys

import pytest

from cm.cli import run
from cm.errors import Busy, Exit, NotFound


def raising(error):
    def call(words):
        raise error

    return call


def test_an_answer_is_printed_and_its_exit_returned(capsys):
    code = run.run([], lambda words: run.Answer("list", {"a": 1}, lambda: "text\n", exit=Exit.NO))
    assert (code, capsys.readouterr().out) == (1, "text\n")


@pytest.mark.parametrize("words", [["--json", "list"], ["list", "--json"], ["list", "--json", "x"]])
def test_json_may_stand_anywhere(capsys, words):
    seen = []
    run.run(
        words, lambda rest: seen.append(rest) or run.Answer("list", {"a": "é"}, lambda: "text", notes=("n",))
    )
    assert "--json" not in seen[0]
    out, err = capsys.readouterr()
    assert json.loads(out) == {"schema": "cm.list/1", "ok": True, "data": {"a": "é"}, "notes": ["n"]}
    assert err == ""


def test_a_word_after_two_dashes_is_not_a_switch():
    assert run.split_json(["add", "--", "--json"]) == (["add", "--", "--json"], False)


@pytest.mark.parametrize("error, code", [(NotFound("no rule", hint="look"), 4), (Busy("held"), 6)])
def test_errors_say_what_happened_and_what_to_do(capsys, error, code):
    assert run.run([], raising(error)) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"cm: {error.message}")
    assert error.hint in err


def test_an_error_as_json_is_one_document_on_stdout(capsys):
    assert run.run(["--json"], raising(NotFound("no rule", hint="look", rule="r-1"))) == 4
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is False
    assert document["schema"] == "cm.error/1"
    assert document["error"] == {
        "code": "not-found", "message": "no rule", "hint": "look", "context": {"rule": "r-1"}, "exit": 4,
    }  # fmt: skip


def test_a_bug_ends_with_70_and_a_report_without_the_home_directory(capsys, own_world):
    assert run.run(["list", "secret words"], raising(ZeroDivisionError(f"{own_world}/x"))) == 70
    err = capsys.readouterr().err
    assert "ZeroDivisionError" in err
    assert "Traceback" in err
    assert "command: cm list" in err
    assert "secret words" not in err
    assert str(own_world) not in err.split("cm: ZeroDivisionError")[0]


def test_an_interruption_is_130(capsys):
    assert run.run([], raising(KeyboardInterrupt())) == 130
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOTDIR])
def test_a_disk_that_says_no_is_a_bad_state_that_names_the_file(capsys, number):
    assert run.run([], raising(OSError(number, "it said no", "/home/x/playbook.yaml"))) == 5
    assert "/home/x/playbook.yaml" in capsys.readouterr().err


def test_an_error_nobody_expected_of_the_system_is_a_bug():
    assert run.as_known(OSError(errno.EIO, "odd")) is None


def closed(stream, *words):
    """Runs `cm` with one stream closed, as `cm … >&-` does."""
    command = f'exec "$0" -m cm "$@" {stream}'
    return subprocess.run(["sh", "-c", command, sys.executable, *words], capture_output=True, timeout=60, check=False)  # fmt: skip


@pytest.mark.story
@pytest.mark.parametrize("words, code", [(["list"], 0), (["context", "x"], 0), (["list", "--json"], 0), (["show", "r-none"], 4), (["nope", "--json"], 2)])  # fmt: skip
@pytest.mark.parametrize("stream", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_closed_stream_is_no_bug(own_world, stream, words, code):
    done = closed(stream, *words)
    assert done.returncode == code
    assert b"Traceback" not in done.stdout + done.stderr


@pytest.mark.story
@pytest.mark.parametrize("words", [["add", "--batch", "-"], ["context", "-"]])
def test_nothing_is_read_from_a_closed_stdin(own_world, words):
    assert closed("<&-", *words).returncode == 2


@pytest.mark.story
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("words", [["--help"], ["quickstart", "--json"], ["--version"], ["context", "x"], ["show", "r-none", "--json"]])  # fmt: skip
def test_an_answer_that_cannot_be_printed_is_told_plainly(own_world, words):
    done = closed(">/dev/full", *words)
    assert done.returncode == (4 if "show" in words else 5)
    assert b"could not be printed" in done.stderr
    assert b"Traceback" not in done.stderr
