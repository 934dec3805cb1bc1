"""The table of commands: complete, lazy, kind to typing mistakes."""

import json
import subprocess
import sys

import pytest

from cm.cli import app, quick


def test_every_command_has_a_module_a_heading_and_a_line(capsys):
    assert app.main(["--help"]) == 0
    out = capsys.readouterr().out
    for name, entry in app.COMMANDS.items():
        if not entry.under:  # nobody types it
            continue
        assert f"  {name} " in out
        assert entry.say in " ".join(out.split())


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_command_explains_itself_and_takes_json(capsys, name):
    assert app.main([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Usage: cm {name}")
    assert "--json" in out


@pytest.mark.parametrize(
    "words", [["--help"], ["-h"], ["list", "--help"], ["list", "-h", "word"], ["help", "mark"], ["context", "--help"], ["help"]]
)  # fmt: skip
def test_help_is_one_document_too(capsys, words):
    assert quick.main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "cm.help/1"
    assert document["data"]["text"].startswith("Usage: cm")


@pytest.mark.parametrize("words, start", [(["help"], "Usage: cm COMMAND"), (["help", "list"], "Usage: cm list"), (["help", "context"], "Usage: cm context"), (["version"], "cm ")])  # fmt: skip
def test_what_other_tools_taught_people_to_type_is_understood(capsys, words, start):
    assert quick.main(words) == 0
    assert capsys.readouterr().out.startswith(start)


def test_a_name_that_is_nearly_right_gets_a_suggestion(capsys):
    assert app.main(["lsit"]) == 2
    assert "did you mean `cm list`?" in capsys.readouterr().err


def test_a_command_with_commands_below_it_lists_them_and_suggests(capsys):
    assert app.main(["guard"]) == 0
    listed = capsys.readouterr().out
    assert app.main(["guard", "--help"]) == 0
    assert capsys.readouterr().out == listed
    assert listed.startswith("Usage: cm guard COMMAND")
    assert app.main(["guard", "instal"]) == 2
    assert "did you mean `cm guard install`?" in capsys.readouterr().err
    assert app.main(["guard", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["data"]) == [
        "install",
        "status",
        "test",
        "log",
        "promote",
        "demote",
        "remove",
    ]


def test_an_option_without_its_value_leads_to_the_help_of_its_command(capsys):
    assert quick.main(["reflect", "--apply"]) == 2
    assert "see `cm reflect --help`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, said",
    [
        (["show"], "cm: cm show needs ID\n    write it as cm show ID; `cm show --help` says more\n"),
        (
            ["pin", "r-1"],
            "cm: cm pin needs --reason TEXT\n    write it as cm pin RULE --reason TEXT; `cm pin --help` says more\n",
        ),
    ],
)
def test_what_was_left_out_is_named_with_a_call_that_has_it(capsys, words, said):
    assert quick.main(words) == 2
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    "words, hint",
    [
        (["reflect", "--dry"], "did you mean --dry-run?"),
        (["list", "--jsn"], "did you mean --json?"),
        (["log", "--max"], "did you mean --limit?"),
        (["list", "--limit"], "did you mean --max?"),
        (["add", "--reason"], "did you mean --why?"),
        (["reflect", "--bogus"], "see `cm reflect --help`"),
        (["context", "--bogus"], "see `cm context --help`"),
    ],
)
def test_an_option_is_suggested_only_when_it_is_nearly_what_was_typed(capsys, words, hint):
    assert quick.main(words) == 2
    assert capsys.readouterr().err == f"cm: cm {words[0]} has no option {words[1]}\n    {hint}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--nope"],
        ["show"],
        ["--nope"],
        ["review", "dance"],
        ["list", "--state", "x"],
        ["reflect", "--max", "-1"],
        ["review", "--max", "-1"],
        ["sessions", "--max", "-1"],
        ["list", "--max", "-1"],
        ["diary", "--max", "-1"],
        ["privacy", "audit", "--max", "-1"],
        ["journal", "prune", "--to-mb", "-1"],
    ],
)
def test_wrong_words_are_usage(capsys, words):
    assert app.main(words) == 2
    err = capsys.readouterr().err
    assert err.startswith("cm: ")
    assert "Traceback" not in err


def test_listing_the_commands_imports_none_of_them():
    code = (
        "import sys; from cm.cli.app import main; main(['--help']); "
        "sys.exit(any(name in sys.modules for name in ('cm.cli.list', 'cm.flows.env', 'pydantic', 'ruamel.yaml')))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
    )
