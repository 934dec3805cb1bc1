"""Planted words: does what a model proposes stand on the user's own words, or on those of a page, a tool, a paste or another memory.

A model believes what it reads, so it may quote a user's "yes, go on" under what a page asked for, call an order a fact, or give a
rule a reason that nobody gave. Everything here is asked of proposals of a model alone. Not here: whether a quote is there at all
(`core/curation/witness.py`), what else the gate asks of words (`core/curation/words.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from cm.core.curation.gate import Gate, Refused
from cm.core.curation.witness import Heard, share_of, telling
from cm.core.language.grammar import bans, gives_orders
from cm.core.language.relation import forbidden, relate
from cm.model.delta import Add, Judge, Merge, Replace
from cm.model.rule import Evidence, Kind

CORRECTS: Final = -5.0
"""The weight (`core/reading/directives.py`) from which words may correct something; what only asks for the next step weighs less."""
LASTS: Final = 0.0
"""And the one from which they say by themselves that something should hold."""
CARRIED: Final = 0.5
"""The share of a rule's telling words above which somebody's words carry it."""
_SHORT: Final = 300  # characters that may be one rule
OTHERS: Final = frozenset(("tool", "file", "host"))

_WISHES: Final = (
    r"(?:\w+ly )?(?:wants?|wishes|prefers?|likes?|dislikes?|hates?|loves?|asked|asks|(?:has|have) (?:asked|approved|agreed|decided|said)"
    r"|requests?|requested|expects?|told|said|says|approved|agreed|confirmed|decided|insists?|always|never)"
)
_HEARSAY: Final = re.compile(
    rf"(?<![\w-])user (?:{_WISHES}|preferences?:|wish(?:es)?:)(?!\w)|(?<!\w)user[_-]?(?:preference|rule|wish)s?\W|(?<!\w)as the user said"
    r"|(?<!\w)(?:der|die) (?:be)?(?:nutzer|anwender)(?:in)? (?:will|möchte|wünscht|bevorzugt|mag|hat|sagt|verlangt)(?!\w)"
    r"|(?<!\w)(?:el|la) usuari[oa] (?:quiere|prefiere|desea|pide|pidió|ha pedido|dijo|siempre|nunca)(?!\w)"
    r"|(?<!\w)l['’]utilisat(?:eur|rice) (?:veut|préfère|souhaite|a demandé|demande|a dit|toujours)(?!\w)"
    r"|(?<!\w)o (?:usuário|utilizador) (?:quer|prefere|pediu|deseja|sempre|nunca)(?!\w)|(?<!\w)l['’]utente (?:vuole|preferisce|chiede|ha chiesto)(?!\w)"
    r"|(?<!\w)de gebruiker (?:wil|verkiest|vraagt|heeft)(?!\w)|(?<!\w)пользователь (?:хочет|предпочитает|просит|просил|всегда)(?!\w)"
    r"|ユーザーは|ユーザーが|用户(?:希望|想要|喜欢|要求|偏好|总是|不想)|사용자는",
    re.IGNORECASE,
)
"""Somebody speaks of the user; a user says "I" or nothing."""
_OF_PEOPLE: Final = re.compile(
    rf"(?<!\w)(?:owners?|maintainers?|teams?|developers?|reviewers?|admins?|everybody|everyone|lead|boss) (?:here )?{_WISHES}(?!\w)",
    re.IGNORECASE,
)
_MEMORY: Final = re.compile(
    r"(?<!\w)(?:memor(?:y|ies)(?:[ -]?bank)?|recalled|remembered|recollections?|(?:previous|earlier|past|prior) (?:conversation|session|chat)s?"
    r"|user[ _-]profile|user[ _-]preferences|known facts|retrieved context|erinnerung(?:en)?|gedächtnis|memorias?|recuerdos|mémoires?|souvenirs|memória"
    r"|(?:früher|vorherig|bisherig|vergangen)e[rn]? (?:sitzung|gespräch|unterhaltung|chat)\w*|(?:sesiones|conversaciones|sessões|conversas) (?:anteriores|previas|pasadas)"
    r"|(?:sessions?|conversations?) (?:précédente|antérieure|passée)s?|(?:sessioni|conversazioni) precedenti|(?:eerdere|vorige) (?:sessies?|gesprek\w*))(?!\w)"
    r"|記憶|メモリ|(?:前回|以前|過去)の(?:会話|セッション)|记忆|(?:以前|之前|过去)的?(?:会话|对话)|기억",
    re.IGNORECASE,
)
_TO_KEEP: Final = re.compile(
    r"(?<!\w)(?:save|add|put|write|store|note|keep|remember|merke?|schreib|guarda|apunta|retiens|note[rz]?)(?!\w)|记住|覚えて",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"\s*(?:#{1,6}\s|\[|\*\*|===|---|<|【|「)")
_GREETING: Final = re.compile(
    r"[ \t>]*(?:hi|hello|hey|dear|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen)|hola|estimad[oa]s?|bonjour|cher|chère|salut|olá|ciao|gentile)\b[^\n]{0,40}[,!:][ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_FAREWELL: Final = re.compile(
    r"^[ \t>]*(?:best(?: regards| wishes)?|(?:kind |warm )?regards|cheers|sincerely|thanks|yours(?: \w+)?|(?:viele|liebe|beste|mit freundlichen) grüßen?|lg|vg|saludos|atentamente|cordialement|bien à (?:vous|toi)|abraços|saluti)[ \t]*[,!]?[^\n]{0,30}$",
    re.IGNORECASE | re.MULTILINE,
)
_REPORTED: Final = re.compile(
    r"(?<!\w)(?:bots?|copilot|chat ?gpt|gpt[\w.-]*|gemini|claude|cursor|codex|llms?|(?:ai|ki|ia)|assistant|agents?|sub-?agent|model|page|website|site|docs?|documentation|article|blog(?: post)?|tutorial|readme|wiki|forum"
    r"|stack ?overflow|internet|vendor|template|tool|script|linter|compiler|logs?|output|ci|error|warning|banner|someone|somebody|(?:a|some) (?:stranger|random|guy|user)|seite|webseite|artikel|jemand|página|alguien|quelqu['’]un)"
    r"(?: \w+){0,4}? (?:says?|said|tells?|told|suggest(?:s|ed)?|recommend(?:s|ed)?|claims?|claimed|wants?|wanted|thinks?|thought|writes|wrote|insists?|advise[sd]?|proposes?|proposed|sagt|meint|schreibt|empfiehlt|will|dice|recomienda|sugiere|dit|recommande|conseille)(?!\w)"
    r"|(?<!\w)(?:according to|as per|laut|gemäß|según|selon|d'après|secondo|segundo|volgens)(?: \w+){0,2}? (?:bots?|copilot|(?:chat ?)?gpt\w*|ai|ki|ia|docs?|documentation|dokumentation|documentación|article|artikel|blog|page|website|web|readme|wiki|forum|tutorial|internet|vendor|log|seite|página|sito)(?!\w)",
    re.IGNORECASE,
)
"""Somebody who is not of the project is quoted in passing; what a boss or a team said is the user's to pass on."""
_SENTENCE_END: Final = re.compile(r"[.!?;]\s|\n|[。！？；]")
_PIECE: Final = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")


