"""The names that a rule relies on beside files: commands of the project, packages and their versions, variables of the environment.

As words with their kind before them (`make:lint`, `package:httpx`, `version:pydantic==1.10`, `env:SHOP_URL`), from `Rule.anchors` and from
what stands in code marks. A word that is none costs nothing: only what was once seen in the project's own files can be gone. Not here:
paths, and what `cm tidy` asks (`anchors.py`), reading the project's files (`store/manifests.py`).
"""

from __future__ import annotations

import re
from typing import Final

from cm.core.curation.anchors import anchors_of
from cm.model.rule import Rule

KINDS: Final = ("make", "node", "just", "python", "package", "version", "env")
MOST: Final = 12  # names of one rule
_CODE: Final = re.compile(r"``([^`]{1,200})``|`([^`]{1,200})`")
_ENV: Final = re.compile(r"(?<![\w.])\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}?(?![\w(])")
_PACKAGE: Final = re.compile(r"@[\w.-]+/[\w.-]+|[A-Za-z][\w.-]{1,60}")
_RUN: Final = re.compile(r"(?:^|[;&|]\s*)(?:uv|poetry|pdm|hatch|rye|pipenv)\s+run\s+([A-Za-z][\w.-]*)")
_NODE: Final = re.compile(r"(?:^|[;&|]\s*)(?:pnpm|yarn|bun)\s+([A-Za-z][\w:.-]*)")
_VERSION: Final = re.compile(
    r"(@[\w.-]+/[\w.-]+|[A-Za-z][\w.-]*?)(?:\[[\w,-]+\])?(?:\s*(?:==|~=|@|\^)\s*|\s+)v?(\d+(?:\.\d+){0,3})(?:\.[x*])?"
)
# said against a thing, the words hold all the more when it is gone
_AGAINST: Final = re.compile(
    r"\b(?:not|never|no|none|without|avoid|instead|rather|replac\w*|drop\w*|remov\w*|migrat\w*|deprecat\w*|ban\w*|forbid\w*|stop|don['’]?t"
    r"|cannot|nicht|kein\w*|nie|statt|ohne|nunca|sin|jamais|pas|sans)\b|n['’]t\b|[不别勿无没禁]|使わ|しない",
    re.IGNORECASE,
)
# said for a version, it is an order to keep it, which another version breaks and does not end
_KEEP: Final = re.compile(
    r"\b(?:stay\w*|keep\w*|pin\w*|lock\w*|freez\w*|hold\w*|upgrad\w*|bump\w*|at least|at most|until)\b",
    re.IGNORECASE,
)


def names_of(rule: Rule) -> tuple[str, ...]:
    """Every name that a rule relies on, as far as it could be looked up."""
    found = dict.fromkeys(f"{each.kind}:{each.name}" for each in anchors_of(rule) if each.kind != "path")
    for text in rule.anchors:
        plain = text.strip("` ")
        if plain.partition(":")[0] in KINDS and plain.partition(":")[2]:
            found[_folded(plain)] = None
        elif "/" not in plain:
            found.update(dict.fromkeys(_read(plain, versions=True)))
    if rule.kind != "anti-pattern" and not _AGAINST.search(_CODE.sub(" ", rule.text)):
        versions = not _KEEP.search(rule.text)
        for span in _CODE.finditer(rule.text):
            found.update(dict.fromkeys(_read((span[1] or span[2]).strip(), versions=versions)))
    told = {name[8:].partition("==")[0] for name in found if name.startswith("version:")}
    return tuple(name for name in found if not (name[:8] == "package:" and name[8:] in told))[:MOST]


def folded(name: str) -> str:
    """A package's name as indexes compare it: without case, and one of `-`, `_` and `.` is as good as another."""
    return re.sub(r"[-_.]+", "-", name).lower()


def spoken(name: str) -> str:
    """How people call it."""
    kind, _, bare = name.partition(":")
    match kind:
        case "make" | "just":
            return f"`{kind} {bare}`"
        case "node":
            return f"`npm run {bare}`"
        case "version":
            return " ".join(bare.split("=="))
        case "python" | "package" | "env":
            return f"`{bare}`"
        case _:
            return name


def _read(code: str, *, versions: bool) -> list[str]:
    found = [f"env:{name}" for name in _ENV.findall(code)]
    version = _VERSION.fullmatch(code)
    if version:
        return [*found, f"version:{folded(version[1])}=={version[2]}"] if versions else found
    found += [f"python:{name}" for name in _RUN.findall(code)]
    found += [f"node:{name}" for name in _NODE.findall(code)]
    first = code.split()[0] if code.split() else ""
    if _PACKAGE.fullmatch(first) and not first.isupper():
        found += [f"python:{first}", f"package:{folded(first)}"]
    return found


def _folded(stated: str) -> str:
    kind, _, name = stated.partition(":")
    if kind == "package":
        return f"package:{folded(name)}"
    if kind == "version":
        bare, _, version = name.partition("==")
        return f"version:{folded(bare)}=={version}"
    return stated
