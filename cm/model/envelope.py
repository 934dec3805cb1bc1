"""The mark around everything `cm` puts into an agent's context, so that it is known again in a transcript.

Written by `core/serving/select.py` and the doors; cut out of transcripts by `hosts/injected.py`.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

TAG: Final = "cm-context"
ENVELOPE: Final = re.compile(r"<cm-context\b[^>]*>.*?(?:</cm-context>|\Z)", re.DOTALL)
EXPORT_BEGIN: Final = "<!-- cm:begin"
EXPORT_END: Final = "<!-- cm:end -->"


def escape(text: str) -> str:
    """Makes markup inside a rule inert, so that no rule can close or open an envelope."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def wrap(envelope_id: str, body: str) -> str:
    """Puts the envelope around a body whose rule texts are already escaped."""
    return f'<{TAG} id="{envelope_id}">\n{body.rstrip()}\n</{TAG}>\n'
