"""The verbs on traumas: keep one, lift it, bring it back, take it away. What tightens is open to all; what loosens needs a person.

Each appends a whole line and arms at once, so the next command of an agent meets it. Listing: `flows/trauma_list.py`; whether a line
may be armed: `flows/admission.py` and `arming.py`; taking in many: `flows/trauma_taken.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

from cm.core.guards.lines import denies_the_same
from cm.core.secrets.scrub import scrub
from cm.errors import Conflict, NotFound, NotTrusted, RefusedByGate, Usage
from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.flows.armed import Armed, state_of
from cm.flows.arming import ALWAYS, arm_held, packs_on
from cm.flows.consent import require_human
from cm.flows.env import Env, open_env
from cm.flows.replay import Replay, admitted_anew, refused, replay, state_before, to_arm
from cm.flows.sessions import until_of
from cm.flows.trauma_standing import Standing, named, standings
from cm.model.ids import short_hash
from cm.model.stamp import moment, stamp
from cm.model.trauma import Severity, Story, Trauma, TraumaExamples
from cm.store import git, trust
from cm.store.catalogue import read_catalogue
from cm.store.files import lock
from cm.store.guard_engine import engine
from cm.store.home import Layered
from cm.store.lines import make_dirs
from cm.store.traumas import append_trauma, digest_of, line_of

if TYPE_CHECKING:
    from cm.flows.backtest import Backtest

FULL: Final = 2000  # characters of a story


@dataclass(frozen=True, slots=True)
class Wish:
    """A trauma as somebody asks for it: a pattern, or a command that did damage and from which one is made."""

    pattern: str = ""
    command: str = ""
    scope: str = ""
    severity: Severity = "critical"
    message: str = ""
    instead: str = ""
    deny: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    flags: str = ""
    session: str = ""
    event: str = ""
    id: str = ""
    by: str = ""  # whose word it is; "" = of whoever runs this


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a new trauma."""

    trauma: Trauma
    verdict: Literal["armed", "known", "would be armed", "declined"]
    place: str  # the registry
    by: str
    backtest: Backtest | None = None
    notes: tuple[str, ...] = ()
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """One trauma or pack before and after."""

    id: str
    what: Literal["healed", "retired", "active", "pack on", "pack off", "admitted", "let go"]
    place: str = ""
    before: str = ""
    until: str = ""
    reason: str = ""
    said: str = ""  # what else is worth knowing


@dataclass(frozen=True, slots=True)
class Done:
    """What a verb changed, and how much is armed now."""

    changed: tuple[Changed, ...]
    by: str
    armed: int
    notes: tuple[str, ...] = ()
    dry_run: bool = False
    replay: Replay | None = None  # of what is armed again: what it would have denied so far


def add(
    env: Env, wish: Wish, *, layer: Literal["user", "repo"] = "user", dry_run: bool = False,
    ask: Callable[[Trauma, Backtest], bool] | None = None, message: str = "", still: Callable[[], bool] | None = None,
) -> Added:  # fmt: skip
    """Keeps one trauma and arms it, after admission and a back-test that `ask` may answer no to.

    `still` is asked with the lock held, whether all is as it was when this was decided: else Conflict. Raises Usage, RefusedByGate with the reason and the input that showed it, NotTrusted, Busy, Unwritable.
    """
    from cm.flows.backtest import backtest

    files = _files(env, layer)
    trauma = _made(env, wish)
    place = str(files.traumas)
    known = standings(env)
    for each in known:
        if each.trauma.id == trauma.id and not denies_the_same(each.trauma, trauma):
            raise RefusedByGate(f"there is a trauma {trauma.id} already", hint=f"`cm trauma show {trauma.id}`; name this one with --id", id=trauma.id)  # fmt: skip
        if (
            denies_the_same(each.trauma, trauma)
            and each.trauma.status == "active"
            and each.on
            and not each.imported
        ):
            kept = wish.message and each.trauma.story.message
            told = f"its story stays: {kept}" if kept else ""
            return Added(each.trauma, "known", place, env.by, notes=(told,) if told else (), dry_run=dry_run)
    _refuse_erased(env, trauma)
    answer = admit(trauma, engine(), benign_commands(), now=env.now)
    if isinstance(answer, NotAdmitted):
        raise refused(trauma.id, answer)
    for each in known:  # it was lifted or taken away once: that was before, whatever the clock says
        if each.trauma.id == trauma.id and each.trauma.at >= trauma.at and not each.imported:
            trauma = _later(env, replace(trauma, at=each.trauma.at))
    tested = backtest(env, trauma, incident=wish.command)
    if dry_run:
        return Added(trauma, "would be armed", place, env.by, tested, dry_run=True)
    if ask is not None and not ask(trauma, tested):
        return Added(trauma, "declined", place, env.by, tested)
    armed, notes = _append(env, [(trauma, layer)], message or f"Add trauma {trauma.id}", still=still)
    held = [each.reason for each in armed.quarantined if each.id == trauma.id]
    if held:
        raise RefusedByGate(f"{trauma.id} is kept but not armed: {held[0]}", hint="`cm trauma list` says more", id=trauma.id)  # fmt: skip
    if not engine().Trauma(trauma.row(), "").words:
        notes += ("no program's name has to be in a command for it, so every command is read whole for its sake: a guard then takes about 1.7 times as long to start, for all commands",)  # fmt: skip
    return Added(trauma, "armed", place, env.by, tested, notes)


