"""`cm shell`: the commands of `cm`, one a line, without typing `cm`; with editing, completion and a history at a terminal.

Only the table of commands is called, in this process: no line reaches a system shell. From a pipe it reads a line after the other and ends
with the code of the last command that failed. How a line is read is `shell_line.py`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from cm.cli import run, say, streams
from cm.cli.shell_line import completions, split
from cm.errors import INTERRUPTED, Exit, Usage

if TYPE_CHECKING:
    from types import ModuleType

    from cm.flows.env import Env
    from cm.flows.shell import Names

LEFT_OUT: Final = ("hook", "mcp", "serve", "merge-driver", "shell")
"""Commands that do not answer a person once, but another program, and for long."""
LEAVE: Final = ("exit", "quit")
PROMPT: Final = "cm> "


def command() -> int:
    """Type the commands of cm one after the other, without `cm`, with Tab to complete and ↑ for earlier lines.

    `help` lists them, `help list` says more of one; exit, quit or Ctrl-D ends it. Nothing is passed to a system shell: |, ; and > mean
    nothing here. Lines that look as if they held a secret, and those that begin with a blank, are not kept in the history.

    Example: printf 'list\\nstats\\n' | cm shell
    """
    if run.wants_json():
        raise Usage(
            "cm shell answers with more than one document",
            hint="say --json behind the commands you type: list --json",
        )
    from cm.flows.env import open_env

    env = open_env()
    return _at_terminal(env) if env.tty and sys.stdout.isatty() else _from_pipe()


def verbs() -> list[str]:
    """The commands that may be typed."""
    from cm.cli.app import COMMANDS

    return [name for name in COMMANDS if name not in LEFT_OUT]


def do(line: str, main: Callable[[list[str]], int] | None = None) -> int | None:
    """Runs one line and returns its exit code; None when it asks to leave. What it goes wrong with is told, never raised."""
    try:
        words = split(line)
    except Usage as error:
        return _refused(error)
    if words == ["cm"]:
        words = ["help"]
    words = words[1:] if words[:1] == ["cm"] else words
    if not words or words[0].startswith("#"):
        return 0
    if words[0] in LEAVE and len(words) == 1:
        return None
    head = [word for word in words if word != "--json"]
    if head[:1] in (["?"], ["help"]) and len(head) == 1:
        streams.write(_help())
        return 0
    about = head[1:2] if head[:1] == ["help"] else head[:1]
    if about and about[0] in LEFT_OUT:
        return _refused(Usage(f"`{about[0]}` is not for this shell", hint=f"run cm {about[0]} by itself"))
    if main is None:
        from cm.cli.quick import main as entry

        main = entry
    with _isolated():
        try:
            return main(words)
        except SystemExit as left:  # a quick door that speaks as hosts do
            return left.code if isinstance(left.code, int) else 1
        except KeyboardInterrupt:
            sys.stderr.write(f"\n{INTERRUPTED}\n")
            return int(Exit.INTERRUPTED)


def _refused(error: Usage) -> int:
    sys.stderr.write(run.error_text(error))
    sys.stderr.flush()
    return int(error.exit)


def _help() -> str:
    from cm.cli.app import COMMANDS

    heads = dict.fromkeys(COMMANDS[name].under for name in verbs())
    parts = [
        say.lines(head, *(say.para(COMMANDS[name].say, 2, name.ljust(12)) for name in verbs() if COMMANDS[name].under == head))
        for head in heads
    ]  # fmt: skip
    return say.blocks(*parts, "`help COMMAND` says more of each; exit, quit or Ctrl-D leaves.")


@contextmanager
def _isolated() -> Iterator[None]:
    """What a command did to this process is undone: its folder, its variables, its streams."""
    environ, cwd, kept = dict(os.environ), _cwd(), (sys.stdin, sys.stdout, sys.stderr)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        if dict(os.environ) != environ:
            os.environ.clear()
            os.environ.update(environ)
        if cwd and _cwd() != cwd:
            with suppress(OSError):
                os.chdir(cwd)
        run.says_json(False)


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _from_pipe() -> int:
    """One line after the other; a command finds nothing on its own standard input, for that is these lines."""
    lines, code = sys.stdin, 0
    with open(os.devnull, encoding="utf-8") as nothing:
        while line := lines.readline():
            sys.stdin = nothing
            try:
                done = do(line.rstrip("\r\n"))
            finally:
                sys.stdin = lines
            if done is None:
                break
            code = done or code
    return code


def _at_terminal(env: Env) -> int:
    readline = _edited(env)
    streams.write(say.para("A command a line, without `cm`. help lists them, Tab completes, Ctrl-D leaves."))
    while True:
        try:
            line = input(PROMPT)
        except EOFError:
            streams.write("\n")
            return 0
        except KeyboardInterrupt:
            sys.stdout.write("\n")
            continue
        if line.strip():
            _keep(env, line, readline)
        if do(line) is None:
            return 0


def _keep(env: Env, line: str, readline: ModuleType | None) -> None:
    from cm.flows.shell import keep

    if keep(env, line) and readline is not None:
        readline.add_history(line)


def _edited(env: Env) -> ModuleType | None:
    """Editing, history and completion by the standard library's readline; None where this Python has none."""
    try:
        import readline
    except ImportError:
        return None
    from cm.flows.shell import history

    readline.set_auto_history(False)  # answers to questions are no commands
    readline.clear_history()
    for line in history(env):
        readline.add_history(line)
    readline.set_completer_delims(" \t")
    readline.set_completer(_Completer(env).complete)
    editline = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
    return readline


class _Completer:
    """Answers readline, which asks for one candidate after the other."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self._found: list[str] = []

    def complete(self, text: str, state: int) -> str | None:
        import readline

        if state == 0:
            before = readline.get_line_buffer()[: readline.get_endidx()]
            with suppress(Exception):  # readline prints what a completer raises over the line that is typed
                self._found = complete(self._env, before)
            self._found = [f"{each} " for each in self._found] if len(self._found) == 1 else self._found
        return self._found[state] if state < len(self._found) else None


def complete(env: Env, before: str) -> list[str]:
    """What the last word of this line may become."""
    known = _Known(env)
    return completions(
        before, [*verbs(), "help", *LEAVE], below, options,
        lambda: known.names.rules, lambda: known.names.entities,
    )  # fmt: skip


class _Known:
    def __init__(self, env: Env) -> None:
        self._env = env

    @cached_property
    def names(self) -> Names:
        from cm.flows.shell import names

        return names(self._env)


def below(verb: str) -> Sequence[str]:
    """The commands below a command; of help all commands."""
    if verb == "help":
        return verbs()
    loaded = _loaded([verb])
    return list(getattr(loaded, "verbs", ()))


def options(words: Sequence[str]) -> Sequence[str]:
    """The options of the command that these words call."""
    found = _loaded(words)
    return sorted(
        {name for param in getattr(found, "params", ()) for name in param.opts if name.startswith("--")}
    )


def _loaded(words: Sequence[str]) -> Any:
    from cm.cli.app import load

    if words[0] not in verbs():
        return None
    found = load(words[0])
    inner = getattr(found, "verbs", {})
    return found.get_command(None, words[1]) if len(words) > 1 and words[1] in inner else found
