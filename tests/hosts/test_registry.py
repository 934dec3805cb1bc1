"""The table of hosts is light, complete, and says the same as the hosts themselves."""

import subprocess
import sys

import pytest

from cm.errors import NotFound
from cm.hosts.registry import HOSTS, host_of, markers


def test_a_host_is_known_by_its_own_variables():
    assert {name: host.markers for name, host in HOSTS.items()} == dict(markers())


def test_no_variable_stands_for_two_hosts():
    every = [variable for variables in markers().values() for variable in variables]
    assert len(every) == len(set(every))


def test_the_table_is_a_mapping_that_knows_its_names():
    assert len(HOSTS) == len(list(HOSTS)) == len(markers())
    assert "claude-code" in HOSTS
    assert "nobody" not in HOSTS
    assert HOSTS.get("nobody") is None
    assert HOSTS["codex"] is HOSTS["codex"]
    with pytest.raises(KeyError):
        HOSTS["nobody"]
    with pytest.raises(NotFound, match="nobody"):
        host_of("nobody")


def test_asking_in_which_agent_one_runs_imports_no_host():
    code = (
        "import sys\n"
        "from cm.hosts.registry import HOSTS, markers\n"
        "assert 'codex' in HOSTS and list(HOSTS) == list(markers())\n"
        "print(*(name for name in sys.modules if name.startswith(('cm.hosts.', 'cm.model.'))))\n"
        "HOSTS['cursor']\n"
        "print(*(name for name in sys.modules if name == 'cm.hosts.codex'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["cm.hosts.registry"]
