"""Who reads facts, and which: one row for each way out of the playbook, asked over a home with one fact for each case.

The rows are held against what there is: every command, tool, resource, prompt and moment of a hook, every place where a reader is
made. A new one fails here until it is named with what it tells.
"""

import ast
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from cm.cli.app import COMMANDS, main
from cm.mcp import prompts, resources, tools
from cm.mcp.caller import Caller
from cm.mcp.prompts import PROMPTS
from cm.mcp.resources import RESOURCES
from cm.mcp.tools import TOOLS
from cm.model.moments import MOMENTS
from tests.kit.cases_of_facts import CASES, NOUNS, NOW, SHOP, blocked, playbook

TASK = " ".join(NOUNS)
WIDE = ("--budget", "100000", "--max-rules", "500")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Row:
    """A way out: how it is asked, as which door it reads, and whether it tells what is served or looks at the whole book."""

    words: tuple  # of the command line, or the name of a tool and its arguments; {id}, {noun}, {text}: asked for each case
    door: str = "list"
    sees: str = "served"  # served | book: what is out of service too
    shows: str = ""  # of a book: a noun that is surely in it
    most: str = "private"  # the most private that it tells, wherever it is asked
    landed: str = ""  # the file in which the answer is
    only: tuple = ()  # the cases that are asked, where each takes long
    audiences: tuple = ("private", "team", "public")

    @property
    def cases(self):
        return [case for case in CASES if case.name in self.only or not self.only]

    @property
    def each(self):
        return any("{" in str(word) for word in self.words)


def served(*words, **more):
    return Row(words, **more)


def book(*words, shows="okapi", **more):
    return Row(words, sees="book", shows=shows, **more)


COMMAND_ROWS = {
    "context": [served("context", TASK, *WIDE), served("context", TASK, *WIDE, "--format", "xml"), book("context", "{noun}", "--explain", shows="{noun}")],
    "search": [served("search", " OR ".join(NOUNS), "--limit", "200", door="search")],
    "list": [served("list", "--served"), book("list", "--state", "all")],
    "facts": [served("facts"), book("facts", "--all")],
    "show": [book("show", "{id}", shows="{noun}")],
    "read": [book("read", "{id}", shows="{noun}")],
    "why": [book("why", "{id}", shows="{noun}")],
    "similar": [served("similar", "{text}", only=("active", "liking", "draft"), audiences=("private", "team"))],
    "review": [book("review", "list", shows="gharial")],
    "stale": [book("stale", shows="dhole")],
    "stats": [book("stats")],
    "log": [book("log", "{id}", shows="{noun}")],
    "top": [book("top")],
    "project": [
        *(served("project", "--stdout", "--format", form, door="export", most="team") for form in ("md", "json", "yaml")),
        served("project", "--stdout", "--include-user", door="export", most="team"),
        served("project", door="export", most="team", landed="AGENTS.md"),
        served("project", "--file", "CLAUDE.md", "--include-user", door="export", most="team", landed="CLAUDE.md"),
    ],
    "export": [
        served("export", door="away", most="team"),
        served("export", "--format", "json", "--include-user", door="away", most="team"),
        served("export", "out.yaml", "--include-user", door="away", most="team", landed="out.yaml"),
        book("export", "--state", "all", most="team"),
        served("export", "--private", "--yes", door="away"),
    ],
    "sweep": [book("sweep", "--dry-run", shows="markhor")],
}  # fmt: skip
# commands that hand over no fact; with words they are asked, and no fact may be in what they say
SILENT = {
    "quickstart": (), "doctor": (), "config": (), "privacy": (), "usage": (), "sessions": ("--preview",), "journal": (), "trauma": ("list",),
    "starters": (), "onboard": (), "audit": (), "tidy": ("--dry-run",), "entities": (), "tasks": (), "diary": (),
}  # fmt: skip
# commands that answer about what their caller named or typed, or that only change something
ANSWERS = (
    "init", "setup", "trust", "mark", "outcome", "import", "reflect", "remember", "correct", "add", "pin", "unpin", "merge", "split",
    "forget", "erase", "remove", "undo", "scrub", "sync", "guard", "models", "eval", "mcp", "serve", "hook", "merge-driver",
    "shell", "audit-store", "validate",
)  # fmt: skip
TOOL_ROWS = {
    "context": [served({"task": TASK, "budget": 100000, "max_rules": 500}), served({"task": TASK, "budget": 100000, "max_rules": 500, "format": "json"})],
    "search": [served({"query": " OR ".join(NOUNS), "limit": 200}, door="search")],
    "show": [book({"id": "{id}"}, shows="{noun}")],
    "why": [book({"about": "{id}"}, shows="{noun}")],
    "review": [book({"action": "list"}, shows="gharial")],
    "facts": [served({}), book({"all": True})],
    "entities": [],
    "read": [book({"id": "{id}"}, shows="{noun}")],
}  # fmt: skip
TOOL_ANSWERS = (
    "trauma_check",
    "status",
    "remember",
    "correct",
    "mark",
    "outcome",
    "forget",
    "reflect",
    "tasks",
)
RESOURCE_ROWS = {
    "playbook": book(""),
    "decisions": book(""),
    "stats": book(""),
    "diary": None,
    "diary/{+session}": None,
    "decisions/{rule}": book("{id}", shows="{noun}"),
    "rule/{rule}": book("{id}", shows="{noun}"),
}
TELLING_PROMPTS = {"before_task"}
TELLING_MOMENTS = {"start", "prompt"}
READERS = {  # every place where a reader is made, and the rows that ask it
    "cm/flows/why.py": "why", "cm/flows/onboard.py": "onboard", "cm/flows/listing.py": "list", "cm/flows/search.py": "search",
    "cm/flows/project.py": "project", "cm/flows/fitting.py": "context", "cm/flows/surroundings.py": "context, hooks",
    "cm/flows/reflector.py": "a model's question", "cm/flows/lookback.py": "eval: counts", "cm/flows/evaluate.py": "eval: counts",
    "cm/flows/similar.py": "similar", "cm/flows/facts.py": "facts, entities", "cm/flows/audit.py": "audit",
    "cm/flows/exporting.py": "export", "cm/flows/reminders.py": "guards on this machine", "cm/flows/explained.py": "context --explain",
}  # fmt: skip