def refuse_order(delta: Add | Replace | Merge, heard: Heard, gate: Gate) -> Refused | None:
    """Whether the user's words that a model quotes carry what it says: a page above a "yes, go on" is not the user's wish.

    They do when more than half of its telling words are theirs, or some are and they correct something or say that it should last.
    They do not when somebody else's words say more of it than they, and all that is not theirs.
    """
    voiced = [item for item in heard.kept if item.by == "user" and is_voiced(item, gate)]
    if not voiced:
        say = "the user's words that it quotes are not their own: they stand in what was quoted or pasted"
        return Refused(delta, "untrusted-author", say, suspected=True)
    quotes = [item.quote for item in voiced]
    theirs = share_of(delta.text, quotes)
    weight = max(_weight(item, gate) for item in voiced)
    told = _told_by_others(delta.text, quotes, theirs or 0.0, heard, gate)
    if told:
        own = (theirs or 0) > CARRIED and weight >= LASTS and not gives_orders(told)
        if own or (theirs is None and weight >= LASTS):
            return None
        say = (
            "what it says beyond the user's words that it quotes stands in words of a tool, a file or a page"
        )
        return Refused(delta, "untrusted-author", say, suspected=True)
    if (theirs or 0) > CARRIED or (theirs != 0 and weight >= (LASTS if theirs is None else CORRECTS)):
        return None
    others = _others(delta.text, theirs or 0.0, heard, gate)
    whose = f"; what it says stands in words of: {', '.join(sorted(others))}" if others else ""
    say = f"the user's words that it quotes are about something else{whose}"
    return Refused(delta, "untrusted-author", say, suspected=bool(others))


