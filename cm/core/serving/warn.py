"""Which traumas a task is heading for: what it is about to do, to what, by which program, held against what a trauma is made of.

Pure, and quick: a trauma comes as the keys that were made of it when it was indexed (`keys_of`), a task as text. A task that names a
danger without being about to do it (docs, tests, questions, "without …") is not warned. Where the traumas come from: `flows/warnings.py`.
"""

from __future__ import annotations

import re

from cm.core.language.terms import fold, stem, terms
from cm.core.serving.endangered import ACT_OF, MAKES, PHRASES, RUNS, TELLS, THING_OF, WEIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

VERSION = 1  # of the keys: what was indexed by another is indexed anew
FLOOR = 1.7
BEHIND = 0.7  # of the best: what fits much worse is not told beside it
# programs whose name says little of what is done with them; any other name is a word of the command
_PROGRAMS = frozenset(
    [
        "git",
        "gh",
        "docker",
        "docker-compose",
        "podman",
        "kubectl",
        "helm",
        "terraform",
        "tofu",
        "pulumi",
        "aws",
        "gcloud",
        "gsutil",
        "az",
        "npm",
        "pnpm",
        "yarn",
        "cargo",
        "gem",
        "pip",
        "twine",
        "psql",
        "mysql",
        "sqlite3",
        "mongosh",
        "mongo",
        "redis-cli",
        "curl",
        "wget",
        "python",
        "python3",
        "node",
        "ruby",
        "perl",
        "bash",
        "sh",
        "php",
        "rails",
        "rake",
        "bundle",
        "npx",
        "make",
        "ansible",
        "vault",
        "heroku",
        "fly",
        "systemctl",
        "brew",
        "apt",
        "apt-get",
        "dpkg",
        "s3cmd",
        "rclone",
    ]
)
_LANGUAGES = frozenset(
    map(stem, ("python", "python3", "node", "ruby", "php", "perl"))
)  # in a task: what it is written in
_SMALL = frozenset(
    [
        "the",
        "and",
        "or",
        "of",
        "to",
        "in",
        "on",
        "for",
        "with",
        "from",
        "by",
        "at",
        "is",
        "it",
        "its",
        "be",
        "no",
        "not",
        "all",
        "any",
        "into",
    ]
)
_NO_WORDS = frozenset(
    [
        "main",
        "master",
        "head",
        "x",
        "y",
        "b",
        "p",
        "c",
        "d",
        "v1",
        "id",
        "data",
        "test",
        "app",
        "src",
        "build",
        "all",
        "now",
        "yes",
        "cm",
        "http",
        "https",
        "com",
        "example",
    ]
)
_CLAUSES = re.compile(
    r"[.;!?\n]+(?:\s|$)|,\s|\s+(?:and|then|und|dann|y|luego|et|puis|but|aber|pero)\s+|[。；，、]"
)
_LEAD = re.compile(
    r"^\W*(?:(?:please|pls|bitte|now|then|also|finally|next|first|ok(?:ay)?|let'?s|lets|can you|could you|would you|we (?:need|want|have) to"
    r"|i (?:want|need|would like|have) (?:you )?to|i'?d like (?:you )?to|time to|go ahead and|help me|just|you should|we should|how (?:do|can|could|should) (?:i|we|you)|how to|por favor)\W+)*",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:do not|don'?t|dont|never|without|no|not|nor|instead of|rather than|avoid|ohne|nicht|niemals|kein\w*|sin|nunca|sans|jamais)\s+"
    r"(?:(?:to|any|a|an|the|ever|need to|actually|really)\s+)*\S+(?:\s+(?!but\b|aber\b)\S+){0,2}",
    re.IGNORECASE,
)
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]+|\d{3,4}")
_DOTENV = re.compile(r"(?<!\w)\.env\b")
_VERB = re.compile(r"(?i)[a-z]+(?:[-:][a-z]+){0,3}")
_LOCAL = re.compile(
    r"(?i)\b(?:my|local|unsaved|pending|uncommitted|unstaged|these|those)\s+(?:local\s+)?changes\b"
)
# a harmless command that is so because of what holds it back says nothing of its other words
_HELD_BACK = re.compile(
    r"--(?:dry-run|help|version|interactive|patch)\b|(?:^|\s)-[nhip]\b|^(?:echo|grep|printf|man|rg)\b|commit"
)
_ALIASES = {
    stem(word): program
    for word, program in (
        ("kubernetes", "kubectl"), ("k8s", "kubectl"), ("kube", "kubectl"), ("postgres", "psql"), ("postgresql", "psql"),
        ("redis", "redis-cli"), ("mongodb", "mongosh"), ("mongo", "mongosh"), ("elasticsearch", "curl"), ("crates", "cargo"),
        ("pypi", "twine"), ("rubygems", "gem"),
    )
}  # fmt: skip
_SECRET = re.compile(r"(?i)\b(?:private|ssh|api|signing|gpg|pgp|deploy)[ -]keys?\b")


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


