"""What an answer tells beside its rules: what waits for a person, what is not trusted, what is held back. Which rules: `surroundings.py` asks."""

from __future__ import annotations

from collections.abc import Mapping


def notices(withheld: Mapping[str, int], flaws: int, repo: str, trusted: bool) -> list[str]:
    """One sentence for each."""
    found = []
    if drafts := withheld.get("draft", 0):
        found.append(
            f"{_many(drafts, 'draft waits', 'drafts wait')} for a human's review: `cm list --state draft`"
        )
    if flaws:
        found.append(f"{_many(flaws, 'rule', 'rules')} could not be read: `cm doctor` names file and line")
    if repo and not trusted:
        found.append(
            "this repository has a .cm/ that is not trusted, its rules are not served: `cm trust` shows it"
        )
    if held := withheld.get("quarantined", 0):
        found.append(f"{_many(held, 'rule is', 'rules are')} held back by the content screen: `cm why ID`")
    if contested := withheld.get("contested", 0):
        found.append(
            f"{_many(contested, 'rule is', 'rules are')} contested and held back here: `cm review` settles it"
        )
    if stale := withheld.get("stale", 0):
        found.append(f"{_many(stale, 'rule', 'rules')} may be out of date and wait for a human: `cm stale`")
    if low := withheld.get("low-standing", 0):
        found.append(f"{_many(low, 'rule', 'rules')} stand too low and wait for review: `cm stale`")
    return found


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
