"""Whatever stands in an agent's settings: the guard comes and goes, and the file is what it was; what changed meanwhile stays changed."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cm.errors import Unparsable, Unwritable
from cm.store.hostfiles import HostFile
from cm.store.installed import Record
from cm.store.jsonc import parse
from cm.store.jsonc_splice import put_at
from cm.store.registering import Wish, plan_putting, plan_taking
from tests.laws.test_jsonc_laws import VALUES, documents

SCRIPT = "/home/u/.cm/guards/x.py"
BLANK = Record("x", "user", "settings.json", None, "", "2026-11-30T12:00:00Z")
PLACES = st.lists(
    st.sampled_from([("hooks", "PreToolUse"), ("hooks", "Stop"), ("PreToolUse",), ("a", "hooks", "ü")]),
    min_size=1,
    max_size=3,
    unique=True,
)
ENTRY = {"hooks": [{"command": f"py {SCRIPT}"}]}
WISHES = st.tuples(PLACES, st.booleans()).map(
    lambda pair: [
        *(Wish(at, ENTRY) for at in pair[0]),
        *([Wish(("servers", "cm"), ENTRY, member=True)] if pair[1] else []),
    ]
)
FILES = st.one_of(
    st.none(),
    st.tuples(st.sampled_from([b"", b"\xef\xbb\xbf"]), documents()).map(
        lambda pair: pair[0] + pair[1].encode()
    ),
)


def ours(text):
    return SCRIPT in text


def file(data):
    return HostFile("settings.json", Path("settings.json"), data)


def put(data, wishes, known=None):
    try:
        return plan_putting(file(data), wishes, ours, BLANK, known)
    except (Unparsable, Unwritable):
        return None  # something else stands where a list, or our member, is to be


@given(FILES, WISHES)
def test_coming_and_going_is_nothing(data, wishes):
    plan = put(data, wishes)
    if plan is not None:
        assert plan_taking(file(plan.after), wishes, ours, plan.record).after == data


@given(FILES, WISHES)
def test_twice_is_once(data, wishes):
    plan = put(data, wishes)
    if plan is not None:
        again = put(plan.after, wishes, plan.record)
        assert (again.action, again.after, again.record) == ("unchanged", plan.after, plan.record)


@given(FILES, WISHES, VALUES)
def test_what_changed_meanwhile_stays_and_ours_goes(data, wishes, value):
    plan = put(data, wishes)
    if plan is None:
        return
    mark, text = plan.after[:3] if plan.after.startswith(b"\xef") else b"", plan.after.decode("utf-8-sig")
    changed = mark + put_at(text, ("theirs",), value).text.encode()
    left = plan_taking(file(changed), wishes, ours, plan.record).after
    told = left.decode("utf-8-sig")
    assert SCRIPT not in told
    assert parse(told).value_at(("theirs",)) == value
    before = parse(data.decode("utf-8-sig")).value_at(()) if data is not None else None
    assert parse(told).value_at(()) == {**(before or {}), "theirs": value}


@given(FILES, WISHES)
def test_a_record_that_is_lost_leaves_nothing_of_ours(data, wishes):
    plan = put(data, wishes)
    if plan is not None:
        left = plan_taking(file(plan.after), wishes, ours, None).after
        assert SCRIPT.encode() not in (left or b"")
