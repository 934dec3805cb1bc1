"""Which rules of the index fit a task here, how well, and what becomes of those that cannot all be told at once.

Who may see what the predicate decided and the index holds; what depends on the task is asked anew (`flows/shelving.py`, `core/serving/ties.py`).
How well a rule fits is `core/language/relevance.py`, what is handed over `core/serving/select.py`. A quick door imports this.
"""

from __future__ import annotations

import json

from cm.core.language import relevance
from cm.core.serving import fuse, select
from cm.core.serving.ties import Sorted, sort_out, units
from cm.store import index_rules as rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cm.core.language.relevance import Query
    from cm.core.serving.fuse import Scale
    from cm.core.serving.select import Fit
    from cm.flows.near import Nearness
    from cm.flows.surroundings import Surroundings
    from cm.store.index import Index
    from cm.store.index_rules import Ties

UNTIED = Sorted(overruled={}, alone=frozenset(), paired={}, excepted={})
NOBODY: frozenset[int] = frozenset()
LOOKED_AT = 150  # candidates that are scored
WEIGHED = 50  # the same where the meaning of each is weighed too


def find(
    index: Index,
    here: Surroundings,
    query: Query,
    task: str,
    near: Callable[[Sequence[int]], Nearness | None] | None = None,
    scale: Scale = fuse.TABLE,
) -> tuple[list[Fit], Sorted]:
    """Every rule that may be seen here and fits the task, scored; and which of them hang together.

    `near` is asked what is known of the meaning of the rules that words found, and of others that are near; `scale` says what a cosine
    is worth: a word table's, or a model's that read the task.
    """
    terms = query.all_terms()
    if not terms:
        return [], UNTIED
    rules = int(index.meta("rules", "0"))
    found_in = rows.how_common(index, terms)
    weights = {term: query.weight(term) * relevance.rarity(count, rules) for term, count in found_in.items()}
    weighing = near is not None and not query.lookup
    candidates = rows.candidates(index, here.reader, weights, WEIGHED if weighing else LOOKED_AT)
    meaning = near([row[0] for row in candidates]) if near is not None and weighing else None
    if weighing and not (meaning is not None and meaning.cosines):
        candidates = rows.candidates(index, here.reader, weights, LOOKED_AT)  # words alone look further
    if meaning is not None and meaning.cosines:
        known = {row[0] for row in candidates}
        others = fuse.nearest(meaning.cosines, scale.alone)
        candidates += rows.served_rows(index, here.reader, [n for n in others if n not in known])
    tied = [row[0] for row in candidates if row[1] & rows.TIED]
    ties = rows.ties_of(index, here.reader, tied) if tied else None
    of_paths = bool(tied) or any(row[1] & rows.ASK_WITH_PATHS for row in candidates)
    about = _mentioned(task) if of_paths else ()
    gone = gone_among(here, [*(row[0] for row in candidates), *(ties.served if ties else ())])
    bits = {**(ties.served if ties else {}), **{row[0]: row[1] for row in candidates}}
    asked = {
        n
        for n, facets in bits.items()
        if facets & rows.ASK_WITH_TASK or (about and facets & rows.ASK_WITH_PATHS)
    }
    holds = _holding(index, here, task, about, list(asked)) if asked else {}
    sorted_out = _sorted_out(ties, asked, holds, gone) if ties else UNTIED
    scored = []
    for n, facets, terms_json, helpful, harmful, stage, ref, _ in candidates:
        unknown = facets // rows.UNKNOWN
        if n in asked:
            if n not in holds:
                continue
            unknown = holds[n][0]
        elif facets & rows.ELSEWHERE:
            continue
        if n in sorted_out.overruled or n in sorted_out.alone:
            continue
        points = (helpful - here.harm_weight * harmful) * _faded(here, ref)
        scored.append(
            (n, json.loads(terms_json), points, stage, bool(facets & rows.PROJECT_MATCHED), unknown)
        )
    cosines = meaning.cosines if meaning is not None else {}
    fits = select.rank(query, scored, found_in, rules, near=cosines, scale=scale if cosines else None)
    return fits, sorted_out


def gone_among(here: Surroundings, numbers: Sequence[int]) -> frozenset[int]:
    """Which of these rules have nothing left of what they rely on: asked of the working tree now, not when the index was made."""
    if not here.anchored:
        return NOBODY
    from cm.flows.anchored import gone_of

    return gone_of(here.root, here.anchored, numbers)


