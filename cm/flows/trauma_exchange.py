"""Writes traumas into a file for another home, and takes such a file in: each through admission, with its back-test.

What leaves has no session, quote, home folder, login name or secret. What enters is active or refused by name; it lifts nothing and
takes the place of nothing. Taking in many at once makes a stranger's choice the user's, so that needs a person's yes; a single one is
as open as `cm trauma add`. The forms: `core/exchange/traumas.py`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from cm.core.exchange.traumas import VERSION, entering, leaving, why_it_stays
from cm.core.guards.lines import denies_the_same
from cm.errors import NewerSchema, NotFound, Unparsable, Usage
from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.flows.backtest import Backtest, Progress, backtest_all
from cm.flows.beyond import hidden_from
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.exporting import person_of
from cm.flows.imported_traumas import translated
from cm.flows.trauma_taken import id_of, registered, take, why_not
from cm.model.trauma import Trauma, TraumaExamples
from cm.store.catalogue import read_catalogue
from cm.store.emit import item_text
from cm.store.files import replace as put
from cm.store.guard_engine import engine
from cm.store.yaml import parse

Form: TypeAlias = Literal["jsonl", "json", "yaml"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
LARGEST: Final = 16 << 20
HEAD: Final = (
    "# Traumas exported by `cm trauma export`. `cm trauma import FILE` tests and arms them in another home.\n"
)
Verdict: TypeAlias = Literal["new", "known", "refused"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A trauma that stays here, and why."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    file: str  # "" = printed
    form: Form
    traumas: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a file, and what became of it."""

    id: str
    verdict: Verdict
    place: str  # where in the file
    pattern: str = ""
    why: str = ""  # it was refused, or is known
    shown_by: str = ""
    was: str = ""  # its id in the file, where that was taken here


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file."""

    file: str
    items: tuple[Item, ...]
    tests: tuple[Backtest, ...]  # of what is new, in the order of the items
    armed: bool
    dry_run: bool

    def count(self, verdict: Verdict) -> int:
        """How many have this verdict."""
        return sum(item.verdict == verdict for item in self.items)


# --- out


def export(
    env: Env, ids: Sequence[str] = (), *, file: str = "", form: Form | None = None, force: bool = False
) -> Exported:
    """Writes the user's own traumas that are in force, or those named. Raises NotFound, Usage, Unwritable."""
    mine = registered(env)
    shipped = {trauma.id: trauma for pack in read_catalogue() for trauma in pack.traumas}
    chosen: list[Trauma] = []
    left: list[LeftOut] = []
    for name in ids or mine:
        found = mine.get(name) or (shipped.get(name) if ids else None)
        if found is None:
            raise NotFound(f"there is no trauma {name!r}", hint="`cm trauma list` names them")
        if found.status != "active":
            left.append(LeftOut(name, f"it is {found.status}"))
        elif not ids and name in shipped and denies_the_same(found, shipped[name]):
            left.append(LeftOut(name, f"it ships with cm, in the pack {shipped[name].pack}"))
        else:
            chosen.append(found)
    fit: list[Trauma] = []
    hidden = hidden_from(env, "team")
    for trauma in chosen:
        out = leaving(trauma, person_of(env))
        why = why_it_stays(out) or ("it tells a private rule" if hidden.told_in(trauma.row()) else "")
        if not why and not _holds(out, trauma):
            out = replace(out, examples=_untouched(out.examples, trauma.examples))
            why = "" if _holds(out, trauma) else "its pattern speaks of this machine"
        if why:
            left.append(LeftOut(trauma.id, why))
        else:
            fit.append(out)
    chosen_form = form or _form_of(file) or "jsonl"
    text = written([trauma.row() for trauma in fit], chosen_form)
    if file:
        _put(env, file, text, force)
    return Exported(file, chosen_form, tuple(trauma.id for trauma in fit), tuple(left), text)


def _holds(out: Trauma, trauma: Trauma) -> bool:
    """Whether it may still be armed without what told of this machine."""
    if (out.pattern, out.examples) == (trauma.pattern, trauma.examples):
        return True
    return not isinstance(admit(out, engine(), benign_commands()), NotAdmitted)


def _untouched(out: TraumaExamples, held: TraumaExamples) -> TraumaExamples:
    """The examples that told nothing of this machine."""
    deny, allow = {*held.deny}, {*held.allow}
    return TraumaExamples(tuple(x for x in out.deny if x in deny), tuple(x for x in out.allow if x in allow))


def written(rows: Sequence[Mapping[str, Any]], form: Form) -> str:
    """The file's text."""
    if form == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if form == "json":
        whole = {"schema": 1, "portable": VERSION, "traumas": list(rows)}
        return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    body = "\n" + "".join(item_text(dict(row), 2) for row in rows) if rows else " []\n"
    return f"{HEAD}schema: 1\nportable: {VERSION}\ntraumas:{body}"


def _put(env: Env, file: str, text: str, force: bool) -> None:
    path = Path(env.cwd, os.path.expanduser(file))
    if path.exists() and not force:
        if path.read_bytes() == text.encode():
            return
        raise Usage(f"{path} is there already", hint="name another file, or say --force to write over it")
    put(path, text.encode(), private=False)


# --- in