def heal(
    env: Env, name: str, reason: str, *, until: str = "", yes: bool = False, dry_run: bool = False
) -> Done:
    """Lifts a trauma with a reason, until a moment or for good. Raises NeedsAHuman, NotFound."""
    if not reason.strip():
        raise Usage("say why it is lifted", hint=f'cm trauma heal {name} --reason "the backup is tested now"')
    found = named(env, name)
    back = until_of(until, env.now)
    if dry_run:
        change = Changed(name, "healed", _place(env, found), found.trauma.status, back, reason)
        return Done((change,), env.by, 0, dry_run=True)
    line = replace(found.trauma, status="healed", healed=scrub(reason.strip())[0], until=back)
    _refuse_erased(env, line)
    what = f"lift trauma {found.trauma.id} ({found.trauma.pattern[:80]}) {f'until {back}' if back else 'for good'}"
    by = require_human(env, what, yes)
    line = replace(line, lifted_by=by)
    change = Changed(name, "healed", _place(env, found), found.trauma.status, back, line.healed)
    return _decide(env, found, line, by, change)


def remove(env: Env, names: Sequence[str], *, yes: bool = False, dry_run: bool = False) -> Done:
    """Takes traumas away, or switches packs off; their lines stay, retired. Raises NeedsAHuman, NotFound."""
    packs = {pack.name for pack in read_catalogue()}
    gone = {each.id for each in state_of(env).gone}
    plan: list[tuple[str, Standing | None]] = []
    for name in names:
        if name == ALWAYS:
            raise RefusedByGate("the pack `agent` is always on: it is what keeps the guard itself from being disarmed", hint="`cm guard remove` takes the whole guard away")  # fmt: skip
        plan.append((name, None if name in packs or name in gone else named(env, name)))
    if dry_run:
        return Done(tuple(_gone(env, name, found, packs) for name, found in plan), env.by, 0, dry_run=True)
    by = require_human(env, f"take away {', '.join(names)}", yes)
    done = Done((), by, 0)
    off = {name for name, found in plan if found is None and name in packs}
    if off:
        changes = tuple(_gone(env, name, None, packs) for name in names if name in off)
        done = _set_packs(env, tuple(p for p in env.settings.guard.packs if p not in off), by, changes)
    for name, found in plan:
        change = _gone(env, name, found, packs)
        if found is not None:
            one = _decide(
                env, found, replace(found.trauma, status="retired", until="", lifted_by=by), by, change
            )
        elif name not in packs:
            with lock(env.home.lock):
                one = Done((change,), by, arm_held(_fresh(env), forget=(name,)).armed)
        else:
            continue
        done = Done((*done.changed, *one.changed), by, one.armed, (*done.notes, *one.notes))
    return done


def activate(
    env: Env, names: Sequence[str], *, waiting: bool = False, yes: bool = False, dry_run: bool = False
) -> Done:
    """Arms traumas that are lifted, retired, imported or in a pack that is off; switches packs on; lets waiting lines count.

    What comes to be armed is replayed over the journal before. Only the last needs a person. Raises NeedsAHuman, NotFound, RefusedByGate.
    """
    packs = {pack.name for pack in read_catalogue()}
    tested = replay(env, tuple(to_arm(env, names, packs)))
    done = Done((), env.by, state_of(env).armed, dry_run=dry_run)
    on = [name for name in names if name in packs]
    if on:
        changes = tuple(
            Changed(name, "pack on", str(env.home.config), "on" if name in packs_on(env) else "off")
            for name in on
        )
        wanted = tuple(dict.fromkeys((*env.settings.guard.packs, *(name for name in on if name != ALWAYS))))
        done = Done(changes, env.by, 0, dry_run=True) if dry_run else _set_packs(env, wanted, env.by, changes)
    for name in names:
        if name not in packs:
            one = _again(env, named(env, name), dry_run)
            done = Done((*done.changed, *one.changed), env.by, one.armed, (*done.notes, *one.notes), dry_run)
    if waiting:
        one = _let_count(env, yes, dry_run)
        done = Done((*done.changed, *one.changed), one.by, one.armed, (*done.notes, *one.notes), dry_run)
    return replace(done, replay=tested)


