"""`cm hook MOMENT --host NAME`: the quick door at which a host asks. (Stub: says nothing yet.)"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    """Answers the host; the status is always the one with which an agent goes on."""
    return 0
