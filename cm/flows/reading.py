"""The one road by which rules are read: both layers, their standing, what was withdrawn, what is trusted; then the predicate.

The quick doors read the same from the derived index (`flows/refresh.py`); so does `shelf` where the index is current (`flows/kept.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cm.core.serving.across import Across
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.serve import Reader, Served, Withheld, serve, shelve
from cm.core.serving.standing import heirs, standing_of, standings
from cm.core.serving.together import together
from cm.errors import BadState, Busy, Unwritable
from cm.flows.across import across_of
from cm.flows.anchored import gone_here, gone_say
from cm.flows.env import Env
from cm.flows.kept import kept_shelf
from cm.flows.strangers import left_out, printable, printable_flaws
from cm.flows.surroundings import nearest
from cm.model.ledger import Mark
from cm.model.playbook import Flaw, Playbook, playbook_of
from cm.model.rule import Layer
from cm.model.standing import Shelved
from cm.store.intents import any_pending
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook
from cm.store.tombstones import read_tombstones

MEND_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Shelf:
    """Every rule of both layers with all that the predicate needs, and what could not be read."""

    shelved: tuple[Shelved, ...]
    flaws: tuple[Flaw, ...] = ()
    notes: tuple[str, ...] = ()


def shelf(env: Env, *, whole: bool = False, kept: bool = True) -> Shelf:
    """Reads the user's layer, then the repository's; `whole` also gives an agent the words it may not be shown.

    From the index where it is current and may be used (`kept`), else from the files: the answer is the same.
    Raises what reading the user's playbook raises; a repository's broken file is a note, since it must not stop the user.
    """
    known = kept_shelf(env) if kept else None
    if known is not None:
        shelved, flawed = known
        shelved = _looked_at(env, shelved)
        if not whole:
            shelved = tuple(printable(env, each) for each in shelved)
        return Shelf(shelved, flawed["user"] + printable_flaws(env, flawed.get("repo", ())))
    notes = list(_mended(env))
    user = read_playbook(env.home.playbook)
    repo, said = _repo_book(env)
    notes += said
    own = LedgerFiles(env.home.ledger_dir)
    marks, blocked = own.marks(), own.blocked()
    beside: tuple[Mark, ...] = ()
    trusted = env.repo is not None and env.trusted
    if env.repo is not None and trusted:
        theirs = LedgerFiles(env.repo.ledger_dir)
        blocked += theirs.blocked()
        beside = theirs.marks()
    blocklist = Blocklist.from_lines(blocked).with_erased(read_tombstones(env.home))
    shelved = _shelve(env, user, "user", True, marks, blocklist, heirs(user))
    # what was learned at home counts for the team's rule that took its place
    team = heirs(repo, user) if trusted else {}
    shelved += _shelve(env, repo, "repo", trusted, marks + beside, blocklist, team)
    shelved = _looked_at(env, shelved)
    notes += _unknown_fields(env, user, repo if trusted else Playbook())
    if not whole:
        shelved = tuple(printable(env, each) for each in shelved)
    return Shelf(shelved, user.flaws + printable_flaws(env, repo.flaws), tuple(notes))


def served(env: Env, reader: Reader) -> tuple[tuple[Served, ...], tuple[Withheld, ...]]:
    """Asks the predicate for every rule, then for all side by side: what this reader may see now, and what not and why."""
    shelved = shelf(env).shelved
    if reader.project == env.project:
        reader = replace(reader, also=also_called(env, shelved))
    answers = side_by_side(env, shelved, reader)
    return (
        tuple(each for each in answers if isinstance(each, Served)),
        tuple(each for each in answers if isinstance(each, Withheld)),
    )


def side_by_side(
    env: Env, shelved: Sequence[Shelved], reader: Reader, across: Iterable[Across] | None = None
) -> tuple[Served | Withheld, ...]:
    """What the predicate says of each rule beside all the others, of its own layer and of the other one."""
    policy = env.settings.curation.standing
    answers = (serve(each, reader, env.now, policy=policy) for each in shelved)
    return together(answers, reader, across_of(env, shelved) if across is None else across)


def passed_on(shelved: Iterable[Shelved]) -> dict[str, str]:
    """Whose marks count for which rule here: those of a rule that was replaced, in its layer or by the trusted repository's."""
    items = [each for each in shelved if each.trusted]
    books = {
        layer: playbook_of(*(each.rule for each in items if each.layer == layer))
        for layer in ("user", "repo")
    }
    return {**heirs(books["user"]), **heirs(books["repo"], books["user"])}


def also_called(env: Env, shelved: Iterable[Shelved]) -> tuple[str, ...]:
    """The names under which this project's rules were kept before it had the one it has now."""
    return env.also_called({each.rule.scope.project for each in shelved})


def _shelve(
    env: Env,
    book: Playbook,
    layer: Layer,
    trusted: bool,
    marks: tuple[Mark, ...],
    blocklist: Blocklist,
    passed_on: Mapping[str, str],
) -> tuple[Shelved, ...]:
    if layer == "repo" and not trusted:  # an alias in YAML may stand for billions of values
        book = replace(book, rules={rule.id: replace(rule, extra={}) for rule in book}, extra={})
    found = standings(marks, env.settings.curation.standing, env.now, heirs=passed_on)
    return tuple(shelve(rule, layer, trusted, standing_of(found, rule.id), blocklist) for rule in book)


def _looked_at(env: Env, shelved: tuple[Shelved, ...]) -> tuple[Shelved, ...]:
    """The rules with what of theirs is gone from the working tree where we stand."""
    root = nearest(str(env.cwd))
    gone = gone_here(str(env.home.root), root)
    if not gone:
        return shelved
    return tuple(
        replace(item, gone=gone_say(gone[item.rule.id]))
        if item.rule.id in gone and (item.layer == "repo" or env.is_here(item.rule.scope.project))
        else item
        for item in shelved
    )


def _repo_book(env: Env) -> tuple[Playbook, list[str]]:
    if env.repo is None:
        return Playbook(), []
    try:
        return read_playbook(env.repo.playbook), []
    except BadState as error:
        return Playbook(), [left_out(env.repo.playbook, error)]


def _unknown_fields(env: Env, user: Playbook, repo: Playbook) -> list[str]:
    notes = []
    for book, path in ((user, env.home.playbook), (repo, env.repo.playbook if env.repo else None)):
        names = sorted({name for rule in book for name in rule.extra} | set(book.extra))
        if names:
            notes.append(f"{path}: fields this version does not know, kept as they are: {', '.join(names)}")
    return notes


def _mended(env: Env) -> tuple[str, ...]:
    """Completes a change that was cut short, when nobody else is at it and the home can be written."""
    if any_pending(env.home):
        from cm.flows.commit import mend

        with suppress(Busy, Unwritable, BadState):
            return mend(env, wait=MEND_SECONDS)
    return ()
