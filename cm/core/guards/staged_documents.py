"""The commands in YAML and JSON documents: steps of CI, package scripts, tasks; read line by line, with the lines they stand on.

Pure and of the standard library alone, like all of `staged*.py`. No parser of YAML: what is not found by indentation is no command.
"""

from __future__ import annotations

import json
import re

from cm.core.guards.staged_pieces import Piece

# the keys whose values are run, by the kind of the document
KEYS = {
    "actions": ("run",),
    "gitlab": ("script", "before_script", "after_script"),
    "steps": (
        "run", "script", "before_script", "after_script", "command", "commands", "bash", "pwsh", "powershell", "inlineScript", "install",
        "before_install", "after_success", "before_deploy", "cmds", "cmd", "sh", "args", "entry", "entrypoint", "preinstall", "postinstall",
    ),
    "ansible": (
        "shell", "command", "raw", "ansible.builtin.shell", "ansible.builtin.command", "ansible.builtin.raw", "cmd", "win_shell",
    ),
}  # fmt: skip


def steps(lines: list[tuple[int, str]], keys: tuple[str, ...]) -> list[Piece]:
    """The values of these keys in a YAML file, as far as a reading line by line finds them."""
    pattern = re.compile(r"^(\s*(?:-\s+)*)(?:\"|')?([\w.-]+)(?:\"|')?\s*:(?:\s+(.*))?$")
    found: list[Piece] = []
    at = 0
    while at < len(lines):
        number, line = lines[at]
        match = pattern.match(line)
        if not match or match.group(2) not in keys or line.lstrip().startswith("#"):
            at += 1
            continue
        indent, value = len(match.group(1)), _uncommented(match.group(3) or "")
        at += 1
        language = _language_beside(lines, at - 1, indent)
        if match.group(2) in ("pwsh", "powershell", "win_shell"):
            language = "powershell"
        if not value:
            items, at = _items(lines, at, indent)
            found += [Piece(language, _expressed(item), whole=len(item) == 1) for item in items]
        else:
            body, at = _scalar(lines, number, value, at, indent)
            found += [Piece(language, _expressed(each)) for each in body]
    return found


def _items(lines: list[tuple[int, str]], at: int, indent: int) -> tuple[list[list[tuple[int, str]]], int]:
    """The items of a list below a key."""
    found: list[list[tuple[int, str]]] = []
    while at < len(lines):
        number, line = lines[at]
        if not line.strip() or line.lstrip().startswith("#"):
            at += 1
            continue
        match = re.match(r"^(\s*)-(\s+)(.*)$", line)
        depth = len(line) - len(line.lstrip())
        if not match or depth < indent or (depth == indent and match is None):
            break
        at += 1
        value = _uncommented(match.group(3))
        if re.match(r"[\w.-]+:(?:\s|$)", value) and not value.startswith(("http:", "https:")):
            continue  # a mapping: its own keys are met by themselves
        body, at = _scalar(lines, number, value, at, depth)
        found += body
    return found, at


def _scalar(
    lines: list[tuple[int, str]], number: int, value: str, at: int, indent: int
) -> tuple[list[list[tuple[int, str]]], int]:
    """A value that begins on a line: a block, a flow list, or a scalar with the lines that carry it on."""
    block = re.fullmatch(r"(?:!\S+\s+|&\S+\s+)*([|>])[-+0-9]*", value)
    body: list[tuple[int, str]] = []
    while at < len(lines):
        text = lines[at][1]
        if text.strip() and len(text) - len(text.lstrip()) <= indent:
            break
        body.append(lines[at])
        at += 1
    if block:
        margin = min((len(text) - len(text.lstrip()) for _, text in body if text.strip()), default=0)
        inner = [(n, text[margin:]) for n, text in body]
        if block.group(1) == ">":  # folded: the lines are one, until an empty one
            inner = [(n, text + (" \\" if text.strip() and not text.endswith("\\") and follows.strip() else "")) for (n, text), follows in zip(inner, [*(t for _, t in inner[1:]), ""], strict=True)]  # fmt: skip
        return [inner], at
    if value.startswith("["):
        parts = [value, *(text for _, text in body)]
        whole = " ".join(parts).strip()
        words = [
            a or b or c
            for a, b, c in re.findall(
                r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^']|'')*)'|([^\s,\[\]\"'][^,\[\]]*)", whole
            )
        ]
        joined = " ".join(quoted(word.strip()) if " " not in word else word for word in words)
        several = [[(number, word)] for word in words if " " in word]
        return [[(number, joined)], *several], at
    first = value
    rest = [(n, text.strip()) for n, text in body if text.strip()]
    if first[:1] in ("'", '"'):
        quote = first[0]
        whole = " ".join([first, *(text for _, text in rest)])
        inner_text = whole[1:].rpartition(quote)[0] or whole[1:]
        inner_text = inner_text.replace("''", "'") if quote == "'" else unescaped(inner_text)
        return [[(number, inner_text), *((n, "") for n, _ in rest)]], at
    joined_lines = [(number, first), *rest]
    if len(joined_lines) > 1:
        joined_lines = [(n, text + " \\") for n, text in joined_lines[:-1]] + [joined_lines[-1]]
    return [joined_lines], at


def _uncommented(value: str) -> str:
    value = value.strip()
    if value[:1] in ("'", '"'):
        quote = value[0]
        end = value.rfind(quote)
        return value[: end + 1] if end > 0 else value
    return "" if value.startswith("#") else re.split(r"\s#", value, maxsplit=1)[0].rstrip()


def unescaped(text: str) -> str:
    """A text without the backslashes of a quoted string."""
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found.group(1), found.group(1)), text)


