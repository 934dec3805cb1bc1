"""Takes a change back: the last one, or a decision, a mark, an outcome, a withdrawal that is named. What was said stays said.

Rules become what they were by `Restore` deltas, ledger lines are taken back by other lines, all in one change, which may
be taken back as well. What loosens needs a human's yes. How the way back is found: `core/curation/undoing.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cm.core.curation.undoing import Later, Step, Way, loosens, way_back
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import lines_that_hold
from cm.errors import BadState, NeedsAHuman, NotFound
from cm.flows.add import source_of
from cm.flows.commit import Ground, Part, change
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.named import several
from cm.flows.parts import Line, sorted_lines, undoing, withdrawn_in
from cm.flows.project import exports_without
from cm.flows.refresh import refresh
from cm.flows.strangers import printable_rule
from cm.flows.telling import Change, tell_parts
from cm.model.decision import Decision
from cm.model.delta import Restore
from cm.model.ledger import Blocked, Mark, Outcome
from cm.model.rule import Layer
from cm.store import changes

SHORTEST = 3  # characters of a shortened id, without its letter


@dataclass(frozen=True, slots=True)
class Back:
    """One thing that is taken back, in words."""

    id: str  # of the decision or the ledger line
    what: str  # "retired", "added", "blocked", "helpful mark" …
    at: str
    by: str
    rule: str
    text: str
    state: str = ""  # the rule's as it is; "" for a ledger line
    becomes: str = ""  # and the one it gets
    layer: Layer = "user"


@dataclass(frozen=True, slots=True)
class Undone:
    """What was (or would be) taken back."""

    asked: str  # the id that was named; "" = the last change
    undoes: str  # the change, decision or line
    back: tuple[Back, ...]
    loosens: bool
    already: bool = False  # it was taken back before: nothing is left to do
    change: Change = field(default_factory=lambda: Change(()))
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()
    tx: str = ""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class _InLayer:
    """What of a target lies in one layer."""

    layer: Layer
    decisions: tuple[Decision, ...]
    lines: tuple[Line, ...]  # those that hold, and those that take back and were not taken back
    way: Way
    gone: tuple[Line, ...] = ()  # lines of it that hold no more


@dataclass(slots=True)
class _Undoing:
    """The plan: found with the lock held, on what stands then."""

    env: Env
    target: str
    reason: str = "undone"

    def __call__(self, ground: Ground) -> tuple[Part, ...]:
        """The parts of the change. Raises NotFound, Ambiguous, BadState (something later stands on it)."""
        found = _found(self.env, ground, self.target)
        _refuse_what_stands_on_it(found)
        parts = []
        for each in found:
            lines = tuple(
                undoing(line, self.env.stamp, self.env.by, nonce=self.env.nonce()) for line in each.lines
            )
            deltas = tuple(
                Restore(step.now.id, step.to, step.decision.id, self.reason)
                for step in _in_order(each.way.steps)
            )
            if deltas or lines:
                parts.append(Part(each.layer, deltas, sorted_lines(lines), undoes=self.target))
        return tuple(parts)


def undo(
    env: Env, target: str = "", *, yes: bool = False, dry_run: bool = False, asked: bool = False
) -> Undone:
    """Takes back the change, decision or ledger line that is named, or the last change; asks where a human's yes is needed.

    At a terminal that is whatever loosens, and (or with `asked`) what was not named.

    Raises NotFound, Ambiguous, NeedsAHuman, RefusedByGate, BadState when a later change stands on it.
    """
    found = look(env, target)
    if found.already or dry_run:
        return replace(found, dry_run=dry_run)
    by = _allowed(env, found, yes, asked or not target)
    done = change(
        env, _Undoing(env, found.undoes), source=source_of(env) if by == "agent" else "human" if by == "human" else "script",
        by=by, sweeping=False, all_or_none=True,
    )  # fmt: skip
    told = tell_parts(env, done)
    refresh(env)
    refreshed, left = _exports(env, found.back)
    return replace(found, change=told, exports_refreshed=refreshed, exports_left=left, tx=done.tx)


def look(env: Env, target: str = "") -> Undone:
    """Says what would be taken back, and writes nothing."""
    ground = Ground(env)
    name = _named(env, ground, target) if target else _last(env, ground)
    _refuse_elsewhere(env, name)
    found = _found(env, ground, name)
    if (
        target
        and not any(each.lines or each.way.steps or each.way.later for each in found)
        and _was_undone(found)
    ):
        return Undone(target, name, (), False, already=True)
    _refuse_what_stands_on_it(found)
    withdrawn = withdrawn_in(ground)
    back = tuple(item for each in found for item in _told(env, each, withdrawn))
    if not back:
        stepped = next(
            (one for each in found for one in each.decisions if one.verdict in ("raised", "lowered")), None
        )
        raise NotFound(
            f"{name} changed nothing that could be taken back",
            hint=f"cm guard {'demote' if stepped.verdict == 'raised' else 'promote'} {stepped.rules[0]} takes that step back"
            if stepped
            else "`cm log` shows what was decided",
        )
    lets_in = any(isinstance(line, Blocked) and not line.undoes for each in found for line in each.lines)
    loose = lets_in or any(loosens(step) for each in found for step in each.way.steps)
    files, left = _exports(env, back, dry_run=True)
    return Undone(target, name, back, loose, exports_refreshed=files, exports_left=left)


def _exports(
    env: Env, back: tuple[Back, ...], *, dry_run: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What becomes of the files that hold one of these rules, or would hold one that comes back."""
    coming = [each.rule for each in back if each.becomes == "active" and each.state != "active"]
    ids = [each.rule for each in back if each.rule]
    return exports_without(env, ids, coming=coming, dry_run=dry_run)


