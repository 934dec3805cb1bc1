"""Which added lines of a diff would be run, and what a guard says of them: `found_in` for one file, `entries` and `added` for git's output.

Pure and of the standard library alone: it is copied as it stands beside the guard of a repository (`guards/git_hook.py`). A file is read
whole, since a line means what the lines around it make of it; what is told is only what the added lines bring. Which lines of which
kind of file are run: `staged_kinds.py`. Judging is the engine's (`guards/runtime.py`), handed in as a function.
"""

from __future__ import annotations

import re

from cm.core.guards.staged_kinds import kind_of, pieces
from cm.core.guards.staged_pieces import Piece, Statement, statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any

    Judge = Callable[[str, str, Collection[str]], Any]  # text, language, ids that are let pass -> a verdict

SAYS = re.compile(r"cm-guard:\s*allow\s+([\w.-]+)[ \t]*(.*)")
_CLOSERS = re.compile(r"(?:\*/|-->|#\}|\}\}|[\"',;)\s])+$")
# what starts a shell or deletes, in the languages whose files are not scripts of commands
_CALLS = {
    "python3": re.compile(
        r"\b(?:os\.(?:system|popen|exec\w*|spawn\w*|remove\w*|unlink|rmdir)|subprocess\b|Popen|check_call|check_output|getoutput|getstatusoutput"
        r"|create_subprocess_\w+|shutil\.(?:rmtree|move)|rmtree|pexpect\.\w+|system\(|run\(|local\(|sudo\(|session\.run)"
    ),
    "node": re.compile(
        r"\b(?:execSync|execFile\w*|spawn\w*|fork|execa\w*|shelljs|rimraf|rmSync|rmdirSync|unlinkSync|child_process|Deno\.(?:run|Command)|Bun\.\$|Bun\.spawn\w*)\b"
        r"|(?:^|[^.\w$])(?:exec|\$)\s*[(`]|\b(?:cp|shell|childProcess|child)\.exec\s*\(|\bfs\.(?:promises\.)?(?:rm|rmdir|unlink)\b"
    ),
    "ruby": re.compile(r"\b(?:system|exec|spawn|sh|Open3|popen|FileUtils|rm_rf)\b|`|%x"),
    "php": re.compile(r"\b(?:exec|shell_exec|system|passthru|popen|proc_open|unlink|rmdir)\s*\(|`"),
    "perl": re.compile(r"\b(?:system|exec|qx|unlink|rmtree|remove_tree)\b|`"),
}
_NAMED = re.compile(
    r"""^\s*(?:(?:const|let|var|export|final|my|our)\s+)?\$?([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?:?=\s*[rfb]?["'`\[]"""
)


class Entry:
    """One changed file as git names it."""

    __slots__ = ("mode", "path", "sha", "status")

    def __init__(self, mode: str, sha: str, status: str, path: str) -> None:
        self.mode, self.sha, self.status, self.path = mode, sha, status, path


class Found:
    """Something that the added lines of a file would run and that a trauma knows."""

    __slots__ = ("allowed", "bare", "line", "verdict")

    def __init__(self, line: int, verdict: Any, allowed: str = "", bare: bool = False) -> None:
        self.line = line
        self.verdict = verdict
        self.allowed = allowed  # "id reason" of the mark that lets it pass, "" when there is none
        self.bare = bare  # there is a mark, but it says no reason


def entries(raw: bytes) -> list[Entry]:
    """The files of `git diff --raw -z`, in its order."""
    found, parts, at = [], raw.split(b"\0"), 0
    while at < len(parts):
        fields = parts[at].lstrip(b"\n").split(b" ")
        if len(fields) < 5 or not fields[0].startswith(b":"):
            at += 1
            continue
        status = fields[4].decode("ascii", "replace")
        step = 2 if status[:1] in ("R", "C") else 1
        if at + step >= len(parts):
            break
        path = parts[at + step].decode("utf-8", "surrogateescape")
        found.append(
            Entry(
                fields[1].decode("ascii", "replace"), fields[3].decode("ascii", "replace"), status[:1], path
            )
        )
        at += step + 1
    return found


