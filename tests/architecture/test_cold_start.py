"""The quick doors are quick: what a process has imported after answering, and that the long way needs none of the worst."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cm.flows.env import open_env
from cm.store.near import Near
from cm.store.trust import trust

HEAVY = (
    "pydantic", "typer", "click", "rich", "yaml", "ruamel", "ryaml", "litellm", "numpy", "filelock", "asyncio", "rapidfuzz",
    "regex", "email", "http", "urllib.request", "logging", "mcp", "mcp_types", "anyio", "uvicorn",
)  # fmt: skip
# what only the long way needs: the quick answer is made without them
QUICK_HEAVY = (
    *HEAVY,
    "dataclasses",
    "inspect",
    "typing",
    "pathlib",
    "tomllib",
    "subprocess",
    "hashlib",
    "cm.model.rule",
)
COMPARING = (
    "cm.core.language.relation",
    "cm.core.language.related",
    "cm.core.curation.across",
    "cm.flows.across",
)
PROBE = """
import sys
from cm.cli.quick import main
code = main(sys.argv[1:])
print(code, *sorted(sys.modules), sep="\\n", file=sys.stderr)
"""
ROOT = Path(__file__).parents[2]


def probe(*words, cwd, env=None):
    world = {**os.environ, **(env or {}), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words], capture_output=True, text=True, cwd=cwd, env=world, check=False
    )
    code, *modules = done.stderr.split()
    assert code == "0", done.stderr
    return done.stdout, set(modules)


def loaded(modules, names):
    return sorted(name for name in names if name in modules)


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    (folder / "playbook.yaml").write_text(
        "schema: 1\nrules:\n"
        "  - id: r-aaaaaaaaaaaaa\n    text: Run the tests with `uv run pytest -q`.\n    kind: rule\n    state: active\n"
        "    origin: {by: human, at: 2026-11-01T00:00:00Z}\n"
    )
    os.utime(folder / "playbook.yaml", (1_700_000_000, 1_700_000_000))  # a file just written is read twice
    return folder


def test_the_second_context_imports_nothing_that_it_can_do_without(home, tmp_path):
    probe("context", "run the tests", cwd=tmp_path)
    out, modules = probe("context", "--json", "run the tests", cwd=tmp_path)
    assert [rule["id"] for rule in json.loads(out)["data"]["rules"]] == ["r-aaaaaaaaaaaaa"]
    assert loaded(modules, QUICK_HEAVY) == []


def test_a_table_of_meanings_costs_no_import_of_weight(home, tmp_path):
    probe("context", "run the tests", cwd=tmp_path)
    with Near.open_to_write(str(home / "cache" / "near.db")) as table:
        table.put_words({"tests": [1.0, 0.0]})
        table.put_rules({1: ("x", [1.0, 0.0])}, (), {"model": "m"})
    out, modules = probe("context", "--json", "run the tests", cwd=tmp_path)
    assert "semantic" in json.loads(out)["data"]["degraded"][0]
    assert loaded(modules, (*QUICK_HEAVY, "cm.llm.embedder")) == []


def test_rules_that_disagree_or_overrule_one_another_cost_no_import(home, tmp_path):
    sides = ("bbbbbbbbbbbbb", "ccccccccccccc")
    rule = "  - id: r-{}\n    text: Indent the code {}.\n    state: {}\n    {}: [r-{}]\n"
    text = rule.format(sides[0], "by tabs", "contested", "contests", sides[1])
    text += rule.format(sides[1], "by spaces", "contested", "contests", sides[0])
    text += rule.format("ddddddddddddd", "twice with uv", "active", "overrules", "aaaaaaaaaaaaa")
    with open(home / "playbook.yaml", "a") as file:
        file.write(text)
    os.utime(home / "playbook.yaml", (1_700_000_000, 1_700_000_001))
    probe("context", "indent the code", cwd=tmp_path)
    out, modules = probe(
        "context", "--json", "indent the code, run the tests with uv run pytest", cwd=tmp_path
    )
    data = json.loads(out)["data"]
    assert [rule["id"] for rule in data["rules"]] == ["r-ddddddddddddd"]
    assert {rule["id"] for rule in data["disputed"][0]["rules"]} == {f"r-{side}" for side in sides}
    assert loaded(modules, QUICK_HEAVY) == []


def test_a_repository_whose_rules_oppose_the_users_costs_no_import_once_they_were_compared(home, tmp_path):
    shop = tmp_path / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".cm").mkdir()
    (shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (shop / ".cm" / "playbook.yaml").write_text(
        "schema: 1\nrules:\n  - id: r-bbbbbbbbbbbbb\n    text: Never run the tests with `uv run pytest -q`.\n    state: active\n"
    )
    os.utime(shop / ".cm" / "playbook.yaml", (1_700_000_000, 1_700_000_000))
    env = open_env(cwd=shop)
    env.home.state.mkdir()
    trust(env.home, env.repo, at=env.stamp, by="human")
    for path in (*env.home.state.iterdir(), *(shop / ".git").iterdir()):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    _, modules = probe("context", "run the tests", cwd=shop)
    assert "cm.core.language.relation" in modules
    out, modules = probe("context", "--json", "run the tests", cwd=shop)
    assert [rule["id"] for rule in json.loads(out)["data"]["rules"]] == ["r-bbbbbbbbbbbbb"]
    assert loaded(modules, (*QUICK_HEAVY, *COMPARING)) == []
    probe("mark", "r-aaaaaaaaaaaaa", "--helpful", cwd=shop)
    _, modules = probe("context", "run the tests", cwd=shop)
    assert loaded(modules, ("yaml", "ruamel", "ryaml", "pydantic", "typer", *COMPARING)) == []


def test_the_second_search_imports_nothing_that_it_can_do_without(home, tmp_path):
    probe("search", "run the tests", cwd=tmp_path)
    out, modules = probe("search", "--json", "run the tests kind:rule since:2026-01-01", cwd=tmp_path)
    assert [hit["id"] for hit in json.loads(out)["data"]["hits"]] == ["r-aaaaaaaaaaaaa"]
    assert loaded(modules, QUICK_HEAVY) == []
    out, modules = probe("search", "run the tests", cwd=tmp_path)
    assert "«Run» «the» «tests»" in out
    assert loaded(modules, HEAVY) == []


def test_a_trauma_warning_costs_no_import(home, tmp_path):
    row = {
        "id": "git-push-force",
        "pattern": "git push(?=.* --force)",
        "pack": "git",
        "story": "Work was lost.",
    }
    guard = home / "state" / "guard"
    guard.mkdir(parents=True)
    shown = {"examples": {"deny": ["git push --force"]}}
    (guard / "packs.jsonl").write_text(json.dumps({**row, **shown}) + "\n")
    os.utime(guard / "packs.jsonl", (1_700_000_000, 1_700_000_000))
    probe("context", "force push the branch", cwd=tmp_path)
    out, modules = probe("context", "--json", "force push the branch", cwd=tmp_path)
    assert [one["id"] for one in json.loads(out)["data"]["warnings"]] == ["git-push-force"]
    assert loaded(modules, (*QUICK_HEAVY, "cm.store.guard_engine")) == []


def test_a_mark_imports_nothing_heavy(home, tmp_path):
    _, modules = probe("mark", "r-aaaaaaaaaaaaa", "--helpful", cwd=tmp_path)
    assert loaded(modules, HEAVY) == []


def test_a_context_right_after_a_mark_parses_no_yaml(home, tmp_path):
    probe("context", "run the tests", cwd=tmp_path)
    probe("mark", "r-aaaaaaaaaaaaa", "--helpful", cwd=tmp_path)
    _, modules = probe("context", "run the tests", cwd=tmp_path)
    assert loaded(modules, ("yaml", "ruamel", "ryaml", "pydantic", "typer")) == []


def test_the_version_is_told_by_almost_nothing(home, tmp_path):
    out, modules = probe("--version", cwd=tmp_path)
    assert out.startswith("cm ")
    assert loaded(modules, (*QUICK_HEAVY, "json", "sqlite3")) == []


def test_every_quick_door_is_listed_with_the_others():
    from cm.cli.app import COMMANDS

    assert {"context", "search", "mark", "hook"} <= set(COMMANDS)


HOOK_PROBE = """
import sys
from cm.cli.quick_hook import main
code = main(sys.argv[1:])
print(code, *sorted(sys.modules), sep="\\n", file=sys.stderr)
"""


def hooked(moment, said, *, cwd):
    world = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", HOOK_PROBE, moment, "--host", "claude-code"],
        capture_output=True, text=True, cwd=cwd, env=world, input=json.dumps(said), check=True,
    )  # fmt: skip
    return done.stdout, set(done.stderr.split())


def test_a_hook_imports_nothing_that_it_can_do_without(home, tmp_path):
    said = {"cwd": str(tmp_path), "prompt": "run the tests", "source": "startup"}
    hooked("prompt", {**said, "session_id": "s0"}, cwd=tmp_path)
    for moment in ("prompt", "start", "compact", "post"):
        out, modules = hooked(moment, {**said, "session_id": f"s-{moment}"}, cwd=tmp_path)
        assert ("r-aaaaaaaaaaaaa" in out) == (moment in ("prompt", "start"))
        assert (
            loaded(modules, (*QUICK_HEAVY, "cm.model.host", "cm.hosts.registry", "cm.flows.afterwards")) == []
        )
