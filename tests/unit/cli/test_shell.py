"""`cm shell`: how a line is read, what it may call, what it offers, what it keeps."""

import os
import stat
import sys

import pytest

from cm.cli import shell
from cm.cli.app import COMMANDS
from cm.cli.shell_line import split
from cm.errors import Usage
from cm.flows import shell as kept
from cm.flows.add import Wish, add
from cm.flows.erase import erase
from cm.flows.init import init
from cm.flows.remember import plain
from cm.model.rule import Scope
from tests.kit import run_cm
from tests.kit.world import world


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("list --state all", ["list", "--state", "all"]),
        ('remember "Use tabs; not spaces" --why \'it is so\'', ["remember", "Use tabs; not spaces", "--why", "it is so"]),
        ("remember Don't use `rm -rf` here", ["remember", "Don't", "use", "`rm", "-rf`", "here"]),
        ("remember $HOME *.py $(id) tabs;", ["remember", "$HOME", "*.py", "$(id)", "tabs;"]),
        (r"show person:Amal\ K", ["show", "person:Amal K"]),
        (r"add C:\Users\ann", ["add", r"C:\Users\ann"]),
        ('correct r-1 --why="a \\"b\\" c"', ["correct", "r-1", '--why=a "b" c']),
        ('remember "" "|" \\"', ["remember", "", "|", '"']),
        ("   ", []),
    ],
)  # fmt: skip
def test_a_line_is_read_as_people_quote_and_nothing_in_it_is_expanded(line, words):
    assert split(line) == words


@pytest.mark.parametrize(
    "line", ["list | head", "list > out", "list && stats", "list ; stats", "!ls", "list &", "! ls"]
)
def test_signs_of_a_system_shell_are_refused_and_told_how_to_be_said(line):
    with pytest.raises(Usage, match="no system shell") as error:
        split(line)
    assert "quote it" in error.value.hint


def test_a_quote_that_is_not_closed_is_told():
    with pytest.raises(Usage, match="not closed"):
        split('remember "Use tabs')


def test_what_may_be_typed_is_the_table_of_commands_and_nothing_else():
    assert set(shell.verbs()) == set(COMMANDS) - {"hook", "mcp", "serve", "merge-driver", "shell"}


@pytest.mark.parametrize("verb", shell.LEFT_OUT)
@pytest.mark.parametrize("way", ["{}", "cm {} --x", "--json {}", "help {}", "{} --help"])
def test_programs_for_other_programs_are_not_called(verb, way, capsys):
    called = []
    assert shell.do(way.format(verb), called.append) == 2
    assert called == []
    assert f"`{verb}` is not for this shell" in capsys.readouterr().err


def test_no_line_starts_a_program_of_the_system(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("system", "popen", "execv", "execve", "posix_spawn", "fork"):
        monkeypatch.setattr(os, name, lambda *a, **k: pytest.fail("a program was started"), raising=False)
    for line in (
        "touch made",
        "!touch made",
        "`touch made`",
        "$(touch made)",
        "list `touch made`",
        "stats; touch made",
    ):
        assert shell.do(line, None if line.split()[0] not in ("list", "stats;") else lambda words: 2) != 0
    assert not (tmp_path / "made").exists()


def test_a_command_that_goes_wrong_ends_nothing_and_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def unruly(words):
        os.environ["CM_PROJECT"] = "another"
        os.chdir("/")
        sys.stdout = None
        raise SystemExit(3)

    before = sys.stdout
    assert shell.do("list", unruly) == 3
    assert (os.environ.get("CM_PROJECT"), os.getcwd(), sys.stdout) == (None, str(tmp_path), before)

    def interrupted(words):
        raise KeyboardInterrupt

    assert shell.do("list", interrupted) == 130
    assert shell.do("nothing-such") == 2
    assert (shell.do(""), shell.do("# a remark"), shell.do("exit"), shell.do("quit")) == (0, 0, None, None)


def test_verbs_what_is_below_them_options_rules_and_entities_are_offered(tmp_path):
    env = world(tmp_path, tty=True)
    about = plain("Amal owns billing.", kind="fact", scope=Scope())
    add(env, [Wish(plain("Use tabs for indentation.")), Wish(about)])
    from dataclasses import replace

    add(env, [Wish(replace(plain("Bea Lo owns the queue.", kind="fact"), about="person:Bea Lo"))])
    assert shell.complete(env, "rem") == ["remember", "remove"]
    assert "install" in shell.complete(env, "guard ")
    assert shell.complete(env, "guard inst") == ["install"]
    assert "--why" in shell.complete(env, "remember --")
    assert shell.complete(env, "context --bu") == ["--budget"]
    assert "shell" not in shell.complete(env, "s")
    ids = shell.complete(env, "show r-")
    assert len(ids) == 3
    assert shell.complete(env, f"cm why {ids[0][:6]}")[0] == ids[0]
    assert shell.complete(env, "facts --about per") == ["person:Bea\\ Lo"]
    assert shell.complete(env, "show person:b") == ["person:Bea\\ Lo"]
    assert shell.complete(env, 'remember "Use r-') == []
    assert shell.complete(env, "hook ") == []


def test_lines_are_kept_without_secrets_for_the_owner_alone_and_erase_reaches_them(tmp_path):
    env = world(tmp_path, tty=True)
    assert not kept.keep(env, "list")  # no home is made by looking
    init(env)
    secret = 'remember "The token is ghp_' + "a1B2" * 9 + '"'
    for line in ("list --state all", " stats", secret, "search zebra crossing lamps", "a\x00b"):
        kept.keep(env, line)
    assert kept.history(env) == ["list --state all", "search zebra crossing lamps"]
    erase(env, "zebra crossing lamps", "a test", text=True, yes=True)
    assert "zebra" not in "".join(kept.history(env))
    path = env.home.state / "shell_history"
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@pytest.mark.parametrize("what", ["pipe", "link", "open to all"])
def test_lines_go_into_a_file_of_their_own_and_nowhere_else(what, tmp_path):
    env = world(tmp_path, tty=True)
    init(env)
    path, other = env.home.state / "shell_history", tmp_path / "other"
    other.write_text("not a line\n")
    path.parent.mkdir(exist_ok=True)
    {"pipe": lambda: os.mkfifo(path), "link": lambda: path.symlink_to(other), "open to all": path.touch}[
        what
    ]()
    if what == "open to all":
        path.chmod(0o644)
    kept.keep(env, "list")
    assert kept.history(env) == (["list"] if what == "open to all" else [])
    assert other.read_text() == "not a line\n"
    if what == "open to all":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_from_a_pipe_each_line_is_a_command_and_the_code_is_that_of_the_last_that_failed(own_world, tmp_path):
    done = run_cm(
        "shell", cwd=tmp_path,
        stdin='init\nremember "Use tabs for indentation." --everywhere\nlist --json\nshow r-none\nadd --batch -\nstats\nexit\nlist nonsense\n',
    )  # fmt: skip
    assert done.code == 2  # `add --batch -` finds an empty input, not these lines
    assert "Use tabs for indentation." in done.out
    assert '"schema": "cm.list/1"' in done.out
    assert "there is no rule `r-none`" in done.err
    assert "nonsense" not in done.err
    assert "cm> " not in done.out
    assert run_cm("shell", cwd=tmp_path, stdin="list\nstats").code == 0
    refused = run_cm("shell", "--json", cwd=tmp_path, stdin="list\n")
    assert (refused.code, refused.json["error"]["code"]) == (2, "usage")
