"""What one tool result says: green, red, or in part; test summaries and build verdicts are read before the exit status.

A pipeline or a wrapper may exit 0 over "3 failed", so counts in the text outweigh the status; without any,
the status speaks; without a status, only words of verdict do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cm.core.reading.commands import Family

Colour: TypeAlias = Literal["green", "red", "none"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a command ended, whether its text gave a verdict of its own, and the counts it named."""

    colour: Colour
    verdict: bool = False  # a test summary or a build's verdict, not the exit status alone
    passed: int = 0
    failed: int = 0
    quote: str = ""


_TAIL: Final = 6000
_SUMMARY_LINES: Final = 15  # a summary stands at the end; numbers higher up are of single cases and of logs
_N: Final = r"(?<![\d:.,/-])(\d{1,3}(?:[,.' ]\d{3})+|\d+)"
_WHAT: Final = r"(?:tests? |specs? |checks? |suites? |examples? |scenarios? |assertions? |cases? |jobs? |targets? |snapshots? )?"
# each gives a count of what failed in its only group
_FAILED: Final = re.compile(
    "|".join(
        (
            _N
            + " "
            + _WHAT
            + r"(?:failed|failing|failures?|fail|errored|did not pass|broken|crashed|fehlgeschlagen|fallid[oa]s|fallaron|fallos?)\b",
            r"\b(?:failures?|failed|fail|failing|fallos|unreachable)\s?[:=]\s?" + _N,
            r"^# fail " + _N,
            r"^\s*✖ " + _N,
            _N + r" ?(?:件|个|個)?(?:の)?(?:テスト)?(?:が)?(?:失敗|失败)",
            r"(?:失敗|失败)\s?[:：]\s?" + _N,
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
# counts of errors: a log line may say so too, therefore only where the exit status does not say otherwise
_ERRORS: Final = re.compile(
    "|".join(
        (
            r"\b(?:errors?|fehler)\s?[:=]\s?" + _N,
            r"\bfound " + _N + r" (?:errors?|problems?|issues?|vulnerabilit\w+)",
            _N + r" (?:errors|fehler|errores)\b(?! (?:handl|boundar|code|message|page))",
            r"(?<![\d:.,/-])(1) error\b",
            _N + r" ?(?:件|个|個)?(?:の)?(?:エラー|错误)",
            r"(?:エラー|错误)\s?[:：]\s?" + _N,
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
_PASSED: Final = re.compile(
    "|".join(
        (
            _N
            + " "
            + _WHAT
            + r"(?:passed|passing|pass|ok|succeeded|successful|completed|green|bestanden|correct[oa]s|pasaron|superad[oa]s|erfolgreich)\b",
            r"\b(?:passed|pass|ok|successful|passing)\s?[:=]\s?" + _N,
            r"^# pass " + _N,
            r"\btests? run:\s?" + _N,
            r"\b(?:ran|executed) " + _N + r" tests?",
            _N + r" (?:examples?|runs|tests?|assertions?|scenarios?)\b",
            _N + r" ?(?:件|个|個)?(?:の)?(?:テスト)?(?:が)?(?:通过|成功|合格|パス)",
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
_GREEN: Final = re.compile(
    r"\bbuild success(?:ful)?\b|\bbuild succeeded\b|\*\* (?:build|test|archive) succeeded|\btest result: ok\b|\ball (?:\w+ )?(?:tests?|checks?|specs?|green|jobs)?\s?(?:have )?(?:passed|pass|green|ok|succeeded)\b|\bsuccess(?:fully)?\b|\bsucceeded\b|\bcompiled\b(?! with \d+ (?:error|problem))|\bok \(\d+ tests?|\bno (?:issues|errors|problems|vulnerabilit\w+|differences|changes|leaks|regressions?|warnings?) (?:found|detected)?|"
    r"\b(?:0|zero|no) (?:errors?|failures?|failed|problems|issues|vulnerabilit\w+|diffs?|differences|warnings)\b|\bapply complete\b|\brolled out\b|\bdeployed\b|\bdeployment (?:is )?(?:complete|live|ready)\b|\bready in\b|\bdone in\b|\bfinished (?:in|`)|\bup[- ]to[- ]date\b|\bexit(?:ed)?(?: with)?(?: code| status)? 0\b|\bis valid\b|\bpass(?:ed|es)?\b|^ok\b|\b200 ok\b|^http/\S+ 2\d\d|\bstatus:? (?:200|healthy|ok|green|running)\b|\bhealthy\b|"
    r"\bbranch '[^']+' updated\b|\bdetached head \S+\]|^\[[\w./-]+ (?:\(root-commit\) )?[0-9a-f]{7,}\]|\bmerged\b|\bcreated\b|\bupdated\b|->|\bpublished\b|\bpushed\b|\binstalled\b|\bsaved\b|\bwritten\b|\bbuilt\b|\bcomplete[d]?\b|✓|✔|✅|\berfolgreich\b|\bbestanden\b|\bfertig\b|\bcorrecto\b|\béxito\b|\bcompletad[oa]\b|成功|通过|通過|完了|完成|合格|正常",
    re.IGNORECASE | re.MULTILINE,
)
_RED: Final = re.compile(
    r"\bbuild fail(?:ed|ure)\b|\*\* (?:build|test|archive) failed|\btest result: failed|^--- fail|^fail\b|\bfailures!|\bfailed\b|\bfailure\b|\bfails\b|^traceback \(most recent|\b\w*(?:error|exception)\b\s?[:\[(]|^error\b|\berror:|\bfatal\b|\bpanic(?:ked)?\b|\bsegmentation fault\b|\bsegfault\b|\bcore dumped\b|\bnpm err|\bcommand not found\b|\bpermission denied\b|\bno such file\b|\bnot found\b|\bdoes not exist\b|\bcannot\b|"
    r"\bcould not\b|\bunable to\b|\brefused\b|\brejected\b|\btimed out\b|\btimeout\b|\bconflict\b|\bkilled\b|\babort(?:ed|ing)\b|\bout of memory\b|\boom\b|\bunhealthy\b|\bcrashloop\w*|\bdenied\b|\bunauthorized\b|\bforbidden\b|\binvalid\b|\bunexpected\b|\bundefined (?:reference|symbol)\b|\bmismatch\b|\bassert(?:ion)?error\b|\bassertion failed\b|\bexpected\b[^\n]{0,60}\b(?:got|but|received|actual)\b|\b(?:http[/ \d.]*|status:? )[45]\d\d\b|"
    r"\bexit(?:ed)?(?: with)?(?: code| status)? [1-9]\d*\b|\bstopp?ed\b|✗|✘|❌|✖|\bfehler\b|\bfehlgeschlagen\b|\bnicht gefunden\b|\bfall[óo]\b|\bfallido\b|\bno encontrado\b|失败|失敗|错误|エラー|报错|見つかりません|不存在|存在しません",
    re.IGNORECASE | re.MULTILINE,
)
_RATIO: Final = re.compile(
    r"\b(\d+)\s?(?:/|of|von|de)\s?(\d+)\s+(?:\w+ )?(?:tests?|passed|pass|ok|checks?|specs?|succeeded|files?|done|migrated|green)\b",
    re.IGNORECASE,
)


def read_result(text: str, exit_status: int | None) -> Result:
    """Reads a command's output and exit status for whether it passed."""
    tail = text[-_TAIL:]
    end = "\n".join([line for line in tail.splitlines() if line.strip()][-_SUMMARY_LINES:])
    failed, failed_quote = _count(_FAILED, end)
    if not failed and exit_status != 0:
        errors, errors_quote = _count(_ERRORS, end)
        failed, failed_quote = (errors, errors_quote) if errors else (failed, failed_quote)
    passed, passed_quote = _count(_PASSED, end)
    if failed is not None and failed > 0:
        return Result("red", verdict=True, passed=passed or 0, failed=failed, quote=failed_quote)
    ratio = _last(_RATIO, end)
    if ratio and int(ratio[1]) < int(ratio[2]):
        return Result("red", True, int(ratio[1]), int(ratio[2]) - int(ratio[1]), ratio[0])
    if passed or failed == 0:
        if exit_status in (None, 0):
            return Result("green", verdict=True, passed=passed or 0, quote=passed_quote or failed_quote)
        return Result("red", verdict=False, passed=passed or 0, quote=passed_quote)
    if exit_status not in (None, 0):
        red = _last(_RED, tail)
        return Result("red", verdict=bool(red), quote=red[0].strip() if red else "")
    green, red = _last(_GREEN, tail), _last(_RED, tail)
    if exit_status == 0:
        return Result("green", verdict=bool(green), quote=green[0].strip() if green else "")
    if red and (not green or red.start() > green.start()):
        return Result("red", verdict=True, quote=red[0].strip())
    if green:
        return Result("green", verdict=True, quote=green[0].strip())
    return Result("none")


def read_run(kind: Family, text: str, exit_status: int | None) -> Result:
    """Reads the end of a command whose family is known: only where a verdict is its purpose do words outweigh the status."""
    if kind in ("test", "build", "lint"):
        return read_result(text, exit_status)
    if exit_status is None:
        return Result("none")
    return Result("green" if exit_status == 0 else "red", quote=read_result(text, exit_status).quote)


def _count(pattern: re.Pattern[str], text: str) -> tuple[int | None, str]:
    """The last summary line's count: earlier lines of the same run only lead up to it."""
    value, quote, line = None, "", -1
    for found in pattern.finditer(text):
        number = int(re.sub(r"\D", "", next(group for group in found.groups() if group is not None)))
        here = text.count("\n", 0, found.start()) if "\n" in text else 0
        if here == line:
            value = max(value or 0, number)
        else:
            value, quote, line = number, found[0].strip(), here
    return value, quote


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for one in pattern.finditer(text):
        found = one
    return found
