"""An agent's own program, asked one thing without a terminal: do its hooks run, does what they say arrive, does the guard deny?

Its model is ours on this machine (`llm/stand_in.py`): it asks for the canary, a program that does not exist, and then says that it is
done. So nothing is paid, and no prompt leaves: whatever the program wants from elsewhere meets a proxy that refuses. The program reads
the user's own settings and writes what it always writes; of ours nothing is noted but lines of the hook log and the guard log, and a
session that it keeps is known by its first prompt (`hosts/injected.py`) as one to learn nothing from. How each is pointed at our
model is data of the host (`model/headless.py`). Not here: the hooks themselves, asked one by one (`live.py`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import IO, Any, Final

from cm.core.secrets.environment import is_secret_variable
from cm.core.secrets.scrub import scrub
from cm.flows.env import GENERIC_MARKER, Env
from cm.flows.guard_test import CANARY, CANARY_TRAUMA, HARMLESS
from cm.flows.surroundings import TRIAL
from cm.flows.tried import Tried
from cm.hosts.injected import CANARY_PROMPT
from cm.hosts.registry import HOSTS, markers
from cm.llm.command_writer import kill, lifeline
from cm.llm.own_call import MARK, is_own_call
from cm.llm.stand_in import Script, Shell, Step, standing_in
from cm.model.headless import Headless
from cm.model.host import Host
from cm.store.guard_log import read_guard_log
from cm.store.hook_log import read_hook_log

SECONDS: Final = 90.0  # for one program
PATIENCE: Final = 3.0  # for hooks that are not waited for
FAILED: Final = ("late", "fault", "failed")
TOLD: Final = ("start", "prompt")
MOST: Final = 20_000  # bytes of what a program printed


@dataclass(frozen=True, slots=True)
class Registered:
    """What of ours this program is to run: the moments of its hooks, whether there is a guard, and what either needs of the user."""

    moments: frozenset[str] = frozenset()
    guard: bool = False
    in_project: bool = False  # some of it stands in the settings of the project around us
    hooks_need: str = ""
    guard_needs: str = ""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended."""

    code: int | None  # None: it was ended, its time was over
    said: str  # the last thing it printed
    ms: float


def try_program(
    env: Env, host: Host, program: str, told: Registered, *, seconds: float = SECONDS
) -> list[Tried]:
    """Asks the program once and tells what came of it; nothing where it is not known how, or where nothing is registered."""
    headless = host.headless
    if headless is None or is_own_call(env.environ) or not (told.moments or told.guard):
        return []
    if headless.here and told.in_project:
        why = "cannot be asked here without writing into the settings of this project; --no-programs leaves it out"
        return [_row(host, "run", True, why)]
    command = CANARY if told.guard else HARMLESS
    script = Script((Step("One command first.", (Shell(command),)), Step("Done.")))
    before = {_session(line) for line in read_hook_log(str(env.home.root))}
    denials = _denials(env, host)
    mark = env.nonce()
    try:
        with tempfile.TemporaryDirectory(prefix="cm-canary-", ignore_cleanup_errors=True) as folder:
            with standing_in(script) as url:
                ran = _run(env, headless, program, told, Path(folder), url, mark, seconds)
            lines = _lines(env, host, mark, before, told.moments)
    except OSError as error:
        return [_row(host, "run", False, f"could not be started: {error.strerror or error}")]
    rows = [_ended(host, ran, script, seconds)]
    if told.moments:
        rows.append(_hooks(host, told, lines))
    if script.bodies and (handed := [line for line in lines if line.get("ids")]):
        rows.append(_context(host, handed, script))
    elif script.bodies and any(line.get("moment") in TOLD for line in lines):
        rows.append(
            _row(host, "context", True, f"there was nothing to hand over ({_reason(lines)}), and nothing was")
        )
    if told.guard and script.bodies:
        rows.append(_guard(host, told, script, _denials(env, host) > denials))
    return rows


# --- what came of it


