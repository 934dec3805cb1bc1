"""Words a rule from the sentences it was said in: light clean-up, kind, and whose rule it is.

The user's own words stay; only what addresses the agent at this moment is taken off ("no, please", insults, thanks).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from cm.model.rule import Kind

_OPENING: Final = re.compile(
    r"^(?:(?:no|nope|nah|yes|yeah|ok|okay|and|so|but|also|well|hey|hi|hello|hm+|oh|ah|btw|by the way|wtf|ffs|omg|ugh|argh|dude|man|bro|sorry|please|pls|plz|thanks|nein|ja|und|also|ach|bitte|no|y|pero|oye|por favor|non|et|mais|s'il te plaît|não|mas|ma)(?:[,!.:… ]+|$))+",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"[,.;!\s–—-]*(?:\b(?:thanks?(?: you)?(?: a (?:lot|ton|bunch|million))?|thx|ty|cheers|please|pls|ok|okay|danke(?: dir)?|gracias|merci|obrigado|obrigada|grazie)\b[!.\s:)]*)+$",
    re.IGNORECASE,
)
_SPACE: Final = re.compile(r"\s+")


def worded(parts: Sequence[str], before: str) -> str:
    """Returns the parts as one short text that begins with a capital and ends with a stop."""
    cleaned = [text for part in parts if (text := _clean(part))]
    return " ".join(cleaned)


def _clean(part: str) -> str:
    text = _SPACE.sub(" ", part).strip()
    text = _OPENING.sub("", text)
    text = _CLOSING.sub("", text).strip()
    if not text or not any(char.isalnum() for char in text):
        return ""
    if text[0].islower() and not re.match(r"[\w-]*[A-Z_./\d]", text.split(" ")[0]):
        text = text[0].upper() + text[1:]
    if text[-1] not in ".!?。！？…)”\"'`:;":
        text += "。" if re.search(r"[\u3040-\u30ff\u3400-\u9fff]", text[-1]) else "."
    elif text[-1] in "`\"'”):;":
        text = text.rstrip(":;") + "."
    return text


_BAN_FIRST: Final = re.compile(
    r"^(?:(?:please|and|but|so|no|wtf|ffs|bitte|por favor|small but important|important|again|in this \w+|whatever you do[^,]*)[,:.! ]+)*"
    r"(?:don't|dont|do not|never|stop \w+ing|avoid|hands off|(?:leave|keep your hands off) [^,.]{1,50} alone|no (?:force|direct|raw|manual|more)\b"
    r"|nie\b|niemals|bitte n(?:ie|icht)|finger weg|nicht |no (?:uses|toques|hagas|edites|borres|pongas|subas|metas)|nunca|jamás|ne (?!fais)|jamais|não |nunca|mai |non "
    r"|不要|别|禁止|不能|绝不|千万(?:不要|别)|请勿|以后(?:不要|别))"
)
_BANNED: Final = re.compile(
    r"(?<!\w)(?:(?:is|are) (?:frozen|off[- ]limits|forbidden|banned|taboo|not allowed|read-?only)|don't (?:touch|run|push|use|commit|edit)|do not (?:touch|run|push|use|commit|edit)|ist tabu|verboten|prohibido|no se toca)(?!\w)|禁止|しないで|使わないで|触らないで|厳禁"
)
_STATE_WE: Final = re.compile(
    r"(?<!\w)we (?:deploy|host|run|have|own|ship|are|support|bill|charge|store|call|speak|use the)(?!\w)"
)
_PROCESS: Final = re.compile(
    r"(?<!\w)(?:prs?|pull requests?|commits?|branch(?:es)?|subjects?|tests?|releases?|reviews?|migrations?|tickets?|names?|handlers?|hotfix(?:es)?|changelogs?|tags?|merges?|dates?|errors?|logs?|secrets?|classes|functions?|components?|files?|imports?|styles?|keys?|prices?|amounts?|flags?)(?!\w)"
)
_EVERYWHERE: Final = re.compile(
    r"(?<!\w)(?:(?:any|every|all|each)(?: of)?(?: my)? (?:repos?|repositor(?:y|ies)|projects?|conversations?|sessions?|chats?)|all my \w+|on my machines?|everywhere i|not only (?:here|this one)|in jedem projekt|in allen projekten|en todos (?:los|mis) proyectos|所有项目|どのプロジェクト)(?!\w)"
)
_HERE: Final = re.compile(
    r"(?<!\w)(?:this|the|our) (?:\w+ )?(?:repo|repository|project|codebase|code base|monorepo|service|module|package|app|team|pipeline|cluster|database|server|schema)(?!\w)|(?<!\w)here(?!\w)|この|うち|项目|仓库|我们|projekt|bei uns|este proyecto"
)
_ME: Final = re.compile(
    r"(?<![\w'])(?:me|my|i|i'm|i've|i'd|mine|mich|mir|mein\w*|ich|me|mi|mis|prefiero|moi|mon|我|私)(?![\w])"
)
_YOU: Final = re.compile(r"(?<!\w)(?:you|your|du|dein\w*|tú|tus?)(?!\w)")


def kind_of(plains: Sequence[str], signs: Sequence[frozenset[str]]) -> Kind:
    """Judges what kind of lesson it is."""
    whole = " ".join(plains)
    every = frozenset().union(*signs)
    if every & {"prefer", "manner"} and _user_points(whole, every) > _project_points(whole, every):
        return "preference"
    roles = [_role(plain, sign) for plain, sign in zip(plains, signs, strict=True)]
    norm = next((role for role in roles if role != "state"), "state")
    if norm == "state":
        return "fact"
    return "anti-pattern" if norm == "ban" else "rule"


def _role(plain: str, signs: frozenset[str]) -> Literal["ban", "do", "state"]:
    """What a sentence does: forbid, ask for, or state."""
    if _BAN_FIRST.match(plain) or (_BANNED.search(plain) and "contrast" not in signs):
        return "ban"
    if signs & {"^task", "^soft"} and not signs & {"generic", "fact"}:
        return "do"
    if signs & {"must", "^soft", "prefer"} or ("we" in signs and not _STATE_WE.search(plain)):
        return "do"
    if "generic" in signs and _PROCESS.search(plain):
        return "do"
    if "topic" in signs and "fact" not in signs:
        return "do"
    if signs & {"no_thing", "only", "standing", "ban", "when_you"} and "fact" not in signs:
        return "do"
    return "state"


def scope_of(plains: Sequence[str], signs: frozenset[str]) -> Literal["user", "project"]:
    """Judges whether a rule is the user's own everywhere or this project's."""
    whole = " ".join(plains)
    return "user" if _user_points(whole, signs) > _project_points(whole, signs) else "project"


def _user_points(whole: str, signs: frozenset[str]) -> float:
    points = 3.5 if _EVERYWHERE.search(whole) else 0.0
    points += 2.0 * ("manner" in signs) + 1.5 * ("prefer" in signs)
    return points + 1.0 * bool(_ME.search(whole)) + 0.5 * bool(_YOU.search(whole))


def _project_points(whole: str, signs: frozenset[str]) -> float:
    points = 1.0 + 2.0 * ("we" in signs) + 1.0 * ("ours" in signs) + 1.0 * ("custom" in signs)
    points += 1.5 * bool(_HERE.search(whole)) + 0.5 * ("code" in signs) + 0.5 * ("fact" in signs)
    return points + 0.5 * ("generic" in signs) + 0.5 * ("topic" in signs) + 0.5 * ("figure" in signs)
