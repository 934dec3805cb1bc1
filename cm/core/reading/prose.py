"""What a user typed in a message, sentence by sentence: without code, logs, quotes, pasted documents and tool text.

Not here: what a sentence means (`core/reading/cues.py`, `core/reading/directives.py`), nor what each host injects (`cm.hosts`):
this is the second net, by shape alone. Offsets always point into the text that was given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

LONGEST: Final = 40_000  # characters looked at; what is longer is a document
LONG: Final = 60  # sentences; of a longer message only the edges are the user's own talk
EDGE: Final = 20
LONGEST_SENTENCE: Final = 1500
_LONG_QUOTE_WORDS: Final = 4
_LONG_LINE: Final = 400  # characters by which a line is classed
_WRAPPED_LINE: Final = 60


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in the user's own voice; `plain` is it lower-cased, with code as `x` and long quotes as \"q\"."""

    start: int
    end: int
    paragraph: int
    bullet: bool
    plain: str


_HARNESS: Final = re.compile(
    r"\s*(?:# (?:AGENTS|CLAUDE|GEMINI)\.md|Contents of /|\[Request interrupted|\[?SYSTEM\b|System(?: prompt| message)?: "
    r"|Caveat: The messages below|This session is being continued from|Base directory for this skill"
    r"|As you answer the user's questions, you can use|IMPORTANT: this context may or may not|\w+ hook (?:additional context|success|feedback|blocking|error|output)"
    r"|(?:Stop|PreToolUse|PostToolUse|UserPromptSubmit|SessionStart)\b[^\n]{0,30}hook|<<<|Tool (?:ran|result|output)"
    r"|<(?:[a-z]+[-_])+(?:reminder|notification|context|instructions|caveat|stdout|stderr|message|args|name|hook|memory)\b)",
    re.IGNORECASE,
)
"""Messages that a program wrote in the user's name, as a whole."""

