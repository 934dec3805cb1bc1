"""The quick doors as the full command line lists them: their help, made from the tables in `quick_options.py`.

They are never answered here: `app.py` hands them back to `quick.py`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import typer

from cm.cli.quick_options import Option
from cm.errors import Usage


def listed(
    verb: str, argument: Any, options: Sequence[Option], about: str, *, takes: Any = list[str]
) -> Callable[..., Any]:
    """A command that has these options and says this of itself."""
    parameters = [_parameter("words", takes, argument)]
    for option in options:
        kind: Any = bool if not option.takes else option.kind | None
        default = False if kind is bool else None
        shown = typer.Option(default, option.name, help=option.say, metavar=option.takes or None)
        parameters.append(_parameter(option.name[2:].replace("-", "_"), kind, shown))

    def command(**given: Any) -> NoReturn:
        raise Usage(f"{verb} is answered by the quick door", hint=f"run it as `cm {verb} …`")

    command.__doc__ = about
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
