"""What a pattern says that Python reads otherwise than other engines do, or only in newer versions; and what to write instead.

Pure text. Whether it compiles, holds its examples and stays fast: `flows/admission.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_POSIX: Final = {
    "alpha": "a-zA-Z", "digit": r"\d", "alnum": "a-zA-Z0-9", "space": r"\s", "upper": "A-Z", "lower": "a-z", "word": r"\w",
    "punct": "!-/:-@\\[-`{-~", "blank": " \\t", "xdigit": "0-9a-fA-F", "cntrl": r"\x00-\x1f", "print": " -~", "graph": "!-~",
}  # fmt: skip
_ESCAPES: Final = {
    "p": "a class of plain letters such as [A-Za-z]", "P": "a class such as [^A-Za-z]", "K": "a look-behind (?<=…)",
    "z": r"\Z", "h": r"[ \t]", "H": r"[^ \t]", "R": r"(?:\r?\n)", "Q": "each sign with a backslash before it",
    "E": "each sign with a backslash before it", "c": r"the sign as \xNN", "G": "nothing: there is no such place", "X": ".",
    "e": r"\x1b", "k": "(?P=name)", "g": r"\1 or (?P=name)", "N": r"[^\n]", "l": "the letter itself", "L": "the letter itself",
    "u": r"\uNNNN with four digits, or the sign itself", "x": r"\xNN with two digits, or the sign itself", "U": r"\UNNNNNNNN with eight digits",
}  # fmt: skip
_HEX: Final = {"x": 2, "u": 4, "U": 8}


@dataclass(frozen=True, slots=True)
class Odd:
    """A piece of a pattern that means something else here, where it stands, and what to write instead."""

    what: str
    at: int
    instead: str

    def __str__(self) -> str:
        return f"`{self.what}` at {self.at + 1} means something else here, or nothing; write {self.instead}"


def odd_in(pattern: str) -> Odd | None:
    """The first piece of a pattern that other engines read otherwise, or that not every Python we run on knows."""
    at, length = 0, len(pattern)
    while at < length:
        sign = pattern[at]
        if sign == "\\":
            if found := _escape(pattern, at):
                return found
            at += 2
        elif sign == "[":
            odd, at = _class(pattern, at)
            if odd:
                return odd
        elif sign == "(":
            if found := _group(pattern, at):
                return found
            at += 1
        elif sign == "{" and (hit := re.compile(r"\{,(\d+)\}").match(pattern, at)):
            return Odd(hit.group(), at, f"{{0,{hit.group(1)}}}")
        else:
            at += 1
    return None


def _escape(pattern: str, at: int) -> Odd | None:
    sign = pattern[at + 1 : at + 2]
    if sign in _HEX:
        digits = pattern[at + 2 : at + 2 + _HEX[sign]]
        if re.fullmatch(rf"[0-9a-fA-F]{{{_HEX[sign]}}}", digits):
            return None
        return Odd(pattern[at : at + 3], at, _ESCAPES[sign])
    return Odd(pattern[at : at + 2], at, _ESCAPES[sign]) if sign in _ESCAPES else None


def _class(pattern: str, at: int) -> tuple[Odd | None, int]:
    """A class `[…]` from its bracket; what is odd in it, and where it ends."""
    start, at = at, at + 1
    if pattern.startswith("^", at):
        at += 1
    if pattern.startswith("]", at):
        if pattern[start:at] in ("[", "[^") and "]" not in pattern[at + 1 :]:
            return Odd(pattern[start : at + 1], start, r"[\s\S] for any sign"), at + 1
        at += 1
    while at < len(pattern) and pattern[at] != "]":
        if pattern[at] == "\\":
            if odd := _escape(pattern, at):
                return odd, at
            at += 2
            continue
        if hit := re.compile(r"\[([:.=])(\^?)([A-Za-z]*)\1\]").match(pattern, at):
            known = _POSIX.get(hit.group(3), "")
            return Odd(
                hit.group(), at, f"{known} inside the brackets" if known else "the signs themselves"
            ), at
        if pattern[at : at + 2] in ("&&", "||", "~~") or (pattern[at : at + 2] == "--" and at > start + 1):
            return Odd(pattern[at : at + 2], at, "each sign once; Python has no sums of classes"), at
        if pattern[at] == "[":
            return Odd("[", at, r"\[ inside a class"), at
        at += 1
    return None, at + 1


def _group(pattern: str, at: int) -> Odd | None:
    if hit := re.compile(r"\(\?<([A-Za-z]\w*)>").match(pattern, at):
        return Odd(hit.group(), at, f"(?P<{hit.group(1)}>…")
    if hit := re.compile(r"\(\?([aiLmsux]+)\)").match(pattern, at):
        return Odd(hit.group(), at, "`--flags i` for capitals; other flags are not for a trauma")
    if hit := re.compile(r"\(\?([aiLmsux]*)(?:-[imsx]+)?:").match(pattern, at):
        changed = set(hit.group(1)) - {"i", "s"}
        return Odd(hit.group(), at, "(?:…), (?i:…) or (?s:…)") if changed else None
    if hit := re.compile(r"\(\?[|&R+0-9]").match(pattern, at):
        return Odd(hit.group(), at, "the part itself; there is no recursion and no branch reset")
    return None
