"""The table of commands, loaded one at a time: `cm list` imports nothing that `cm reflect` needs.

A command module has one function `command` that returns an `Answer`, or a table `VERBS` of commands below it (`cm guard install`).
Printing, errors and exit codes are `run.py`; `context`, `search` and `mark` are answered by `quick.py` before this is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import typer
import typer.core
import typer.main

from cm.cli import run, say
from cm.cli.helps import command_help
from cm.errors import Usage

ABOUT: Final = """Procedural memory for coding agents: rules from your own sessions, each with the words that prove it.

First `cm init`, then `cm reflect`; before a task `cm context "what you are about to do"`."""

AFTER: Final = """`cm COMMAND --help` says more of each; `cm --version` names this one.
--json works with every command and prints one JSON document; exit codes stand in `cm quickstart`."""


class Entry(NamedTuple):
    """A command's module, the heading it is listed under, and what it does in one line."""

    module: str
    under: str
    say: str


COMMANDS: Final[dict[str, Entry]] = {
    "init": Entry("cm.cli.init", "Start", "make the home (or a repository's .cm/)"),
    "quickstart": Entry("cm.cli.quickstart", "Start", "what an agent should do, on one page"),
    "setup": Entry("cm.cli.setup", "Start", "make the agents on this machine use cm by themselves"),
    "doctor": Entry("cm.cli.doctor", "Start", "what is found, what is wrong, what to do"),
    "config": Entry("cm.cli.config", "Start", "settings, and where each one comes from"),
    "trust": Entry("cm.cli.trust", "Start", "let a repository's .cm/ be served"),
    "privacy": Entry("cm.cli.privacy", "Start", "whose sessions are read and for whom; say no"),
    "context": Entry("cm.cli.context", "Use", "the few rules that matter for a task"),
    "search": Entry("cm.cli.search", "Use", "find rules, diaries, and what was said and run"),
    "mark": Entry("cm.cli.mark", "Use", "say that a rule helped or harmed"),
    "tasks": Entry("cm.cli.tasks", "Use", "a small list of things to do; no memory"),
    "outcome": Entry("cm.cli.outcome", "Use", "say how a session ended; what that gives its rules"),
    "project": Entry("cm.cli.project", "Use", "write the project's rules into AGENTS.md and kin"),
    "import": Entry("cm.cli.import_", "Use", "take in rules made elsewhere, a file or a whole store"),
    "export": Entry("cm.cli.export", "Use", "write rules into a file for another home"),
    "reflect": Entry("cm.cli.reflect", "Learn", "read sessions and propose rules, each with its quote"),
    "onboard": Entry("cm.cli.onboard", "Learn", "what is missing here, and which sessions may have it"),
    "remember": Entry("cm.cli.remember", "Learn", "keep one rule in your own words"),
    "correct": Entry("cm.cli.correct", "Learn", "new words for a rule; the old ones are kept"),
    "add": Entry("cm.cli.add", "Learn", "add rules with all their fields, one or many"),
    "starters": Entry("cm.cli.starters", "Learn", "rules to begin with; which ones fit here"),
    "review": Entry("cm.cli.review", "Learn", "answer what waits for you: drafts, disputes, doubts"),
    "pin": Entry("cm.cli.pin", "Learn", "protect a rule from every automatic change"),
    "unpin": Entry("cm.cli.unpin", "Learn", "let a rule change by itself again"),
    "merge": Entry("cm.cli.merge", "Learn", "make one rule of several that say the same"),
    "split": Entry("cm.cli.split", "Learn", "make several rules of one that says too much"),
    "list": Entry("cm.cli.list", "Look", "the rules, with state and proof"),
    "facts": Entry("cm.cli.facts", "Look", "what is so here, since when, says who; --at a day"),
    "entities": Entry("cm.cli.entities", "Look", "whom and what facts are of, and how many"),
    "show": Entry("cm.cli.show", "Look", "one rule with everything it carries"),
    "read": Entry("cm.cli.read", "Look", "anything whole and plain, by its id"),
    "why": Entry("cm.cli.why", "Look", "a rule's life, and whether an agent sees it now"),
    "validate": Entry("cm.cli.validate", "Look", "what sessions say of a rule, with and without it"),
    "audit": Entry("cm.cli.audit", "Look", "where recent sessions went against standing rules"),
    "audit-store": Entry(
        "cm.cli.audit_store", "Look", "what is wrong in other tools' memory: CLAUDE.md, rules, databases"
    ),
    "sessions": Entry("cm.cli.sessions", "Look", "read new sessions and show what is known of them"),
    "diary": Entry("cm.cli.diary", "Look", "what was asked, done, hard and learned in a session"),
    "log": Entry("cm.cli.log", "Look", "what was decided, refusals too, newest first"),
    "top": Entry("cm.cli.top", "Look", "the rules that stand best, and by what"),
    "stale": Entry("cm.cli.stale", "Look", "rules that may be out of date, and what to do"),
    "stats": Entry("cm.cli.stats", "Look", "counts: rules, marks, sessions, decisions"),
    "usage": Entry("cm.cli.usage", "Look", "what models were asked, and what it cost"),
    "similar": Entry("cm.cli.similar", "Look", "rules that are like a rule or a text"),
    "eval": Entry("cm.cli.eval", "Look", "how good the search is, on a rubric or on your past"),
    "models": Entry("cm.cli.models", "Tend", "the model that reads meaning: which, where, is it whole"),
    "forget": Entry("cm.cli.forget", "Tend", "take a rule away so that it does not come back"),
    "erase": Entry("cm.cli.erase", "Tend", "remove a rule, session or words from everywhere, for good"),
    "remove": Entry("cm.cli.remove", "Tend", "take a rule out of service; you may bring it back"),
    "undo": Entry("cm.cli.undo", "Tend", "take back the last change, or the one you name"),
    "scrub": Entry("cm.cli.scrub", "Tend", "take back what sessions said that should not count"),
    "sync": Entry("cm.cli.sync", "Tend", "bring two machines to the same rules by a git remote"),
    "tidy": Entry("cm.cli.tidy", "Tend", "plan what could be put in order, and apply that plan"),
    "sweep": Entry("cm.cli.sweep", "Tend", "let marks and time retire, turn round or hold back"),
    "journal": Entry("cm.cli.journal", "Tend", "is what was read whole, how large, what leaves"),
    "trauma": Entry("cm.cli.trauma", "Guard", "commands that must not run again, with their story"),
    "guard": Entry("cm.cli.guard", "Guard", "have agents ask before a command; is it at work?"),
    "mcp": Entry("cm.cli.mcp", "Use", "the same verbs for an agent that speaks MCP, on stdio"),
    "serve": Entry("cm.cli.serve", "Use", "the same over HTTP, for programs of this machine"),
    "shell": Entry("cm.cli.shell", "Use", "type these commands one after the other"),
    "hook": Entry("cm.cli.hook", "", "what agents call at a start, a prompt and an end"),
    "merge-driver": Entry("cm.cli.merge_driver", "", "what git calls to merge playbooks"),
}


