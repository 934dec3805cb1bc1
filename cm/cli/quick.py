"""The entry of `cm`, and its quick doors: `context`, `search` and `mark` are answered here without the machinery of the others, `hook` by
`quick_hook.py`.

Everything else, and every `--help`, goes to `app.py`, which lists these as well from the tables of options below.
Nothing heavy may be imported on the way (`tests/architecture/test_cold_start.py`).
"""

from __future__ import annotations

import gc
import os
import sys

from cm.cli import streams
from cm.cli.quick_options import CONTEXT, MARK, SEARCH, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


OWN_CALL = "CM_OWN_CALL"  # cm/llm/own_call.py
JSON = "--json"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `cm` with these words and returns the exit code.

    Without words it is the process itself, with those of the command line: a quick door then ends it as soon as its answer is out.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    end = words.index("--") if "--" in words else len(words)
    head = [word for word in words[:end] if word != JSON]
    if head[:1] == ["hook"] and "--help" not in head and "-h" not in head:
        from cm.cli.quick_hook import main as hook  # it speaks as hosts do, whatever is asked of it

        return hook(head[1:])
    quick = _QUICK.get(head[0]) if head else None
    if head == ["mcp"]:  # an agent waits for it to start, and there is nothing to parse
        from cm.cli import mcp, run

        return run.run(words, lambda _: mcp.command())
    if quick is None or "--help" in head or "-h" in head:
        from cm.cli.app import main as full

        return full(words)
    if argv is None:
        gc.disable()  # what is made here is let go with the process; a walk through it costs more than it frees
    try:
        streams.ready()
        if head[0] in ("mark", "search") and os.environ.get(OWN_CALL):
            from cm.llm.own_call import refuse_own_call

            refuse_own_call(os.environ, f"cm {head[0]}")
        text = quick([*head[1:], *words[end:]], len(head) < end)
        streams.write(text)
    except BaseException as error:
        if isinstance(error, SystemExit):
            raise
        return _failed(words, error)
    if argv is None:
        _leave()
    return 0


