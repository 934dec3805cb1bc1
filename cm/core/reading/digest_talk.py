"""What a session's words tell its diary: requests, what the agent says it did, choices, wishes, insights.

Cheap cues in several languages. A claim counts as done only where an edit or a passing command stands in the same
turn. Not here: what commands show (`core/reading/digest_work.py`), rules (`core/reading/propose.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cm.core.reading.mood import read_mood
from cm.core.reading.passages import sentences, shorten
from cm.model.diary import Entry
from cm.model.session import Event

_LONG: Final = 400
_LINE: Final = 240
_DID: Final = re.compile(
    r"^(?:(?:i|we)(?:['’]ve| have)?\s+)?(?:also |now |just |then |successfully )*(?:added|fixed|implemented|updated|created|removed|deleted|renamed|moved|replaced|refactored|changed|upgraded|migrated|merged|committed|pushed|deployed|released|published|installed|configured|resolved|solved|wrote|"
    r"converted|extracted|simplified|cleaned|squashed|rebased|reverted|enabled|disabled|generated|translated|documented|optimi[sz]ed|tightened|extended|introduced|switched|restored|corrected|adjusted|split|ported|bumped|rewrote|built|set up|hooked up|wired|made|dropped|moved|reworked|reorgani[sz]ed|verified|addressed|handled|unified|consolidated|redesigned|integrated|modified|improved|finished|completed)\b"
    r"|\b(?:all|the) (?:\w+ )?(?:tests?|checks?|specs?|suites?) (?:now )?(?:pass|passed|are (?:passing|green))\b|\b(?:is|are) now\b|\bnow (?:uses?|returns?|works?|passes|shows?|supports?|handles?|runs?|has|takes?|reads?|writes?)\b|\bhas been (?:added|fixed|updated|implemented|removed|created|moved|renamed|replaced)\b|\bno longer\b|^(?:done|fixed|implemented|created|added|updated)\b"
    r"|^(?:ich habe|habe|hinzugefügt|behoben|geändert|entfernt|umbenannt|ersetzt|erstellt|angepasst)\b|\b(?:hinzugefügt|behoben|geändert|entfernt|umbenannt|ersetzt|erstellt|angepasst|aktualisiert|umgestellt|implementiert)\b[.!]?$"
    r"|^(?:he |hemos )?(?:añadido|arreglado|cambiado|actualizado|creado|eliminado|corregido|implementado|movido|renombrado|añadí|arreglé|creé)\b"
    r"|已(?:经)?(?:添加|修复|更新|创建|删除|重命名|实现|完成|修改|替换|移动)|(?:添加|修复|更新|创建|删除|实现|完成|修改|替换)了|(?:追加|修正|変更|削除|更新|作成|実装|対応|置換|移動)(?:しました|済み|完了)",
    re.IGNORECASE,
)
_NOT_DID: Final = re.compile(
    r"^(?:let me|i'?ll|i will|i'?m going|now (?:let|i)|next|should|could|would|do you|if |want|please|the user|you |perfect|great|good|excellent|wait|but |however|first|todo|hmm|looking|checking|ich werde|jetzt|voy a|让我|我来|次に)\b|[?？:：]\s*$|\b(?:will be|should be|needs? to be|to be|has not been|not been|would be|can be|must be|hasn't been|was already|were already)\b|\bwould\b|\bshould\b",
    re.IGNORECASE,
)
_CHOSE: Final = re.compile(
    r"\b(?:let'?s (?:go with|use|do|take|keep|stick|drop|skip|try|move|make|just|not)|(?:i|we)(?:'ve| have)? (?:decided|chose|chosen|opted|went with|settled|picked|agreed)|(?:i'?ll|we'?ll|i will|we will|let me|going to|i'?d) (?:go with|use|keep|stick (?:to|with)|take|prefer|choose|opt)\b|going with|(?<![.\w])go with (?:option|approach|the|plan|a|b|1|2|3|that|your)|"
    r"option (?:a|b|c|d|[1-9])\b|instead of|rather than|in favou?r of|over using|decision\b|trade-?off|the (?:simplest|cleanest|best|right|better|safest) (?:\w+ )?(?:approach|solution|option|way|fix|choice)|approach (?:is|will be|was)|"
    r"nehmen wir|lass uns|wir nehmen|entschieden|statt(?:dessen)?|anstatt|anstelle|entscheidung|vamos con|usemos|hagamos|mejor (?:usa|usar|con)|decidí|decidimos|decidido|en lugar de|en vez de|optamos)\b"
    r"|(?:就|我们)?用[^。，\n]{1,20}吧|决定|选(?:择|用)|而不是|代替|改用|(?:に|で)しましょう|に決め|採用|の代わりに|ではなく|にします",
    re.IGNORECASE,
)
_CHOSE_AGENT: Final = re.compile(
    r"\b(?:(?:i|we)(?:'ve| have)? (?:decided|chose|chosen|opted|settled|went with|picked)|decision\b|going with\b|(?:i|we)(?:'ll| will|'d| would)? (?:go with|use|keep|stick with|stick to|take|prefer|choose|opt)\b[^.]{3,80}\b(?:instead|rather than|over|because|since|so that|for now|as it)|"
    r"let'?s (?:go with|use|keep|stick|drop|skip|take)\b|trade-?off|(?:simplest|cleanest|best|safest) (?:\w+ )?(?:approach|solution|option|fix|choice) (?:is|here is|would be|was)|entschieden|ich nehme\b[^.]{3,60}\bstatt|decid(?:í|imos|ido|ió)|optamos|vamos con)\b"
    r"|^(?:use|using|keep|kept|chose|picked|went|store|stored|prefer|preferred|moved to|switched to|switch to)\b[^.]{2,100}\b(?:instead of|rather than|over)\b|决定(?:用|采用|不)|改用|选用|采用[^。]{1,30}而不是|に決め|を採用|の代わりに[^。]{1,30}(?:使|採)",
    re.IGNORECASE,
)
_WISH: Final = re.compile(
    r"\b(?:always|never(?! \w+ed\b)|from now on|going forward|in future|every time|whenever|by default|(?:i|we) (?:prefer|like|want|hate|don'?t (?:want|like|use)|always|never|usually)|please (?:don'?t|do not|always|never|keep|stop)|don'?t (?:ever|use|add|touch|commit|push|run|write|create|change|remove|delete)|do not (?:use|add|touch|commit|push|run|write|create|change|remove|delete)|"
    r"stop (?:\w+ing)|in this (?:repo|project|codebase|team)|our (?:convention|style|rule|standard|policy)|we (?:use|don'?t use)|remember (?:to|that)|make sure (?:to|you|that you) always|must (?:always|never|not)|only (?:use|run|commit|when)|"
    r"immer|nie(?:mals)?|ab (?:jetzt|sofort)|künftig|bitte (?:nicht|nie|immer|kein\w*)|bei uns|ich (?:bevorzuge|mag|will) |siempre|nunca|jamás|a partir de ahora|en adelante|prefiero|no (?:uses|hagas|toques|subas|añadas)|en este (?:repo|proyecto))\b"
    r"|以后|总是|永远|从现在起|不要(?:用|再|动|改|加)|别(?:用|再|动|改)|我(?:喜欢|希望|习惯)|今後|常に|必ず|絶対に|これから(?:は|も)|決して|しないで|毎回",
    re.IGNORECASE,
)
_LEARNED: Final = re.compile(
    r"\b(?:root cause|(?:the )?(?:actual |real |underlying )?(?:problem|issue|cause|culprit|bug|reason|error) (?:is|was|turned out|here is|here was|comes? from|came from)|turns? out|turned out|it (?:was|is) because|because of a|caused by|this (?:is|was|happens|happened) because|"
    r"(?:i|we) (?:learned|realized|realised|discovered|misunderstood|overlooked)|the (?:key|trick|catch|insight) (?:is|was)|die ursache|das problem (?:ist|war|lag)|der fehler (?:ist|war|lag|liegt)|liegt daran|stellt sich heraus|la causa|el problema (?:es|era|está)|resulta que|se debe a|porque el)\b"
    r"|根本原因|原因(?:是|在于|：)|问题(?:是|在于|出在)|原来|发现[^。\n]{2,}|原因は|問題は[^。\n]{2,20}(?:でした|です)|判明|のが原因|ことが分かり",
    re.IGNORECASE,
)
_TRIVIAL: Final = re.compile(
    r"^\W*(?:continue|go on|go ahead|proceed|yes|yep|y|ok(?:ay)?|sure|do it|please do|next|thanks?|thank you|great|good|nice|perfect|cool|hi|hello|hey|weiter|ja|mach weiter|los|sí|continúa|sigue|dale|继续|好的?|是的?|続けて|はい|お願いします)\W*$|^/\w[\w:-]*\s*$|^\[[^\]]*\]$",
    re.IGNORECASE,
)


def requests(turns: Sequence[tuple[Event | None, Sequence[Event]]], most: int) -> tuple[Entry, ...]:
    """The first thing the user asked for, and later messages that ask for something new."""
    found: list[Entry] = []
    seen: set[str] = set()
    for message, _ in turns:
        if message is None or _TRIVIAL.match(message.text) or len(message.text.strip()) < 3:
            continue
        if found and not _asks_new(message.text):
            continue
        text = shorten(_opening(message.text), _LONG)
        key = text.lower()
        if text and key not in seen:
            seen.add(key)
            found.append(Entry(text, (message.id,)))
    return tuple(found if len(found) <= most else [*found[:1], *found[-(most - 1) :]])


def _opening(text: str) -> str:
    said = sentences(text, 12)
    return " ".join(said) if said else text


def _asks_new(text: str) -> bool:
    said = read_mood(text)
    if said.asked:
        return True
    feedback = said.against or said.praise or said.confirm or said.weak or said.mild
    return not feedback and (len(text.split()) >= 4 or (not text.isascii() and len(text) >= 8))


def accomplishments(
    turns: Sequence[tuple[Event | None, Sequence[Event]]], proof: frozenset[str], most: int
) -> tuple[Entry, ...]:
    """What the agent says it did, in turns where an edit or a passing command backs it; the turn's last words first."""
    found: list[Entry] = []
    seen: set[str] = set()
    for _, work in turns:
        backing = [event.id for event in work if event.id in proof]
        if not backing:
            continue
        spoken = [event for event in work if event.by == "agent" and event.kind == "message"]
        told: list[Entry] = []
        for event in reversed(spoken[-4:]):
            lines = [
                s for s in sentences(event.text) if _DID.search(s) and not _NOT_DID.search(s) and len(s) >= 12
            ]
            for line in lines[:4]:
                key = re.sub(r"\W+", "", line.lower())[:80]
                if key not in seen:
                    seen.add(key)
                    told.append(Entry(shorten(line, _LINE), (event.id, *backing[-2:])))
            if len(told) >= 4:
                break
        found.extend(told[:4])
    return tuple(found[-most:])


