"""Runs one command: the JSON switch, errors to exit codes, ^C, a closed pipe, a bug report. The only broad `except` of this door.

A command returns an `Answer`; nothing else prints. Not here: the table of commands (`app.py`), the quick doors (`quick.py`).
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import Any, Final

from cm.cli import streams
from cm.errors import INTERRUPTED, CmError, Exit, Unwritable, Usage

_WRITE_FAULTS: Final = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG}
)  # fmt: skip

SAME_OPTION: Final = {"max": "limit", "limit": "max", "reason": "why", "because": "reason"}
"""What an option is called by a command that does not have the name that others give it."""

_asked = {"json": False}


class Bug(CmError):
    """Something nobody expected; told with a report that can be pasted."""

    code = "bug"
    exit = Exit.BUG


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: a Result, how it reads as text, and what a script may branch on."""

    verb: str  # names the schema: cm.<verb>/1
    result: object
    text: Callable[[], str]
    raw: bool = False  # the text is for another program: not one byte is changed
    notes: tuple[str, ...] = ()
    exit: Exit = Exit.OK


def run(argv: Sequence[str], call: Callable[[list[str]], Any]) -> int:
    """Calls a command with the arguments and prints its answer or its error; returns the exit code."""
    streams.ready()
    words, as_json = split_json(argv)
    _asked["json"] = as_json
    try:
        answer = _help(words, call) if as_json and asks_for_help(words) else call(words)
        if isinstance(answer, int) and answer == Exit.INTERRUPTED:  # what the parser makes of ^C
            return _interrupted()
        return _print(answer, as_json) if isinstance(answer, Answer) else int(answer or 0)
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        return _pipe_closed()
    except Exception as error:
        return _fail(error, as_json, words)


def wants_json() -> bool:
    """Whether the command that runs is to answer with one JSON document: then it asks nothing at the terminal."""
    return _asked["json"]


def says_json(wanted: bool) -> None:
    """Notes whether what runs now answers with one JSON document: `cm shell` runs many commands."""
    _asked["json"] = wanted


def split_json(argv: Sequence[str]) -> tuple[list[str], bool]:
    """Takes `--json` out from anywhere before a bare `--`."""
    end = argv.index("--") if "--" in argv else len(argv)
    head = [word for word in argv[:end] if word != "--json"]
    return [*head, *argv[end:]], len(head) < end


def asks_for_help(words: Sequence[str]) -> bool:
    """Whether the parser will print a help page, which is no Answer."""
    end = words.index("--") if "--" in words else len(words)
    return any(word in ("--help", "-h") for word in words[:end])


def _help(words: list[str], call: Callable[[list[str]], Any]) -> Answer:
    """The page that the parser prints, as an Answer."""
    from io import StringIO

    page = StringIO()
    with redirect_stdout(page):
        call(words)
    command = words[0] if words[0][:1] != "-" else ""
    return Answer("help", {"command": command, "text": page.getvalue()}, page.getvalue)


def _print(answer: Answer, as_json: bool) -> int:
    from cm.cli import say

    if as_json:
        from cm.cli import envelope

        text = envelope.answer(f"cm.{answer.verb}/1", answer.result, answer.notes)
    else:
        text = answer.text() if answer.raw else say.fit(answer.text())
        if answer.raw and sys.stdout.isatty():
            text = say.at_terminal(text)
        for note in answer.notes:
            _tell(f"note: {say.harmless(note)}\n")
    streams.write(text)
    return int(answer.exit)