def _allowed(env: Env, found: Undone, yes: bool, unnamed: bool) -> str:
    """Who takes it back: an agent only what an agent did and what does not loosen; a person is asked."""
    what = f"take back {found.undoes}"
    if env.agent:
        others = [item for item in found.back if item.by != "agent"]
        if found.loosens or others:
            why = "it loosens" if found.loosens else f"it was done by a {others[0].by or 'person'}"
            raise NeedsAHuman(
                f"{what}: not done for an agent, since {why}",
                hint="ask the user to run this command in a terminal of their own", what=what,
            )  # fmt: skip
        return "agent"
    if found.loosens or (env.tty and unnamed):
        return require_human(env, what, yes)
    return env.by


# --- finding it ---


def _named(env: Env, ground: Ground, text: str) -> str:
    """The whole id of what is named; a beginning of it is enough. Raises NotFound, Ambiguous."""
    asked = text.strip()
    known = dict.fromkeys(_ids(env, ground))
    if asked in known:
        return asked
    near = [each for each in known if len(asked) > SHORTEST + 1 and each.startswith(asked)]
    if len(near) == 1:
        return near[0]
    if near:
        raise several(asked, "things", near)
    if asked.startswith("r-"):
        raise NotFound(
            f"{asked} is a rule: what is taken back is a change (t-…), a decision (d-…), a mark (m-…), a withdrawal (b-…) or an outcome (o-…)",
            hint=f"`cm why {asked}` shows them",
        )
    raise NotFound(
        f"there is nothing called `{asked}` to take back", hint="`cm log` and `cm why r-…` show ids"
    )


def _ids(env: Env, ground: Ground) -> Iterator[str]:
    for layer in ground.layers:
        for each in ground.log(layer).decisions:
            yield from (each.id, each.tx)
        for line in _lines(env, ground, layer):
            yield from (line.id, line.tx) if line.tx else (line.id,)


def _last(env: Env, ground: Ground) -> str:
    """The last change made by a command at home or in this repository that is not taken back, and takes nothing back itself.

    Raises NotFound. In which order changes were made says the home's own record; where that is lost, the moments do.
    """
    for name, takes_back in _newest_first(env, ground):
        if takes_back:
            continue
        found = _found(env, ground, name)
        if any(each.lines or each.way.steps or each.way.later for each in found):
            return name
    raise NotFound("there is no change to take back", hint="`cm log` shows what was decided")


def _newest_first(env: Env, ground: Ground) -> Iterator[tuple[str, bool]]:
    here = str(env.repo.root) if env.repo is not None else ""
    there = {
        each.tx: each
        for layer in ground.layers
        for each in ground.log(layer).decisions
        if not each.taken_over
    }
    lines = {line.tx: line for layer in ground.layers for line in _lines(env, ground, layer) if line.tx}
    seen = set()
    for each in reversed(changes.read(env.home)):
        if each.tx not in seen and (each.tx in there or each.tx in lines) and each.repo in ("", here):
            yield each.tx, bool(each.undoes)
        seen.add(each.tx)
    rest = [(each.at, each.tx, bool(each.undoes)) for each in there.values() if each.tx not in seen]
    rest += [
        (each.at, each.tx, bool(each.undoes))
        for each in lines.values()
        if each.tx not in seen and each.tx not in there
    ]
    for _, tx, takes_back in sorted(rest, reverse=True):
        yield tx, takes_back