def added(patch: bytes, files: list[Entry]) -> list[frozenset[int]]:
    """For each of these files the numbers of its added lines, from `git diff -U0` of the same things in the same order.

    Hunks are walked by their counts, so that a line that looks like a header is a line.
    """
    found: list[set[int]] = []
    lines = patch.split(b"\n")
    at, left = 0, 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith(b"diff --git "):
            found.append(set())
            continue
        head = re.match(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
        if not head or not found:
            continue
        old = int(head.group(1) or 1)
        number, new = int(head.group(2)), int(head.group(3) or 1)
        left = old + new
        while left > 0 and at < len(lines):
            text = lines[at]
            at += 1
            if text.startswith(b"\\"):
                continue
            if text.startswith(b"+"):
                found[-1].add(number)
                number += 1
            left -= 1
    result, given = [], iter(found)
    for file in files:
        mine = next(given, set())
        if file.status == "T":  # another type: what was there goes, what is there now comes, as two
            mine = next(given, mine)
        result.append(frozenset(mine))
    return result


def text_of(content: bytes, path: str, executable: bool) -> tuple[str, str]:
    """The kind of a file and its text; no kind for what is no text."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", "replace")
    else:
        text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    binary = b"\0" in content[:8000] and content[:2] not in (b"\xff\xfe", b"\xfe\xff")
    kind = kind_of(path, text[:200], executable and not binary)
    if binary and (not kind or content[:4] in (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")):
        return "", ""
    return kind, text.replace("\0", "")


def found_in(kind: str, text: str, numbers: Collection[int], judge: Judge) -> Iterator[Found]:
    """What the added lines of a file would run and a trauma knows; what an inline mark lets pass is told as let pass."""
    raw = text.split("\n")
    for piece in pieces(kind, text):
        mine = any(number in numbers for number, _ in piece.lines)
        if not mine and not _names_change(piece, raw, numbers):
            continue
        every = [Statement(piece.lines)] if piece.whole else list(statements(piece))
        new = [one for one in every if one.has(numbers)] or every[:1]
        if piece.language in _CALLS:
            yield from _calls(piece, every, numbers, raw, judge)
            continue
        script = not piece.whole and piece.language != "sql" and len(every) > 1
        # a statement that was cut out wrongly (an arm of a `case`) may look like another command than it is
        whole = judge("\n".join(text for _, text in piece.lines), piece.language, ()) if script else None
        told = False
        for one in new:
            for hit in _judged(one, one.text, piece.language, raw, judge):
                if whole is None or _is_borne_out(hit, whole):
                    told = True
                    yield hit
        if not told and whole is not None and whole.action not in ("allow", "unjudged"):
            yield from _together(piece, every, numbers, raw, judge, whole)


def _is_borne_out(hit: Found, whole: Any) -> bool:
    """Whether all of a script says what one statement of it says; where all of it could not be read, it need not."""
    if hit.verdict is None or whole.doubts or whole.action == "unjudged":
        return True
    return hit.verdict.id in (whole.id, *whole.others)


def _names_change(piece: Piece, raw: list[str], numbers: Collection[int]) -> bool:
    """Whether a value that is written elsewhere in the file and used here was added (variables of a Makefile)."""
    told = " ".join(text for _, text in piece.lines)
    for number in numbers:
        line = raw[number - 1] if 0 < number <= len(raw) else ""
        value = re.match(r"(?:export\s+)?[A-Za-z_][\w.-]*\s*[:?+]*=\s*(\S.*)$", line)
        if value and value.group(1).strip() in told:
            return True
    return False


def _together(
    piece: Piece, every: list[Statement], numbers: Collection[int], raw: list[str], judge: Judge, after: Any
) -> Iterator[Found]:
    """What only all of it shows: a variable set here and used there. It counts when it was not so without the added lines."""
    before = judge(
        "\n".join("" if number in numbers else text for number, text in piece.lines), piece.language, ()
    )
    known = {before.id, *before.others} - {""}
    fresh = {after.id, *after.others} - {""} - known
    if not fresh:
        return
    low, high = 0, len(every) - 1
    while low < high:  # the first statement with which it shows
        middle = (low + high) // 2
        text = "\n".join(text for number, text in piece.lines if number <= every[middle].last)
        verdict = judge(text, piece.language, ())
        if fresh & {verdict.id, *verdict.others}:
            high = middle
        else:
            low = middle + 1
    where = (
        every[low] if every[low].has(numbers) else next((one for one in every if one.has(numbers)), every[0])
    )
    whole = "\n".join(text for _, text in piece.lines)
    yield from _judged(where, whole, piece.language, raw, judge, known)


def _calls(
    piece: Piece, every: list[Statement], numbers: Collection[int], raw: list[str], judge: Judge
) -> Iterator[Found]:
    """Statements of a programming language that start a shell, with the names that they use."""
    calls = _CALLS[piece.language]
    held: dict[str, Statement] = {}
    for one in every:
        named = _NAMED.match(one.text)
        if named:
            held[named.group(1).lstrip("$")] = one
        if not calls.search(one.text) or one.text.lstrip().startswith(
            ("#", "//", "/*", "* ", '"', "'", 'r"')
        ):
            continue
        used = [
            held[name]
            for name in re.findall(r"[A-Za-z_]\w*", one.text)
            if name in held and held[name] is not one
        ]
        if one.has(numbers) or any(each.has(numbers) for each in used):
            text = "\n".join([*dict.fromkeys(each.text for each in used[:20]), one.text])
            yield from _judged(one, text, piece.language, raw, judge)


def _judged(
    one: Statement, text: str, language: str, raw: list[str], judge: Judge, passed: Collection[str] = ()
) -> Iterator[Found]:
    """What a trauma says of a statement, as often as another one is met after those that are let pass."""
    given, let = dict(_allowed(raw, one)), set(passed)
    for _ in range(10):
        verdict = judge(text, language, let)
        if verdict.action == "allow":
            return
        name = verdict.id
        if name and given.get(name):
            let.add(name)
            yield Found(one.first, verdict, f"{name} {given[name]}")
            continue
        yield Found(one.first, verdict, bare=name in given)
        return


def _allowed(raw: list[str], one: Statement) -> Iterator[tuple[str, str]]:
    """The marks on a statement's lines and on the line above them: id and reason."""
    for line in raw[max(0, one.first - 2) : one.last]:
        for match in SAYS.finditer(line):
            yield match.group(1), _CLOSERS.sub("", match.group(2)).strip()


def allows(text: str, line: str, name: str) -> bool:
    """Whether a text lets a line of it pass for this trauma: so that a later commit can say so."""
    raw = text.split("\n")
    return any(
        dict(_allowed(raw, Statement([(number, each)]))).get(name)
        for number, each in enumerate(raw, 1)
        if each.strip() == line.strip()
    )


__all__ = ["Entry", "Found", "added", "allows", "entries", "found_in", "text_of"]