_FENCE: Final = re.compile(
    r"^[ \t]*(```++|~~~++)[^\n]*+\n.*?(?:^[ \t]*\1[^\n]*$|\Z)|```[^\n`]*```", re.DOTALL | re.MULTILINE
)
_TAG: Final = re.compile(r"<([A-Za-z][\w:-]{1,60})(?:\s[^<>\n]{0,400})?>")
_DIFF_LINE: Final = re.compile(r"^[ \t]*([+-])[ \t]+(\d{1,5})(?=[ \t]|$)", re.MULTILINE)
_DIFF_LINES: Final = 3
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LOG_LINE: Final = re.compile(
    r"""\s*(?:\$\s|>>>\s|❯|➜|\w{2,12}>\s|[|│┃╭╰├└╞═─┌┐]|PS\s[A-Z]:|\#\d+\s[\d.\[]|npm\s(?:ERR|WARN)|\[\d|\[(?:INFO|WARN|ERROR|DEBUG)|\d{4}-\d\d-\d\d[T ]\d|\d\d:\d\d:\d\d
    |(?:ERROR|WARN|WARNING|WARNUNG|INFO|DEBUG|FATAL|TRACE|FAIL|FAILED|PASS|FEHLER)\b[:\s]|Traceback|Caused\sby|(?:error|warning|help)(?:\[\w+\])?:\s|panic:|at\s\S+\(
    |File\s"|---?\s[ab]/|\+\+\+\s|@@\s|diff\s--git|index\s[0-9a-f]{7}|commit\s[0-9a-f]{7,40}\b|HTTP/\d|curl:\s|(?:From|To|Subject|Date|Cc|Sent|Von|An|Betreff):\s
    |[{}\[\]();,]+\s*$|[A-Z][A-Z0-9_]{2,}=\S|</?[\w:-]+[^>]*>|"[\w.$-]+"\s*:\s|\{.*[}\],]\s*$|\w+(?:Error|Exception)\b:|[✓✗✔✖⨯█]|Exit\scode:|E\s{2,}|\S+\.\w{1,4}:\d+(?::\d+)?[:\s]|\#\#?\sSee\s|\d+\s\|\s|\#include|import\s\S+;|from\s\S+\simport\s|(?:def|class|func|fn|const|let|var|public|private|export)\s\w+.*[{:;(]\s*$)""",
    re.VERBOSE,
)
_PROMPT: Final = re.compile(r"\s*(?:\$\s|>>>\s|❯|➜|\w{2,12}>\s|PS\s[A-Z]:|Traceback)")
_CONFIG_LINE: Final = re.compile(r"\s*(?:- )?[\w.\"'/-]+\s*[:=]\s*(?:\S+\s*){0,3}$")
_PASTE_CUE: Final = re.compile(
    r"""(?<!\w)(?:outputs?|logs?|e-?mails?|mails?|message|issue|ticket|spec|specification|transcript|readme|docs?|documentation|rfc|error|errors|(?:stack\s?)?trace|configs?|says?|said|printed|prints|shows|paste[ds]?|pasting
    |comparison|response|responded|snippet|standup|minutes|thread|quotes?|wrote|writes|article|changelog|release\snotes|announcement|letter|contract|policy\sdoc|wiki|got\s(?:this|that|the)|sent\s(?:me|us)|this\sis\swhat|here(?:'s|\sis)\s(?:what|the)|reads|slack|chat|notes\sfrom|copied|example|template|prompt|handbook|manual|style\sguide|guide|post-?mortem|review|comments?|description|result|report
    |ausgabe|meldung|fehlermeldung|protokoll|auszug|schreibt|zitat|nachricht|salida|registro|correo|mensaje|dice|pego|acta|documentación|sortie|courriel|message\sd'erreur|saída|ログ|出力|メール|エラー|引用|議事録|输出|日志|邮件|报错|原文|文档|贴)(?!\w)""",
    re.VERBOSE | re.IGNORECASE,
)
_NOT_PASTE: Final = re.compile(
    r"(?<!\w)(?:rules?|note|remember|convention|always|never|from now on|we |our |my preferences?|prefer|commit messages?|log(?:ging)? (?:rules|style))(?!\w)",
    re.IGNORECASE,
)
_TO_A_MODEL: Final = re.compile(
    r"(?<!\w)(?:(?:assistant|ai|llm|system|chatbot|ai agents?|ai assistants?|language models?|note to (?:ai|llm|the (?:assistant|model|agent))s?)\s*[:,]|(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier) (?:instructions|rules|prompts?|messages)"
    r"|(?:save|write|add|store|commit) (?:this )?(?:in)?to (?:your |the |its )?(?:long[- ]term )?memory (?:that|:)|(?:ai|llm|coding|automated) (?:agents?|assistants?|models?|tools?) (?:must|should|shall|reading|are required|may not|need)|you are now|system prompt|if you are an? (?:ai|llm|assistant|agent|language model)|attention,? (?:ai|llm|assistant|agent|model)s?\b)",
    re.IGNORECASE,
)
_HIDDEN: Final = re.compile(
    r"(?<!\w)(?:prompt injection|jailbreak|(?:hidden|invisible|white|tiny) (?:text|font|instruction|comment|layer)s?|ki-(?:assistent|agent|modell)\w*|sprachmodell\w*|in weißer schrift|versteckte[rn]? text"
    r"|(?:asistente|agente|modelo)s? (?:de )?ia|ia:|(?:agents?|assistants?|modèles?) (?:ia|d'ia)|texto oculto|texte caché|ignor(?:a|e|iere|ez|en) (?:todas )?(?:las |alle |les |as )?(?:instrucciones|anweisungen|vorherigen|bisherigen|instructions|instruções|anteriores))(?!\w)"
    r"|(?:ai|人工智能|智能)\s?(?:助手|代理|模型|编程)|隐藏(?:的)?(?:文字|文本|指令|注释)|忽略(?:之前|以上|所有|前面)(?:的)?(?:所有)?(?:指令|规则|指示)|(?:ai|人工知能)\s?(?:アシスタント|エージェント|モデル)|隠し(?:文字|テキスト)|これまでの(?:指示|命令)",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(
    r"`[^`\n]{1,300}`|\"[^\"\n]{1,600}\"|“[^”\n]{1,600}”|„[^“”\n]{1,600}[“”]|«[^»\n]{1,600}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
)
_END: Final = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]*_]*+(?=\s)|[。！？]+[」』）]?|\n")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.?g|i\.?e|vs|etc|incl|excl|approx|ca|cf|resp|nr|no|z\.? ?b|d\.? ?h|bzw|usw|ggf|u\.? ?a|p\.? ?ej|ej|sra?|dra?|mr|mrs|ms|dr|st)|\b[a-z])\.$",
    re.IGNORECASE,
)
_BULLET: Final = re.compile(r"\s*(?:[-*•+–]|\(?\d{1,2}[.)]|\(?[a-h]\))\s+")
_SPACE: Final = re.compile(r"\s+")


