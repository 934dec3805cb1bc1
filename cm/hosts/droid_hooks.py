"""How droid speaks at its moments: the shape of Claude Code, without the word `hooks` around it in a file of its own. Not tried with the
real program.
"""

from __future__ import annotations

from cm.model.moments import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.model.host import Moments

WORDS = Words(
    answers=(
        ("start", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":{text}}}'),
        ("prompt", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":{text}}}'),
    ),
)


def moments() -> Moments:
    """The words, and where droid is told of our hooks; what a quick door does not need is imported here."""
    from cm.hosts.dialects import hook
    from cm.model.host import Moments, Registration, Spot

    needs = "droid reads its hooks when a session begins, and asks you in /hooks to look at what was changed outside of it."
    own, root = ".factory/hooks.json", ".factory/"
    places: tuple[tuple[Spot, str, tuple[str, ...]], ...] = (
        ("user", own, ()),
        ("user", root + "settings.json", ("hooks",)),
        ("project", own, ()),
        ("project", root + "settings.local.json", ("hooks",)),
    )
    return Moments(
        WORDS,
        tuple(
            Registration(
                where,
                path,
                "json",
                at=(*above, event),
                entry=hook(),
                only_there=path == own,
                unless="" if path == own else own,
                shared=where == "project" and path == own,
                needs=needs,
                moment=moment,
            )
            for where, path, above in places
            for moment, event in (
                ("start", "SessionStart"),
                ("prompt", "UserPromptSubmit"),
                ("end", "SessionEnd"),
            )
        ),
    )
