"""The house rules that a machine can check: contracts, constructors, host names, sizes, exit codes."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from cm import errors
from cm.errors import CmError, Exit
from cm.hosts.registry import HOSTS
from cm.model.decision import Reason, Verdict

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "cm").rglob("*.py"))
TREES = {path: ast.parse(path.read_text("utf-8")) for path in FILES}


def place(path):
    return path.relative_to(ROOT).as_posix()


def test_import_contracts_hold():
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "victim, line",
    [
        ("cm/core/language/text.py", "import os\n"),
        ("cm/core/language/text.py", "import cm.store.files\n"),
        ("cm/core/language/text.py", "import cm.core.curation.admit\n"),
        ("cm/flows/context.py", "import cm.store.playbook_writer\n"),
        ("cm/cli/app.py", "import cm.store.files\n"),
        ("cm/mcp/tools.py", "import cm.store.files\n"),
        ("cm/mcp/tools.py", "import cm.core.serving.serve\n"),
        ("cm/mcp/tools.py", "import cm.cli.say\n"),
        ("cm/flows/context.py", "import cm.mcp.tools\n"),
        ("cm/cli/serve.py", "import uvicorn\n"),
    ],
)
def test_a_violation_of_the_contracts_is_caught(tmp_path, victim, line):
    """A contract that cannot fail protects nothing: each kind of violation is committed on a copy."""
    import shutil

    shutil.copytree(ROOT / "cm", tmp_path / "cm", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / victim).open("a", encoding="utf-8") as file:
        file.write(line)
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports; sys.exit(lint_imports())"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "BROKEN" in done.stdout


def calls(tree, name):
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name
    ]


@pytest.mark.parametrize(
    "name, home", [("Admitted", "cm/core/curation/admit.py"), ("Served", "cm/core/serving/serve.py")]
)
def test_a_certificate_is_made_in_one_place(name, home):
    assert {place(path) for path, tree in TREES.items() if calls(tree, name)} == {home}


def test_host_names_are_literals_only_in_the_host_files():
    strays = [
        f"{place(path)}:{node.lineno} {node.value!r}"
        for path, tree in TREES.items()
        if "hosts" not in path.parts
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in HOSTS
    ]
    assert not strays


def test_the_schema_of_an_answer_is_one_word():
    names = [
        node.args[0].value
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Answer"
        if node.args and isinstance(node.args[0], ast.Constant) and "cli" in path.parts
    ]
    assert {"guard.status", "trauma.list"} <= set(names)
    assert not [name for name in names if " " in name]


def test_no_drawer_modules():
    drawers = {"utils", "helpers", "common", "manager", "service", "misc"}
    assert not [place(path) for path in FILES if path.stem in drawers]


def test_every_module_says_what_it_is():
    assert not [place(path) for path, tree in TREES.items() if not ast.get_docstring(tree)]


def test_no_module_grows_into_two():
    assert not [
        place(path)
        for path in FILES
        if len(path.read_text("utf-8").splitlines()) > 400 and "words" not in path.parts
    ]


def concrete_errors():
    return [
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, CmError)
    ]


def test_every_error_has_a_code_of_its_own_and_a_known_exit():
    codes = [error.code for error in concrete_errors()]
    assert len(codes) == len(set(codes))
    assert all(isinstance(error.exit, Exit) for error in concrete_errors())


def test_only_the_doors_catch_everything():
    broad = {
        place(path)
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or getattr(node.type, "id", "") in {"Exception", "BaseException"})
    }
    assert broad <= {
        "cm/cli/run.py", "cm/cli/quick.py", "cm/cli/quick_hook.py", "cm/cli/hook_start.py", "cm/llm/cross_process.py", "cm/llm/litellm_process.py", "cm/mcp/said.py",
    }  # fmt: skip


def test_every_verdict_and_reason_of_a_decision_is_given_somewhere():
    listed = {"cm/model/decision.py", "cm/core/curation/gate.py"}
    said = {
        node.value
        for path, tree in TREES.items()
        if place(path) not in listed
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(get_args(Verdict)) | set(get_args(Reason)) <= said
