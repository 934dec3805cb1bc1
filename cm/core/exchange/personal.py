"""Takes out of a text what says whose machine it was written on: home folders, login names.

Not here: secrets (`core/secrets/scrub.py`), private facts of people (`core/screening`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cm.model.ids import short_hash

_SERVICE: Final = (
    "app|node|user|ubuntu|debian|runner|vscode|circleci|git|www-data|jovyan|airflow|airbyte|gradle|jenkins|web|deploy|dev|developer|"
    "vagrant|ec2-user|pi|coder|gitpod|codespace|linuxbrew|container|docker|appuser|nonroot|postgres|mysql|root|admin|guest|public|"
    "shared|default"
)
_NOBODYS: Final = frozenset(_SERVICE.split("|"))
"""Names that belong to images, services and everybody: a path below them says nothing of a person."""
_HOMES: Final = re.compile(
    r"(?P<at>(?<![\w.\-])(?:/mnt/[a-z]|/cygdrive/[a-z]|[A-Za-z]:)?[/\\]{1,2}(?:home|Users|Documents and Settings)[/\\]{1,2})"
    r"(?P<name>[^\s/\\:;,'\"`<>|()\[\]{}*?$%&]*[^\s/\\:;,'\"`<>|()\[\]{}*?$%&.!])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Person:
    """Whose machine this is: the home folder and the login names that the environment gives."""

    home: str = ""
    logins: tuple[str, ...] = ()

    @cached_property
    def names(self) -> frozenset[str]:
        """The login names that tell this person from others."""
        said = {*self.logins, re.split(r"[/\\]", self.home.rstrip("/\\"))[-1]}
        return frozenset(name for name in said if len(name) > 1 and name.casefold() not in _NOBODYS)

    @cached_property
    def _home(self) -> re.Pattern[str] | None:
        bare = self.home.rstrip("/\\")
        return re.compile(re.escape(bare) + r"(?![\w\-]|\.\w)") if len(bare) > 1 else None

    @cached_property
    def _login(self) -> re.Pattern[str] | None:
        if not self.names:
            return None
        some = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        # as an account (`jane@host`, `~jane/`) or as a part of a path
        return re.compile(
            rf"(?<![\w.\-])~(?:{some})(?![\w.\-])|(?<![\w.\-])(?:{some})(?=@[\w.\-])|(?<=[/\\])(?:{some})(?=[/\\]|$)"
        )

    def without(self, text: str) -> str:
        """The text with the home folder as `~` and login names as `user`; once is enough."""
        while (left := self._without(text)) != text:  # what is left may make a home of what stood beside it
            text = left
        return text

    def _without(self, text: str) -> str:
        if self._home is not None:
            text = self._home.sub("~", text)
        if "/" in text or "\\" in text:
            text = _HOMES.sub(self._homeless, text)
        if self._login is not None:
            text = self._login.sub(lambda found: "~" if found[0][0] == "~" else "user", text)
        return text

    def _homeless(self, found: re.Match[str]) -> str:
        # `/home/app` is a folder of an image as often as of a person, `/Users/app` is not
        unix = "/home/" in found["at"].casefold()
        nobodys = found["name"].casefold() in _NOBODYS and (unix or found["name"].casefold() in _EVERYBODYS)
        return found[0] if nobodys and found["name"] not in self.names else "~"


_EVERYBODYS: Final = frozenset(("public", "shared", "default"))
_PATH: Final = re.compile(r"(?:/|\\|[A-Za-z]:[/\\])")


def portable_project(project: str) -> str:
    """The name under which a project leaves: an address stays, a folder of this machine becomes `local:` and a hash."""
    return f"local:{short_hash(13, project)}" if _PATH.match(project) else project
