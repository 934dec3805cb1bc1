"""What goes wrong outside: each time a clear word with file and line, the right exit code, and nothing lost."""

import os
import subprocess
import sys

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

PLAYBOOK = """\
# mine
schema: 1
rules:
  - id: r-good
    text: Use tabs in Makefiles.   # they are needed
"""
READS = (["list"], ["show", "r-good"], ["why", "r-good"], ["review"], ["stats"])
WRITES = (["remember", "Never push to main."], ["forget", "r-good", "--reason", "x"], ["sweep"])


@pytest.fixture
def home(own_world):
    home = own_world / ".cm"
    assert run_cm("init").code == 0
    (home / "playbook.yaml").write_text(PLAYBOOK)
    return home


@pytest.mark.parametrize(
    "text, code, line",
    [
        (PLAYBOOK + "  - id: r-x: y\n", "unparsable", 6),
        (PLAYBOOK.replace("rules:", "<<<<<<< HEAD\nrules:"), "conflict-markers", 3),
        (PLAYBOOK.replace("schema: 1", "schema: 7"), "newer-schema", None),
    ],
)
def test_a_playbook_that_cannot_be_read_is_named_and_never_touched(home, text, code, line):
    path = home / "playbook.yaml"
    path.write_text(text)
    for words in (*READS, *WRITES):
        done = run_cm(*words, "--json")
        assert done.code == 5, (words, done.out, done.err)
        error = done.json["error"]
        assert error["code"] == code
        assert str(path) in error["message"]
        assert error["hint"]
        assert line is None or f":{line}:" in error["message"]
    assert path.read_text() == text
    done = run_cm("doctor")
    assert done.code == 1
    assert "playbook.yaml" in done.out


def test_a_bad_rule_does_not_stop_the_good_ones_and_stays_as_it_is(home):
    path = home / "playbook.yaml"
    bad = "  - id: r-bad\n    text: {this: is no text}\n    colour: red\n"
    path.write_text(PLAYBOOK + bad)
    assert "r-good" in run_cm("list").out
    assert "tabs in Makefiles" in run_cm("context", "edit the Makefiles").out
    assert run_cm("remember", "Never push to main.").code == 0
    text = path.read_text()
    assert bad in text
    assert text.startswith(PLAYBOOK)
    done = run_cm("doctor")
    assert done.code == 1
    assert "playbook.yaml:6" in done.out


def test_an_unknown_field_is_kept_served_and_named(home):
    path = home / "playbook.yaml"
    path.write_text(PLAYBOOK + "    flavour: mild\n")
    assert "tabs in Makefiles" in run_cm("context", "edit the Makefiles").out
    assert run_cm("correct", "r-good", "Use tabs in every Makefile.").code == 0
    assert "flavour: mild" in path.read_text()
    done = run_cm("doctor")
    assert done.code == 0
    assert "flavour" in done.out


def test_a_broken_config_names_its_line(home):
    (home / "config.toml").write_text("[context]\nbudget = = 3\n")
    done = run_cm("config", "--json")
    assert done.code == 5
    assert f"{home / 'config.toml'}:2" in done.json["error"]["message"]


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="permissions of Unix")
def test_a_home_that_cannot_be_written_says_so_and_still_reads(home):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    assert run_cm("list").code == 0
    for folder, _, _ in os.walk(home):
        os.chmod(folder, 0o500)
    try:
        assert "r-good" in run_cm("list").out
        done = run_cm("remember", "Never push to main.", "--json")
        assert (done.code, done.json["error"]["code"]) == (5, "unwritable")
    finally:
        for folder, _, _ in os.walk(home):
            os.chmod(folder, 0o700)


def test_a_file_where_the_home_should_be_is_named(own_world):
    place = own_world / "file"
    place.write_text("")
    for words in (["init"], ["remember", "Never push to main."], ["sessions"], ["reflect"]):
        done = run_cm(*words, "--json", env={"CM_HOME": str(place)})
        assert (done.code, done.json["error"]["code"]) == (5, "unwritable"), words
        assert str(place) in done.json["error"]["message"]
    deeper = run_cm("init", "--json", env={"CM_HOME": str(place / "below")})
    assert (deeper.code, deeper.json["error"]["code"]) == (5, "unwritable")
    assert run_cm("doctor", env={"CM_HOME": str(place)}).code == 1


