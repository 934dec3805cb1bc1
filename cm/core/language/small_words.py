"""The small words of English orders, by what they do to a sentence; words of negation in other tongues are in `meaning.py`.

Not here: how a sentence is read by them (`clauses.py`).
"""

from __future__ import annotations

from typing import Final

_TABLE: Final = """
not: not never no neither nor none cannot nothing nobody nowhere don't hardly
auxiliary: is are be was were been must should may can shall will do does did could would need needs has have might
shun: avoid avoids avoiding ban bans forbid forbids prohibit disallow skip omit refrain stop eschew shun ditch
  reject refuse
remove: strip remove eliminate delete drop purge erase wipe prune discard
banned: banned forbidden prohibited disallowed taboo deprecated discouraged unacceptable illegal unwanted
  undesirable obsolete unsupported unavailable wrong
breaks: breaks fails crashes miscompiles hangs corrupts leaks break fail crash hang corrupt leak misbehaves
  deadlocks segfaults
compared: more less fewer later earlier below above exceed exceeds fall falls lower higher longer shorter larger
  smaller greater under over drop beyond sooner
except: unless except excepting excluding exempt excepted save barring exempted exemption exception exceptions
condition: if when whenever while until till during where
reason: because since otherwise lest so
preposition: in on for under inside within at below beneath during towards toward against among between from to into
  of about regarding concerning across via when if while where
orders: to and please always must should
moves: migrate switch move moved migrated switched away
kept_out: keep stay leav leave remain belong
opening: not never no but only instead it they we you then so always do use just except unless even because since
  rather avoid which
"""


def _read() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _TABLE.strip().replace("\n  ", " ").splitlines():
        name, _, words = line.partition(": ")
        found[name] = frozenset(words.split())
    return found


_WORDS: Final = _read()
NOT: Final = _WORDS["not"]
AUXILIARY: Final = _WORDS["auxiliary"]
SHUN: Final = _WORDS["shun"]  # verbs that ask for the opposite of their object
REMOVE: Final = _WORDS["remove"]  # the same, and they say something themselves
BANNED: Final = _WORDS["banned"]  # said of a subject: "X is banned"
BREAKS: Final = _WORDS["breaks"]  # "-O3 breaks the build": no praise for -O3
COMPARED: Final = _WORDS["compared"]  # "no more than five" forbids nothing
EXCEPT: Final = _WORDS["except"]
CONDITION: Final = _WORDS["condition"]
REASON: Final = _WORDS["reason"]
PREPOSITION: Final = _WORDS["preposition"]
ORDERS: Final = _WORDS["orders"]  # before a verb in mid-sentence
MOVES: Final = _WORDS["moves"]
KEPT_OUT: Final = _WORDS["kept_out"]
OPENING: Final = _WORDS["opening"]  # after a comma: a clause of its own begins

_STOP: Final = """
a an the and or please that this these those it its itself they them their there here we our us you your i my me he
she his her who whom whose which what so then than as also just simply really kindly very too quite rather such same
own do does did done doing be is are was were been being am have has had having will would shall should must may
might can could need needs needed get gets got let lets if when while whenever where because since though although
but not no never nor neither none nothing cannot yet still already either both of in on at by for with about into
onto from to up down over under again further per via within inside among between during until till towards upon out
off instead only always every each all any some few many much more most other another one's etc e.g i.e vs even ever
well make makes sure order want wants like way ways thing things something anything everything someone anyone
everyone however thus hence thereby therefore unless except without
"""
STOP: Final = frozenset(_STOP.split())
"""Words that say nothing by themselves."""
