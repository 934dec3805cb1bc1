"""Judges what kind of lesson a rule is: what to do, what to leave, what somebody likes, or how things are.

A first guess by what its sentences do (`core/reading/phrasing.py`) is one sign among those of how they are built; the weights of each
kind are fitted by `tests/bench/fit_kinds.py`. Not here: whether it lasts (`core/reading/weights.py`), whose rule it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cm.core.language.grammar import orders_for_good
from cm.core.reading.phrasing import guess_kind, scope_of
from cm.model.rule import Kind

_NORMS: Final = frozenset({"ban", "^always", "^soft", "must", "no_thing", "told", "decreed", "always"})
ORDER: Final[tuple[Kind, ...]] = ("rule", "anti-pattern", "preference", "fact")


def kind_of(plains: Sequence[str], signs: Sequence[frozenset[str]], shapes: Sequence[frozenset[str]]) -> Kind:
    """The kind whose signs weigh most; the earlier one wins a tie."""
    points = dict(zip(ORDER, BIAS, strict=True))
    for name in kind_signs(plains, signs, shapes):
        for kind, weight in zip(ORDER, KIND_WEIGHTS.get(name, ()), strict=False):
            points[kind] += weight
    told = orders_for_good(plains[0]) if plains else False  # an order, whatever it says is so on the way
    return max((kind for kind in ORDER if not (told and kind == "fact")), key=lambda kind: points[kind])


def kind_signs(
    plains: Sequence[str], signs: Sequence[frozenset[str]], shapes: Sequence[frozenset[str]]
) -> set[str]:
    """What speaks for a kind: signs of the first sentence, of any sentence, and the guess."""
    shown = [
        sign | {name for name in shape if not name.startswith("with-")}
        for sign, shape in zip(signs, shapes, strict=True)
    ]
    if shown[0] & _NORMS:
        shown[0] -= {"holds"}  # "only Dana deploys, never push there": it tells what is so in order to forbid
    if {"holds", "i"} <= shown[0] and shown[0].isdisjoint({"prefer", "wants", "manner"}):
        shown[0] |= {"holds-i"}  # "I live in Recife": what somebody is, and not what they like
    found = {f"first:{name}" for name in shown[0]}
    found |= {f"any:{name}" for sentence in shown for name in sentence}
    found.add(f"guess:{guess_kind(plains, signs)}")
    found.add(f"scope:{scope_of(plains, frozenset().union(*signs))}")
    found.add(f"sentences:{min(len(plains), 3)}")
    return found


BIAS: Final = (1.01, -0.58, -0.10, -0.32)
_TABLE: Final = """
any:^always -0.10 0.19 -0.03 -0.06
any:^ask -0.04 0.09 -0.02 -0.03
any:^case 0.14 0.06 -0.13 -0.06
any:^pronoun -0.12 -0.39 0.48 0.04
any:^reply -0.01 0.18 0.01 -0.17
any:^soft 0.35 0.16 -0.19 -0.32
any:^task 0.17 -0.01 0.06 -0.22
any:about-time -0.05 -0.04 -0.10 0.19
any:again 0.01 0.09 0.02 -0.11
any:all-of 0.39 -0.21 -0.23 0.05
any:allow -0.27 0.08 0.21 -0.02
any:alone -0.25 -0.05 0.07 0.23
any:always -0.12 0.02 0.21 -0.11
any:answers -0.06 -0.02 0.18 -0.10
any:ban 0.16 0.47 -0.22 -0.40
any:bare-order -0.20 0.10 -0.05 0.15
any:beside-paste 0.07 -0.01 -0.12 0.06
any:brackets -0.31 0.06 -0.11 0.37
any:breadth 0.23 -0.18 -0.03 -0.01
any:bug 0.14 -0.01 0.08 -0.21
any:can 0.06 -0.19 0.01 0.11
any:chat 0.09 -0.11 -0.02 0.05
any:code 0.54 0.07 -0.33 -0.28
any:code-spec 0.11 -0.03 -0.02 -0.06
any:colon 0.34 -0.18 -0.15 -0.02
any:contrast -0.09 0.06 0.08 -0.05
any:custom 0.09 -0.11 -0.10 0.12
any:decreed -0.26 0.63 -0.06 -0.31
any:definite 0.19 -0.06 0.04 -0.16
any:definite-soft -0.17 0.40 -0.06 -0.16
any:either 0.02 0.01 -0.10 0.07
any:exclaims 0.08 0.16 -0.01 -0.23
any:extended -0.02 0.10 -0.02 -0.06
any:extends 0.07 0.25 -0.03 -0.29
any:fact -0.01 0.28 -0.36 0.09
any:figure -0.24 -0.14 -0.07 0.44
any:file 0.06 -0.00 -0.07 0.01
any:future -0.01 -0.10 -0.09 0.20
any:generic -0.26 -0.12 -0.07 0.45
any:gets 0.06 0.20 -0.10 -0.16
any:habitual -0.15 -0.02 0.16 0.01
any:i -0.37 -0.11 0.88 -0.40
any:identifier 0.32 -0.09 -0.06 -0.17
any:in-few 0.03 0.10 -0.20 0.07
any:is -0.16 0.12 -0.25 0.28
any:last 0.02 -0.14 -0.20 0.31
any:manner 0.06 0.02 0.13 -0.21
any:memory -0.20 -0.12 -0.06 0.38
any:much-code -0.11 0.06 0.01 0.04
any:must 0.22 -0.02 -0.09 -0.11
any:no-latin 0.20 -0.15 -0.06 0.01
any:no_thing -0.18 0.06 0.05 0.06
any:not -0.53 0.14 0.22 0.16
any:one-job 0.14 -0.14 -0.09 0.09
any:only 0.02 -0.27 -0.05 0.30
any:opens-a 0.43 0.06 -0.15 -0.35
any:opens-all -0.05 -0.14 -0.08 0.27
any:opens-ban -0.19 0.21 0.03 -0.04
any:opens-code -0.08 0.10 -0.11 0.10
any:opens-i -0.17 -0.19 0.23 0.13
any:opens-if 0.24 -0.05 -0.04 -0.16
any:opens-in -0.45 0.18 0.16 0.11
any:opens-my -0.08 -0.04 0.24 -0.11
any:opens-order -0.03 0.29 0.13 -0.39
any:opens-the 0.01 -0.16 -0.16 0.31
any:opens-this -0.08 0.07 -0.03 0.04
any:opens-we 0.04 -0.02 -0.14 0.13
any:opens-when -0.11 -0.07 0.31 -0.12
any:opens-why 0.00 0.15 0.02 -0.17
any:opens-you -0.28 0.16 0.04 0.08
any:our 0.27 0.03 -0.30 0.00
any:ours 0.03 0.07 -0.19 0.10
any:past 0.08 0.06 0.09 -0.23
any:perfect -0.22 -0.20 0.17 0.25
any:prefer -0.05 -0.28 0.56 -0.23
any:product -0.13 -0.03 -0.01 0.17
any:progressive -0.05 0.12 0.06 -0.12
any:quotes 0.06 -0.02 0.11 -0.15
any:reason 0.23 -0.09 0.01 -0.15
any:recurs -0.02 -0.07 -0.07 0.16
any:replies 0.11 0.47 -0.09 -0.49
any:sarcasm 0.07 -0.00 -0.00 -0.07
any:screen-part 0.10 -0.06 0.06 -0.09
any:semicolon 0.13 0.05 -0.01 -0.18
any:so -0.19 0.12 -0.16 0.24
any:soon -0.12 0.18 -0.01 -0.05
any:standing 0.19 -0.08 0.03 -0.13
any:stated 0.08 -0.11 -0.02 0.05
any:surroundings 0.18 -0.36 -0.17 0.35
any:task-after -0.02 0.25 0.08 -0.32
any:task-before 0.34 -0.20 -0.18 0.04
any:than -0.08 0.10 0.09 -0.12
any:the-the -0.21 0.15 -0.10 0.16
any:they -0.00 0.09 -0.25 0.16
any:this 0.30 -0.03 -0.07 -0.20
any:tiny -0.20 0.05 0.05 0.09
any:told 0.10 -0.04 -0.01 -0.05
any:topic 0.40 -0.17 -0.08 -0.15
any:use 0.21 -0.03 -0.01 -0.18
any:vowed 0.22 -0.27 -0.09 0.14
any:vowed-norm 0.19 -0.04 -0.21 0.07
any:wants -0.05 -0.06 0.29 -0.18
any:was -0.11 0.14 -0.11 0.08
any:we 0.45 -0.10 -0.18 -0.16
any:when_you 0.34 -0.15 -0.17 -0.02
any:words-14 -0.01 0.08 -0.01 -0.06
any:words-24 0.02 0.04 -0.23 0.18
any:words-4 -0.51 0.11 0.34 0.06
any:words-40 0.15 0.08 -0.13 -0.10
any:words-8 0.08 0.03 -0.06 -0.05
any:works 0.29 0.17 -0.04 -0.42
any:you -0.08 -0.00 -0.01 0.10
first:^always -0.08 0.16 -0.03 -0.05
first:^ask -0.04 0.09 -0.02 -0.03
first:^pronoun 0.26 -0.04 -0.22 0.01
first:^reply 0.09 0.15 0.03 -0.26
first:^soft -0.13 0.39 0.06 -0.31
first:^task 0.21 -0.07 0.00 -0.14
first:about-time 0.02 -0.06 -0.05 0.09
first:again 0.09 0.16 0.02 -0.27
first:all-of 0.01 0.29 -0.04 -0.25
first:allow -0.18 -0.04 0.21 0.01
first:alone -0.25 -0.05 0.07 0.23
first:always -0.21 0.11 0.27 -0.17
first:answers -0.06 -0.02 0.18 -0.10
first:ban -0.19 0.09 0.07 0.02
first:bare-order -0.20 0.10 -0.05 0.15
first:beside-paste 0.07 -0.01 -0.12 0.06
first:brackets -0.13 0.15 -0.08 0.06
first:breadth 0.15 0.15 -0.07 -0.23
first:can -0.07 -0.18 -0.04 0.29
first:chat 0.08 -0.11 -0.05 0.08
first:code -0.01 0.08 -0.21 0.14
first:code-spec 0.11 -0.03 -0.02 -0.06
first:colon 0.10 -0.14 -0.12 0.16
first:contrast 0.05 0.04 0.05 -0.15
first:custom 0.26 -0.06 -0.08 -0.13
first:decreed -0.00 0.17 -0.02 -0.14
first:definite 0.14 -0.04 0.01 -0.11
first:definite-soft -0.45 0.37 -0.04 0.12
first:either 0.04 -0.25 0.23 -0.03
first:exclaims -0.01 0.17 -0.01 -0.15
first:extended -0.02 0.10 -0.02 -0.06
first:fact 0.07 -0.17 -0.11 0.21
first:figure -0.09 -0.18 0.00 0.26
first:file 0.28 -0.15 -0.05 -0.08
first:future -0.04 -0.08 -0.07 0.19
first:generic -0.30 0.04 -0.04 0.30
first:gets -0.17 0.06 0.03 0.09
first:habitual -0.24 0.04 0.18 0.02
first:holds -0.5 -0.3 -0.5 0.9
first:holds-i -0.3 0.0 -1.2 1.2
first:i -0.15 0.14 0.27 -0.26
first:identifier 0.27 0.02 -0.03 -0.27
first:in-few 0.03 0.10 -0.20 0.07
first:is 0.09 -0.22 -0.16 0.28
first:last 0.23 -0.06 -0.06 -0.11
first:manner -0.08 -0.18 0.41 -0.15
first:memory -0.15 -0.09 -0.06 0.30
first:much-code -0.05 -0.04 0.02 0.07
first:must 0.08 0.07 -0.05 -0.11
first:no-latin 0.10 -0.08 -0.05 0.03
first:no_thing 0.00 -0.03 0.08 -0.05
first:not 0.01 0.12 -0.16 0.03
first:one-job 0.28 -0.12 -0.05 -0.11
first:only -0.20 -0.19 0.01 0.38
first:opens-a 0.44 -0.11 -0.13 -0.19
first:opens-all -0.07 -0.13 -0.03 0.23
first:opens-ban -0.29 0.20 0.16 -0.08
first:opens-code -0.17 0.16 -0.05 0.05
first:opens-i -0.19 0.00 -0.09 0.28
first:opens-if -0.15 -0.03 0.15 0.03
first:opens-in -0.19 -0.16 0.13 0.22
first:opens-my 0.07 -0.01 -0.02 -0.04
first:opens-order 0.11 -0.23 0.10 0.02
first:opens-the -0.08 -0.12 -0.07 0.28
first:opens-this -0.06 0.09 -0.06 0.04
first:opens-we -0.12 -0.01 -0.03 0.16
first:opens-when -0.07 -0.07 0.31 -0.18
first:opens-why 0.00 0.15 0.02 -0.17
first:opens-you -0.11 0.12 0.05 -0.06
first:our 0.26 -0.03 -0.14 -0.09
first:ours -0.03 0.03 -0.06 0.06
first:past 0.11 0.14 -0.03 -0.22
first:perfect -0.21 -0.20 0.12 0.28
first:prefer 0.10 -0.25 0.40 -0.26
first:product -0.16 -0.03 -0.00 0.20
first:progressive 0.07 0.19 0.05 -0.32
first:recurs -0.02 -0.08 -0.04 0.14
first:replies 0.11 0.47 -0.09 -0.49
first:screen-part 0.35 -0.23 0.01 -0.14
first:semicolon 0.18 -0.07 0.00 -0.11
first:so -0.25 0.12 -0.14 0.27
first:soon -0.10 0.11 -0.01 -0.01
first:standing 0.09 0.14 -0.11 -0.12
first:stated 0.08 -0.11 -0.02 0.05
first:surroundings -0.13 -0.13 -0.22 0.48
first:task-after -0.02 0.25 0.08 -0.32
first:task-before 0.18 -0.12 -0.14 0.08
first:than 0.01 -0.09 0.18 -0.10
first:the-the -0.21 0.04 -0.06 0.24
first:they 0.08 -0.03 -0.05 0.00
first:this 0.14 0.06 -0.03 -0.17
first:tiny 0.03 -0.13 0.13 -0.04
first:told 0.10 -0.04 -0.01 -0.05
first:topic 0.35 -0.16 -0.06 -0.13
first:use 0.20 -0.01 -0.11 -0.09
first:vowed 0.08 0.05 -0.19 0.05
first:vowed-norm 0.05 -0.09 -0.08 0.12
first:wants -0.07 -0.04 0.23 -0.11
first:was -0.03 0.16 -0.04 -0.09
first:we 0.13 -0.13 -0.01 0.01
first:when_you 0.05 -0.15 0.05 0.05
first:words-14 -0.24 0.26 -0.06 0.03
first:words-24 0.19 -0.57 0.18 0.20
first:words-4 -0.03 0.18 0.18 -0.33
first:words-40 0.03 0.09 -0.13 0.01
first:words-8 -0.06 0.11 -0.12 0.07
first:works 0.40 -0.04 -0.04 -0.32
first:you -0.18 0.14 0.08 -0.04
guess:anti-pattern -0.37 0.70 -0.28 -0.05
guess:fact 0.10 -0.22 -0.21 0.33
guess:preference -0.25 -0.03 0.55 -0.28
guess:rule 0.52 -0.46 -0.06 0.01
scope:project 0.13 0.14 -0.44 0.18
scope:user -0.13 -0.15 0.45 -0.17
sentences:1 -0.04 0.07 0.17 -0.19
sentences:2 0.07 -0.13 0.03 0.02
sentences:3 -0.03 0.05 -0.20 0.17
"""


def _read(table: str) -> Mapping[str, tuple[float, ...]]:
    rows = (line.split() for line in table.strip().splitlines())
    return {name: tuple(map(float, numbers)) for name, *numbers in rows}


KIND_WEIGHTS: Final[Mapping[str, tuple[float, ...]]] = _read(_TABLE)
"""What each sign is worth for each kind, in the order of ORDER."""
