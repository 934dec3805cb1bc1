"""`cm import`: take in rules that were made elsewhere, a file or a whole store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit, Usage
from cm.model.rule import Layer

if TYPE_CHECKING:
    from cm.flows.importing import Imported
    from cm.flows.mem_moving import MovedMem
    from cm.flows.migrated import Brought
    from cm.flows.migrating import Moved, MovedStore
    from cm.flows.taking import Item
    from cm.model.playbook import Flaw

FILES = typer.Argument(None, metavar="[FILE|-|DIR]...", help="A file; with --from-cass one or more folders.")
FORMAT = typer.Option("", "--format", metavar="yaml|json", help="The form, when the file does not show it.")
AS = typer.Option(
    "draft", "--as", metavar="draft|active",
    help="What becomes of rules that are in force there: drafts to look at, or in force here too (a human's yes).",
)  # fmt: skip
LAYER = typer.Option("user", "--layer", metavar="user|repo", help="Into your home, or the repository's .cm/.")
REPO = typer.Option(False, "--repo", help="The same as --layer repo.")
STANDING = typer.Option(
    False, "--with-standing", help="Their marks too, at the weight of standing.imported_weight."
)
PROJECT = typer.Option(
    None,
    "--project",
    metavar="[THERE=]HERE",
    help="What a project of the file is called here; may be repeated; `here` is this one.",
)
CASS = typer.Option(
    False, "--from-cass", help="A whole store: ~/.cass-memory, this repository's .cass, or the folders named."
)
MEM = typer.Option(
    False,
    "--from-mem",
    help="A git-first fact store: the folder named, or .mem around you; also: cm import mem DIR.",
)
DRY = typer.Option(False, "--dry-run", help="Say what would happen, write nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes to --as active.")
MOST: Final = 8  # of each kind that are told one by one


def command(
    files: list[str] = FILES, format: str = FORMAT, as_: str = AS, layer: str = LAYER, repo: bool = REPO,
    with_standing: bool = STANDING, project: list[str] = PROJECT, from_cass: bool = CASS, from_mem: bool = MEM, dry_run: bool = DRY, yes: bool = YES,
) -> Answer:  # fmt: skip
    """Take in rules made elsewhere: an export, a playbook, a list of sentences or objects, YAML or JSON.

    Every rule goes through the gate and waits as a draft unless you say --as active. What is broken is named with its line,
    the rest goes on; the same file again changes nothing. --from-cass and --from-mem move a whole store in, and only read it.
    """
    from cm.flows.env import open_env

    if as_ not in ("draft", "active"):
        raise Usage(f"--as {as_}: not one of draft, active")
    if layer not in ("user", "repo"):
        raise Usage(f"there is no layer `{layer}`", hint="user or repo")
    into: Layer = "repo" if repo or layer == "repo" else "user"
    live = as_ == "active"
    if files and files[0] == "mem" and len(files) == 2 and not from_cass:
        files, from_mem = files[1:], True
    if from_mem:
        if format or project or from_cass or with_standing:
            raise Usage("--from-mem knows its own form", hint="with it go --as, --repo, --dry-run and --yes")
        if len(files or ()) > 1:
            raise Usage("give one store", hint="cm import --from-mem DIR")
        from cm.flows.mem_moving import migrate_mem

        came = migrate_mem(open_env(), (files or [""])[0], layer=into, live=live, dry_run=dry_run, yes=yes)
        return Answer("import", came, lambda: render_mem(came))
    if from_cass:
        if format or project:
            raise Usage(
                "--from-cass knows its own form and projects", hint="leave out --format and --project"
            )
        from cm.flows.migrating import migrate

        moved = migrate(open_env(), tuple(files or ()), layer=into, live=live, dry_run=dry_run, yes=yes)
        return Answer("import", moved, lambda: render_moved(moved))
    if not files or len(files) != 1:
        raise Usage("give one file", hint="cm import FILE, cm import - for stdin, or cm import --from-cass")
    from cm.flows.importing import Asked, import_file

    form = {"": None, "yaml": "yaml", "json": "json"}.get(format, "?")
    if form == "?":
        raise Usage(f"--format {format}: not one of yaml, json")
    asked = Asked(into, live, with_standing, tuple(project or ()), dry_run, yes)
    done = import_file(open_env(), files[0], asked, "json" if form == "json" else "yaml" if form else None)
    code = Exit.OK if done.counts.keys() - {"refused"} or not (done.items or done.flaws) else Exit.NO
    return Answer("import", done, lambda: render(done), notes=done.notes, exit=code)


def render(done: Imported) -> str:
    """What became of every rule, and what was none."""
    head = f"{done.file}, {_counted(done.counts, len(done.items))}"
    marks = f"{say.count(done.marks, 'mark')} taken over." if done.marks else ""
    return say.blocks(
        say.lines(say.para(head), say.para(marks) if marks else ""),
        *_told(done.items),
        _flaws(done.flaws),
        say.lines(say.para(f"Not taken over, no rule here holds it: {', '.join(done.left)}"))
        if done.left
        else "",
        _next(done.items, done.dry_run),
    )


def render_moved(moved: Moved) -> str:
    """Every store, one after another."""
    items = [item for store in moved.stores for item in store.items]
    return say.blocks(*(_store(each) for each in moved.stores), _next(items, moved.dry_run))


def render_mem(done: MovedMem) -> str:
    """A store of facts: what came in, what did not, what stays there."""
    from cm.cli import import_mem

    return say.blocks(
        import_mem.head(done, _counted(done.counts, len(done.items)).replace("rule", "fact")),
        *_told(done.items),
        _flaws(done.flaws),
        import_mem.rest(done),
        _next(done.items, done.dry_run),
    )


def _store(done: MovedStore) -> str:
    beside = done.beside
    rows = [
        ("rules", _counted(done.counts, len(done.items))),
        ("marks", str(done.marks) if done.marks else ""),
        ("withdrawn", f"{done.blocked}, which do not come back" if done.blocked else ""),
        ("outcomes", str(done.outcomes) if done.outcomes else ""),
        ("diaries", _brought(beside.diaries)),
        ("deliveries", _brought(beside.shown)),
        ("traumas", _brought(beside.traumas, "kept, not armed")),
        ("starters", _brought(beside.starters, ", ".join(beside.starter_names))),
    ]
    kinds = (beside.diaries, beside.shown, beside.traumas, beside.starters)
    closed = [line for kind in kinds for line in kind.out]
    spared = [
        f"  {say.short(each.rule)} stays: that store had withdrawn what it says (cm forget takes it away)"
        for each in done.spared
    ]
    return say.blocks(
        say.lines(f"{done.folder} (only read)", say.pairs(rows, 2)),
        *_told(done.items),
        say.lines("Withdrawn there, in force here", *spared) if spared else "",
        say.lines(*(say.para(f"! {line}", 2) for line in done.exports_left)) if done.exports_left else "",
        _flaws(done.flaws),
        _some("Did not come in", closed),
        _settings(done),
        _left(done),
        say.lines(*(say.para(f"note: {line}") for line in done.notes)) if done.notes else "",
    )


def _counted(counts: Mapping[str, int], total: int) -> str:
    if not total:
        return "no rules"
    said = ", ".join(f"{count} {SAID.get(verdict, verdict)}" for verdict, count in sorted(counts.items()))
    return f"{say.count(total, 'rule')}: {said}"


SAID: Final[Mapping[str, str]] = {
    "merged": "merged into rules that say the same",
    "kept": "here already",
    "contested": "contested by a rule here",
    "replaced": "with newer words",
}
HEADINGS: Final = (
    ("added", "Added"),
    ("replaced", "Newer words"),
    ("contested", "Contested"),
    ("merged", "Merged"),
    ("refused", "Refused"),
)


def _told(items: Sequence[Item]) -> Iterable[str]:
    """Each kind under its heading; what was here already is only counted."""
    known = {verdict for verdict, _ in HEADINGS} | {"kept"}
    others = sorted({item.verdict for item in items} - known)
    for verdict, heading in (*HEADINGS, *((name, name.capitalize()) for name in others)):
        found = [item for item in items if item.verdict == verdict]
        if not found:
            continue
        most = len(found) if verdict == "refused" and len(found) <= 3 * MOST else MOST
        rows = [_item(item) for item in found[:most]]
        rest = len(found) - most
        yield say.lines(
            f"{heading} ({len(found)})", *rows, f"  and {rest} more, see --json" if rest > 0 else ""
        )
    odd = [(item, note) for item in items for note in item.notes]
    if odd:
        yield _some("What did not add up", [f"{item.named}: {note}" for item, note in odd])


def _item(item: Item) -> str:
    new = item.verdict in ("added", "contested")
    state = f" ({item.state})" if item.state not in ("", "active") and new else ""
    head = f"  {say.short(item.rule or item.named)}{state}  "
    line = f"line {item.line}: " if item.line and item.verdict == "refused" else ""
    plain = item.verdict == "added" and item.rule == item.named and item.reason == "new"
    why = "" if plain else f"{line}{item.reason}: {item.say}"
    return say.lines(
        say.para(item.text or "(not repeated here)", first=head, hang=4), say.para(why, 4) if why else ""
    ).rstrip("\n")


def _flaws(flaws: Sequence[Flaw]) -> str:
    """What is no rule, with its line."""
    return _some("Not read", [f"{_place(each)}{each.reason}" for each in flaws])


def _place(flaw: Flaw) -> str:
    named = f" ({flaw.rule})" if flaw.rule else ""
    return f"{flaw.file}:{flaw.line}{named}: " if flaw.line else f"{flaw.file}{named}: " if flaw.file else ""


def _some(heading: str, lines: Sequence[str], most: int = 2 * MOST) -> str:
    if not lines:
        return ""
    rest = len(lines) - most
    return say.lines(
        f"{heading} ({len(lines)})",
        *(say.para(line, first="  ", hang=4) for line in lines[:most]),
        f"  and {rest} more, see --json" if rest > 0 else "",
    )


def _brought(kind: Brought, more: str = "") -> str:
    said = [
        f"{kind.new} new" if kind.new else "",
        f"{kind.known} here already" if kind.known else "",
        more if kind.new else "",
    ]
    return ", ".join(part for part in said if part)


def _settings(done: MovedStore) -> str:
    """Settings as commands to look at; nothing is set by itself, least of all a model."""
    rows = [f"  $ cm config set {each.key} {each.value}" for each in done.suggested]
    left = f"No counterpart here: {', '.join(done.settings_left)}" if done.settings_left else ""
    if not rows and not left:
        return ""
    return say.lines(
        "Settings of that store; none was set" if rows else "Settings",
        *rows,
        say.para(left, 2) if left else "",
    )


def _left(done: MovedStore) -> str:
    """Files and fields that stay there."""
    fields = (*done.fields_left, *(f"{name} of diaries" for name in done.beside.diary_fields_left))
    files: dict[str, list[str]] = {}
    for each in done.left:
        files.setdefault(each.why, []).append(each.file)
    rows = [
        f"{', '.join(names[:4])}{f' and {len(names) - 4} more' if len(names) > 4 else ''}: {why}"
        for why, names in files.items()
    ]
    if done.computed:
        rows.append(f"computed here from the marks: {', '.join(done.computed)}")
    if fields:
        rows.append(f"fields without a home here: {', '.join(fields)}")
    return say.lines("Left behind", *(say.para(row, first="  ", hang=4) for row in rows)) if rows else ""


def _next(items: Sequence[Item], dry_run: bool) -> str:
    if dry_run:
        return "Nothing was written."
    drafts = sum(item.verdict in ("added", "contested") and item.state == "draft" for item in items)
    return say.lines(say.para(f"{say.count(drafts, 'draft')} to look at: cm review")) if drafts else ""
