"""Every setting with its default. How layers combine and what a repository may change: `core/layers.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cm.model.rule import Visibility

Admission: TypeAlias = Literal["active", "draft", "refuse"]
Contradictions: TypeAlias = Literal["supersede", "contest", "refuse"]
Unreadable: TypeAlias = Literal["allow", "ask", "deny"]
Step: TypeAlias = Literal["reminder", "ask", "deny"]
"""What happens before a command that a rule speaks against."""


@dataclass(frozen=True, slots=True)
class StandingPolicy:
    """Numbers of DESIGN 6."""

    half_life_days: float = 90.0
    harm_weight: float = 4.0
    established_marks: int = 3
    established_share: float = 0.25
    proven_marks: int = 10
    proven_share: float = 0.10
    window_half_lives: float = 3.0
    invert_marks: int = 3
    retire_score: float = -3.0
    imported_weight: float = 0.5  # what a mark that came with an import weighs beside one given here


@dataclass(frozen=True, slots=True)
class AdmissionPolicy:
    """What each road's proposals become; `standing_words` is a user's own "always" or "from now on" found by reflection."""

    human: Admission = "active"
    script: Admission = "active"
    agent: Admission = "draft"
    agent_quoted: Admission = "active"
    heuristic: Admission = "draft"
    standing_words: Admission = "active"
    model: Admission = "draft"
    starter: Admission = "active"
    imported: Admission = "draft"
    file: Admission = "draft"
    support_sessions: int = 2  # a draft goes live when this many sessions support it


@dataclass(frozen=True, slots=True)
class CurationPolicy:
    """What the curator needs to know."""

    near_duplicate: float = 0.85
    max_rule_chars: int = 500
    contradictions: Contradictions = "contest"
    stale_days: int = 365  # what a machine found and nobody used for so long is held back; 0 = never
    draft_days: int = 180  # a draft that nobody supported for so long retires; 0 = never
    standing: StandingPolicy = field(default_factory=StandingPolicy)
    admission: AdmissionPolicy = field(default_factory=AdmissionPolicy)


@dataclass(frozen=True, slots=True)
class ContextSettings:
    budget: int = 1500  # tokens
    max_rules: int = 12
    history: int = 3
    floor: float = 0.0  # 0 = the calibrated default of core/serving/select.py


@dataclass(frozen=True, slots=True)
class JournalSettings:
    text_chars: int = 8000  # a message longer than this keeps its head and tail
    output_chars: int = 2000  # tail of a command's output
    retention_days: int = 0  # 0 = keep for good
    max_mb: int = 0  # 0 = no limit


@dataclass(frozen=True, slots=True)
class ReflectSettings:
    max_sessions: int = 0  # 0 = all
    repeated_sessions: int = 3  # a command proves itself in this many sessions
    rounds: int = 1  # how often a model is asked about one part of a session, as long as something new comes


@dataclass(frozen=True, slots=True)
class FactsSettings:
    from_files: bool = True  # README.md, AGENTS.md and their kin are read for what they say is so
    files: tuple[str, ...] = ()  # further Markdown of each project, as patterns below its root
    per_file: int = 12  # of one file at most


@dataclass(frozen=True, slots=True)
class LlmSettings:
    provider: str = ""
    model: str = ""
    base_url: str = ""  # of a gateway or a server of one's own
    key_variable: str = ""  # the environment variable that holds the key; no other one is looked at
    key_keyring: str = ""  # or the keyring's entry: service/user
    variables: tuple[str, ...] = ()  # further variables that the provider's client may see
    command: str = ""  # provider "command": a coding agent's name, or a command line
    stream: bool = False
    price_in: float = -1.0  # dollars per million tokens; below 0 = not said
    price_out: float = -1.0
    daily_usd: float = 0.0
    monthly_usd: float = 0.0
    run_usd: float = 0.0
    tokens_in: int = 24_000  # of one call
    tokens_out: int = 4_000
    seconds: float = 180.0
    attempts: int = 4
    parallel: int = 2


@dataclass(frozen=True, slots=True)
class RerankSettings:
    """Who orders the hits of a search anew (`cm search --rerank`): nobody beyond this machine unless one is named."""

    provider: str = ""
    model: str = ""
    base_url: str = ""  # of a server of one's own
    key_variable: str = ""  # the environment variable that holds the key; no other one is looked at
    key_keyring: str = ""  # or the keyring's entry: service/user
    price_search: float = -1.0  # dollars for one question; below 0 = not said
    price_in: float = -1.0  # dollars per million tokens sent
    private: bool = False  # whether private rules, and what was said that proves them, are sent too
    seconds: float = 10.0  # of either
    local: str = ""  # a cross-encoder on this machine: the name of a pulled one, or its folder


@dataclass(frozen=True, slots=True)
class ExportSettings:
    file: str = "AGENTS.md"
    include_user: bool = False


@dataclass(frozen=True, slots=True)
class GuardSettings:
    packs: tuple[str, ...] = ("core",)  # of the catalogue; `agent` is always on
    unreadable: Unreadable = "allow"  # what becomes of a command that could not be judged
    promote_to: Step = "reminder"  # how far a rule that is told and ignored goes up by itself


@dataclass(frozen=True, slots=True)
class ServeSettings:
    open_writes: bool = False  # whether programs of this machine may change things without the token


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it; sections are tables of config.toml."""

    curation: CurationPolicy = field(default_factory=CurationPolicy)
    context: ContextSettings = field(default_factory=ContextSettings)
    journal: JournalSettings = field(default_factory=JournalSettings)
    reflect: ReflectSettings = field(default_factory=ReflectSettings)
    facts: FactsSettings = field(default_factory=FactsSettings)
    llm: LlmSettings = field(default_factory=LlmSettings)
    rerank: RerankSettings = field(default_factory=RerankSettings)
    export: ExportSettings = field(default_factory=ExportSettings)
    guard: GuardSettings = field(default_factory=GuardSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    hosts: tuple[str, ...] = ()  # () = every host found
    audience: Visibility = "private"  # the most private rules that readers here are given
    project: str = ""  # a name for this project's identity (a trusted repo's config may set it)


DEFAULTS = Settings()
