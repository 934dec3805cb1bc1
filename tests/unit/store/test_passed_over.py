import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.hosts.registry import HOSTS
from cm.model.host import Record
from cm.model.session import Skipped
from cm.store.transcripts import PASSED_OVER, Transcript, reader

MARKS = (("progress", "bookkeeping:progress"),)


def read(path, marks=MARKS):
    """Every record of a file in order; those that were passed over by their reason."""
    seen = []
    transcript = Transcript(path, passed_over=marks)
    for item in transcript.records():
        if isinstance(item, Record):
            seen.append(item.value)
        else:
            seen.append(item.reason if item.detail == PASSED_OVER else (item.reason, item.line))
    return seen, transcript.offset, transcript.line


def lines(path, *texts):
    path.write_bytes(b"".join(text if isinstance(text, bytes) else text.encode() for text in texts))
    return path


def test_a_record_of_that_type_is_counted_and_not_decoded(tmp_path):
    path = lines(
        tmp_path / "a.jsonl",
        '{"parentUuid":null,"isSidechain":false,"n":-1.5,"cwd":"/srv","type":"progress","data":{"x":[{"type":"user"}]}}\n',
        '{"type":"progress","data":{"broken": nonsense}}\n',
        '{"type":"user"}\n',
    )
    assert read(path)[0] == ["bookkeeping:progress", "bookkeeping:progress", {"type": "user"}]
    assert read(path)[1:] == (path.stat().st_size, 3)


@pytest.mark.parametrize(
    "text",
    [
        '{"text":"say {\\"type\\":\\"progress\\"} to it","type":"user"}',
        '{"text":"\\",\\"type\\":\\"progress\\"","type":"user"}',
        '{"message":{"type":"progress"},"type":"user"}',
        '{"message":{"a":"b","type":"progress","c":1},"type":"user"}',
        '{"list":["type","progress",{"type":"progress"}],"type":"user"}',
        '{"type":"progressive"}',
        '{"a":"x","b":["c"],"type":"user","d":{"type":"progress"}}',
        '{"a": {"b": "}"},"type":"user","said":"\\"type\\":\\"progress\\""}',
        '["type","progress"]',
        '"type":"progress"',
        '[{"type":"progress"},{"type":"user"}]',
    ],
)
def test_a_mark_inside_a_text_or_deeper_is_no_type(tmp_path, text):
    path = lines(tmp_path / "a.jsonl", text + "\n")
    assert read(path) == read(path, ())
    assert "bookkeeping:progress" not in read(path)[0]


@pytest.mark.parametrize("between", ["", " ", "\t\0 ", "\ufeff", " \ufeff "])
def test_a_record_that_ran_together_with_one_of_these_is_read(tmp_path, between):
    said = {"type": "user", "message": "keep me"}
    path = lines(tmp_path / "a.jsonl", '{"type":"progress","data":{}}', between, json.dumps(said), "\n")
    assert said in read(path)[0]
    assert read(path) == read(path, ())


def test_an_unfinished_one_waits_for_its_end(tmp_path):
    for left in ('{"type":"progress","data":{"a":', '{"type":"progress","data":{}}'):
        path = lines(tmp_path / "a.jsonl", '{"type":"user"}\n', left)
        assert read(path) == read(path, ())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False)
    | st.sampled_from(["progress", "user", '"type":"progress"', '{"type":"progress",', '\\",\\"type\\":\\"progress', "}{", "é"]),
    lambda deeper: st.lists(deeper, max_size=3) | st.dictionaries(st.sampled_from(["type", "a", "data"]), deeper, max_size=3),
    max_leaves=8,
)  # fmt: skip
RECORDS = st.dictionaries(
    st.sampled_from(["type", "uuid", "cwd", "message", "data", '"type":"progress"']), VALUES, max_size=5
)


@given(records=st.lists(RECORDS, max_size=4), ends=st.lists(st.sampled_from(["\n", "", " ", "\r\n"]), max_size=4), tight=st.booleans())  # fmt: skip
def test_nothing_else_is_ever_passed_over(tmp_path_factory, records, ends, tight):
    separators = (",", ":") if tight else None
    texts = [
        json.dumps(record, ensure_ascii=False, separators=separators) + (ends[n] if n < len(ends) else "\n")
        for n, record in enumerate(records)
    ]
    path = lines(tmp_path_factory.mktemp("law") / "a.jsonl", *texts)
    quick, plain = read(path), read(path, ())
    assert quick[1:] == plain[1:]
    assert len(quick[0]) == len(plain[0])
    for one, other in zip(quick[0], plain[0], strict=True):
        assert one == other or (one == "bookkeeping:progress" and other["type"] == "progress")


def test_what_a_host_passes_over_its_fold_would_have_skipped_for_the_same_reason(tmp_path):
    told = 0
    for host in HOSTS.values():
        for kind, reason in host.sessions.passed_over if host.sessions else ():
            path = tmp_path / "a.jsonl"
            fold = host.sessions.fold(host.sessions.describe(path.as_posix(), str(tmp_path)), None)
            before = fold.carry()
            value = {
                "uuid": "u",
                "sessionId": "s",
                "cwd": "/srv",
                "timestamp": "2026-10-03T08:00:00.000Z",
                "type": kind,
            }
            (item,) = fold.feed(Record(value, 1))
            assert isinstance(item, Skipped)
            assert (item.reason, fold.carry()) == (reason, before)
            lines(path, json.dumps(value, separators=(",", ":")) + "\n")
            assert [item.reason for item in reader(host, path).records()] == [reason]
            told += 1
    assert told
