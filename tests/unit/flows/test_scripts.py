import ast
import os
import shlex
import sys
from pathlib import Path

import pytest

from cm.errors import BadState, NotFound
from cm.flows import scripts
from cm.hosts.registry import HOSTS
from tests.kit.world import world


def test_a_host_that_does_not_ask_has_no_script_and_it_is_said_which_do(tmp_path):
    with pytest.raises(NotFound) as found:
        scripts.script_of(world(tmp_path), "aider")
    assert "claude-code" in found.value.hint


def test_the_engine_and_the_door_are_copied_as_they_stand(tmp_path):
    made = scripts.script_of(world(tmp_path), "claude-code")
    for name, text in (("runtime.py", made.engine_text), ("door.py", made.engine_text), ("launcher.py", made.start_text)):  # fmt: skip
        assert Path("guards", name).read_text("utf-8") in text
    for text in (made.engine_text, made.start_text, made.launcher_text):
        ast.parse(text)


def test_what_the_start_takes_of_the_engine_is_all_that_it_uses(tmp_path):
    names = {"__name__": "cm_start"}
    exec(compile(scripts.start_text(), "cm_start", "exec"), names)
    assert {"may_matter", "could_matter", "_digest", "_stamp", "main"} <= set(names)
    assert names["may_matter"](b"rm -rf x", {b" rm"})


def test_the_data_of_a_script_is_a_plain_literal(tmp_path):
    env = world(tmp_path)
    for host, found in HOSTS.items():
        if found.guard is None:
            continue
        tree = ast.parse(scripts.script_of(env, host).launcher_text)
        value = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign))
        assert value["host"] == host
        assert value["home"] == str(env.home.root)
        assert value["dialect"]["shells"] == dict(found.guard.shells)


def test_a_command_line_has_no_shell_syntax_in_it():
    words = ("/usr/bin/python3.11", "-I", "-S", "-E", "/home/a b/it's $x/.cm/guards/codex.py")
    assert shlex.split(scripts.quoted(words, windows=False)) == list(words)
    line = scripts.quoted(("C:\\Program Files\\Python\\python.exe", "-I", "C:\\Users\\a b\\.cm\\guards\\codex.py"), windows=True)  # fmt: skip
    assert line == '"C:\\Program Files\\Python\\python.exe" -I "C:\\Users\\a b\\.cm\\guards\\codex.py"'


def test_an_interpreter_that_does_not_run_is_refused(monkeypatch, tmp_path):
    shim = tmp_path / "python3"
    shim.write_text("#!/bin/sh\nexit 3\n")
    shim.chmod(0o755)
    monkeypatch.setattr(sys, "_base_executable", str(shim), raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    scripts.real_python.cache_clear()
    with pytest.raises(BadState) as found:
        scripts.real_python()
    assert str(shim) in found.value.message
    scripts.real_python.cache_clear()


def test_of_a_virtual_environment_the_interpreter_behind_it_is_taken():
    scripts.real_python.cache_clear()
    python = scripts.real_python()
    assert os.path.realpath(python) == python
    assert os.path.realpath(sys.prefix) == os.path.realpath(sys.base_prefix) or sys.prefix not in python


@pytest.mark.parametrize("policy, index", [("allow", 0), ("deny", 2)])
def test_what_is_said_when_the_guard_itself_is_lost_follows_the_policy(tmp_path, policy, index):
    env = world(tmp_path)
    env.home.root.mkdir(parents=True)
    env.home.config.write_text(f'[guard]\nunreadable = "{policy}"\n')
    data = scripts.data_of(env, "claude-code", HOSTS["claude-code"].guard)
    assert data["lost"][1] == index
    assert "cm guard install" in data["lost"][2]