def _sorted_out(
    ties: Ties, asked: set[int], holds: Mapping[int, tuple[int, bool]], gone: frozenset[int]
) -> Sorted:
    """What becomes of rules that hang together, now that the task is known; what is held back speaks against nothing."""
    told = {
        n: facets
        for n, facets in ties.served.items()
        if n not in gone and (n in holds or (n not in asked and not facets & rows.ELSEWHERE))
    }
    sure = {n: holds[n][1] if n in asked else facets < rows.UNKNOWN for n, facets in told.items()}
    contested = {n for n, facets in told.items() if facets & rows.CONTESTED}
    return sort_out(sure, contested, sorted(ties.overrules), sorted(ties.opposes))


def disputes(
    index: Index, paired: Mapping[int, Sequence[int]], chosen: Sequence[Fit], fits: Sequence[Fit]
) -> dict[int, tuple[Fit, ...]]:
    """For each chosen rule that is disputed, all rules of the dispute, however little the others fit; the best first."""
    if not paired:
        return {}
    keys = {fit.key for fit in chosen}
    known = {fit.key: fit for fit in fits}
    found: dict[int, tuple[Fit, ...]] = {}
    for unit in units(paired):
        if not keys.intersection(unit):
            continue
        unscored = rows.terms_of(index, [n for n in unit if n not in known])
        for n, (stage, terms) in unscored.items():
            known[n] = select.Fit(key=n, relevance=0.0, value=0.0, stage=stage, terms=json.loads(terms))
        group = tuple(sorted((known[n] for n in unit), key=lambda fit: (-fit.value, fit.key)))
        found.update((n, group) for n in unit)
    return found


def exceptions(index: Index, excepted: Mapping[int, Sequence[int]]) -> dict[int, tuple[str, ...]]:
    """The ids of the narrower rules for which others make way."""
    if not excepted:
        return {}
    names = rows.names_of(index, {n for several in excepted.values() for n in several})
    return {n: tuple(names[each] for each in several) for n, several in excepted.items()}


def _mentioned(task: str) -> tuple[str, ...]:
    """The paths that a task speaks of."""
    words = (word.strip("`'\"()[]{}<>,;:!?").rstrip(".") for word in task[:4000].split())
    found = [word for word in words if len(word) < 200 and _is_path(word)]
    return tuple(dict.fromkeys(found))[:20]


def _is_path(word: str) -> bool:
    """A path has an ending we know, or folders and an ending, or several folders: `client/server` is none."""
    if "://" in word:
        return False
    last = word.rpartition("/")[2]
    if "/" not in word:
        return "." in word and word.rpartition(".")[2].lower() in _LANGUAGES
    return word.count("/") >= 2 or "." in last


_LANGUAGES = {
    "py": "python", "pyi": "python", "ts": "typescript", "tsx": "typescript", "js": "javascript", "jsx": "javascript",
    "go": "go", "rs": "rust", "rb": "ruby", "java": "java", "kt": "kotlin", "swift": "swift", "c": "c", "h": "c",
    "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "php": "php", "sql": "sql", "sh": "shell", "dart": "dart", "scala": "scala",
    "ex": "elixir", "exs": "elixir", "lua": "lua", "yaml": "yaml", "yml": "yaml", "tf": "terraform", "vue": "vue",
}  # fmt: skip


def _faded(here: Surroundings, ref: float) -> float:
    if not ref or here.half_life <= 0:
        return 1.0
    return float(2.0 ** (-max(0.0, here.now_s - ref) / 86400 / here.half_life))


def _holding(
    index: Index, here: Surroundings, task: str, about: Sequence[str], numbers: list[int]
) -> dict[int, tuple[int, bool]]:
    """Rules made for one kind of task, for paths or languages have to be asked about this task."""
    from cm.core.serving.serve import Reader
    from cm.flows.shelving import ask_with_task
    from cm.model.settings import StandingPolicy
    from cm.model.stamp import moment

    policy = StandingPolicy(half_life_days=here.half_life, harm_weight=here.harm_weight)
    endings = (path.rpartition(".")[2].lower() for path in about)
    languages = tuple(dict.fromkeys(_LANGUAGES[ending] for ending in endings if ending in _LANGUAGES))
    reader = Reader(
        "context",
        project=here.project,
        also=here.also,
        host=here.host,
        task=task,
        paths=tuple(about) or here.paths,
        languages=languages,
        audience=here.audience,
        branch=here.branch,
    )
    return ask_with_task(index, numbers, reader, here.trusted, policy, moment(here.now))