def _ended(host: Host, ran: Ran, script: Script, seconds: float) -> Tried:
    asked = len(script.bodies)
    last = f": {ran.said}" if ran.said else ""
    if ran.code is None:
        say = f"did not come to an end within {seconds:.0f} seconds and was ended" + last
    elif not asked and script.refused:
        say = f"wanted to ask {script.refused[0]}, which was refused, and never asked our model{last}"
    elif not asked:
        say = f"ended with status {ran.code} and never asked our model{last}"
    elif ran.code != 0:
        say = f"ended with status {ran.code}{last}"
    else:
        say = f"asked a model of ours {asked} {'time' if asked == 1 else 'times'} and ended by itself"
    return _row(host, "run", ran.code == 0 and asked > 0, say, ran.ms)


def _hooks(host: Host, told: Registered, lines: Sequence[Mapping[str, Any]]) -> Tried:
    ran = [moment for moment in ("start", "prompt", "compact", "end") if moment in _moments(lines)]
    failed = next((line for line in lines if line.get("outcome") in FAILED), None)
    if failed is not None:
        say = f"the {failed.get('moment')} hook failed: {failed.get('why') or failed.get('outcome')}"
        return _row(host, "hooks", False, say)
    names = f"{', '.join(ran[:-1])} and {ran[-1]}" if len(ran) > 1 else "".join(ran)
    wanted = told.moments & set(TOLD) or told.moments
    if wanted & set(ran):
        return _row(host, "hooks", True, f"it ran those of {names}")
    only = f"it ran that of {names} alone" if ran else "it ran none of them"
    needs = f" {told.hooks_need}" if told.hooks_need else ""
    return _row(host, "hooks", False, f"{only}, though they are registered.{needs}")


def _context(host: Host, handed: Sequence[Mapping[str, Any]], script: Script) -> Tried:
    seen = str(script.bodies)
    missing = [line for line in handed if not all(str(name) in seen for name in line["ids"])]
    if missing:
        say = f"what the {missing[0].get('moment')} hook handed over did not reach the model"
        return _row(host, "context", False, say)
    names = " and ".join(dict.fromkeys(str(line.get("moment")) for line in handed))
    return _row(host, "context", True, f"what was handed over at the {names} reached the model")


def _guard(host: Host, told: Registered, script: Script, denied: bool) -> Tried:
    if script.lost:
        return _row(host, "guard", True, "could not be tried: no tool for commands was offered to the model")
    if any(CANARY_TRAUMA in str(body) for body in script.bodies[1:]):
        return _row(host, "guard", True, "denied the canary, and the model was told why")
    if denied:
        return _row(host, "guard", False, "denied the canary, but the model was not told why")
    needs = f" {told.guard_needs}" if told.guard_needs else ""
    return _row(host, "guard", False, f"the canary was not denied, though the guard is registered.{needs}")


def _row(host: Host, what: str, ok: bool, say: str, ms: float = 0.0) -> Tried:
    return Tried(host.name, host.title, f"program's {what}", ok, say, ms)


def _reason(lines: Iterable[Mapping[str, Any]]) -> str:
    return next((str(line["why"]) for line in lines if line.get("moment") in TOLD and line.get("why")), "")


# --- what was noted


def _lines(
    env: Env, host: Host, mark: str, before: set[str], wanted: frozenset[str]
) -> list[Mapping[str, Any]]:
    """What the hooks of this run noted; some are not waited for by their program, so there is a little patience."""
    until = perf_counter() + PATIENCE
    wanted -= {"compact"}  # so short a session is never compacted
    while True:
        every = list(read_hook_log(str(env.home.root)))
        found = [line for line in every if line.get("trial") == mark]
        if not found:  # an agent that keeps our variable from its hooks: a session that is new then
            found = [
                line
                for line in every
                if line.get("host") == host.name and "trial" not in line and _session(line) not in before
            ]
        if not found or wanted <= _moments(found) or perf_counter() > until:
            return [line for line in found if line.get("moment") != "reflect"]
        sleep(0.05)


def _moments(lines: Iterable[Mapping[str, Any]]) -> set[str]:
    return {str(line.get("moment")) for line in lines}


def _session(line: Mapping[str, Any]) -> str:
    return str(line.get("session", ""))


def _denials(env: Env, host: Host) -> int:
    """How often this agent's guard denied the canary, the guard's own tests aside."""
    return sum(
        line.kind == "denied" and line.host == host.name and line.line == CANARY
        for line in read_guard_log(env.home)[0]
    )


