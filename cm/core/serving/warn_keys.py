"""What a trauma is known by when a task is held against it: made once, when it is indexed, from its examples and its story.

Pure. The holding against is `warn.py`, which a quick door imports; this it does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cm.core.language.terms import fold, stem
from cm.core.serving.endangered import ACT_OF, THING_OF
from cm.core.serving.warn import Keys

# programs whose name says little of what is done with them; any other name is a word of the command
_PROGRAMS: Final = frozenset(
    """git gh docker docker-compose podman kubectl helm terraform tofu pulumi aws gcloud gsutil az npm pnpm
    yarn cargo gem pip twine psql mysql sqlite3 mongosh mongo redis-cli curl wget python python3 node
    ruby perl bash sh php rails rake bundle npx make ansible vault heroku fly systemctl brew apt apt-get
    dpkg s3cmd rclone""".split()  # noqa: SIM905
)
_SMALL = frozenset(
    """the and or of to in on for with from by at is it its be no not all any into""".split()  # noqa: SIM905
)
_NO_WORDS = frozenset(
    """main master head x y b p c d v1 id data test app src build all now yes cm http https com example""".split()  # noqa: SIM905
)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]+|\d{3,4}")
_VERB = re.compile(r"(?i)[a-z]+(?:[-:][a-z]+){0,3}")
# a harmless command that is so because of what holds it back says nothing of its other words
_HELD_BACK = re.compile(
    r"--(?:dry-run|help|version|interactive|patch)\b|(?:^|\s)-[nhip]\b|^(?:echo|grep|printf|man|rg)\b|commit"
)
# and of a line with several, the one that only tried says nothing of what was done
_TRIED = re.compile(r"--(?:dry-run|help|version)\b")


def keys_of(commands: Sequence[str], harmless: Sequence[str], told: str, *, own: bool = False) -> Keys:
    """The keys of a trauma from its commands, from those that look like it and are harmless (canonical and as typed), and its story."""
    programs: set[str] = set()
    words: set[str] = set()
    done = [each for each in commands if not _TRIED.search(each)] or commands
    for command in done:
        _take(command, programs, words)
    usual: set[str] = set()
    for command in harmless:
        if not _HELD_BACK.search(command):
            _take(command, set(), usual, whole=True)
    plain = words & usual if words - usual else set()
    words -= plain
    stems = {stem(fold(word)) for word in _WORD.findall(told) if fold(word) not in _SMALL}
    # "wiped" tells of the act that is looked up as "wipe"
    stems |= {
        each
        for word in _WORD.findall(told)
        if word.endswith("ed") and (each := stem(fold(word[:-1]))) in ACT_OF
    }
    acts = {ACT_OF[word] for word in words | plain | programs if word in ACT_OF}
    if not acts or not programs:  # options, or a script of the user's, say little by themselves
        acts |= {ACT_OF[word] for word in stems if word in ACT_OF and (own or not acts)}
    # the name of a program that hardly anything else is called by says by itself what an own trauma is about
    programs |= {name for command in done if own and len(name := _program(command)) > 3 and name in words}
    things = {THING_OF[word] for word in words | plain | programs | stems if word in THING_OF}
    for program in programs:
        things |= {thing for thing, several in _OF_PROGRAM.items() if program in several}
    return Keys(
        programs, words, plain, acts, things, {s for s in stems - words - plain - programs if len(s) > 3}
    )


def _program(command: str) -> str:
    """The program of a command, as a term."""
    found = [word for word in command.split() if word not in ("sudo", "|")][:1]
    return stem(fold(found[0].rpartition("/")[2])) if found else ""


def _take(command: str, programs: set[str], words: set[str], *, whole: bool = False) -> None:
    """The programs and the other words of one command; `whole`: `--force-with-lease` is not `force`."""
    at = 0  # how far from the program: what stands far from it is what the command is about, not what it does
    for piece in command.split():
        bare = piece.rpartition("/")[2] if at == 0 else piece
        if at == 0 and fold(bare) in _PROGRAMS:
            programs.add(stem(fold(bare)))
        elif whole and "-" in bare.lstrip("-"):
            pass
        elif at == 0 or piece.startswith("-") or piece.isdigit() or (at < 3 and _VERB.fullmatch(piece)):
            words.update(_words(bare))
        at = 0 if piece in ("|", "&&", ";", "xargs", "sudo") else at + 1


_OF_PROGRAM = {
    "database": frozenset(map(stem, ("psql", "mysql", "sqlite3", "mongosh", "mongo"))),
    "cluster": frozenset(map(stem, ("kubectl", "helm"))),
    "store": frozenset(("redis-cli",)),
    "container": frozenset(map(stem, ("docker", "podman", "docker-compose"))),
}


def _words(piece: str) -> set[str]:
    found = set()
    for part in _WORD.findall(re.sub(r"[$`(){}<>*?\[\]\\]", " ", piece)):
        flat = fold(part)
        if len(flat) > 1 and flat not in _NO_WORDS and flat not in _SMALL:
            found.add(stem(flat))
    return found