def _found(env: Env, ground: Ground, name: str) -> tuple[_InLayer, ...]:
    """What is called by this id, layer by layer."""
    found = []
    for layer in ground.layers:
        log = ground.log(layer)
        whole = name.startswith("t-")
        decisions = tuple(
            each
            for each in log.decisions
            if each.id == name or (whole and each.tx == name and not each.taken_over)
        )
        every = _lines(env, ground, layer)
        standing, gone = _standing(every, _mine(every, name, decisions))
        way = way_back(
            log.decisions,
            {each.id for each in decisions},
            ground.book(layer),
            checkpoint=log.checkpoint,
            since=log.since,
        )
        if decisions or standing or gone:
            found.append(_InLayer(layer, decisions, standing, way, gone))
    return tuple(found)


def _mine(lines: tuple[Line, ...], name: str, decisions: tuple[Decision, ...]) -> list[Line]:
    """The ledger lines of what is named: itself, those of its change, or of a decision its marks and its withdrawals."""
    own = {(each.tx, mark.id) for each in decisions if each.tx for mark in each.marks}
    own |= {(each.tx, rule) for each in decisions if each.tx for rule in each.rules}
    return [
        line
        for line in lines
        if name in (line.id, line.tx)
        or (isinstance(line, Mark) and (line.tx, line.id) in own)
        or (isinstance(line, Blocked) and line.rule and (line.tx, line.rule) in own)
    ]


def _standing(every: tuple[Line, ...], mine: list[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Those of the lines that still say something, and those that were taken back."""
    held = {line.id for line in lines_that_hold(every)}
    undone: set[str] = set()
    for line in reversed(every):  # a line that takes back counts while no later one takes it back
        if line.undoes and line.id not in undone:
            undone.add(line.undoes)
    standing = {line.id: line for line in mine if (line.id not in undone if line.undoes else line.id in held)}
    return tuple(standing.values()), tuple(line for line in mine if line.id not in standing)


def _lines(env: Env, ground: Ground, layer: Layer) -> tuple[Line, ...]:
    """A layer's ledger lines; marks and outcomes are at home."""
    ledger = ground.ledger(layer)
    return ledger.blocked() if layer == "repo" else (*ledger.blocked(), *ledger.marks(), *ledger.outcomes())


def _refuse_elsewhere(env: Env, name: str) -> None:
    """Raises BadState for a change that also touched a repository that is not this one, or is not trusted any more."""
    here = str(env.repo.root) if env.repo is not None and env.trusted else ""
    for each in changes.read(env.home):
        if each.tx == name and each.repo and each.repo != here:
            raise BadState(
                f"{name} also touched {each.repo}, which is not the trusted repository around this folder",
                hint=f"run it in {each.repo.removesuffix('/.cm')}",
            )


def _was_undone(found: tuple[_InLayer, ...]) -> bool:
    return any(each.gone or each.way.undone for each in found)


def _refuse_what_stands_on_it(found: tuple[_InLayer, ...]) -> None:
    """Raises BadState for a rule that was changed since."""
    for each in found:
        for later in each.way.later:
            raise BadState(_sentence(later), hint=_hint(later), rule=later.rule)


def _sentence(later: Later) -> str:
    since = later.changed_by
    if since is None:
        return f"{later.rule} was changed by hand after {later.made_by.id}, so that cannot be taken back"
    return f"{later.rule} was changed since: {since.id} ({since.verdict} {since.at[:10]}) stands on {later.made_by.id}"


def _hint(later: Later) -> str:
    since = later.changed_by
    return f"cm undo {since.id} first" if since is not None else "`cm correct` gives it other words"


# --- telling it ---


def _told(env: Env, found: _InLayer, withdrawn: Blocklist) -> Iterator[Back]:
    for step in _in_order(found.way.steps):
        rule = printable_rule(env, step.to or step.now, withdrawn)
        made = step.decision
        state = step.to.state if step.to else "retired"
        by = "agent" if made.source == "agent" else made.by or made.source
        yield Back(
            made.id, made.verdict, made.at, by, step.now.id, rule.text, step.now.state, state, found.layer
        )
    note = Heard(env).note
    for line in found.lines:
        about = getattr(line, "rule", "")
        yield Back(line.id, _what(line), line.at, line.by, about, note(_words(line)), layer=found.layer)


def _what(line: Line) -> str:
    kind = (
        "withdrawal"
        if isinstance(line, Blocked)
        else f"{line.verdict} mark"
        if isinstance(line, Mark)
        else "outcome"
    )
    return f"{kind} taken back" if line.undoes else kind


def _words(line: Line) -> str:
    match line:
        case Blocked():
            return line.reason
        case Mark():
            return line.note or line.reason
        case Outcome():
            return f"{line.session}: {line.status}" if line.session else line.status


def _in_order(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What leaves service first, so that what comes back finds its place free."""
    return tuple(sorted(steps, key=lambda step: step.to is not None and step.to.state == "active"))
