"""`cm hook MOMENT --host NAME`: the door at which a host asks. What it is sent is on standard input, what it is told on standard output.

Whatever happens, the agent goes on: the status is 0, an answer that cannot be made is silence, and a line of the hook log says why.
There is a limit of time far below any host's. Standard library only on the way (`tests/architecture/test_cold_start.py`).
Deciding what to say is `flows/hooked.py`; `refresh` and `reflect` are the runs that come afterwards (`flows/afterwards.py`).
"""

from __future__ import annotations

import json
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from cm.flows.hooked import Answered
    from cm.model.moments import Heard, Words

OWN_CALL = "CM_OWN_CALL"  # cm/llm/own_call.py
TRIAL = "CM_TRIAL"  # cm/flows/surroundings.py
SECONDS = 2.0  # for an answer; hosts wait ten and more
SECONDS_START = 4.0  # once in a session, and in a folder that is new there is more to find out
SECONDS_END = 1.0  # at the end some hosts wait for a second and a half in all
HARD = 1.0  # after so many more the process ends, whatever it is in
LARGEST = 8_000_000
AFTERWARDS = ("refresh", "reflect")
ASKED = ("start", "prompt", "pre-command", "post", "compact", "end")


class Late(BaseException):
    """The time for an answer is over."""


def main(words: Sequence[str]) -> int:
    """Answers the host; returns the status, which is always the one with which an agent goes on."""
    begun = time.monotonic()
    line: dict[str, Any] = {}
    out = ""
    try:
        if os.environ.get(OWN_CALL):
            return 0  # an agent that answers a question of ours is told nothing, and nothing is learned of it
        moment, host = _asked(words)
        line = {"moment": moment, "host": host}
        if moment in AFTERWARDS:
            return _afterwards(moment, host)
        _watch(seconds_for(moment))
        out = _hook(moment, host, line)
    except Late:
        line |= {"outcome": "late", "why": f"no answer in {seconds_for(str(line.get('moment'))):g} s"}
        _ask_for_refresh(line)
    except SystemExit:
        raise
    except BaseException as error:
        line |= {"outcome": "fault", "why": _said(error)}
    _stop_watching()
    _print(out, line)
    _note(line, begun)
    return 0


def seconds_for(moment: str) -> float:
    """How long an answer may take."""
    return {"start": SECONDS_START, "end": SECONDS_END}.get(moment, SECONDS)


def _asked(words: Sequence[str]) -> tuple[str, str]:
    """The moment and the host of the command line, wherever they stand in it."""
    moment = host = ""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if name == "--host":
            host = value if equals else (rest.pop(0) if rest else "")
        elif not word.startswith("-") and not moment:
            moment = word
    if moment not in (*ASKED, *AFTERWARDS):
        raise ValueError(f"there is no moment {moment[:40]!r}")
    if not host:
        raise ValueError("--host NAME is missing")
    return moment, host


def _hook(moment: str, host: str, line: dict[str, Any]) -> str:
    from cm.hosts.moments import hear, say, words_of

    words = words_of(host)
    if words is None:
        line |= {"outcome": "fault", "why": "there is no such host"}
        return ""
    heard = hear(words, _received())
    line |= {"session": f"{host}/{heard.session}" if heard.session else "", "event": heard.event[:40]}
    if trial := os.environ.get(TRIAL):
        line["trial"] = trial[:40]
    if heard.source:
        line["source"] = heard.source
        line |= {"anew": True} if moment == "start" and heard.source in words.forgets else {}
    done = _answered(moment, host, words, heard)
    line |= {"outcome": done.outcome, "why": done.why, "rules": list(done.rules), "ids": list(done.envelopes)}
    if done.behind:
        line["behind"] = True
        _ask_for_refresh(line, heard.folder)
    return say(words, moment, done.text)


