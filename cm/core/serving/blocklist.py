"""Withdrawn content: what was forgotten does not come back, under any id, word for word or nearly so.

A blocked rule does not block its negation, nor the same words about another number, path or tool (`core/language/similar.py`).
The quick doors import this module: standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from cm.core.language.text import fingerprint, normalise
from cm.core.serving.standing import lines_that_hold
from cm.model.ledger import Blocked

if TYPE_CHECKING:
    from cm.core.language.similar import Candidates
    from cm.core.serving.tombstones import Tombstones


@dataclass(frozen=True, slots=True)
class Blocklist:
    """All blocked lines that hold, ready to be asked about any text."""

    lines: Mapping[str, Blocked] = field(default_factory=lambda: MappingProxyType({}))
    _near: Candidates | None = field(default=None, repr=False, compare=False)
    _exact: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False, compare=False)
    erased: Tombstones | None = field(default=None, repr=False, compare=False)  # what was erased, beside it

    @classmethod
    def from_lines(cls, blocked: Iterable[Blocked]) -> Blocklist:
        """Builds the list from ledger lines of all layers, in order; a line that was undone blocks nothing."""
        held = {line.id: line for line in lines_that_hold(blocked) if fingerprint(line.text)}
        if not held:
            return cls()
        from cm.core.language.similar import Candidates  # late: most readers have nothing to compare with

        near = Candidates()
        exact: dict[str, str] = {}
        for line in held.values():
            near.put(line.id, normalise(line.text))
            exact.setdefault(fingerprint(line.text), line.id)
        return cls(MappingProxyType(held), near, MappingProxyType(exact))

    def hit(self, text: str) -> str:
        """The id of the blocked line (or of the tombstone) that this text repeats, exactly or nearly; '' when none."""
        if self.erased is not None and (stone := self.erased.hit(text)):
            return stone
        if self._near is None or not self.lines:
            return ""
        from cm.core.language.similar import compare

        same = self._exact.get(fingerprint(text))
        if same:
            return same
        # blocked lines keep the normal form only, so that case tells nothing apart here
        normal = normalise(text)
        for line_id in self._near.of(normal):
            if compare(normalise(self.lines[line_id].text), normal).level != "none":
                return line_id
        return ""

    def with_erased(self, stones: Tombstones) -> Blocklist:
        """The same list, which knows what was erased too."""
        return replace(self, erased=stones) if stones else self

    def __bool__(self) -> bool:
        return bool(self.lines or self.erased)

    def __len__(self) -> int:
        return len(self.lines)


NOTHING_BLOCKED = Blocklist()
