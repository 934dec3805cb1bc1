"""The tools: what each is called, takes and may do. Calling one checks the arguments, asks one flow, and gives its result.

The result is the one that the command line gives with `--json` for the same words (`tests/unit/mcp/test_parity.py`). The flows are
called in `reading_tools.py` and `writing_tools.py`. Nothing of the protocol is imported: that is `server.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from cm.errors import NotFound, OwnCall
from cm.mcp import reading_tools as read
from cm.mcp import writing_tools as write
from cm.mcp.arguments import Arg, Given, given
from cm.mcp.caller import Caller
from cm.mcp.said import Said, answered

CWD: Final = Arg(
    "cwd",
    "Absolute path of the folder you work in; without it the one in which the server was started.",
    most=4096,
)
SESSION: Final = Arg("session", "Your session's id, where you know it.", most=400)
CHECK: Final = Arg("check", "Decide and tell, but write nothing.", "yes")
HERE: Final = Arg("here", "Only this project.", "yes")
REQUEST: Final = Arg(
    "request_id",
    "A name of yours for this request, new for each: asked again under it, it is answered the same and done once.",
    most=200,
)
REVISION: Final = Arg(
    "if_revision", "Only if the rule still stands as you saw it: the `revision` that show tells.", most=100
)
RULE: Final = Arg("rule", "The rule's id, or its first characters.", needed=True, most=200)
ABOUT_A_FACT: Final = (
    Arg("about", "Of a fact: whom or what it is of: project:here, person:Amal, org:Acme, workstream:search, user, or a name.", most=400),
    Arg("from", "Of a fact: from when it holds: 2026, 2026-03, 2026-03-05 or a moment.", most=60),
    Arg("until", "Of a fact: until when it holds, the whole of what is named.", most=60),
    Arg("review_after", "From when on a person is asked whether it still holds.", most=60),
    Arg("visibility", "Who may see it; left out, preferences and facts about people are private.", choices=("private", "team", "public")),
)  # fmt: skip
AT: Final = Arg("at", "As it was known and served then: a year, a month, a day or a moment.", most=60)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool."""

    name: str
    title: str
    say: str
    args: tuple[Arg, ...]
    call: Callable[[Caller, Given], Said]
    writes: Callable[[Given], bool] = lambda _: False
    destroys: bool = False
    far: bool = False  # whether it is answered beyond this machine
    seconds: float = 60.0

    @property
    def reads_only(self) -> bool:
        """Whether no call of it changes anything that a user would call a change."""
        return self.writes is _NEVER


_NEVER: Final[Callable[[Given], bool]] = lambda _: False  # noqa: E731
_ALWAYS: Final[Callable[[Given], bool]] = lambda _: True  # noqa: E731


def _tool(name: str, title: str, say: str, *args: Arg, **more: Any) -> Tool:
    return Tool(name, title, say, (*args, CWD), **{"writes": _NEVER, **more})


