"""The managed block in an instruction file: what it says, where it sits, whether somebody edited it. Pure, on bytes.

Everything outside the block is the user's and stays byte-identical. Not here: reading or replacing the file
(`store/hostfiles.py`), deciding which rules a reader may see (`core/serving/serve.py`). The flow is `flows/project.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cm.core.serving.said_of import span_said
from cm.errors import BadState, NewerSchema
from cm.model.envelope import EXPORT_BEGIN, EXPORT_END, TAG
from cm.model.rule import Rule

VERSION: Final = 1
BLOCK_LIMIT: Final = (
    32 * 1024
)  # an instruction file is read in every session; more than this is not read, only paid for
HEADING: Final = "## What earlier sessions taught"
NOTE: Final = (
    "Kept by `cm project`: change it with `cm`, not here. `cm why <id>` shows the words behind a rule."
)
MDC_HEAD: Final = "---\ndescription: What earlier sessions of this project taught\nalwaysApply: true\n---\n"

_BEGIN: Final = re.compile(
    rb"(?:^|(?<=\A\xef\xbb\xbf))<!-- cm:begin v=(\d+) sha256=([0-9a-f]{64}) -->[ \t]*\r?$", re.MULTILINE
)
_END: Final = re.compile(rb"^<!-- cm:end -->", re.MULTILINE)
_WIDE_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")
_SPACE: Final = re.compile(r"\s+")
_SECTIONS: Final = (
    ("", ("rule",)),
    ("### Avoid", ("anti-pattern",)),
    ("### Good to know", ("fact", "preference")),
)


@dataclass(frozen=True, slots=True)
class Block:
    """A managed block found in a file: its place in bytes, the hash it claims, the hash it has."""

    start: int
    end: int
    claimed: str
    actual: str
    body: str

    @property
    def edited(self) -> bool:
        """Whether somebody changed the text inside."""
        return self.claimed != self.actual


@dataclass(frozen=True, slots=True)
class Fitted:
    """The rules that go into a block of a given size, and those that did not fit."""

    rules: tuple[Rule, ...]
    left_out: tuple[Rule, ...]


def body_of(rules: Sequence[Rule], *, quotes: bool = False) -> str:
    """Writes the rules as the Markdown that stands between the markers, lines ended by LF; "" for no rules."""
    if not rules:
        return ""
    parts = [HEADING, "", NOTE]
    narrower = _narrower(rules)
    for title, kinds in _SECTIONS:
        lines = [
            line
            for rule in rules
            if rule.kind in kinds
            for line in _rule_lines(rule, quotes, narrower.get(rule.id, ()))
        ]
        if lines:
            parts += ["", title, ""] if title else [""]
            parts += lines
    return "\n".join(parts) + "\n"


def fit(best_first: Sequence[Rule], room: int, *, quotes: bool = False) -> Fitted:
    """Takes whole rules, best first, as long as the finished block stays within `room` bytes."""
    frame = len(_framed("", "\n")) + len(HEADING) + len(NOTE) + 6
    left = room - frame - sum(len(title) + 3 for title, _ in _SECTIONS if title)
    taken, rest = [], []
    narrower = _narrower(best_first)
    for rule in best_first:
        lines = _rule_lines(rule, quotes, narrower.get(rule.id, ()))
        cost = sum(len(line.encode()) + 2 for line in lines)
        if cost <= left:
            left -= cost
            taken.append(rule)
        else:
            rest.append(rule)
    return Fitted(tuple(taken), tuple(rest))


def digest_of(body: str) -> str:
    """The hash of a block's body; line endings do not count, so a checkout with CRLF is not an edit."""
    return sha256(body.replace("\r\n", "\n").encode("utf-8", "surrogateescape")).hexdigest()


def find_block(data: bytes) -> Block | None:
    """Finds the managed block. Raises BadState when its markers are torn, NewerSchema when a newer `cm` wrote it."""
    if data.startswith(_WIDE_BOMS):
        raise BadState("the file is UTF-16", hint="save it as UTF-8 first")
    begins, ends = list(_BEGIN.finditer(data)), list(_END.finditer(data))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        places = ", ".join(str(_line_of(data, found.start())) for found in [*begins, *ends])
        raise BadState(
            f"the markers of the cm block do not pair up (lines {places})",
            hint=f"leave one `{EXPORT_BEGIN} … -->` and one `{EXPORT_END}`, or delete them all, and run it again",
        )
    begin, end = begins[0], ends[0]
    if int(begin[1]) > VERSION:
        raise NewerSchema(f"the cm block was written by a newer cm (v={int(begin[1])})", hint="upgrade cm")
    body = data[begin.end() : end.start()].decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    body = body.removeprefix("\n")
    return Block(begin.start(), end.end(), begin[2].decode(), digest_of(body), body)


