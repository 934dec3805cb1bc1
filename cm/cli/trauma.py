"""`cm trauma`: the commands below it."""

from __future__ import annotations

from typing import Final

from cm.cli.app import Entry

ABOUT: Final = """Commands that did damage once, as patterns with their story: no agent runs them again until a person lifts one.

They are enforced by `cm guard install`."""

VERBS: Final[dict[str, Entry]] = {
    "list": Entry("cm.cli.trauma_list", "", "what is denied, what is lifted, and what waits"),
    "show": Entry("cm.cli.trauma_show", "", "one trauma with its story and examples"),
    "add": Entry("cm.cli.trauma_add", "", "deny a command from now on, in all its spellings"),
    "test": Entry("cm.cli.trauma_test", "", "what the guard would say of a command"),
    "scan": Entry("cm.cli.trauma_scan", "", "accidents in your sessions, to be guarded against"),
    "heal": Entry("cm.cli.trauma_heal", "", "lift one, with a reason, for a time or for good"),
    "activate": Entry("cm.cli.trauma_activate", "", "arm one again, switch a pack on, let lines count"),
    "remove": Entry("cm.cli.trauma_remove", "", "take one away, or switch a pack off"),
    "export": Entry("cm.cli.trauma_export", "", "write traumas into a file for another home"),
    "import": Entry("cm.cli.trauma_import", "", "take in traumas of a file, each tested first"),
}