QUICK: Final = ("context", "search", "mark", "hook")


class LazyGroup(typer.core.TyperGroup):
    """Lists commands from the table and imports one only when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The one command, imported now; None when there is no such name."""
        return load(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As the parser does, with a suggestion for a name that is nearly one of ours."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise unknown(args[0])
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The table under its headings, without importing any command."""
        return table().rstrip("\n")


class LazyVerbs(typer.core.TyperGroup):
    """A command with commands below it, each imported when it is called."""

    verbs: Mapping[str, Entry] = MappingProxyType({})
    path = ""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(self.verbs)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The one command, imported now; None when there is no such name."""
        return built(cmd_name, import_module(self.verbs[cmd_name].module)) if cmd_name in self.verbs else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As the parser does, with a suggestion for a name that is nearly one of ours."""
        if args and args[0] not in self.verbs and not args[0].startswith("-"):
            raise unknown(args[0], self.verbs, self.path + " ")
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """What there is below it."""
        return verbs_table(self.path, self.help or "", self.verbs).rstrip("\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `cm` with these words and returns the exit code."""
    words = said_otherwise(list(sys.argv[1:] if argv is None else argv))
    if is_quick(words):
        from cm.cli.quick import main as quick

        return quick(words)
    return run.run(words, lambda rest: _group().main(rest, prog_name="cm", standalone_mode=False))


def said_otherwise(words: list[str]) -> list[str]:
    """`cm help list` is `cm list --help`, `cm version` is `cm --version`: what other tools taught people to type."""
    json = ["--json"] if "--json" in words else []
    match [word for word in words if word != "--json"]:
        case ["help", *about]:
            return [*about, "--help", *json]
        case ["version"]:
            return ["--version", *json]
        case _:
            return words


def table() -> str:
    """The help of `cm` itself."""
    parts = []
    for heading in dict.fromkeys(entry.under for entry in COMMANDS.values() if entry.under):
        rows = [(name, entry.say) for name, entry in COMMANDS.items() if entry.under == heading]
        parts.append("\n".join([heading, *(say.para(about, 2, name.ljust(12)) for name, about in rows)]))
    about = (say.para(part.replace("\n", " ")) for part in ABOUT.split("\n\n"))
    return say.blocks(
        "Usage: cm COMMAND [ARGUMENTS] [OPTIONS]", *about, *parts, *map(say.para, AFTER.split("\n"))
    )


def is_quick(words: Sequence[str]) -> bool:
    """Whether a quick door answers this: `context`, `search`, `mark` or `hook`, and not their help."""
    head = [word for word in words if word != "--json"]
    return bool(head) and head[0] in QUICK and "--help" not in head and "-h" not in head


def load(name: str) -> Any:
    """Imports one command and gives it the parts all commands share."""
    return built(name, import_module(COMMANDS[name].module))


def built(name: str, module: Any) -> Any:
    """The command of a module, for the parser."""
    if not hasattr(module, "command"):
        return _verbs(name, module)
    app = _typer()
    app.command(name)(module.command)
    command = typer.main.get_command(app)
    command.name = name
    _finish(command)
    return command


def verbs_table(name: str, about: str, verbs: Mapping[str, Entry]) -> str:
    """The help of a command with commands below it."""
    size = max(map(len, verbs)) + 2
    return say.blocks(
        f"Usage: cm {name} COMMAND [ARGUMENTS] [OPTIONS]",
        *(say.para(part.replace("\n", " "), 2) for part in about.split("\n\n")),
        say.lines("Commands:", *(say.para(entry.say, 2, verb.ljust(size)) for verb, entry in verbs.items())),
        say.para(f"`cm {name} COMMAND --help` says more of each; --json works with all of them."),
    )


def unknown(name: str, among: Mapping[str, Entry] = COMMANDS, above: str = "") -> Usage:
    """The error for a command that does not exist, with the one that was probably meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, among, n=1)
    hint = f"did you mean `cm {above}{near[0]}`?" if near else f"`cm {above}--help` lists them"
    return Usage(f"there is no command `{above}{name}`", hint=hint)


def _verbs(name: str, module: Any) -> Any:
    kind = type("Verbs", (LazyVerbs,), {"verbs": module.VERBS, "path": name})
    app = _typer(cls=kind, invoke_without_command=True)

    @app.callback(help=module.ABOUT)
    def top(ctx: typer.Context) -> run.Answer | int:
        if ctx.invoked_subcommand is not None:
            return 0
        told = {verb: entry.say for verb, entry in module.VERBS.items()}
        return run.Answer("help", told, lambda: verbs_table(name, module.ABOUT, module.VERBS))

    command = typer.main.get_command(app)
    command.name = name
    return command


def _group() -> Any:
    app = _typer(cls=LazyGroup, invoke_without_command=True)

    @app.callback()
    def top(
        ctx: typer.Context,
        version: bool = typer.Option(False, "--version", help="Show the version and stop."),
    ) -> run.Answer | int:
        from cm import __version__

        if version:
            typer.echo(f"cm {__version__}")
            raise typer.Exit(0)
        if ctx.invoked_subcommand is None:
            return run.Answer("help", {name: entry.say for name, entry in COMMANDS.items()}, table)
        return 0

    return typer.main.get_command(app)


def _typer(**more: Any) -> typer.Typer:
    return typer.Typer(
        rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]}, **more,
    )  # fmt: skip


def _finish(command: Any) -> None:
    """Gives a command our help, and `--json` to show in it; `run.py` takes that out of the words before they are parsed."""
    command.params.append(_json_option())
    command.get_help = lambda ctx: command_help(command, ctx.command_path).rstrip("\n")


def _json_option() -> Any:
    donor = _typer()

    @donor.command()
    def with_json(
        json: bool = typer.Option(False, "--json", help="Print one JSON document on stdout."),
    ) -> None: ...

    option = typer.main.get_command(donor).params[0]
    option.expose_value = False
    return option