# --- running it


def _run(
    env: Env,
    headless: Headless,
    program: str,
    told: Registered,
    root: Path,
    url: str,
    mark: str,
    seconds: float,
) -> Ran:
    files, work = root / "files", root / "work"
    for folder in (files, work):
        folder.mkdir()
    filled = {"{url}": url, "{files}": str(files)}
    for where, some in ((files, headless.files), (work, headless.here)):
        for name, text in some:
            path = where / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_filled(text, filled), "utf-8")
    environ = _surroundings(env, headless, filled, url, mark)
    cwd = env.cwd if told.in_project else work
    begun = perf_counter()
    ran = Ran(0, "", 0.0)
    for argv in (headless.before, headless.argv):
        if argv and ran.code == 0:
            words = [program, *_words(argv[1:], filled)]
            left = max(1.0, seconds - (perf_counter() - begun))
            code, said = _once(words, environ, cwd, root, left)
            ran = Ran(code, said, round((perf_counter() - begun) * 1000, 1))
    return ran


def _once(
    words: Sequence[str], environ: Mapping[str, str], cwd: Path, root: Path, seconds: float
) -> tuple[int | None, str]:
    """Runs one command line to its end, or ends it and all that it started; also on ^C, and when we are gone ourselves."""
    # into files: what a program leaves running would keep a pipe open
    with (
        open(root / "out", "w+b") as out,
        open(root / "err", "w+b") as err,
        lifeline(words, root) as (argv, passed),
        subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=cwd, env=dict(environ),
            start_new_session=os.name != "nt", pass_fds=passed,
        ) as process,
    ):  # fmt: skip
        code: int | None = None
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if code is None:
                kill(process)
                process.wait()
        return code, _last(err) or _last(out)


def _last(file: IO[bytes]) -> str:
    """The last line that was printed, without what may be a secret."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - MOST))
    lines = file.read(MOST).decode("utf-8", "replace").split("\n")
    words = next((line.strip() for line in reversed(lines) if line.strip()), "")
    plain = "".join(char for char in words if char.isprintable())
    return scrub(plain[:160])[0]


def _surroundings(
    env: Env, headless: Headless, filled: Mapping[str, str], url: str, mark: str
) -> dict[str, str]:
    """The user's own variables, without keys, without the marks of an agent around us, and with nowhere to go but to our model."""
    gone = {name for each in markers().values() for name in each} | {GENERIC_MARKER, MARK, *headless.without}
    gone |= {name for each in HOSTS for name in HOSTS[each].session_variables}
    kept = {
        name: value
        for name, value in env.environ.items()
        if name not in gone and not is_secret_variable(name)
    }
    for name, value in (("HTTP_PROXY", url), ("HTTPS_PROXY", url), ("ALL_PROXY", url), ("NO_PROXY", "127.0.0.1,localhost,::1")):  # fmt: skip
        kept |= {name: value, name.lower(): value}
    kept |= {"NODE_USE_ENV_PROXY": "1", TRIAL: mark}
    return kept | {name: _filled(text, filled) for name, text in headless.environ}


def _words(argv: Iterable[str], filled: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    for word in argv:
        match word:
            case "{prompt}":
                found.append(CANARY_PROMPT)
            case "{words}":
                found += CANARY_PROMPT.split()
            case _:
                found.append(_filled(word, filled))
    return found


def _filled(text: str, filled: Mapping[str, str]) -> str:
    for name, value in filled.items():
        text = text.replace(name, value)
    return text


def program_of(env: Env, host: Host) -> str:
    """Where the host's own program is on the PATH, "" where it is not; one that others are called like must say who it is."""
    path = env.environ.get("PATH", "")
    headless = host.headless
    names = host.programs or (headless.argv[:1] if headless is not None else ())
    found = next((where for name in names if (where := shutil.which(name, path=path))), "")
    if found and headless is not None and headless.help_says:
        try:
            done = subprocess.run(
                [found, "--help"], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, env=dict(env.environ)
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return found if headless.help_says.encode() in done.stdout else ""
    return found
