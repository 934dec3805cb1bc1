"""The guard scripts in the home: what they hold, the command line that starts one, and whether they are still what cm would write.

Three files, none of which imports anything of cm: `cm_guard.py` (the engine and the door as they ship), `cm_start.py` (the start, which
lets go what needs no engine) and one small script per host with its data. Bytecode is made with them, since reading the source
would take longer than judging. Not here: telling a host about its script (`flows/guarding.py`), what is armed (`flows/arming.py`).
"""

from __future__ import annotations

import ast
import os
import py_compile
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import cm
from cm.errors import BadState, NotFound
from cm.flows.env import Env
from cm.hosts.registry import HOSTS
from cm.model.host import PreCommand
from cm.store.files import replace
from cm.store.lines import make_dirs, writing
from cm.store.shipped import shipped_dir

ENGINE: Final = "cm_guard.py"
START: Final = "cm_start.py"
FLAGS: Final = ("-I", "-S", "-E")  # no site, no variables, nothing of the folder at work
_STARTED: Final = (
    "VERSION",
    "_WORDS_ONLY",
    "_QUOTES",
    "may_matter",
    "could_matter",
    "opened",
    "_stamp",
    "_digest",
)  # of the engine
_LOST: Final = "The guard of cm cannot run: its own files are missing or damaged. A person makes them anew with: cm guard install"

_SCRIPT: Final = '''"""The guard that {title} asks before a tool is used. Made by cm {version}; `cm guard install` makes it anew.

What it knows is in DATA; the work is done by cm_start.py and cm_guard.py beside it. Whatever happens, it answers as the host expects.
"""

DATA = {data}

try:
    import sys

    HERE = __file__[: max(__file__.rfind("/"), __file__.rfind({separator!r}))]
    sys.path.insert(0, HERE)
    from cm_start import main

    main(DATA, HERE)
except BaseException as error:
    import os
    import time

    try:
        line = '{{"at":"%s","kind":"fault","host":"%s","line":"the guard cannot run: %s"}}\\n' % (
            time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), DATA["host"], type(error).__name__,
        )
        fd = os.open(DATA["home"] + "/state/guard/log.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        os.write(fd, line.encode())
    except OSError:
        pass
    said, code, reason = DATA["lost"]
    try:
        os.write(1, said.encode())
        os.write(2, reason.encode())
    except OSError:
        pass
    os._exit(code)
'''


@dataclass(frozen=True, slots=True)
class Script:
    """What is written for one host, and how it is started."""

    path: Path
    launcher_text: str  # the host's own file
    start_text: str
    engine_text: str
    argv: tuple[str, ...]
    command: str  # the command line, quoted for this system's shell

    @property
    def files(self) -> Mapping[Path, str]:
        """Every file with what it holds."""
        folder = self.path.parent
        return {
            folder / ENGINE: self.engine_text,
            folder / START: self.start_text,
            self.path: self.launcher_text,
        }


@dataclass(frozen=True, slots=True)
class Written:
    """Which files were written and which were right already."""

    written: tuple[Path, ...]
    kept: tuple[Path, ...]


def script_of(env: Env, host: str) -> Script:
    """What a host's guard is made of. Raises NotFound for a host that cannot ask, BadState when no Python can run it."""
    found = HOSTS.get(host)
    if found is None or found.guard is None:
        able = ", ".join(sorted(name for name, each in HOSTS.items() if each.guard is not None))
        raise NotFound(
            f"there is no guard for `{host}`", hint=f"hosts that ask before a command: {able or 'none'}"
        )
    path = Path(os.path.abspath(env.home.guards)) / f"{host}.py"
    argv = (real_python(), *FLAGS, str(path))
    text = _SCRIPT.format(
        title=found.title,
        version=cm.__version__,
        data=_literal(data_of(env, host, found.guard)),
        separator="\\" if os.name == "nt" else "/",
    )
    return Script(path, text, start_text(), engine_text(), argv, quoted(argv))