def refuse_fact(delta: Add | Replace | Merge, heard: Heard, gate: Gate) -> Refused | None:
    """Whether a fact is somebody's order in other clothes: what it quotes tells the reader to do something, or what people wish."""
    voiced = [item for item in heard.kept if item.by == "user" and is_voiced(item, gate)]
    if voiced and (share_of(delta.text, (item.quote for item in voiced)) or 0) > CARRIED:
        return None
    others = [item for item in heard.kept if item not in voiced and item.by in ("tool", "file", "user")]
    orders = [item for item in others if gives_orders(item.quote)]
    wishes = [
        item
        for item in others
        if speaks_of_wishes(item.quote) or (item.by == "user" and _is_told_of_them(item, gate))
    ]
    if wishes or (others and speaks_of_wishes(delta.text)):
        said = ", ".join(sorted({_whose(item) for item in wishes or others}))
        say = f"what people wish is told by themselves, and this is of: {said}"
        return Refused(delta, "untrusted-author", say, suspected=True)
    if not orders:
        return None
    said = ", ".join(sorted({_whose(item) for item in orders}))
    say = f"what it quotes is an order of: {said}, and no fact"
    return Refused(delta, "untrusted-author", say, suspected=True)


def borrows_reason(why: str, heard: Heard, gate: Gate) -> bool:
    """Whether the reason that stands beside a rule is an order that a tool, a file or a page gave."""
    if not why or not gives_orders(why):
        return False
    quotes = [item.quote for item in heard.kept if item.by == "user"]
    return bool(_told_by_others(why, quotes, share_of(why, quotes) or 0.0, heard, gate))


def refuse_verdict(delta: Judge, kept: tuple[Evidence, ...], gate: Gate) -> Refused | None:
    """Whether a rule is called harmful by what a tool, a file or a paste tells its reader to do: that shows nothing."""
    told = [
        item
        for item in kept
        if (item.by in ("tool", "file") or (item.by == "user" and not is_voiced(item, gate)))
        and (gives_orders(item.quote) or speaks_of_wishes(item.quote))
    ]
    if delta.verdict != "harmful" or not told:
        return None
    said = ", ".join(sorted({_whose(item) for item in told}))
    say = f"what it quotes is an order of: {said}, and shows no harm"
    return Refused(delta, "untrusted-author", say, suspected=True)


def refuse_opposite(delta: Add | Replace | Merge, kind: Kind, heard: Heard) -> Refused | None:
    """Whether it plainly says the opposite of the user's words that it quotes."""
    text = forbidden(delta.text) if kind == "anti-pattern" and not bans(delta.text) else delta.text
    for item in heard.kept:
        if item.by == "user" and len(item.quote) <= _SHORT and relate(text, item.quote).strong:
            say = "it says the opposite of the user's words that it quotes"
            return Refused(delta, "contradicts", say)
    return None


def is_voiced(item: Evidence, gate: Gate) -> bool:
    """Whether a quote of the user is their own talk: not quoted, pasted, of another memory, or somebody speaking about them."""
    from cm.core.reading.prose import is_own_voice  # late: its patterns cost time

    if _is_told_of_them(item, gate):
        return False
    event = gate.events.get(item.event)
    return event is None or item.span is None or is_own_voice(event.text, *item.span)


def _is_told_of_them(item: Evidence, gate: Gate) -> bool:
    """Whether a quote in the user's message speaks of the user, or stands in a letter, a memory, or behind "the bot says"."""
    if _HEARSAY.search(item.quote):
        return True
    event = gate.events.get(item.event)
    if event is None or item.span is None:
        return False
    text, (start, end) = event.text, item.span
    return _recalled(text, start, end) or _in_a_letter(text, start, end) or _reported(text, start, end)


