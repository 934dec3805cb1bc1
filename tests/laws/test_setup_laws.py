"""What `cm setup` puts into a file it takes out again, byte for byte, whatever the file held; twice is once; what is refused is not touched."""

import json
import os
import tomllib
from pathlib import Path

from hypothesis import assume, example, given
from hypothesis import strategies as st

from cm.errors import CmError
from cm.flows.setup_places import OURS
from cm.store import toml_splice, yaml_splice
from cm.store.hostfiles import HostFile
from cm.store.installed import Record
from cm.store.registering import Wish, plan_putting, plan_taking

COMMAND = "/usr/bin/python3 -I /opt/cm/cli/hook_start.py"
SERVER = {
    "command": "/usr/bin/python3",
    "args": ["-P", "-m", "cm", "mcp"],
    "env": {"CM_HOME": '/srv/a "b" \\ é'},
}
HOOK = {"hooks": [{"type": "command", "command": f"{COMMAND} start --host codex", "timeout": 10}]}
WISHES = {
    "json": (
        Wish(("hooks", "SessionStart"), HOOK),
        Wish(("hooks", "SessionEnd"), HOOK),
        Wish(("mcpServers", "cm"), SERVER, member=True),
    ),
    "toml": (Wish(("mcp_servers", "cm"), SERVER, member=True, form="toml"),),
    "yaml": (Wish(("extensions", "cm"), SERVER, member=True, form="yaml"),),
    "block": (Wish(text="Kept by `cm setup`.\n\n- one line\n", form="block"),),
}

WORDS = st.text(alphabet="abcé-_09 ", max_size=8)
KEYS = st.sampled_from(["a", "b-c", "hooks", "theirs", "SessionStart", "extensions", "mcp_servers"])
SPACE = st.sampled_from(["", "\n", "\n\n", "  ", "\t"])


@st.composite
def tomls(draw):
    """Tables, comments, strings over several lines that look like tables, with and without a last line break."""
    lines, seen = [], set()
    for number in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(["comment", "pair", "table", "server", "long", "array", "empty"]))
        match kind:
            case "comment":
                lines.append(f"# {draw(WORDS)} [mcp_servers.cm]")
            case "pair":
                lines.append(f"k{number} = {json.dumps(draw(WORDS), ensure_ascii=False)}  # why")
            case "table":
                lines.append(f"[t{number}]")
            case "server":
                lines += [f"[mcp_servers.other{number}]", 'command = "x"']
            case "long":
                lines += [f"l{number} = '''", "[mcp_servers.cm]", "it's", "'''"]
            case "array":
                lines += [f"z{number} = [", "  1, # one", "  2,", "]"]
            case _:
                lines.append("")
        seen.add(kind)
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return newline.join(lines) + draw(st.sampled_from(["", newline, newline * 2]))


@st.composite
def yamls(draw):
    lines = []
    for number in range(draw(st.integers(0, 4))):
        match draw(st.sampled_from(["comment", "pair", "map", "list", "text", "empty"])):
            case "comment":
                lines.append(f"# {draw(WORDS)} extensions:")
            case "pair":
                lines.append(f"k{number}: {json.dumps(draw(WORDS))}  # why")
            case "map":
                lines += [f"m{number}:", "    deep:", "      - 1", "    # inside", "    other: {a: b}"]
            case "list":
                lines += [f"s{number}:", "- one", "- two"]
            case "text":
                lines += [f"t{number}: |", "  extensions:", "    cm: no"]
            case _:
                lines.append("")
    if draw(st.booleans()):
        at = draw(st.integers(0, len(lines)))
        ours = draw(
            st.sampled_from(
                [
                    ["extensions:", "  dev:", "    enabled: true", "    args: [a]", "  # the end"],
                    ["extensions: # mine", "    dev: {type: builtin}"],
                    ["extensions: {}"],
                    ["extensions:"],
                ]
            )
        )
        while at < len(lines) and lines[at].startswith((" ", "-")):
            at += 1
        lines[at:at] = ours
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return newline.join(lines) + draw(st.sampled_from(["", newline, newline * 2]))


@st.composite
def jsons(draw):
    """Settings with comments, trailing commas, hooks of others, in one line or many."""
    value = draw(
        st.dictionaries(
            KEYS, st.one_of(st.integers(), WORDS, st.lists(st.integers(), max_size=2)), max_size=3
        )
    )
    value.pop("hooks", None)
    if draw(st.booleans()):
        value["hooks"] = draw(
            st.sampled_from(
                [
                    {},
                    {"SessionStart": []},
                    {"Stop": [{"command": "x"}]},
                    {"SessionStart": [{"command": "other"}]},
                ]
            )
        )
    if draw(st.booleans()):
        value["mcpServers"] = draw(st.sampled_from([{}, {"other": {"command": "y"}}]))
    text = json.dumps(value, indent=draw(st.sampled_from([None, 2, 4, "\t"])), ensure_ascii=False)
    if draw(st.booleans()):
        text = text.replace("{\n", "{ // said\n", 1).replace("\n}", "\n/* last */ }")
    text = draw(SPACE) + text + draw(SPACE)
    return draw(st.sampled_from([text, text.replace("\n", "\r\n"), "", "// only this\n"]))