# --- the home


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The home with all cases, made once: the facts were written by hand and taken over by a change."""
    place = tmp_path_factory.mktemp("facts")
    with pytest.MonkeyPatch.context() as patch:
        _stand_in(place, patch)
        home = place / "home"
        home.mkdir()
        (home / "ledger").mkdir()
        (home / "playbook.yaml").write_text(playbook())
        assert main(["remember", "Name tests as sentences.", "--json"]) == 0
        (home / "ledger" / "blocked.jsonl").write_text(blocked())
        assert main(["mark", CASES[0].id, "--helpful", "--json"]) == 0
    return place


@pytest.fixture
def place(made, monkeypatch):
    _stand_in(made, monkeypatch)
    return made


def _stand_in(place, patch):
    shop = place / "shop"
    (shop / ".git").mkdir(parents=True, exist_ok=True)
    (shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for name, value in {"CM_HOME": place / "home", "CM_PROJECT": SHOP, "CM_NOW": NOW}.items():
        patch.setenv(name, str(value))
    patch.chdir(shop)


# --- asking


def filled(words, case):
    def fill(word):
        if not isinstance(word, str):
            return word
        for name in ("id", "noun", "text"):
            word = word.replace("{" + name + "}", getattr(case, name))
        return word

    return [
        {name: fill(value) for name, value in word.items()} if isinstance(word, dict) else fill(word)
        for word in words
    ]


def answers(row, ask):
    """What the row says, case by case."""
    if "{" in str(row.words):
        return {case.name: ask(filled(row.words, case)) for case in row.cases}
    said = ask(list(row.words))
    return {case.name: said for case in row.cases}


def check(row, audience, ask, *, agent=False):
    """Every case against what the row says."""
    order = ("private", "team", "public")
    audience = max(audience, row.most, key=order.index)
    said = answers(row, ask)
    wrong = []
    for case in row.cases:
        is_in = (case.text if row.sees == "served" else case.text[:22]) in plainly(said[case.name])
        if row.sees == "served":
            door = "export" if row.door in ("export", "away") else row.door
            if row.door == "away" and case.name == "elsewhere":
                continue  # a portable file is of all projects
            if is_in != case.told_to(audience, door):
                wrong.append(f"{case.name}: {'told' if is_in else 'not told'}")
        elif is_in and order.index(audience) > order.index(case.seen):
            wrong.append(f"{case.name}: told, and it is {case.seen}")
        elif is_in and agent and case.name == "blocked":
            wrong.append("blocked: told to an agent")
    surely = {
        case.name: said[case.name] for case in row.cases if case.noun == row.shows or row.shows == "{noun}"
    }
    open_to = [
        case for case in CASES if case.name in surely and order.index(audience) <= order.index(case.seen)
    ]
    if (
        row.sees == "book"
        and open_to
        and not any(case.text[:22] in plainly(surely[case.name]) for case in open_to)
    ):
        wrong.append(f"{row.shows} is not in it: the row asks nothing")
    assert not wrong, "\n".join([*wrong, said[CASES[0].name][:2000]])


def plainly(text):
    """A text in one line, without the marks around words that were found."""
    return " ".join(text.translate({0xAB: None, 0xBB: None}).split())


def commanded(words, capsys):
    capsys.readouterr()
    code = main(list(words))
    said = capsys.readouterr()
    assert code in (0, 1), said.err + said.out
    return said.out


ROWS = [(name, row) for name, rows in COMMAND_ROWS.items() for row in rows]
EVERY_TOOL = [(name, row) for name, rows in TOOL_ROWS.items() for row in rows]


def label(value):
    return " ".join(str(word)[:24] for word in value.words) if isinstance(value, Row) else str(value)


@pytest.mark.parametrize(
    ("name", "row", "audience"),
    [(name, row, each) for name, row in ROWS for each in row.audiences],
    ids=label,
)
def test_a_command_tells_each_fact_to_those_it_is_for(name, row, audience, place, capsys, monkeypatch):
    monkeypatch.setenv("CM_AUDIENCE", audience)
    monkeypatch.setenv("COLUMNS", "2000")

    def ask(words):
        said = commanded(words, capsys)
        if row.landed:
            path = Path(row.landed)
            said = path.read_text() if path.exists() else ""
            path.unlink(missing_ok=True)
        return said

    check(row, audience, ask)


@pytest.mark.parametrize("name", SILENT)
def test_a_command_that_hands_over_no_fact_says_none(name, place, capsys):
    if name not in COMMANDS:
        pytest.skip(f"there is no command {name} in this version")
    main([name, *SILENT[name], "--json"])
    said = capsys.readouterr()
    assert not [case.name for case in CASES if case.text in said.out + said.err]


def test_who_is_known_by_private_facts_alone_is_known_to_nobody_else(place, capsys, monkeypatch):
    assert "Amal" in commanded(["entities"], capsys)
    assert "kakapo" in commanded(["show", "person:Amal"], capsys)
    monkeypatch.setenv("CM_AUDIENCE", "team")
    assert "Amal" not in commanded(["entities"], capsys)
    assert "kakapo" not in commanded(["facts", "--all", "--about", "person:Amal"], capsys)


@pytest.mark.parametrize("audience", ["private", "team"])
@pytest.mark.parametrize(("name", "row"), EVERY_TOOL, ids=label)
def test_a_tool_tells_an_agent_on_this_machine_what_it_may_hear(name, row, audience, place):
    if name not in tools.BY_NAME:
        pytest.skip(f"there is no tool {name} in this version")
    caller = Caller({**os.environ, "CLAUDECODE": "1", "CM_AUDIENCE": audience}, os.getcwd())
    check(row, audience, lambda words: tools.call(caller, name, words[0]).words, agent=True)


@pytest.mark.parametrize("name", [tool.name for tool in TOOLS])
def test_beyond_this_machine_a_tool_tells_nothing_private_or_nothing_at_all(name, place):
    far = Caller({**os.environ, "CLAUDECODE": "1"}, os.getcwd(), writes=True, far=True)
    if not tools.BY_NAME[name].far:
        said = tools.call(far, name, {arg.name: "x" for arg in tools.BY_NAME[name].args if arg.needed})
        assert said.failed
        assert not [case.name for case in CASES if case.text in said.words]
        return
    for row in TOOL_ROWS.get(name, ()):
        check(row, "team", lambda words: tools.call(far, name, words[0]).words, agent=True)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.seen == "private"], ids=lambda case: case.name
)
def test_who_is_beyond_this_machine_cannot_reach_a_private_fact_by_its_id_or_by_saying_it(
    case, place, tmp_path, monkeypatch
):
    home = tmp_path / "home"
    shutil.copytree(place / "home", home)
    monkeypatch.setenv("CM_HOME", str(home))
    far = Caller({**os.environ, "CLAUDECODE": "1"}, os.getcwd(), writes=True, far=True)
    for name, words in (
        ("correct", {"rule": case.id, "text": "Something else holds."}),
        ("mark", {"rule": case.id, "verdict": "harmful"}),
        ("forget", {"rule": case.id[:8], "reason": "x"}),
    ):
        said = tools.call(far, name, words)
        assert said.document["error"]["code"] == "not-found"
        assert case.noun not in said.words
    nearly = case.text.rstrip(".") + ", so they say."
    for name, words in (
        ("remember", {"text": nearly, "kind": case.kind}),
        ("remember", {"text": case.text, "kind": case.kind, "check": True}),
        ("forget", {"text": case.text, "reason": "x"}),
        ("outcome", {"status": "success", "rules": [case.id]}),
    ):
        said = tools.call(far, name, words)
        assert case.text not in said.words


@pytest.mark.parametrize("resource", RESOURCES, ids=lambda each: each.address)
def test_a_resource_is_read_near_and_not_beyond_this_machine(resource, place):
    row = RESOURCE_ROWS[resource.address]
    base = f"cm://{resource.address.partition('/')[0]}"
    environ = {**os.environ, "CLAUDECODE": "1"}
    if row is None:
        assert not any(
            case.text in resources.read(Caller(environ, os.getcwd()), base).words for case in CASES
        )
        return

    def at(caller):
        return lambda words: resources.read(caller, f"{base}/{words[0]}" if words[0] else base).words

    check(row, "private", at(Caller(environ, os.getcwd())), agent=True)
    check(row, "team", at(Caller({**environ, "CM_AUDIENCE": "team"}, os.getcwd())), agent=True)
    told = at(Caller(environ, os.getcwd(), far=True))([CASES[0].id if row.each else ""])
    assert not any(case.text in told for case in CASES)


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda each: each.name)
def test_a_prompt_tells_what_the_tool_behind_it_tells(prompt, place):
    environ = {**os.environ, "CLAUDECODE": "1", "CM_CONTEXT_BUDGET": "100000", "CM_CONTEXT_MAX_RULES": "500"}
    for caller, audience in (
        (Caller(environ, os.getcwd()), "private"),
        (Caller(environ, os.getcwd(), far=True), "team"),
    ):
        said = prompts.prompt_named(prompt.name).text(caller, dict.fromkeys(prompt.takes, TASK))
        told = {case.name for case in CASES if case.text in said}
        expected = {case.name for case in CASES if case.told_to(audience)}
        assert told == (expected if prompt.name in TELLING_PROMPTS else set())


@pytest.mark.parametrize("audience", ["private", "team"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_hook_tells_at_its_moment_what_may_be_heard(moment, audience, place, monkeypatch):
    from cm.flows.hooked import answer, surroundings_of
    from cm.hosts.moments import words_of
    from cm.model.moments import Heard

    monkeypatch.setenv("CM_AUDIENCE", audience)
    environ = surroundings_of(os.environ, "claude-code")

    def ask(prompt, session):
        heard = Heard(folder=os.getcwd(), session=f"{audience}-{session}", prompt=prompt, source="new")
        return answer(environ, moment, "claude-code", words_of("claude-code"), heard).text

    for case in CASES:
        if moment == "prompt":
            assert (case.text in ask(f"what about the {case.noun}?", case.name)) == case.told_to(audience), (
                case
            )
    if moment == "start":
        said = ask("", "start")
        told = {case.name for case in CASES if case.text in said}
        assert told == {
            case.name for case in CASES if case.told_to(audience) and not case.name.startswith("contested")
        }
        assert said.index("wombat" if audience == "private" else "tapir") < said.index(
            "okapi"
        )  # preferences first
    elif moment not in TELLING_MOMENTS:
        assert ask("what about the okapi?", "x") == ""


@pytest.mark.parametrize("audience", ["private", "team"])
def test_a_models_question_holds_what_its_audience_may_hear_and_drafts(audience, place):
    from cm.flows.env import open_env
    from cm.flows.reflector import Reflector

    known = Reflector(open_env(), audience)._standing(SHOP)
    told = {each.rule.text for each in known}
    expected = {case.text for case in CASES if case.told_to(audience, "prompt") or case.name == "draft"}
    assert told & {case.text for case in CASES} == expected


# --- that nobody is forgotten


def test_every_command_says_what_it_tells():
    named = {*COMMAND_ROWS, *SILENT, *ANSWERS}
    assert sorted(set(COMMANDS) - named) == []
    assert not set(COMMAND_ROWS) & set(SILENT)
    assert not set(COMMAND_ROWS) - set(COMMANDS)


def test_every_tool_resource_and_prompt_says_what_it_tells():
    assert sorted({tool.name for tool in TOOLS} - {*TOOL_ROWS, *TOOL_ANSWERS}) == []
    assert {resource.address for resource in RESOURCES} == set(RESOURCE_ROWS)
    assert {prompt.name for prompt in PROMPTS} >= TELLING_PROMPTS
    assert set(MOMENTS) >= TELLING_MOMENTS


def _makings():
    """Where a reader of rules is made: file, line, and the names of what it is given."""
    for path in sorted((ROOT / "cm").rglob("*.py")):
        text = path.read_text("utf-8")
        if "Reader(" not in text or "cm.core.serving" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reader":
                yield path.relative_to(ROOT).as_posix(), node.lineno, {key.arg for key in node.keywords}


def test_every_reader_says_for_whom_it_reads_and_is_named_here():
    found = list(_makings())
    assert [f"{path}:{line}" for path, line, given in found if "audience" not in given] == []
    assert {path for path, _, _ in found} == set(READERS)


def test_a_case_is_there_for_every_reason_that_a_fact_can_have(place, capsys):
    listed = json.loads(commanded(["list", "--state", "all", "--json"], capsys))["data"]["rules"]
    held = {item["withheld"] for item in listed}
    assert held >= {
        "draft", "superseded", "retired", "expired", "not-yet-valid", "stale", "blocked", "unmerged", "out-of-scope",
    }  # fmt: skip