def _tell(text: str) -> None:
    """Says something on stderr; when nobody can hear it, that is no reason to fail."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def _fail(error: Exception, as_json: bool, words: Sequence[str]) -> int:
    if type(error).__name__ == "Abort":  # what the parser makes of ^C and of a closed prompt
        return _interrupted()
    known = as_known(error, words)
    if known is None:
        known = Bug(
            f"{type(error).__name__}: {error}", hint="this is a bug in cm; the report above says where"
        )
        _tell(bug_report(error, words))
    try:
        if as_json and "stream" not in known.context:
            from cm.cli import envelope

            streams.write(envelope.failure(known))
        else:
            _tell(error_text(known))
    except BrokenPipeError:
        streams.silence_output()
    except Unwritable as unheard:
        _tell(error_text(unheard))
    return int(known.exit)


def as_known(error: Exception, words: Sequence[str] = ()) -> CmError | None:
    """Names an error of the parser or of the disk as one of ours; None for what nobody expected."""
    if isinstance(error, CmError):
        return error
    if hasattr(error, "format_message"):  # the parser's own: wrong flag, missing argument
        context = getattr(error, "ctx", None)
        verb = words[0] if words and not words[0].startswith("-") else ""
        path = getattr(context, "command_path", "cm") if context else f"cm {verb}".rstrip()
        help_hint = f"see `{path} --help`"
        if option := getattr(error, "option_name", "") if hasattr(error, "possibilities") else "":
            near = nearest_option(option, _options(context))
            return Usage(
                f"{path} has no option {option}", hint=f"did you mean {near}?" if near else help_hint
            )
        if type(error).__name__ == "MissingParameter" and (missing := getattr(error, "param", None)):
            called, sample = needed(path, missing, getattr(getattr(context, "command", None), "params", ()))
            return Usage(f"{path} needs {called}", hint=f"write it as {sample}; `{path} --help` says more")
        return Usage(str(error.format_message()).rstrip("."), hint=help_hint)
    if isinstance(error, OSError) and error.errno in _WRITE_FAULTS and error.filename is None:
        return streams.unprinted(error)  # no file was named: it was the parser printing its help
    if isinstance(error, OSError) and error.errno in _WRITE_FAULTS:
        where = error.filename or error.filename2 or "a file"
        return Unwritable(
            f"cannot write {os.fsdecode(where)}: {error.strerror}",
            hint="check permissions and free space, or point CM_HOME at another place; nothing was changed",
        )
    return None


def _options(context: Any) -> list[str]:
    """The options of the command that was called."""
    command = getattr(context, "command", None)
    return [name for param in getattr(command, "params", ()) for name in param.opts if name[:1] == "-"]


def needed(path: str, missing: Any, params: Sequence[Any]) -> tuple[str, str]:
    """What a command was not given, as its help calls it, and the shortest call that has everything."""
    from cm.cli.helps import argument_name, option_names

    def called(param: Any) -> str:
        return (
            argument_name(param) if param.param_type_name == "argument" else option_names(param, longest=True)
        )

    asked = [
        called(param)
        for kind in ("argument", "option")
        for param in params
        if param.param_type_name == kind and (param.required or kind == "argument")
    ]
    return called(missing), " ".join([path, *asked])


def nearest_option(said: str, known: Sequence[str]) -> str:
    """The one option that was probably meant, or "": one that begins so, or differs in a letter or two."""
    from difflib import get_close_matches

    bare = {name.lstrip("-"): name for name in known if name.startswith("--")}
    word = said.lstrip("-")
    if (other := SAME_OPTION.get(word)) in bare:
        return bare[other]
    begun = [name for name in bare if len(word) > 2 and name.startswith(word)]
    near = begun or get_close_matches(word, bare, 1, 0.7)
    return bare[near[0]] if near else ""


def error_text(error: CmError) -> str:
    """An error as people read it: what happened, then what to do."""
    from cm.cli import say

    message = say.para(error.message, first="cm: ", hang=4)
    return message + "\n" + (say.para(error.hint, indent=4) + "\n" if error.hint else "")


def bug_report(error: Exception, words: Sequence[str]) -> str:
    """Everything needed to mend a bug, ready to paste, with the home directory left out."""
    import platform
    import traceback

    from cm import __version__

    home = os.path.expanduser("~")
    trace = "".join(traceback.format_exception(error))
    report = (
        "cm met something it did not expect. Please paste this into an issue:\n\n"
        f"    cm {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}\n"
        f"    command: cm {words[0] if words else ''}, {len(words)} words\n"
        + "".join(f"    {line}\n" for line in trace.rstrip().splitlines())
        + "\n"
    )
    return report.replace(home, "~") if len(home) > 1 else report


def _interrupted() -> int:
    _tell(f"\n{INTERRUPTED}\n")
    return int(Exit.INTERRUPTED)


def _pipe_closed() -> int:
    """The reader has seen enough (`cm list | head`): silence, also when Python flushes at the end."""
    streams.silence_output()
    return int(Exit.OK)
