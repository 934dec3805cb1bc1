"""Starters: which there are and which fit this repository, and taking their rules through the gate.

Nothing is taken unless it was asked for by name. Not here: reading the files (`store/shipped.py`), what fits
(`core/starters.py`), taking a starter out (`flows/starters_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cm.core.starters import fitting, worth_reading
from cm.errors import Usage
from cm.flows.add import source_of
from cm.flows.commit import commit, files_of
from cm.flows.env import Env
from cm.flows.parts import must_be_there
from cm.flows.reading import shelf
from cm.flows.strangers import printable_rule, printable_text
from cm.flows.telling import Told, tell_all
from cm.model.delta import Add, Restore, Source
from cm.model.rule import Layer, Rule
from cm.model.starter import Kept, Starter
from cm.store.decisions import read_decisions
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
    must_be_there(env, layer)
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
                adopted += sum(each.verdict == "adopted" for each in change.adopted)
                notes += change.notes
        found.append(_sorted(env, starter, [told[at] for at in sorted(told)]))
    return Added(tuple(found), layer, dry_run, adopted, tuple(dict.fromkeys(notes)))


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


def taken_out_of(name: str) -> str:
    return f"the starter {name} was taken out"


def _taken_out(env: Env, layer: Layer) -> dict[str, tuple[Rule, str]]:
    """Rules that left with their starter, by id, with the decision that says so: asking for it again brings them back.

    An agent brings back only what it took out itself.
    """
    files = files_of(env, layer)
    gone = {
        rule.id: rule
        for rule in read_playbook(files.playbook)
        if rule.retired and rule.retired.reason == taken_out_of(rule.origin.name)
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


def _sorted(env: Env, starter: Starter, told: Iterable[Told]) -> Taken:
    added, known, refused = list[Told](), list[Told](), list[Told]()
    for each in told:
        if each.verdict == "refused":
            refused.append(replace(each, text=printable_text(env, each.text)))
        elif each.verdict in ("reinforced", "unchanged"):
            known.append(each)
        else:
            added.append(each)
    return Taken(
        starter.name, starter.kept, starter.hides, tuple(added), tuple(known), tuple(refused), starter.flaws
    )
