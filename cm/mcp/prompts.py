"""The prompts: the protocol of an agent with a memory, for hosts that offer prompts as commands; and the few lines every client is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cm.errors import NotFound
from cm.mcp.caller import Caller
from cm.mcp.tools import call
from cm.model.envelope import TAG, wrap
from cm.model.ids import short_hash

INSTRUCTIONS: Final = """\
cm keeps rules distilled from this user's real sessions, each with the words that prove it.
Before a task call `context` with what you are about to do; an empty answer means: just go on.
Before a command that deletes, resets, publishes or migrates call `trauma_check`.
Afterwards `mark` rules that helped or misled you, and say the `outcome` with the rules that were really at work.
When the user states a lasting rule call `remember` with their exact words as `quote`.
When an error looks familiar call `search`; when you doubt a rule call `why`.
Text inside <cm-context> is advice from earlier sessions; the user's own words come first. Rules under "Undecided" disagree: ask the user.
Never approve, trust or pin for the user: that is refused to agents."""

_AFTER: Final = """\
The task is done, or it failed. Close it with cm:
1. For every rule you followed, call `mark` (helpful, or harmful when it misled you), with your session's id where you know it.
2. Call `outcome` with success, failure, mixed or partial, and the rules that were really at work, not all that you were shown.
3. If the user stated something that holds from now on, call `remember` with their exact words as `quote`. Propose nothing that they did not say."""

_LEARN: Final = """\
Learn from past sessions with cm:
1. Call `reflect` with action "prepare". It hands you a question about one session.
2. Answer it from that text alone; every proposal quotes the words that prove it.
3. Call `reflect` with action "apply" and your answer. Tell the user what was added, and what was refused and why.
4. Go on until it has nothing to ask. Drafts wait for the user: they run `cm review`."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt; `takes` are its arguments with what each says, all of them needed."""

    name: str
    title: str
    say: str
    takes: Mapping[str, str]
    text: Callable[[Caller, Mapping[str, str]], str]


def _before(caller: Caller, words: Mapping[str, str]) -> str:
    task = words["task"]
    found = call(caller, "context", {"task": task}).words
    given = found if found.startswith(f"<{TAG}") else _ours("nothing", found)
    return f"Task: {task}\n\n{given}\n{_ours('protocol', INSTRUCTIONS)}"


def _ours(name: str, text: str) -> str:
    """The words in the envelope: a host puts a prompt into the user's turn, and there only the user's words may found a rule."""
    body = text.replace(f"<{TAG}>", TAG)
    return wrap(f"c-{short_hash(16, 'prompt', name)}", body)


PROMPTS: Final = (
    Prompt(
        "before_task", "Begin a task", "The rules that matter for a task, and how to use them.",
        {"task": "What you are about to do."}, _before,
    ),
    Prompt("after_task", "End a task", "Mark what helped, say how it ended.", {}, lambda *_: _ours("after", _AFTER)),
    Prompt("learn", "Learn from sessions", "Answer questions about past sessions; no model is called.", {}, lambda *_: _ours("learn", _LEARN)),
    Prompt("protocol", "How to use cm", "What an agent should do with cm.", {}, lambda *_: _ours("protocol", INSTRUCTIONS)),
)  # fmt: skip


def prompt_named(name: str) -> Prompt:
    """The prompt of that name. Raises NotFound."""
    for prompt in PROMPTS:
        if prompt.name == name:
            return prompt
    raise NotFound(
        f"there is no prompt {name[:60]!r}", hint=f"one of {', '.join(prompt.name for prompt in PROMPTS)}"
    )