def sentences(text: str) -> tuple[Sentence, ...]:
    """Returns the sentences the user typed, in order; nothing for a message that a program wrote."""
    if _HARNESS.match(text):
        return ()
    text = text[:LONGEST]
    keep = _typed_lines(text, _blocks(text))
    found: list[Sentence] = []
    for paragraph, (start, end) in enumerate(keep):
        found.extend(_split(text, start, end, paragraph))
    if len(found) > LONG:
        return (*found[:EDGE], *found[-EDGE:])
    return tuple(found)


def is_own_voice(text: str, start: int, end: int) -> bool:
    """Whether a stretch of a message is the user's own talk, and not of something that they quote or paste."""
    if not any(item.start < end and start < item.end for item in sentences(text)):
        return False
    quoted = (match for match in _QUOTED.finditer(text) if match.start() <= start and end <= match.end())
    return not any(_mask(match) == '"q"' for match in quoted)


def speaks_to_a_model(text: str) -> bool:
    """Whether some of a message, be it quoted or pasted, is addressed to a model: somebody may have planted it."""
    return bool(_TO_A_MODEL.search(text, 0, LONGEST) or _HIDDEN.search(text, 0, LONGEST))


def plain(text: str) -> str:
    """Lower-cases a text, straightens quotes, and puts `x` for code and \"q\" for a long quotation."""
    masked = _QUOTED.sub(_mask, text.replace("’", "'").replace("‘", "'"))
    return _SPACE.sub(" ", masked).strip().lower()


def _mask(match: re.Match[str]) -> str:
    whole = match.group()
    if whole[0] == "`":
        return "`x`"
    words = whole.count(" ") + 1
    unspaced = whole[0] in "「『" or (words == 1 and len(whole) > 10 and ord(whole[1]) > 0x2E80)
    return '"q"' if words >= _LONG_QUOTE_WORDS or (unspaced and len(whole) > 6) else whole


def _blocks(text: str) -> list[tuple[int, int]]:
    """Ranges of fences, comments and tagged blocks, in order."""
    cut = [match.span() for match in _FENCE.finditer(text)] + [
        match.span() for match in _COMMENT.finditer(text)
    ]
    at = 0
    while match := _TAG.search(text, at):
        at = match.end()
        if any(start <= match.start() < end for start, end in cut):
            continue
        if _within_code(text, match.start()):
            continue
        close = text.find(f"</{match.group(1)}>", at)
        line_start = text.rfind("\n", 0, match.start()) + 1
        at_line_start = not text[line_start : match.start()].strip()
        if close >= 0:
            at = close + len(match.group(1)) + 3
            cut.append((match.start(), at))
        elif at_line_start and ("-" in match.group(1) or "_" in match.group(1)):
            cut.append((match.start(), len(text)))
            break
    start = _document_start(text)
    if start < len(text):
        cut.append((start, len(text)))
    cut += _numbered_diff(text)
    return sorted(cut)


