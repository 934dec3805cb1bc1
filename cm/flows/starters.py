"""Starters: which there are and which fit this repository, taking their rules through the gate, and taking them out again.

Nothing is taken unless it was asked for by name. What became the user's own (marked, approved, edited, supported) stays when
a starter is taken out. Not here: reading the files (`store/shipped.py`), what fits (`core/starters.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cm.core.serving.standing import effective_marks
from cm.core.starters import fitting, worth_reading
from cm.errors import NotFound, Usage
from cm.flows.add import source_of
from cm.flows.commit import commit, files_of
from cm.flows.env import Env
from cm.flows.project import refresh_exports
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.strangers import printable_rule
from cm.flows.telling import Told, tell, tell_all
from cm.model.delta import Add, Restore, Retire, Source
from cm.model.rule import Layer, Rule
from cm.model.starter import Kept, Starter
from cm.store.decisions import read_decisions
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook
from cm.store.shipped import all_starters, read_starter
from cm.store.surface import file_names, texts_of

IN_SERVICE = ("active", "draft", "contested")


@dataclass(frozen=True, slots=True)
class Listed:
    """One starter at a glance."""

    name: str
    description: str
    rules: int
    kept: Kept
    hides: bool  # the user's own, in the place of a shipped one
    taken: int  # how many of its rules are in service here
    layers: tuple[Layer, ...]  # where they are
    fits: str  # why it fits this repository, "" when it does not
    anywhere: bool
    path: str
    flaws: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Every starter, those that fit this repository first."""

    repository: str  # its root, "" outside one
    folder: str  # where the user's own lie
    starters: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Fits:
    """A starter that fits this repository, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One starter with its rules."""

    starter: Listed
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the rules of one starter."""

    name: str
    kept: Kept
    hides: bool
    added: tuple[Told, ...]
    known: tuple[Told, ...]  # a rule that says the same stands already
    refused: tuple[Told, ...]
    flaws: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """What became of every starter that was asked for."""

    starters: tuple[Taken, ...]
    layer: Layer
    dry_run: bool = False
    adopted: int = 0  # hand edits of the playbook that were found on the way
    notes: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many rules are new."""
        return sum(len(each.added) for each in self.starters)


@dataclass(frozen=True, slots=True)
class Stays:
    """A rule of a starter that stays when it is taken out, and what has become of it."""

    rule: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Removed:
    """What became of the rules that a starter had brought."""

    name: str
    layer: Layer
    retired: tuple[Told, ...]
    stays: tuple[Stays, ...]
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()  # files that still hold one of them, each with the reason
    dry_run: bool = False
    notes: tuple[str, ...] = ()


def listing(env: Env) -> Listing:
    """Lists every starter with what is taken of it and whether it fits; makes and changes nothing."""
    starters = all_starters(env.home)
    reasons = _reasons(env, starters)
    taken = _taken(env)
    found = [_listed(each, reasons, taken) for each in starters]
    found.sort(key=lambda each: (not each.fits or each.anywhere, not each.fits, each.name))
    return Listing(str(env.repo.repo) if env.repo else "", str(env.home.starters), tuple(found))


def fits_here(env: Env) -> tuple[Fits, ...]:
    """The starters made for what this repository is, of which nothing is taken yet."""
    return tuple(
        Fits(each.name, each.fits)
        for each in listing(env).starters
        if each.fits and not each.anywhere and not each.taken and not each.trouble
    )


def show(env: Env, name: str) -> Shown:
    """One starter with its rules. Raises NotFound, and what a broken file raises."""
    starter = read_starter(env.home, name)
    listed = _listed(starter, _reasons(env, (starter,)), _taken(env))
    return Shown(listed, tuple(printable_rule(env, rule) for rule in starter.rules))


def add(env: Env, names: Sequence[str], *, layer: Layer = "user", dry_run: bool = False) -> Added:
    """Takes the rules of starters through the gate; raises before anything is written when one of them is not to be had.

    Inside an agent the rules of a user's own starter wait as drafts: the agent could have written that file itself.
    """
    if not names:
        raise Usage("which starter?", hint="`cm starters` lists them; cm starters add NAME")
    if layer == "repo" and (env.repo is None or not env.repo.root.is_dir()):
        raise NotFound("there is no .cm/ in this repository", hint="`cm init --repo` makes one")
    chosen = [read_starter(env.home, name) for name in dict.fromkeys(names)]
    gone = _taken_out(env, layer)
    found: list[Taken] = []
    adopted, notes = 0, list[str]()
    for starter in chosen:
        road: Source = "agent" if env.agent and starter.kept == "yours" else "starter"
        wishes = [_again(gone, each) for each in starter.deltas(env.stamp)]
        told: dict[int, Told] = {}
        for source, kind in ((road, Add), (source_of(env), Restore)):
            places = [at for at, wish in enumerate(wishes) if isinstance(wish, kind)]
            if places:
                deltas = [wishes[at] for at in places]
                done = commit(env, deltas, source=source, layer=layer, dry_run=dry_run, sweeping=False)
                change = tell_all(env, done, dry_run=dry_run)
                told.update(zip(places, change.told, strict=False))
                adopted += len(change.adopted)
                notes += change.notes
        found.append(_sorted(starter, [told[at] for at in sorted(told)]))
    return Added(tuple(found), layer, dry_run, adopted, tuple(dict.fromkeys(notes)))


