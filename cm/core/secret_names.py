"""Secrets that are known by the name before them: `api_key = …`, `--password …`, "the password is …", "密码是…".

Not here: what a secret value looks like (`secret_values.py`), tokens with a shape of their own (`secret_tokens.py`).

A keyword is looked up first; only around its places are the (bounded) patterns tried, so the work grows with
the text and never faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cm.core.secret_tokens import Found, each_place
from cm.core.secret_values import is_filler, is_password, is_token

# --- the names -----------------------------------------------------------------------------------------------------

_KEYS_BEFORE: Final = (
    "api", "access", "secret", "private", "encryption", "signing", "auth", "account", "service", "master", "license", "licence", "deploy",
    "client", "app", "admin", "subscription", "webhook", "hmac", "crypt", "cipher", "jwt", "session_secret", "shared", "integration",
    "server", "storage", "maps", "write", "consumer", "application", "role", "openai", "anthropic", "gemini", "stripe", "sendgrid", "host",
)  # fmt: skip
_KEYS_APART: Final = (*_KEYS_BEFORE, *(f"{name}{gap}" for name in _KEYS_BEFORE for gap in "_- ."))
_NO_TOKENS: Final = (
    "page", "next", "continuation", "sync", "cancellation", "stop", "pad", "eos", "bos", "unk", "mask", "cls", "sep", "special", "start",
    "end", "cursor", "resume", "skip", "sequence", "per", "by",
)  # fmt: skip
_NO_TOKENS_APART: Final = (*_NO_TOKENS, *(f"{name}{gap}" for name in _NO_TOKENS for gap in "_-"))

_REST: Final = (
    r"(?:[_\-.]?(?:value|access|client|auth|api|secret|token|key|base64|b64|prod|production|dev|development|live|test|staging|new|old|str|string"
    r"|plain|txt|text|raw|for|of|[a-z]{1,12}(?=[_\-]?(?:key|token|secret)\b)|\d{1,3}))*"
)
_NAME: Final = {
    "pass": re.compile(r"pass(?:words?|wd|wort|phrase|code|e(?= ))?" + _REST, re.IGNORECASE),
    "pwd": re.compile(r"pwd" + _REST, re.IGNORECASE),
    "secret": re.compile(r"secret" + _REST, re.IGNORECASE),
    "token": re.compile(r"token" + _REST, re.IGNORECASE),
    "key": re.compile(r"key" + _REST, re.IGNORECASE),
    "credential": re.compile(r"credentials?" + _REST, re.IGNORECASE),
    "_auth": re.compile(r"_auth" + _REST, re.IGNORECASE),
    "kennwort": re.compile(r"kennwort", re.IGNORECASE),
}

# --- the places of a value -------------------------------------------------------------------------------------------

_EQUALS: Final = re.compile(
    r"""(?P<close> \\{0,3} ["'`*_]{0,3} [\])]{0,2} ) [ \t]{0,12}
        (?: (?P<sep> =>|:=|={1,3}|->|: ) | (?P<typed> : [ ]? [A-Za-z_][\w.\[\]|? ]{0,30}? [ ]? =) | \n[ \t]{0,24} value[ ]? : )
        [ \t]{0,12}""",
    re.VERBOSE,
)
_VALUE: Final = re.compile(
    r"""\\{0,3} (?: "(?P<d>[^"\n]{1,400}) (?:"|\Z) | '(?P<s>[^'\n]{1,400}) (?:'|\Z) | `(?P<b>[^`\n]{1,400}) (?:`|\Z)
        | (?P<u>[^\s"'`<>,;|\\]{3,400}) )""",
    re.VERBOSE,
)
_MORE: Final = re.compile(r"[A-Za-z0-9_\-+/=.%]*")
_TAG: Final = re.compile(r">\s{0,4}(?P<u>[^\s<>]{4,400})\s{0,4}</")
_CALL: Final = re.compile(
    r"""\(\s{0,4}\\{0,2}(?:"(?P<d>[^"\n\\]{4,200})\\{0,2}"|'(?P<s>[^'\n\\]{4,200})\\{0,2}')\s{0,4}\)"""
)
_SQL: Final = re.compile(r"""[ \t]{1,3}'(?P<s>[^'\n]{4,128})'""")
_FLAG: Final = re.compile(
    r"""[ \t]{1,3}\\{0,2}(?:"(?P<d>[^"\n\\]{3,200})\\{0,2}"|'(?P<s>[^'\n\\]{3,200})\\{0,2}'|(?P<u>[^\s"'`<>|;\-\\][^\s"'`<>|;\\]{2,399}))"""
)
_ENTRY: Final = re.compile(
    r"""["'][ \t]{0,4}[,:]?[ \t]{0,4}["']?value["']?[ \t]{0,4}[=:][ \t]{0,4}["'](?P<d>[^"'\n]{4,400})["']""",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(
    r"""["'`*_)»”]{0,3} (?: [ ] [^\n"'`:=。！？;&|<>$\\]{1,60}? )??
        [ ]{0,2} (?: (?<=[ ])(?:is|was|now|to|ist|lautet|heißt|heisst|sei|auf|es|será|sera|por|est|sera|é|è|это|as) [:]? [ ]
          | : [ ] | [ ]?[=—–][ ]? | [ ](?=["'`“„«»]) | [ ]?\( )
        [ ]{0,2} (?P<v> ["'`“„«»*(\[]{0,3} [^\s"'`“”„«»<>\\]{3,256} )""",
    re.VERBOSE | re.IGNORECASE,
)
_HINT: Final = re.compile(r"""[0-9"'`“„«»!@#$%^&*+~]|autet""")
_BARE: Final = re.compile(r"[ ](?P<u>[^\s\"'`<>,;\\]{6,64})")
_BARE_TOKEN: Final = re.compile(r"[ ](?P<u>[A-Za-z0-9_\-]{20,400})(?![\w\-./])")
# "user deploy pass hunter2", "machine example.org login deploy password hunter2"
_ACCOUNT: Final = re.compile(
    r"""\b(?:user(?:name)?|login|account|benutzer|usuario)[ :=]{1,3}["'`]?[\w.@\-]{2,40}["'`]?,?\s{1,3}(?:(?:and|und|y|with)\s|/\s?)?pass(?:word|wort)?\Z""",
    re.IGNORECASE,
)
# "log in as admin / Winter2025!", "the login is viewer:Monitor!ng1"
_LOGIN: Final = re.compile(
    r"""s?\b[^\n:/"'`]{0,30}?[ ](?:is|are|as|with|ist|sind|es|son|:)[ ]["'`]?[\w.@\-]{2,40}[ ]?[:/][ ]?(?P<v>[^\s"'`,;\\/]{6,64})""",
    re.IGNORECASE,
)
_EAST_VALUE: Final = r"[ ]?[\"'`「『“‘（(]{0,2}(?P<v>[\x21-\x26\x28-\x5b\x5d-\x5f\x61-\x7e]{4,256})"
_EAST: Final = {
    "password": re.compile(
        r"[^\n。！？，、,\\\"]{0,24}?(?:是|为|為|：|:|は|を|が|＝|=|는|은|가|用|设为|改成|设成)" + _EAST_VALUE
    ),
    "api-key": re.compile(r"[^\n。！？，、,\\\":]{0,24}?(?:是|为|為|：|は|を|는|은|用)" + _EAST_VALUE),
}
_PIN: Final = re.compile(
    r"(?<![\w\-])(?:PIN|pin code|PIN-Code|PINs?|暗証番号)(?:[ ][^\n.!?:=]{1,40}?)??"
    r"[ ]?(?:(?<= )(?:is|was|ist|lautet|es|est|é)|は|是|[:=])[ ]?[\"'`「“]{0,2}(?P<v>\d{4,8})(?!\d|\.\d)"
)
_WORDS: Final = ("contrasena", "wachtwoord", "clave")
_ACCENTED: Final = ("contraseña", "senha", "парол")
_EASTERN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_EAST_WORDS: Final = ("密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호")
_EAST_KEYS: Final = ("密钥", "密鑰", "令牌", "秘钥", "キー", "トークン", "토큰", "key", "token", "secret")
_KEYWORDS: Final = ("pass", "pwd", "secret", "token", "key", "credential", "_auth", "kennwort")


def find_named(text: str, low: str) -> Iterator[Found]:
    """Yields the values that a name or a sentence marks as secret; `low` is the text in lower case, same length."""
    for keyword in _KEYWORDS:
        at = low.find(keyword)
        while at >= 0:
            name = _NAME[keyword].match(text, at, at + 60)
            end = name.end() if name else at + len(keyword)
            if found := _at_name(text, low, keyword, at, end):
                yield found
            at = low.find(keyword, max(end, at + 1))
    for word in _WORDS:
        if word in low:
            yield from _find_word(text, low, word)
    for word in ("login", "log in"):
        for at in each_place(low, word):
            if hit := _LOGIN.match(text, at + len(word)):
                start, end = _trim(text, *hit.span("v"))
                if _classes(text[start:end]) == 3 and is_password(text[start:end], quoted=False):
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
        if found := _sentence(text, end, "password"):
            yield found


def _find_eastern(text: str, low: str) -> Iterator[Found]:
    for kind, words in (("password", _EAST_WORDS), ("api-key", _EAST_KEYS)):
        for word in words:
            for at in each_place(low, word):
                if hit := _EAST[kind].match(text, at + len(word)):
                    start, end = _trim(text, *hit.span("v"))
                    value = text[start:end]
                    sure = is_password(value, quoted=True) or (value.isdigit() and len(value) >= 4)
                    if sure if kind == "password" else is_token(value):
                        yield start, end, kind


def _at_name(text: str, low: str, keyword: str, at: int, end: int) -> Found | None:
    kind = _kind(text, low, keyword, at, end)
    if not kind:
        return None
    if end < len(text) and (
        text[end].isalnum() or text[end] == "_"
    ):  # "tokens", "passwordHint", "secretary": another word
        return None
    if hit := _EQUALS.match(text, end):
        return _assigned(text, at, hit, kind)
    after = text[end : end + 1]
    if after == ">":
        if hit := _TAG.match(text, end):
            return _judge(text, hit.span("u"), kind, quoted=True, plain=True)
        return None
    if after == "(":
        if hit := _CALL.match(text, end):
            return _judge(text, _span(hit), kind, quoted=True, plain=False)
        return None
    if after in ("'", '"') and (hit := _ENTRY.match(text, end)):
        return _judge(text, hit.span("d"), kind, quoted=True, plain=False)
    if _is_flag(text, at) and (hit := _FLAG.match(text, end)):
        start, stop = _span(hit)
        return _judge(text, (start, stop), kind, quoted=True, plain=kind == "password")
    if after == " " and kind == "password" and text[at:end].isupper() and (hit := _SQL.match(text, end)):
        return _judge(text, hit.span("s"), kind, quoted=True, plain=True)
    return _sentence(text, end, kind)


def _kind(text: str, low: str, keyword: str, at: int, end: int) -> str:
    """The kind of secret a name promises, or "" where the name is none."""
    before = text[at - 1] if at else ""
    glued = before.isalpha() and not (text[at].isupper() and before.islower())
    match keyword:
        case "pass":
            if end - at > 4:
                return "password"
            short = (before and before in "_-:") or low.endswith(("passin ", "passout ", "-pass "), 0, at)
            return "password" if short or (not glued and _ACCOUNT.search(text, max(0, at - 80), end)) else ""
        case "kennwort":
            return "password"
        case "pwd":
            return "" if glued and before.lower() == "c" else "password"
        case "secret":
            name = low[max(0, at - 12) : end]
            if "aws" in name or low.startswith(("secret_access", "secretaccess"), at):
                return "aws-secret-key"
            return "oauth-secret" if "client" in name else "secret"
        case "token":
            return "" if low.endswith(_NO_TOKENS_APART, max(0, at - 14), at) else "token"
        case "key":
            if low.endswith(_KEYS_APART, max(0, at - 16), at):
                return (
                    "aws-secret-key"
                    if low.endswith(("secret_access_", "secretaccess"), max(0, at - 16), at)
                    else "api-key"
                )
            return ""
        case "credential":
            return "secret"
        case _:
            return "token"


def _span(hit: re.Match[str]) -> tuple[int, int]:
    return hit.span(hit.lastgroup or 0)


def _assigned(text: str, at: int, hit: re.Match[str], kind: str) -> Found | None:
    value = _VALUE.match(text, hit.end())
    if value is None:
        return None
    start, end = _span(value)
    quoted = value.lastgroup != "u"
    if quoted:
        while end > start and text[end - 1] == "\\":
            end -= 1
        return _judge(text, (start, end), kind, quoted=True, plain=False)
    # An environment line or a connection string: NAME=value, nothing around the sign, the name in capitals or after a ";".
    first = at
    while first and (text[first - 1].isalnum() or text[first - 1] in "_-.") and at - first < 60:
        first -= 1
    name = text[first : hit.start()]
    tight = hit.group("sep") == "=" and hit.end() - hit.start() == 1
    plain = tight and (name.isupper() or text[first - 1 : first] in (";", "&", "?"))
    return _judge(text, (start, end), kind, quoted=False, plain=plain, config=hit.group("sep") == ":")


def _judge(
    text: str, span: tuple[int, int], kind: str, *, quoted: bool, plain: bool, config: bool = False
) -> Found | None:
    start, end = span
    if not quoted:
        if (amp := text.find("&", start, end)) >= 0 and re.match(r"&[\w.\-]{1,40}=", text[amp : amp + 42]):
            end = amp
        start, end = _trim(text, start, end)
    value = text[start:end]
    if kind == "password":
        found = is_password(value, quoted=quoted, plain=plain or (config and value.isdigit()))
        found = found or (quoted and value.isdigit() and len(value) >= 4 and not is_filler(value))
    else:
        found = is_token(value) or (
            plain and kind != "token" and is_password(value, quoted=quoted, plain=False) and len(value) >= 8
        )
    if not found:
        return None
    if end - start >= 390 and (more := _MORE.match(text, end)):
        end = more.end()
    return start, end, kind


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leaves out what a sentence or code puts around a bare value."""
    while start < end and text[start] in "\"'`“”„«»*([{":
        start += 1
    while start < end and text[end - 1] in ".,:;)]}\"'`*\\”»、。」":
        end -= 1
    return start, end


def _is_flag(text: str, at: int) -> bool:
    """Whether the name is a command-line option: `--db-password`, `-storepass`."""
    first = at
    while first and (text[first - 1].isalnum() or text[first - 1] in "_-") and at - first < 40:
        first -= 1
    return text[first : first + 1] == "-" and (first == 0 or text[first - 1] in " \t\n\"'`\\([")


def _sentence(text: str, end: int, kind: str) -> Found | None:
    """The value in "the password for the wifi is X", "with the password `X`", "set the token to X"."""
    if not _HINT.search(
        text, end, end + 100
    ):  # words and nothing but words follow: by far the most frequent case
        return None
    if hit := _SENTENCE.match(text, end):
        raw = hit["v"]
        start, stop = _trim(text, *hit.span("v"))
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
        start, stop = _trim(text, *hit.span("u"))
        value = text[start:stop]
        if _ACCOUNT.search(text, max(0, end - 120), end) and is_password(value, quoted=False, plain=True):
            return start, stop, kind
        if _classes(value) == 3 and is_password(value, quoted=False):
            return start, stop, kind
    return None


def _classes(value: str) -> int:
    """How many of digits, letters and marks there are in a value."""
    return (
        any(map(str.isdigit, value)) + any(map(str.isalpha, value)) + any(c in "!@#$%^&*+?~" for c in value)
    )


def _closes(text: str, at: int) -> bool:
    """Whether a quoted single word ends in a quote: a phrase in quotes is talk, not a password."""
    return text[at : at + 1] in ("'", '"', "`", "”", "“", "»", "«")
