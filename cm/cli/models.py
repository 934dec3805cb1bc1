"""`cm models`: the model that reads meaning: which one, where, is it whole, and has it read the rules."""

from __future__ import annotations

from typing import Final

from cm.cli.app import Entry

ABOUT: Final = """A model that reads meaning finds rules that share no word with a task. It is optional, lies on this machine, and is never downloaded by surprise.

Once it has read the rules (cm models index, and after every cm reflect) cm context knows of meaning without loading it."""

VERBS: Final[dict[str, Entry]] = {
    "list": Entry("cm.cli.models_list", "", "the models that can be used, and what is missing"),
    "path": Entry("cm.cli.models_path", "", "where the model in use lies"),
    "verify": Entry("cm.cli.models_verify", "", "is the model whole, and does it know what belongs together"),
    "index": Entry("cm.cli.models_index", "", "have the model read the rules now"),
    "pull": Entry("cm.cli.models_pull", "", "copy a model from a folder into the home"),
}
