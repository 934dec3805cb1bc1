"""The language of `cm search`: words, "phrases", prefix*, -without, this OR that, and filters such as `kind:command`.

`read_query` takes any text; only a filter that cannot be meant is an error, and it names the filters there are. What looks
like a filter and is none (`localhost:8080`, `test:unit`) is a word. Pure, and standard library only: a quick door asks it.
Not here: how it is looked for (`store/index_words.py`), which places of a text answer (`core/language/snippet.py`).
"""

from __future__ import annotations

from cm.core.language.later import later
from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from cm.errors import Usage

AUTHORS = ("user", "agent", "tool", "file", "host")
EVENT_KINDS = ("message", "command", "output", "edit", "error", "summary", "interrupt")
RULE_KINDS = ("rule", "anti-pattern", "fact", "preference")
KINDS = (*EVENT_KINDS, *RULE_KINDS, "diary")
FILTERS = ("host", "project", "about", "source", "session", "since", "until", "by", "kind", "exit")
SAY_FILTERS = (
    "the filters are host:, project: (project:. is this one), about:NAME, source:NAME, session:, since:7d or since:2026-11-01,"
    " until:, by:user, kind:command, exit:0 or exit:!0; what stands in quotes is text"
)
MOST_WORDS = 40  # what comes after is left out: a whole log pasted as a query is answered by its first words
_OFTEN_MEANT = {
    "agent": "host",
    "author": "by",
    "repo": "project",
    "after": "since",
    "before": "until",
    "entity": "about",
}
_TEXT_OFTEN = ("abort",)  # one letter from a filter, and found in what programs say
_QUOTES = '"“”„«»'
_TIME = later(r"(\d{1,5})([hdwmy])")
_DATE = later(
    r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2}))?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?"
)
_HOURS = {"h": 1, "d": 24, "w": 24 * 7, "m": 24 * 30, "y": 24 * 365}
_EXITS = {"ok": ("0", False), "passed": ("0", False), "fail": ("0", True), "failed": ("0", True)}


class Term(Light):
    """One word or phrase that is looked for."""

    __slots__ = ("phrase", "prefix", "text")
    defaults = (("phrase", False), ("prefix", False))
    text: str
    phrase: bool  # in quotes: it has to be there
    prefix: bool  # any word that begins so