def change_line(
    env: Env, found: Standing, line: Trauma, message: str, *, decided: bool = True, still: Callable[[], bool] | None = None
) -> tuple[str, ...]:  # fmt: skip
    """Puts another line of a trauma in force, after a person's yes (`decided`); returns what else is worth knowing.

    `still` is asked as by `add`. Raises Conflict.
    """
    return _append(env, [(_later(env, line), _layer(found))], message, decided=decided, still=still)[1]


# --- how


def _made(env: Env, wish: Wish) -> Trauma:
    """The trauma that is asked for, without secrets in its words."""
    if bool(wish.pattern) == bool(wish.command):
        raise Usage("name a pattern or a command, one of both", hint="cm trauma add 'git push --force', or cm trauma add --command 'git push -f origin main'")  # fmt: skip
    pattern, scope, flags = wish.pattern, wish.scope or "command", wish.flags
    deny, allow = list(wish.deny), list(wish.allow)
    if wish.command:
        from cm.core.guards.propose import pattern_of

        made = pattern_of(wish.command, engine(), cwd=str(env.cwd), home=str(env.user_home))
        if made is None:
            raise RefusedByGate("no pattern can be made of that command: nothing in it tells what did the damage", hint="write the pattern yourself: cm trauma add PATTERN --deny 'the command'")  # fmt: skip
        pattern, scope, flags = made.pattern, wish.scope or made.scope, flags or made.flags
        deny = list(dict.fromkeys((*deny, wish.command, *made.examples.deny)))
        allow += [each for each in made.examples.allow if each not in allow]
    told = scrub(wish.message.strip())[0][:FULL]
    by = wish.by or (f"agent {env.agent}" if env.agent else env.by)
    session, quote = wish.session or env.session, ""
    if wish.event:
        from cm.flows.trauma_scan import said_in

        session, quote = said_in(env, wish.event, wish.session)
    return Trauma(
        id=wish.id or "t-" + short_hash(10, pattern, scope, flags), pattern=pattern, scope=scope, severity=wish.severity,
        flags=flags, story=Story(told, session, wish.event, quote, by), instead=scrub(wish.instead.strip())[0][:FULL],
        examples=TraumaExamples(tuple(scrub(each)[0] for each in deny), tuple(scrub(each)[0] for each in allow)), at=env.stamp,
    )  # fmt: skip


def _refuse_erased(env: Env, trauma: Trauma) -> None:
    from cm.flows.erase import erased_in

    if erased_in(env, line_of(trauma)):
        raise RefusedByGate(
            "it holds words that were erased, and they do not come back", hint="say it in other words"
        )


def _again(env: Env, found: Standing, dry_run: bool) -> Done:
    trauma = found.trauma
    place = _place(env, found)
    was = state_before(found)
    said = f"matched as scope {trauma.scope}, capitals {'do not count' if trauma.flags else 'count'}: {trauma.pattern}" if found.imported else ""  # fmt: skip
    change = Changed(trauma.id, "active", place, was, said=said)
    if was == "active":
        return Done((change,), env.by, state_of(env).armed, dry_run=dry_run)
    line = admitted_anew(found)
    if dry_run:
        return Done((change,), env.by, 0, dry_run=True)
    armed, notes = _append(env, [(_later(env, line), _layer(found))], f"Activate trauma {trauma.id}")
    return Done((change,), env.by, armed.armed, notes)


def _let_count(env: Env, yes: bool, dry_run: bool) -> Done:
    """The lines that loosen and that nobody was asked about; a person says whether they count."""
    with lock(env.home.lock):
        held = arm_held(env)
    lines = [each for each in held.waiting if each.needs_a_person]
    changes = tuple(Changed(each.id, "admitted", each.place, said=each.why) for each in lines)
    if dry_run or not lines:
        return Done(changes, env.by, held.armed, dry_run=dry_run)
    told = "; ".join(f"{each.id}: {each.why.partition(',')[0]}" for each in lines)
    number = "a line that waits" if len(lines) == 1 else f"{len(lines)} lines that wait"
    by = require_human(env, f"let {number} count ({told})", yes)
    with lock(env.home.lock):
        armed = arm_held(env, decided={each.digest for each in lines})
    return Done(changes, by, armed.armed)


