"""Single statements out of what other tools keep as memory: instruction files, notes in Markdown, rows and exports.

Pure, and nothing in a text makes it raise. What `cm` or another memory tool put into a file by itself is no statement of
anybody's and left out, and so is what is hidden from who reads the page. Not here: finding and reading the files
(`store/foreign_stores.py`), judging them (`flows/audit_store.py`), which sentences of a project's own pages are facts
(`core/reading/statements.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from cm.core.language.grammar import gives_orders
from cm.core.reading.visible import NOTHING, Open, visible
from cm.model.envelope import EXPORT_BEGIN, EXPORT_END

Writer: TypeAlias = Literal["person", "machine"]
"""Whose words they are taken for: a file that people keep, or what a program wrote down by itself."""
Kind: TypeAlias = Literal["rule", "fact", "preference"]

_BULLET: Final = re.compile(r"(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s|\s*(?:=+|-{3,}|\*{3,}|_{3,})\s*$|\s*\|")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ`\"“])")
_MARKS: Final = re.compile(r"^\*\*([^*]{1,60}?)\*\*\s*[:–—-]\s*")
_OBSERVATION: Final = re.compile(r"\s*[-*] \[([^\]\[()\s][^\]\[()]{1,39})\] (.+)")
_RELATION: Final = re.compile(r"\s*[-*] ([\w -]{1,40}?) \[\[([^\]\[]{1,120})\]\]")
_TAG: Final = re.compile(r"(?<!\S)#([\w/-]{1,40})")
_CONTEXT: Final = re.compile(r"\s*\([^()]{1,200}\)\s*$")
_FIELD: Final = re.compile(r"^([\w-]{1,40}):[ \t]*(.*)$")
_TAGS: Final = re.compile(r"<([A-Za-z][\w.:-]{0,63})")
_HIDDEN: Final = "\0"
_GAP: Final = re.compile(r"<\s{3,}")  # what is left of a comment or a hidden element
_IMPORT: Final = re.compile(r"(?<![\w`@./])@((?:~/|\.{1,2}/|/)?[\w.+-]+(?:/[\w.+-]+)*)")
_CODE: Final = re.compile(r"`[^`\n]*`")
_SHORTEST: Final = 12
_LONGEST: Final = 600


def _none(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a store says."""

    text: str
    line: int = 0
    kind: Kind = "rule"
    about: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """What is in a file of Markdown."""

    statements: tuple[Statement, ...]
    lines: tuple[
        tuple[int, str], ...
    ]  # outside of code, with what nobody sees when it is shown; to be screened
    own: tuple[int, ...] = ()  # lines that `cm` wrote
    foreign: tuple[int, ...] = ()  # lines that another memory tool wrote
    imports: tuple[tuple[int, str], ...] = ()  # `@path`
    always: bool = True  # of a file with front matter: whether it is read at every start


