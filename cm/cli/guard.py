"""`cm guard`: the commands below it."""

from __future__ import annotations

from typing import Final

from cm.cli.app import Entry

ABOUT: Final = """Have your coding agents ask before they run a command: what once did damage is denied, with its story.

First `cm guard install`, then `cm guard test`. What is denied: `cm trauma list`."""

VERBS: Final[dict[str, Entry]] = {
    "install": Entry("cm.cli.guard_install", "", "tell the agents on this machine to ask, and prove it"),
    "status": Entry("cm.cli.guard_status", "", "does what should guard really guard?"),
    "test": Entry("cm.cli.guard_test", "", "ask the installed guard as the agent would"),
    "log": Entry("cm.cli.guard_log", "", "what was denied, and what could not be judged"),
    "promote": Entry("cm.cli.guard_promote", "", "rules that were told and ignored; take one a step up"),
    "demote": Entry("cm.cli.guard_demote", "", "take a rule one step down again"),
    "remove": Entry("cm.cli.guard_remove", "", "take it back; settings are as they were before"),
}
