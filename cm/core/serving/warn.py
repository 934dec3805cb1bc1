"""Which traumas a task is heading for: what it is about to do, to what, by which program, held against what a trauma is made of.

Pure, and quick: a trauma comes as the keys that were made of it when it was indexed (`warn_keys.py`), a task as text. A task that names a
danger without being about to do it (docs, tests, questions, "without …") is not warned. Where the traumas come from: `flows/warnings.py`.
"""

from __future__ import annotations

import re

from cm.core.language.terms import fold, stem, terms
from cm.core.serving.endangered import ACT_OF, MAKES, PHRASES, RUNS, TELLS, THING_OF, WEIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

VERSION = 3  # of the keys: what was indexed by another is indexed anew
FLOOR = 1.7
BEHIND = 0.8  # of the best: what fits much worse is not told beside it
_LANGUAGES = frozenset(
    map(stem, ("python", "python3", "node", "ruby", "php", "perl"))
)  # in a task: what it is written in
_LEADS = (
    "would like you to", "i would like to", "i want you to", "i'd like you to", "i'd like to", "i want to", "i need you to", "i need to",
    "i have to", "we need to", "we want to", "we have to", "could you", "would you", "can you", "you should", "we should", "go ahead and",
    "how should i", "how should we", "how can i", "how can we", "how do i", "how do we", "how do you", "how to", "help me", "time to",
    "por favor", "please", "finally", "first", "then", "also", "next", "let's", "lets", "okay", "bitte", "just", "now", "pls", "ok",
)  # fmt: skip
_NOTS = frozenset(
    """do don't dont never without no not nor instead rather avoid ohne nicht niemals kein keine keinen
    keiner sin nunca sans jamais""".split()  # noqa: SIM905
)
# compiled when a text has one of those words
_NOT = (
    r"(?i)\b(?:do not|don'?t|dont|never|without|no|not|nor|instead of|rather than|avoid|ohne|nicht|niemals|kein\w*|sin|nunca|sans|jamais)\s+"
    r"(?:(?:to|any|a|an|the|ever|need to|actually|really)\s+)*\S+(?:\s+(?!but\b|aber\b)\S+){0,2}"
)
_SECRET = r"(?i)\b(?:private|ssh|api|signing|gpg|pgp|deploy)[ -]keys?\b"
_LOCAL = r"(?i)\b(?:my|local|unsaved|pending|uncommitted|unstaged|these|those)\s+(?:local\s+)?changes\b"
_CLAUSES = re.compile(
    r"[.;!?\n]+(?:\s|$)|,\s|\s+(?:and|then|und|dann|y|luego|et|puis|but|aber|pero)\s+|[。；，、]"
)
_ALIASES = {
    stem(word): program
    for word, program in (
        ("kubernetes", "kubectl"), ("k8s", "kubectl"), ("kube", "kubectl"), ("postgres", "psql"), ("postgresql", "psql"),
        ("redis", "redis-cli"), ("mongodb", "mongosh"), ("mongo", "mongosh"), ("elasticsearch", "curl"), ("crates", "cargo"),
        ("pypi", "twine"), ("rubygems", "gem"),
    )
}  # fmt: skip


class Keys:
    """What a trauma is known by: programs, words of its commands, acts, things, words of its story."""

    __slots__ = ("acts", "plain", "programs", "story", "things", "words")

    def __init__(
        self,
        programs: Iterable[str] = (),
        words: Iterable[str] = (),
        plain: Iterable[str] = (),
        acts: Iterable[str] = (),
        things: Iterable[str] = (),
        story: Iterable[str] = (),
    ) -> None:
        self.programs = frozenset(programs)
        self.words = frozenset(words)  # what tells its commands from harmless ones
        self.plain = frozenset(plain)  # what harmless ones have too
        self.acts = frozenset(acts)
        self.things = frozenset(things)
        self.story = frozenset(story)

    def data(self) -> list[list[str]]:
        """As plain lists, for the index."""
        return [
            sorted(each)
            for each in (self.programs, self.words, self.plain, self.acts, self.things, self.story)
        ]

    def leads(self) -> list[str]:
        """What brings a task to it: an act, or a word of its commands."""
        return [*("a:" + act for act in self.acts), *("w:" + word for word in self.words)]


_VAGUE = frozenset(
    map(stem, ("key", "keys", "token", "change", "changes", "release"))
)  # in a task these may be anything


class Heading:
    """A task, read for what it is about to do."""

    __slots__ = ("acts", "everything", "flags", "things", "words")

    def __init__(self, doing: Iterable[str], everything: Iterable[str], flags: Iterable[str]) -> None:
        self.words = frozenset(doing)
        self.everything = frozenset(everything)
        self.flags = frozenset(flags)
        self.acts = frozenset(ACT_OF[word] for word in self.words if word in ACT_OF)
        things = {THING_OF[word] for word in self.everything - _VAGUE if word in THING_OF}
        self.things = frozenset(things | ({"table"} if "row" in things else set()))

    def leads(self) -> list[str]:
        """What traumas are looked for by."""
        return [*("a:" + act for act in self.acts), *("w:" + word for word in self.words)]


