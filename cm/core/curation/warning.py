"""The words of a warning: how a rule that failed is said anew, as what to avoid and why.

Not here: when that happens (`core/curation/sweep.py`).
"""

from __future__ import annotations

import re
from typing import Final

from cm.core.language.grammar import gerund
from cm.model.ledger import Mark
from cm.model.rule import Rule

LONGEST_REASON: Final = 160

LANGUAGE_WORDS: Final = {
    "de": re.compile(
        r"\b(?:der|die|das|und|mit|immer|nicht|für|ein|eine|den|im|bei|verwende|nutze|alle)\b", re.IGNORECASE
    ),
    "es": re.compile(r"\b(?:el|los|las|con|siempre|para|una|usa|del|en|por|todos|antes)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:le|les|des|avec|toujours|pour|une|utilise|dans|du|avant)\b", re.IGNORECASE),
    "pt": re.compile(
        r"\b(?:com|sempre|para|uma|não|da|dos|das|na|nos|antes|testes|pelo|pela)\b", re.IGNORECASE
    ),
    "it": re.compile(r"\b(?:il|gli|che|sempre|una|usa|del|della|dei|prima|di|nel|nella)\b", re.IGNORECASE),
}
PHRASES: Final = {
    "en": ("Avoid following “{}”: it failed {} times", ", last because {}", "."),
    "de": ("Nicht mehr befolgen: „{}“. Das ging {}-mal schief", ", zuletzt: {}", "."),
    "es": ("Evita seguir «{}»: falló {} veces", ", la última porque {}", "."),
    "fr": ("Évite de suivre « {} » : cela a échoué {} fois", ", la dernière parce que {}", "."),
    "pt": ("Evite seguir “{}”: falhou {} vezes", ", a última porque {}", "."),
    "it": ("Evita di seguire «{}»: non ha funzionato {} volte", ", l'ultima perché {}", "."),
    "ru": ("Не следуй правилу «{}»: неудач — {}", ", последняя причина: {}", "."),
    "zh": ("避免“{}”：已失败 {} 次", "，最近一次：{}", "。"),
    "ja": ("「{}」は避けること：{} 回失敗した", "、直近の理由：{}", "。"),
    "ko": ("“{}”을(를) 피할 것: {}번 실패했다", ", 최근 이유: {}", "."),
}
OF_FACTS: Final = {
    "en": ("Do not rely on “{}”: it was wrong {} times", ", last because {}", "."),
    "de": ("Nicht darauf verlassen: „{}“. Das stimmte {}-mal nicht", ", zuletzt: {}", "."),
    "es": ("No te fíes de «{}»: resultó falso {} veces", ", la última porque {}", "."),
    "fr": ("Ne te fie pas à « {} » : c'était faux {} fois", ", la dernière parce que {}", "."),
    "pt": ("Não confie em “{}”: estava errado {} vezes", ", a última porque {}", "."),
    "it": ("Non fidarti di «{}»: era sbagliato {} volte", ", l'ultima perché {}", "."),
    "ru": ("Не полагайся на «{}»: оказалось неверным раз: {}", ", последняя причина: {}", "."),
    "zh": ("不要相信“{}”：已有 {} 次不符", "，最近一次：{}", "。"),
    "ja": ("「{}」を前提にしないこと：{} 回誤りだった", "、直近の理由：{}", "。"),
    "ko": ("“{}”을(를) 믿지 말 것: {}번 틀렸다", ", 최근 이유: {}", "."),
}
ONCE: Final = (
    (" 1 times", " once"), (" 1-mal", " einmal"), (" 1 veces", " 1 vez"), (" 1 vezes", " 1 vez"), (" 1 volte", " 1 volta")
)  # fmt: skip
"""How one time is said where it is said otherwise than many."""


def language(text: str) -> str:
    """The language a warning is written in: that of the rule, as far as script and small words tell."""
    if re.search(r"[\u3040-\u30ff]", text):
        return "ja"
    if re.search(r"[\uac00-\ud7af]", text):
        return "ko"
    if re.search(r"[\u3400-\u9fff]", text):
        return "zh"
    if re.search(r"[\u0430-\u044f]{3}", text):
        return "ru"
    hits = {name: len(words.findall(text)) for name, words in LANGUAGE_WORDS.items()}
    best = max(hits, key=lambda name: hits[name])
    return (
        best
        if hits[best] >= 2 and not re.search(r"\b(?:the|of|and|with|to)\b", text, re.IGNORECASE)
        else "en"
    )


def warning(rule: Rule, times: int, words: str, most: int) -> str:
    """Says what to avoid and why, in one sentence that stands on its own and is no longer than a rule may be."""
    speech = language(rule.text)
    doing = gerund(rule.text) if speech == "en" and rule.kind != "fact" else ""
    head, because, stop = (OF_FACTS if rule.kind == "fact" else PHRASES)[speech]
    if times == 1:
        head = head.format("{}", 1)
        head = next((head.replace(many, one) for many, one in ONCE if many in head), head)
    said = rule.text.strip().rstrip(".。!！")
    count = "once" if times == 1 else f"{times} times"
    opening = f"Avoid {doing}: it failed {count}" if doing else head.format(said, times)
    whole = opening + (because.format(words) if words else "") + stop
    if len(whole) <= most:
        return whole
    if len(opening) + len(stop) <= most:
        return opening + stop
    spare = most - (len(head.format("", times)) + len(stop) + 1)
    return head.format(rule.text.strip()[: max(spare, 0)].rstrip() + "…", times) + stop


def reason_in_words(mark: Mark) -> str:
    """A mark's note or reason as the end of a sentence: one line, no full stop, first letter small unless it is a name."""
    words = " ".join((mark.note or mark.reason.replace("-", " ")).split()).rstrip(" .!;。")
    words = re.sub(r"^because\s+", "", words, flags=re.IGNORECASE)
    if len(words) > LONGEST_REASON:
        words = words[:LONGEST_REASON].rsplit(" ", 1)[0].rstrip(" ,.;") + " …"
    first = re.match(r"[A-Z][a-z']*\b", words)
    if first and first.group().lower() in SMALL:
        words = words[0].lower() + words[1:]
    return words


_SMALL: Final = (
    "the a an it its it's this that these those there they we i'm you he she bare in on at when after before if no not because "
    "tests test build builds running using every each all some most our your their command commands output file files"
)
SMALL: Final = frozenset(_SMALL.split())
