"""Judges what kind of lesson a rule is: what to do, what to leave, what somebody likes, or how things are.

A first guess by what its sentences do (`core/phrasing.py`) is one sign among those of how they are built; the weights of each
kind are fitted by `tests/bench/fit_kinds.py`. Not here: whether it lasts (`core/weights.py`), whose rule it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cm.core.phrasing import guess_kind, scope_of
from cm.model.rule import Kind

ORDER: Final[tuple[Kind, ...]] = ("rule", "anti-pattern", "preference", "fact")


def kind_of(plains: Sequence[str], signs: Sequence[frozenset[str]], shapes: Sequence[frozenset[str]]) -> Kind:
    """The kind whose signs weigh most; the earlier one wins a tie."""
    points = dict(zip(ORDER, BIAS, strict=True))
    for name in kind_signs(plains, signs, shapes):
        for kind, weight in zip(ORDER, KIND_WEIGHTS.get(name, ()), strict=False):
            points[kind] += weight
    return max(ORDER, key=lambda kind: points[kind])


def kind_signs(
    plains: Sequence[str], signs: Sequence[frozenset[str]], shapes: Sequence[frozenset[str]]
) -> set[str]:
    """What speaks for a kind: signs of the first sentence, of any sentence, and the guess."""
    shown = [
        sign | {name for name in shape if not name.startswith("with-")}
        for sign, shape in zip(signs, shapes, strict=True)
    ]
    found = {f"first:{name}" for name in shown[0]}
    found |= {f"any:{name}" for sentence in shown for name in sentence}
    found.add(f"guess:{guess_kind(plains, signs)}")
    found.add(f"scope:{scope_of(plains, frozenset().union(*signs))}")
    found.add(f"sentences:{min(len(plains), 3)}")
    return found


BIAS: Final = (1.05, -0.69, -0.14, -0.22)
_TABLE: Final = """
any:^always -0.12 0.21 -0.03 -0.06
any:^ask -0.04 0.09 -0.01 -0.03
any:^case 0.16 0.05 -0.15 -0.07
any:^pronoun -0.14 -0.40 0.50 0.04
any:^reply 0.06 0.11 -0.03 -0.14
any:^soft 0.37 0.13 -0.19 -0.31
any:^task 0.17 0.01 0.05 -0.23
any:about-time -0.03 -0.05 -0.10 0.18
any:again 0.01 0.10 -0.01 -0.10
any:all-of 0.43 -0.24 -0.23 0.04
any:allow -0.24 0.04 0.22 -0.02
any:alone -0.22 -0.07 0.10 0.19
any:always -0.15 0.04 0.20 -0.09
any:answers -0.06 -0.02 0.18 -0.11
any:ban 0.17 0.44 -0.26 -0.36
any:bare-order -0.21 0.10 -0.04 0.15
any:beside-paste 0.11 -0.04 -0.13 0.06
any:brackets -0.31 0.07 -0.11 0.36
any:breadth 0.22 -0.19 -0.03 0.00
any:bug 0.16 0.01 0.04 -0.21
any:can 0.10 -0.20 -0.02 0.11
any:chat 0.10 -0.12 -0.03 0.05
any:code 0.54 0.05 -0.32 -0.28
any:code-spec 0.13 -0.03 -0.02 -0.07
any:colon 0.35 -0.17 -0.14 -0.04
any:custom 0.10 -0.10 -0.10 0.11
any:decreed -0.23 0.59 -0.06 -0.30
any:definite 0.18 -0.06 0.04 -0.16
any:definite-soft -0.18 0.41 -0.07 -0.16
any:either -0.03 -0.04 -0.02 0.10
any:exclaims 0.06 0.16 -0.01 -0.21
any:extended -0.01 0.09 -0.03 -0.05
any:extends 0.07 0.26 -0.04 -0.29
any:fact 0.04 0.21 -0.28 0.04
any:figure -0.21 -0.21 -0.07 0.50
any:file -0.03 0.01 -0.05 0.07
any:future -0.01 -0.10 -0.10 0.20
any:generic -0.25 -0.15 -0.07 0.47
any:gets 0.05 0.13 -0.02 -0.15
any:habitual -0.13 -0.02 0.14 0.01
any:i -0.37 -0.12 0.88 -0.39
any:identifier 0.32 -0.10 -0.05 -0.17
any:in-few -0.02 0.13 -0.23 0.12
any:is -0.21 0.10 -0.18 0.29
any:last 0.07 -0.08 -0.18 0.19
any:manner 0.03 -0.01 0.19 -0.21
any:memory -0.20 -0.12 -0.06 0.38
any:much-code -0.11 0.05 0.02 0.04
any:must 0.22 -0.00 -0.11 -0.11
any:no-latin 0.22 -0.16 -0.06 -0.00
any:no_thing -0.17 0.06 0.07 0.03
any:not -0.48 0.14 0.16 0.19
any:one-job 0.21 -0.12 -0.07 -0.02
any:only -0.03 -0.24 -0.05 0.32
any:opens-a 0.38 0.06 -0.14 -0.29
any:opens-all -0.05 -0.14 -0.08 0.27
any:opens-ban -0.20 0.24 0.02 -0.05
any:opens-code -0.07 0.10 -0.11 0.08
any:opens-i -0.14 -0.29 0.26 0.17
any:opens-if 0.18 -0.04 -0.05 -0.10
any:opens-in -0.46 0.21 0.15 0.10
any:opens-my -0.09 -0.04 0.25 -0.12
any:opens-order -0.06 0.32 0.12 -0.38
any:opens-the -0.01 -0.13 -0.14 0.29
any:opens-this -0.11 0.10 -0.05 0.05
any:opens-we 0.04 -0.03 -0.14 0.13
any:opens-when -0.11 -0.08 0.30 -0.12
any:opens-why 0.02 0.15 0.02 -0.19
any:opens-you -0.29 0.18 0.05 0.06
any:our 0.27 0.06 -0.30 -0.03
any:ours -0.01 0.07 -0.19 0.13
any:past 0.09 0.07 0.08 -0.23
any:perfect -0.20 -0.20 0.15 0.25
any:prefer -0.02 -0.27 0.51 -0.23
any:product -0.13 -0.04 -0.01 0.18
any:progressive -0.09 0.16 0.06 -0.13
any:quotes 0.07 -0.01 0.09 -0.15
any:reason 0.23 -0.10 0.00 -0.13
any:recurs -0.01 -0.08 -0.07 0.16
any:replies 0.10 0.49 -0.07 -0.51
any:sarcasm 0.07 -0.00 -0.00 -0.07
any:screen-part 0.10 -0.06 0.05 -0.09
any:semicolon 0.14 0.05 -0.01 -0.18
any:so -0.21 0.12 -0.15 0.24
any:soon -0.10 0.18 -0.00 -0.08
any:standing 0.17 -0.06 0.02 -0.13
any:surroundings 0.17 -0.33 -0.18 0.33
any:task-after -0.01 0.27 0.09 -0.35
any:task-before 0.34 -0.21 -0.16 0.02
any:than -0.06 0.12 0.06 -0.11
any:the-the -0.22 0.16 -0.10 0.16
any:they -0.08 0.06 -0.12 0.14
any:this 0.30 -0.06 -0.05 -0.19
any:tiny -0.24 0.02 0.13 0.09
any:told 0.10 -0.04 -0.01 -0.05
any:topic 0.39 -0.17 -0.08 -0.14
any:use 0.22 -0.01 -0.04 -0.18
any:vowed 0.21 -0.25 -0.09 0.13
any:vowed-norm 0.18 -0.05 -0.20 0.07
any:wants -0.04 -0.07 0.28 -0.17
any:was -0.12 0.15 -0.12 0.09
any:we 0.45 -0.10 -0.19 -0.17
any:when_you 0.30 -0.14 -0.19 0.03
any:words-14 -0.07 0.12 -0.02 -0.03
any:words-24 0.04 -0.05 -0.16 0.16
any:words-4 -0.50 0.05 0.39 0.05
any:words-40 0.15 0.08 -0.13 -0.10
any:words-8 0.15 0.05 -0.08 -0.12
any:works 0.25 0.11 0.06 -0.42
any:you -0.08 -0.02 -0.04 0.14
first:^always -0.10 0.18 -0.03 -0.04
first:^ask -0.04 0.09 -0.01 -0.03
first:^pronoun 0.24 -0.14 -0.13 0.04
first:^reply 0.01 0.27 -0.01 -0.27
first:^soft -0.09 0.37 0.05 -0.33
first:^task 0.21 -0.07 0.01 -0.14
first:about-time -0.05 0.01 -0.05 0.09
first:again 0.10 0.18 -0.00 -0.27
first:all-of -0.01 0.31 -0.04 -0.26
first:allow -0.24 0.04 0.22 -0.02
first:alone -0.22 -0.07 0.10 0.19
first:always -0.18 0.10 0.27 -0.18
first:answers -0.06 -0.02 0.18 -0.11
first:ban -0.15 0.11 0.03 0.00
first:bare-order -0.21 0.10 -0.04 0.15
first:beside-paste 0.11 -0.04 -0.13 0.06
first:brackets -0.15 0.15 -0.07 0.08
first:breadth 0.11 0.19 -0.07 -0.24
first:bug 0.19 -0.08 -0.05 -0.07
first:can -0.12 -0.10 -0.04 0.26
first:chat 0.09 -0.11 -0.06 0.09
first:code 0.02 0.04 -0.20 0.14
first:code-spec 0.13 -0.03 -0.02 -0.07
first:colon 0.11 -0.14 -0.12 0.15
first:contrast 0.02 0.10 0.05 -0.17
first:custom 0.26 -0.05 -0.07 -0.13
first:decreed -0.05 0.22 -0.02 -0.15
first:definite 0.14 -0.05 0.01 -0.11
first:definite-soft -0.45 0.35 -0.04 0.13
first:either -0.02 -0.03 0.16 -0.11
first:exclaims -0.02 0.17 -0.01 -0.14
first:extended -0.01 0.09 -0.03 -0.05
first:fact -0.01 -0.04 -0.18 0.23
first:figure -0.03 -0.22 -0.02 0.27
first:file 0.27 -0.13 -0.04 -0.10
first:future -0.01 -0.09 -0.08 0.19
first:generic -0.25 0.00 -0.06 0.30
first:gets -0.23 0.02 0.12 0.09
first:habitual -0.16 0.06 0.14 -0.03
first:i -0.03 0.02 0.30 -0.28
first:identifier 0.30 0.00 -0.02 -0.27
first:in-few -0.02 0.13 -0.23 0.12
first:is 0.10 -0.17 -0.20 0.27
first:last 0.29 0.01 -0.12 -0.18
first:manner -0.16 0.01 0.32 -0.17
first:memory -0.13 -0.10 -0.06 0.29
first:much-code -0.06 -0.04 0.03 0.07
first:must 0.12 0.07 -0.06 -0.12
first:no-latin 0.13 -0.09 -0.05 0.01
first:no_thing -0.04 0.02 0.09 -0.07
first:not -0.02 0.15 -0.18 0.05
first:one-job 0.26 -0.12 -0.06 -0.08
first:only -0.23 -0.18 0.01 0.40
first:opens-a 0.31 -0.01 -0.13 -0.17
first:opens-all -0.01 -0.17 -0.03 0.22
first:opens-ban -0.28 0.22 0.14 -0.08
first:opens-code -0.17 0.16 -0.04 0.05
first:opens-i -0.16 -0.14 -0.00 0.31
first:opens-if -0.09 -0.04 0.13 -0.00
first:opens-in -0.20 -0.15 0.13 0.23
first:opens-my 0.07 -0.01 -0.02 -0.04
first:opens-order 0.09 -0.20 0.09 0.02
first:opens-the -0.12 -0.11 -0.07 0.30
first:opens-this -0.07 0.10 -0.07 0.05
first:opens-we -0.11 -0.02 -0.02 0.15
first:opens-when -0.07 -0.07 0.31 -0.17
first:opens-why 0.02 0.15 0.02 -0.19
first:opens-you -0.12 0.13 0.06 -0.06
first:our 0.28 -0.04 -0.13 -0.11
first:ours -0.02 -0.02 -0.06 0.09
first:past 0.10 0.14 -0.02 -0.22
first:perfect -0.20 -0.20 0.11 0.29
first:prefer 0.13 -0.25 0.36 -0.25
first:product -0.17 -0.04 -0.00 0.21
first:progressive 0.08 0.19 0.06 -0.33
first:reason 0.00 0.08 -0.00 -0.08
first:recurs -0.09 -0.01 -0.04 0.14
first:replies 0.10 0.49 -0.07 -0.51
first:screen-part 0.37 -0.23 -0.00 -0.14
first:semicolon 0.19 -0.08 0.00 -0.11
first:so -0.25 0.13 -0.14 0.26
first:soon -0.07 0.10 -0.00 -0.03
first:standing 0.09 0.14 -0.11 -0.12
first:surroundings -0.14 -0.12 -0.21 0.47
first:task-after -0.01 0.27 0.09 -0.35
first:task-before 0.19 -0.14 -0.11 0.06
first:than -0.00 -0.09 0.18 -0.10
first:the-the -0.21 0.03 -0.06 0.24
first:they -0.04 0.12 -0.09 0.02
first:this 0.19 0.01 -0.02 -0.18
first:tiny -0.02 -0.23 0.23 0.02
first:told 0.10 -0.04 -0.01 -0.05
first:topic 0.35 -0.16 -0.07 -0.12
first:use 0.20 0.00 -0.11 -0.09
first:vowed 0.10 0.05 -0.18 0.03
first:vowed-norm 0.06 -0.10 -0.07 0.12
first:wants -0.07 -0.05 0.22 -0.11
first:was -0.05 0.17 -0.05 -0.08
first:we 0.14 -0.13 -0.01 -0.00
first:when_you 0.08 -0.14 0.03 0.03
first:words-14 -0.10 0.20 -0.06 -0.04
first:words-24 0.10 -0.39 0.12 0.17
first:words-4 -0.08 0.11 0.26 -0.29
first:words-40 0.04 0.09 -0.13 0.00
first:words-8 -0.10 0.07 -0.12 0.15
first:works 0.37 0.06 -0.07 -0.36
first:you -0.17 0.18 0.07 -0.08
guess:anti-pattern -0.39 0.71 -0.27 -0.05
guess:fact 0.12 -0.22 -0.23 0.33
guess:preference -0.28 -0.04 0.60 -0.28
guess:rule 0.55 -0.46 -0.09 0.00
scope:project 0.15 0.13 -0.47 0.19
scope:user -0.15 -0.14 0.47 -0.18
sentences:1 -0.13 0.12 0.10 -0.09
sentences:2 0.06 -0.18 0.10 0.02
sentences:3 0.07 0.05 -0.20 0.08
"""


def _read(table: str) -> Mapping[str, tuple[float, ...]]:
    rows = (line.split() for line in table.strip().splitlines())
    return {name: tuple(map(float, numbers)) for name, *numbers in rows}


KIND_WEIGHTS: Final[Mapping[str, tuple[float, ...]]] = _read(_TABLE)
"""What each sign is worth for each kind, in the order of ORDER."""