def heading(task: str, known: Iterable[str]) -> Heading:
    """Reads a task, whose terms are known already: the clauses that do something, without what they deny."""
    told = task = task[:4000]
    low = task.lower()
    for phrase in PHRASES:
        while phrase in low:
            at = low.index(phrase)
            task = task[:at] + " " + task[at + len(phrase) :]
            low = task.lower()
    if ".env" in low:
        task = re.sub(r"(?<!\w)\.env\b", " dotenv", task)
    if "key" in low:
        task = re.sub(_SECRET, "apikey", task)
    if " changes" in low:
        task = re.sub(_LOCAL, "uncommitted", task)
    everything = set(known) if task == told else _terms(task)
    clauses = [clause for clause in _CLAUSES.split(task) if clause and clause.strip()]
    doing = _done(clauses, not everything.isdisjoint(_DOCS))
    text = " . ".join(
        re.sub(_NOT, " ", one) if not _NOTS.isdisjoint(one.lower().split()) else one for one in doing
    )
    flags: set[str] = set()
    if "-" in text:
        for word in text.split():
            if word.startswith("-"):
                flags |= {stem(fold(part)) for part in word.strip("-.,;:").split("-") if part.isalnum()}
    words = everything if doing == [task] and text == task else _terms(text)
    words = words | flags
    if "get rid" in low or "throw away" in low or "start over" in low:
        words = words | {stem("discard"), stem("rid")}
    everything = everything | words
    return Heading(words, everything | {_ALIASES[word] for word in everything if word in _ALIASES}, flags)


def _terms(text: str) -> set[str]:
    return {term.text for term in terms(text)} if text.strip() else set()


def _done(clauses: list[str], documents: bool) -> list[str]:
    """What the clauses are about to do; `documents`: the task speaks of documents somewhere."""
    found: list[str] = []
    telling = False
    for clause in clauses:
        rest = _without_lead(clause)
        first = [term.text for term in terms(rest[:60])[:2]]
        plain = stem(fold(rest.split(None, 1)[0].strip("\"'`:,("))) if rest.split() else ""
        opening = {plain, *first[:1]}
        tells = not TELLS.isdisjoint(opening) or (documents and not _DOCS.isdisjoint(_terms(clause)))
        makes = not tells and not MAKES.isdisjoint(opening)
        # "explain reset and force push" goes on explaining; "fix the bug and push" does not go on fixing
        telling = tells or (telling and not makes and not (first and first[0] in ACT_OF))
        if telling:
            continue
        found += [done] if (done := _made_to_run(clause) if makes else clause) else []
    return found


def _made_to_run(clause: str) -> str:
    """What the thing does that is made ("a migration that …"), "" when it is nothing to be run."""
    words = clause.split()
    for at, word in enumerate(words[1:], 2):
        if stem(fold(word.strip("\"'`,:;"))) in RUNS:
            return " ".join(words[at:])
    return ""


def _without_lead(clause: str) -> str:
    """A clause without "please", "can you", "how do I" in front of it."""
    rest = clause.lstrip(" \t\n'\"`([*#>-")
    while True:
        low = rest.lower()
        lead = next(
            (one for one in _LEADS if low.startswith(one) and not low[len(one) : len(one) + 1].isalnum()), ""
        )
        if not lead:
            return rest
        rest = rest[len(lead) :].lstrip(" ,:;-")


_DOCS = frozenset(map(stem, ("documentation", "readme", "changelog", "tutorial", "docs", "article")))


class Matched:
    """How well a trauma fits a task, and by which words."""

    __slots__ = ("because", "score")

    def __init__(self, score: float, because: tuple[str, ...]) -> None:
        self.score = score
        self.because = because


def match(task: Heading, keys: Keys, *, own: bool = False) -> Matched | None:
    """How well a trauma fits; None when the task does not act, or acts on something else."""
    words = task.words & keys.words
    plain = task.words & keys.plain
    acts = task.acts & keys.acts
    if not acts and not words:
        return None
    programs = (task.everything & keys.programs) - _LANGUAGES
    things = task.things & keys.things
    strong = {word for word in words | plain if word in ACT_OF and ACT_OF[word] in acts}
    numbers = {word for word in words if word.isdigit()}
    spelled = {word for word in words if word in task.flags or word not in THING_OF} - strong
    if not acts and not (spelled and (programs or len(spelled | plain) > 1)):
        return None
    told = task.everything & keys.story
    if not (programs or things or numbers or len(strong | spelled | plain) > 1 or (own and len(told) > 1)):
        return None
    score = 0.8 + 0.35 * min(2, len(strong)) if acts else 0.7
    score += min(1.1, 0.55 * (len(spelled) + len(numbers)) + 0.3 * len(plain - strong))
    score += 0.3 if plain - strong and (strong or spelled) else 0.0  # all of a command is named
    score += 0.3 + 0.3 * min(2, len(programs)) if programs else 0.0
    score += min(1.3, sum(sorted((WEIGHT.get(thing, 0.8) for thing in things), reverse=True)[:3]))
    # the catalogue's stories are anybody's; what a user tells of an own one names the very thing
    score += min(0.9, 0.45 * len(told)) if own else min(0.4, 0.2 * len(told))
    if score < FLOOR:
        return None
    return Matched(score, tuple(sorted({*words, *plain, *programs, *things, *acts})))


def chosen(found: Sequence[tuple[bool, str, Matched]], most: int) -> list[str]:
    """The ids to warn of: those of this user or repository first, then the best; no shipped one that fits much worse than the best."""
    if not found:
        return []
    best = max(matched.score for _, _, matched in found)
    near = [each for each in found if each[0] or each[2].score >= BEHIND * best]
    near.sort(key=lambda each: (not each[0], -each[2].score, each[1]))
    return [name for _, name, _ in near[:most]]


def keys_from(data: Sequence[Sequence[str]]) -> Keys:
    """Keys from the plain lists that `Keys.data` made."""
    return Keys(*data)
