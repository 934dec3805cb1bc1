"""The tools that change something: the same flows as the commands, by the same gate, always as an agent.

What loosens or destroys is refused by the flow itself (`flows/consent.py`), with words on how a person does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cm.errors import CmError, Usage
from cm.mcp.arguments import Given
from cm.mcp.caller import Caller
from cm.mcp.said import Said, said
from cm.model.task import TaskState

NOT_YET: Final = "nothing was done yet: ask the user, then call again with sure: true"


@dataclass(frozen=True, slots=True)
class PutOff:
    """Questions that were put behind the others."""

    cards: tuple[str, ...]


def remember(caller: Caller, words: Given) -> Said:
    """Keeps one rule."""
    from cm.flows.add import Wish
    from cm.flows.remember import plain
    from cm.flows.remember import remember as keep
    from cm.model.rule import Scope

    add = plain(
        words.text("text"),
        kind=words.text("kind"),
        category=words.text("category"),
        why=words.text("why"),
        scope=Scope(path=words.text("path"), language=words.text("language")),
        about=words.text("about"),
        since=words.text("from"),
        until=words.text("until"),
        review_after=words.text("review_after"),
        visibility=words.text("visibility"),
    )
    change = keep(
        caller.env,
        Wish(add, words.text("quote"), words.text("session")),
        everywhere=words.yes("everywhere"),
        layer="repo" if words.yes("repo") else "user",
        check=words.yes("check"),
        branch=words.text("branch"),
        request_id=words.text("request_id"),
        if_revision=words.text("if_revision"),
    )
    return said("remember", change)


def correct(caller: Caller, words: Given) -> Said:
    """Gives a rule new words."""
    from cm.flows.correct import correct as reword

    change = reword(
        caller.env,
        words.text("rule"),
        words.text("text"),
        why=words.text("why"),
        reason=words.text("reason"),
        quote=words.text("quote"),
        session=words.text("session"),
        since=words.text("since"),
        wording=words.yes("wording"),
        check=words.yes("check"),
        request_id=words.text("request_id"),
        if_revision=words.text("if_revision"),
    )
    return said("correct", change)


def mark(caller: Caller, words: Given) -> Said:
    """Marks a rule; the quick way where it is open."""
    rule, session = words.text("rule"), words.text("session")
    if not rule.strip():
        raise Usage("mark needs the id of a rule", hint="r-… as `context` gives it")
    reason, note, undo = words.text("reason"), words.text("note"), words.yes("undo")
    verdict = words.text("verdict")
    if not (reason or note or undo):
        from cm.flows.quick_mark import quick_mark

        quick = quick_mark(caller.world, caller.cwd, rule, verdict, session)
        if quick is not None:
            return said("mark", quick)
    from cm.flows.marking import mark as long_mark

    done = long_mark(
        caller.env,
        rule,
        "helpful" if verdict == "helpful" else "harmful",
        session=session,
        reason=reason,
        note=note,
        undo=undo,
    )
    return said("mark", done)


def outcome(caller: Caller, words: Given) -> Said:
    """Notes how a session ended."""
    from cm.flows.outcome import record

    done = record(
        caller.env,
        words.text("status"),
        rules=[word for text in words.texts("rules") for word in text.replace(",", " ").split()],
        session=words.text("session"),
        notes=words.text("notes"),
        task=words.text("task"),
        dry_run=words.yes("check"),
    )
    return said("outcome", done, done.notes)


def forget(caller: Caller, words: Given) -> Said:
    """Takes a rule away when the user said yes; else tells what would be done."""
    from cm.flows.forget import forget as withdraw

    sure = words.yes("sure")
    done = withdraw(
        caller.env,
        words.text("rule"),
        words.text("reason"),
        text=words.text("text"),
        avoid=words.yes("avoid"),
        dry_run=not sure,
        request_id=words.text("request_id"),
        if_revision=words.text("if_revision"),
    )
    return said("forget", done, () if sure or done.replayed else (NOT_YET,))


def as_seen(caller: Caller, said: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a withdrawal, for the rule as it stands now and no other; as they are where that cannot be told."""
    from cm.flows.show import show

    rule, folder = said.get("rule"), said.get("cwd") or ""
    if not isinstance(rule, str) or not isinstance(folder, str) or said.get("if_revision"):
        return said
    try:
        found = show(caller.at(folder).env, rule)
    except CmError:  # told by the call itself
        return said
    return {**said, "rule": found.rule.id, "if_revision": found.revision}