TOOLS: Final[tuple[Tool, ...]] = (
    _tool(
        "context", "Rules for a task",
        "Before a task: the few rules that matter for it, what to avoid, commands that did damage before, and what was said in "
        "earlier sessions. An empty answer means: just go on.",
        Arg("task", "What you are about to do, in a sentence, with the names of files and commands.", needed=True),
        Arg("budget", "Tokens the answer may take; by default what the settings say.", "number", low=1),
        Arg("max_rules", "How many rules at most.", "number", low=1, high=1000),
        Arg("format", "How it reads; json gives the whole answer as data.", choices=("text", "md", "xml", "json"), default="text"),
        SESSION, call=read.context, far=True,
    ),
    _tool(
        "search", "Search the past",
        "Find words in the rules, the diaries, and in all that was said and run in past sessions; for an error that looks familiar. "
        "All of the words first. Filters stand among them: host:NAME, project:NAME, about:NAME, source:NAME, session:ID, since:7d, by:user, kind:command, exit:!0.",
        Arg("query", "Words to look for, and filters; \"a phrase\", begin*, -without, this OR that.", needed=True, most=2000),
        Arg("limit", "At most so many hits.", "number", default=10, low=1, high=1000),
        HERE,
        *(Arg(name, say, most=400) for name, say in (
            ("project", "Only this project; the end of its name is enough."),
            ("about", "Only facts about this person, project, organisation or thing, and what proves them."),
            ("source", "Only what comes from it: a coding agent, user, agent, tool, or a file's path or name."), ("host", "Only this coding agent."),
            ("session", "Only this session."), ("by", "user, agent, tool, file or host."),
            ("kind", "message, command, output, rule, diary and so on."), ("since", "Only from then on: 7d, 12h, 3w or a date."),
            ("until", "Only up to then."),
        )),
        Arg("source_lines", "So many lines of the source on either side of each hit.", "number", default=0, high=50),
        Arg("rerank", "Have the best hits ordered anew by the reranker that the user named, else by a model on this machine.", "yes"),
        call=read.search,
    ),
    _tool(
        "facts", "What is so here",
        "Facts and preferences as they are served here: what is so, since when, says who; of one entity, or as it was known at an "
        "earlier day.",
        Arg("about", "Only of this entity: project:here, person:Amal, user, or a name.", most=400),
        AT,
        Arg("kind", "Only these.", choices=("fact", "preference")),
        Arg("words", "Only facts with all of these words.", "texts", most=200),
        Arg("all", "Also those that are not served, with the reason.", "yes"),
        call=read.facts,
    ),
    _tool(
        "entities", "Whom facts are of",
        "Whom and what the facts that are served here are of, with how many of each.",
        AT, call=read.entities,
    ),
    _tool(
        "show", "Show one thing whole",
        "One rule with everything it carries, a session, a diary, or the place around an event that a search found; of an entity its "
        "facts, what they replaced, and the sessions behind them.",
        Arg(
            "id", "The id of a rule (r-…), an event (e-…), a session or a diary (y-…), or its beginning; or an entity: person:Amal.",
            needed=True, most=400,
        ),
        Arg("context", "Of an event: so many neighbours on each side.", "number", default=3, high=1000),
        call=read.show,
    ),
    _tool(
        "read", "Read one thing whole",
        "What an id names, whole and as plain text: a rule, a fact, an event, a session, a diary, a decision, a change, a trauma, a task.",
        Arg("id", "The id, or its beginning; of an exported block its file.", needed=True, most=4096),
        call=read.read,
    ),
    _tool(
        "why", "Why a rule is there",
        "A rule's life: the words that prove it, what was decided, its marks, and why an agent does or does not see it. Of a decision "
        "(d-…) what it changed; of an event (e-…) the rule it became, or why nothing came of it; of words, whether they are a rule, or were "
        "refused or withdrawn.",
        Arg("about", "A rule's id, a decision's, an event's, or words.", needed=True, most=4000),
        Arg("host", "Ask as this coding agent.", most=200),
        Arg("task", "Ask with this task in mind."),
        Arg("path", "Ask as if at work on these paths.", "texts", most=4096),
        call=read.why,
    ),
    _tool(
        "trauma_check", "Would this command be stopped?",
        "What the guard would say of a command here: deny, ask or allow, with the story why. The command is not run.",
        Arg("command", "The command, as it would be typed.", needed=True, most=20_000),
        Arg("shell", "What would read it.", choices=("sh", "powershell", "cmd"), default="sh"),
        Arg("explain", "How it was read, and every trauma that it meets.", "yes"),
        call=read.trauma_check, far=True,
    ),
    _tool(
        "status", "Is everything well?",
        "What is found, what is wrong and what to do: the home, the sessions of each agent, guards, models.",
        call=read.status,
    ),
    _tool(
        "review", "What waits for a person",
        "List what waits for a person (drafts, rules that contradict each other), show the question about one, or reject a draft. "
        "Approving, editing, settling and merging are a person's: they are refused here.",
        Arg("action", "What to do.", choices=("list", "show", "reject", "approve", "edit", "settle", "merge", "defer"), default="list"),
        Arg("rules", "The rules' ids.", "texts", most=200),
        Arg("reason", "With reject: why.", most=4000),
        Arg("text", "With edit and merge: the new sentence.", most=4000),
        Arg("keep", "With settle: the rule that holds, or both.", most=200),
        HERE,
        Arg("max", "With list: at most so many; 0 is all.", "number", default=20),
        call=write.review, writes=lambda said: said.text("action") not in ("list", "show"),
    ),
    _tool(
        "remember", "Keep a rule",
        "Keep one lasting rule. With the user's exact words as `quote` (and `session`) it is active at once when they are found in "
        "the session; without them it waits as a draft.",
        Arg("text", "The rule, as one imperative sentence.", needed=True, most=4000),
        Arg("kind", "What it is.", choices=("rule", "anti-pattern", "fact", "preference"), default="rule"),
        Arg("why", "The reason, in one sentence.", most=4000),
        Arg("category", "A word to group it by.", most=200),
        Arg("quote", "The user's exact words in a session.", most=8000),
        SESSION,
        Arg("everywhere", "For all projects, not only this one.", "yes"),
        Arg("branch", "`here`: only on the branch that is checked out, until it is merged.", most=400),
        Arg("repo", "Into the repository's .cm/, for the team.", "yes"),
        Arg("path", "Only for this folder of the project.", most=4096),
        Arg("language", "Only for this language.", most=200),
        *ABOUT_A_FACT,
        Arg("if_revision", "Only if the playbook is still the one you saw: of `revisions` in cm://playbook.", most=100),
        REQUEST, CHECK, call=write.remember, writes=_ALWAYS, far=True,
    ),
    _tool(
        "correct", "New words for a rule",
        "Give a rule new words. Its id, proof and marks stay; the old words are kept with the reason. A fact that changed is "
        "superseded by a new one, and ends where that begins.",
        RULE,
        Arg("since", "Of a fact: from when the new words hold; else from today.", most=60),
        Arg("wording", "Of a fact: it was only said badly, nothing changed.", "yes"),
        Arg("text", "The new sentence.", needed=True, most=4000),
        Arg("why", "The rule's reason, when it changes too.", most=4000),
        Arg("reason", "Why the words changed.", most=4000),
        Arg("quote", "The user's exact words that say so.", most=8000),
        SESSION, REVISION, REQUEST, CHECK, call=write.correct, writes=_ALWAYS, far=True,
    ),
    _tool(
        "mark", "A rule helped or harmed",
        "Say that a rule helped you or misled you. Counts once per rule, verdict and session; three harmful marks turn a rule round.",
        RULE,
        Arg("verdict", "What it did.", needed=True, choices=("helpful", "harmful")),
        SESSION,
        Arg("reason", "Why, in a word or two.", most=400),
        Arg("note", "Why, at length.", most=4000),
        Arg("undo", "Take the same mark back.", "yes"),
        call=write.mark, writes=_ALWAYS, far=True,
    ),
    _tool(
        "outcome", "How the session ended",
        "Say how a session ended, and which rules were really at work in it.",
        Arg("status", "How it ended.", needed=True, choices=("success", "failure", "mixed", "partial")),
        Arg("rules", "Ids of the rules that were at work, not all that you were shown.", "texts", most=200),
        SESSION,
        Arg("notes", "What went well or wrong.", most=4000),
        Arg("task", "What it was about.", most=4000),
        CHECK, call=write.outcome, writes=_ALWAYS, far=True,
    ),
    _tool(
        "forget", "Take a rule away",
        "Take a rule away so that it does not come back. Ask the user first: without `sure` it only tells what would be done, or has "
        "the user asked where your program can do that.",
        Arg("rule", "The rule's id, or its first characters.", most=200),
        Arg("reason", "Why; kept with the rule.", needed=True, most=4000),
        Arg("text", "Instead of a rule: words that are to become none.", most=4000),
        Arg("avoid", "Leave what to avoid behind, with the reason.", "yes"),
        Arg("sure", "The user said yes.", "yes"),
        REVISION, REQUEST, call=write.forget, writes=_ALWAYS, destroys=True, far=True,
    ),
    _tool(
        "tasks", "Things to do",
        "A small list of things to do, for the user's own use: no memory, nothing is learned from it. Change it only when the user asks.",
        Arg("action", "What to do.", choices=("list", "add", "done", "drop"), default="list"),
        Arg("title", "With add: what there is to do, on one line.", most=400),
        Arg("tasks", "With done and drop: the tasks' ids (k-…).", "texts", most=200),
        Arg("all", "With list: of all projects.", "yes"),
        Arg("state", "With list.", choices=("open", "done", "dropped", "all"), default="open"),
        Arg("everywhere", "With add: of no project.", "yes"),
        Arg("if_version", "Only if the list is still at this version.", "number", high=1_000_000_000),
        REQUEST, CHECK, call=write.tasks, writes=lambda said: said.text("action") != "list",
    ),
    _tool(
        "reflect", "Learn from sessions",
        "Learn from past sessions. prepare: hands you a question about a session to answer; apply: takes your answer through the same "
        "gate as every rule; run: reads new sessions and proposes rules by patterns alone. No model is called.",
        Arg("action", "What to do.", needed=True, choices=("prepare", "apply", "run")),
        Arg("answer", "With apply: your answer, as the question says.", "document", most=1_000_000),
        Arg("session", "Only this session, by its id or its transcript's path.", most=4096),
        Arg("host", "Only these coding agents.", "texts", most=200),
        Arg("project", "Only this project; `here` is the current one.", most=400),
        Arg("since", "Only sessions from then on: 7d, 12h, 2w or a date.", most=100),
        Arg("max", "At most so many sessions, the newest; 0 is all.", "number", default=0),
        Arg("again", "Also sessions that were reflected on before.", "yes"),
        CHECK, call=write.reflect, writes=_ALWAYS, seconds=900.0,
    ),
)  # fmt: skip
BY_NAME: Final = {tool.name: tool for tool in TOOLS}