class Query(Light):
    """What is looked for, what must not be there, and where."""

    __slots__ = ("about", "by", "exits", "groups", "hosts", "kinds", "notes", "projects", "sessions", "since", "sources", "until", "without", "without_kinds")  # fmt: skip
    defaults = (
        ("groups", ()), ("without", ()), ("hosts", ()), ("projects", ()), ("sessions", ()), ("since", ""), ("until", ""),
        ("by", ()), ("kinds", ()), ("without_kinds", ()), ("exits", ()), ("notes", ()), ("about", ()), ("sources", ()),
    )  # fmt: skip
    groups: tuple[tuple[Term, ...], ...]  # one of each group has to be there
    without: tuple[Term, ...]
    hosts: tuple[str, ...]
    projects: tuple[str, ...]
    about: tuple[str, ...]  # entities that facts are of
    sources: tuple[str, ...]  # coding agents, authors or files that something comes from
    sessions: tuple[str, ...]
    since: str  # the beginning of a stored time: later ones sort after it
    until: str  # stored times up to it sort before it
    by: tuple[str, ...]
    kinds: tuple[str, ...]
    without_kinds: tuple[str, ...]
    exits: tuple[tuple[int, bool], ...]  # an exit status, and whether it is meant not to be that
    notes: tuple[str, ...]  # what a person who finds nothing should know

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every word and phrase that is looked for."""
        return tuple(term for group in self.groups for term in group)

    @property
    def filtered(self) -> bool:
        """Whether any filter is set."""
        return bool(
            self.hosts or self.projects or self.sessions or self.since or self.until or self.by or self.kinds
            or self.without_kinds or self.exits or self.about or self.sources
        )  # fmt: skip

    @property
    def only_events(self) -> bool:
        """Whether a filter asks for what only something said or done in a session has."""
        return bool(self.by or self.exits)


def read_query(text: str, now_s: float) -> Query:
    """Reads a query; `now_s` is what `7d` counts back from. Raises Usage for a filter that cannot be meant."""
    text = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")  # no half characters
    groups: list[tuple[Term, ...]] = []
    without: list[Term] = []
    found: dict[str, list[str]] = {name: [] for name in FILTERS}
    not_kinds: list[str] = []
    looked_like: list[str] = []
    joined = False
    for negated, name, value, quoted in _items(text):
        if name in FILTERS:
            if negated and name != "kind":
                raise _bad(
                    f"-{name}:{value}", f"only kind: can be excluded, as in -kind:output; {SAY_FILTERS}"
                )
            (not_kinds if negated else found[name]).extend(_values(name, value))
            continue
        if name:
            _check_name(name, value)
            value, looked_like = f"{name}:{value}", [*looked_like, f"{name}:{value}"]
        if value == "OR" and not quoted and not negated:
            joined = bool(groups)
            continue
        term = _term(value, quoted)
        if term is None:
            continue
        if negated:
            without.append(term)
        elif joined:
            groups[-1] = (*groups[-1], term)
        elif len(groups) < MOST_WORDS:
            groups.append((term,))
        joined = False
    return Query(
        groups=tuple(dict.fromkeys(groups)), without=tuple(without[:MOST_WORDS]), hosts=tuple(found["host"]),
        projects=tuple(found["project"]), about=tuple(found["about"]), sources=tuple(found["source"]),
        sessions=tuple(found["session"]), by=_among("by", found["by"], AUTHORS),
        kinds=_among("kind", found["kind"], KINDS), without_kinds=_among("-kind", not_kinds, KINDS),
        exits=tuple(map(_exit, found["exit"])),
        since=max((_edge("since", value, now_s, last=False) for value in found["since"]), default=""),
        until=min((_edge("until", value, now_s, last=True) for value in found["until"]), default=""),
        notes=tuple(f"`{each}` was looked for as text: it is no filter" for each in looked_like[:3]),
    )  # fmt: skip


def _items(text: str) -> Iterator[tuple[bool, str, str, bool]]:
    """The pieces of a query: whether excluded, the name before a colon, the text, whether it was in quotes."""
    at, end = 0, len(text)
    while at < end:
        if text[at].isspace() or text[at] == "\x00":
            at += 1
            continue
        # a lone letter after a dash is an option that is looked for, as in `pytest -k upload`
        negated = (
            text[at] == "-"
            and at + 2 < end
            and not text[at + 1].isspace()
            and text[at + 1] != "-"
            and not text[at + 2].isspace()
        )
        at += negated
        if text[at] in _QUOTES:
            value, at = _quoted(text, at)
            yield negated, "", value, True
            continue
        start = at
        while at < end and not text[at].isspace():
            if text[at] == ":" and text[start:at].isalpha() and at + 1 < end and text[at + 1] in _QUOTES:
                name = text[start:at].lower()
                value, at = _quoted(text, at + 1)
                yield negated, name, value, True
                break
            at += 1
        else:
            word = text[start:at]
            name, colon, value = word.partition(":")
            plain = (
                bool(colon) and name.isascii() and name.isalpha() and not value.startswith((":", "/", "\\"))
            )
            yield (negated, name.lower(), value, False) if plain else (negated, "", word, False)


def _quoted(text: str, at: int) -> tuple[str, int]:
    """What stands between the quote here and the next one; an unclosed one reaches to the end. A star may follow."""
    end = at + 1
    while end < len(text) and text[end] not in _QUOTES:
        end += 1
    value = text[at + 1 : end]
    end += 1
    if text[end : end + 1] == "*":
        return value + "*", end + 1
    return value, end


def _term(value: str, quoted: bool) -> Term | None:
    prefix = value.endswith("*") and len(value) > 1
    bare = value.rstrip("*") if prefix else value
    if not any(char.isalnum() for char in bare):
        return None
    return Term(text=bare.strip(), phrase=quoted and len(bare.split()) > 0, prefix=prefix)


def _check_name(name: str, value: str) -> None:
    """A name that is nearly a filter's, or often meant for one, is a slip; any other is text with a colon."""
    meant = _OFTEN_MEANT.get(name, "") if value else ""
    if name == "type" and value.lower() in KINDS:
        meant = "kind"
    if not meant and value and len(name) > 2 and name not in _TEXT_OFTEN:
        meant = next((each for each in FILTERS if _one_slip(name, each)), "")
    if meant:
        raise _bad(f"{name}:", f"did you mean {meant}:? {SAY_FILTERS}")


