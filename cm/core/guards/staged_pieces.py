"""What would be run of a file: pieces of one language, and the statements in which their lines belong together.

Pure and of the standard library alone, like all of `staged*.py`, which is copied beside the guard of a repository. A statement is
found by quotes, brackets, here-documents and line ends; whoever reads it really is the engine (`guards/runtime.py`).
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any

LONGEST = 400  # lines of one statement; what is longer was misread


class Piece:
    """Something that would be run: its language, and its lines, each with the number it has in the file."""

    __slots__ = ("language", "lines", "whole")

    def __init__(self, language: str, lines: list[tuple[int, str]], *, whole: bool = False) -> None:
        self.language = language  # sh, powershell, cmd, sql, python3, node, ruby, php, perl
        self.lines = lines
        self.whole = whole  # one command, however many lines


class Statement:
    """Some lines that are read together."""

    __slots__ = ("first", "last", "text")

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        self.first, self.last = lines[0][0], lines[-1][0]
        self.text = "\n".join(text for _, text in lines)

    def has(self, numbers: Collection[int]) -> bool:
        """Whether one of these lines is in it."""
        return any(number in numbers for number in range(self.first, self.last + 1))


def statements(piece: Piece) -> Iterator[Statement]:
    """The lines of a piece in groups that are read together."""
    if piece.language == "sql":
        return _grouped(piece.lines, _SqlState())
    if piece.language == "sh":
        return _grouped(piece.lines, _ShellState())
    if piece.language in ("powershell", "cmd"):
        return _grouped(piece.lines, _TailState("`" if piece.language == "powershell" else "^"))
    return _grouped(piece.lines, _CodeState(piece.language))


def _grouped(lines: Iterable[tuple[int, str]], state: Any) -> Iterator[Statement]:
    group: list[tuple[int, str]] = []
    for number, line in lines:
        group.append((number, line))
        if not state.goes_on(line) or len(group) >= LONGEST:
            state.reset()
            if any(text.strip() for _, text in group):
                yield Statement(group)
            group = []
    if group and any(text.strip() for _, text in group):
        yield Statement(group)


class _ShellState:
    """Quotes, parentheses, here-documents and line ends of a shell script, as far as telling statements apart needs."""

    __slots__ = ("depth", "documents", "quote")

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begins a new statement."""
        self.quote, self.depth = "", 0
        self.documents: list[tuple[str, bool]] = []

    def goes_on(self, line: str) -> bool:
        """Whether the statement goes on after this line."""
        if self.documents and not self.quote:
            word, tabs = self.documents[0]
            if (line.lstrip("\t") if tabs else line) == word:
                self.documents.pop(0)
            return bool(self.documents) or self.depth > 0
        at, end, starts = 0, len(line), []
        while at < end:
            char = line[at]
            if self.quote == "'":
                self.quote = "" if char == "'" else "'"
            elif char == "\\":
                at += 1
            elif self.quote == '"':
                self.quote = "" if char == '"' else '"'
            elif char in "'\"":
                self.quote = char
            elif char == "#" and (at == 0 or line[at - 1] in " \t;(&|"):
                line = line[:at]
                break
            elif char == "(":
                self.depth += 1
            elif char == ")":
                self.depth = max(0, self.depth - 1)
            elif line.startswith("<<", at) and not line.startswith("<<<", at):
                found = re.match(r"<<(-?)\s*(?:'([^']*)'|\"([^\"]*)\"|\\?([\w.!@+-]+))", line[at:])
                if found:
                    starts.append(
                        (found.group(2) or found.group(3) or found.group(4) or "", bool(found.group(1)))
                    )
                    at += found.end() - 1
            elif line.startswith("<<<", at):
                at += 2
            at += 1
        self.documents += starts
        bare = line.rstrip()
        tail = bare.endswith(("|", "&&", "||")) or (bare.endswith("\\") and not bare.endswith("\\\\"))
        return bool(self.quote or self.depth or self.documents or tail)


class _SqlState:
    """Statements end with `;` outside of strings, comments and dollar quotes."""

    __slots__ = ("comment", "dollar", "quote")

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Begins a new statement."""
        self.quote = self.dollar = ""
        self.comment = False

    def goes_on(self, line: str) -> bool:
        """Whether the statement goes on after this line."""
        at, ended = 0, False
        while at < len(line):
            if self.comment:
                self.comment = not line.startswith("*/", at)
                at += 1 if self.comment else 2
                continue
            if self.dollar:
                if line.startswith(self.dollar, at):
                    at += len(self.dollar)
                    self.dollar = ""
                    continue
            elif self.quote:
                self.quote = "" if line[at] == self.quote else self.quote
            elif line.startswith("--", at):
                break
            elif line.startswith("/*", at):
                self.comment = True
            elif line[at] in "'\"`":
                self.quote = line[at]
            elif line[at] == "$" and (tag := re.match(r"\$\w*\$", line[at:])):
                self.dollar = tag.group()
                at += len(self.dollar)
                continue
            elif line[at] == ";":
                ended = True
            elif not line[at].isspace():
                ended = False
            at += 1
        blank = not line.strip() or line.lstrip().startswith("--")
        return not (ended or blank) or bool(self.quote or self.dollar or self.comment)


class _TailState:
    """A line goes on when it ends with a sign, or while a bracket is open."""

    __slots__ = ("depth", "sign")

    def __init__(self, sign: str) -> None:
        self.sign, self.depth = sign, 0

    def reset(self) -> None:
        """Begins a new statement."""
        self.depth = 0

    def goes_on(self, line: str) -> bool:
        """Whether the statement goes on after this line."""
        self.depth += line.count("(") - line.count(")")
        return line.rstrip().endswith((self.sign, "|")) or self.depth > 0


class _CodeState:
    """Brackets and strings over several lines of Python, JavaScript and their like."""

    __slots__ = ("comment", "depth", "language", "quote")

    def __init__(self, language: str) -> None:
        self.language = language
        self.reset()

    def reset(self) -> None:
        """Begins a new statement."""
        self.quote, self.depth, self.comment = "", 0, False

    def goes_on(self, line: str) -> bool:
        """Whether the statement goes on after this line."""
        at = 0
        while at < len(line):
            char = line[at]
            if self.quote:
                if char == "\\":
                    at += 1
                elif line.startswith(self.quote, at):
                    at += len(self.quote) - 1
                    self.quote = ""
            elif (char == "#" and self.language != "node") or (
                line.startswith("//", at) and self.language in ("node", "php")
            ):
                break
            elif char in "\"'" or (char == "`" and self.language != "python3"):
                triple = char * 3
                self.quote = triple if self.language == "python3" and line.startswith(triple, at) else char
                at += len(self.quote) - 1
            elif char in "([":
                self.depth += 1
            elif char in ")]":
                self.depth = max(0, self.depth - 1)
            at += 1
        if len(self.quote) == 1 and self.quote != "`":  # such a string ends with its line
            self.quote = ""
        if not self.quote and line.rstrip().endswith(
            ("{", "=>")
        ):  # what is inside of a block stands for itself
            self.depth = 0
            return False
        return bool(self.quote or self.depth) or line.rstrip().endswith("\\")
