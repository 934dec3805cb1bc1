"""The sessions that were scrubbed: also when they grow, they teach nothing unless somebody names them.

Not here: scrubbing (`flows/scrub.py`), how lines and decisions tell of it (`core/curation/scrubbing.py`).
"""

from __future__ import annotations

from pathlib import Path

from cm.core.curation.scrubbing import SCRUBBED, scrubbed_sessions
from cm.flows.env import Env
from cm.store.decisions import read_decisions
from cm.store.ledger import LedgerFiles


def scrubbed(env: Env) -> frozenset[str]:
    """Reads which sessions were scrubbed here and not let in again; long logs are parsed only when they tell of any."""
    ledger = LedgerFiles(env.home.ledger_dir)
    layers = [env.home, *([env.repo] if env.repo is not None and env.trusted else [])]
    logs = [layer.decisions for layer in layers if _tells_of_any(layer.decisions)]
    decisions = [each for path in logs for each in read_decisions(path)]
    return scrubbed_sessions(decisions, ledger.marks(), ledger.outcomes())


def _tells_of_any(path: Path) -> bool:
    try:
        return SCRUBBED.encode() in path.read_bytes()
    except OSError:
        return False