def put_block(data: bytes, body: str) -> bytes:
    """Puts the body into its block: in place when there is one, else at the end after an empty line."""
    found = find_block(data)
    newline = newline_of(data[found.start : found.end] if found else data)
    block = _framed(body, newline).encode("utf-8", "surrogateescape")
    if found:
        return data[: found.start] + block + data[found.end :]
    return data + pad_before(data) + block + newline.encode()


def pad_before(data: bytes) -> bytes:
    """What is put between the user's text and a block that is appended to it."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    if not text:
        return b""
    newline = newline_of(data).encode()
    return newline if text.endswith((b"\n", b"\r")) else newline * 2


def take_out(data: bytes, pad: int = -1) -> bytes:
    """Removes the block with the line break after it and `pad` bytes before it; -1 takes one empty line."""
    found = find_block(data)
    if not found:
        return data
    newline = newline_of(data).encode()
    before, after = data[: found.start], data[found.end :]
    if after.startswith((b"\r\n", b"\n")):
        after = after[2 if after.startswith(b"\r\n") else 1 :]
    if pad < 0:
        pad = len(newline) if before.endswith(newline * 2) else 0
    ending = before[len(before) - pad :] if pad else b""
    if pad and ending.strip(b"\r\n") == b"" and len(before) >= pad:
        before = before[: len(before) - pad]
    return before + after


def newline_of(data: bytes) -> str:
    """The line ending a file uses: that of its first line, LF when it has none."""
    first = data.find(b"\n")
    return "\r\n" if first > 0 and data[first - 1 : first] == b"\r" else "\n"


def head_for(name: str) -> str:
    """What a new file of this name must start with before its block can work."""
    return MDC_HEAD if name.endswith(".mdc") else ""


def is_bare(data: bytes, name: str) -> bool:
    """Whether a file without its block holds nothing of the user's."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    return text.strip() in ("", head_for(name).strip())


def inert(text: str) -> str:
    """One line of Markdown that cannot open or close a comment, a block of ours or an envelope."""
    line = _SPACE.sub(" ", text.encode("utf-8", "replace").decode()).strip()
    line = line.replace("<!--", "&lt;!--").replace("-->", "--&gt;")
    return re.sub(rf"<(?=/?{TAG}\b)", "&lt;", line, flags=re.IGNORECASE)


def _framed(body: str, newline: str) -> str:
    text = f"{EXPORT_BEGIN} v={VERSION} sha256={digest_of(body)} -->\n{body}{EXPORT_END}"
    return text.replace("\n", newline)


def _narrower(rules: Sequence[Rule]) -> Mapping[str, Sequence[str]]:
    """For which rule of the file each one makes way: both stand in it, so the wider one has to say so."""
    here = {rule.id for rule in rules}
    found: dict[str, list[str]] = {}
    for rule in sorted(rules, key=lambda rule: rule.id):
        for wider in rule.overrules:
            if wider in here and wider != rule.id:
                found.setdefault(wider, []).append(rule.id)
    return found


def _rule_lines(rule: Rule, quotes: bool, narrower: Sequence[str] = ()) -> Iterable[str]:
    facets = [f"`{value}`" for name, value in rule.scope.facets() if name != "project"]
    where = f"({', '.join(inert(facet) for facet in facets)}) " if facets else ""
    but = f" (not where {' or '.join(f'[{name}]' for name in narrower)} holds)" if narrower else ""
    span = span_said(rule.valid.since, rule.valid.until) if rule.valid else ""
    yield f"- {where}{inert(rule.text)}{f' ({inert(span)})' if span else ''} [{rule.id}]{but}"
    if rule.why:
        yield f"  Why: {inert(rule.why)}"
    if quotes:
        for item in [each for each in rule.evidence if each.quote][:1]:
            yield f"  {item.by}: “{inert(item.quote)}”"


def _line_of(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1
