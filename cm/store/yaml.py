"""Parses YAML text: fast where it can be, and with the line of what is wrong where it cannot.

`ryaml` reads; `ruamel.yaml` stands in for what ryaml lacks (merge keys, tags, other interpreters). Both keep plain
times as text. Where the blocks of rules lie in a text is `store/layout.py`; writing is `store/emit.py`.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, ConflictMarkers, Unparsable
from cm.store.lines import read_bytes

_MARKERS: Final = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: .*)?$", re.MULTILINE)
_NEEDS_RUAMEL: Final = re.compile(r"^\s*(?:- )?<<\s*:|(?:[:\-,\[{]\s+)!", re.MULTILINE)
_ALIAS: Final = re.compile(r"(?:^|[\s,\[{:])\*[^\s*]", re.MULTILINE)
_MOST_VALUES: Final = 2_000_000
_AT_LINE: Final = re.compile(r"at line (\d+)")
_SMALL: Final = 300_000  # characters that the slow parser may be asked to look at again


def read_text(path: Path) -> str | None:
    """The text of a file, None when there is none; a byte order mark stays. Raises Unparsable for what is not UTF-8."""
    try:
        return read_bytes(path).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise _unparsable(path, line, "not UTF-8", "save the file as UTF-8") from error
    except OSError as error:
        raise BadState(
            f"cannot read {path}: {error.strerror}", hint="check the permissions of that file", path=str(path)
        ) from error


def parse(text: str, path: Path) -> Any:
    """Parses one document.

    Raises ConflictMarkers when git left its marks, Unparsable with file and line for anything that is not YAML.
    """
    if marker := _MARKERS.search(text):
        line = text.count("\n", 0, marker.start()) + 1
        raise ConflictMarkers(
            f"{path}:{line}: git left a conflict in this file",
            hint="choose what to keep between `<<<<<<<` and `>>>>>>>`, remove the marks, and run it again",
            path=str(path),
            line=line,
        )
    text = text.removeprefix("\ufeff")
    value = _parsed(text, path)
    if _ALIAS.search(text) and not _is_finite(value):
        line = text.count("\n", 0, text.index("*")) + 1
        raise _unparsable(path, line, "its aliases stand for more than can be read", "write them out")
    return value


def _parsed(text: str, path: Path) -> Any:
    with gc_paused():
        if _NEEDS_RUAMEL.search(text):
            return _ruamel(text, path)
        try:
            import ryaml
        except ImportError:  # no wheel for this interpreter
            return _ruamel(text, path)
        try:
            return ryaml.loads(text)  # type: ignore[attr-defined, unused-ignore]
        except ValueError as error:
            if len(text) <= _SMALL:
                return _ruamel(text, path)  # it knows more YAML, or says better what is wrong
            raise _unparsable(path, _line_in(str(error)) or _line_by_block(text), str(error)) from error


@contextmanager
def gc_paused() -> Iterator[None]:
    """Keeps the collector from walking thousands of new dicts while they are made; loads are 2-3 times as fast."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _is_finite(value: Any) -> bool:
    """Whether a value with every alias written out stays within bounds; each part is looked at once."""
    sizes: dict[int, float] = {}

    def size(part: Any) -> float:
        if not isinstance(part, dict | list):
            return 1
        known = sizes.get(id(part))
        if known is None:
            sizes[id(part)] = float("inf")  # met again inside itself, it has no end
            inner = part.values() if isinstance(part, dict) else part
            known = sizes[id(part)] = 1 + sum(map(size, inner))
        return known

    try:
        return size(value) <= _MOST_VALUES
    except RecursionError:
        return False


def _ruamel(text: str, path: Path) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.constructor import SafeConstructor
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    class AsText(SafeConstructor):
        """Times stay the text they are."""

    AsText.add_constructor("tag:yaml.org,2002:timestamp", SafeConstructor.construct_yaml_str)
    reader = YAML(typ="safe", pure=True)
    reader.Constructor = AsText
    reader.composer.warn_double_anchors = False
    try:
        return reader.load(text)
    except MarkedYAMLError as error:
        twice = "duplicate" in (error.problem or "")
        mark = error.problem_mark if twice else error.context_mark or error.problem_mark
        line = mark.line + 1 if mark is not None else 1
        said = " ".join(part for part in (error.problem, error.context) if part)
        raise _unparsable(path, line, said.strip()) from error
    except YAMLError as error:
        raise _unparsable(path, _line_in(str(error)) or 1, str(error).splitlines()[0]) from error
    except (ValueError, RecursionError, AttributeError, TypeError) as error:
        # a scalar that looks like a number or time and is none; keys that are lists
        raise _unparsable(path, 1, f"{type(error).__name__}: {error}") from error


def _line_in(message: str) -> int:
    """The last line a parser names is where the unfinished thing began."""
    found = _AT_LINE.findall(message)
    return int(found[-1]) if found else 0


def _line_by_block(text: str) -> int:
    """Finds the rule whose block does not parse by itself; for faults that a parser names no line for."""
    import ryaml

    from cm.store.layout import layout_of

    layout = layout_of(text)
    for item in layout.items if layout is not None else ():
        try:
            ryaml.loads(text[item.start : item.end])  # type: ignore[attr-defined, unused-ignore]
        except ValueError as error:
            return item.line + max(_line_in(str(error)) - 1, 0)
    return 1


def _unparsable(path: Path, line: int, said: str, hint: str = "") -> Unparsable:
    return Unparsable(
        f"{path}:{line}: not valid YAML: {said}",
        hint=hint or f"mend line {line} or what it belongs to; nothing was changed",
        path=str(path),
        line=line,
    )