def _decide(env: Env, found: Standing, line: Trauma, by: str, change: Changed) -> Done:
    """Appends a line that loosens, after a person's yes, and lets it count."""
    if found.imported:
        raise RefusedByGate(f"{found.trauma.id} came from another store and denies nothing yet", hint=f"cm trauma activate {found.trauma.id}")  # fmt: skip
    if not found.on:
        raise RefusedByGate(f"{found.trauma.id} belongs to the pack {found.trauma.pack}, which is off", hint="it denies nothing")  # fmt: skip
    armed, notes = _append(env, [(_later(env, line), _layer(found))], f"{change.what.capitalize()} trauma {line.id}", decided=True)  # fmt: skip
    return Done((change,), by, armed.armed, notes)


def _append(
    env: Env, lines: Sequence[tuple[Trauma, Literal["user", "repo"]]], message: str, *, decided: bool = False,
    still: Callable[[], bool] | None = None,
) -> tuple[Armed, tuple[str, ...]]:  # fmt: skip
    """Appends, arms, carries a repository's trust on, and commits the home."""
    make_dirs(env.home.root)
    make_dirs(env.home.state)
    with lock(env.home.lock):
        if still is not None and not still():
            raise Conflict("it was changed meanwhile", hint="look at it again: cm trauma list")
        git.prepare_home(env.home, env.environ)
        digests = []
        for trauma, layer in lines:
            path = _files(env, layer).traumas
            append_trauma(path, trauma, private=layer == "user")
            digests.append(digest_of(line_of(trauma)))
            if layer == "repo" and env.repo is not None:
                trust.trust(env.home, env.repo, at=env.stamp, by=env.by)
        armed = arm_held(_fresh(env), decided=digests if decided else ())
        said = git.commit_home(env.home, message + "\n", at=env.stamp, environ=env.environ)
    return armed, (said,) if said else ()


def _set_packs(env: Env, packs: tuple[str, ...], by: str, changes: tuple[Changed, ...]) -> Done:
    from cm.store.config import set_value

    make_dirs(env.home.root)
    make_dirs(env.home.state)
    with lock(env.home.lock):
        git.prepare_home(env.home, env.environ)
        set_value(env.home.config, "guard.packs", packs)
        armed = arm_held(_fresh(env))
        message = f"Packs {', '.join(packs)}\n"
        said = git.commit_home(env.home, message, at=env.stamp, environ=env.environ)
    return Done(changes, by, armed.armed, (said,) if said else ())


def _fresh(env: Env) -> Env:
    """The same surroundings with the settings as they are now."""
    return open_env(env.environ, env.cwd, clock=env.clock, nonce=env.nonce, tty=env.tty)


def _later(env: Env, line: Trauma) -> Trauma:
    """The line with a time after the one that it follows, whatever the clock says: the latest counts."""
    at = env.stamp
    if line.at >= at:
        at = stamp(moment(line.at) + timedelta(seconds=1))
    return replace(line, at=at)


def _gone(env: Env, name: str, found: Standing | None, packs: set[str]) -> Changed:
    if found is not None:
        return Changed(name, "retired", _place(env, found), found.trauma.status)
    if name in packs:
        return Changed(name, "pack off", str(env.home.config), "on" if name in packs_on(env) else "off")
    return Changed(name, "let go", str(env.home.traumas), "gone")


def _layer(found: Standing) -> Literal["user", "repo"]:
    return "repo" if found.where == "repo" else "user"


def _place(env: Env, found: Standing) -> str:
    return str(_files(env, _layer(found)).traumas)


def _files(env: Env, layer: Literal["user", "repo"]) -> Layered:
    """The layer to write to. Raises NotFound without a repository, NotTrusted for a stranger's."""
    if layer == "user":
        return env.home
    if env.repo is None:
        raise NotFound(
            f"{env.cwd} is in no repository", hint="leave --repo out: then it is kept for you, everywhere"
        )
    if trust.content_hash(env.repo) != "" and not trust.is_trusted(env.home, env.repo):
        raise NotTrusted(f"{env.repo.root} is not trusted, so nothing is written to it", hint="read it, then `cm trust`", path=str(env.repo.root))  # fmt: skip
    return env.repo
