"""Cuts what was erased out of the bytes of any file of ours: JSON, JSON lines, playbooks in YAML, and any other text.

Bytes in, bytes out, and the same for a blob of an old commit as for a file of today; what the bytes are is seen from them,
not from a name. Nothing is written here: which files there are is `store/leftovers.py`, the git history `store/rewriting.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from cm.core.serving.tombstones import ERASED, Tombstones, erased_whole
from cm.errors import CmError
from cm.model.rule import Rule
from cm.store.emit import item_text
from cm.store.layout import layout_of
from cm.store.lines import json_line
from cm.store.playbook import document_of
from cm.store.schema import rule_of, rule_to_data

_IDS: Final = frozenset(
    ("id", "tx", "event", "of", "undoes", "rule", "rules", "replaces", "replaced_by", "contests", "overrules", "settled",
     "events", "sha256", "schema", "t", "kind", "by", "at", "verdict", "state")
)  # fmt: skip
"""Fields that hold no words of anybody."""
_ABOUT_RULE: Final = ("reason", "note", "notes", "text", "say", "proposed")
_ABOUT_SESSION: Final = ("reason", "note", "notes", "text", "task", "quote", "title", "say", "proposed")
_WORDS: Final = ("say", "proposed")
_YAML: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?(?:[ \t]*#[^\n]*\n|[ \t]*\r?\n)*(?:schema|rules)[ \t]*:", re.MULTILINE
)
_PLAIN_SCALAR: Final = re.compile(
    r"^(?P<lead>[ \t]*(?:- +)?(?:[\w.\-]+:[ \t]+)?)(?P<value>" + re.escape(ERASED) + r"[^\n]*)$", re.MULTILINE
)
_SESSION: Final = re.compile(r"""session["']?\s*:\s*["']?([\w.\-]+/[^\s"',}#]+)""")
_LINE_MEMO: Final = 400_000


