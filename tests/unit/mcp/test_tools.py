"""What a caller may do: always as an agent, nothing without the token where one is needed, nothing private beyond this machine."""

import json
import os

import pytest

from cm.hosts.injected import cut_injected
from cm.mcp import prompts, resources, tools
from cm.mcp.caller import Caller
from cm.mcp.tools import TOOLS
from cm.mcp.writing_tools import as_seen


def error(said):
    assert said.failed
    return said.document["error"]


@pytest.fixture
def rule(used, cm):
    return next(
        item["rule"]["id"]
        for item in cm("list")["data"]["rules"]
        if item["rule"]["text"] == "Run the database migrations with `make migrate`."
    )


@pytest.fixture
def far(caller):
    return Caller(caller.environ, caller.cwd, writes=True, far=True)


@pytest.mark.parametrize("action", ["approve", "edit", "settle", "merge", "defer"])
def test_what_is_a_persons_is_refused_with_words_on_how(action, rule, caller):
    said = tools.call(
        caller,
        "review",
        {
            "action": action,
            "rules": [rule, rule] if action in ("settle", "merge") else [rule],
            "text": "x",
            "keep": "both",
        },
    )
    assert error(said)["code"] == "needs-a-human"
    assert "terminal of their own" in said.text


def test_what_the_user_is_asked_about_is_the_rule_as_it_stands(rule, caller, cm):
    seen = as_seen(caller, {"rule": rule[:9], "reason": "a one-off"})
    assert seen == {"rule": rule, "reason": "a one-off", "if_revision": cm("show", rule)["data"]["revision"]}
    for said in (
        {"text": "Use tabs."},
        {"rule": "r-nobody"},
        {"rule": rule, "if_revision": "v-x"},
        {"rule": 7},
        {"rule": rule, "cwd": 7},
        {"rule": rule, "cwd": "nowhere"},
    ):
        assert as_seen(caller, said) == said


def test_nobody_who_calls_is_a_person(rule, shop):
    """Also when no marker says that an agent is around, and `tty` would say otherwise."""
    from cm.flows.callers import as_child

    bare = {name: value for name, value in os.environ.items() if name != "CLAUDECODE"}
    caller = Caller(as_child(bare, "some program"), str(shop))
    assert (caller.env.by, caller.env.tty) == ("agent", False)
    assert (
        error(tools.call(caller, "review", {"action": "approve", "rules": [rule]}))["code"] == "needs-a-human"
    )
    told = tools.call(caller, "remember", {"text": "Name branches after the ticket."}).document["data"][
        "told"
    ]
    assert [item["state"] for item in told] == ["draft"]


WRITES = {
    "remember": {"text": "Name branches after the ticket."},
    "correct": {"rule": "r-x", "text": "x"},
    "mark": {"rule": "r-x", "verdict": "helpful"},
    "outcome": {"status": "success"},
    "forget": {"rule": "r-x", "reason": "x"},
    "review": {"action": "reject", "rules": ["r-x"], "reason": "x"},
    "reflect": {"action": "run"},
    "tasks": {"action": "add", "title": "x"},
}


def test_without_the_token_nothing_is_changed(used, caller):
    reader = Caller(caller.environ, caller.cwd, writes=False)
    before = {
        path: path.read_bytes() for path in used.rglob("*") if path.is_file() and "cache" not in path.parts
    }
    for name, said in WRITES.items():
        assert error(tools.call(reader, name, said))["code"] == "not-allowed"
    after = {
        path: path.read_bytes() for path in used.rglob("*") if path.is_file() and "cache" not in path.parts
    }
    assert after == before


def test_what_writes_is_told_to_be_so():
    assert {tool.name for tool in TOOLS if not tool.reads_only} == set(WRITES)
    assert [tool.name for tool in TOOLS if tool.destroys] == ["forget"]


def test_without_the_token_what_is_there_may_be_read(rule, caller):
    reader = Caller(caller.environ, caller.cwd, writes=False)
    for name, said in (
        ("context", {"task": "migrate"}),
        ("search", {"query": "migrate"}),
        ("show", {"id": rule}),
        ("review", {}),
    ):
        assert not tools.call(reader, name, said).failed


@pytest.mark.parametrize("name", ["search", "show", "why", "status", "review", "reflect"])
def test_beyond_this_machine_no_words_of_sessions_are_told(name, used, far):
    said = {
        "search": {"query": "x"},
        "show": {"id": "r-x"},
        "why": {"about": "x"},
        "reflect": {"action": "run"},
    }.get(name, {})
    assert error(tools.call(far, name, said))["code"] == "needs-a-human"


@pytest.mark.parametrize(
    "spelled", ["{}", "  {} ", "{:.8}", "bare", "bare:6", "r-nobody, {}", "r-nobody bare"]
)
def test_beyond_this_machine_a_private_rule_is_not_there_however_it_is_named(used, cm, far, spelled):
    told = cm("remember", "Deploy with the blue ring alone.", "--visibility", "private")["data"]["told"]
    private = told[0]["rule"]
    name = spelled.replace("bare:6", private[2:8]).replace("bare", private[2:]).format(private)
    for tool, more in (
        ("mark", {"verdict": "harmful"}),
        ("mark", {"verdict": "harmful", "reason": "slow"}),
        ("correct", {"text": "Deploy.", "check": True}),
        ("forget", {"reason": "x"}),
    ):
        assert error(tools.call(far, tool, {"rule": name, **more}))["code"] == "not-found"
    told = tools.call(far, "outcome", {"status": "failure", "rules": [name], "check": True})
    assert error(told)["code"] == "not-found"


