"""`cm search`, as its help tells it; answered by `quick.py`."""

from __future__ import annotations

import typer

from cm.cli.listed import listed
from cm.cli.quick_options import SEARCH

command = listed(
    "search",
    typer.Argument(..., metavar="WORDS...", help="Words to look for, and filters."),
    SEARCH,
    """Find words in the rules, the diaries, and in all that was said and run in past sessions.

    All of the words first; if nothing has them all, any. "a phrase", begin*, -without, this OR that; names are found whole and by
    their parts. Filters stand among the words: host:NAME, project:NAME (project:. is this one), about:NAME (facts about it),
    source:NAME (a coding agent, user, a file), session:ID, since:7d, until:2026-11-30, by:user, kind:command (or message, output, edit, error, summary, interrupt, rule, anti-pattern, fact, preference, diary),
    -kind:output, exit:0, exit:!0. Rules, facts, diaries and what was said stand in one list by what they are worth. Forgotten content and secrets do not show.
    """,
)
