"""On which terms MCP is served over HTTP."""

import os
import stat

import pytest

from cm.errors import BadState, NeedsAHuman, Usage
from cm.flows.serving import as_now, new_token, terms_of, token_file
from tests.kit.world import world


@pytest.mark.parametrize(
    "address", ["", "localhost", "127.0.0.1", "::1", "[::1]", "127.0.0.5", "::ffff:127.0.0.1"]
)
def test_this_machine_is_served_without_a_token(tmp_path, address):
    terms = terms_of(world(tmp_path), address)
    assert (terms.far, terms.token, terms.open_writes) == (False, "", False)


@pytest.mark.parametrize(
    "address", ["0.0.0.0", "::", "192.168.1.5", "10.0.0.1", "fe80::1", "::ffff:10.0.0.1", "8.8.8.8"]
)
def test_beyond_it_nothing_starts_without_one(tmp_path, address):
    with pytest.raises(BadState) as caught:
        terms_of(world(tmp_path, tty=True), address, yes=True)
    assert "--new-token" in caught.value.hint


def test_beyond_it_a_person_says_yes(tmp_path):
    new_token(world(tmp_path))
    assert terms_of(world(tmp_path), "0.0.0.0", yes=True).far
    with pytest.raises(NeedsAHuman):
        terms_of(world(tmp_path), "0.0.0.0")
    with pytest.raises(NeedsAHuman):
        terms_of(world(tmp_path, CLAUDECODE="1"), "0.0.0.0", yes=True)


def test_a_token_is_long_and_for_its_owner_alone(tmp_path):
    env = world(tmp_path)
    first = new_token(env)
    assert not first.before
    token = terms_of(env).token
    assert len(token) >= 40
    assert new_token(env).before
    assert terms_of(env).token != token
    if os.name != "nt":
        assert stat.S_IMODE(token_file(env).stat().st_mode) == 0o600


@pytest.mark.skipif(os.name == "nt", reason="there are no modes")
def test_a_token_that_others_may_read_is_none(tmp_path):
    env = world(tmp_path)
    new_token(env)
    token_file(env).chmod(0o644)
    with pytest.raises(BadState, match="read by others"):
        terms_of(env)


@pytest.mark.parametrize(
    "token, says",
    [
        ("short", "guessed"),
        ("sixteen letters and a blank", "characters that no client"),
        ("ä" * 20, "characters"),
    ],
)
def test_a_token_that_is_no_good_is_told(tmp_path, token, says):
    with pytest.raises(BadState, match=says):
        terms_of(world(tmp_path, CM_SERVE_TOKEN=token))


def test_a_new_token_holds_at_once_and_the_one_before_no_more(tmp_path):
    env = world(tmp_path)
    terms = terms_of(env)
    new_token(env)
    first = as_now(terms)
    new_token(env)
    second = as_now(first)
    assert "" != first.token != second.token == terms_of(env).token
    said = terms_of(world(tmp_path, CM_SERVE_TOKEN="0123456789abcdef"))
    assert as_now(said) == said
    for broken in ("short", "sixteen letters and a blank"):
        token_file(env).write_text(broken)
        assert as_now(second).token == ""
    token_file(env).unlink()
    assert as_now(second).token == ""


def test_the_variable_goes_before_the_file(tmp_path):
    new_token(world(tmp_path))
    assert terms_of(world(tmp_path, CM_SERVE_TOKEN="0123456789abcdef")).token == "0123456789abcdef"


def test_only_the_users_own_file_opens_writes(tmp_path):
    env = world(tmp_path, CM_SERVE_OPEN_WRITES="true")
    assert not terms_of(env).open_writes
    shop = tmp_path / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".cm").mkdir()
    (shop / ".cm" / "config.toml").write_text("[serve]\nopen_writes = true\n")
    assert not terms_of(world(tmp_path, cwd=shop)).open_writes
    env.home.root.mkdir(exist_ok=True)
    env.home.config.write_text("[serve]\nopen_writes = true\n")
    assert terms_of(world(tmp_path)).open_writes
    new_token(env)
    assert not terms_of(world(tmp_path), "0.0.0.0", yes=True).open_writes


@pytest.mark.parametrize(
    "more",
    [{"address": "example.org"}, {"address": "1.2.3"}, {"port": -1}, {"port": 65536}, {"origins": ["*"]}, {"origins": ["https://*.example"]},
     {"origins": ["tool.example"]}, {"origins": ["https://tool.example/page"]}, {"origins": ["null"]}],
)  # fmt: skip
def test_what_is_no_place_is_told(tmp_path, more):
    with pytest.raises(Usage):
        terms_of(world(tmp_path), **more)
