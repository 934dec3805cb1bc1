"""Guesses whom or what a fact that somebody states is of: the user, a person, an organisation, else the project it is said in.

By the frame of the sentence alone: a name that looks after something, or that is somebody's boss, is a person's; a name that builds or
deploys is a tool's, and no entity. What entities are and how they are spelled: `core/facts.py`. Since when a fact holds:
`core/reading/since.py`.
"""

from __future__ import annotations

import re
from typing import Final

from cm.core.facts import Entity, about_text
from cm.model.rule import Kind

MOST: Final = 6  # entities of one fact
LONGEST: Final = 1000  # characters that are looked through: a list of names that has no end takes too long

_NAME: Final = (
    r"[A-ZÀ-ÖØ-ÞŁŚŻ][\w'’-]*[\w](?: (?:(?:van|von|de|der|al|el|bin|le|la) )?[A-ZÀ-ÖØ-ÞŁŚŻ][\w'’-]*\w){0,2}"
)
_NAMES: Final = rf"{_NAME}(?:, {_NAME})*(?:,? (?:and|und|y|et|&) {_NAME})?"
_ROLE: Final = (
    r"(?:[\w-]+ ){0,2}?(?i:(?:owner|maintainer|lead|leader|manager|contact|boss|admin|administrator|dba|architect|reviewer|designer|tester|cto|ceo|cfo|cio|po|product owner|director|head|founder|co-founder|colleague"
    r"|intern|chef|chefin|leiter|leiterin|ansprechpartner\w*|verantwortliche\w*|responsable|encargad[oa]|jef[ea]))"
)
_PEOPLE: Final = tuple(
    re.compile(frame)
    for frame in (
        rf"\b(?i:owned|maintained|led|signed off|approved|reviewed|administered|looked after|managed|handled|cut|supervised|betreut|gepflegt|verantwortet|geleitet) (?i:by|von|on by|every [\w ]{{3,20}} by|[\w ]{{0,20}}by) (?P<name>{_NAMES})",
        (
            rf"(?:^|[.;,:] |\b(?i:that|and|und|since|seit|btw|fyi),? )(?P<name>{_NAMES}) (?i:owns|maintains|leads|looks after|took over|takes care of|signs off|administers|reviews|approves|manages|handles|left the|joined|has left|has joined|works (?:in|at|on|from|for)|lives in"
            rf"|is (?:responsible|in charge|on call|the only one who|(?:the|our|my) {_ROLE}\b)|are (?:responsible|in charge|on call)|leitet|betreut|verantwortet|kümmert sich|ist (?:(?:der|die|unser|unsere) )?(?:{_ROLE}\b|(?:für .{{1,40}} )?(?:zuständig|verantwortlich))|es (?:el |la )?{_ROLE}\b)"
        ),
        rf"\b(?i:my|our|the|mein|meine|unser|unsere|mi|nuestr[oa]) {_ROLE} (?i:is|are|is called|heißt|ist|es|se llama)(?: called| named)? (?P<name>{_NAMES})",
        rf"\b(?i:ist|sind) (?P<name>{_NAME}) (?:für .{{1,40}} )?(?:zuständig|verantwortlich)",
        rf"\b(?i:the [\w-]+ team) (?:is|are) (?P<name>{_NAMES})",
    )
)
_ORGS: Final = tuple(
    re.compile(frame)
    for frame in (
        rf"\b(?i:customer|client|vendor|agency|company|employer|legal entity|supplier|contractor|provider|partner|kunde|firma|agentur|cliente|proveedor|empresa)(?: of ours| behind (?:this|it))?(?:'s name)? (?i:is called|is named|called|named|is|heißt|ist|es|se llama) [\"“]?(?P<name>{_NAME}(?: (?:&|GmbH|Ltd|Inc|AG|SA|LLC)[.]?(?: {_NAME})?)*)",
        r"\b(?i:by|to|of|from) (?i:the|our) (?P<name>[\w-]+ (?:team|department|squad|guild))\b",
        r"^(?i:the|our) (?P<name>[\w-]+ (?:team|department|squad|guild))\b",
    )
)
_OF_ME: Final = re.compile(
    r"(?:^|[,;:.] |\b(?i:and|so|that) )(?:(?:I|i)(?:'m|'ve|'d| )|(?:[Mm]y) (?!team|project|repo|app|service|code|branch|server|database|package|site)|[Ii]ch |[Mm]eine? |[Mm]i |[Vv]ivo |[Tt]rabajo |[Jj]e |[Mm]on |我)"
)
_NO_NAME_WORDS: Final = (
    "the a an our my this that these those it we you i he she they there here if when since as in on at from until and but also so only all every each no not never always everything everybody nobody "
    "docker jenkins github gitlab git kubernetes postgres mysql redis python java rust node npm yarn aws azure gcp linux windows macos slack jira grafana sentry terraform ansible claude codex cursor copilot ci cd prod "
    "production staging releases customers users january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday die der das ein eine "
    "unser unsere ab seit bis bei im mit für und oder wenn el la los las un una it's there's cron root admin systemd nginx buildkite argocd argo circleci travis dependabot renovate make bazel gradle maven "
)
_NO_NAME: Final = frozenset(_NO_NAME_WORDS.split())


def about_of(text: str, kind: Kind, *, project: str = "") -> str:
    """The `about` of a fact or a preference in the user's words; of a rule nothing."""
    if kind == "preference":
        return "user"
    if kind != "fact":
        return ""
    text = text[:LONGEST]
    found = [
        Entity("person", name)
        for frame in _PEOPLE
        for match in frame.finditer(text)
        for name in _names(match["name"])
    ]
    orgs = [
        Entity("org", name)
        for frame in _ORGS
        for match in frame.finditer(text)
        for name in _names(match["name"])
    ]
    people = {name for entity in orgs for name in entity.name.split()}
    found = [entity for entity in found if entity.name not in people] + orgs
    if _OF_ME.search(text):
        found.append(Entity("user"))
    elif project:
        found.append(Entity("project", project))
    return about_text(found[:MOST])


def _names(listed: str) -> list[str]:
    parts = re.split(r", | (?:and|und|y|et) |,", listed)
    return [name for part in parts if (name := part.strip()) and name.split()[0].casefold() not in _NO_NAME]
