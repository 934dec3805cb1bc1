"""Asks a coding agent's own program in its print mode: the user's account with that agent pays, no key is needed.

The program runs in an empty folder, with its hooks, tools and stored sessions off as far as it can (`hosts/*.py: prints`), with
the mark of `own_call.py`, and without any variable that looks like a key unless the user named it: an agent that finds one may
pay by it. Its answer is what it prints, or the file `{answer}`, or the `result` of a JSON document.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from cm.core.secrets.environment import is_secret_variable
from cm.core.secrets.scrub import scrub
from cm.errors import NoModel
from cm.hosts.registry import HOSTS, markers
from cm.llm.own_call import MARK
from cm.llm.port import Schema
from cm.model.writing import Failure, FailureKind, Limits, Message, Reply, Used

DEFAULT_MODEL: Final = "default"
MOST_BYTES: Final = 8_000_000
_BUSY: Final = re.compile(
    r"rate.?limit|too many requests|overloaded|\b429\b|\b529\b|usage limit", re.IGNORECASE
)
_KEY: Final = re.compile(
    r"not logged in|log ?in|unauthori[sz]ed|invalid api key|authentication", re.IGNORECASE
)


class CommandWriter:
    """Runs one program per question."""

    def __init__(
        self, command: str, model: str, *, environ: Mapping[str, str], variables: Sequence[str] = ()
    ) -> None:  # fmt: skip
        host = HOSTS.get(command)
        prints = host.prints if host else None
        if host is not None and prints is None:
            able = ", ".join(name for name, each in HOSTS.items() if each.prints)
            raise NoModel(
                f"{host.title} has no print mode that is known here",
                hint=f"known: {able}; or give the whole command line: cm config set llm.command 'agent --print'",
            )
        self._argv = prints.argv if prints else _words(command)
        self._model = model
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self._name = f"{command if prints else self._argv[0]}/{model}"
        self._environ = _cleaned(environ, variables) | dict(prints.environ if prints else ())

    @property
    def name(self) -> str:
        return self._name

    def ask(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> Reply | Failure:
        """The schema stands in the question; programs that can enforce one each want another form of it."""
        if self._closed:
            return Failure("stopped", f"{self._name} was not asked any more", turned_away=True)
        question = "\n\n".join(message.text for message in messages)
        with tempfile.TemporaryDirectory(prefix="cm-ask-", ignore_cleanup_errors=True) as folder:
            answer = Path(folder, "answer.txt")
            work = Path(folder, "work")
            work.mkdir()
            argv = _filled(self._argv, self._model, str(answer))
            program = shutil.which(argv[0], path=self._environ.get("PATH"))
            if program is None:
                return _no_program(argv[0])
            try:
                code, out, err = self._run([program, *argv[1:]], question, work, limits.seconds)
            except OSError as error:
                say = f"{argv[0]} cannot be run: {error.strerror}"
                return Failure("no-program", say, turned_away=True)
            except subprocess.TimeoutExpired:
                return Failure(
                    "timed-out", f"{self._name} did not answer within {limits.seconds:g} seconds",
                    "cm config set llm.seconds gives it longer",
                )  # fmt: skip
            written = _beginning(answer)
        return self._read(code, written or out, err)

    def close(self) -> None:
        self._closed = True
        for process in tuple(self._running):
            kill(process)

    def _run(self, argv: Sequence[str], question: str, cwd: Path, seconds: float) -> tuple[int, str, str]:
        with (
            lifeline(argv, cwd.parent) as (words, passed),
            subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=self._environ,
                start_new_session=os.name != "nt", pass_fds=passed,
            ) as process,
        ):  # fmt: skip
            self._running.add(process)
            if self._closed:
                kill(process)
            try:
                out, err = _talk(process, question.encode("utf-8", "replace"), seconds)
            finally:  # also on ^C
                self._running.discard(process)
                if process.returncode is None:
                    _end(process)
        return process.returncode, _text(out), _text(err)

    def _read(self, code: int, out: str, err: str) -> Reply | Failure:
        told = _document(out)
        text = out if told is None else str(told.get("result") or "")
        used = _used(told or {})
        if code != 0 or (told is not None and told.get("is_error") is True):
            said = scrub((err.strip() or text.strip() or f"exit {code}")[-600:])[0]
            kind: FailureKind = (
                "rate-limited" if _BUSY.search(said) else "refused-key" if _KEY.search(said) else "stopped"
            )
            last = said.strip().splitlines()[-1][:200]
            hint = "log in with the agent itself first" if kind == "refused-key" else ""
            return Failure(kind, f"{self._name}: exit {code}: {last}", hint, raw=said, used=used)
        if not text.strip():
            return Failure("empty", f"{self._name} printed nothing", used=used)
        return Reply(text, self._name, used)


def _no_program(name: str) -> Failure:
    say = f"there is no program {name!r} on the PATH"
    return Failure("no-program", say, "install it, or: cm config show llm.command", turned_away=True)


@contextmanager
def lifeline(argv: Sequence[str], folder: Path) -> Iterator[tuple[list[str], tuple[int, ...]]]:
    """The command line that runs a program and ends it with all that it started as soon as we are gone, however we went."""
    if os.name == "nt":
        yield list(argv), ()
        return
    end, ours = os.pipe()
    try:
        yield (
            [sys.executable, "-I", str(Path(__file__).with_name("watched.py")), str(end), str(folder), *argv],
            (end,),
        )
    finally:
        os.close(end)
        os.close(ours)


def _talk(process: subprocess.Popen[bytes], question: bytes, seconds: float) -> tuple[bytes, bytes]:
    """What it prints, as far as anybody reads. Raises TimeoutExpired."""
    said: tuple[list[bytes], list[bytes]] = ([], [])
    threads = [threading.Thread(target=_put, args=(process.stdin, question), daemon=True)]
    for pipe, into in zip((process.stdout, process.stderr), said, strict=True):
        threads.append(threading.Thread(target=_take, args=(pipe, into), daemon=True))
    until = time.monotonic() + seconds
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join(max(0.0, until - time.monotonic()))
        if thread.is_alive():
            raise subprocess.TimeoutExpired(process.args, seconds)
    process.wait(max(0.0, until - time.monotonic()))
    return b"".join(said[0]), b"".join(said[1])


def _put(pipe: IO[bytes] | None, data: bytes) -> None:
    with suppress(OSError, ValueError):  # it need not read to the end
        assert pipe is not None
        pipe.write(data)
        pipe.close()


def _take(pipe: IO[bytes] | None, into: list[bytes]) -> None:
    """All of it goes by; what is beyond `MOST_BYTES` is not kept."""
    size = 0
    with suppress(OSError, ValueError):
        assert pipe is not None
        while piece := os.read(pipe.fileno(), 1 << 16):
            if size < MOST_BYTES:
                into.append(piece)
                size += len(piece)


def _beginning(path: Path) -> str:
    if not path.is_file():
        return ""
    with open(path, "rb") as file:
        return _text(file.read(MOST_BYTES))


def _words(command: str) -> tuple[str, ...]:
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise NoModel(f"llm.command cannot be read: {error}", hint="close every quote") from error
    if not words:
        raise NoModel(
            "llm.provider is `command`, and llm.command names none",
            hint="cm config set llm.command "
            + " | ".join(name for name, each in HOSTS.items() if each.prints),
        )
    return tuple(words)


def _filled(argv: Sequence[str], model: str, answer: str) -> list[str]:
    out: list[str] = []
    for word in argv:
        if "{model}" in word and model == DEFAULT_MODEL:
            if word == "{model}" and out and out[-1].startswith("-"):
                out.pop()
            continue
        out.append(word.replace("{model}", model).replace("{answer}", answer))
    return out


def _cleaned(environ: Mapping[str, str], variables: Sequence[str]) -> dict[str, str]:
    ours = {name for each in markers().values() for name in each} | {"AI_AGENT"}
    kept = {
        name: value
        for name, value in environ.items()
        if name in variables or not (name.startswith("CM_") or name in ours or is_secret_variable(name))
    }
    return kept | {MARK: "1"}


def kill(process: subprocess.Popen[bytes]) -> None:
    """The program and all that it started."""
    with suppress(OSError):
        if os.name != "nt":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _end(process: subprocess.Popen[bytes]) -> None:
    """The same, and what is left of it here."""
    kill(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        with suppress(OSError):
            if pipe:
                pipe.close()
    process.wait()


def _text(data: bytes) -> str:
    return data[:MOST_BYTES].decode("utf-8", "replace")


def _document(out: str) -> dict[str, Any] | None:
    """The document that a program prints around its answer; None when it prints the answer itself."""
    try:
        found = json.loads(out)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("result"), str) else None


def _used(told: Mapping[str, Any]) -> Used | None:
    usage, cost = told.get("usage"), told.get("total_cost_usd")
    found = usage if isinstance(usage, dict) else {}
    fresh, out, read, made = (
        _count(found.get(name))
        for name in (
            "input_tokens",
            "output_tokens",
            "cache_read_input_tokens",
            "cache_creation_input_tokens",
        )
    )
    known = float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) else -1.0
    if not (fresh or out or read or made):
        return None
    return Used(fresh + read + made, out, read, round(known * 1e9) if 0 <= known < 1e6 else None)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
