"""How a sentence is built: its mood and tense, who is in it, what it is about, how long it is; as named signs.

Nothing here knows what a sign is worth (`core/reading/weights.py`), nor the cue words of a language (`core/reading/words`). The shapes
are read off English; a sentence of another language shows few of them, and its cues speak for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from cm.core.language.grammar import VERBS
from cm.core.reading.prose import Sentence, speaks_to_a_model

_WORDS: Final = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|`x`")
_LATIN: Final = re.compile(r"[a-z]")
_LEAD: Final = re.compile(
    r"^(?:(?:please|pls|plz|also|and|but|so|then|now|ok|okay|no|yes|yeah|hey|btw|again|just|next)[,!:.… —–-]+)*"
)
_OPENINGS: Final[dict[str, tuple[str, ...]]] = {
    "opens-the": ("the",),
    "opens-a": ("a", "an", "one"),
    "opens-this": ("this", "that", "these", "those", "it", "its", "it's", "that's", "there", "there's", "they"),
    "opens-i": ("i", "i'm", "i'd", "i've", "i'll"),
    "opens-we": ("we", "we're", "we've", "our"),
    "opens-you": ("you", "your", "you're", "you've"),
    "opens-my": ("my", "mine"),
    "opens-all": ("all", "every", "each", "any", "anything", "everything", "no", "only", "nothing", "nobody", "both", "new"),
    "opens-ban": ("never", "don't", "dont", "do", "avoid", "stop"),
    "opens-if": ("if", "unless"),
    "opens-when": ("when", "whenever", "before", "after", "once", "until", "while"),
    "opens-in": ("in", "for", "on", "with", "from", "under", "at", "to"),
    "opens-code": ("`x`",),
    "opens-because": ("because", "otherwise", "since", "or", "else"),
    "opens-why": ("why", "what", "how", "where", "which", "who", "is", "are", "does", "did", "can", "could", "should", "would"),
    "opens-let": ("let's", "lets", "let"),
}  # fmt: skip
_OPENING_OF: Final = {word: name for name, words in _OPENINGS.items() for word in words}

_HELD: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("progressive", r"(?:\b(?:is|are|am|keeps?|kept)|'s|'re|'m) (?:\w+ )?(?!nothing|anything|everything|something)\w{2,}ing\b"),
        ("perfect", r"(?:\b(?:has|have|hasn't|haven't)|'ve) (?:\w+ )?(?:been|\w+(?:ed|en))\b"),
        ("future", r"\b(?:will|won't|going to|gonna)\b|'ll\b"),
        ("wants", r"\b(?:i|we)(?:'d)? (?:want|need|like|would like)\b"),
        ("this", r"\b(?:this|these|that one|those)\b"),
        ("not", r"\b(?:not|never|no|nor|neither)\b|n't\b"),
        ("identifier", r"(?<![`\w])(?:[a-z]+_\w+|\w+\.\w+\(|self\.\w+|\w+\(\)|--\w[\w-]+)"),
        ("file", r"\b[\w/-]+\.(?:py|go|ts|tsx|js|jsx|rs|java|rb|md|css|vue|sql|kt|swift|php|c|cpp|cs|json|ya?ml|toml|html|sh|txt)\b"),
        ("one-job", r"\bthe (?:failing|last|first|new|old|latest|current|remaining|same|wrong|missing|broken|second|next|other|rest|above|whole thing|typo|bug|diff|change|changes|result|output|error|warning|test)\b"),
        ("colon", r":(?: |$)"),
        ("semicolon", r"; | [–—-] "),
        ("exclaims", r"!"),
        ("brackets", r"\([^)]"),
        ("about-time", r"\b(?:\d+ ?(?:min|minutes|hours?|days?|weeks?)|at \d|o'clock|monday|tuesday|wednesday|thursday|friday|saturday|sunday|month|year|night)\b"),
        ("so", r"(?:, so |\bso that\b|\btherefore\b|\bhence\b)"),
    )
)  # fmt: skip
_CLASSES: Final[dict[str, str]] = {
    "surroundings": "staging prod production server servers cluster clusters vendor vendors partner partners upstream firmware board boards device devices controller controllers vpn proxy runner runners registry bucket buckets licence licences license licenses machine machines laptop laptops database databases db postgres mysql ci tenant tenants account accounts host hosts network region regions gateway broker queue queues sandbox hardware customers team company auditor auditors legal finance mirror box vm windows linux macos",
    "screen-part": "button buttons label labels page pages screen screens form forms input inputs menu menus dialog dialogs modal modals sidebar header footer icon icons color colors colour colours widget widgets toast banner tooltip tooltips cursor prompt popup tab tabs list table chart player enemy hero user users",
    "works": "tests commits prs branches migrations names comments imports fixtures mocks docs changelog releases deploys reviews tickets dependencies packages dates timestamps secrets strings errors logs keywords filenames modules services handlers endpoints components scripts types headers",
    "use": "use uses using used",
    "gets": "get gets goes come comes live lives take takes need needs mean means run runs has have speak speaks return returns expect expects cost costs want wants",
    "all-of": "every each all any anything everything whatever nobody everyone nothing none",
    "either": "when if before after unless whenever once",
    "than": "than over instead rather",
    "you": "you your you're u ur",
    "i": "i i'm i've i'd i'll me my",
    "our": "we we're our ours us",
    "they": "they their them he she his her",
    "is": "is are isn't aren't",
    "was": "was were did didn't had wasn't weren't",
    "can": "can could can't cannot may might",
}  # fmt: skip
"""Kinds of words: a sentence that has one of them shows the name."""
_CLASS_OF: Final = {word: name for name, words in _CLASSES.items() for word in words.split()}
_LENGTHS: Final = ((4, "words-4"), (8, "words-8"), (14, "words-14"), (24, "words-24"), (40, "words-40"))
_THIRD: Final = frozenset(
    verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")
    for verb in VERBS
    if verb not in {"be", "do", "go", "have"}
)
_NO_VERBS_WORDS: Final = "the a an this these those of in on for with from to and or my your our all some any no new two three more"
_NO_VERB_AFTER: Final = frozenset(_NO_VERBS_WORDS.split())


def shapes_of(plain: str) -> set[str]:
    """Returns the names of what the build of a sentence shows; `plain` is it as `core/reading/prose.py` gives it."""
    found = {name for name, pattern in _HELD if pattern.search(plain)}
    if not _LATIN.search(plain.replace("`x`", "")):
        return found | {"no-latin"}
    words = _WORDS.findall(plain)
    found.update(_CLASS_OF[word] for word in words if word in _CLASS_OF)
    found.add(next((name for most, name in _LENGTHS if len(words) <= most), "words-more"))
    rest = _WORDS.findall(_LEAD.sub("", plain, count=1))[:1]
    if rest:
        opening = _OPENING_OF.get(rest[0])
        if opening:
            found.add(opening)
        elif rest[0] in VERBS:
            found.add("opens-order")
    if any(word in _THIRD and before not in _NO_VERB_AFTER for before, word in pairwise(words)):
        found.add("habitual")
    if plain.count(" the ") + plain.startswith("the ") >= 2:
        found.add("the-the")
    if plain.count("`x`") >= 2:
        found.add("much-code")
    return found


_VOWS: Final = frozenset({"standing", "memory"})
_NO_VOW: Final = frozenset(
    {
        "soon",
        "hypothetical",
        "question",
        "hearsay",
        "product",
        "sarcasm",
        "^ask",
        "copyedit",
        "describes",
        "code-spec",
    }
)
_NORMS: Final = frozenset({"ban", "^always", "must", "no_thing", "when_you", "only", "contrast"})
_TASKS: Final = frozenset({"^task", "^request", "definite"})
_BESIDE: Final = (
    "question",
    "soon",
    "product",
    "bug",
    "standing",
    "memory",
    "we",
    "chat",
    "hypothetical",
    "reason",
    "^ask",
)


def shapes_in(
    text: str, typed: Sequence[Sentence], signs: Sequence[frozenset[str]], before: str = ""
) -> list[frozenset[str]]:
    """Returns for each sentence of a message what its build and its place in the message show."""
    whole: set[str] = set()
    if len(typed) == 1:
        whole.add("alone")
    elif len(typed) >= 7:
        whole.add("in-many")
    elif len(typed) <= 3:
        whole.add("in-few")
    if before.rstrip().endswith(("?", "？")):
        whole.add("answers")
    elif before.strip():
        whole.add("replies")
    if speaks_to_a_model(text):
        whole.add("planted")
    if len(text) > 200 and sum(item.end - item.start for item in typed) < 0.6 * len(text):
        whole.add("beside-paste")
    shown = Counter(name for sign in signs for name in sign)
    tasks = [index for index, sign in enumerate(signs) if sign & _TASKS]
    found: list[frozenset[str]] = []
    for index, (item, sign) in enumerate(zip(typed, signs, strict=True)):
        own = shapes_of(item.plain) | whole
        own.update(f"with-{name}" for name in _BESIDE if shown[name] > (name in sign))
        if sign & _VOWS and not sign & _NO_VOW:
            own.add("vowed")
            if sign & _NORMS:
                own.add("vowed-norm")
        if tasks and tasks[-1] > index:
            own.add("task-after")
        if tasks and tasks[0] < index:
            own.add("task-before")
        if index and index == len(typed) - 1:
            own.add("last")
        found.append(frozenset(own))
    return found
