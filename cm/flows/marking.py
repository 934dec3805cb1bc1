"""Somebody found a rule helpful or harmful: one line appended to the ledger at home; no YAML is read or written.

What follows from marks is `core/serving/standing.py`. Standard library only: this is a quick door.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.core.serving.standing import lines_that_hold
from cm.errors import Ambiguous, BadState, NotFound, Usage
from cm.flows.env import Env
from cm.model.ids import short_hash
from cm.model.ledger import Mark, Verdict
from cm.store.intents import is_pending
from cm.store.ledger import LedgerFiles, mark_of
from cm.store.lines import iter_lines

_ID_LINE: Final = re.compile(
    rb"""^[ \t]*(?:-[ \t]+)?(?:\{[ \t]*)?["']?id["']?[ \t]*:[ \t]*["']?([A-Za-z0-9][\w.:\-]*)""", re.MULTILINE
)
_FATE_LINE: Final = re.compile(
    rb"""^[ \t]+["']?(state|replaced_by)["']?[ \t]*:[ \t]*["']?([A-Za-z0-9][\w.:\-]*)""", re.MULTILINE
)
_CONTESTS: Final = re.compile(rb"""^[ \t]+["']?contests["']?[ \t]*:(.*(?:\n[ \t]+-[ \t].*)*)""", re.MULTILINE)
_SHORTEST: Final = 3  # characters of a shortened id, without the "r-"


@dataclass(frozen=True, slots=True)
class Marked:
    """What became of a mark."""

    rule: str
    verdict: Verdict
    mark: str  # the mark's id
    session: str
    by: str
    at: str
    undone: bool = False  # a mark was taken back
    already: bool = False  # it stood already: nothing was written
    state: str = ""  # the rule's, when it is out of service: superseded, retired
    heir: str = (
        ""  # the rule that took its place: a superseded one's marks count for it, but not for its opposite
    )


def mark(
    env: Env,
    rule: str,
    verdict: Verdict,
    session: str = "",
    reason: str = "",
    note: str = "",
    undo: bool = False,
    *,
    by: str = "",
    weight: float = 1.0,
) -> Marked:
    """Appends one mark; the same rule, verdict and session again changes nothing. `undo` takes the last one back.

    Raises NotFound for a rule that no playbook here has, Ambiguous for a shortened id that fits several.
    """
    if verdict not in ("helpful", "harmful"):
        raise Usage(f"a rule is helpful or harmful, not {verdict!r}", hint="--helpful or --harmful")
    rule_id = resolve_rule(env, rule)
    who = by or env.by
    at = env.stamp
    ledger = LedgerFiles(env.home.ledger_dir)
    if undo:
        return _undo(env, ledger, rule_id, verdict, session, who)
    parts = (rule_id, verdict, session) if session else (rule_id, verdict, at[:10], env.nonce())
    mark_id = "m-" + short_hash(13, *parts)
    state, heir = _whereabouts(env, rule_id)
    said = _marks(env.home.feedback, rule_id, mark_id) if session else ()
    # one of a change that was cut short is about to be taken back: it is no reason not to say it
    whole = (each for each in said if not is_pending(env.home, each.tx))
    if any(each.id == mark_id for each in lines_that_hold(whole)):
        return Marked(rule_id, verdict, mark_id, session, who, at, already=True, state=state, heir=heir)
    # after an undo it is said anew, by a clock that may run backwards: never at an earlier moment than the undo
    at = max((at, *(each.at for each in said if each.undoes == mark_id)))
    ledger.append_mark(
        Mark(mark_id, rule_id, verdict, at, session, who, _clean(reason), _clean(note), weight)
    )
    return Marked(rule_id, verdict, mark_id, session, who, at, state=state, heir=heir)


def resolve_rule(env: Env, rule: str) -> str:
    """The whole id of a rule that a playbook here has; a beginning of it is enough."""
    wanted = rule.strip()
    known = known_ids(env)
    tail = wanted.removeprefix("r-")
    begins = (wanted, f"r-{tail}") if len(tail) >= _SHORTEST else ()
    found = [each for each in known if each == wanted or each.startswith(begins)]
    if len(found) > 1 and env.repo is not None and not env.trusted:  # a stranger's id stands for no other
        own = set(_ids_in(env.home.playbook))
        found = [each for each in found if each in own] or found
    if wanted in found:
        return wanted
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(
            f"{rule!r} fits {len(found)} rules: {', '.join(found[:5])}",
            hint="give more of the id",
            candidates=found[:20],
        )
    if env.home.root.is_file():
        raise BadState(f"the home {env.home.root} is a file", hint="move it away, or set CM_HOME to a folder")
    from difflib import get_close_matches  # only when something is misspelt

    near = get_close_matches(wanted, known, 3, 0.6)
    hint = f"near: {', '.join(near)}" if near else "`cm list` shows every rule with its id"
    raise NotFound(f"no rule {rule!r} in {env.home.playbook}", hint=hint, near=near)


def known_ids(env: Env) -> list[str]:
    """The ids in the playbooks of both layers, by a look at their lines."""
    repo = _ids_in(env.repo.playbook) if env.repo is not None else []
    return list(dict.fromkeys((*_ids_in(env.home.playbook), *repo)))


def _ids_in(path: Path) -> list[str]:
    with suppress(FileNotFoundError, NotADirectoryError):
        return [each.decode("ascii", "replace") for each in _ID_LINE.findall(path.read_bytes())]
    return []


def _playbooks(env: Env) -> Iterator[Path]:
    """Those that say what became of a rule; a stranger's says nothing. Whether it is one is asked when the home knows nothing."""
    yield env.home.playbook
    if env.repo is not None and env.trusted:
        yield env.repo.playbook


def _undo(env: Env, ledger: LedgerFiles, rule_id: str, verdict: Verdict, session: str, who: str) -> Marked:
    standing = [
        each
        for each in lines_that_hold(_marks(env.home.feedback, rule_id, rule_id))
        if each.verdict == verdict and (not session or each.session == session)
    ]
    if not standing:
        raise NotFound(
            f"no {verdict} mark on {rule_id}{f' in session {session}' if session else ''} to take back",
            hint=f"`cm why {rule_id}` shows its marks",
        )
    last = standing[-1]
    line = Mark(
        "m-" + short_hash(13, "undo", last.id, env.nonce()),
        rule_id,
        verdict,
        max(env.stamp, last.at),
        last.session,
        who,
        undoes=last.id,
    )
    ledger.append_mark(line)
    return Marked(rule_id, verdict, last.id, last.session, who, line.at, undone=True)


def _marks(path: Path, rule_id: str, needle: str) -> tuple[Mark, ...]:
    """A rule's marks and what takes them back; no line is parsed when the file does not hold `needle` at all."""
    try:
        if needle.encode() not in path.read_bytes():
            return ()
    except FileNotFoundError:
        return ()
    marks = (mark_of(each) for each in iter_lines(path) if isinstance(each, dict))
    return tuple(each for each in marks if each is not None and each.rule == rule_id)


def _whereabouts(env: Env, rule_id: str) -> tuple[str, str]:
    """Where a rule that is out of service went: its state, and the last of the line that took its place.

    By a look at lines, as ids are found: a playbook in another style of YAML says nothing here.
    """
    first, heir, seen = "", rule_id, {""}
    while heir not in seen:
        seen.add(heir)
        state, following = _fate(env, heir)
        first = first or state
        if state not in ("superseded", "retired") or not following:
            break
        heir = following
    return (first, heir if heir != rule_id else "") if first in ("superseded", "retired") else ("", "")


def _fate(env: Env, rule_id: str) -> tuple[str, str]:
    """The state a rule's block names, and the rule that took its place and its marks."""
    own = re.compile(
        rb"""^[ \t{-]*["']?id["']?[ \t]*:[ \t]*["']?""" + re.escape(rule_id.encode()) + rb"\b", re.MULTILINE
    )
    for path in _playbooks(env):
        with suppress(FileNotFoundError, NotADirectoryError):
            data = path.read_bytes()
            if found := own.search(data):
                following = _ID_LINE.search(data, found.end())
                block = data[found.start() : following.start() if following else len(data)]
                fields = {name: value.decode("ascii", "replace") for name, value in _FATE_LINE.findall(block)}
                heir = fields.get(b"replaced_by", "")
                if any(heir and heir in each.decode("ascii", "replace") for each in _CONTESTS.findall(block)):
                    heir = ""  # what was said of a rule does not count for its opposite
                return fields.get(b"state", "active"), heir
    return "", ""


def _clean(text: str) -> str:
    """A reason may hold a secret; the scrubbing rules are loaded only when there is one to read."""
    if not text.strip():
        return ""
    from cm.core.secrets.scrub import scrub

    return scrub(text)[0]