def test_a_missing_home_is_named_with_a_way_out(tmp_path):
    done = run_cm("list", "--json", env={"HOME": "", "USERPROFILE": "", "CM_HOME": ""})
    assert (done.code, done.json["error"]["code"]) == (5, "no-home")
    assert "CM_HOME" in done.json["error"]["hint"]
    assert run_cm("--help", env={"HOME": "", "USERPROFILE": "", "CM_HOME": ""}).code == 0
    assert run_cm("quickstart", env={"HOME": "", "USERPROFILE": "", "CM_HOME": ""}).code == 0


def test_a_path_with_spaces_and_other_letters_is_a_path_like_any_other(tmp_path):
    place = tmp_path / "mein zuhause ключ 家"
    work = tmp_path / "a repo with spaces ñ"
    (work / ".git").mkdir(parents=True)
    env = {"CM_HOME": str(place)}
    for words in (
        ["init"],
        ["remember", "Antworte auf Deutsch: Größe zählt. 日本語も。"],
        ["project"],
        ["doctor"],
    ):
        done = run_cm(*words, cwd=work, env=env)
        assert done.code == 0, (words, done.out, done.err)
    assert "Größe" in run_cm("list", cwd=work, env=env).out
    assert "日本語も" in (work / "AGENTS.md").read_text("utf-8")


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf8_whatever_the_locale(home, locale):
    run_cm("remember", "Sag „Grüß Gott“ — 日本.", "--everywhere")
    env = {
        "LC_ALL": locale,
        "LANG": locale,
        "PYTHONIOENCODING": "",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    assert "„Grüß Gott“ — 日本." in run_cm("list", env=env).out
    assert "„Grüß Gott“ — 日本." in str(run_cm("list", "--json", env=env).data)


@pytest.mark.parametrize(
    "words, hint",
    [
        (["lsit"], "did you mean `cm list`?"),
        (["list", "--colour"], "cm list --help"),
        (["show"], "cm show --help"),
        (["reflect", "--since", "yesterday"], "7d"),
        (["correct", "r-good"], "cm correct --help"),
    ],
)
def test_wrong_words_say_what_to_do(home, words, hint):
    done = run_cm(*words)
    assert done.code == 2
    assert hint in done.err
    assert done.out == ""
    as_json = run_cm("--json", *words)
    assert (as_json.code, as_json.json["error"]["code"]) == (2, "usage")


def test_an_agent_or_script_never_hangs_at_a_question(home):
    done = run_cm("init", "--force", timeout=20)
    assert done.code == 3
    assert "--yes" in done.err
    assert (home / "playbook.yaml").read_text() == PLAYBOOK


def test_a_reader_that_leaves_early_is_no_error(home):
    batch = "".join(f"- Open gate number {n} with its own key {n * 7919}.\n" for n in range(200))
    assert run_cm("add", "--batch", "-", stdin=batch).code == 0
    world = {**os.environ, "PYTHONPATH": os.getcwd()}
    pipe = subprocess.Popen(
        [sys.executable, "-m", "cm", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=world
    )
    pipe.stdout.readline()
    pipe.stdout.close()
    err = pipe.stderr.read()
    pipe.stderr.close()
    assert pipe.wait(30) == 0
    assert err == b""


@pytest.mark.parametrize("columns", ["80", "40"])
def test_text_fits_the_terminal(home, columns):
    run_cm("init", "--starter", "general")
    for words in (
        ["list"],
        ["why", "r-good"],
        ["doctor"],
        ["stats"],
        ["quickstart"],
        ["review"],
        ["sessions"],
        ["config"],
    ):
        out = run_cm(*words, env={"COLUMNS": columns}).out
        wide = [
            line
            for line in out.splitlines()
            if len(line) > int(columns) and " " in line.strip() and "$ cm" not in line
        ]
        assert not wide, words


def test_a_hand_edit_is_taken_over_and_told(home):
    path = home / "playbook.yaml"
    run_cm("sweep")
    path.write_text(path.read_text() + "  - text: Read the changelog before an upgrade.\n")
    done = run_cm("remember", "Never push to main.", "--json")
    assert [item["reason"] for item in done.data["adopted"]] == ["hand-edit"]
    assert "# they are needed" in path.read_text()
    assert "Read the changelog" in run_cm("list").out