def tasks(caller: Caller, words: Given) -> Said:
    """Lists things to do, and notes what became of them."""
    from cm.flows import tasks as todo

    env, action = caller.env, words.text("action")
    if action == "list":
        states = todo.states_named(words.text("state"))
        return said("tasks", todo.tasks(env, everywhere=words.yes("all"), states=states))
    version, request, check = words.number("if_version"), words.text("request_id"), words.yes("check")
    if action == "add":
        titles = [words.text("title")] if words.text("title") else []
        done = todo.add(
            env, titles, everywhere=words.yes("everywhere"), if_version=version, request_id=request, dry_run=check
        )  # fmt: skip
    else:
        state: TaskState = "done" if action == "done" else "dropped"
        done = todo.close(
            env, words.texts("tasks"), state, if_version=version, request_id=request, dry_run=check
        )
    return said("tasks", done)


def review(caller: Caller, words: Given) -> Said:
    """Lists and shows what waits, rejects a draft; for everything else the flow asks for a person."""
    from cm.flows import review as waiting
    from cm.flows import reviewing

    env, action, rules = caller.env, words.text("action"), words.texts("rules")
    reason, text = words.text("reason"), words.text("text")
    match action:
        case "list":
            return said("review", waiting.queue(env, here=words.yes("here"), most=words.number("max") or 0))
        case "show":
            return said("review", waiting.cards_of(env, *_so_many(rules, 1, "show")))
        case "approve":
            return said("review", reviewing.approve(env, rules))
        case "reject":
            (rule,) = _so_many(rules, 1, "reject")
            if not reason:
                raise Usage("reject takes one rule and a reason", hint="say why in `reason`")
            return said("review", reviewing.reject(env, rule, reason))
        case "edit":
            (rule,) = _so_many(rules, 1, "edit")
            return said("review", reviewing.edit(env, rule, text, reviewing.person(env, f"edit {rule}")))
        case "settle":
            one, other = _so_many(rules, 2, "settle")
            by = reviewing.person(env, f"settle {one} and {other}")
            return said("review", reviewing.settle(env, one, other, words.text("keep"), by, reason))
        case "merge":
            one, other = _so_many(rules, 2, "merge")
            by = reviewing.person(env, f"merge {one} and {other}")
            return said("review", reviewing.merge(env, one, other, by, text=text, reason=reason))
        case _:
            reviewing.person(env, f"put off {', '.join(rules)}")
            found = waiting.cards_of(env, *rules)
            return said("review", PutOff(reviewing.put_off(env, [card.key for card in found.cards])))


def reflect(caller: Caller, words: Given) -> Said:
    """Hands a question out, takes its answer, or reflects by patterns alone; no model is called."""
    from cm.flows.reflect import Wish, hand_out, take_answer
    from cm.flows.reflect import reflect as learn
    from cm.flows.sessions import Filter, since_of

    env, action, check = caller.env, words.text("action"), words.yes("check")
    if action == "apply":
        if not words.text("answer").strip():
            raise Usage("apply needs the answer", hint="in `answer`, as the question says")
        return said("reflect-answer", take_answer(env, None, words.text("answer"), dry_run=check))
    project = words.text("project")
    wanted = Filter(
        words.texts("host"),
        env.project if project in ("here", ".") else project,
        since_of(words.text("since"), env.now),
    )
    wish = Wish(words.text("session"), wanted, words.number("max") or 0, words.yes("again"), check, False)
    if action == "run":
        done = learn(env, wish, progress=caller.progress)
        return said("reflect", done, done.notes)
    from cm.flows.prepared import in_envelope

    handed = hand_out(env, wish, progress=caller.progress)
    if not handed.question:
        return said(
            "reflect-question",
            handed,
            text=f"Nothing to ask about: {handed.why or 'every session was read already (again: true)'}.\n",
        )
    how = f'Answer by the tool `reflect` with action "apply"; `answer` is one JSON document of this form:\n{handed.answer}\n'
    return said("reflect-question", handed, text=f"{in_envelope(handed)}\n{how}")


def _so_many(rules: Sequence[str], count: int, action: str) -> Sequence[str]:
    if len(rules) != count:
        raise Usage(f"{action} takes {count} of `rules`, not {len(rules)}", hint="name their ids")
    return rules
