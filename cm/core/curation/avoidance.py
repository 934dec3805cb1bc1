"""What is left when a person takes a rule away and wants the opposite remembered: "Avoid …: <the reason given>."

The grammar is that of the warnings which marks bring about (`core/curation/warning.py`); here nobody counted, somebody decided.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from cm.core.curation.warning import SMALL, language
from cm.core.language.grammar import bans, gerund
from cm.core.language.text import rule_id
from cm.model.playbook import Playbook
from cm.model.rule import Origin, Rule, State, Was

PHRASES: Final = {
    "en": ("Avoid following “{}”", ": {}", "."),
    "de": ("Nicht mehr befolgen: „{}“", ". Grund: {}", "."),
    "es": ("Evita seguir «{}»", ": {}", "."),
    "fr": ("Évite de suivre « {} »", " : {}", "."),
    "pt": ("Evite seguir “{}”", ": {}", "."),
    "it": ("Evita di seguire «{}»", ": {}", "."),
    "ru": ("Не следуй правилу «{}»", ": {}", "."),
    "zh": ("避免“{}”", "：{}", "。"),
    "ja": ("「{}」は避けること", "：{}", "。"),
    "ko": ("“{}”을(를) 피할 것", ": {}", "."),
}
OF_FACTS: Final = {
    "en": ("Do not rely on “{}”", ": {}", "."),
    "de": ("Nicht darauf verlassen: „{}“", ". Grund: {}", "."),
    "es": ("No te fíes de «{}»", ": {}", "."),
    "fr": ("Ne te fie pas à « {} »", " : {}", "."),
    "pt": ("Não confie em “{}”", ": {}", "."),
    "it": ("Non fidarti di «{}»", ": {}", "."),
    "ru": ("Не полагайся на «{}»", ": {}", "."),
    "zh": ("不要相信“{}”", "：{}", "。"),
    "ja": ("「{}」を前提にしないこと", "：{}", "。"),
    "ko": ("“{}”을(를) 믿지 말 것", ": {}", "."),
}


def can_be_avoided(rule: Rule) -> bool:
    """Whether the opposite of a rule can be said: what forbids already has none."""
    return not rule.forbids and not bans(rule.text)


def avoidance(rule: Rule, reason: str, most: int) -> str:
    """The sentence that says what to avoid and why, no longer than a rule may be."""
    speech = language(rule.text)
    doing = gerund(rule.text) if speech == "en" and rule.kind != "fact" else ""
    head, because, stop = (OF_FACTS if rule.kind == "fact" else PHRASES)[speech]
    opening = f"Avoid {doing}" if doing else head.format(rule.text.strip().rstrip(".。!！"))
    words = _as_an_end(reason)
    whole = opening + because.format(words) + stop
    if len(whole) <= most:
        return whole
    spare = most - len(opening + because.format("…") + stop)
    if spare > 20:
        return opening + because.format(words[:spare].rsplit(" ", 1)[0].rstrip(" ,;") + "…") + stop
    room = most - len(head.format("…") + stop)
    return head.format(rule.text.strip()[: max(0, room)].rstrip() + "…") + stop


def warned(rule: Rule, text: str, book: Playbook, at: str, reason: str, state: State) -> Rule:
    """The anti-pattern that takes a rule's place: its evidence, its earlier words and its scope, pointing back at it."""
    new = replace(
        rule, id="", text=text, kind="anti-pattern", state=state, why=reason, origin=Origin("inversion", at),
        pinned="", approved="", replaces=(rule.id,), replaced_by="", contests=(), overrules=(), settled=(), stale="",
        retired=None, was=(*rule.was, Was(rule.text, rule.why, at, f"taken away: {reason}")),
    )  # fmt: skip
    return replace(new, id=rule_id(new.kind, new.scope, text, book.rules))


def _as_an_end(reason: str) -> str:
    """A reason as the end of a sentence: one line, no full stop, a small first letter unless it is a name."""
    words = " ".join(reason.split()).rstrip(" .!;。")
    words = re.sub(r"^because\s+", "", words, flags=re.IGNORECASE)
    first = re.match(r"[A-Z][a-z']*\b", words)
    return words[0].lower() + words[1:] if first and first.group().lower() in SMALL else words
