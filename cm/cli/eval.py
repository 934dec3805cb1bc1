"""`cm eval`: how good the search is, measured on a rubric of your own; or on your own past."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.hits import by_whom
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.evaluate import Evaluation, Mode
    from cm.flows.lookback import Lookback

FILE = typer.Argument(None, metavar="FILE", help="A rubric, in JSON or YAML.")
MODE = typer.Option("", "--mode", metavar="MODES", help="Only these, with commas: lexical, table, semantic, fused, ranks, reranked.")  # fmt: skip
BUDGET = typer.Option(None, "--budget", metavar="TOKENS", min=1, help="As of cm context.")
MOST = typer.Option(None, "--max-rules", metavar="N", min=1, help="As of cm context.")

REPLAY = typer.Option(False, "--replay", help="Your own past: which corrections might have been spared.")
SEMANTIC = typer.Option(False, "--semantic", help="With --replay: by words and the installed model.")

SAYS = {
    "lexical": "words, as every cm context",
    "table": "and meaning, word by word (no model loaded)",
    "semantic": "meaning alone, by the model",
    "fused": "words and the model",
    "ranks": "the same, fused by places",
    "reranked": "and the first 30 read again",
}
_ROWS = (
    ("recall@1", "1"), ("recall@3", "3"), ("recall@5", "5"), ("recall@10", "10"), ("MRR", "mrr"), ("nDCG@10", "ndcg"),
    ("silent, rightly", "silence"), ("false injection", "false_injection"), ("silent, wrongly", "wrongly_silent"),
    ("beside the point", "irrelevant"), ("rules an answer", "rules"), ("tokens an answer", "tokens"), ("ms an answer", "ms"),
    ("promises kept", "kept"),
)  # fmt: skip


def command(
    file: Path | None = FILE,
    mode: str = MODE,
    budget: int | None = BUDGET,
    max_rules: int | None = MOST,
    replay: bool = REPLAY,
    semantic: bool = SEMANTIC,
) -> Answer:
    """Ask the tasks of a rubric by words, by meaning, by both and ranked again, and score the answers side by side.

    A rubric: {"schema": 1, "rules": [...], "queries": [{"task", "relevant": [ids]}, {"task", "none": true}]}.
    --replay needs none: it walks your journal in time and asks what cm would have shown at each beginning.
    A query may have id, project, style, also_ok (ids), must, must_not (words). Without rules your own are asked.
    """
    from cm.flows.env import open_env
    from cm.flows.evaluate import evaluate

    if replay:
        if file is not None:
            raise Usage("--replay looks at your own past and takes no rubric", hint="cm eval --replay")
        from cm.flows.lookback import look_back as walk

        told = walk(open_env(), semantic=semantic)
        return Answer("replay", told, lambda: render_replay(told))
    if semantic:
        raise Usage(
            "--semantic belongs to --replay", hint="a rubric is asked in every way; only one: --mode fused"
        )
    if file is None:
        raise Usage("eval needs a rubric", hint="cm eval FILE; its shape: cm eval --help")
    modes: list[Mode] = [each.strip() for each in mode.split(",") if each.strip()]  # type: ignore[misc]
    found = evaluate(open_env(), file, modes=modes, budget=budget, max_rules=max_rules)
    return Answer("eval", found, lambda: render(found))


def render(found: Evaluation) -> str:
    """One column for each way of searching."""
    if not found.runs:
        skipped = (f"{mode}: {why}" for mode, why in found.skipped.items())
        return say.lines(*(say.para(each) for each in (*skipped, *found.notes)))
    one = found.runs[0].scores
    told = f"{found.file}: {say.count(one.asked, 'task')} with an answer, {one.none:,} without, {say.count(found.rules, 'rule')}"
    rows = []
    for name, key in _ROWS:
        values = [
            getattr(run.scores, key) if not key.isdigit() else run.scores.recall.get(key)
            for run in found.runs
        ]
        if any(value is not None for value in values):
            digits = 1 if key in ("tokens", "ms", "rules") else 2
            rows.append([name, *("-" if value is None else f"{value:.{digits}f}" for value in values)])
    styles = sorted({style for run in found.runs for style in run.scores.by_style if style})
    rows += [
        [f"  {style}", *(f"{run.scores.by_style.get(style, 0.0):.2f}" for run in found.runs)]
        for style in styles
    ]
    broken = sorted({name for run in found.runs for name in run.scores.broken})
    return say.blocks(
        say.para(told + (f"; model {found.model}" if found.model else "")),
        say.columns(rows, ["", *(run.mode for run in found.runs)]),
        say.lines(
            *(say.para(_says(run.mode, found.reranked_by), 0, f"{run.mode}  ") for run in found.runs),
            say.para(
                f"below a style: recall@5 of its tasks; budget {found.budget:,} tokens, {found.max_rules} rules"
            ),
            say.para(f"A promise was broken in: {', '.join(broken)}") if broken else "",
            *(say.para(f"{mode}: not asked, {why}") for mode, why in found.skipped.items()),
            *(say.para(note) for note in found.notes),
        ),
    )


def _says(mode: str, by: str) -> str:
    return SAYS[mode] + (f" by {by_whom(by)}" if mode == "reranked" and by else "")


def render_replay(found: Lookback) -> str:
    """The numbers, then what was spared."""
    if not found.sessions:
        return say.lines(say.para("There is no session to look back on: cm reflect reads them."))
    share = f" ({found.share:.0%})" if found.share is not None else ""
    per = found.tokens / found.sessions
    return say.blocks(
        say.para(
            f"{say.count(found.sessions, 'session')}, {found.first} to {found.last}, {say.count(found.rules, 'rule')} in force"
        ),
        say.pairs(
            [
                ("corrections", f"{found.corrections:,}: lasting things you said after the first words"),
                ("spared, perhaps", f"{found.spared:,}{share}: a rule that says so would have been shown"),
                ("known, not shown", f"{found.known:,}: a rule says so, and it was not found for the task"),
                (
                    "said again",
                    f"{found.repeated:,}: you had said it before, and nobody would have been reminded",
                ),
                ("sessions with rules", f"{found.with_rules:,}"),
                ("cost", f"{found.tokens:,} tokens, {per:.0f} a session"),
                ("rules never shown", f"{found.never_shown:,}"),
                ("shown, never of use", f"{found.never_of_use:,}"),
            ]
        ),
        say.lines(
            "Spared, perhaps",
            *(
                line
                for each in found.examples
                for line in (
                    say.para(say.cut(each.said, 160), first=f"  {each.at[:10]}  ", hang=4),
                    say.para(say.cut(each.text, 160), 4, f"{say.short(each.rule)}  "),
                )
            ),
        )
        if found.examples
        else "",
        say.para(
            "Each rule only counts from the end of the session that first proved it. That a rule is shown is not yet that it is obeyed."
        ),
    )