def test_beyond_this_machine_no_resource_is_read(used, far):
    for resource in resources.RESOURCES:
        uri = resource.uri.replace("{+session}", "x").replace("{rule}", "x")
        assert error(resources.read(far, uri))["code"] == "needs-a-human"


def test_beyond_this_machine_context_gives_rules_without_their_quotes(used, caller, far):
    near = tools.call(caller, "context", {"task": "run the tests with pytest", "format": "json"}).document[
        "data"
    ]
    assert near["history"]
    assert any(item["evidence"] for item in near["rules"])
    away = tools.call(far, "context", {"task": "run the tests with pytest"})
    data = away.document["data"]
    assert [item["id"] for item in data["rules"]] == [item["id"] for item in near["rules"]]
    assert data["history"] == []
    assert not any(item["evidence"] for item in (*data["rules"], *data["anti_patterns"]))
    told = json.dumps(away.document) + away.text
    quotes = [item["text"] for item in near["history"]] + [
        each["quote"] for item in near["rules"] for each in item["evidence"] if each.get("quote")
    ]
    rules = " ".join(item["text"] for item in near["rules"])  # a rule may name the command that a quote is
    assert any(quote not in rules for quote in quotes)
    assert not [quote for quote in quotes if quote in told and quote not in rules]


def test_a_folder_is_named_by_its_absolute_path(used, caller, far, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    said = tools.call(caller, "trauma_check", {"command": "ls", "cwd": str(other)}).document
    assert said["data"]["cwd"] == str(other)
    (tmp_path / "deep" / "there").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "deep" / "there", target_is_directory=True)
    around = (
        f"{tmp_path}/link/../there"  # one folder to the system, and one that is not there to who reads it
    )
    for wrong in ("other", "..", str(tmp_path / "none"), "/dev/null", around, "/\0"):
        assert error(tools.call(caller, "context", {"task": "x", "cwd": wrong}))["code"] == "usage"
    assert error(tools.call(far, "context", {"task": "x", "cwd": str(other)}))["code"] == "usage"


def test_forget_only_tells_until_the_user_said_yes(rule, caller, cm):
    said = tools.call(caller, "forget", {"rule": rule, "reason": "a one-off"}).document
    assert said["data"]["dry_run"]
    assert "sure" in said["notes"][0]
    assert cm("show", rule)["data"]["rule"]["state"] == "active"
    assert tools.call(caller, "forget", {"rule": rule, "reason": "a one-off", "sure": True}).document["data"][
        "tx"
    ]
    assert cm("show", rule)["data"]["rule"]["state"] == "retired"


def test_an_agent_that_answers_a_question_of_ours_is_handed_nothing(used, caller):
    inside = Caller({**caller.environ, "CM_OWN_CALL": "1"}, caller.cwd)
    for name in tools.BY_NAME:
        said = {"task": "x", "query": "x", "id": "r-x", "about": "x", "command": "ls", **WRITES.get(name, {})}
        known = {arg.name for arg in tools.BY_NAME[name].args}
        assert (
            error(tools.call(inside, name, {key: value for key, value in said.items() if key in known}))[
                "code"
            ]
            == "own-call"
        )
    assert error(resources.read(inside, "cm://playbook"))["code"] == "own-call"


def test_a_bug_is_told_without_its_innards(used, caller, monkeypatch, capsys):
    def broken(*_):
        raise ValueError("/home/secret/path")

    monkeypatch.setattr("cm.flows.doctor.examine", broken)
    said = tools.call(caller, "status", {})
    assert error(said)["code"] == "bug"
    assert "secret" not in json.dumps(said.document)
    assert "paste this into an issue" in capsys.readouterr().err


def test_a_tool_that_is_not_there_is_told_with_those_that_are(caller):
    assert "context" in error(tools.call(caller, "contxt", {}))["hint"]


@pytest.mark.parametrize(
    "uri",
    [
        "cm://diary/../../../etc/passwd", "cm://diary/..%2f..%2fetc", "cm://diary//etc/passwd", "cm://rule/../config.toml", "file:///etc/passwd",
        "cm://", "cm://nothing", "cm://stats/x", "cm://diary/" + "x" * 500, "cm://diary/a/b/c/d/e", "cm://diary/x\x00y", "cm://rule/.", "",
    ],
)  # fmt: skip
def test_an_address_is_never_a_path(uri, used, caller):
    assert error(resources.read(caller, uri))["code"] == "not-found"


def test_a_prompt_begins_a_task_with_its_rules(rule, caller):
    text = prompts.prompt_named("before_task").text(caller, {"task": "run the database migrations"})
    assert "make migrate" in text
    assert "<cm-context" in text
    assert len(prompts.INSTRUCTIONS) < 1500


def test_what_is_made_ready_ahead_is_handed_to_nobody(used, caller, capsys, monkeypatch):
    shown = used / "ledger/shown.jsonl"
    before = shown.read_bytes() if shown.exists() else b""
    tools.make_ready(caller)
    assert (shown.read_bytes() if shown.exists() else b"") == before
    monkeypatch.setattr("cm.flows.context.quick_context", None)
    tools.make_ready(caller)  # what goes wrong is told when somebody asks


@pytest.mark.parametrize("prompt", prompts.PROMPTS, ids=lambda prompt: prompt.name)
@pytest.mark.parametrize("task", ["run the database migrations", "bake a cake"])
def test_of_a_prompt_only_the_users_words_are_the_users(prompt, task, rule, caller):
    """A host puts a prompt into the user's turn; what is ours there is known again and cut."""
    text = prompt.text(caller, {"task": task})
    left, why = cut_injected(text)
    assert left == (f"Task: {task}" if prompt.takes else "")
    assert why == ("cm",)
