"""Whether a rule speaks of one task, one session or one day: true when it was said, and a leftover after.

Asked of rules that stand, for a proposal to a person; what may come in at all is asked by `core/screening/screen.py` and
`core/reading/form.py`.
"""

from __future__ import annotations

import re
from typing import Final

from cm.core.curation.scrubbing import MACHINES
from cm.core.reading.form import lasts
from cm.core.screening.screen import screen
from cm.model.rule import Rule

_CODE: Final = re.compile(r"``?[^`]{1,200}``?|[\"“”«»][^\"“”«»]{1,120}[\"“”«»]")
_MOMENT: Final = re.compile(
    r"""
    \bthis\ (?:task|pr\b|pull\ request|merge\ request|mr\b|branch|session|conversation|chat|commit|ticket|issue|sprint|
        bug|refactor\w*|migration|week|afternoon|morning)\b
    |\b(?:today|tonight|tomorrow|yesterday)\b(?!['’]s)
    |\bdiese[rnsm]?\ (?:pr\b|aufgabe|branch|sitzung|commit|ticket|sprint|woche|änderung)
    |\b(?:heute|gestern|übermorgen|vorerst)\b
    |\best[ae]\ (?:tarea|sesión|rama|pr\b|commit|ticket|semana)\b|\b(?:hoy|ayer|por\ ahora)\b
    |\bce(?:tte)?\ (?:tâche|session|branche|pr\b|commit|ticket|semaine)\b|\b(?:aujourd['’]hui|demain|hier|pour\ l['’]instant)\b
    |\b(?:nesta|desta|esta)\ (?:tarefa|sessão|branch)\b|\b(?:hoje|amanhã)\b
    |\bquest[ao]\ (?:attività|sessione|pr\b|commit|branch)\b|\b(?:oggi|domani)\b
    |(?:этой?|эту)\ (?:задач\w+|сессии|ветк\w+)|\b(?:сегодня|завтра)\b
    |这个(?:任务|分支|会话|PR)|本次|这次|今天|明天|昨天|暂时
    |この(?:タスク|ブランチ|セッション|PR)|今回|今日|明日
    |이번\ ?(?:작업|세션|PR|브랜치)|오늘|내일
    """,
    re.IGNORECASE | re.VERBOSE,
)  # fmt: skip


def is_passing(rule: Rule) -> bool:
    """Whether a rule speaks of a moment; one that a machine found is also asked whether it has the form of a rule."""
    if screen(rule.text) == "not-lasting" or _MOMENT.search(_CODE.sub(" ", rule.text)):
        return True
    return rule.origin.by in MACHINES and rule.kind != "fact" and not lasts(rule.text)
