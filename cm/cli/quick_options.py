"""The options of the quick doors, as tables: `quick.py` reads a command line by them, `listed.py` makes the help of them."""

from __future__ import annotations


class Option:
    """One option of a quick door: its name, what it takes ("" = nothing), what it does."""

    __slots__ = ("choices", "kind", "name", "say", "takes")

    def __init__(
        self, name: str, takes: str, say: str, kind: type = str, choices: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self.takes = takes
        self.say = say
        self.kind = kind
        self.choices = choices


CONTEXT = (
    Option("--budget", "TOKENS", "How many tokens the answer may take (default 1500).", int),
    Option("--max-rules", "N", "How many rules at most (default 12).", int),
    Option("--format", "FORMAT", "text, md or xml.", choices=("text", "md", "xml")),
    Option("--session", "ID", "The session that asks; noted with the delivery."),
    Option("--host", "NAME", "The agent that asks; found out by itself where possible."),
    Option("--no-log", "", "Do not note the delivery in shown.jsonl."),
    Option(
        "--explain", "", "Every factor of every candidate, and why it is in or out; nothing is handed over."
    ),
)
MARK = (
    Option("--helpful", "", "The rule helped."),
    Option("--harmful", "", "The rule misled."),
    Option("--session", "ID", "The session it happened in; counts once per rule, verdict and session."),
    Option("--reason", "WORD", "Why, in a word or two."),
    Option("--note", "TEXT", "Why, at length."),
    Option("--undo", "", "Take the same mark back."),
)
SEARCH = (
    Option("--limit", "N", "At most so many hits (default 10).", int),
    Option("--here", "", "Only this project; as project:. does."),
    Option("--project", "NAME", "Only this project; the end of its name is enough."),
    Option(
        "--about", "ENTITY", "Only facts about it, and what proves them: a name, or person:NAME and so on."
    ),
    Option("--source", "NAME", "Only what comes from it: a coding agent, user, agent, tool, or a file."),
    Option("--host", "NAME", "Only this coding agent."),
    Option("--session", "ID", "Only this session."),
    Option("--by", "WHO", "user, agent, tool, file or host."),
    Option("--kind", "KIND", "message, command, output, rule, diary and so on; see above."),
    Option("--since", "TIME", "Only from then on: 7d, 12h, 3w or a date."),
    Option("--until", "TIME", "Only up to then."),
    Option("--source-lines", "N", "With so many lines of the source on either side of each hit.", int),
    Option(
        "--semantic", "", "Rules that answer a question, by words and by meaning, with the installed model."
    ),
    Option(
        "--rerank",
        "",
        "Have the best thirty read again: by the reranker you named, else by a model on this machine.",
    ),
)