def _numbered_diff(text: str) -> list[tuple[int, int]]:
    """Where a diff with numbered lines stands, as a terminal shows and wraps it: from its first line to a blank one."""
    lines = list(_DIFF_LINE.finditer(text))
    if len(lines) < _DIFF_LINES or not any(line[1] == "+" for line in lines):
        return []
    if any(int(one[2]) > int(two[2]) for one, two in pairwise(lines)):
        return []
    end = text.find("\n\n", lines[-1].end())
    return [(lines[0].start(), end if end >= 0 else len(text))]


def _document_start(text: str) -> int:
    """Where a pasted document begins: at the first of two headings or more."""
    heads = [match.start() for match in _HEADINGS.finditer(text)]
    return heads[0] if len(heads) >= 2 else len(text)


def _within_code(text: str, at: int) -> bool:
    line_start = text.rfind("\n", 0, at) + 1
    return text.count("`", line_start, at) % 2 == 1


def _typed_lines(text: str, cut: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Paragraphs of the user's own lines, as ranges; pasted ones are left out."""
    paragraphs: list[list[tuple[int, int]]] = [[]]
    at = 0
    cut_index = 0
    length = len(text)
    while at < length:
        stop = text.find("\n", at)
        stop = length if stop < 0 else stop
        while cut_index < len(cut) and cut[cut_index][1] <= at:
            cut_index += 1
        pieces = [(at, stop)]
        for start, end in cut[cut_index : cut_index + 8]:
            if start >= stop:
                break
            left, right = pieces.pop()
            pieces += [(left, max(left, start)), (min(max(end, left), right), right)]
        spans = [(a, b) for a, b in pieces if text[a:b].strip()]
        if spans:
            paragraphs[-1].extend(spans)
        if not spans or spans[-1][1] < stop:
            paragraphs.append([])
        at = stop + 1
    return _without_pastes(text, [lines for lines in paragraphs if lines])


def _without_pastes(text: str, paragraphs: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    pasting = 0  # how many paragraphs the paste has taken so far; 0 = not in one
    announced = False
    for index, lines in enumerate(paragraphs):
        last = index == len(paragraphs) - 1
        if announced and (pasting == 0 or (not last and not _is_voice(text[lines[0][0] : lines[-1][1]]))):
            pasting += 1
            continue
        announced, pasting = False, 0
        own = _own_lines(text, lines)
        for number, (start, end) in enumerate(own):
            line = text[max(start, end - _LONG_LINE) : end].rstrip()
            if _announces_a_paste(line):
                kept.extend(_joined(text, own[: number + 1]))
                announced = True
                pasting = 1 if number + 1 < len(own) else 0
                break
        else:
            kept.extend(_joined(text, own))
    return kept


_FRAMED: Final = re.compile(
    r"(?<!\w)(?:got|here|from|past(?:e|ed|ing)|says?|said|wrote|writes|this is|attached|below|following|copied|their|his|her|customer\S*|vendor\S*|sent|outputs?|logs?|e-?mails?|mails?|transcript|trace|prints|printed|rfc|errors?|meldung|ausgabe|dice|correo|salida)(?!\w)|[\u3040-\u30ff\u3400-\u9fff]",
    re.IGNORECASE,
)


def _announces_a_paste(line: str) -> bool:
    """Whether a line says that what follows is somebody else's text."""
    if not line.endswith((":", "：")) or not _PASTE_CUE.search(line) or _NOT_PASTE.search(line):
        return False
    return bool(_FRAMED.search(line)) or line.count(" ") <= 3


_VOICE: Final = re.compile(
    r"\s*(?:i |i'|can you|could you|please |pls |so |ok|what |why |how |fix |any idea|from now on|for the record|remember|we |my |also |anyway|now )",
    re.IGNORECASE,
)


def _is_voice(paragraph: str) -> bool:
    return bool(_VOICE.match(paragraph)) and not paragraph.lstrip()[:1].isupper()


def _own_lines(text: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The lines of one paragraph that are not quoted, logged or configured."""
    if len(lines) >= 3 and all(
        end - start < _LONG_LINE and _CONFIG_LINE.match(text[start:end]) for start, end in lines
    ):
        return []
    spoken = [index for index, (start, end) in enumerate(lines) if _SPEAKER.match(text[start:end])]
    if len(spoken) >= 2:
        lines = lines[: spoken[0]]  # a talk between others
    own: list[tuple[int, int]] = []
    logged = 0
    for start, end in lines:
        line = text[start : min(end, start + _LONG_LINE)]
        if line.lstrip().startswith(">") and not line.lstrip().startswith(">>>"):
            continue
        if _PROMPT.match(line):
            return own if logged <= len(own) else []  # what follows a prompt is its output
        if _LOG_LINE.match(line) or _is_code(line):
            logged += 1
            continue
        if _HEADING.match(line) or _TICKED.match(line):
            continue  # a heading is a document's
        own.append((start, end))
    return own if logged <= 2 * len(own) else []


_SPEAKER: Final = re.compile(
    r"\s*(?:\[?\d\d?:\d\d\]?\s*)?@?[A-ZÀ-Þ][\w.-]{1,20}(?: [A-ZÀ-Þ][\w.]{0,20})?(?: \([^)]{1,30}\))?: \S"
)
_HEADINGS: Final = re.compile(r"^ {0,3}#{1,6} \S", re.MULTILINE)
_TICKED: Final = re.compile(r"\s*[-*] \[[ xX]\] ")
_HEADING: Final = re.compile(r"\s*#{1,6} ")


def _is_code(line: str) -> bool:
    """Whether a line is full of the signs of code once its code spans are taken out."""
    bare = _QUOTED.sub("", line).strip()
    return len(bare) >= 20 and sum(char in "{}[]()<>=;|&$#*+/\\_^~%@" for char in bare) > 0.25 * len(bare)


def _joined(text: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of lines that stand next to each other, so that a sentence wrapped by hand stays whole."""
    runs: list[tuple[int, int]] = []
    for start, end in lines:
        if runs and text[runs[-1][1] : start] == "\n":
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _split(text: str, start: int, end: int, paragraph: int) -> list[Sentence]:
    protected = [match.span() for match in _QUOTED.finditer(text, start, end)]
    found: list[Sentence] = []
    begin = line_begin = start
    index = 0
    for match in _END.finditer(text, start, end):
        while index < len(protected) and protected[index][1] <= match.start():
            index += 1
        if (
            index < len(protected)
            and protected[index][0] < match.start()
            and protected[index][1] > match.end()
        ):
            continue
        if match.group() == "\n":
            wrapped = (
                match.start() - line_begin >= _WRAPPED_LINE and text[match.start() - 1] not in ".!?:;。！？"
            )
            line_begin = match.end()
            if wrapped and not _BULLET.match(text, match.end(), end):
                continue
        elif match.group() == "." and _ABBREVIATION.search(text, max(begin, match.end() - 8), match.end()):
            continue
        _append(found, text, begin, match.end(), paragraph)
        begin = match.end()
    _append(found, text, begin, end, paragraph)
    return found


def _append(found: list[Sentence], text: str, start: int, end: int, paragraph: int) -> None:
    bullet = _BULLET.match(text, start, end)
    if bullet:
        start = bullet.end()
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if not 2 <= end - start <= LONGEST_SENTENCE:
        return
    masked = plain(text[start:end])
    if not any(char.isalpha() for char in masked) or _TO_A_MODEL.search(masked):
        return
    found.append(Sentence(start, end, paragraph, bool(bullet), masked))
