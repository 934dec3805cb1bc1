"""Does a value look like a secret, or like code, a word, a path, a filler?

The judge behind `secret_names.py` and `secret_places.py`: both find a place where a secret would stand and ask here.
"""

from __future__ import annotations

import re
from typing import Final

from cm.core.language.later import later

# Exact words that stand where a secret would, and are none.
_WORDS: Final = """string text str bytes bool boolean int integer number any unknown object value values null none nil undefined
    true false yes no on off required optional empty blank default password passwd passwort kennwort passphrase pass pwd
    secret token key apikey api_key api-key auth credential credentials test testing tests admin root user username guest
    postgres postgresql mysql redis mongo rabbitmq minio elastic demo foo bar baz foobar hidden invalid wrong incorrect
    missing expired valid current new old same unset set read write basic bearer hash hashed encrypted encoded plain
    plaintext plain-text base64 hunter changeit changeme abc123 anonymous@ secret123 password1 password123 pass123 test123 test1234
    mypassword mysecret mytoken mykey letmein qwerty 123456 12345678 123456789 1234567890 1234 0000 sensitive protected
    stored kept needed ready sent shown visible here there this that never always"""
FILLERS: Final = frozenset(_WORDS.split())
_FILLER_PART: Final = later(
    r"example|placeholder|change[_\-]?me|changeit|redacted|\byour|your[_\-]|your(?:password|secret|token|key|api)|xxxx|\*\*\*|\.\.\.|…|dummy"
    r"|[_\-]here\b|insert[_\-]|replace[_\-]?(?:me|with)|\btodo|\bfixme|removed|masked|omitted|<[^>]*>|\bfake[_\-]|\bsample[_\-]"
    r"|my[_\-](?:password|secret|token|key|api)|not[_\-]a[_\-]?secret|\bmock|\[secret:",
    re.IGNORECASE,
)
_REFERENCE: Final = later(
    r"""
      \$ (?: [A-Za-z_]\w* (?: [:.\->\[].* )? | \{.* | \(.* ) \Z      # a shell's or a template's variable
    | [{<\[(%|&@#].*                                               # templates, generics, collections, anchors
    | %\w+% \Z
    | (?: process | import | os | sys | env | environ | config | settings | secrets | vars | args | self | this | ctx | req
        | request | response | res | data | options | opts | params | props | state | user | Deno | Bun | ENV | System | std
        | var | local | module | inputs | github | steps | needs | matrix | values )
      (?: \?? \. [A-Za-z_] | \[ | :: | -> ).*
    | (?: await\s | new\s )? [A-Za-z_][\w.:]* \( .*                  # a call
    | [A-Za-z_][\w.]* \[ .*                                       # an element
    | (?:f|b|r|u|rb|fr)["'] .*
    """,
    re.VERBOSE | re.DOTALL,
)
_DOTTED: Final = later(r"[A-Za-z_]\w*(?:(?:\?\.|\.|::|->)[A-Za-z_]\w*)+[!;)]*\Z")
_PATH: Final = later(r"(?:[A-Za-z]:)?[~.\w\-]*(?:[/\\]{1,4}[~.\w\-]+)+[/\\]{0,4}\Z")
_SLASHES: Final = later(r"[/\\]+")
_URL: Final = later(r"[a-z][a-z0-9+.\-]{1,20}:(?://|\\/\\/)", re.IGNORECASE)
_PARTS: Final = later(r"[\s_\-./:,;]+")
_TECHNICAL: Final = later(
    r"(?:sha|md|utf|base|rsa|aes|rs|hs|es|ps|x|ed|oauth|http|argon|ipv|v|p|s|k|i|b|h|ec|pkcs|blake|curve|secp|int|uint|float|win|mp|gpt|"
    r"sonnet|opus|python|py|node|go|es|vue|web|log4j|neo4j)[0-9]{1,5}(?:id|url|sum|bit|b|s|d|x|k|lite|(?:alpha|beta|rc)[0-9]*)?\Z|[0-9]{1,4}(?:st|nd|rd|th|d|h|m|s|ms|k|kb|mb|gb|x|min|days?|chars?|bytes?|bits?)\Z",
    re.IGNORECASE,
)
_TRAILS: Final = later(r"[A-Za-z]+[0-9]{0,2}\Z|[0-9]{1,4}\Z")
_DATE: Final = later(r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?(?:[T ][0-9:.]+Z?)?\Z|[0-9.,:]+\Z")
_ENOUGH: Final = 160  # so many characters of a value are looked at
_DIGIT: Final = later(r"[0-9]")
_LETTER: Final = later(r"[A-Za-z]")
_SPACE: Final = later(r"\s")
_MARK: Final = later(r"[!@#$%^&*+=?~§€£]")
_LONG_PART: Final = later(r"[A-Za-z0-9]{16}")
_STRETCH: Final = later(r"[0-9]+|[A-Z]*[a-z]+|[A-Z]+|[^0-9A-Za-z]+")


def is_filler(value: str) -> bool:
    """Whether the value only says that something would stand here."""
    return (
        value.lower().strip(".,:;!") in FILLERS
        or len(set(value)) <= 2
        or _FILLER_PART.search(value) is not None
    )


def is_reference(value: str) -> bool:
    """Whether the value is code or a template that fetches the secret from elsewhere."""
    if _DOTTED.match(value):
        return all(len(part) < 12 or _turns(part) < 5 for part in _PARTS.split(value))
    return _REFERENCE.match(value) is not None


def is_path_or_url(value: str) -> bool:
    """Whether the value is a place and not a secret."""
    if _URL.match(value):
        return True
    if not _PATH.match(value):
        return False
    pieces = [piece for piece in _SLASHES.split(value) if piece]
    if all(_turns(piece) < 4 for piece in pieces):
        return True
    rooted = value[0] in "/\\~." or value[1:2] == ":"
    return rooted and sum(len(piece) >= 3 and _turns(piece) < 2 for piece in pieces) >= 2


def is_wordy(value: str) -> bool:
    """Whether every part of the value is a word, a short number, or a technical name."""
    parts = [part for part in _PARTS.split(value) if part]
    return all(
        (_turns(part) < 6 and (_TRAILS.match(part) or (part.isalpha() and not part.isascii())))
        or _TECHNICAL.match(part)
        for part in parts
    )


def _turns(text: str) -> int:
    """How often the character's class changes: many in random tokens, few in words and names."""
    return len(_STRETCH.findall(text)) - 1


def is_token(value: str) -> bool:
    """Whether a value that is named a token or key looks random enough to be one."""
    value = value[:_ENOUGH]
    digits = len(_DIGIT.findall(value))
    letters = len(_LETTER.findall(value))
    # the cheap questions first: most values are words
    if len(value) < 10 or _SPACE.search(value):
        return False
    if digits >= 2 and letters >= 2:
        random = len(set(value)) >= 6 and not is_wordy(value)
    elif letters == 0:
        random = digits >= 16 and value.isdigit() and len(set(value)) >= 5
    else:
        random = letters >= 20 and _turns(value) >= 6 and _LONG_PART.search(value) is not None
    return random and not (
        is_filler(value) or is_reference(value) or is_path_or_url(value) or _DATE.match(value)
    )


def is_password(value: str, *, quoted: bool, plain: bool = False) -> bool:
    """Whether a value that is named a password looks like one.

    `plain`: the place leaves no doubt (an environment line), so letters alone are enough.
    """
    if not 4 <= len(value) <= 256 or _SPACE.search(value):
        return False
    digit, letter = _DIGIT.search(value) is not None, _LETTER.search(value) is not None
    mark = _MARK.search(value[:-1]) is not None or (
        value[-1] not in "?!" and _MARK.match(value[-1]) is not None
    )
    if digit and (letter or mark):
        parts = [part for part in _PARTS.split(value) if part]
        words = all(_TECHNICAL.match(part) or part.isalpha() for part in parts)
        likely = (len(value) >= 5 or quoted) and not words and not _DATE.match(value)
    elif digit:
        likely = plain and value.isdigit()
    elif letter and mark:
        likely = len(value) >= 6
    elif plain:
        likely = len(value) >= 6 and letter and not value.endswith(":")
    else:
        likely = len(value) >= 10 and letter and _turns(value) >= 6 and not is_wordy(value)
    return likely and not (is_filler(value) or is_reference(value) or is_path_or_url(value))


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Leaves out what a sentence or code puts around a bare value."""
    while start < end and text[start] in "\"'`“”„«»*([{":
        start += 1
    while start < end and text[end - 1] in ".,:;)]}\"'`*\\”»、。」":
        end -= 1
    return start, end


def classes(value: str) -> int:
    """How many of digits, letters and marks there are in a value."""
    return (
        any(map(str.isdigit, value)) + any(map(str.isalpha, value)) + any(c in "!@#$%^&*+?~" for c in value)
    )
