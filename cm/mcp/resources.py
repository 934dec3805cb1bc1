"""The resources: the playbook, diaries, decisions and counts, each the document that the command prints with `--json`.

A name in an address is looked up among the ids that are known; it is never part of a path.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cm.errors import NotFound, OwnCall
from cm.mcp.caller import Caller
from cm.mcp.said import Said, answered, said

SCHEME: Final = "cm://"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@+~-]*(?:/[A-Za-z0-9][A-Za-z0-9._:@+~-]*){0,3}\Z")
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource, or with `{...}` in its address a family of them."""

    address: str  # after the scheme
    title: str
    say: str
    read: Callable[[Caller, str], Said]  # the second is the name in the address

    @property
    def uri(self) -> str:
        """Its whole address."""
        return SCHEME + self.address

    @property
    def family(self) -> bool:
        """Whether it stands for many."""
        return "{" in self.address


def playbook(caller: Caller, _: str) -> Said:
    """The rules in force, as `cm list`."""
    from cm.flows.listing import Wanted, list_rules

    found = list_rules(caller.env, Wanted())
    return said("list", found, found.notes)


def diary(caller: Caller, session: str) -> Said:
    """One session's diary, or those of the newest; nothing new is read for it."""
    from cm.flows import diary as flow
    from cm.flows.sessions import Filter

    if session.startswith("y-"):
        return said("show", flow.diary_with_id(caller.env, session))
    if session:
        return said("diary", flow.diary(caller.env, session))
    return said("diary", flow.diaries(caller.env, Filter(), most=3, read=False))


def decisions(caller: Caller, rule: str) -> Said:
    """What was decided, newest first; of one rule with its versions."""
    from cm.flows.log import Wanted, log

    return said("log", log(caller.env, Wanted(rule)))


def stats(caller: Caller, _: str) -> Said:
    """Counts."""
    from cm.flows.stats import stats as count

    return said("stats", count(caller.env))


def rule(caller: Caller, name: str) -> Said:
    """One rule with everything it carries."""
    from cm.flows.show import show

    return said("show", show(caller.env, name))


RESOURCES: Final = (
    Resource("playbook", "Playbook", "The rules in force, each with the words that prove it.", playbook),
    Resource(
        "diary", "Diary", "What was asked, done, decided, hard and learned in the newest sessions.", diary
    ),
    Resource("decisions", "Decisions", "What was decided, refusals too, newest first.", decisions),
    Resource("stats", "Counts", "Counts of rules, marks, deliveries, decisions and sessions.", stats),
    Resource("diary/{+session}", "A diary", "The diary of one session.", diary),
    Resource(
        "decisions/{rule}",
        "A rule's decisions",
        "What was decided of one rule, with its versions.",
        decisions,
    ),
    Resource("rule/{rule}", "A rule", "One rule with everything it carries.", rule),
)


def read(caller: Caller, uri: str) -> Said:
    """Reads one, and answers whatever happens."""
    return answered("resource", lambda: _read(caller, uri))


def _read(caller: Caller, uri: str) -> Said:
    resource, name = resource_named(uri)
    caller.must_be_near(uri)
    if caller.own_call:
        raise OwnCall(
            f"{uri}: not answered inside a model call that cm made itself",
            hint="answer from what you were given",
        )
    return resource.read(caller, name)


def resource_named(uri: str) -> tuple[Resource, str]:
    """The resource at an address, and the name in it. Raises NotFound."""
    address = uri[len(SCHEME) :].rstrip("/") if uri.startswith(SCHEME) and len(uri) <= _LONGEST else ""
    family, slash, name = address.partition("/")
    for resource in RESOURCES:
        if not slash and resource.address == address:
            return resource, ""
        if slash and resource.family and resource.address.partition("/")[0] == family and _NAME.match(name):
            return resource, name
    known = ", ".join(resource.uri for resource in RESOURCES)
    raise NotFound(f"there is no resource {uri[:200]!r}", hint=f"there are {known}")