def _answered(moment: str, host: str, words: Words, heard: Heard) -> Answered:
    from cm.flows.hooked import Answered, answer, surroundings_of

    environ = surroundings_of(os.environ, host)
    if moment in ("start", "prompt"):
        return answer(environ, moment, host, words, heard)
    if moment == "compact":
        return Answered(outcome="noted")
    if moment != "end":
        return Answered(outcome="silent", why="nothing is said at this moment")
    from cm.flows.afterwards import ask_for_reflection

    if environ.get(TRIAL):
        return Answered(outcome="noted", why="cm doctor started this session, there is nothing to learn")
    if heard.agent:
        return Answered(outcome="silent", why="the end of a sub-agent")
    if not heard.session and not heard.transcript:
        return Answered(outcome="silent", why="no session is named")
    begun = ask_for_reflection(
        environ,
        host,
        heard.session,
        heard.transcript,
        heard.folder,
        _argv(),
        spaced=heard.event in words.spaced,
    )
    return Answered(outcome="begun") if begun else Answered(outcome="failed", why="no process could be begun")


def _afterwards(moment: str, host: str) -> int:
    from cm.flows import afterwards
    from cm.flows.hooked import surroundings_of

    begun = time.monotonic()
    environ = surroundings_of(os.environ, host)
    try:
        if moment == "reflect":
            afterwards.reflect_after(environ, _attempt)
            return 0
        line = {"outcome": "refreshed", "why": afterwards.refresh_after(environ, host, os.getcwd())}
    except Exception as error:
        line = {"outcome": "fault", "why": _said(error)}
    _note({"moment": moment, "host": host, **line}, begun)
    return 0


def _attempt(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return work()
    except Exception as error:
        return {"outcome": "failed", "why": _said(error)}


def _ask_for_refresh(line: dict[str, Any], folder: str = "") -> None:
    try:
        from cm.flows.afterwards import ask_for_refresh
        from cm.flows.hooked import surroundings_of

        host = str(line.get("host", ""))
        ask_for_refresh(surroundings_of(os.environ, host), host, folder or os.getcwd(), _argv())
    except Exception as error:
        line["why"] = f"{line.get('why', '')}; {_said(error)}"


def _argv() -> tuple[str, ...]:
    """How this very cm is started as a hook."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hook_start.py")
    return (sys.executable, "-I", script)


def _said(error: BaseException) -> str:
    """What went wrong in a few words, without anything that a payload held."""
    message = getattr(error, "message", "") or (str(error) if isinstance(error, ValueError) else "")
    return f"{type(error).__name__}: {message}"[:200] if message else type(error).__name__


# --- what comes in and goes out


def _received() -> Any:
    """The payload; some hosts leave the pipe open, so what is a whole value is not waited for any longer."""
    data = b""
    while len(data) < LARGEST:
        part = os.read(0, 1 << 20)
        data += part
        if not part or data.rstrip()[-1:] == b"}":
            value = _parsed(data)
            if not part or value is not None:
                return value
    return None


def _parsed(data: bytes) -> Any:
    text = (
        data.decode("utf-16", "replace")
        if data[:2] in (b"\xff\xfe", b"\xfe\xff")
        else data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    )
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _print(out: str, line: dict[str, Any]) -> None:
    if not out:
        return
    data = out.encode("ascii", "backslashreplace")
    try:
        while data:
            data = data[os.write(1, data) :]
    except OSError as error:
        line |= {"outcome": "fault", "why": f"the answer could not be printed ({type(error).__name__})"}


def _note(line: dict[str, Any], begun: float) -> None:
    try:
        from cm.flows.told import note_down

        note_down(os.environ, {**line, "ms": round((time.monotonic() - begun) * 1000, 1)})
    except Exception:  # there is nowhere left to say it
        return


# --- the limit of time


def _watch(seconds: float) -> None:
    """Rings once when the time is over, and ends the process some time after that."""
    import _thread

    def ends() -> None:
        time.sleep(seconds + HARD)
        os._exit(0)

    _thread.start_new_thread(ends, ())
    try:
        import signal

        def rings(number: int, frame: object) -> None:
            raise Late

        signal.signal(signal.SIGALRM, rings)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    except (ImportError, AttributeError, ValueError, OSError):
        return  # no timer on this system: the thread alone


def _stop_watching() -> None:
    try:
        import signal

        signal.setitimer(signal.ITIMER_REAL, 0)
    except (ImportError, AttributeError, ValueError, OSError):
        return
