"""The words of a rule with their signs: which way each goes, in which clause and zone it stands.

"Use X, not Y" is for X and against Y; "never X without Y" asks for Y; "replace X by Y", "instead of X", "X is banned" likewise.
Shallow on purpose: one walk from left to right, which turns back where a sentence takes back what it said. Not here: cutting a text
into words (`tokens.py`), what the words mean (`claims.py`), other tongues (`tongues.py`).
"""

from __future__ import annotations

from typing import Final

from cm.core.language.grammar import VERBS
from cm.core.language.roots import root
from cm.core.language.small_words import (
    AUXILIARY,
    BANNED,
    BREAKS,
    COMPARED,
    CONDITION,
    EXCEPT,
    KEPT_OUT,
    MOVES,
    NOT,
    OPENING,
    ORDERS,
    PREPOSITION,
    REASON,
    REMOVE,
    SHUN,
    STOP,
)
from cm.core.language.tokens import Token, Zone

VERBS_ROOTS: Final = frozenset(root(word) for word in VERBS)


def signed(tokens: list[Token]) -> tuple[Token, ...]:
    """Gives each token its sign, zone and clause."""
    walk = _Walk(tokens)
    for at, token in enumerate(tokens):
        walk.step(at, token)
    return tuple(walk.done)


class _Walk:
    """Where the reading of a rule stands: the sign of what comes next, and what may have to be taken back."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.done: list[Token] = []
        self.clause = 0
        self.begin = self.part = self.turn = 0  # where the clause, the part after a comma, the reason began
        self.sign = self.back = 1  # back: the sign before a bracket
        self.zone: Zone = "main"
        self.context = self.local = False  # local: the sign ends at the next comma
        self.pending = ""  # replace, prefer, move: what their second half will turn

    def step(self, at: int, token: Token) -> None:
        """Reads one token."""
        if token.kind == "stop":
            self._stop(at, token)
            return
        sign, zone = self.sign, self.zone
        stays = (
            self._joins(at, token)
            or self._denies(at, token)
            or self._trades(at, token)
            or self._limits(at, token)
        )
        if stays == "as before":  # the word itself keeps the sign that it stands under
            self.done.append(token._replace(sign=sign, zone=zone, context=self.context, clause=self.clause))
            return
        word, after = token.word, self._word(at + 1)
        if (
            word in PREPOSITION
            and after not in ("this", "our")
            and (word != "to" or not self._is_verb(at + 1))
        ):
            self.context = True
        self.done.append(
            token._replace(sign=self.sign, zone=self.zone, context=self.context, clause=self.clause)
        )

    def _stop(self, at: int, token: Token) -> None:
        hard = token.word in ".:;!?—–\n"
        comma = token.word == ","
        if hard or (comma and (self.local or self.zone == "condition" or self._opens(at + 1))):
            self.zone = "exception" if self.zone == "exception" and comma else "main"
            self._open_clause()
        if hard or comma:
            self.part = len(self.done)
        elif token.word in "([":
            self.back = self.sign
        elif token.word in ")]":
            self.sign = self.back
        self.done.append(token._replace(clause=self.clause))

    def _open_clause(self) -> None:
        self.sign, self.context, self.local, self.pending = 1, False, False, ""
        self.clause, self.begin = self.clause + 1, len(self.done)

    def _joins(self, at: int, token: Token) -> str:
        """But, then, and."""
        if token.word in ("but", "then") and self.begin < len(self.done):
            if token.word == "but" and self._word(at - 1) != "nothing":
                self.zone = "exception"
            self._open_clause()
        elif token.word == "and" and self.sign > 0 and self._is_verb(at + 1):
            self.context = False
        else:
            return ""
        return "read"

    def _denies(self, at: int, token: Token) -> str:
        """Words that turn what follows, or what was said of a subject."""
        word, after, previous = token.word, self._word(at + 1), self._word(at - 1)
        if word in NOT or (word == "non" and after):
            if after in COMPARED or (word, after) in (("no", "later"), ("no", "longer"), ("not", "only"), ("not", "just"), ("nothing", "but")):  # fmt: skip
                if after == "longer":
                    self.sign = -1
                return "as before"
            if self.zone != "condition":
                if previous in AUXILIARY or word == "cannot":
                    self._turn_subject(-1)
                self.sign = -1
        elif word in SHUN and (
            self.begin == len(self.done) or token.root in VERBS_ROOTS or previous in ORDERS
        ):
            self.sign = -self.sign
        elif (word in BANNED and (previous in AUXILIARY or self._ends(at))) or self._turns_down(at):
            self.sign = -1 if self.sign > 0 else 1
            self._turn_subject(self.sign)
        elif word in REMOVE and (self.begin == len(self.done) or previous in ORDERS):
            self.sign = -self.sign
            return "as before"
        elif word in BREAKS and self.clause and self.sign > 0 and self.zone == "main" and self._has_subject():
            self._retouch(self.part, sign=-1)
        elif word == "leave" and "out" in (after, self._word(at + 2)):
            self.sign = -self.sign
        elif word == "without":
            if self.sign < 0:  # never X without Y: X is fine, Y is a must
                self._retouch(self.begin, sign=0)
            self.sign, self.local = -self.sign, True
        else:
            return ""
        return "read"

    def _trades(self, at: int, token: Token) -> str:
        """One thing for another: instead of, prefer … over, replace … by, from … to."""
        word, after, previous = token.word, self._word(at + 1), self._word(at - 1)
        given_up = (word, after) in (("instead", "of"), ("lieu", "of"), ("rather", "than")) or (
            (previous, word, after) == ("in", "place", "of")
        )
        if given_up or (word == "over" and self.pending == "prefer"):
            self.sign, self.local = -1, True
        elif word in ("prefer", "favour", "favor", "choose"):
            self.pending = "prefer"
        elif word in ("replace", "replaces", "substitute", "swap"):
            self.sign, self.pending = -self.sign, "replace"
        elif self.pending == "replace" and word in ("by", "with", "for"):
            self.sign, self.pending = 1, ""
        elif word == "from" and previous in MOVES:
            self.sign, self.pending = -1, "move"
        elif self.pending == "move" and word in ("to", "towards"):
            self.sign, self.pending = 1, ""
        else:
            return ""
        return "read"

    def _limits(self, at: int, token: Token) -> str:
        """Exceptions, conditions and reasons."""
        word, after = token.word, self._word(at + 1)
        excepts = word in EXCEPT and word != "unless"
        if excepts or (word in ("other", "apart", "aside") and after in ("than", "from")):
            self.zone, self.context = "exception", True
            if word in ("excepted", "exempt"):
                self.done[self.part :] = [kept._replace(zone="exception") for kept in self.done[self.part :]]
        elif self.zone != "main":
            return ""
        elif word in ("until", "till", "unless") or (word == "before" and self.sign < 0):
            if self.sign < 0:  # not X before Y: X is fine then
                self._retouch(self.begin, sign=0)
                self.sign = 1
            self.zone, self.context = "exception" if word == "unless" else "condition", True
        elif word in CONDITION:
            self.zone, self.context = "condition", True
        elif word in REASON and (word != "so" or after == "that"):
            self.zone, self.sign, self.turn = "reason", 1, len(self.done)
        else:
            return ""
        return "read"

    def _turns_down(self, at: int) -> bool:
        """ "X stays out of Y", "X is off limits", "X has to go": said of X as a ban."""
        word, after = self.tokens[at].word, self._word(at + 1)
        if word == "out":
            return after == "of" and any(token.root in KEPT_OUT for token in self.tokens[max(0, at - 5) : at])
        if word == "off":
            return after in ("limits", "limit", "the")
        return word == "go" and self._ends(at) and self._word(at - 1) in ("must", "to", "should")

    def _turn_subject(self, sign: int) -> None:
        """Gives a sign to what was said before, from where the subject of the sentence begins."""
        self._retouch(max(self.turn, self.part if self._has_subject() else self.begin), sign=sign)

    def _retouch(self, since: int, *, sign: int) -> None:
        self.done[since:] = [kept._replace(sign=sign) for kept in self.done[since:]]

    def _has_subject(self) -> bool:
        return any(token.kind != "stop" and token.word not in STOP for token in self.done[self.part :])

    def _word(self, at: int) -> str:
        return self.tokens[at].word if 0 <= at < len(self.tokens) else ""

    def _ends(self, at: int) -> bool:
        return at + 1 >= len(self.tokens) or self.tokens[at + 1].kind == "stop"

    def _is_verb(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].kind == "word" and self.tokens[at].word in VERBS

    def _opens(self, at: int) -> bool:
        """Whether what follows a comma is a clause of its own, not the next item of a list."""
        if self._word(at) in OPENING:
            return True
        return self._is_verb(at) and not self._ends(at) and self._word(at + 1) not in ("and", "or")
