"""The review dialogue without a terminal: lines go in, screens come out. Each answer is done at once and can be taken back.

Not here: reading the terminal and opening an editor (`cli/review.py`), how a card looks (`cli/cards.py`), what an answer does
(`flows/reviewing.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, assert_never

from cm.cli import cards, paint, say
from cm.errors import CmError

if TYPE_CHECKING:
    from cm.flows.review import Card, Kind
    from cm.flows.sitting import Verb
    from cm.flows.telling import Change

Mode: TypeAlias = Literal["card", "reason", "words", "end"]

_ONE: Final[tuple[tuple[str, str, Verb], ...]] = (
    ("a", "still holds", "accept"),
    ("e", "edit", "edit"),
    ("r", "retire", "retire"),
)
_AGAIN: Final[tuple[tuple[str, str, Verb], ...]] = (
    ("a", "still holds", "accept"),  # `a 2027-03` asks again then
    ("e", "edit", "edit"),
    ("r", "retire", "retire"),
)
_OPPOSED: Final[tuple[tuple[str, str, Verb], ...]] = (
    ("1", "keep 1", "first"),
    ("2", "keep 2", "second"),
    ("b", "both hold", "both"),
)
ANSWERS: Final[dict[Kind, tuple[tuple[str, str, Verb], ...]]] = {
    "draft": (("a", "accept", "accept"), ("e", "edit", "edit"), ("r", "reject", "reject")),
    "stale": _ONE,
    "anchor-gone": _ONE,
    "low-standing": _ONE,
    "review-due": _AGAIN,
    "orphan": _ONE,
    "contested": _OPPOSED,
    "across": (("e", "edit yours", "edit"), ("r", "retire yours", "retire"), ("b", "both hold", "both")),
    "contradiction": _OPPOSED,
    "duplicate": (
        ("m", "merge", "merge"),
        ("1", "keep 1", "first"),
        ("2", "keep 2", "second"),
        ("d", "different", "both"),
    ),
}
WORDS: Final = {
    "accept": "a", "yes": "a", "y": "a", "edit": "e", "reject": "r", "retire": "r", "no": "r", "n": "r", "skip": "s", "later": "s",
    "l": "s", "undo": "u", "quit": "q", "exit": "q", "help": "?", "h": "?", "both": "b", "merge": "m", "different": "d",
}  # fmt: skip
SAYS: Final[dict[Verb, str]] = {
    "accept": "the rule holds: agents are shown it, and it says that a person approved it; `a 2027-03` asks again then",
    "edit": "other words for it, in your editor ($VISUAL, $EDITOR) or on one line; then it holds",
    "reject": "it goes, and is not proposed again; say why in a few words (`r a one-off` does it at once)",
    "retire": "it leaves service; say why in a few words",
    "first": "the first one holds and takes the place of the second",
    "second": "the second one holds and takes the place of the first",
    "both": "both hold, and nobody asks again",
    "merge": "one rule in the words of the first, with the proof and the marks of both",
}


class Desk(Protocol):
    """Where the questions lie, and where answers are carried out."""

    def names(self) -> tuple[str, ...]:
        """The questions, by name, in their order."""
        ...

    def more(self) -> tuple[str, ...]:
        """Further questions, which take a while to find; asked for once."""
        ...

    def card(self, name: str) -> Card | None:
        """A question as it is now; None when it has its answer."""
        ...

    def answer(self, card: Card, verb: Verb, text: str) -> Change:
        """Carries an answer out. Raises CmError."""
        ...

    def skip(self, card: Card) -> None:
        """Puts a question off."""
        ...

    def undo(self, tx: str) -> None:
        """Takes an answer back. Raises CmError."""
        ...


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer that was given."""

    card: str
    verb: str  # a Verb, or "skip"
    rule: str
    tx: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line led to."""

    text: str = ""
    finished: bool = False
    edit: str | None = None  # these words are to be edited; `edited` takes what came of it


@dataclass(slots=True)
class Dialogue:
    """One sitting of a reviewer. `screen`, then `take` a line, until the reply says that it is finished."""

    desk: Desk
    colours: bool = False
    answers: list[Answered] = field(default_factory=list)
    mode: Mode = "card"
    _names: list[str] = field(default_factory=list)
    _at: int = 0
    _verb: Verb = "accept"
    _shown: Card | None = None
    _found_all: bool = False

    def __post_init__(self) -> None:
        self._names = list(self.desk.names())

    def screen(self) -> str:
        """What is asked now, as text that ends with the prompt; a question that stands there already is not told again."""
        if self.mode == "reason":
            return "Why? (a few words; nothing leaves it as it was) > "
        if self.mode == "words":
            return "The new words (nothing leaves it as it was) > "
        card = self._card()
        if card is None:
            self.mode = "end"
            return "\nThat was all. [u] takes the last answer back, Enter ends > "
        if self._shown == card:
            return self._prompt(card)
        self._shown = card
        text = cards.render(card, place=f"{self._at + 1} of {len(self._names)}", colours=self.colours)
        return f"\n{text}\n{self._prompt(card)}"

    def take(self, line: str) -> Reply:
        """Takes one line of the reviewer's."""
        said = line.strip()
        if self.mode == "reason":
            self.mode = "card"
            return self._do(self._verb, said) if said else Reply("nothing was changed\n")
        if self.mode == "words":
            self.mode = "card"
            return self.edited(said)
        key, _, rest = said.partition(" ")
        key = WORDS.get(key.lower(), key.lower())
        if key == "u":
            return self._undo()
        if key == "q" or (self.mode == "end" and not key):
            return Reply(finished=True)
        card = self._card()
        if card is None:
            return Reply(finished=self.mode == "end")
        if key == "?":
            return Reply(self._help(card))
        if key == "s":
            return self._skip(card)
        verb = next((verb for letter, _, verb in ANSWERS[card.kind] if letter == key), None)
        if verb is None:
            known = ", ".join(letter for letter, _, _ in ANSWERS[card.kind])
            return Reply(
                f"{known}, s, u, ? or q\n"
                if not key
                else f"`{say.cut(said, 20)}` is none of {known}, s, u, ?, q\n"
            )
        if verb == "edit":
            return Reply(edit=card.sides[0].rule.text)
        if verb in ("reject", "retire") and not rest.strip():
            self.mode, self._verb = "reason", verb
            return Reply()
        return self._do(verb, rest.strip())

    def ask_words(self) -> None:
        """There is no editor: the next line is the new text."""
        self.mode = "words"

    def edited(self, text: str) -> Reply:
        """Takes the words that came out of an edit."""
        return self._do("edit", text.strip()) if text.strip() else Reply("nothing was changed\n")

    @property
    def asks(self) -> bool:
        """Whether there is a question at all."""
        return self._card() is not None

    @property
    def left(self) -> int:
        """How many questions have no answer yet."""
        return sum(1 for name in self._names if self.desk.card(name) is not None)

    def _card(self) -> Card | None:
        """The question we are at, past those that have their answer by now."""
        while True:
            while self._at < len(self._names):
                card = self.desk.card(self._names[self._at])
                if card is not None:
                    return card
                self._at += 1
            if self._found_all:
                return None
            self._found_all = True
            self._names += self.desk.more()

    def _do(self, verb: Verb, text: str) -> Reply:
        card = self._card()
        if card is None:
            return Reply()
        try:
            change = self.desk.answer(card, verb, text)
        except CmError as error:
            return Reply(say.lines(say.para(f"! {error.message}"), say.para(error.hint, 2)))
        told = change.told[0]
        if change.tx:
            self.answers.append(Answered(card.key, verb, card.sides[0].rule.id, change.tx))
        if told.verdict == "unchanged":
            return Reply(say.lines(say.para(f"unchanged: {told.say}")))
        self._at += 1
        done = _done(card, verb, told.rule)
        files = [say.para(f"refreshed {item}", 2) for item in change.exports_refreshed]
        files += [say.para(f"! {item}", 2) for item in change.exports_left]
        return Reply(say.lines(paint.painted(say.para(done, first="-> "), "green", self.colours), *files))

    def _skip(self, card: Card) -> Reply:
        self.desk.skip(card)
        self.answers.append(Answered(card.key, "skip", card.sides[0].rule.id))
        self._at += 1
        return Reply("-> later\n")

    def _undo(self) -> Reply:
        if not self.answers:
            return Reply("there is nothing to take back yet\n")
        last = self.answers[-1]
        if last.tx:
            try:
                self.desk.undo(last.tx)
            except CmError as error:
                return Reply(say.lines(say.para(f"! {error.message}"), say.para(error.hint, 2)))
        self.answers.pop()
        self._at = self._names.index(last.card)
        self.mode, self._shown = "card", None
        return Reply("-> taken back\n")

    def _prompt(self, card: Card) -> str:
        keys = [(letter, words) for letter, words, _ in ANSWERS[card.kind]]
        more = [("s", "skip"), ("u", "undo"), ("?", "help"), ("q", "quit")]
        told = [_keyed(letter, words) for letter, words in (*keys, *more)]
        return say.para("  ".join(told)) + " > "

    def _help(self, card: Card) -> str:
        rows = [(letter, SAYS[verb]) for letter, _, verb in ANSWERS[card.kind]]
        rows += [
            ("s", "later: it comes after everything else, also next time"),
            ("u", "take the last answer back"),
            ("q", "stop; every answer is kept. ^D and ^C do the same"),
        ]
        return say.lines(say.pairs(rows, 2))


def _done(card: Card, verb: Verb, standing: str) -> str:
    """What an answer did, in a few words."""
    one, *others = (side.rule.id for side in card.sides)
    first, other = say.short(one, others), say.short(others[0], [one]) if others else ""
    match verb:
        case "accept":
            return f"{first} holds"
        case "edit":
            return f"{first} holds in its new words"
        case "reject":
            return f"{first} is rejected and will not be proposed again"
        case "retire":
            return f"{first} is retired"
        case "first":
            return f"{first} holds, in the place of {other}"
        case "second":
            return f"{other} holds, in the place of {first}"
        case "both":
            return f"{first} and {other} both hold"
        case "merge":
            return f"one rule now: {other if standing == others[0] else first}"
        case _:
            assert_never(verb)


def _keyed(letter: str, words: str) -> str:
    """A word with its key in brackets: `[a]ccept`, `still holds [a]`."""
    if words.startswith(letter):
        return f"[{letter}]{words[1:]}"
    return f"[{letter}] {words}"
