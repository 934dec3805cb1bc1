"""Every test lives in its own home, without network, colours or a wide terminal."""

import os
import signal
import socket

import pytest

from cm.hosts.registry import HOSTS

SESSIONS = [host.sessions for host in HOSTS.values() if host.sessions]
PLACES = {name for found in SESSIONS for part in (found, *found.places) for name in part.env}
AGENT_MARKERS = {name for host in HOSTS.values() for name in host.markers} | PLACES | {"AI_AGENT", "AGENT"}

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # tests that run behind `&` inherit a deaf ear, and so do their children
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_world(tmp_path_factory, monkeypatch):
    """HOME, XDG and CM_HOME in a temporary folder; agents' marker variables removed; fixed time zone and width."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if (
            name.startswith(("CM_", "GIT_", "XDG_")) and name not in ("CM_CORPORA", "CM_AGENTS")
        ) or name in AGENT_MARKERS:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("CM_HOME", str(home / ".cm"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    return home


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    """A test that opens a socket to anywhere but a Unix path fails."""
    real = socket.socket.connect

    def guarded(self, address):
        if self.family == getattr(socket, "AF_UNIX", None):
            return real(self, address)
        raise AssertionError(f"a test tried to reach {address!r}")

    monkeypatch.setattr(socket.socket, "connect", guarded)
