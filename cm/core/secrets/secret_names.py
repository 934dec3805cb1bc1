"""Secrets that are known by the name before them: `api_key = …`, `--password …`, `<password>…`.

Not here: what is told in a sentence (`secret_sentences.py`), what a secret value looks like (`secret_values.py`), tokens with
a shape of their own (`secret_tokens.py`).

A keyword is looked up first; only around its places are the (bounded) patterns tried, so the work grows with
the text and never faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cm.core.language.later import later
from cm.core.secrets.secret_sentences import ACCOUNT, sentence
from cm.core.secrets.secret_tokens import Found
from cm.core.secrets.secret_values import classes, is_filler, is_password, is_reference, is_token, trimmed

# --- the names -----------------------------------------------------------------------------------------------------

_KEYS_BEFORE: Final = (
    "api", "access", "secret", "private", "encryption", "signing", "auth", "account", "service", "master", "license", "licence", "deploy",
    "client", "app", "admin", "subscription", "webhook", "hmac", "crypt", "cipher", "jwt", "session_secret", "shared", "integration",
    "server", "storage", "maps", "write", "consumer", "application", "role", "openai", "anthropic", "gemini", "stripe", "sendgrid", "host",
)  # fmt: skip
_KEYS_APART: Final = (*_KEYS_BEFORE, *(f"{name}{gap}" for name in _KEYS_BEFORE for gap in "_- ."))
# tokens that turn pages, frame sequences or stop work are no secrets
_PLAIN_TOKENS: Final = "page next continuation sync cancellation stop pad eos bos unk mask cls sep special start end cursor resume skip sequence per by"
_NO_TOKENS: Final = tuple(_PLAIN_TOKENS.split())
_NO_TOKENS_APART: Final = (*_NO_TOKENS, *(f"{name}{gap}" for name in _NO_TOKENS for gap in "_-"))

_REST: Final = (
    r"(?:[_\-.]?(?:value|access|client|auth|api|secret|token|key|base64|b64|prod|production|dev|development|live|test|staging|new|old|str|string"
    r"|plain|txt|text|raw|for|of|[a-z]{1,12}(?=[_\-]?(?:key|token|secret)\b)|\d{1,3}))*"
)
_NAME: Final = {
    "pass": later(r"pass(?:words?|wd|wort|phrase|code|e(?= ))?" + _REST, re.IGNORECASE),
    "pw": later(r"pwd?" + _REST, re.IGNORECASE),
    "secret": later(r"secret" + _REST, re.IGNORECASE),
    "token": later(r"token" + _REST, re.IGNORECASE),
    "key": later(r"key" + _REST, re.IGNORECASE),
    "credential": later(r"credentials?" + _REST, re.IGNORECASE),
    "_auth": later(r"_auth" + _REST, re.IGNORECASE),
    "kennwort": later(r"kennwort", re.IGNORECASE),
}

# --- the places of a value -------------------------------------------------------------------------------------------

_EQUALS: Final = later(
    r"""(?P<close> \\{0,3} ["'`*_]{0,3} [\])]{0,2} ) [ \t]{0,12}
        (?: (?P<sep> =>|:=|={1,3}|->|: ) | (?P<typed> : [ ]? [A-Za-z_][\w.\[\]|? ]{0,30}? [ ]? =) | \n[ \t]{0,24} value[ ]? : )
        [ \t]{0,12}""",
    re.VERBOSE,
)
_VALUE: Final = later(
    r"""\\{0,3} (?: "(?P<d>[^"\n]{1,400}) | '(?P<s>[^'\n]{1,400}) | `(?P<b>[^`\n]{1,400})
        | (?P<u>[^\s"'`<>,;|\\]{3,400}) )""",
    re.VERBOSE,
)
_MORE: Final = later(r"[A-Za-z0-9_\-+/=.%]*")
_TAG: Final = later(r">\s{0,4}(?P<u>[^\s<>]{4,400})\s{0,4}</")
_CALL: Final = later(
    r"""\(\s{0,4}\\{0,2}(?:"(?P<d>[^"\n\\]{4,200})\\{0,2}"|'(?P<s>[^'\n\\]{4,200})\\{0,2}')\s{0,4}\)"""
)
_SQL: Final = later(r"""[ \t]{1,3}'(?P<s>[^'\n]{4,128})'""")
_FLAG: Final = later(
    r"""[ \t]{1,3}\\{0,2}(?:"(?P<d>[^"\n\\]{3,200})\\{0,2}"|'(?P<s>[^'\n\\]{3,200})\\{0,2}'|(?P<u>[^\s"'`<>|;\-\\][^\s"'`<>|;\\]{2,399}))"""
)
_ENTRY: Final = later(
    r"""["'][ \t]{0,4}[,:]?[ \t]{0,4}["']?value["']?[ \t]{0,4}[=:][ \t]{0,4}["'](?P<d>[^"'\n]{4,400})["']""",
    re.IGNORECASE,
)
_USER_KEY: Final = later(r"""\b(?:user(?:name)?|login|email|usr)\\{0,3}["']?\s{0,3}[:=]""")
_DOCKER_ENV: Final = later(r"(?:^|\n|\\n)[ \t]*(?:ENV|ARG)[ \t]+[A-Z0-9_]*\Z")
_PAIR: Final = later(r"""\\{0,3}["'][ ]?,\s{0,4}\\{0,3}["'](?P<d>[^"'\n\\]{6,400})\\{0,3}["']""")
_KEYWORDS: Final = ("pass", "pw", "secret", "token", "key", "credential", "_auth", "kennwort")


def find_named(text: str, low: str) -> Iterator[Found]:
    """Yields the values that a name marks as secret; `low` is the text in lower case, same length."""
    for keyword in _KEYWORDS:
        at = low.find(keyword)
        while at >= 0:
            name = _NAME[keyword].match(text, at, at + 60)
            end = name.end() if name else at + len(keyword)
            if found := _at_name(text, low, keyword, at, end):
                yield found
            at = low.find(keyword, max(end, at + 1))


def _at_name(text: str, low: str, keyword: str, at: int, end: int) -> Found | None:
    kind = _kind(text, low, keyword, at, end)
    if not kind:
        return None
    # "tokens", "passwordHint", "secretary": another word
    if end < len(text) and (text[end].isalnum() or text[end] == "_"):
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
    if after in ("'", '"', "\\"):
        if hit := _ENTRY.match(text, end):
            return _judge(text, hit.span("d"), kind, quoted=True, plain=False)
        if (hit := _PAIR.match(text, end)) and (is_token(hit["d"]) or classes(hit["d"]) == 3):
            return _judge(text, hit.span("d"), kind, quoted=True, plain=False)
    if _is_flag(text, at) and (hit := _FLAG.match(text, end)):
        return _judge(text, _span(hit), kind, quoted=True, plain=False)
    if after == " " and text[at:end].isupper():
        if kind == "password" and (hit := _SQL.match(text, end)):
            return _judge(text, hit.span("s"), kind, quoted=True, plain=True)
        if _DOCKER_ENV.search(text, max(0, at - 60), at) and (hit := _FLAG.match(text, end)):
            return _judge(text, _span(hit), kind, quoted=True, plain=kind == "password")
    return sentence(text, end, kind)


def _kind(text: str, low: str, keyword: str, at: int, end: int) -> str:
    """The kind of secret a name promises, or "" where the name is none."""
    before = text[at - 1] if at else ""
    glued = before.isalpha() and not (text[at].isupper() and before.islower())
    match keyword:
        case "pass":
            if end - at > 4:
                return "password"
            if (before and before in "_-:/") or low.endswith(("passin ", "passout ", "-pass "), 0, at):
                return "password"
            # "pass" alone is a word of tests and roads, unless somebody is named just before it
            named = not glued and (
                ACCOUNT.search(text, max(0, at - 80), end) or _USER_KEY.search(low, max(0, at - 80), at)
            )
            return "password" if named else ""
        case "kennwort":
            return "password"
        case "pw":
            return "" if glued and (end - at == 2 or before.lower() == "c") else "password"
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
        if is_reference(text[start:end]):
            return None
        if (amp := text.find("&", start, end)) >= 0 and re.match(r"&[\w.\-]{1,40}=", text[amp : amp + 42]):
            end = amp
        start, end = trimmed(text, start, end)
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


def _is_flag(text: str, at: int) -> bool:
    """Whether the name is a command-line option: `--db-password`, `-storepass`."""
    first = at
    while first and (text[first - 1].isalnum() or text[first - 1] in "_-") and at - first < 40:
        first -= 1
    return text[first : first + 1] == "-" and (first == 0 or text[first - 1] in " \t\n\"'`\\([")
