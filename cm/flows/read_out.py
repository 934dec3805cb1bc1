"""`cm read`: one thing whole and plain, whatever its id names: a rule, a fact, an event, a session, a diary, a decision, a change ...

What was withdrawn is not read out and secrets are not either, wherever they stand; what an agent may not see stays as it is for `cm show`.
Not here: the same with everything beside it (`flows/show.py`, `flows/why.py`), finding ids (`flows/search.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from cm.core.secrets.scrub import scrub
from cm.core.serving.validity import said as validity_said
from cm.errors import Ambiguous, CmError, NotFound
from cm.flows.env import Env
from cm.flows.named import several, shelved_named
from cm.flows.reading import shelf
from cm.flows.transcript import WITHHELD, event_shown, exported, session_shown, shown_words
from cm.model.decision import Decision
from cm.model.rule import Rule

SHORTEST: Final = 3  # letters of a shortened id, without its beginning


@dataclass(frozen=True, slots=True)
class ReadOut:
    """One thing: what it is, what it says, where it stands."""

    id: str
    kind: str  # rule, anti-pattern, fact, preference, event, session, diary, decision, change, trauma, task, starter, block, receipt, entity
    text: str  # all of it
    at: str = ""
    by: str = ""  # who said it, or decided it
    state: str = ""
    place: str = ""  # the session, file or layer in which it stands
    withheld: str = ""  # why it is not read out; then there is no text


def read_out(env: Env, thing: str) -> ReadOut:
    """Reads out what an id or its beginning names. Raises NotFound, Ambiguous, NotAllowed."""
    asked = thing.strip()
    for start, ways in _BY_START.items():
        if asked.startswith(start):
            return _first(env, asked, ways)
    return _first(env, asked, _OTHERWISE)


def _first(env: Env, asked: str, ways: Sequence[Callable[[Env, str], ReadOut]]) -> ReadOut:
    """The first kind that has such a name; when none has, what the first kind says about it."""
    missing: CmError | None = None
    for way in ways:
        try:
            return way(env, asked)
        except NotFound as error:
            missing = missing or error
    if len(ways) == 1 and missing is not None:
        raise missing
    raise NotFound(
        f"nothing that is kept is called `{asked[:80]}`",
        hint="`cm search`, `cm list --state all`, `cm log` and `cm sessions` show ids; the beginning of one is enough",
    )


def _rule(env: Env, asked: str) -> ReadOut:
    item = shelved_named(shelf(env).shelved, asked)
    rule = item.rule
    if item.blocked_by or item.screened:
        why = (
            "its content was withdrawn"
            if item.blocked_by
            else f"the gate would refuse it now ({item.screened})"
        )
        return ReadOut(rule.id, rule.kind, "", state=rule.state, place=f"{item.layer} playbook", withheld=why)
    return ReadOut(
        rule.id, rule.kind, _clean(env, _lines_of(rule)), rule.origin.at, rule.origin.by, rule.state, f"{item.layer} playbook"
    )  # fmt: skip


def _lines_of(rule: Rule) -> Iterable[str]:
    yield rule.text
    scope = ", ".join(f"{name} {value}" for name, value in rule.scope.facets())
    for name, value in (
        ("about", rule.about), ("valid", validity_said(rule.valid)), ("why", rule.why), ("holds for", scope),
        ("tags", ", ".join(rule.tags)), ("replaces", ", ".join(rule.replaces)), ("replaced by", rule.replaced_by),
    ):  # fmt: skip
        if value:
            yield f"{name}: {value}"
    for item in rule.evidence:
        if item.quote:
            place = " ".join(part for part in (item.session, item.event) if part)
            yield f"{item.by} said{f' ({place})' if place else ''}: {item.quote}"
    for was in rule.was:
        yield f"until {was.until[:10]} ({was.reason}): {was.text}"


def _event(env: Env, asked: str) -> ReadOut:
    shown = event_shown(env, asked, 0)
    line = shown.lines[0]
    withheld = "it holds withdrawn content" if line.text.strip() == WITHHELD else ""
    return ReadOut(
        line.id, "event", "" if withheld else line.text, line.at, line.by, line.kind, f"{shown.session.id} #{line.seq}", withheld
    )  # fmt: skip


def _session(env: Env, asked: str) -> ReadOut:
    shown = session_shown(env, asked)
    head = shown.session
    return ReadOut(head.id, "session", exported(shown, "md"), head.started, "", shown.status, head.project)


def _diary(env: Env, asked: str) -> ReadOut:
    from cm.flows.diary import diary_with_id

    told = diary_with_id(env, asked).diary
    parts = (
        ("Asked", told.request), ("Done", told.accomplishments), ("Decided", told.decisions), ("Hard", told.challenges),
        ("Liked and disliked", told.preferences), ("Learned", told.learnings), ("Files", told.files),
    )  # fmt: skip
    lines: list[str] = []
    for title, entries in parts:
        if entries:
            lines += [f"{title}:", *(f"- {entry.text}" for entry in entries), ""]
    if told.commands:
        lines += ["Commands:", *(f"- {each.text}" for each in told.commands)]
    return ReadOut(
        told.id, "diary", _clean(env, lines), told.ended or told.started, "", told.status, told.session
    )


def _decision(env: Env, asked: str) -> ReadOut:
    from cm.flows.heard import Heard
    from cm.flows.log import decision_named

    _long_enough(asked, "decision")
    heard = Heard(env)
    layer, raw = decision_named(heard, asked)
    found = heard.printable(raw)
    return ReadOut(
        found.id, "decision", _clean(env, _lines_of_decision(found)), found.at, found.by, found.verdict, f"{layer} layer"
    )  # fmt: skip


def _lines_of_decision(found: Decision) -> Iterable[str]:
    yield f"{found.verdict} ({found.reason}): {found.say}"
    if found.proposed:
        yield f"proposed: {found.proposed}"
    for name, values in (("rules", found.rules), ("quotes", found.quotes)):
        if values:
            yield f"{name}: {', '.join(values)}"
    for rule in found.after:
        yield f"after: {rule.id} ({rule.kind}, {rule.state}): {rule.text}"


def _change(env: Env, asked: str) -> ReadOut:
    from cm.flows.heard import Heard

    _long_enough(asked, "change")
    heard = Heard(env)
    found = [each for _, each in heard.by_layer if each.tx.startswith(asked)]
    ids = tuple(dict.fromkeys(each.tx for each in found))
    if not ids:
        raise NotFound(f"there is no change `{asked}`", hint="`cm log` shows changes with their ids")
    name = asked if asked in ids else ids[0]
    if len(ids) > 1 and asked not in ids:
        raise several(asked, "changes", ids)
    one = [heard.printable(each) for each in found if each.tx == name]
    lines = [line for each in one for line in (f"{each.id}:", *(f"  {said}" for said in _lines_of_decision(each)))]  # fmt: skip
    return ReadOut(name, "change", _clean(env, lines), one[0].at, one[0].by, "", one[0].source)


def _trauma(env: Env, asked: str) -> ReadOut:
    from cm.flows.trauma_list import one

    _long_enough(asked, "trauma")
    row = one(env, asked)
    trauma, story = row.trauma, row.trauma.story
    lines = [f"{trauma.scope}: {trauma.pattern}"]
    for name, value in (("why", story.message), ("said", story.quote), ("instead", trauma.instead)):
        lines += [f"{name}: {value}"] if value else []
    lines += [f"denied: {each}" for each in trauma.examples.deny]
    lines += [f"let go: {each}" for each in trauma.examples.allow]
    return ReadOut(trauma.id, "trauma", _clean(env, lines), trauma.at, story.by, row.state, row.layer)


def _task(env: Env, asked: str) -> ReadOut:
    from cm.flows.tasks import task_named

    task = task_named(env, asked)
    return ReadOut(task.id, "task", _clean(env, [task.title]), task.at, task.by, task.state, task.project)


def _starter(env: Env, asked: str) -> ReadOut:
    from cm.store.shipped import all_starters

    _long_enough(asked, "starter's rule")
    every = [(starter, rule) for starter in all_starters(env.home) for rule in starter.rules]
    near = [pair for pair in every if pair[1].id.startswith((asked, f"r-{asked}"))]
    exact = [pair for pair in near if pair[1].id == asked]
    ids = [rule.id for _, rule in near]
    if len(exact or near) == 1:
        starter, rule = (exact or near)[0]
        return ReadOut(
            rule.id, rule.kind, _clean(env, _lines_of(rule)), by="starter", state="not taken", place=f"starter {starter.name}"
        )  # fmt: skip
    named = [starter for starter in all_starters(env.home) if starter.name == asked]
    if named:
        lines = [named[0].description, "", *(f"{rule.id}: {rule.text}" for rule in named[0].rules)]
        return ReadOut(asked, "starter", _clean(env, lines), by="starter", place=named[0].path)
    if near:
        raise several(asked, "rules of starters", ids)
    raise NotFound(
        f"there is no rule of a starter called `{asked}`", hint="`cm starters show NAME` shows them"
    )


def _block(env: Env, asked: str) -> ReadOut:
    from cm.core.serving.export import find_block
    from cm.store.hostfiles import open_file, read_exports

    try:
        here = str((env.cwd / Path(asked).expanduser()).resolve())
    except (OSError, RuntimeError, ValueError):  # what is asked for can be no path
        here = ""
    tail = "/" + asked.replace("\\", "/").strip("/")
    files = read_exports(env.home.exports).files.values()
    exact = [item for item in files if item.path == here]
    near = exact or [item for item in files if item.path.replace("\\", "/").endswith(tail) and len(tail) > 1]
    if len(near) > 1:
        raise Ambiguous(
            f"`{asked}` fits {len(near)} exported files: {', '.join(item.path for item in near[:5])}",
            hint="give more of the path",
        )
    if not near:
        raise NotFound(f"cm wrote no block into `{asked}`", hint="`cm project` writes one")
    item = near[0]
    data = open_file(Path(item.path).parent, item.path, anywhere=True).data
    found = find_block(data) if data is not None else None
    if found is None:
        raise NotFound(f"the block of {item.path} is not there any more", hint="`cm project` writes it anew")
    state = "edited by hand" if found.edited else ""
    return ReadOut(item.path, "block", _clean(env, found.body.split("\n")), item.at, "", state, item.project)


def _receipt(env: Env, asked: str) -> ReadOut:
    from cm.store.receipts import receipts

    _long_enough(asked, "receipt")
    near = [each for each in receipts(env.home) if each.id.startswith(asked)]
    if len(near) > 1:
        raise several(asked, "receipts", (each.id for each in near))
    if not near:
        raise NotFound(
            f"there is no event or receipt `{asked}`", hint="`cm search` shows events with their ids"
        )
    one = near[0]
    lines = [f"erased: {one.target} {one.name}".rstrip(), *([f"reason: {one.reason}"] if one.reason else [])]
    lines += [
        ", ".join(f"{name} {value}" for name, value in asdict(each).items() if value) for each in one.places
    ]
    lines += [f"not reached: {each.where}: {each.why}; {each.todo}" for each in one.unreached]
    return ReadOut(one.id, "receipt", _clean(env, lines), one.at, one.by)


def _entity(env: Env, asked: str) -> ReadOut:
    from cm.flows.facts import Wanted, facts, is_entity

    if not is_entity(env, asked):
        raise NotFound(
            f"no fact that is served is about `{asked}`", hint="`cm entities` shows whom facts are about"
        )
    found = facts(env, Wanted(about=asked))
    lines = [
        " · ".join(part for part in (each.rule.text, validity_said(each.rule.valid), each.rule.id) if part)
        for each in found.facts
    ]
    return ReadOut(asked, "entity", _clean(env, lines), place=found.project)


def _clean(env: Env, lines: Iterable[str]) -> str:
    """Lines as one text, without secrets and without what was withdrawn."""
    shown = shown_words(env)
    said = [shown(part) for line in lines for part in scrub(line)[0].split("\n")]
    return "\n".join(said).rstrip("\n") + "\n"


def _long_enough(asked: str, what: str) -> None:
    bare = asked.partition("-")[2] if asked[1:2] == "-" else asked
    if len(bare) < SHORTEST:
        raise NotFound(f"there is no {what} `{asked}`", hint="give more characters of the id")


_BY_START: Final[dict[str, tuple[Callable[[Env, str], ReadOut], ...]]] = {
    "e-": (_event, _receipt),
    "y-": (_diary,),
    "d-": (_decision,),
    "t-": (_change, _trauma),
    "k-": (_task,),
    "r-": (_rule, _starter),
}
_OTHERWISE: Final = (_rule, _session, _entity, _trauma, _starter, _block, _task)