def remove(env: Env, name: str, *, layer: Layer = "user", dry_run: bool = False) -> Removed:
    """Retires what a starter brought, but nothing that was marked, approved, edited or supported since.

    Its file need not be there any more. Raises NotFound when no rule in service came from it.
    """
    files = files_of(env, layer)
    ours = [rule for rule in read_playbook(files.playbook) if _came_from(rule, name)]
    if not ours:
        where = "this repository's rules" if layer == "repo" else "your rules"
        raise NotFound(
            f"none of {where} came from a starter `{name}`", hint="`cm starters` says what is taken"
        )
    reasons = _becoming(env, layer, ours)
    going = [rule for rule in ours if rule.id not in reasons]
    deltas = [Retire(rule.id, _taken_out_of(name)) for rule in going]
    stays = tuple(
        Stays(rule.id, printable_rule(env, rule).text, reasons[rule.id])
        for rule in ours
        if rule.id in reasons
    )
    if not deltas:
        return Removed(name, layer, (), stays, dry_run=dry_run)
    done = commit(env, deltas, source=source_of(env), layer=layer, by=env.by, dry_run=dry_run, sweeping=False)
    told = tuple(tell(env, each, done.book.get(each.rules[0])) for each in done.decisions[: len(deltas)])
    refreshed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    if not dry_run:
        refresh(env)
        refreshed, left = refresh_exports(env, [rule.id for rule in going])
    return Removed(name, layer, told, stays, refreshed, left, dry_run, done.notes)


def _listed(starter: Starter, reasons: Mapping[str, str], taken: Mapping[str, list[Layer]]) -> Listed:
    layers = taken.get(starter.name, [])
    return Listed(
        name=starter.name, description=starter.description, rules=len(starter.rules), kept=starter.kept,
        hides=starter.hides, taken=len(layers), layers=tuple(dict.fromkeys(layers)),
        fits=reasons.get(starter.name, ""), anywhere=starter.anywhere and not starter.clues, path=starter.path,
        flaws=starter.flaws, trouble=starter.trouble,
    )  # fmt: skip


def _reasons(env: Env, starters: Sequence[Starter]) -> dict[str, str]:
    """Why starters fit the repository we stand in; outside one only what holds anywhere does."""
    if env.repo is None:
        return fitting(starters, (), {})
    root = env.repo.repo
    files = file_names(root)
    return fitting(starters, files, texts_of(root, worth_reading(starters, files)))


def _taken(env: Env) -> dict[str, list[Layer]]:
    """For each starter the layers of its rules in service, one entry per rule."""
    found: dict[str, list[Layer]] = {}
    for item in shelf(env, whole=True).shelved:
        if item.trusted and item.rule.origin.by == "starter" and item.rule.state in IN_SERVICE:
            found.setdefault(item.rule.origin.name, []).append(item.layer)
    return found


def _came_from(rule: Rule, name: str) -> bool:
    return rule.origin.by == "starter" and rule.origin.name == name and rule.state in IN_SERVICE


def _taken_out_of(name: str) -> str:
    return f"the starter {name} was taken out"


def _taken_out(env: Env, layer: Layer) -> dict[str, tuple[Rule, str]]:
    """Rules that left with their starter, by id, with the decision that says so: asking for it again brings them back.

    An agent brings back only what it took out itself.
    """
    files = files_of(env, layer)
    gone = {
        rule.id: rule
        for rule in read_playbook(files.playbook)
        if rule.retired and rule.retired.reason == _taken_out_of(rule.origin.name)
    }
    if not gone:
        return {}
    found: dict[str, tuple[Rule, str]] = {}
    for decision in read_decisions(files.decisions):
        if decision.verdict == "retired" and (decision.source == "agent" or not env.agent):
            found.update((each, (gone[each], decision.id)) for each in decision.rules if each in gone)
    return found


def _again(gone: Mapping[str, tuple[Rule, str]], wish: Add) -> Add | Restore:
    """The wish, or the way back for a rule that left with its starter and still has these words."""
    rule, decision = gone.get(wish.id, (None, ""))
    if rule is None or rule.text != wish.text:
        return wish
    was = replace(rule, state="active", retired=None)
    return Restore(rule.id, was, decision, f"the starter {rule.origin.name} was asked for again")


def _sorted(starter: Starter, told: Iterable[Told]) -> Taken:
    added, known, refused = list[Told](), list[Told](), list[Told]()
    for each in told:
        if each.verdict == "refused":
            refused.append(each)
        elif each.verdict in ("reinforced", "unchanged"):
            known.append(each)
        else:
            added.append(each)
    return Taken(
        starter.name, starter.kept, starter.hides, tuple(added), tuple(known), tuple(refused), starter.flaws
    )


def _becoming(env: Env, layer: Layer, rules: Sequence[Rule]) -> dict[str, str]:
    """What has become of rules since a starter brought them, by id; of those that are as they came, nothing."""
    files = files_of(env, layer)
    marks = LedgerFiles(env.home.ledger_dir).marks()
    marks += LedgerFiles(files.ledger_dir).marks() if layer == "repo" else ()
    marked = {mark.rule for mark in effective_marks(marks)}
    came: dict[str, Rule] = {}
    for decision in read_decisions(files.decisions):
        for rule in decision.after:
            came.setdefault(rule.id, rule)
    found: dict[str, str] = {}
    for rule in rules:
        reasons = [
            "marked" if rule.id in marked else "",
            "approved" if rule.approved else "",
            "pinned" if rule.pinned else "",
            "supported by a quote" if rule.evidence else "",
            "edited" if rule.was or _content(rule) != _content(came.get(rule.id, rule)) else "",
        ]
        if any(reasons):
            found[rule.id] = ", ".join(filter(None, reasons))
    return found


def _content(rule: Rule) -> tuple[object, ...]:
    return (
        rule.text,
        rule.kind,
        rule.category,
        rule.scope.key(),
        rule.why,
        rule.tags,
        rule.about,
        rule.valid,
    )