def _one_slip(name: str, other: str) -> bool:
    """Whether two names differ by one letter more, less, other, or by two that changed places."""
    if name == other or abs(len(name) - len(other)) > 1 or len(other) < 4:
        return False
    if len(name) == len(other):
        wrong = [at for at in range(len(name)) if name[at] != other[at]]
        if len(wrong) == 1:
            return len(name) > 4  # `post:` is not a slip for `host:`
        swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1
        return swapped and name[wrong[0]] == other[wrong[1]] and name[wrong[1]] == other[wrong[0]]
    short, long = sorted((name, other), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def _values(name: str, value: str) -> list[str]:
    values = [each.strip() for each in value.split(",") if each.strip()]
    if not values:
        raise _bad(f"{name}:", f"it needs a value; {SAY_FILTERS}")
    return values


def _among(name: str, values: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    for value in values:
        if value.lower() not in known:
            raise _bad(f"{name}:{value}", f"{name.lstrip('-')}: is one of {', '.join(known)}; {SAY_FILTERS}")
    return tuple(dict.fromkeys(value.lower() for value in values))


def _exit(value: str) -> tuple[int, bool]:
    number, negated = _EXITS.get(value.lower(), (value, False))
    if number.startswith("!"):
        number, negated = number[1:], True
    if not number.lstrip("-").isdigit() or not number.isascii() or len(number) > 10:
        raise _bad(f"exit:{value}", f"write exit:0, exit:!0 or exit:2; {SAY_FILTERS}")
    return int(number), negated


def _edge(name: str, value: str, now_s: float, *, last: bool) -> str:
    """A moment as the beginning of a stored time; as a last one it takes in the whole day or month that it names."""
    low = value.lower()
    days_back = {"today": 0, "yesterday": 1}.get(low)
    age = _TIME.fullmatch(low)
    if age or days_back is not None:
        back = int(age.group(1)) * _HOURS[age.group(2)] * 3600 if age else (days_back or 0) * 86400
        then = _stamp(now_s - back)
        return then if age else then[:10] + ("~" if last else "")
    date = _DATE.fullmatch(value.upper())
    if date is None or not _possible(date):
        raise _bad(f"{name}:{value}", f"write 7d, 12h, 3w, 2026-11 or 2026-11-30; {SAY_FILTERS}")
    zone = date.group(7)
    if zone and zone != "Z":
        from cm.model.stamp import moment, stamp

        return stamp(moment(value.upper()))
    text = value.upper().replace(" ", "T").removesuffix("Z")
    return text + ("~" if last else "")


def _possible(date: re.Match[str]) -> bool:
    year, month, day, hour, minute, second = (
        int(part) if part else low for part, low in zip(date.groups()[:6], (1, 1, 1, 0, 0, 0), strict=True)
    )
    zone = date.group(7) or "Z"
    hours = int(zone[1:3]) if zone != "Z" else 0
    return (
        2 <= year <= 9998
        and 1 <= month <= 12
        and 1 <= day <= _days_of(year, month)
        and hour < 24
        and minute < 60
        and second < 60
        and hours < 24
        and (zone == "Z" or int(zone[-2:]) < 60)
    )


def _days_of(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _stamp(seconds: float) -> str:
    from datetime import UTC, datetime, timedelta

    try:
        then = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return ""  # before all time: no limit
    return then.isoformat()[:19] + "Z"


def _bad(what: str, say: str) -> Usage:
    from cm.errors import Usage

    return Usage(f"`{what}` is not a filter that search knows", hint=say)