class Knife:
    """What is to be cut: texts by their tombstones, rules and sessions by their names."""

    def __init__(
        self,
        stones: Tombstones,
        *,
        rules: frozenset[str] = frozenset(),
        sessions: Mapping[str, str] | None = None,
        files: Iterable[str] = (),
    ) -> None:
        self.stones = stones
        self.rules = rules
        self.files = frozenset(files)  # below the home; they leave it, and its history, whole
        self.sessions = dict(sessions or {})  # name -> what stands in its place
        names = [
            *self.sessions,
            *(native for name in self.sessions if len(native := name.partition("/")[2]) >= 8),
        ]
        self._session = (
            re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True)))) if names else None
        )
        self._rule = re.compile("|".join(map(re.escape, sorted(rules)))) if rules else None
        # sessions whose names are not known any more, by their tombstones
        self._keyed = any(stone.sessions for stone in stones.stones)
        self._items: dict[str, tuple[str, int]] = {}
        self._lines: dict[bytes, tuple[bytes | None, int]] = {}
        self.cuts = 0

    # --- bytes

    def cleaned(self, data: bytes) -> bytes:
        """The bytes without what was erased; the very same object when they hold nothing of it."""
        if not data or (b"\0" in data[:8192] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))):
            return data
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = data.decode("utf-16", "surrogatepass" if len(data) % 2 == 0 else "replace")
            new = self.text(text)
            return data if new == text else new.encode("utf-16", "surrogatepass")
        head = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
        if head in (b"{", b"["):
            return self._json(data)
        if _YAML.search(data[:65536]):
            return self._yaml(data)
        return self._raw(data)

    def held(self, data: bytes) -> bool:
        """Whether bytes that may be anything hold it as plain text."""
        return self._raw(data) is not data

    # --- kinds of files

    def _json(self, data: bytes) -> bytes:
        lines = data.split(b"\n")
        first = next((line for line in lines if line.strip()), b"")
        if _loaded(first) is None:  # one document over many lines
            whole = _loaded(data)
            if whole is None:
                return self._by_line(lines, data)
            new = self.value(whole[0])
            if new == whole[0]:
                return data
            text = json.dumps(new, ensure_ascii=False, indent=1, sort_keys=True)
            return text.encode("utf-8", "replace") + (b"\n" if data.endswith(b"\n") else b"")
        return self._by_line(lines, data)

    def _by_line(self, lines: list[bytes], data: bytes) -> bytes:
        out: list[bytes] = []
        same = True
        for line in lines:
            if line in self._lines:
                new, cuts = self._lines[line]
                self.cuts += cuts
            else:
                if len(self._lines) > _LINE_MEMO:
                    self._lines.clear()
                before = self.cuts
                new = self._line(line)
                if len(line) < 65536:
                    self._lines[line] = new, self.cuts - before
            out.append(line if new is None else new)
            same = same and new is None
        return data if same else b"\n".join(out)

    def _line(self, line: bytes) -> bytes | None:
        """A line without it; None when it holds nothing of it."""
        if not line.strip():
            return None
        text = line.decode("utf-8", "surrogateescape")
        if not self._may_hold(text):
            return None
        found = _loaded(line)
        if found is None:
            new = self.text(text)
            return None if new == text else new.encode("utf-8", "surrogateescape")
        value = self.value(found[0])
        if value == found[0]:
            return None
        return json_line(value).rstrip(b"\n") if isinstance(value, dict) else json.dumps(value).encode()

    def _yaml(self, data: bytes) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        new = self.playbook_text(text)
        return data if new == text else new.encode("utf-8", "surrogateescape")

    def playbook_text(self, text: str) -> str:
        """A playbook without the erased rules, and without what was erased in the others, comments included."""
        layout = layout_of(text)
        if layout is None:
            return self._quoted(self.text(text)) if self._may_hold(text) else text
        pieces: list[str] = []
        at = 0
        for item in layout.items:
            pieces += [
                self._beside(text[at : item.start]),
                self._item(text[item.start : item.end], item.indent, layout.newline),
            ]
            at = item.end
        return "".join([*pieces, self._beside(text[at:])])

    def _item(self, block: str, indent: int, newline: str) -> str:
        """One item of a playbook; the same item stands in many commits."""
        known = self._items.get(block)
        if known is not None:
            self.cuts += known[1]
            return known[0]
        before = self.cuts
        new = self._item_anew(block, indent, newline) if self._may_hold(block) else block
        if len(self._items) > _LINE_MEMO:
            self._items.clear()
        self._items[block] = new, self.cuts - before
        return new

    def _item_anew(self, block: str, indent: int, newline: str) -> str:
        try:
            rules = list(document_of(Path("playbook.yaml"), "rules:\n" + block).playbook)
        except CmError:
            rules = []
        if len(rules) != 1:
            return self._quoted(self.text(block))
        new = self.rule(rules[0])
        if new is None:
            return ""
        if new != rules[0]:
            block = item_text(rule_to_data(new), indent, newline)
        return self._beside(block)  # comments inside of it

    def _beside(self, text: str) -> str:
        """Comments, and items that are no rules."""
        new = self.text(text) if text.strip() else text
        return text if new == text else self._quoted(new)

    def _raw(self, data: bytes) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        new = self.text(text)
        return data if new == text else new.encode("utf-8", "surrogateescape")

    def _quoted(self, text: str) -> str:
        """A plain scalar of YAML may not begin with a bracket."""
        return _PLAIN_SCALAR.sub(
            lambda found: found["lead"] + json.dumps(found["value"], ensure_ascii=False), text
        )

    # --- values

    def rule(self, rule: Rule) -> Rule | None:
        """A rule without it; None when the rule goes with it."""
        if rule.id in self.rules:
            self.cuts += 1
            return None
        data = rule_to_data(rule)
        new = self.value(data)
        if new == data:
            return rule
        if self._is_gone(new):
            return None
        read = rule_of(new)
        return read if isinstance(read, Rule) else None

    def value(self, value: Any, field: str = "", event: str = "") -> Any:
        """A decoded value without it, whatever its shape."""
        if isinstance(value, str):
            if field in _IDS:
                return value
            return self.text(value, event)
        if isinstance(value, list):
            new = [self.value(each, field) for each in value if not self._is_erased_rule(each)]
            if field in ("contests", "overrules", "settled", "replaces"):
                new = [each for each in new if each not in self.rules]
            return [each for each in new if not (isinstance(each, dict) and self._is_gone(each))]
        if isinstance(value, dict):
            return self._mapping(value)
        return value

    def text(self, text: str, event: str = "") -> str:
        """A text without it."""
        cut = self.stones.cut(text, event)
        new = cut.text
        if self._session is not None:
            new = self._session.sub(self._pseudonym, new)
        self.cuts += cut.spans
        return new

    def message(self, text: str) -> str:
        """A commit's message: what a line says of an erased rule goes, whatever words it has."""
        if self._rule is not None and self._rule.search(text):
            text = "\n".join(self._message_line(line) for line in text.split("\n"))
        return self.text(text)

    def _message_line(self, line: str) -> str:
        found = self._rule.search(line) if self._rule is not None else None
        if found is None or line.endswith(ERASED):
            return line
        head, colon, _ = line[found.end() :].partition(": ")
        return f"{line[: found.end()]}{head}: {ERASED}" if colon else line

    def name(self, path: str) -> str:
        """A path of which every part that holds it is called otherwise."""
        return "/".join(
            self.stones.cut(part, put="erased").text if part else part for part in path.split("/")
        )

    def _mapping(self, value: dict[str, Any]) -> dict[str, Any]:
        event = value["id"] if value.get("t") == "e" and isinstance(value.get("id"), str) else ""
        new = {
            (self.text(key) if isinstance(key, str) and key not in _IDS else key): self.value(
                each, key, event
            )
            for key, each in value.items()
        }
        session = value.get("session")
        if isinstance(session, str) and (session in self.sessions or self.stones.holds_session(session)):
            self._blank(new, _ABOUT_SESSION)
            if "quote" in new:  # evidence: who said it stays, what and where does not
                new.pop("span", None)
                new.pop("event", None)
        if self.rules:
            if value.get("rule") in self.rules:
                self._blank(new, _ABOUT_RULE)
            about = value.get("rules")
            if isinstance(about, list) and "verdict" in value and self.rules.intersection(map(str, about)):
                self._blank(new, _WORDS)
        quotes = value.get("quotes")
        told = [str(each).partition("#")[0] for each in quotes] if isinstance(quotes, list) else []
        if self.sessions and told and "verdict" in value and all(each in self.sessions for each in told):
            self._blank(new, _WORDS)
        if (
            "contests" in value
            and new.get("state") == "contested"
            and value["contests"]
            and not new.get("contests")
        ):
            new["state"] = "active"
            new.pop("contests", None)
        return new

    def _blank(self, value: dict[str, Any], names: tuple[str, ...]) -> None:
        for name in names:
            if isinstance(value.get(name), str) and value[name] and value[name] != ERASED:
                value[name] = ERASED
                self.cuts += 1

    def _is_erased_rule(self, value: Any) -> bool:
        if not (self.rules and isinstance(value, dict) and isinstance(value.get("text"), str)):
            return False
        if value.get("id") in self.rules:
            self.cuts += 1
            return True
        return False

    def _is_gone(self, value: dict[str, Any]) -> bool:
        """A rule of which no word is left."""
        text = value.get("text")
        return (
            isinstance(text, str)
            and "origin" in value
            and (erased_whole(text) or value.get("id") in self.rules)
        )

    def _may_hold(self, text: str) -> bool:
        return self._named(text) or self.stones.may_hold(text)

    def _named(self, text: str) -> bool:
        if self._session is not None and self._session.search(text):
            return True
        if self._rule is not None and self._rule.search(text):
            return True
        return self._keyed and any(map(self.stones.holds_session, _SESSION.findall(text)))

    def _pseudonym(self, found: re.Match[str]) -> str:
        self.cuts += 1
        name = found.group()
        if name in self.sessions:
            return self.sessions[name]
        return next(put for full, put in self.sessions.items() if full.endswith("/" + name)).partition("/")[2]


def _loaded(data: bytes) -> tuple[Any] | None:
    try:
        return (json.loads(data),)
    except (ValueError, RecursionError):
        return None