def decisions(events: Sequence[Event], most: int) -> tuple[Entry, ...]:
    """Choices that the user or the agent states, the user's first when there are too many."""
    by_user: list[Entry] = []
    by_agent: list[Entry] = []
    seen: set[str] = set()
    for event in events:
        if event.kind != "message" or event.by not in ("user", "agent"):
            continue
        mine = event.by == "user"
        for line in sentences(event.text, 60):
            if not 8 <= len(line) <= 600 or line.endswith(("?", "？", ":", "：")):
                continue
            if not (_CHOSE.search(line) if mine else _CHOSE_AGENT.search(line)):
                continue
            if not mine and re.match(
                r"(?:let'?s|now let'?s) (?:check|see|look|run|verify|start|also|fix|test|read|find|now|update|create|add)",
                line,
                re.IGNORECASE,
            ):
                continue
            key = re.sub(r"\W+", "", line.lower())[:80]
            if key in seen:
                continue
            seen.add(key)
            (by_user if mine else by_agent).append(
                Entry(("User: " if mine else "") + shorten(line, _LINE), (event.id,))
            )
    kept = by_user[:most] + by_agent[: max(0, most - len(by_user))]
    order = {event.id: n for n, event in enumerate(events)}
    return tuple(sorted(kept, key=lambda entry: order[entry.events[0]]))


def preferences(events: Sequence[Event], most: int) -> tuple[Entry, ...]:
    """The user's sentences that sound as if they should last; a hint for readers, not a rule."""
    found: list[Entry] = []
    for event in events:
        if event.by != "user" or event.kind != "message" or len(event.text) > 6000:
            continue
        found.extend(
            Entry(shorten(line, _LINE), (event.id,))
            for line in sentences(event.text, 40)
            if 8 <= len(line) <= 400 and _WISH.search(line) and not line.endswith(("?", "？"))
        )
    return tuple(found[:most])


def insights(events: Sequence[Event], most: int) -> tuple[Entry, ...]:
    """Causes the agent names, and what the user corrects."""
    found: list[Entry] = []
    seen: set[str] = set()
    for event in events:
        if event.by != "agent" or event.kind != "message":
            continue
        for line in sentences(event.text, 60):
            if 30 <= len(line) <= 500 and _LEARNED.search(line) and not line.endswith(("?", "？", ":", "：")):
                key = re.sub(r"\W+", "", line.lower())[:60]
                if key not in seen:
                    seen.add(key)
                    found.append(Entry(shorten(line, _LINE), (event.id,)))
    return tuple(found[-most:])