def _reported(text: str, start: int, end: int) -> bool:
    """Whether a stretch begins with, or goes on after, a clause that somebody says so."""
    opening = _SENTENCE_END.split(text[max(0, start - 200) : start])[-1]
    rest = _SENTENCE_END.split(text[start : min(end, start + 200)])[0]
    found = _REPORTED.search(opening + rest)
    return found is not None and len((opening + rest)[found.end() :].split()) > 2


def speaks_of_wishes(text: str) -> bool:
    """Whether a text tells what a user or a team wishes."""
    return bool(_HEARSAY.search(text) or _OF_PEOPLE.search(text))


def _whose(item: Evidence) -> str:
    return "what the user quoted or pasted" if item.by == "user" else item.by


def _recalled(text: str, start: int, end: int) -> bool:
    """Whether a stretch lies in a block that a memory put there: from a heading that says so to the next empty line."""
    at = 0
    inside = filled = False
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        heads = bool(_HEADING.match(line)) or bare.endswith((":", "："))
        if heads and _MEMORY.search(bare) and not _TO_KEEP.search(bare):
            inside, filled = True, False
        elif inside and filled and (not bare or (_HEADING.match(line) and "end" in bare.casefold())):
            inside = False
        elif inside and bare:
            filled = True
        if inside and at < end and start < at + len(line):
            return True
        at += len(line)
    return False


def _in_a_letter(text: str, start: int, end: int) -> bool:
    """Whether a stretch lies between a greeting and the farewell of a letter that stands within a message."""
    for greeting in _GREETING.finditer(text):
        farewell = _FAREWELL.search(text, greeting.end())
        if farewell and greeting.end() <= start and end <= farewell.start():
            return True
    return False


def _weight(item: Evidence, gate: Gate) -> float:
    """How much a user's words sound like something that should hold."""
    from cm.core.reading.directives import weigh  # late, as above

    event = gate.events.get(item.event)
    if event is None or item.span is None:
        return 0.0
    start, end = item.span
    found = [
        each.score for each in weigh(event.text) if each.sentence.start < end and start < each.sentence.end
    ]
    return max(found, default=CORRECTS - 1)


def _others(text: str, theirs: float, heard: Heard, gate: Gate) -> set[str]:
    """Who else said more of it than the user."""
    mine = {item.event for item in heard.kept}
    return {
        event.by
        for event in gate.events.values()
        if event.id not in mine and event.by != "user" and (share_of(text, (event.text,)) or 0) > theirs
    }


def _told_by_others(text: str, quotes: Iterable[str], theirs: float, heard: Heard, gate: Gate) -> str:
    """The words of tools, files or pages that say more of a rule than the user, with all that the user did not say; "" for none.

    Two sentences in a row are looked at together: a long output holds every word by chance, and an instruction is short.
    """
    words = telling(text)
    rest = words - telling(" \n".join(quotes), said=True)
    mine = {item.event for item in heard.kept if item.by == "user"}
    if not rest:
        return ""
    found = [
        window
        for event in gate.events.values()
        if event.by in OTHERS and event.id not in mine
        for window in _windows(event.text, rest)
    ]
    shares = [(words & telling(window, said=True), window) for window in found]
    best, told = max(shares, key=lambda pair: len(pair[0]), default=(frozenset(), ""))
    if len(best) <= max(theirs, CARRIED) * len(words):
        return ""
    left = rest - best
    return told if not left or any(left <= each for each, _ in shares) else ""


def _windows(text: str, rest: frozenset[str]) -> Iterator[str]:
    """Two sentences or lines in a row that have one of the words."""
    low = text.casefold()
    if not any(word in low for word in rest):
        return
    pieces = [piece for piece in _PIECE.split(text) if piece.strip()]
    has = [any(word in piece.casefold() for word in rest) for piece in pieces]
    for place, piece in enumerate(pieces):
        after = place + 1 < len(pieces)
        if has[place] or (after and has[place + 1]):
            yield f"{piece}\n{pieces[place + 1]}" if after else piece