def import_file(
    env: Env,
    file: str,
    *,
    form: Form | None = None,
    yes: bool = False,
    dry_run: bool = False,
    before: Callable[[Imported], None] | None = None,
    progress: Progress | None = None,
) -> Imported:
    """Tests every trauma of a file and arms what passes; `before` is shown what would come in before a person is asked.

    Raises NotFound, Usage, Unparsable, NewerSchema for the file, NeedsAHuman when many come and nobody says yes.
    """
    items, new = _judged(env, _rows(_bytes(env, file), file, form), Path(file).name)
    tests = backtest_all(env, new, progress=progress) if new else ()
    looked = Imported(file, tuple(items), tests, False, dry_run)
    if dry_run or not new:
        return looked
    if len(new) > 1:
        if before and env.tty and not env.agent and not yes:
            before(looked)
        require_human(env, f"arm {len(new)} traumas of {file}", yes)
    take(env, new, f"Traumas of {Path(file).name}: {len(new)} taken in")
    return replace(looked, armed=True)


def _judged(env: Env, rows: Iterable[tuple[str, Any]], name: str) -> tuple[list[Item], list[Trauma]]:
    mine = registered(env)
    shipped = {trauma.id: trauma for pack in read_catalogue() for trauma in pack.traumas}
    items: list[Item] = []
    new: list[Trauma] = []
    for place, row in rows:
        said = str(row.get("id", "")) if isinstance(row, Mapping) else ""
        try:
            asked = entering(_translated(row), name)
        except (TypeError, ValueError) as error:
            items.append(Item(said or "-", "refused", place, why=str(error)))
            continue
        same = next((t for t in (*mine.values(), *new) if denies_the_same(t, asked)), None)
        if same is not None:
            why = "it is here already" if same.status == "active" else f"it is here, {same.status}; `cm trauma activate {same.id}` arms it again"  # fmt: skip
            items.append(Item(same.id, "known", place, asked.pattern, why))
            continue
        trauma = replace(asked, at=env.stamp)
        if asked.id in mine or asked.id in shipped or any(t.id == asked.id for t in new):
            trauma = replace(trauma, id=id_of(asked))
        was = asked.id if trauma.id != asked.id else ""
        answer = why_not(env, trauma)
        if answer is None:
            items.append(Item(trauma.id, "new", place, trauma.pattern, was=was))
            new.append(trauma)
        else:
            items.append(
                Item(asked.id, "refused", place, trauma.pattern, answer.reason, answer.shown_by)
            )  # fmt: skip
    return items, new


def _translated(row: Any) -> Any:
    """A row in the form of another program, in ours."""
    if isinstance(row, Mapping) and ("trigger_event" in row or str(row.get("severity", "")).isupper()):
        return {**translated(row).row(), "status": str(row.get("status") or "active").lower()}
    return row


def _bytes(env: Env, file: str) -> bytes:
    if file == "-":
        import sys

        return sys.stdin.buffer.read(LARGEST)
    path = Path(env.cwd, os.path.expanduser(file))
    try:
        if path.stat().st_size > LARGEST:
            raise Usage(f"{path} is too large for a file of traumas", hint="split it; 16 MB is the most")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}", hint="`cm trauma export FILE` writes one") from error
    except OSError as error:
        raise Usage(f"cannot read {path}: {error.strerror}", hint="name a file that can be read") from error


def _rows(data: bytes, file: str, form: Form | None) -> list[tuple[str, Any]]:
    """What a file offers, each with its place; a line that is broken is an item too, so that it is named."""
    text = data.decode("utf-8-sig", "replace")
    if not text.strip():
        raise Usage(f"{file} is empty", hint="`cm trauma export FILE` writes one that can be taken in")
    form = form or _form_of(file) or _form_in(text)
    if form == "jsonl":
        return _lines(text)
    whole = _json(text, file) if form == "json" else parse(text, Path(file))
    listed = whole
    if isinstance(whole, Mapping):
        if isinstance(whole.get("portable"), int) and whole["portable"] > VERSION:
            raise NewerSchema(
                f"{file} was written by a newer cm", hint="bring cm up to date", path=file, schema=whole["portable"]
            )  # fmt: skip
        listed = whole.get("traumas", [whole] if "pattern" in whole else None)
    if not isinstance(listed, list):
        raise Usage(
            f"{file} holds no list of traumas", hint="a list of objects with id, pattern and story, or `traumas:`"
        )  # fmt: skip
    return [(f"item {number}", row) for number, row in enumerate(listed, 1)]


def _lines(text: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found.append((f"line {number}", json.loads(line)))
            except (ValueError, RecursionError):
                found.append((f"line {number}", None))
    return found


def _json(text: str, file: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unparsable(f"{file} is not JSON: {error}", hint="mend the file; nothing was taken in", path=file) from error  # fmt: skip


def _form_of(file: str) -> Form | None:
    endings: dict[str, Form] = {".jsonl": "jsonl", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}
    return endings.get(Path(file).suffix.lower())


def _form_in(text: str) -> Form:
    first = text.lstrip()[:1]
    if first == "[":
        return "json"
    if first != "{":
        return "yaml"
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return "jsonl"
    return "json" if "\n" in text.strip() and '"traumas"' in text[:200] else "jsonl" if "\n" not in text.strip() else "json"  # fmt: skip
