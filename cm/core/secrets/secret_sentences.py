"""Secrets that are told in a sentence: "the password for the wifi is …", "密码是…", "the vault PIN is 4471".

Not here: names with a sign and a value behind them (`secret_names.py`), what a secret value looks like (`secret_values.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cm.core.language.later import later
from cm.core.secrets.secret_tokens import Found, each_place
from cm.core.secrets.secret_values import classes, is_filler, is_password, is_token, trimmed

_SENTENCE: Final = later(
    r"""["'`*_)»”]{0,3} (?: [ ] [^\n"'`:=。！？;&|<>$\\]{1,60}? )??
        [ ]{0,2} (?: (?<=[ ])(?:is|was|now|to|ist|lautet|heißt|heisst|sei|auf|es|será|sera|por|est|sera|é|è|это|as) [:]? [ ]
          | : [ ] | [ ]?[=—–][ ]? | [ ](?=["'`“„«»]) | [ ]?\( )
        [ ]{0,2} (?P<v> ["'`“„«»*(\[]{0,3} [^\s"'`“”„«»<>\\]{3,256} )""",
    re.VERBOSE | re.IGNORECASE,
)
_HINT: Final = later(r"""[0-9"'`“„«»!@#$%^&*+~]|autet""")
_BARE: Final = later(r"[ ](?P<u>[^\s\"'`<>,;\\]{6,64})")
_BARE_TOKEN: Final = later(r"[ ](?P<u>[A-Za-z0-9_\-]{20,400})(?![\w\-./])")
# "user deploy pass hunter2", "machine example.org login deploy password hunter2"
ACCOUNT: Final = later(
    r"""\b(?:user(?:name)?|login|account|benutzer|usuario)[ :=]{1,3}["'`]?[\w.@\-]{2,40}["'`]?,?\s{1,3}(?:(?:and|und|y|with)\s|/\s?)?pass(?:word|wort)?\Z""",
    re.IGNORECASE,
)
# "log in as admin / Winter2025!", "the login is viewer:Monitor!ng1"
_LOGIN: Final = later(
    r"""s?\b[^\n:/"'`]{0,30}?[ ](?:is|are|as|with|ist|sind|es|son|:)[ ]["'`]?[\w.@\-]{2,40}[ ]?[:/][ ]?(?P<v>[^\s"'`,;\\/]{6,64})""",
    re.IGNORECASE,
)
_WORDS_OF_KEY: Final = later(
    r"""\\{0,3}["'`]{0,2}(?:[ ]is)?[ ]?[:=]?\s{0,3}\\{0,3}["'`]?(?P<v>(?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})\b""",
    re.IGNORECASE,
)
_EAST_VALUE: Final = r"[ ]?[\"'`「『“‘（(]{0,2}(?P<v>[\x21-\x26\x28-\x5b\x5d-\x5f\x61-\x7e]{4,256})"
_EAST: Final = {
    "password": later(
        r"[^\n。！？，、,\\\"]{0,24}?(?:是|为|為|：|:|は|を|が|＝|=|는|은|가|用|设为|改成|设成)" + _EAST_VALUE
    ),
    "api-key": later(r"[^\n。！？，、,\\\":]{0,24}?(?:是|为|為|：|は|を|는|은|用)" + _EAST_VALUE),
}
_PIN: Final = later(
    r"(?<![\w\-])(?:PIN|pin code|PIN-Code|PINs?|暗証番号)(?:[ ][^\n.!?:=]{1,40}?)??"
    r"[ ]?(?:(?<= )(?:is|was|ist|lautet|es|est|é)|は|是|[:=])[ ]?[\"'`「“]{0,2}(?P<v>\d{4,8})(?!\d|\.\d)"
)
_WORDS: Final = ("wachtwoord", "clave")
_ACCENTED: Final = ("contraseña", "senha", "парол")
_EASTERN: Final = later(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_EAST_WORDS: Final = ("密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호")
_EAST_KEYS: Final = ("密钥", "密鑰", "令牌", "秘钥", "キー", "トークン", "토큰", "key", "token", "secret")


def find_told(text: str, low: str) -> Iterator[Found]:
    """Yields the values that a sentence gives away; `low` is the text in lower case, same length."""
    for word in _WORDS:
        if word in low:
            yield from _find_word(text, low, word)
    for word in ("mnemonic", "phrase"):
        for at in each_place(low, word):
            if hit := _WORDS_OF_KEY.match(text, at + len(word)):
                yield *hit.span("v"), "seed-phrase"
    for word in ("login", "log in"):
        for at in each_place(low, word):
            if hit := _LOGIN.match(text, at + len(word)):
                start, end = trimmed(text, *hit.span("v"))
                if classes(text[start:end]) == 3 and is_password(text[start:end], quoted=False):
                    yield start, end, "password"
    if not low.isascii():
        for word in _ACCENTED:
            yield from _find_word(text, low, word)
        if _EASTERN.search(low):
            yield from _find_eastern(text, low)
    if "pin" in low and ("PIN" in text or "pin code" in low):
        for hit in _PIN.finditer(text):
            yield hit.start("v"), hit.end("v"), "pin"


def _find_word(text: str, low: str, word: str) -> Iterator[Found]:
    for at in each_place(low, word):
        end = at + len(word)
        while end < len(text) and text[end].isalpha() and end - at < 20:
            end += 1
        if found := sentence(text, end, "password"):
            yield found


def _find_eastern(text: str, low: str) -> Iterator[Found]:
    for kind, words in (("password", _EAST_WORDS), ("api-key", _EAST_KEYS)):
        for word in words:
            for at in each_place(low, word):
                if hit := _EAST[kind].match(text, at + len(word)):
                    start, end = trimmed(text, *hit.span("v"))
                    value = text[start:end]
                    sure = is_password(value, quoted=True) or (value.isdigit() and len(value) >= 4)
                    if sure if kind == "password" else is_token(value):
                        yield start, end, kind


def sentence(text: str, end: int, kind: str) -> Found | None:
    """The value in "the password for the wifi is X", "with the password `X`", "set the token to X"."""
    # words and nothing but words follow: by far the most frequent case
    if not _HINT.search(text, end, end + 100):
        return None
    if hit := _SENTENCE.match(text, end):
        raw = hit["v"]
        start, stop = trimmed(text, *hit.span("v"))
        value = text[start:stop]
        quoted = raw[0] in "\"'`“„«»" or text[hit.start("v") - 1] in "\"'`“„«»"
        if kind == "password":
            if is_password(value, quoted=quoted) or (quoted and value.isdigit() and len(value) >= 4):
                return start, stop, kind
            # one word alone: only in closed quotes, or where the verb leaves no doubt
            told = (quoted and value.islower() and _closes(text, stop)) or " lautet " in text[
                end : hit.start("v")
            ]
            if told and value.isalpha() and len(value) >= 6 and not is_filler(value):
                return start, stop, kind
        elif is_token(value):
            return start, stop, kind
    if kind in ("token", "api-key") and (hit := _BARE_TOKEN.match(text, end)) and is_token(hit["u"]):
        return *hit.span("u"), kind
    if kind == "password" and (hit := _BARE.match(text, end)):
        start, stop = trimmed(text, *hit.span("u"))
        value = text[start:stop]
        if ACCOUNT.search(text, max(0, end - 120), end) and is_password(value, quoted=False, plain=True):
            return start, stop, kind
        if classes(value) == 3 and is_password(value, quoted=False):
            return start, stop, kind
    return None


def _closes(text: str, at: int) -> bool:
    """Whether a quoted single word ends in a quote: a phrase in quotes is talk, not a password."""
    return text[at : at + 1] in ("'", '"', "`", "”", "“", "»", "«")
