"""What `cm` has to say when a host's hook asks: at the start of a session and at a prompt, nothing twice, and silence otherwise.

`answer` is the whole of it for the quick door (`cli/quick_hook.py`), which decodes and encodes. Nothing is rebuilt while an agent waits:
what the index remembers of the folder is enough, what changed is taken in afterwards by a run of its own (`flows/afterwards.py`).
"""

from __future__ import annotations

import os
import re
import sqlite3

from cm.flows.surroundings import home_root, recall
from cm.flows.told import PROMPT, Told, told_before
from cm.hosts import moments as speech
from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cm.flows.surroundings import Surroundings
    from cm.model.moments import Heard, Words
    from cm.store.index import Index

PROMPT_BUDGET = 900  # tokens, where the settings do not say less
PROMPT_RULES = 6
PROMPT_HISTORY = 1
LONGEST = 8_000  # letters of a prompt that are looked at
_KEPT = ("HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "PATH", "PATHEXT", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG", "LC_ALL", "TZ", "APPDATA", "LOCALAPPDATA")  # fmt: skip
_NOT_THE_USERS = re.compile(r"\s*(?:/[a-z][\w:.-]*(?:\s|$)|[!#]|<[a-z]+[a-z-]*-[a-z-]+[ >])")


class Answered(Light):
    """What is handed to the agent, and what becomes a line of the hook log."""

    __slots__ = ("behind", "envelopes", "outcome", "rules", "text", "why")
    defaults = (("behind", False), ("envelopes", ()), ("rules", ()), ("text", ""), ("why", ""))
    text: str
    outcome: str  # told | silent | noted | begun
    why: str  # of a silence: what was the reason
    rules: tuple[str, ...]
    envelopes: tuple[str, ...]
    behind: bool  # something changed that the index does not know yet: a run afterwards takes it in


def surroundings_of(environ: Mapping[str, str], host: str) -> dict[str, str]:
    """The variables that an answer may depend on: the host is the one that asks, whatever else we run in. Nothing secret is among them."""
    found = {
        name: value for name, value in environ.items() if name in _KEPT or name.startswith(("CM_", "XDG_"))
    }
    return {**found, "AI_AGENT": host}


def is_the_users(words: Words, prompt: str) -> bool:
    """Whether a prompt is what a user asked for: no command of the host's, no notice that it made itself, not nothing."""
    if not prompt.strip() or prompt.lstrip().startswith(words.quiet or "\0"):
        return False
    return not _NOT_THE_USERS.match(prompt)


def answer(environ: Mapping[str, str], moment: str, host: str, words: Words, heard: Heard) -> Answered:
    """Answers at a moment that may be told something; an index that is not up to date is used as far as it may be."""
    why = _reason_for_silence(moment, words, heard)
    if why:
        return Answered(outcome="silent", why=why)
    root, cwd = home_root(environ), heard.folder or os.getcwd()
    told = told_before(root, heard.session)
    if moment == "start" and heard.source in words.forgets:
        told = Told()
    if moment == "start" and told.started and heard.source not in words.repeats:
        return Answered(outcome="silent", why="told before in this session")
    known = recall(environ, cwd, host)
    behind = known is None
    known = known or recall(environ, cwd, host, late=True)
    if known is None:
        return _the_long_way(environ, cwd, moment, host, words, heard, told)
    index, here = known
    with index:
        try:
            done = say(index, here, moment, host, words, heard, told)
        except (
            sqlite3.Error,
            LookupError,
            TypeError,
            ValueError,
        ):  # damaged: the run afterwards makes it anew
            return Answered(outcome="silent", why="the index is damaged", behind=True)
    return done.but(behind=behind)


def say(
    index: Index, here: Surroundings, moment: str, host: str, words: Words, heard: Heard, told: Told
) -> Answered:
    """What an open index says here at a moment; the deliveries are noted."""
    session = f"{host}/{heard.session}" if heard.session else ""
    room = _room(words)
    texts: list[str] = []
    ids: list[str] = []
    envelopes: list[str] = []
    if moment == "start" or told.compacted:
        from cm.flows.starting import start

        begun = start(
            index,
            here,
            host=host,
            session=session,
            without=frozenset(told.names),
            anew=moment == "start" and heard.source in words.forgets,
            room=room,
        )
        if begun.text:
            texts.append(begun.text)
            ids += begun.ids
            envelopes.append(begun.envelope)
    if moment == "prompt":
        from cm.flows.context import Wish, answer

        wish = Wish(
            budget=min(here.budget, PROMPT_BUDGET),
            max_rules=min(here.max_rules, PROMPT_RULES),
            history=PROMPT_HISTORY,
            session=session,
            host=host,
            door=PROMPT,
            lean=True,
            nonce=os.urandom(10).hex(),
            room=room,
            without=frozenset({*told.names, *told.at_start, *ids}),
        )
        found = answer(index, here, heard.prompt[:LONGEST], wish)
        if found.envelope:
            texts.append(found.text)
            ids += found.ids
            envelopes.append(found.envelope)
    text = "\n".join(texts)
    if not text:
        return Answered(
            outcome="silent", why="nothing above the floor" if moment == "prompt" else "nothing holds here"
        )
    return Answered(outcome="told", text=text, rules=tuple(ids), envelopes=tuple(envelopes))


def _the_long_way(
    environ: Mapping[str, str], cwd: str, moment: str, host: str, words: Words, heard: Heard, told: Told
) -> Answered:
    """A folder that is new, or an index that may not be used any more: the full answer, where that is quick enough."""
    from cm.flows.afterwards import is_quick, looked_at_anew

    if not os.path.isdir(home_root(environ)):
        return Answered(outcome="silent", why="there is no home")
    if not is_quick(environ):
        return Answered(outcome="silent", why="the index has to be made first", behind=True)
    return looked_at_anew(
        environ, cwd, host, lambda index, here: say(index, here, moment, host, words, heard, told)
    )


def _reason_for_silence(moment: str, words: Words, heard: Heard) -> str:
    if not speech.takes(words, moment):
        return "the host takes nothing at this moment"
    if heard.agent:
        return "a sub-agent asks"
    if moment == "prompt" and not is_the_users(words, heard.prompt):
        return "not a prompt of the user's"
    return ""


def _room(words: Words) -> Callable[[str], bool]:
    return lambda text: speech.room(words, text)
