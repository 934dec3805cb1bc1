"""`cm config`: the settings that hold, where each comes from, and changing one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.configure import Changed, Configuration, Setting

ACTION = typer.Argument("show", metavar="[show|set|unset]", help="What to do.")
KEY = typer.Argument("", metavar="[KEY]", help="A setting, or a section of settings.")
VALUE = typer.Argument("", metavar="[VALUE]", help="With `set`: the new value.")
EXPLAIN = typer.Option(
    False, "--explain", help="Say of every value where it comes from and what a repository may do."
)
YES = typer.Option(False, "--yes", help="In a script: yes, also when it loosens something.")


def command(
    action: str = ACTION, key: str = KEY, value: str = VALUE, explain: bool = EXPLAIN, yes: bool = YES
) -> Answer:
    """Show the settings, explain where each one comes from, or set one in the user's config.toml."""
    from cm.flows import configure
    from cm.flows.env import open_env

    env = open_env()
    if action in ("set", "unset"):
        if not key or (action == "set") != bool(value):
            raise Usage(f"cm config {action} needs a key" + (" and a value" if action == "set" else " alone"))
        changed = configure.change(env, key, value if action == "set" else None, yes=yes)
        return Answer("config", changed, lambda: render_changed(changed))
    if action != "show":  # `cm config context.budget`
        if key:
            raise Usage(f"cm config knows show, set and unset, not `{action}`")
        key = action
    found = configure.show(env, key)
    return Answer("config", found, lambda: render(found, explain))


def render(found: Configuration, explain: bool) -> str:
    """One line per setting; changed ones say where they come from."""
    if explain:
        body = "\n".join(_explained(item) for item in found.settings)
    else:
        rows = [
            (item.key, _value(item.value), "" if item.origin == "default" else f"from {item.origin}")
            for item in found.settings
        ]
        body = say.columns(rows)
    files = say.lines(
        f"user:       {found.file}", f"repository: {found.repo_file}" if found.repo_file else ""
    )
    problems = say.lines(*(say.para(problem, first="! ") for problem in found.problems))
    hint = "" if explain else "cm config --explain says more; cm config set KEY VALUE changes one."
    return say.blocks(body, files, problems, hint)


def render_changed(changed: Changed) -> str:
    """What it was and what it is."""
    return say.lines(
        f"{changed.key}: {_value(changed.before)} -> {_value(changed.after)}", f"in {changed.file}"
    )


def _explained(item: Setting) -> str:
    return say.lines(
        f"{item.key} = {_value(item.value)}",
        say.para(item.say, 2),
        say.para(f"from {item.origin}; default {_value(item.default)}; a repository may: {item.repo_may}", 2),
    ).rstrip()


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "(none)"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value != "" else '""'
