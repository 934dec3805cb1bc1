"""How help looks: the same bytes whatever version of the parser is installed, at most 80 columns wide."""

from __future__ import annotations

import inspect
from typing import Any

from cm.cli import say


def command_help(command: Any, path: str) -> str:
    """The help of one command: usage, what it does, arguments, options."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option" and not param.hidden]
    usage = " ".join([path, *(argument_name(param) for param in arguments), "[OPTIONS]"])
    about = [
        say.para(part.replace("\n", " "), 2) for part in inspect.cleandoc(command.help or "").split("\n\n")
    ]
    rows = [(option_names(option), _says(option)) for option in options]
    rows.append(("-h, --help", "Show this message and exit."))
    return say.blocks(
        say.para(usage, first="Usage: ", hang=9),
        *about,
        _section("Arguments", [(argument_name(param), param.help or "") for param in arguments]),
        _section("Options", rows),
    )


def _section(title: str, rows: list[tuple[str, str]]) -> str:
    if not rows:
        return ""
    size = min(max(say.cells(name) for name, _ in rows), 24)
    out = [f"{title}:"]
    for name, text in rows:
        if say.cells(name) > size:
            out += [f"  {name}", say.para(text, 4 + size)]
        else:
            out.append(say.para(text, 2, name.ljust(size) + "  "))
    return "\n".join(out)


def argument_name(param: Any) -> str:
    """An argument as usage lines show it: bare when it has to be given, in brackets when it may be left out."""
    name = (param.metavar or param.name.upper()).strip("[].").strip("]")
    text = f"{name}..." if param.nargs == -1 else name
    return text if param.required else f"[{text}]"


def option_names(option: Any, *, longest: bool = False) -> str:
    """The names of an option, the shortest first, and what follows it; or its longest name alone."""
    ordered = sorted(option.opts, key=lambda name: (len(name), name))
    names = ", ".join(ordered[-1:] if longest else ordered)
    return names if option.is_flag else f"{names} {option.metavar or 'TEXT'}"


def _says(option: Any) -> str:
    default = option.default
    told = (
        isinstance(default, int)
        and not isinstance(default, bool)
        and default
        and "default" not in (option.help or "")
    )
    return f"{option.help} (default {default})" if told else str(option.help or "")