def front_matter(text: str) -> tuple[dict[str, str], int]:
    """The plain fields at the head of a Markdown file, and how many lines they take."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != "---":
        return {}, 0
    fields: dict[str, str] = {}
    for number, line in enumerate(lines[1:200], 2):
        if line.strip() == "---":
            return fields, number
        if found := _FIELD.match(line):
            fields[found[1]] = found[2].strip().strip("\"'")
    return {}, 0


def read_markdown(text: str, injected: Callable[[str], object]) -> Text:
    """Takes a file apart; a note of basic-memory by its observations and relations, anything else by bullets and sentences.

    `injected` tells of a tag whether another program put into the file what stands in it.
    """
    fields, head = front_matter(text)
    if is_note(fields):
        return _note(text, fields, head)
    found: list[Statement] = []
    shown: list[tuple[int, str]] = []
    own: list[int] = []
    foreign: list[int] = []
    imports: list[tuple[int, str]] = []
    held: list[str] = []
    begun = 0
    bullet = ours = False
    inside = NOTHING

    def close() -> None:
        nonlocal bullet
        words = " ".join(part.strip() for part in held).strip()
        held.clear()
        for said in [words] if bullet else _SENTENCE.split(words):
            found.extend(filter(None, (_statement(said, begun),)))
        bullet = False

    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if number <= head:
            continue
        if inside.kind != "code" and (EXPORT_BEGIN in line or ours):
            close()
            own.append(number)
            ours = EXPORT_END not in line
            continue
        before = inside
        seen, inside = _seen(line, before, injected)
        if "code" in (before.kind, inside.kind):
            close()
            continue
        if line.strip():
            shown.append((number, line))
        tags = {before.mark, inside.mark, *(_TAGS.findall(line) if seen != line else ())}
        if any(tag and injected(tag) for tag in tags):
            foreign.append(number)
        imports += ((number, name[1]) for name in _IMPORT.finditer(_CODE.sub("", seen)))
        item = _BULLET.match(seen)
        if not seen.strip() or _HEADING.match(seen):
            close()
        elif item is not None:
            close()
            held, begun, bullet = [item[2]], number, True
        else:
            begun = begun if held else number
            held.append(seen)
    close()
    always = fields.get("alwaysApply", "true" if not fields else "false").lower() == "true"
    return Text(tuple(found), tuple(shown), tuple(own), tuple(foreign), tuple(imports), always)


def _seen(line: str, inside: Open, injected: Callable[[str], object]) -> tuple[str, Open]:
    """What of a line is seen, with a mark where something hidden stands between its words: no sentence goes over that."""
    seen, after = visible(line, inside, injected)
    if seen != line:
        seen = _GAP.sub(_HIDDEN, seen).rstrip(f"{_HIDDEN} ")
    if inside.kind in ("comment", "element") and seen.strip():
        seen = f"{_HIDDEN}{seen}"
    return seen, after


def is_note(fields: Mapping[str, str]) -> bool:
    """Whether the head of a file is that of a note of basic-memory."""
    return "permalink" in fields and "title" in fields


def _note(text: str, fields: Mapping[str, str], head: int) -> Text:
    title = fields.get("title", "")
    found: list[Statement] = []
    shown: list[tuple[int, str]] = []
    inside = NOTHING
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if number <= head or not line.strip():
            continue
        shown.append((number, line))
        seen, inside = _seen(line, inside, _none)
        if said := _OBSERVATION.match(seen):
            words = _CONTEXT.sub("", said[2])
            tags = tuple(dict.fromkeys((said[1].strip().lower(), *_TAG.findall(words))))
            kind: Kind = "preference" if said[1].strip().lower() == "preference" else "fact"
            if (one := _statement(_TAG.sub("", words), number)) is not None:
                found.append(Statement(one.text, number, kind, title, tags))
        elif tied := _RELATION.match(seen):
            verb = tied[1].strip().replace("_", " ")
            found.append(Statement(f"{title} {verb} {tied[2].strip()}.", number, "fact", title))
    return Text(tuple(found), tuple(shown))


def items_of(value: Any) -> Sequence[Any]:
    """The list in an export, whatever it is called there."""
    for name in ("results", "memories", "data"):
        if isinstance(value, dict) and isinstance(value.get(name), list):
            value = value[name]
            break
    return value if isinstance(value, list) else ()


def read_export(value: Any) -> tuple[Statement, ...] | None:
    """The memories of a mem0 export, whatever list they are in; None when it is none."""
    found: list[Statement] = []
    rows = 0
    for number, item in enumerate(items_of(value), 1):
        if isinstance(item, dict) and isinstance(words := item.get("memory", item.get("text")), str):
            rows += 1
            listed = item.get("categories")
            tags = tuple(tag for tag in listed if isinstance(tag, str)) if isinstance(listed, list) else ()
            who = item.get("user_id")
            if (one := _statement(words, number)) is not None:
                found.append(
                    Statement(
                        one.text, number, "fact", "user" if isinstance(who, str) and who else "", tags[:8]
                    )
                )
    return tuple(found) if rows else None


def read_rows(rows: Sequence[tuple[int, str, Sequence[Any]]]) -> tuple[Statement, ...]:
    """Statements of rows (number, project, texts) of a database; a text may be the JSON of a list of them."""
    found: list[Statement] = []
    for number, project, texts in rows:
        about = f"project:{project}" if project else ""
        said = dict.fromkeys(part for text in texts for part in _parts(text))
        found += (
            Statement(one.text, number, "fact", about)
            for words in said
            if (one := _statement(words, number)) is not None
        )
    return tuple(found)


def _parts(text: Any) -> Iterator[str]:
    if not isinstance(text, str):
        return
    if text.lstrip().startswith("["):
        try:
            listed = json.loads(text)
        except (ValueError, RecursionError):
            listed = None
        if isinstance(listed, list):
            yield from (item for item in listed if isinstance(item, str))
            return
    for line in text.splitlines():
        yield from _SENTENCE.split(line.strip())


def _is_file(name: str) -> bool:
    return name.startswith(("/", "~", ".")) or name.lower().endswith((".md", ".mdc", ".txt"))


def _statement(words: str, line: int) -> Statement | None:
    """A sentence that says something, without the emphasis of its first words."""
    text = " ".join(_MARKS.sub(r"\1: ", words.strip()).split())
    if (
        not _SHORTEST <= len(text) <= _LONGEST
        or " " not in text
        or _HIDDEN in text
        or text.startswith(("<", "![", "@", "[!["))
        or text.endswith(":")
        or any(
            _is_file(found[1]) for found in _IMPORT.finditer(text)
        )  # another file says something, not this one
    ):
        return None
    return Statement(text, line, "rule" if gives_orders(text) else "fact")