TEXTS = {
    "json": jsons(),
    "toml": tomls(),
    "yaml": yamls(),
    "block": st.text(alphabet="# ab\n\r<!->", max_size=60),
}
FORMS = st.sampled_from(sorted(TEXTS)).flatmap(lambda form: st.tuples(st.just(form), TEXTS[form]))


def file_of(data):
    return HostFile("settings", Path("/nowhere/settings"), data)


def blank():
    return Record("codex", "user", "/nowhere/settings", None, "", "2026-11-30T12:00:00Z")


def put(form, data, known=None):
    return plan_putting(file_of(data), WISHES[form], OURS, blank(), known)


def taken(form, data, known):
    return plan_taking(file_of(data), WISHES[form], OURS, known).after


@given(FORMS)
@example(("toml", "a=1"))
@example(("yaml", "extensions: {}"))
@example(("json", ""))
def test_put_and_taken_is_nothing_even_when_nobody_remembers_the_bytes(case):
    form, text = case
    data = text.encode()
    try:
        done = put(form, data)
    except CmError:
        return
    assert taken(form, done.after, done.record) == data
    # of a file that changed since, only ours is taken out, by what was made for it
    forgotten = Record(
        **{**{name: getattr(done.record, name) for name in Record.__slots__}, "left": "", "before": b""}
    )
    rest = taken(form, done.after, forgotten)
    if form == "yaml" and "extensions:" in text:
        assert yaml_splice.read((rest or b"").decode()).get("extensions") in (
            yaml_splice.read(text).get("extensions"), {},
        )  # fmt: skip
    else:
        assert (rest or b"") == data


@given(FORMS)
def test_twice_is_once(case):
    form, text = case
    try:
        done = put(form, text.encode())
    except CmError:
        return
    again = put(form, done.after, done.record)
    assert (again.action, again.after, again.record) == ("unchanged", done.after, done.record)
    assert put(form, done.after).after == done.after  # and when nobody remembers


@given(FORMS)
def test_what_others_hold_stays_as_it_is(case):
    form, text = case
    try:
        done = put(form, text.encode())
    except CmError:
        return
    after = done.after.decode()
    if form == "toml":
        value = tomllib.loads(after.replace("\r\n", "\n"))
        assert value["mcp_servers"].pop("cm") == SERVER
        before = tomllib.loads(text.replace("\r\n", "\n"))
        assert value == {**before, "mcp_servers": before.get("mcp_servers", {})}
    for line in text.splitlines():
        if form in ("toml", "yaml", "block") and "{}" not in line:
            assert line.rstrip() in [each.rstrip() for each in after.splitlines()]


@given(tomls(), st.sampled_from(["\n[projects.'/a']\ntrust = \"yes\"\n", "# a word\n", "\n\n"]))
def test_what_the_program_writes_behind_ours_stays(text, more):
    try:
        new, trace = toml_splice.put(text, ("mcp_servers", "cm"), SERVER)
    except CmError:
        return
    rest = toml_splice.take(new + more, ("mcp_servers", "cm"), trace)
    assert rest.endswith(more)
    assume("'''" not in text)
    assert rest.startswith(text.rstrip("\r\n"))


@given(st.sampled_from(sorted(TEXTS)), st.binary(max_size=40))
def test_any_bytes_are_taken_or_refused_with_a_word(form, data):
    try:
        done = put(form, data)
    except CmError as error:
        assert error.message
        assert error.hint
        return
    assert taken(form, done.after, done.record) == data


def test_a_server_of_that_name_that_is_not_ours_is_left_alone():
    for form, text in (
        ("json", '{"mcpServers": {"cm": {"command": "/opt/other/calm"}}}'),
        ("toml", '[mcp_servers.cm]\ncommand = "/opt/other/calm"\n'),
        ("yaml", "extensions:\n  cm:\n    cmd: /opt/other/calm\n"),
    ):
        try:
            put(form, text.encode())
        except CmError as error:
            assert "not ours" in error.message
        else:
            raise AssertionError(form)
        assert taken(form, text.encode(), None) == text.encode()


def test_the_words_here_are_those_that_are_known_as_ours():
    assert OURS(COMMAND)
    assert OURS.member("cm")
    assert not OURS("python -m other hook start")
    assert not OURS.member(os.sep + "calm")