def tool_named(name: str) -> Tool:
    """The tool of that name. Raises NotFound."""
    tool = BY_NAME.get(name)
    if tool is None:
        raise NotFound(f"there is no tool {name[:60]!r}", hint=f"one of {', '.join(BY_NAME)}")
    return tool


def call(caller: Caller, name: str, said: dict[str, Any]) -> Said:
    """Calls one tool and answers, whatever happens."""
    found = answered(f"tool {name[:60]}", lambda: _call(caller, name, said))
    return answered(f"tool {name[:60]}", lambda: _as_far(caller, found)) if caller.far else found


def _call(caller: Caller, name: str, said: dict[str, Any]) -> Said:
    tool = tool_named(name)
    words = given(name, tool.args, said)
    at = caller.at(words.text("cwd"))
    if not tool.far:
        at.must_be_near(name)
    if at.own_call:
        raise OwnCall(
            f"{name}: not answered inside a model call that cm made itself",
            hint="answer from what you were given",
        )
    if tool.writes(words):
        at.must_write(name)
    if at.hidden is not None:
        at.hidden.refuse(_named(tool, words))
    return tool.call(at, words)


def _named(tool: Tool, words: Given) -> Iterator[str]:
    """The ids that a call names."""
    for arg in tool.args:
        if arg.name in ("rule", "rules", "id"):
            yield from words.texts(arg.name) if arg.kind == "texts" else (words.text(arg.name),)


def _as_far(caller: Caller, found: Said) -> Said:
    """The answer as it may leave this machine: a change may have met a private rule, and name its words."""
    if caller.hidden is None:
        return found
    return replace(
        found, document=caller.hidden.without(found.document), text=caller.hidden.without(found.text)
    )


def make_ready(caller: Caller) -> None:
    """Takes ahead what the first call would have to wait for; what goes wrong there is told when somebody asks."""
    if not caller.own_call:
        answered("warm-up", lambda: read.warm(caller))
