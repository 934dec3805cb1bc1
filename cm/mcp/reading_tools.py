"""The tools that change nothing: each asks the flow that the command of the same name asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cm.cli import envelope
from cm.errors import Usage
from cm.mcp.arguments import Given
from cm.mcp.caller import Caller
from cm.mcp.said import Said, said
from cm.model.ids import is_rule_id


def context(caller: Caller, words: Given) -> Said:
    """The rules for a task; read as text in its envelope, with the whole answer beside it."""
    from cm.flows.context import Wish, notes_of, quick_context

    task = words.text("task")
    if not task.strip():
        raise Usage("context needs a task", hint="say what you are about to do")
    form = words.text("format")
    wish = Wish(
        budget=words.number("budget"),
        max_rules=words.number("max_rules"),
        fmt="text" if form == "json" else form,
        session=words.text("session"),
        door="mcp",
    )
    warm = caller.mind.warm() if caller.mind is not None else None
    if warm is None:
        result = quick_context(caller.world, caller.cwd, task, wish)
    else:
        asked = {name: getattr(wish, name) for name in ("budget", "max_rules", "session", "door", "fmt")}
        result = warm.context(task, cwd=Path(caller.cwd), environ=caller.world, **asked)
    data = envelope.as_data(result)
    if form == "json":
        del data["text"]
    if caller.far:
        _without_quotes(data)
    return said("context", data, notes_of(result), text="" if form == "json" else result.text)


def search(caller: Caller, words: Given) -> Said:
    """What rules, diaries and sessions say."""
    from cm.flows.search import quick_search, with_filters

    names = ("project", "about", "source", "host", "session", "by", "kind", "since", "until")
    filters = {name: words.text(name) for name in names}
    if words.yes("here"):
        filters["project"] = "."
    text = with_filters(words.text("query"), filters)
    limit, lines = words.number("limit") or 10, words.number("source_lines") or 0
    if words.yes("rerank"):
        from cm.flows.reranking import search_reranked

        found = search_reranked(caller.env, text, limit=limit, source_lines=lines)
    else:
        found = quick_search(caller.environ, caller.cwd, text, limit, lines)
    return said("search", found, (*found.degraded, *found.notes))


def facts(caller: Caller, words: Given) -> Said:
    """What is so here, now or as it was known at an earlier moment."""
    from cm.flows.facts import Wanted
    from cm.flows.facts import facts as told

    wanted = Wanted(
        words.text("about"), words.text("at"), words.text("kind"), words.texts("words"), words.yes("all")
    )
    return said("facts", told(caller.env, wanted))


def entities(caller: Caller, words: Given) -> Said:
    """Whom served facts are of."""
    from cm.flows.facts import entities as told

    return said("entities", told(caller.env, at=words.text("at")))


def read(caller: Caller, words: Given) -> Said:
    """One thing whole and plain."""
    from cm.flows.read_out import read_out

    found = read_out(caller.env, words.text("id"))
    notes = (f"{found.id} is not read out: {found.withheld}",) if found.withheld else ()
    return said("read", found, notes, text=found.text)


def show(caller: Caller, words: Given) -> Said:
    """One thing with everything it carries."""
    from cm.flows.show import kind_of
    from cm.flows.show import show as show_rule

    env, thing = caller.env, words.text("id")
    kind = kind_of(env, thing)
    if kind in ("event", "session"):
        from cm.flows.transcript import event_shown, session_shown

        around = words.number("context")
        place = event_shown(env, thing, around or 0) if kind == "event" else session_shown(env, thing)
        return said("show", place)
    if kind == "entity":
        from cm.flows.facts import entity_shown

        return said("show", entity_shown(env, thing))
    if kind == "diary":
        from cm.flows.diary import diary_with_id

        return said("show", diary_with_id(env, thing))
    return said("show", show_rule(env, thing))


def why(caller: Caller, words: Given) -> Said:
    """A rule's life, a decision at length, what became of an event, or what is known of some words."""
    about = words.text("about")
    if about.strip() and not is_rule_id(about.strip()):
        from cm.flows.explain import about_words

        return said("why", about_words(caller.env, about))
    if about.startswith("e-"):
        from cm.flows.why_event import why_event

        return said("why", why_event(caller.env, about))
    if about.startswith("d-"):
        from cm.flows.explain import explain

        return said("why", explain(caller.env, about))
    from cm.flows.why import why as why_rule

    found = why_rule(
        caller.env, about, host=words.text("host"), task=words.text("task"), paths=words.texts("path")
    )
    return said("why", found)


def trauma_check(caller: Caller, words: Given) -> Said:
    """What the guard would say of a command."""
    from cm.flows.trauma_test import SHELLS, judge_commands

    command = words.text("command")
    if not command:
        raise Usage("there is no command to test", hint="say the command as it would be typed")
    shell = next(each for each in SHELLS if each == words.text("shell"))
    done = judge_commands(caller.env, (command,), shell=shell, explain=words.yes("explain"))
    return said("trauma.test", done)


def status(caller: Caller, words: Given) -> Said:
    """What is found, what is wrong, what to do."""
    from cm.flows.doctor import examine

    return said("doctor", examine(caller.env, progress=caller.progress))


def warm(caller: Caller) -> Said:
    """Makes ready what the first question would have to wait for; nothing is handed over, nothing logged."""
    from cm.flows.context import Wish, notes_of, quick_context

    result = quick_context(caller.environ, caller.cwd, "make ready", Wish(log=False, door="mcp"))
    return said("context", result, notes_of(result))


def _without_quotes(data: dict[str, Any]) -> None:
    """Takes the words of sessions out of an answer that leaves this machine."""
    disputed = [rule for unit in data["disputed"] for rule in unit["rules"]]
    for rule in (*data["rules"], *data["anti_patterns"], *disputed):
        rule["evidence"] = []
    data["history"] = []
