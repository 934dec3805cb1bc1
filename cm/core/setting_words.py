"""What each setting does, in one line for people; shown by `cm config --explain` and the generated reference.

Not here: defaults and who may change what (`core/layers.py`, `model/settings.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SAYS: Final[Mapping[str, str]] = {
    "curation.near_duplicate": "likeness from which two wordings count as the same rule (0.5 to 1)",
    "curation.max_rule_chars": "a longer rule is refused",
    "curation.contradictions": "what a rule does that says the opposite of one in service: contest, supersede or refuse",
    "curation.stale_days": "days after which a machine's rule that nobody used is held back until review; 0 is never",
    "curation.draft_days": "days after which a draft that nobody supported retires; 0 is never",
    "standing.half_life_days": "days after which a mark weighs half",
    "standing.harm_weight": "how many helpful marks one harmful mark outweighs",
    "standing.established_marks": "marks a rule needs to be established",
    "standing.established_share": "share of harmful marks an established rule stays under",
    "standing.proven_marks": "helpful marks a rule needs to be proven",
    "standing.proven_share": "share of harmful marks a proven rule stays under",
    "standing.window_half_lives": "how many half-lives back marks are counted",
    "standing.invert_marks": "harmful marks from which a failed rule becomes a warning or retires",
    "standing.retire_score": "score below which a rule is withheld, or retires with enough harmful marks",
    "standing.imported_weight": "what a mark that came with an import weighs beside one given here; 0 is nothing",
    "admission.human": "what a rule typed at a terminal becomes: active, draft or refuse",
    "admission.script": "what a rule added by a script outside an agent becomes",
    "admission.agent": "what a rule added by an agent without a quote becomes",
    "admission.agent_quoted": "what a rule added by an agent with the user's verified words becomes",
    "admission.heuristic": "what reflection without a model proposes becomes",
    "admission.standing_words": "what a user's own \"always\" or \"from now on\", found by reflection, becomes",
    "admission.model": "what a model proposes becomes",
    "admission.starter": "what a starter's rule becomes",
    "admission.imported": "what an imported rule becomes",
    "admission.support_sessions": "sessions that have to support a draft before it goes live",
    "context.budget": "tokens that `cm context` may use",
    "context.max_rules": "the most rules given for one task",
    "context.history": "the most lines of history given for one task",
    "context.floor": "relevance below which nothing is given; 0 is the calibrated floor",
    "journal.text_chars": "a longer message keeps its head and tail",
    "journal.output_chars": "how much of the end of a command's output is kept",
    "journal.retention_days": "days the journal is kept; 0 keeps it for good; what a live rule quotes stays",
    "journal.max_mb": "size from which the journal's oldest sessions leave it; 0 is no limit",
    "reflect.max_sessions": "sessions one reflection reads at most; 0 is all",
    "reflect.repeated_sessions": "sessions a command must succeed in to be observed",
    "llm.provider": "who provides the model; empty calls none",
    "llm.model": "which model; empty calls none",
    "llm.daily_usd": "money one day may cost; 0 allows nothing",
    "llm.monthly_usd": "money one month may cost; 0 allows nothing",
    "export.file": "the file `cm project` writes when none is named",
    "export.include_user": "whether exports include your own rules that belong to no project",
    "guard.packs": "packs of shipped traumas that are armed (`cm trauma list --packs`)",
    "guard.unreadable": "what becomes of a command that a guard could not judge: allow, ask or deny; it is logged each time",
    "hosts": "coding agents to read; empty reads every one that is found",
    "project": "a name for the project's identity, in place of the one that is found",
}  # fmt: skip