def _leave() -> None:
    """Ends the process at once: all is written and closed, and taking an interpreter apart takes longer than many an answer."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # the ordinary end says what is to be said
    os._exit(0)


def _failed(words: list[str], error: BaseException) -> int:
    """Errors are told where all errors are told."""
    from cm.cli import run

    def again(_: list[str]) -> Any:
        raise error

    return run.run(words, again)


def _version(words: list[str], as_json: bool) -> str:
    from cm import __version__

    if as_json:
        from cm.cli import envelope

        return envelope.answer("cm.version/1", {"version": __version__})
    return f"cm {__version__}\n"


def _context(words: list[str], as_json: bool) -> str:
    given, rest = parse("context", words, CONTEXT)
    task = _text(rest)
    if not task.strip():
        raise _usage(
            "context needs a task",
            'write it as cm context "what you are about to do", or - to read it from stdin',
        )
    for name in ("--budget", "--max-rules"):
        if given.get(name, 1) < 1:
            raise _usage(f"{name} must be at least 1, not {given[name]}", "leave it out for the default")
    if os.environ.get(OWN_CALL):  # an agent that answers a question of ours is handed nothing of ours
        return _nothing(task) if as_json else ""
    if "--explain" in given:
        return _explained(given, task, as_json)
    from cm.flows.context import Wish, notes_of, quick_context

    wish = Wish(
        budget=given.get("--budget"),
        max_rules=given.get("--max-rules"),
        fmt=given.get("--format", "text"),
        session=given.get("--session", ""),
        host=given.get("--host", ""),
        log="--no-log" not in given,
    )
    result = quick_context(os.environ, _cwd(), task, wish)
    if not as_json:
        return result.text
    from cm.cli import envelope

    data = envelope.as_data(result)
    if "--format" not in given:
        del data["text"]
    return envelope.answer("cm.context/1", data, notes_of(result))


def _nothing(task: str) -> str:
    """The answer in which there is nothing, and nothing was looked at."""
    from cm.cli import envelope

    lists = (
        "rules",
        "anti_patterns",
        "disputed",
        "history",
        "warnings",
        "notices",
        "searches",
        "degraded",
        "left_out",
    )
    data = {
        "task": task,
        "project": "",
        "envelope": "",
        **{name: [] for name in lists},
        "budget": 0,
        "used": 0,
    }
    return envelope.answer(
        "cm.context/1", data, [f"inside a model call that cm made nothing is handed over ({OWN_CALL})"]
    )


def _explained(given: dict[str, Any], task: str, as_json: bool) -> str:
    """The long way: not quick, and nothing is logged."""
    gc.enable()
    from cm.cli import envelope
    from cm.flows.env import open_env
    from cm.flows.explained import explain_context

    found = explain_context(
        open_env(),
        task,
        budget=given.get("--budget"),
        max_rules=given.get("--max-rules"),
        host=given.get("--host", ""),
    )
    if as_json:
        return envelope.answer("cm.context-explained/1", found, found.degraded)
    from cm.cli.explained import render

    return render(found)


def _search(words: list[str], as_json: bool) -> str:
    given, rest = parse("search", words, SEARCH, dashed=True)
    limit = given.get("--limit", 10)
    if not 1 <= limit <= 1000:
        raise _usage(f"--limit must be from 1 to 1000, not {limit}", "leave it out for 10")
    if "--semantic" in given:
        return _by_meaning(given, _text(rest), limit, as_json)
    from cm.flows.search import quick_search, with_filters

    if "--here" in given:
        given["--project"] = "."
    names = (
        "--project",
        "--about",
        "--source",
        "--host",
        "--session",
        "--by",
        "--kind",
        "--since",
        "--until",
    )
    text = with_filters(_text(rest), {name[2:]: given.get(name, "") for name in names})
    lines = given.get("--source-lines", 0)
    if not 0 <= lines <= 50:
        raise _usage(
            f"--source-lines must be from 0 to 50, not {lines}",
            "`cm show ID -C N` and `cm read ID` tell more",
        )
    if "--rerank" in given:
        found = _reranked(text, limit, lines)
    else:
        found = quick_search(os.environ, _cwd(), text, limit, lines)
    if as_json:
        from cm.cli import envelope

        return envelope.answer("cm.search/1", found, (*found.degraded, *found.notes))
    from cm.cli import hits, say

    for note in found.degraded:
        print(f"note: {say.harmless(note)}", file=sys.stderr)
    return hits.render(found)


def _reranked(text: str, limit: int, lines: int) -> Any:
    """The long way: a model is asked."""
    gc.enable()
    from cm.flows.env import open_env
    from cm.flows.reranking import search_reranked

    return search_reranked(open_env(), text, limit=limit, source_lines=lines)


def _by_meaning(given: dict[str, Any], text: str, limit: int, as_json: bool) -> str:
    """The long way: a model is loaded."""
    gc.enable()
    others = sorted(set(given) - {"--semantic", "--rerank", "--limit"})
    if others:
        raise _usage(f"--semantic looks through rules and does not know {others[0]}", "leave one of them out")
    if not text.strip():
        raise _usage("search needs words", 'write it as cm search --semantic "a question"')
    from cm.cli import envelope
    from cm.flows.env import open_env
    from cm.flows.similar import search_meaning

    found = search_meaning(open_env(), text, most=limit, rerank="--rerank" in given)
    if as_json:
        return envelope.answer("cm.search-semantic/1", found, found.degraded)
    from cm.cli.similar import render

    return render(found)


def _mark(words: list[str], as_json: bool) -> str:
    given, rest = parse("mark", words, MARK)
    if len(rest) != 1:
        what = "mark needs the id of a rule" if not rest else f"mark takes one rule, not {len(rest)}"
        raise _usage(what, "write it as cm mark r-… --helpful")
    verdicts = [name[2:] for name in ("--helpful", "--harmful") if name in given]
    if len(verdicts) != 1:
        what = "say --helpful or --harmful" if not verdicts else "say --helpful or --harmful, not both"
        raise _usage(what, f"write it as cm mark {rest[0]} --helpful")
    from cm.cli import envelope

    if set(given) <= {"--helpful", "--harmful", "--session"}:
        from cm.flows.quick_mark import quick_mark

        quick = quick_mark(os.environ, _cwd(), rest[0], verdicts[0], given.get("--session", ""))
        if quick is not None:
            return envelope.answer("cm.mark/1", quick) if as_json else _say_marked(envelope.as_data(quick))
    from cm.flows.env import open_env
    from cm.flows.marking import mark

    marked = mark(
        open_env(),
        rest[0],
        "helpful" if verdicts[0] == "helpful" else "harmful",
        session=given.get("--session", ""),
        reason=given.get("--reason", ""),
        note=given.get("--note", ""),
        undo="--undo" in given,
    )
    if as_json:
        return envelope.answer("cm.mark/1", marked)
    return _say_marked(envelope.as_data(marked))


def _say_marked(data: dict[str, Any]) -> str:
    what = f"{data['rule']} {data['verdict']}"
    if data["undone"]:
        return f"took the mark back: {what}\n"
    return f"{'it stood already' if data['already'] else 'marked'}: {what}\n{_where_it_went(data)}"


def _where_it_went(data: dict[str, Any]) -> str:
    """What to know of a mark on a rule that is out of service."""
    if data["state"] == "superseded" and data["heir"]:
        return f"  it is superseded: {data['heir']} took its place, and the mark counts for that one\n"
    if data["state"]:
        after = f", {data['heir']} came after it" if data["heir"] else ""
        return f"  it is {data['state']}{after}: no agent sees it any more; the mark is kept\n"
    return ""


def _text(rest: list[str]) -> str:
    """The words of the command line as one text; a lone `-` reads stdin."""
    if rest == ["-"]:
        return sys.stdin.buffer.read(1_000_000).decode("utf-8", "replace")
    return " ".join(rest).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _cwd() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:  # the folder we stand in was removed
        return os.environ.get("PWD") or os.path.abspath(os.sep)


def parse(
    verb: str, words: Sequence[str], options: Sequence[Option], *, dashed: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """Takes the options out of the words; returns what was given, and the words that are left. Raises Usage.

    With `dashed` a word that begins with one dash is a word like any other.
    """
    known = {option.name: option for option in options}
    given: dict[str, Any] = {}
    rest: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word == "--":
            rest += queue
            break
        text = not word.startswith("--") if dashed else not word.startswith("-") or word == "-"
        if text or " " in word:
            rest.append(word)
            continue
        name, equals, value = word.partition("=")
        option = known.get(name)
        if option is None:
            raise _unknown(verb, name, list(known))
        if not option.takes:
            if equals:
                raise _usage(f"{name} takes no value", f"see `cm {verb} --help`")
            given[name] = True
            continue
        if not equals:
            if not queue:
                raise _usage(f"{name} needs a value: {option.takes}", f"see `cm {verb} --help`")
            value = queue.pop(0)
        given[name] = _value(option, value)
    return given, rest


def _value(option: Option, value: str) -> Any:
    if option.choices and value not in option.choices:
        raise _usage(f"{option.name} cannot be {value!r}", f"one of {', '.join(option.choices)}")
    if option.kind is int:
        try:
            return int(value)
        except ValueError:
            raise _usage(f"{option.name} needs a whole number, not {value!r}", "") from None
    return value


def _usage(message: str, hint: str) -> Exception:
    from cm.errors import Usage

    return Usage(message, hint=hint)


def _unknown(verb: str, name: str, known: list[str]) -> Exception:
    from cm.cli.run import nearest_option

    near = nearest_option(name, [*known, JSON])
    hint = f"did you mean {near}?" if near else f"see `cm {verb} --help`"
    return _usage(f"cm {verb} has no option {name}", hint)


_QUICK: dict[str, Callable[[list[str], bool], str]] = {
    "context": _context,
    "mark": _mark,
    "search": _search,
    "--version": _version,
}
