"""The tables of the trade made ready: each phrase under the root of its first word.

Built once, when two rules are first compared. Not here: the tables themselves (`rivals.py`, `antonyms.py`, `synonyms.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from cm.core.language.roots import root

Table: TypeAlias = dict[str, list[tuple[tuple[str, ...], int, int]]]
"""Root of the first word -> (roots of the phrase, line, member)."""

_AMBIGUOUS: Final = """
main master develop development trunk database db disk bucket files file email id environment console get post put
patch should store repository repo numbers number hyphen dash stars null meeting call ci pipeline locally manually
username make just task invoke click fire find screen requests responses mock fake stub quick truth dot kind flux salt
chef echo chi kong ent fx rush flow provider standard word c d2 n tape nest got fetch ant tox rye hatch build combine
realm slim pest warp ack ag go swift rust act wire lit solid solo ember parcel notion drone linear teams beam storm
arrow orc room cue helm hooks option fixture fixtures temporal sessions polling poll polly fish compose vapor node
cron less table tables ninja bottle mail print text point floats float const let var flake wiki html json xml prose
lists diff classes class either panic optional expect unwrap debug error trace info warn warning warnings fatal
critical python d3 em rem issues tickets ticket issue exceptions exception throw raise latest pin pinned cookie
cookies scratch double doubles integers composing byte bytes factory factories bundle
"""


@dataclass(frozen=True)
class Tables:
    """All tables, ready for looking up."""

    rivals: Table
    jobs: tuple[str, ...]
    plain: frozenset[int]  # jobs that explain themselves
    members: dict[tuple[int, int], str]
    axes: Table
    axis_words: dict[tuple[int, int], str]
    ideas: Table
    ambiguous: frozenset[str]


@lru_cache(maxsize=1)
def phrase_tables() -> Tables:
    """The tables, built at the first call."""
    from cm.core.language.antonyms import AXES
    from cm.core.language.rivals import RIVALS
    from cm.core.language.synonyms import SYNONYMS
    from cm.core.language.tokens import split_words

    rivals: Table = {}
    jobs: list[str] = []
    plain: set[int] = set()
    members: dict[tuple[int, int], str] = {}
    for text in RIVALS.strip().splitlines():
        name, _, rest = text.partition(": ")
        line = len(jobs)
        jobs.append(name.rstrip("!"))
        if name.endswith("!"):
            plain.add(line)
        for place, member in enumerate(rest.split(", ")):
            names = member.strip().split("=")
            members[line, place] = names[0]
            for one in names:
                _enter(rivals, split_words(one), line, place)
    axes: Table = {}
    axis_words: dict[tuple[int, int], str] = {}
    for line, text in enumerate(AXES.strip().splitlines()):
        for side, words in enumerate(text.split(" | ")):
            names = [word.strip() for word in words.split(",")]
            axis_words[line, side] = names[0]
            for one in names:
                _enter(axes, split_words(one), line, side)
    ideas: Table = {}
    for line, text in enumerate(SYNONYMS.strip().splitlines()):
        for one in text.split():
            _enter(ideas, split_words(one.replace("_", " ")) or (one,), line, 0)
    for table in (rivals, axes, ideas):
        for found in table.values():
            found.sort(key=lambda entry: -len(entry[0]))
    return Tables(
        rivals,
        tuple(jobs),
        frozenset(plain),
        members,
        axes,
        axis_words,
        ideas,
        frozenset(root(word) for word in _AMBIGUOUS.split()),
    )


def _enter(table: Table, phrase: tuple[str, ...], line: int, member: int) -> None:
    if phrase:
        known = table.setdefault(phrase[0], [])
        if (phrase, line, member) not in known:
            known.append((phrase, line, member))
