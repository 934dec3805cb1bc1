import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cm.cli.quick import main, parse
from cm.cli.quick_options import CONTEXT
from cm.errors import Usage

RULES = """\
schema: 1
rules:
  - id: r-tests00000000
    text: Run the tests with `uv run pytest -q` – immer.
    kind: rule
    state: active
    origin: {by: human, at: 2026-11-01T00:00:00Z}
"""


@pytest.fixture(autouse=True)
def home(own_world, tmp_path, monkeypatch):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    (folder / "playbook.yaml").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def run(capsys, *words):
    code = main(list(words))
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def as_json(capsys, *words):
    code, out, _ = run(capsys, *words)
    return code, json.loads(out)


@pytest.mark.parametrize("words", [["--json", "context", "run the tests"], ["context", "--json", "run the tests"], ["context", "run the tests", "--json"]])  # fmt: skip
def test_json_is_asked_for_anywhere(capsys, words):
    code, answer = as_json(capsys, *words)
    assert code == 0
    assert (answer["schema"], answer["ok"]) == ("cm.context/1", True)
    assert [rule["id"] for rule in answer["data"]["rules"]] == ["r-tests00000000"]
    assert "text" not in answer["data"]


def test_silence_is_noted_and_exits_0(capsys):
    code, answer = as_json(capsys, "context", "--json", "bake a cake")
    assert code == 0
    assert answer["data"]["rules"] == []
    assert answer["notes"]


def test_a_task_may_be_several_words_or_come_from_stdin(capsys, monkeypatch):
    assert "r-tests" in run(capsys, "context", "run", "the", "tests")[1]
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"run the tests \xff")))
    assert "r-tests" in run(capsys, "context", "-")[1]


@pytest.mark.parametrize("fmt, sign", [("md", "## Rules"), ("xml", "<rules>"), ("text", "\nRules\n")])
def test_formats(capsys, fmt, sign):
    assert sign in run(capsys, "context", "run the tests", f"--format={fmt}")[1]
    code, answer = as_json(capsys, "context", "run the tests", "--format", fmt, "--json")
    assert (code, sign in answer["data"]["text"]) == (0, True)


@pytest.mark.parametrize(
    "words, said",
    [
        (["context"], "needs a task"),
        (["context", "x", "--budgets", "3"], "did you mean --budget"),
        (["context", "x", "--budget"], "needs a value"),
        (["context", "x", "--budget", "many"], "whole number"),
        (["context", "x", "--budget", "0"], "at least 1"),
        (["context", "x", "--format", "html"], "text, md, xml"),
        (["context", "x", "--no-log=1"], "takes no value"),
        (["mark", "--helpful"], "id of a rule"),
        (["mark", "r-1"], "--helpful or --harmful"),
        (["mark", "r-1", "--helpful", "--harmful"], "not both"),
        (["mark", "r-1", "r-2", "--helpful"], "one rule"),
    ],
)
def test_usage_errors_say_what_and_exit_2(capsys, words, said):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert said in err
    code, answer = as_json(capsys, *words, "--json")
    assert (code, answer["ok"], answer["error"]["code"], answer["error"]["exit"]) == (2, False, "usage", 2)


def test_a_mark_is_one_line_and_says_what_it_did(capsys, home):
    assert run(capsys, "mark", "r-tests00000000", "--helpful", "--session", "s1")[:2] == (0, "marked: r-tests00000000 helpful\n")  # fmt: skip
    assert run(capsys, "mark", "r-tests00000000", "--helpful", "--session", "s1")[1].startswith(
        "it stood already"
    )
    assert len((home / "ledger" / "feedback.jsonl").read_text().splitlines()) == 1


def test_a_mark_on_no_rule_is_not_found(capsys):
    code, answer = as_json(capsys, "mark", "r-none", "--harmful", "--json")
    assert (code, answer["error"]["code"]) == (4, "not-found")


def test_a_double_dash_ends_the_options():
    assert parse("context", ["--budget", "5", "--", "--json", "-x"], CONTEXT) == (
        {"--budget": 5},
        ["--json", "-x"],
    )
    with pytest.raises(Usage):
        parse("context", ["-x"], CONTEXT)


def test_a_task_that_begins_with_a_dash_but_is_a_sentence_is_a_task():
    assert parse("context", ["- fix the login"], CONTEXT)[1] == ["- fix the login"]


def quick_process(*words, **world):
    env = {**os.environ, **world, "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.run([sys.executable, "-m", "cm", *words], capture_output=True, env=env, check=False)


def test_output_is_utf8_whatever_the_locale(home):
    done = quick_process("context", "run the tests", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "– immer" in done.stdout.decode("utf-8")


def test_a_reader_that_went_away_is_no_error():
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen([sys.executable, "-m", "cm", "context", "run the tests"], stdout=write, stderr=subprocess.PIPE, env=env)  # fmt: skip
    os.close(write)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")


def test_without_a_home_the_error_says_what_to_set():
    env = {
        name: value for name, value in os.environ.items() if name not in ("HOME", "CM_HOME", "USERPROFILE")
    }
    env["PYTHONPATH"] = str(Path(__file__).parents[3])
    done = subprocess.run([sys.executable, "-m", "cm", "context", "x", "--json"], capture_output=True, env=env, check=False)  # fmt: skip
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["error"]["code"]) == (5, "no-home")
