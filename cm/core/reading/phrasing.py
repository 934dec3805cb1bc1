"""Words a rule from the sentences it was said in: light clean-up, kind, and whose rule it is.

The user's own words stay; only what addresses the agent at this moment is taken off ("no, please", insults, thanks).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from cm.model.rule import Kind

_OPENING: Final = re.compile(
    r"^(?:(?:no|nope|nah|yes|yeah|yep|well|hey|hi|hello|thanks|thank you|sorry|right|great|good|perfect|dude|man|bro|nein|ja|sí|non|oui|não|sim|sì)[,!:.… –—-]*[,!:.…–—](?:\s+|$)"
    r"|(?:ok|okay|and|but|also|hm+|oh|ah|btw|by the way|wtf|ffs|omg|ugh|argh|please|pls|plz|aber|ach|bitte|oye|por favor|s'il te plaît|per favore)(?:[,!:.…–— ]+|$))+",
    re.IGNORECASE,
)
"""What only opens a talk. "No" goes when a comma follows it: "no emojis" has another meaning than "no, emojis"."""
_LEAD_IN: Final = re.compile(
    r"^(?:(?:for the record|(?:just )?(?:fyi|f\.y\.i\.)|note to self|(?:just )?so (?:that )?you know|(?:just )?for (?:future|your) (?:reference|notes|information)|for reference"
    r"|(?:a |one |just a |quick |small |little |friendly |gentle |another )*(?:reminder|heads[- ]?up|psa|side note|note)|good to know|background|context|zur (?:info|erinnerung)|nur zur info|(?:kleiner |kurzer )?hinweis|para que conste|para tu información|nota|pour info|per la cronaca|para registro)"
    r"\s*(?:[:,;–—-]+\s*(?:that )?|that )|(?:just )?fyi\s+(?=\S)"
    r"|(?:please )?(?:remember|note|keep in mind|bear in mind|be aware|don't forget|never forget)(?:[:,]| that)\s+|merk(?:e)? dir(?: bitte)?(?:[:,]| dass)\s+|(?:recuerda|ten en cuenta) que\s+|(?:请)?(?:记住|注意|提醒一下)[，,：:]\s*)+",
    re.IGNORECASE,
)
"""What only announces that something is to be kept: the rule stands without it."""
_ASKED: Final = re.compile(
    r"^(?:can|could|would|will) you (?:please )?(?=remember|note|keep in mind|always|never|stop|make)",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"[,.;!\s–—-]*(?:\b(?:thanks?(?: you)?(?: a (?:lot|ton|bunch|million))?|thx|ty|cheers|please|pls|ok|okay|danke(?: dir)?|gracias|merci|obrigado|obrigada|grazie)\b[!.\s:)]*)+$",
    re.IGNORECASE,
)
_SPACE: Final = re.compile(r"\s+")
_SHOUTS: Final = re.compile(r"!{2,}")


def worded(parts: Sequence[str]) -> str:
    """Returns the parts as one short text that begins with a capital and ends with a stop."""
    cleaned = [text for part in parts if (text := _clean(part))]
    return " ".join(cleaned).replace("。 ", "。")


_BECAUSE: Final = re.compile(
    r"(?<!\w)(?:because|otherwise|or else|since|weil|sonst|porque|si no|parce que|sinon|senão|altrimenti) ([^\n]{8,180}?)(?:[.;!]|$)|(?:因为|否则|不然)([^。！]{3,80})",
    re.IGNORECASE,
)
_POINTS_BACK: Final = re.compile(
    r"(?:no,? |please |pls |wtf[.!,]* |ugh,? )*(?:don't[,.!]|dont[,.!]|do not[,.!]|never[,.!]|that |this |it |it's |that's |not (?:that|this|like)|stop that|why )",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"`([^`\n]{2,60})`")


def reason_of(text: str, before: str) -> str:
    """The reason a rule gives, or what the agent had just done when the words only point back to it."""
    because = _BECAUSE.search(text)
    if because:
        clause = (because[1] or because[2]).strip()
        return clause[0].upper() + clause[1:] + ("。" if because[2] else ".")
    spans = _CODE.findall(before) if _POINTS_BACK.match(text) else []
    return f"Said of `{spans[-1]}`." if spans and f"`{spans[-1]}`" not in text else ""


def _clean(part: str) -> str:
    text = _SPACE.sub(" ", part).strip()
    text = _ASKED.sub("", _OPENING.sub("", text))
    if len(text) < len(part) and _ASKED.match(_OPENING.sub("", part)):
        text = text.rstrip("? ")
    text = _LEAD_IN.sub("", text)
    text = _SHOUTS.sub(
        lambda marks: "." if marks.end() == len(marks.string) else "!", _CLOSING.sub("", text).strip()
    )
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
    r"(?:don't|dont|do not|never|stop \w+ing|avoid|hands off|(?:leave|keep your hands off) [^,.]{1,50} alone|(?:no|zero) (?!need|longer|matter|problem|worries|idea|doubt|one)"
    r"|nie\b|niemals|keine?[nrms]?\b|bitte n(?:ie|icht)|finger weg|nicht |no (?:uses|toques|hagas|edites|borres|pongas|subas|metas)|nunca|jamás|ne (?!fais)|jamais|não |nunca|mai |non "
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


_STYLE: Final = re.compile(
    r"(?<!\w)(?:emojis?|spelling|tone|answers?|repl(?:y|ies)|responses?|explain|explanations?|summar(?:y|ies)|short|brief|syntax|type hints?|diffs?|apolog\w+|flatter\w*|praise|format|comments?|bullets?|paragraphs?|jargon|opinions?|commit messages?|co-authored-by|verbose|english|german|spanish|deutsch|englisch|español|inglés|kurz|prefer|like|love|hate|fan of|rather|bevorzuge|mag|prefiero|preferisco|préfère|readable|names?|celsius|metric|time ?zone)(?!\w)|中文|英文|回答|回复|简|日本語|英語|絵文字|好き|偏好|喜欢"
)
_ASKS_FIRST: Final = re.compile(
    r"(?<!\w)(?:ask (?:me|first|before)|without asking|(?:talk|check) (?:to|with) me|tell me before|stop and|before you (?:spawn|start|run|delete|change|push|touch|open)|subagents?|frag(?:e)? mich|pregúntame|问我|聞いて)(?!\w)"
)
_SO_DO: Final = re.compile(
    r", so (?:please )?(?:use|run|keep|put|write|always|check|call|go|set|pass|add|make|read|start|import|name|pin|ask) "
)
_SITUATION: Final = re.compile(r"(?:before|after|when|whenever|if|once|for any|for every) ")
_SO: Final = re.compile(
    r",? (?:so|also|así que|donc|deshalb|therefore) (?:no|nothing|none|never|keine?|nada|pas)(?!\w)"
)


def guess_kind(plains: Sequence[str], signs: Sequence[frozenset[str]]) -> Kind:
    """Guesses what kind of lesson it is by what its sentences do; `core/reading/kinds.py` judges."""
    whole = " ".join(plains)
    every = frozenset().union(*signs)
    personal = _user_points(whole, every) > _project_points(whole, every)
    if every & {"prefer", "manner"} and personal and _STYLE.search(whole) and not _ASKS_FIRST.search(whole):
        return "preference"
    roles = [_role(plain, sign) for plain, sign in zip(plains, signs, strict=True)]
    if roles[0] == "hint":
        return "rule"
    norm = next((role for role in roles if role in ("ban", "do")), "state")
    if norm == "state":
        return "fact"
    return "anti-pattern" if norm == "ban" else "rule"


def _role(plain: str, signs: frozenset[str]) -> Literal["ban", "do", "hint", "state"]:
    """What a sentence does: forbid, ask for, or state; what follows "so" is drawn from what is stated.

    A hint asks for something without a verb that does; after a statement it belongs to what is stated.
    """
    if _BAN_FIRST.match(plain) or (_BANNED.search(plain) and "contrast" not in signs):
        return "ban"
    if "extended" in signs or ("when_you" in signs and _SITUATION.match(plain)):
        return "do"
    if _SO_DO.search(plain):
        return "do"
    if signs & {"memory", "extends"} and not signs & {"must", "ban", "we", "topic", "standing"}:
        return "state"
    so = _SO.search(plain)
    if "fact" in signs and so and so.start() > 12 and not signs & {"^task", "^soft", "we"}:
        return "state"
    if signs & {"^task", "^soft"} and not signs & {"generic", "fact"}:
        return "do"
    if signs & {"must", "^soft", "^always", "told"} or ("we" in signs and not _STATE_WE.search(plain)):
        return "do"
    if "topic" in signs and "memory" not in signs:
        return "do"
    if signs & {"generic", "ours", "custom", "breadth"} and _PROCESS.search(plain):
        return "do"
    if signs & {"no_thing", "only", "standing", "ban", "when_you", "prefer"} and "fact" not in signs:
        return "hint"
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
