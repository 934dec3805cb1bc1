"""Lines of work: what becomes of a rule that was learned on a branch when that branch reaches the main one, or ends without.

Here too: that a rule may be out of date, by whatever sign. Not here: which rules are of a branch (`flows/unmerged.py`), what git says of it
(`store/branches.py`), who is served such a rule (`core/serving/serve.py`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cm.core.curation.case import IN_SERVICE, Case
from cm.model.decision import Decision
from cm.model.delta import Add, Doubt, Follow, Promote
from cm.model.rule import Rule, Unmerged

UNTOLD: Final = Unmerged("")
"""On a proposal: nobody can say on which line of work it was found."""
ENDED: Final = "learned on "
"""How the doubt about a rule begins whose line of work ended."""


def ended_say(line: Unmerged, main: str) -> str:
    """Why a rule is doubted whose line of work ended without reaching the main branch."""
    return f"{ENDED}{line.branch}, which is gone and never reached {main}"


def promote(case: Case, delta: Promote) -> Decision:
    """The rule holds everywhere; what it says meets the rules that stand, as if it came now."""
    rule = case.book.rules[delta.rule]
    if rule.state not in IN_SERVICE:
        return case.say("unchanged", "not-active", f"{rule.id} is {rule.state}", (rule.id,))
    if rule.unmerged != delta.line:
        return case.say(
            "unchanged", "changed-since", f"{rule.id} is of another line of work by now", (rule.id,)
        )
    doubted = rule.stale.startswith(f"{ENDED}{delta.line.branch},")
    after = replace(rule, unmerged=None, stale="" if doubted else rule.stale)
    how = f" ({delta.how})" if delta.how else ""
    say = f"{rule.id} holds everywhere: {delta.line.branch} reached {delta.into}{how}"
    return case.say("promoted", "merged", say, (rule.id,), (after,))


def follow_line(case: Case, delta: Follow) -> Decision:
    """The rule is of the same line of work, under the name that its branch has now."""
    rule = case.book.rules[delta.rule]
    if rule.unmerged != delta.line:
        return case.say(
            "unchanged", "changed-since", f"{rule.id} is of another line of work by now", (rule.id,)
        )
    say = f"{rule.id} is of {delta.branch}: {delta.line.branch} has that name by now"
    after = replace(rule, unmerged=replace(delta.line, branch=delta.branch))
    return case.say("moved", "renamed", say, (rule.id,), (after,))


def doubt(case: Case, delta: Doubt) -> Decision:
    """The rule is held back, and a person is asked about it."""
    rule = case.book.rules[delta.rule]
    if rule.state not in IN_SERVICE:
        return case.say("unchanged", "not-active", f"{rule.id} is {rule.state}", (rule.id,))
    if rule.stale:
        return case.say("unchanged", "stale", f"{rule.id} is held back already: {rule.stale}", (rule.id,))
    if rule.pinned and not case.person:
        say = f"{rule.id} is pinned and stays; it may be out of date: {delta.reason}"
        return case.say("unchanged", "pinned", say, (rule.id,))
    say = f"{rule.id} is held back: {delta.reason}; approving it says that it holds"
    return case.say("stale", "stale", say, (rule.id,), (replace(rule, stale=delta.reason),))


def line_of(delta: Add) -> Unmerged | None:
    """The line of work that a new rule is of."""
    return None if delta.unmerged == UNTOLD else delta.unmerged


def line_left(rule: Rule, new: Rule, asked: Unmerged | None, *, new_words: bool) -> Unmerged | None:
    """The line of work of a rule that is found again: seen beside it too, it is of none any more; where that cannot be told it stays."""
    if rule.unmerged is None or not new_words or asked == UNTOLD:
        return rule.unmerged
    if new.unmerged is not None and new.unmerged.branch == rule.unmerged.branch:
        return new.unmerged if new.unmerged.commit else rule.unmerged
    return None
