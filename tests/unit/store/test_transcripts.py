"""Transcripts are found once each and read whatever bytes are in them, and reading goes on where it stopped."""

import json
import os
import sys
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.hosts.registry import HOSTS, host_of
from cm.model.host import Record
from cm.model.session import Skipped
from cm.store.transcripts import Transcript, find, read_records

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CLAUDE = host_of("claude-code")
CODEX = host_of("codex")


@pytest.fixture
def file(tmp_path):
    def write(data, name="s.jsonl"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return write


def shown(items):
    """Values of records and reasons of what was skipped, with their lines."""
    return [(item.line, item.value if isinstance(item, Record) else item.reason) for item in items]


def values(items):
    return [item.value for item in items if isinstance(item, Record)]


@pytest.mark.parametrize(
    "data, expected",
    [
        ("", []),
        ("\n\n  \n", []),
        ('{"a":1}\n{"a":2}\n', [(1, {"a": 1}), (2, {"a": 2})]),
        ('{"a":1}', [(1, {"a": 1})]),
        ('{"a":1}\r\n\r\n{"a":2}\r\n', [(1, {"a": 1}), (3, {"a": 2})]),
        ('\ufeff{"a":1}\n\ufeff{"a":2}\n', [(1, {"a": 1}), (2, {"a": 2})]),
        ('{"a":1}{"a":2}\n{"a":3}\n', [(1, {"a": 1}), (1, {"a": 2}), (2, {"a": 3})]),
        ('{"a":1} \t {"a":2}{"a":3}', [(1, {"a": 1}), (1, {"a": 2}), (1, {"a": 3})]),
        ('{"a":1}\nnot json\n{"a":2}\n', [(1, {"a": 1}), (2, "not-json"), (3, {"a": 2})]),
        ('{"a":1} and words\n{"a":2}\n', [(1, {"a": 1}), (1, "not-json"), (2, {"a": 2})]),
        ('"words"\n42\nnull\n[1]\n[]\n', [(n, "not-object") for n in range(1, 6)]),
        ('[{"a":1},2,{"a":3}]\n', [(1, {"a": 1}), (1, "not-object"), (1, {"a": 3})]),
        ('{"a":1}\n{"a":', [(1, {"a": 1}), (2, "unfinished-last-line")]),
        ('{"a":1}{"a":', [(1, {"a": 1}), (1, "unfinished-last-line")]),
        ('{"a":1}\n12', [(1, {"a": 1}), (2, "unfinished-last-line")]),
        ('{"a":"tab\tand \x01 inside"}\n', [(1, {"a": "tab\tand \x01 inside"})]),
        (b'{"a":"\xff\xfe"}\n{"a":2}\n', [(1, {"a": "\ufffd\ufffd"}), (2, {"a": 2})]),
        (b'\x00\x00\x00\n\x00{"a":1}\x00\n', [(1, "nul-bytes"), (2, {"a": 1})]),
        ('{"a":' + "1" * 5_000 + '}\n{"a":2}\n', [(1, "not-json"), (2, {"a": 2})]),
        ("[" * 200_000 + '\n{"a":2}\n', [(1, "too-deep"), (2, {"a": 2})]),
        ('{"a":"\\ud83d"}\n', [(1, {"a": "\ud83d"})]),
    ],
)  # fmt: skip
def test_bytes_become_records_and_reasons(file, data, expected):
    assert shown(read_records(file(data))) == expected


def test_two_records_on_a_line_survive_bytes_that_are_no_utf8(file):
    path = file(b'{"a":"\xff"}{"b":"\xc3\xa9"}{"c":3}\n')
    places = [item.offset for item in read_records(path)]
    assert places == [0, 9, 19]
    assert values(read_records(path, offset=9, line=1))[0] == {"b": "é"}


@pytest.mark.parametrize("indent", [2, 4, "\t"])
def test_json_that_was_indented_is_read_too(file, indent):
    one = {"type": "user", "message": {"content": 'a { brace " in [words'}, "list": [{"x": []}]}
    two = {"type": "assistant", "n": {}}
    document = json.dumps(one, indent=indent)
    assert shown(read_records(file(document + "\n"))) == [(1, one)]
    assert values(
        read_records(file(document + "\n" + json.dumps(two, indent=indent) + "\n" + json.dumps(one)))
    ) == [one, two, one]
    assert values(read_records(file(json.dumps([one, two, one], indent=indent)))) == [one, two, one]
    assert values(read_records(file("[\n" + ",\n".join(map(json.dumps, [one, two])) + "\n]\n"))) == [one, two]
    assert shown(read_records(file(document[:-2]))) == [(1, "unfinished-last-line")]


def test_half_a_record_that_looks_like_an_indented_one_costs_only_itself(file):
    assert shown(read_records(file('{\n{"a":1}\n{"a":2}\n'))) == [
        (1, "not-json"),
        (2, {"a": 1}),
        (3, {"a": 2}),
    ]


def test_an_unfinished_last_line_is_read_when_it_is_whole(file):
    path = file('{"a":1}\n{"a":2,')
    reader = Transcript(path)
    assert shown(reader.records()) == [(1, {"a": 1}), (2, "unfinished-last-line")]
    assert (reader.offset, reader.line) == (8, 1)
    with path.open("ab") as out:
        out.write(b'"b":3}\n{"a":4}\n')
    again = Transcript(path, offset=reader.offset, line=reader.line)
    assert shown(again.records()) == [(2, {"a": 2, "b": 3}), (3, {"a": 4})]


def test_a_file_that_ended_without_a_newline_goes_on_either_way(file):
    for more, expected in ((b'\n{"a":2}\n', [(2, {"a": 2})]), (b'{"a":2}\n', [(1, {"a": 2})])):
        path = file('{"a":1}')
        reader = Transcript(path)
        assert shown(reader.records()) == [(1, {"a": 1})]
        with path.open("ab") as out:
            out.write(more)
        assert shown(Transcript(path, offset=reader.offset, line=reader.line).records()) == expected


def test_a_file_that_shrank_says_so(file):
    path = file('{"a":1}\n')
    assert shown(read_records(path, offset=500, line=9))[0][1] == "shorter-than-before"


LINES = st.lists(
    st.one_of(
        st.builds(lambda n: json.dumps({"n": n}) + "\n", st.integers(0, 9)),
        st.builds(lambda n: json.dumps({"é": n}, ensure_ascii=False) * 2 + "\r\n", st.integers(0, 9)),
        st.builds(lambda n: json.dumps({"n": {"m": [n]}}, indent=1) + "\n", st.integers(0, 9)),
        st.sampled_from(
            ["\n", "broken {\n", "[1]\n", '"x"\n', '{"a":1}', "\x00\n", "\ufeff", '{"a":1} tail\n']
        ),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(parts=LINES)
def test_reading_may_stop_after_any_record_and_go_on(tmp_path_factory, parts):
    path = tmp_path_factory.mktemp("t") / "s.jsonl"
    path.write_bytes("".join(parts).encode())
    whole = shown(read_records(path))
    for stop in range(1, len(whole) + 1):
        reader = Transcript(path)
        items = reader.records()
        first = [next(items) for _ in range(stop)]
        if isinstance(first[-1], Record):
            rest = Transcript(path, offset=reader.offset, line=reader.line)
            assert shown(first) + shown(rest.records()) == whole


@settings(max_examples=150, deadline=None)
@given(noise=st.binary(max_size=60), good=st.lists(st.integers(), min_size=1, max_size=3))
def test_no_bytes_make_reading_fail_or_lose_the_lines_after_them(tmp_path_factory, noise, good):
    path = tmp_path_factory.mktemp("t") / "s.jsonl"
    tail = b"".join(json.dumps({"good": n}).encode() + b"\n" for n in good)
    path.write_bytes(noise.strip(b"{[ \t\r\n\x00") + b"\n" + tail)
    got = values(read_records(path))
    assert got[-len(good) :] == [{"good": n} for n in good]


def test_a_line_too_long_is_passed_over_without_being_held(file):
    path = file(b'{"a":1}\n{"b":"' + b"x" * 30_000_000 + b'"}\n{"c":3}\n')
    tracemalloc.start()
    reader = Transcript(path, max_line=1_000_000)
    assert shown(reader.records()) == [(1, {"a": 1}), (2, "line-too-long"), (3, {"c": 3})]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12_000_000
    assert reader.offset == path.stat().st_size


def test_an_indented_document_too_long_is_passed_over(file):
    path = file(json.dumps({"a": ["x" * 90] * 100}, indent=1) + "\n")
    assert "line-too-long" in [reason for _, reason in shown(Transcript(path, max_line=2_000).records())]


def test_compressed_transcripts_are_read_and_go_on(file):
    lines = "".join(json.dumps({"n": n}) + "\n" for n in range(2_000)).encode()
    path = file(zstd.compress(lines[:9_000]) + zstd.compress(lines[9_000:]), "s.jsonl.zst")
    reader = Transcript(path)
    items = reader.records()
    first = [next(items) for _ in range(700)]
    rest = Transcript(path, offset=reader.offset, line=reader.line)
    assert [value["n"] for value in values([*first, *rest.records()])] == list(range(2_000))
    assert rest.offset == len(lines)


def test_damaged_compression_gives_what_can_be_read_and_a_reason(file):
    data = zstd.compress(os.urandom(200_000).hex().encode() + b"\n" + b'{"a":1}\n' * 9)
    assert shown(read_records(file(data[: len(data) // 2], "s.jsonl.zst")))[-1][1] == "truncated-zst"
    assert shown(read_records(file(b"no zstandard at all", "s.jsonl.zst")))[-1][1] == "damaged-zst"


def touch(path, data="{}\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data)
    return path.resolve()


def test_sessions_of_both_hosts_are_found_where_they_lie(tmp_path):
    home = tmp_path / "a home é"
    session = touch(home / ".claude/projects/-w-shop/5e55.jsonl")
    sub = touch(home / ".claude/projects/-w-shop/5e55/subagents/agent-a1.jsonl")
    touch(home / ".claude/projects/-w-shop/5e55/tool-results/x.txt")
    touch(home / ".claude/history.jsonl")
    rollout = touch(home / ".codex/sessions/2026/09/14/rollout-1.jsonl")
    flat = touch(home / ".codex/sessions/rollout-0.jsonl")
    packed = touch(home / ".codex/sessions/2026/09/13/rollout-2.jsonl.zst")
    archived = touch(home / ".codex/archived_sessions/rollout-3.jsonl")
    touch(home / ".codex/sessions/2026/09/14/rollout-1.jsonl.zst")
    assert find(CLAUDE, {}, home) == tuple(sorted([session, sub]))
    assert find(CODEX, {}, home) == tuple(sorted([rollout, flat, packed, archived]))


def test_a_variable_moves_the_root_and_nothing_else_is_looked_at(tmp_path):
    touch(tmp_path / ".claude/projects/p/old.jsonl")
    moved = touch(tmp_path / "elsewhere/projects/p/new.jsonl")
    for value in (str(tmp_path / "elsewhere"), "~/elsewhere", "elsewhere"):
        assert find(CLAUDE, {"CLAUDE_CONFIG_DIR": value}, tmp_path) == (moved,)
    assert find(CLAUDE, {"CLAUDE_CONFIG_DIR": str(tmp_path / "gone")}, tmp_path) == ()
    assert len(find(CLAUDE, {"CLAUDE_CONFIG_DIR": " "}, tmp_path)) == 1


def test_a_file_reached_by_two_roads_is_found_once(tmp_path):
    real = touch(tmp_path / "real/projects/p/s.jsonl")
    (tmp_path / ".claude").symlink_to(tmp_path / "real")
    (tmp_path / "real/projects/p/copy.jsonl").symlink_to(real)
    assert find(CLAUDE, {}, tmp_path) == (real,)


@pytest.mark.parametrize("name", [name for name, host in HOSTS.items() if host.sessions is None])
def test_a_host_whose_sessions_are_not_read_has_none(name, tmp_path):
    assert find(host_of(name), {}, tmp_path) == ()


def test_what_is_skipped_is_never_a_record(file):
    assert all(isinstance(item, Skipped) for item in read_records(file("x\ny\n")))
