"""`cm models index`: have the model read the rules now."""

from __future__ import annotations

from cm.cli import say
from cm.cli.progress import clear, progress
from cm.cli.run import Answer


def command() -> Answer:
    """Have the model in use read the rules that changed and, once, a table of words; cm context then knows of meaning.

    `cm reflect` does the same when it is done. The first time takes about half a minute.
    """
    from cm.flows.env import open_env
    from cm.flows.meaning import read_rules
    from cm.flows.models import in_use

    env = open_env()
    in_use(env)
    bar = progress("reading words")
    found = read_rules(env, progress=(lambda done, total: bar(done, total, "")) if bar else None)
    clear()
    return Answer(
        "models-index",
        found,
        lambda: say.lines(
            say.para(
                f"{found.model} knows {say.count(found.rules, 'rule')} ({found.read:,} read now) and "
                f"{say.count(found.words, 'word')} ({found.new_words:,} new)."
            )
        ),
    )
