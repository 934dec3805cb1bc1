"""From when and until when a statement says that it holds: "since March", "as of 2026-03-01", "ab März", "until the end of 2027".

As exact as the words: a month stays a month. A month without its year is the last one when something began, and the next one when it
ends, counted from the day on which it was said. What the ends mean: `core/serving/validity.py`.
"""

from __future__ import annotations

import re
from typing import Final

from cm.model.rule import Valid
from cm.model.stamp import covered

_MONTHS: Final[tuple[tuple[str, ...], ...]] = (
    ("january", "jan", "januar", "jänner", "enero", "janvier", "janeiro", "gennaio"), ("february", "feb", "februar", "febrero", "février", "fevereiro", "febbraio"),
    ("march", "mar", "märz", "marzo", "mars", "março"), ("april", "apr", "abril", "avril", "aprile"), ("may", "mai", "mayo", "maio", "maggio"),
    ("june", "jun", "juni", "junio", "juin", "junho", "giugno"), ("july", "jul", "juli", "julio", "juillet", "julho", "luglio"), ("august", "aug", "agosto", "août"),
    ("september", "sept", "sep", "septiembre", "septembre", "setembro", "settembre"), ("october", "oct", "oktober", "okt", "octubre", "octobre", "outubro", "ottobre"),
    ("november", "nov", "noviembre", "novembre", "novembro"), ("december", "dec", "dezember", "dez", "diciembre", "décembre", "dezembro", "dicembre"),
)  # fmt: skip
_NUMBER: Final = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
MONTH: Final = "|".join(sorted(_NUMBER, key=len, reverse=True))
_EDGE: Final = r"(?P<edge>(?:the )?(?:start|beginning|end|middle) of |(?:the )?(?:early|mid|late)[ -]|anfang |mitte |ende |(?:principios|finales|mediados) de |(?:el )?(?:fin|final) de |(?:la )?fin (?:de )?)?"
_DATE: Final = (
    rf"(?P<iso>(?:19|20)\d\d-\d\d(?:-\d\d)?)(?![\d-])"
    rf"|(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of |de )?(?P<dmonth>{MONTH})\.?(?:,? (?:de )?(?P<dyear>(?:19|20)\d\d))?\b"
    rf"|(?P<month>{MONTH})\b\.?(?: (?P<mday>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:))?(?:,? (?:of |de )?(?P<year>(?:19|20)\d\d))?\b"
    rf"|(?P<alone>(?:19|20)\d\d)(?![\d:.-]\d)\b"
)
_PAST: Final = r"(?:since|ever since|seit(?: dem)?|desde(?: el)?|depuis(?: le)?|dal|desde o)"
_OPEN: Final = r"(?:as of|effective(?: from)?|starting(?: in| on| from| with)?|beginning (?:in|on|with)|ab(?: dem)?|a partir d(?:e|el)|à partir d(?:e|u)|a partire da)"
_FROM: Final = r"from"
_UNTIL: Final = (
    r"(?:until|till|up to|through|valid to|bis(?: zum)?|hasta(?: el)?|jusqu'(?:à|en|au)|fino al?|até)"
)
_WENT: Final = r"(?:decided|agreed|moved|switched|migrated|dropped|renamed|stopped|replaced|adopted|chose|changed|took over|left|joined|became|started)"

_SINCE: Final = re.compile(rf"(?<!\w){_PAST} (?:{_EDGE})(?:{_DATE})", re.IGNORECASE)
_AS_OF: Final = re.compile(rf"(?<!\w){_OPEN} (?:{_EDGE})(?:{_DATE})", re.IGNORECASE)
_ONWARDS: Final = re.compile(rf"(?<!\w){_FROM} (?:{_EDGE})(?:{_DATE}) on(?:wards?)?\b", re.IGNORECASE)
_IN: Final = re.compile(
    rf"(?:^|(?<=[,;:.] ))(?:in|on) (?:{_EDGE})(?:{_DATE}),? (?:we|the \w+|our \w+|they|\w+) (?:\w+ )?{_WENT}\b|\b{_WENT}\b[^.;]{{1,80}}? (?:in|on) (?:{_EDGE.replace('edge', 'edge2')})(?:{_DATE.replace('?P<', '?P<b')})",
    re.IGNORECASE,
)
_TILL: Final = re.compile(rf"(?<!\w){_UNTIL} (?:{_EDGE})(?:{_DATE})", re.IGNORECASE)


def valid_of(text: str, said_at: str) -> Valid | None:
    """When a statement holds by its own words, said on that day; None when it does not say."""
    since = ""
    for frame, near in ((_SINCE, "past"), (_AS_OF, "near"), (_ONWARDS, "near"), (_IN, "past")):
        match = frame.search(text)
        if match is not None and (since := _spelled(match, said_at, near)):
            break
    match = _TILL.search(text)
    until = _spelled(match, said_at, "future") if match is not None else ""
    if since and until and not _in_order(since, until):
        return None
    return Valid(since, until) if since or until else None


def _spelled(match: re.Match[str], said_at: str, near: str) -> str:
    """What is named, as a validity is written; "" when the year cannot be told."""
    found = match.groupdict()
    if not any(found.get(name) for name in ("iso", "dmonth", "month", "alone")):
        found = {name.removeprefix("b"): value for name, value in found.items() if name.startswith("b")}
    if found.get("iso"):
        return _checked(found["iso"] or "")
    if found.get("alone"):
        return _checked(found["alone"] or "")
    month = _NUMBER[(found.get("dmonth") or found.get("month") or "").casefold()]
    day = int(found.get("day") or found.get("mday") or 0)
    year = int(found.get("dyear") or found.get("year") or 0) or _year(month, said_at, near)
    if not year:
        return ""
    return _checked(f"{year:04}-{month:02}" + (f"-{day:02}" if day else ""))


def _year(month: int, said_at: str, near: str) -> int:
    """The year of a month that was named without it: before, after or about the day it was said; 0 when that is not known."""
    known = covered(said_at)
    if known is None:
        return 0
    said = known[0]
    if near == "past":
        return said.year if month <= said.month else said.year - 1
    if near == "future":
        return said.year if month >= said.month else said.year + 1
    if (month - said.month) % 12 < 6:
        return said.year if month >= said.month else said.year + 1
    return said.year if month <= said.month else said.year - 1


def _checked(text: str) -> str:
    return text if covered(text) is not None else ""


def _in_order(since: str, until: str) -> bool:
    a, b = covered(since), covered(until)
    return a is not None and b is not None and a[0] <= b[0]