def _expressed(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [
        (number, re.sub(r"\$\{\{.*?\}\}|\{\{.*?\}\}|<<\s*[\w.]+\s*>>", "$expression", text))
        for number, text in lines
    ]


def _language_beside(lines: list[tuple[int, str]], at: int, indent: int) -> str:
    """What `shell:` beside a step says."""
    for step in (-1, 1):
        look = at + step
        while 0 <= look < len(lines) and abs(look - at) < 40:
            text = lines[look][1]
            depth = len(re.match(r"^\s*(?:-\s+)*", text).group())  # type: ignore[union-attr]
            if text.strip() and depth < indent:
                break
            found = re.match(r"\s*(?:-\s+)?shell:\s*[\"']?(pwsh|powershell|cmd|python)", text)
            if found and depth == indent:
                return {"pwsh": "powershell", "python": "python3"}.get(found.group(1), found.group(1))
            if step == -1 and text.lstrip().startswith("- ") and depth == indent:
                break
            if step == 1 and text.lstrip().startswith("- ") and depth <= indent:
                break
            look += step
    return "sh"


def scripts(text: str) -> list[Piece]:
    """The scripts of a package.json and its like."""
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return commands(text, any_key=True)
    found: list[Piece] = []
    for section in ("scripts", "tasks"):
        several = held.get(section) if isinstance(held, dict) else None
        for name, value in several.items() if isinstance(several, dict) else ():
            if isinstance(value, dict):
                value = value.get("command")
            several_values = value if isinstance(value, list) else [value]
            found += [
                Piece("sh", [(_line_of(text, str(name), each), each.replace("\n", " ; "))], whole=True)
                for each in several_values
                if isinstance(each, str)
            ]
    return found


def _line_of(text: str, name: str, value: str) -> int:
    at = text.find(json.dumps(value, ensure_ascii=False))
    if at < 0:
        at = text.find(json.dumps(value))
    key = text.find(json.dumps(name, ensure_ascii=False))
    near = re.search(
        re.escape(json.dumps(name, ensure_ascii=False))
        + r"\s*:\s*"
        + re.escape(json.dumps(value, ensure_ascii=False)),
        text,
    )
    at = near.end() - 1 if near else max(at, key)
    return text.count("\n", 0, max(at, 0)) + 1


def commands(text: str, *, any_key: bool = False) -> list[Piece]:
    """Strings under keys that name a command, line by line, in JSON with comments."""
    key = r"[^\"]+" if any_key else r"(?:command|cmd|run|\w*Command|program)"
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        values = re.findall(rf"\"{key}\"\s*:\s*\"((?:[^\"\\]|\\.)*)\"", line)
        found += [
            Piece("sh", [(number, unescaped(each).replace("\n", " ; "))], whole=True) for each in values
        ]
    return found


def quoted(word: str) -> str:
    """A word as a shell would have it."""
    return word if re.fullmatch(r"[\w./:=@%+,-]+", word) else "'" + word.replace("'", "'\\''") + "'"


def cron(lines: list[tuple[int, str]]) -> list[Piece]:
    """The commands of a crontab."""
    found = []
    for number, line in lines:
        if line.lstrip().startswith("#") or not line.strip():
            continue
        match = re.match(r"\s*(?:@\w+|(?:[\d*/,A-Za-z-]+\s+){4}[\d*/,A-Za-z-]+)\s+(.+)", line)
        if match:
            command = match.group(1)
            user = re.match(r"(?:root|www-data|nobody|[a-z]+user)\s+(.+)", command)
            found.append(Piece("sh", [(number, user.group(1) if user else command)], whole=True))
    return found


def prefixed(lines: list[tuple[int, str]], pattern: str, *, unescape: bool = False) -> list[Piece]:
    """What stands behind something on a line, with the lines that carry it on."""
    found = []
    for at, (number, line) in enumerate(lines):
        match = re.match(pattern, line)
        if match:
            body = [(number, unescaped(match.group(1)) if unescape else match.group(1))]
            while body[-1][1].endswith("\\") and at + 1 < len(lines):
                at += 1
                body.append(lines[at])
            found.append(Piece("sh", body, whole=True))
    return found


def tox(lines: list[tuple[int, str]]) -> list[Piece]:
    """The commands of a tox.ini."""
    found, inside = [], False
    for number, line in lines:
        match = re.match(r"commands\w*\s*=\s*(.*)", line)
        if match:
            inside = True
            if match.group(1):
                found.append(Piece("sh", [(number, match.group(1).lstrip("-! "))], whole=True))
        elif inside and line[:1] in (" ", "\t"):
            found.append(Piece("sh", [(number, line.strip().lstrip("-! "))], whole=True))
        elif line.strip():
            inside = False
    return found


def jenkins(text: str) -> list[Piece]:
    """The literals that a pipeline of Jenkins hands to a shell."""
    found = []
    calls = r"\b(sh|bat|powershell|pwsh)\b\s*\(?\s*(?:script\s*:\s*)?(?:\"\"\"(.*?)\"\"\"|'''(.*?)'''|\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)')"
    for match in re.finditer(calls, text, re.DOTALL):
        group = next(number for number in range(2, 6) if match.group(number) is not None)
        number = text.count("\n", 0, match.start(group)) + 1
        body = match.group(group)
        language = {"sh": "sh", "bat": "cmd"}.get(match.group(1), "powershell")
        found.append(Piece(language, [(number + at, line) for at, line in enumerate(body.split("\n"))]))
    return found
