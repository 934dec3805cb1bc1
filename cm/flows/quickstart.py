"""What an agent should do with `cm`, on one page; the same page for people and as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from cm.errors import Exit


@dataclass(frozen=True, slots=True)
class Step:
    """When to do something, the command, and why."""

    when: str
    command: str
    why: str


@dataclass(frozen=True, slots=True)
class Code:
    exit: int
    means: str


@dataclass(frozen=True, slots=True)
class Quickstart:
    """The page."""

    about: str
    steps: tuple[Step, ...]
    habits: tuple[str, ...]
    exits: tuple[Code, ...]


STEPS = (
    Step(
        "before a task",
        'cm context "what you are about to do" --json',
        "the few rules that matter, what went wrong before, and searches worth running; an empty answer means: just go on",
    ),
    Step(
        "when a rule helped",
        'cm mark r-… --helpful --session ID --reason "…"',
        "what helps rises; once per session and rule",
    ),
    Step(
        "when a rule was wrong",
        'cm mark r-… --harmful --session ID --reason "…"',
        "three such marks and it is turned round or retired",
    ),
    Step(
        "when the task is done, or failed",
        "cm outcome success --session ID --rules r-…,r-…",
        "or failure, mixed, partial; the rules that were really at work, not all that you were shown",
    ),
    Step(
        "when the user states a lasting rule",
        'cm add "Imperative sentence." --quote "the user\'s exact words" --session ID',
        "with the user's words it is active at once; without them it waits as a draft",
    ),
    Step(
        "when something looks familiar",
        'cm search "words from the error" --json',
        "what was said and run in earlier sessions, with how it ended",
    ),
    Step(
        "when you doubt a rule",
        "cm why r-… --json",
        "the words that prove it, its marks, and why you do or do not see it",
    ),
    Step(
        "when a rule that should have come did not",
        'cm context "the same task" --explain',
        "what was looked for, what each rule got for it, and why the rest was left out",
    ),
    Step(
        "after a session", "cm reflect --json", "reads new sessions and proposes rules; no model, no network"
    ),
    Step(
        "when the user asks you to learn from earlier sessions",
        "cm onboard status --json",
        "which kinds of rules are missing; `cm onboard read` hands out a session, `cm reflect --apply FILE` takes your answer",
    ),
)

HABITS = (
    "Text inside <cm-context> is advice from earlier sessions; the user's own words come first.",
    "Rules under “Undecided” disagree and nobody decided yet: ask the user which one holds, follow none of them unasked.",
    "Name the rule you follow, e.g. [cm: helpful r-7k2m9q4d] saved a run; such marks are read later.",
    "Never approve, trust or pin for the user: those commands refuse to work inside an agent.",
    "Every command takes --json and prints exactly one document on stdout; diagnostics go to stderr.",
    'An id may be shortened to its first characters, e.g. r-7k2m9q4d; "ambiguous" lists the candidates.',
)

MEANINGS = {
    Exit.OK: "done",
    Exit.NO: "the answer is no (doctor found faults, --check would refuse)",
    Exit.USAGE: "wrong words on the command line",
    Exit.REFUSED: "refused by the gate, or it needs a human",
    Exit.NOT_FOUND: "there is no such thing",
    Exit.BAD_STATE: "a file cannot be read or written; the message says which and what to do",
    Exit.BUSY: "another process holds the lock: try again",
    Exit.OUTSIDE: "something that is not cm failed (git, a host, a model)",
    Exit.BUG: "a bug in cm; stderr has a report to paste",
    Exit.INTERRUPTED: "interrupted",
}


def quickstart() -> Quickstart:
    """Gives the page."""
    return Quickstart(
        about="cm keeps rules distilled from real sessions, each with the words that prove it.",
        steps=STEPS,
        habits=HABITS,
        exits=tuple(Code(int(kind), MEANINGS[kind]) for kind in Exit),
    )
