"""Secrets that are known by where they stand: private key blocks, URLs with a password, headers, cookies, some commands.

Not here: names with a value (`secret_names.py`), tokens with a shape of their own (`secret_tokens.py`).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Final

from cm.core.language.later import later
from cm.core.secrets.secret_tokens import Found, each_place
from cm.core.secrets.secret_values import is_filler, is_password, is_reference, is_token

_BEGIN: Final = later(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_END: Final = later(r"-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY: Final = later(
    r"""(?:(?:\\{1,4}[nrt]|[\s>|*"',])*[A-Za-z\-]{1,20}:[ ][^\n\\]{0,80})*"""  # headers inside the armour
    r"""(?:(?:\\{1,4}[nrt]|[\s>|*"',+])*[A-Za-z0-9+/=]{20,})+(?:(?:\\{1,4}[nr]|\s)+[A-Za-z0-9+/]{1,80}={0,2}(?=\s*\Z|\\{1,4}[nr]))?"""
)
_BASE64: Final = later(r"[A-Za-z0-9+/=]+")
_LINE_END: Final = later(r"""[ \t>|*"',]{0,12}(?:\\{1,4}[nr]|\r?\n)(?:\\{1,4}[nrt]|[\s>|*"',]){0,24}""")
_LONGEST_KEY: Final = 20_000
_PUTTY: Final = later(r"Private-Lines: \d{1,4}\r?\n(?P<v>(?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,200})")

_USERINFO: Final = later(
    r"""://(?P<user>[^\s/?#@:"'`<>\\()\[\]{},;]{0,128}):(?P<v>[^\s/?#"'`<>\\]{1,256})@(?=[\w.\-\[$%{])"""
)
_TOKEN_USER: Final = later(r"://(?P<v>[A-Za-z0-9_\-.]{20,256})(?::x-oauth-basic)?@(?=[\w.\-])")
_WEBHOOKS: Final = (
    ("hooks.slack.com/", "slack-webhook", later(r"(?:services|workflows|triggers)/(?P<v>[A-Za-z0-9_\-/]{20,200})")),
    ("discord.com/api/", "discord-webhook", later(r"(?:v\d+/)?webhooks/(?P<v>\d{6,25}/[A-Za-z0-9_\-]{30,120})")),
    ("discordapp.com/api/", "discord-webhook", later(r"(?:v\d+/)?webhooks/(?P<v>\d{6,25}/[A-Za-z0-9_\-]{30,120})")),
    (".webhook.office.com/", "teams-webhook", later(r"webhookb2/(?P<v>[A-Za-z0-9_\-/@]{40,300})")),
    ("hooks.zapier.com/hooks/", "zapier-webhook", later(r"catch/(?P<v>\d{4,12}/[A-Za-z0-9]{5,20})")),
    ("api.telegram.org/bot", "telegram-token", later(r"(?P<v>\d{6,12}:[A-Za-z0-9_\-]{20,60})")),
)  # fmt: skip
_SIGNATURE: Final = later(
    r"(?:[?&;](?:amp;)?(?:sig|code)=|signature=)(?P<v>[A-Za-z0-9%+/=_\-]{30,400})", re.IGNORECASE
)

_AUTHORIZATION: Final = later(
    r"""authorization \\{0,3}["'`\])]{0,2} [ \t]{0,4} (?:[:=,]|=>) [ \t]{0,4} \\{0,3}["'`]{0,2}
        (?:(?P<how>bearer|basic|token|bot|apikey|api-key|digest|key|pass) [ \t]{1,4})?
        (?P<v>[A-Za-z0-9_.~+/=\-:]{6,4096})""",
    re.VERBOSE | re.IGNORECASE,
)
_BEARER: Final = later(r"bearer[ \t]{1,4}(?P<v>[A-Za-z0-9_.~+/=\-]{8,4096})", re.IGNORECASE)
_BASIC: Final = later(r"basic[ \t]{1,4}(?P<v>[A-Za-z0-9+/]{8,1024}={0,2})", re.IGNORECASE)
_DOCKER_AUTH: Final = later(r"""auth\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"(?P<v>[A-Za-z0-9+/]{8,1024}={0,2})""")
_COOKIE: Final = later(
    r"""cookie \\{0,3}["']{0,2} [ \t]{0,4} [:=] [ \t]{0,4} \\{0,3}["'`]{0,2}
        (?P<v>[A-Za-z0-9_.$\-]{1,80}=[^\s;"'`\\<>]{4,4096} (?:;[ ]{0,2}[A-Za-z0-9_.$\-]{1,80}=[^\s;"'`\\<>]{0,4096}){0,60})""",
    re.VERBOSE | re.IGNORECASE,
)
_USER_FLAG: Final = later(
    r"""[^\n|;]{0,400}?\s(?:-u|--user|--proxy-user)[ =]{0,2}\\{0,2}["']?(?P<user>[^\s:"'\\$]{1,80}):(?P<v>[^\s"'\\]{3,200})"""
)
_SHORT_FLAG: Final = later(
    r"""(?:[a-z\-]{0,8}[ ]|[ ]) [^\n|;&]{0,160}? (?:(?<=[ ])-[paP])[ ]?\\{0,2}["']?(?P<v>[^\s"'\\\-/$][^\s"'\\]{3,128})""",
    re.VERBOSE,
)
_SHORT_FLAG_WORDS: Final = (
    "sshpass", "mysql", "mariadb", "docker login", "podman login", "redis-cli", "az login", "registry login", "mongosh", "mongodump",
)  # fmt: skip
_PORTS: Final = later(r"\d+(?::\d+)?(?:/\w+)?\Z")
_STATEMENTS: Final = (
    ("convertto-securestring", later(r"""convertto-securestring\s{1,4}(?:-String\s{1,4})?\\{0,2}["'](?P<v>[^"'\n\\]{4,128})""", re.IGNORECASE)),
    ("identified", later(r"""identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}\\{0,2}["'](?P<v>[^"'\n\\]{4,128})""", re.IGNORECASE)),
)  # fmt: skip


def find_placed(text: str, low: str) -> Iterator[Found]:
    """Yields secrets by their place; `low` is the text in lower case, same length."""
    # Every look at the whole text costs: each family is asked for by one rare word.
    if "://" in text or "sig" in low:
        yield from _find_in_urls(text, low)
    if "auth" in low:
        yield from _find_in_headers(text, low)
    if "bearer " in low:
        for at in each_place(low, "bearer "):
            if (hit := _BEARER.match(text, at)) and is_token(hit["v"]):
                yield *hit.span("v"), "bearer-token"
    if "cookie" in low:
        yield from _find_cookies(text, low)
    if "curl" in low:
        yield from _find_user_flags(text, low)
    if " -p" in text or " -a" in text:
        yield from _find_short_flags(text, low)
    for word, pattern in _STATEMENTS:
        if word in low:
            for at in each_place(low, word):
                if (hit := pattern.match(text, at)) and not _is_trivial(hit["v"], ""):
                    yield *hit.span("v"), "password"


def find_key_blocks(text: str, low: str) -> Iterator[Found]:
    """Yields private keys in their armour, whole, cut off at the end, or cut off at the beginning."""
    if "private" not in low:
        return
    ends = [hit.span() for hit in _END.finditer(text)]
    done, number = 0, 0
    for hit in _BEGIN.finditer(text):
        if hit.start() < done:
            continue
        while number < len(ends) and ends[number][0] < hit.end():
            yield from _headless(text, done, *ends[number])
            done = max(done, ends[number][1])
            number += 1
        body = _KEY_BODY.match(text, hit.end())
        stop = body.end() if body else hit.end()
        if stop == hit.end():
            continue
        if number < len(ends) and ends[number][0] <= stop + 400:
            stop = ends[number][1]
            number += 1
        yield hit.start(), stop, "private-key"
        done = stop
    for start, end in ends[number:]:
        yield from _headless(text, done, start, end)
        done = end
    for hit in _PUTTY.finditer(text):
        yield hit.start("v"), hit.end("v"), "private-key"


def _headless(text: str, floor: int, start: int, end: int) -> Iterator[Found]:
    """A key whose beginning was cut off: the lines of base64 before its end."""
    floor = max(floor, start - _LONGEST_KEY)
    first, last = start, start
    for piece in reversed(list(_BASE64.finditer(text, floor, start))):
        between = text[piece.end() : first]
        if not _LINE_END.fullmatch(between) or (piece.end() - piece.start() < 16 and first != last):
            break
        first = piece.start()
    if start - first >= 40:
        yield first, end, "private-key"


def _find_in_urls(text: str, low: str) -> Iterator[Found]:
    for at in each_place(text, "://"):
        if hit := _USERINFO.match(text, at):
            value = hit["v"]
            if not _is_trivial(value, hit["user"]):
                yield hit.start("v"), hit.end("v"), "url-password"
        elif (hit := _TOKEN_USER.match(text, at)) and is_token(hit["v"]):
            yield hit.start("v"), hit.end("v"), "url-token"
    for place, kind, pattern in _WEBHOOKS:
        for at in each_place(low, place):
            if (
                (hit := pattern.match(text, at + len(place)))
                and not is_filler(hit["v"])
                and any(map(str.isdigit, hit["v"]))
            ):
                yield hit.start("v"), hit.end("v"), kind
    if "sig=" in low or "signature=" in low or "code=" in low:
        for hit in _SIGNATURE.finditer(text):
            if is_token(hit["v"]):
                yield hit.start("v"), hit.end("v"), "url-signature"


def _is_trivial(value: str, user: str) -> bool:
    """A password in a URL that is a filler, a template, or the default of a local service."""
    return (
        value == user
        or is_filler(value)
        or is_reference(value)
        or value.startswith(("$", "%", "{", "<", "[", "*"))
    )


def _find_in_headers(text: str, low: str) -> Iterator[Found]:
    for at in each_place(low, "authorization"):
        if hit := _AUTHORIZATION.match(text, at):
            how = (hit["how"] or "").lower()
            if how == "basic":
                if _is_basic(hit["v"]):
                    yield *hit.span("v"), "basic-auth"
            elif is_token(hit["v"]):
                yield *hit.span("v"), "bearer-token" if how == "bearer" else "authorization"
    for at in each_place(low, "basic "):
        if (hit := _BASIC.match(text, at)) and _is_basic(hit["v"]):
            yield *hit.span("v"), "basic-auth"
    for at in each_place(low, "auth"):
        if (hit := _DOCKER_AUTH.match(text, at)) and _is_basic(hit["v"]):
            yield *hit.span("v"), "basic-auth"


def _is_basic(value: str) -> bool:
    """Whether the base64 of a Basic header holds a name and a password."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return False
    name, colon, word = plain.partition(":")
    return bool(colon and plain.isprintable() and (name or word)) and not is_filler(word)


def _find_cookies(text: str, low: str) -> Iterator[Found]:
    done = 0
    for at in each_place(low, "cookie"):
        if at < done:
            continue
        if hit := _COOKIE.match(text, at):
            done = hit.end()
            if any(len(part) >= 8 and is_token(part) for part in re.split(r"[=;]\s*", hit["v"])):
                yield *hit.span("v"), "cookie"


def _find_user_flags(text: str, low: str) -> Iterator[Found]:
    for at in each_place(low, "curl"):
        hit = _USER_FLAG.match(text, at + 4)
        if hit and not _is_trivial(hit["v"], hit["user"]) and not hit["v"].startswith(("/", ":")):
            yield *hit.span("v"), "basic-auth"


def _find_short_flags(text: str, low: str) -> Iterator[Found]:
    for word in _SHORT_FLAG_WORDS:
        for at in each_place(low, word):
            hit = _SHORT_FLAG.match(text, at + len(word))
            if hit and is_password(hit["v"], quoted=True) and not _PORTS.match(hit["v"]):
                yield *hit.span("v"), "password"