def data_of(env: Env, host: str, dialect: PreCommand) -> dict[str, Any]:
    """What a script knows of its host and its home."""
    home = os.path.abspath(env.home.root)
    plain = asdict(dialect)
    unreadable = env.settings.guard.unreadable
    lost = plain["deny"] if unreadable == "deny" else (plain["ask"] or plain["deny"]) if unreadable == "ask" else plain["allow"]  # fmt: skip
    said = lost["out"].replace("{reason}", f'"{_LOST}"')
    return {
        "version": 1,
        "cm": cm.__version__,
        "host": host,
        "home": home,
        "real_home": os.path.realpath(home),
        "user_home": os.path.abspath(env.user_home),
        "windows": os.name == "nt",
        "unreadable": unreadable,
        "lost": (said + "\n" if said else "", lost["exit"], _LOST + "\n"),
        "dialect": plain,
        "switches": [[each.path, list(each.keys), each.value] for each in HOSTS[host].switches],
    }


@cache
def engine_text() -> str:
    """The engine and the door, as they ship."""
    folder = shipped_dir("guards")
    return _read(folder / "runtime.py") + "\n\n" + _read(folder / "door.py")


@cache
def start_text() -> str:
    """The start, with what it needs of the engine in front."""
    folder = shipped_dir("guards")
    text = _read(folder / "runtime.py")
    parts, lines = {}, text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            name = node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        else:
            continue
        parts[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    taken = "\n\n\n".join(parts[name] for name in _STARTED)
    return _read(folder / "launcher.py") + "\n\n" + taken + "\n"


def write_scripts(env: Env, hosts: Iterable[str]) -> Written:
    """Writes the scripts of these hosts with their bytecode; what is right already is left alone."""
    files: dict[Path, str] = {}
    for host in hosts:
        files |= script_of(env, host).files
    written, kept = [], []
    for path, text in files.items():
        if _holds(path, text):
            kept.append(path)
        else:
            make_dirs(path.parent)
            replace(path, text.encode())
            written.append(path)
    for path in files:
        if path.name in (ENGINE, START) and (path in written or not _cached(path).is_file()):
            with writing(path):
                py_compile.compile(str(path), cfile=str(_cached(path)), doraise=True)
    return Written(tuple(written), tuple(kept))


def stale(env: Env, host: str) -> tuple[str, ...]:
    """Which files of a host's guard are missing or are not what this cm would write; () when all is well."""
    return tuple(
        f"{path}: {'is not what this cm would write' if path.is_file() else 'is not there'}"
        for path, text in script_of(env, host).files.items()
        if not _holds(path, text)
    )


@cache
def real_python() -> str:
    """The interpreter behind environments and shims, which a host may start by its path. Raises BadState when there is none.

    Of a virtual environment the one that it was made from: the scripts need the standard library alone, and it outlives the environment.
    """
    tried = []
    for name in (getattr(sys, "_base_executable", ""), sys.executable):
        path = os.path.realpath(name) if name else ""
        if path and path not in tried:
            tried.append(path)
            if runs(path):
                return path
    raise BadState(
        f"no Python was found that a host could start (tried {', '.join(tried) or 'none'})",
        hint="run cm with a Python of its own, one that works without any variable set",
    )


def runs(python: str) -> bool:
    """Whether an interpreter runs a script as a host would have it run."""
    try:
        done = subprocess.run(
            [python, *FLAGS, "-c", "pass"], capture_output=True, stdin=subprocess.DEVNULL, env={}, timeout=20
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def quoted(argv: Iterable[str], *, windows: bool | None = None) -> str:
    """A command line of these words, for a POSIX shell or for Windows; nothing in it is left to a shell."""
    if os.name == "nt" if windows is None else windows:
        return " ".join(
            word if word.isascii() and word.replace("-", "").isalnum() else f'"{word}"' for word in argv
        )
    return shlex.join(argv)


def _cached(path: Path) -> Path:
    """Where this Python keeps the bytecode of a file, whatever variables say."""
    return path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.pyc"


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadState(
            f"{path}: a part of the guard is not there", hint="reinstall cm", path=str(path)
        ) from error


def _literal(data: Mapping[str, Any]) -> str:
    """The data as a literal, one key a line; of what is a list a tuple, which is read faster."""
    lines = ["{"]
    for key, value in data.items():
        if isinstance(value, dict):
            lines.append(f"    {key!r}: {{")
            lines += [f"        {inner!r}: {_plain(each)!r}," for inner, each in value.items()]
            lines.append("    },")
        else:
            lines.append(f"    {key!r}: {_plain(value)!r},")
    return "\n".join([*lines, "}"])


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value
