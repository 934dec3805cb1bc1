"""What the content screen looks for, one file per reason; `core/screening/screen.py` runs the table.

Order matters only for which reason is told when several fit.
"""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens import about_memory, abroad, injection, moment, personal, planted, refusal
from cm.core.screening.screens.check import Check

CHECKS: Final[tuple[Check, ...]] = (
    *injection.CHECKS,
    *planted.CHECKS,
    *personal.CHECKS,
    *refusal.CHECKS,
    *about_memory.CHECKS,
    *moment.CHECKS,
    *abroad.CHECKS,
)
