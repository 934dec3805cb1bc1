"""Every host with hooks beside the guard's: what is heard in its payloads, how it is answered, where it is told of ours."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.hosts import moments as speech
from cm.hosts.registry import HOSTS
from cm.model.moments import MOMENTS
from tests.hosts.hook_payloads import HEARD, SAID, SILENT

ROOT = Path(__file__).parents[2]
SPEAKING = [host for host in HOSTS.values() if host.moments is not None]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda kids: st.lists(kids) | st.dictionaries(st.text(), kids),
)


@pytest.mark.parametrize(("host", "payload", "heard"), HEARD)
def test_what_a_host_sends_is_heard(host, payload, heard):
    found = speech.hear(speech.words_of(host), json.loads(json.dumps(payload)))
    assert {name: getattr(found, name) for name in heard} == heard


@pytest.mark.parametrize(("host", "moment", "path"), SAID)
def test_a_text_stands_where_the_host_looks_for_it(host, moment, path):
    text = 'Say "no" to\nC:\\temp & <b> ☃'
    value = json.loads(speech.say(speech.words_of(host), moment, text))
    for key in path:
        value = value[key]
    assert value == text


@pytest.mark.parametrize(("host", "moment"), SILENT)
def test_a_host_that_takes_no_context_is_told_nothing(host, moment):
    assert speech.say(speech.words_of(host), moment, "something") == ""


@pytest.mark.parametrize("host", speech.speaking())
def test_nothing_to_say_is_no_output_at_all(host):
    assert all(speech.say(speech.words_of(host), moment, "") == "" for moment in MOMENTS)


def test_the_quick_table_and_the_registry_name_the_same_hosts_and_words():
    assert {host.name for host in SPEAKING} == set(speech.speaking())
    assert all(host.moments.words is speech.words_of(host.name) for host in SPEAKING)


@pytest.mark.parametrize("host", SPEAKING, ids=lambda host: host.name)
def test_every_registration_says_a_moment_and_a_place_that_exists_in_the_shims(host):
    for each in host.moments.registration:
        assert each.moment in (*MOMENTS, "")
        if each.shape == "json":
            texts = json.dumps(each.entry)
            assert "{command}" in texts
            assert "{timeout}" in texts or "{milliseconds}" in texts
        else:
            template = (ROOT / "guards" / "shims" / each.template).read_text()
            held = {"whole-file": "{argv}" if each.moment == "" else "", "executable": "{command}"}[
                each.shape
            ]
            assert held in template
            assert "cm setup" in template
    assert {each.where for each in host.moments.registration} == {"user", "project"}


@pytest.mark.parametrize("host", SPEAKING, ids=lambda host: host.name)
def test_a_host_waits_longer_than_the_hook_takes_at_most(host):
    quick = import_module("cm.cli.quick_hook")
    for each in host.moments.registration:
        assert each.seconds > quick.seconds_for(each.moment) + quick.HARD


def test_a_text_over_the_limit_of_a_host_has_no_room():
    assert speech.room(speech.words_of("claude-code"), "x" * 10_000)
    assert not speech.room(speech.words_of("claude-code"), "x" * 10_001)
    assert not speech.room(speech.words_of("codex"), "雪" * 4_000)
    assert speech.room(speech.words_of("qwen-code"), "x" * 60_000)


@given(JSON)
def test_no_value_is_too_strange_to_be_heard(value):
    for host in speech.speaking():
        heard = speech.hear(speech.words_of(host), value)
        assert all(
            isinstance(getattr(heard, name), str) for name in ("session", "folder", "prompt", "source")
        )