def keys_of(commands: Sequence[str], harmless: Sequence[str], told: str, *, own: bool = False) -> Keys:
    """The keys of a trauma from its commands, from those that look like it and are harmless (canonical and as typed), and its story."""
    programs: set[str] = set()
    words: set[str] = set()
    for command in commands:
        _take(command, programs, words)
    usual: set[str] = set()
    for command in harmless:
        if not _HELD_BACK.search(command):
            _take(command, set(), usual, whole=True)
    plain = words & usual if words - usual else set()
    words -= plain
    stems = {stem(fold(word)) for word in _WORD.findall(told) if fold(word) not in _SMALL}
    acts = {ACT_OF[word] for word in words | plain | programs if word in ACT_OF}
    if not acts or not programs:  # options, or a script of the user's, say little by themselves
        acts |= {ACT_OF[word] for word in stems if word in ACT_OF and (own or not acts)}
    things = {THING_OF[word] for word in words | plain | programs | stems if word in THING_OF}
    for program in programs:
        things |= {thing for thing, several in _OF_PROGRAM.items() if program in several}
    return Keys(
        programs, words, plain, acts, things, {s for s in stems - words - plain - programs if len(s) > 3}
    )


def _take(command: str, programs: set[str], words: set[str], *, whole: bool = False) -> None:
    """The programs and the other words of one command; `whole`: `--force-with-lease` is not `force`."""
    at = 0  # how far from the program: what stands far from it is what the command is about, not what it does
    for piece in command.split():
        bare = piece.rpartition("/")[2] if at == 0 else piece
        if at == 0 and fold(bare) in _PROGRAMS:
            programs.add(stem(fold(bare)))
        elif whole and "-" in bare.lstrip("-"):
            pass
        elif at == 0 or piece.startswith("-") or piece.isdigit() or (at < 3 and _VERB.fullmatch(piece)):
            words.update(_words(bare))
        at = 0 if piece in ("|", "&&", ";", "xargs", "sudo") else at + 1


_OF_PROGRAM = {
    "database": frozenset(map(stem, ("psql", "mysql", "sqlite3", "mongosh", "mongo"))),
    "cluster": frozenset(map(stem, ("kubectl", "helm"))),
    "store": frozenset(("redis-cli",)),
    "container": frozenset(map(stem, ("docker", "podman", "docker-compose"))),
}


def _words(piece: str) -> set[str]:
    found = set()
    for part in _WORD.findall(re.sub(r"[$`(){}<>*?\[\]\\]", " ", piece)):
        flat = fold(part)
        if len(flat) > 1 and flat not in _NO_WORDS and flat not in _SMALL:
            found.add(stem(flat))
    return found


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


def heading(task: str) -> Heading:
    """Reads a task: the clauses that do something, without what they deny."""
    task = task[:4000]
    low = task.lower()
    for phrase in PHRASES:
        if phrase in low:
            task = re.sub(re.escape(phrase), " ", task, flags=re.IGNORECASE)
            low = task.lower()
    task = _DOTENV.sub(" dotenv", task)
    task = _LOCAL.sub("uncommitted", _SECRET.sub("apikey", task))
    doing = [done for clause in _clauses(task) if (done := _done_in(clause))]
    text = " . ".join(_NOT.sub(" ", clause) for clause in doing)
    words = {term.text for term in terms(text)} if text.strip() else set()
    everything = {term.text for term in terms(task)}
    everything |= {_ALIASES[word] for word in everything if word in _ALIASES}
    flags = {stem(fold(part)) for flag in _FLAG.findall(text) for part in _WORD.findall(flag)}
    words |= flags
    if "get rid" in low or "throw away" in low or "start over" in low:
        words.add(stem("discard"))
        words.add(stem("rid"))
    return Heading(words, everything | words, flags)


def _clauses(task: str) -> list[str]:
    found: list[str] = []
    telling = False
    for clause in _CLAUSES.split(task):
        if not clause or not clause.strip():
            continue
        opening = _opening(clause)
        # "explain reset and force push" goes on explaining; "fix the bug and push" does not go on fixing
        telling = opening == "tells" or (telling and opening == "" and not _starts_with_act(clause))
        if not telling:
            found.append(clause)
    return found


def _done_in(clause: str) -> str:
    """What a clause is about to do: all of it, nothing, or what the thing does that is made ("a migration that …")."""
    opening = _opening(clause)
    if opening == "tells":
        return ""
    if opening == "makes":
        words = clause.split()
        for at, word in enumerate(words[1:], 2):
            if stem(fold(word.strip("\"'`,:;"))) in RUNS:
                return " ".join(words[at:])
        return ""
    return clause


def _opening(clause: str) -> str:
    """Whether a clause opens by making or by telling something."""
    rest = _LEAD.sub("", clause, count=1)
    first = [term.text for term in terms(rest[:60])[:4]]
    plain = stem(fold(rest.split(None, 1)[0].strip("\"'`:,("))) if rest.split() else ""
    if plain in TELLS or (first and first[0] in TELLS):
        return "tells"
    if any(term.text in _DOCS for term in terms(clause)):
        return "tells"
    if plain in MAKES or (first and first[0] in MAKES):
        return "makes"
    return ""


_DOCS = frozenset(map(stem, ("documentation", "readme", "changelog", "tutorial", "docs", "article")))


def _starts_with_act(clause: str) -> bool:
    rest = _LEAD.sub("", clause, count=1)
    first = terms(rest[:40])[:1]
    return bool(first) and first[0].text in ACT_OF


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
