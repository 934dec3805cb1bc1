"""What a host is told in its settings is planned as bytes, done in one step, and taken back to the byte."""

import json
import os
import stat
from pathlib import Path

import pytest

from cm.errors import Busy, NewerSchema, Unparsable, Unwritable
from cm.store.hostfiles import look_at_file
from cm.store.installed import Record, Records, read_records, write_records
from cm.store.jsonc import parse
from cm.store.registering import (
    Wish,
    apply,
    missing_folders,
    own_places,
    plan_putting,
    plan_taking,
    remove_folders,
)

AT = ("hooks", "PreToolUse")
SCRIPT = "/home/u/.cm/guards/claude-code.py"
ENTRY = {"matcher": "Bash", "hooks": [{"type": "command", "command": f"py -I {SCRIPT}", "timeout": 10}]}
OLD = {"matcher": "Bash", "hooks": [{"type": "command", "command": f"py2 {SCRIPT}"}]}
THEIRS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "theirs.sh"}]}
WISHES = [Wish(AT, ENTRY)]


def ours(text):
    return SCRIPT in text


def blank(path="settings.json"):
    return Record("claude-code", "user", str(path), None, "", "2026-11-30T12:00:00Z")


@pytest.fixture
def settings(tmp_path):
    return tmp_path / "settings.json"


def put(path, wishes=WISHES, known=None, root=None):
    plan = plan_putting(look_at_file(path), wishes, ours, blank(path), known, root)
    apply(plan, path.parent / "backups", "2026-11-30T12:00:00Z")
    return plan


def take(path, known, wishes=WISHES, root=None):
    plan = plan_taking(look_at_file(path), wishes, ours, known, root)
    apply(plan, path.parent / "backups", "2026-11-30T12:00:00Z")
    return plan


BEFORE = [
    None,
    b"",
    b"{}",
    b'{"a":1}',
    b'\xef\xbb\xbf{\r\n\t"hooks": { // mine\r\n\t\t"Stop": []\r\n\t},\r\n}',
    json.dumps({"hooks": {"PreToolUse": [THEIRS]}, "env": {"K": "v"}}, indent=4).encode(),
    b'{"hooks": {}, "hooks": {"PreToolUse": []}}\n',
]


@pytest.mark.parametrize("before", BEFORE)
def test_putting_and_taking_leaves_the_file_as_it_was(settings, before):
    if before is not None:
        settings.write_bytes(before)
    plan = put(settings)
    assert parse(settings.read_text("utf-8-sig")).value_at(AT)[-1] == ENTRY
    assert plan.action == ("created" if before is None else "added")
    gone = take(settings, plan.record)
    assert gone.action == ("deleted" if before is None else "removed")
    assert (settings.read_bytes() if settings.exists() else None) == before


@pytest.mark.parametrize("before", BEFORE)
def test_without_the_record_the_entry_goes_all_the_same(settings, before):
    if before is not None:
        settings.write_bytes(before)
    put(settings)
    take(settings, None)
    assert SCRIPT not in settings.read_text()
    parse(settings.read_text("utf-8-sig"))


@pytest.mark.skipif(os.name == "nt", reason="nobody can be asked whether a process lives")
def test_what_a_process_that_died_left_beside_the_settings_goes(settings):
    left = settings.parent / ".settings.json.999999999-1.tmp"
    theirs = settings.parent / ".other.json.999999999-1.tmp"
    for path in (left, theirs):
        path.write_bytes(b"{}")
    settings.write_bytes(b"{}")
    put(settings)
    assert not left.exists()
    assert theirs.exists()


@pytest.mark.parametrize("before", BEFORE)
def test_twice_is_once(settings, before):
    if before is not None:
        settings.write_bytes(before)
    first = put(settings)
    left = settings.read_bytes()
    again = put(settings, known=first.record)
    assert (again.action, again.record, settings.read_bytes()) == ("unchanged", first.record, left)
    lost = put(settings, known=None)
    assert (lost.action, settings.read_bytes()) == ("unchanged", left)


def test_an_older_entry_of_ours_is_changed_in_its_place(settings):
    settings.write_text(json.dumps({"hooks": {"PreToolUse": [OLD, THEIRS, OLD]}}, indent=2))
    plan = put(settings)
    assert plan.action == "renewed"
    assert json.loads(settings.read_text())["hooks"]["PreToolUse"] == [ENTRY, THEIRS]
    take(settings, plan.record)
    assert json.loads(settings.read_text())["hooks"]["PreToolUse"] == [THEIRS]


def test_what_somebody_put_into_our_own_entry_stays_theirs(settings):
    shared = {"matcher": "Bash|Write", "hooks": [THEIRS["hooks"][0], OLD["hooks"][0]]}
    settings.write_text(json.dumps({"hooks": {"PreToolUse": [shared]}}, indent=2))
    plan = put(settings)
    held = json.loads(settings.read_text())["hooks"]["PreToolUse"]
    assert held == [{"matcher": "Bash|Write", "hooks": [THEIRS["hooks"][0], ENTRY["hooks"][0]]}]
    take(settings, plan.record)
    held = json.loads(settings.read_text())["hooks"]["PreToolUse"]
    assert held == [{"matcher": "Bash|Write", "hooks": [THEIRS["hooks"][0]]}]


def test_what_the_user_changed_since_stays_changed(settings):
    settings.write_text('{\n  "a": 1\n}\n')
    plan = put(settings)
    settings.write_text(settings.read_text().replace('"a": 1', '"a": 2, // now two\n  "b": [3]'))
    take(settings, plan.record)
    assert settings.read_text() == '{\n  "a": 2, // now two\n  "b": [3]\n}\n'


def test_a_file_we_made_stays_when_somebody_else_moved_in(settings):
    plan = put(settings, root={"version": 1})
    told = settings.read_text().replace('"version": 1,', '"version": 1,\n  "theirs": true,')
    settings.write_text(told)
    assert take(settings, plan.record, root={"version": 1}).action == "removed"
    assert json.loads(settings.read_text()) == {"version": 1, "theirs": True}


def test_a_file_we_made_goes_when_only_its_spacing_changed(settings):
    plan = put(settings, root={"version": 1})
    settings.write_text(json.dumps(json.loads(settings.read_text())))
    assert take(settings, plan.record, root={"version": 1}).action == "deleted"
    assert not settings.exists()


def test_two_entries_in_one_file_come_and_go_together(settings):
    settings.write_text("{}\n")
    two = [Wish(("hooks", "beforeShell"), ENTRY), Wish(("hooks", "preTool"), ENTRY)]
    plan = put(settings, two)
    assert json.loads(settings.read_text())["hooks"] == {"beforeShell": [ENTRY], "preTool": [ENTRY]}
    settings.write_text(settings.read_text() + "// theirs\n")
    take(settings, plan.record, two)
    assert settings.read_text() == "{}\n// theirs\n"


def test_an_entry_at_a_place_that_is_no_longer_used_is_taken_out(settings):
    settings.write_text("{}\n")
    first = put(settings, [Wish(("hooks", "Old"), OLD)])
    plan = put(settings, known=first.record)
    assert json.loads(settings.read_text()) == {"hooks": {"PreToolUse": [ENTRY]}}
    take(settings, plan.record)
    assert settings.read_text() == "{}\n"


def test_a_file_of_ours_as_a_whole_is_written_renewed_and_deleted(tmp_path):
    path = tmp_path / "plug/ins/cm-guard.ts"
    folders = missing_folders(path)
    assert folders == (str(tmp_path / "plug"), str(tmp_path / "plug/ins"))
    plan = put(path, [Wish(text="// ours 1\n")])
    renewed = put(path, [Wish(text="// ours 2\n")], plan.record)
    assert (plan.action, renewed.action, path.read_text()) == ("created", "renewed", "// ours 2\n")
    assert take(path, renewed.record, [Wish(text="")]).action == "deleted"
    assert not path.exists()


def test_folders_that_were_made_go_when_they_are_empty(tmp_path):
    folders = missing_folders(tmp_path / "a/b/c/file")
    (tmp_path / "a/b/c").mkdir(parents=True)
    (tmp_path / "a/theirs").write_text("")
    remove_folders(folders)
    assert [each.name for each in (tmp_path / "a").iterdir()] == ["theirs"]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path, settings):
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}\n")
    real.chmod(0o600)
    settings.symlink_to(real)
    plan = put(settings)
    assert settings.is_symlink()
    assert SCRIPT in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    take(settings, plan.record)
    assert settings.is_symlink()
    assert real.read_text() == "{}\n"


def test_what_was_there_is_kept_beside_for_the_user_alone(settings):
    settings.write_text('{"env": {"TOKEN": "x"}}')
    plan = plan_putting(look_at_file(settings), WISHES, ours, blank(settings), None)
    kept = apply(plan, settings.parent / "backups", "2026-11-30T12:00:00Z")
    other = take(settings, plan.record)
    assert Path(kept).read_text() == '{"env": {"TOKEN": "x"}}'
    assert stat.S_IMODE(os.stat(kept).st_mode) == 0o600
    assert other.action == "removed"
    assert len(list((settings.parent / "backups").iterdir())) == 2


def test_a_file_that_changed_meanwhile_is_not_overwritten(settings):
    settings.write_text("{}")
    plan = plan_putting(look_at_file(settings), WISHES, ours, blank(settings), None)
    settings.write_text('{"mine": 1}')
    with pytest.raises(Busy, match="changed while cm was at work"):
        apply(plan, settings.parent / "backups", "2026-11-30T12:00:00Z")
    assert settings.read_text() == '{"mine": 1}'


def test_a_file_that_appeared_meanwhile_is_not_overwritten(settings):
    plan = plan_putting(look_at_file(settings), WISHES, ours, blank(settings), None)
    settings.write_text('{"mine": 1}')
    with pytest.raises(Busy):
        apply(plan, settings.parent / "backups", "2026-11-30T12:00:00Z")


def test_what_its_owner_made_read_only_is_refused_with_what_to_do(settings):
    settings.write_text("{}")
    settings.chmod(0o444)
    with pytest.raises(Unwritable, match="read-only") as refused:
        put(settings)
    assert f"chmod u+w {settings}" in refused.value.hint
    assert settings.read_text() == "{}"


def test_what_cannot_be_parsed_is_refused_and_not_touched(settings):
    settings.write_text('{"hooks": {,}}')
    with pytest.raises(Unparsable, match=r"settings\.json:1:12"):
        put(settings)
    assert settings.read_text() == '{"hooks": {,}}'


def test_a_path_that_is_no_text_is_refused_before_anything_is_written(settings):
    bad = {"command": "/tmp/\udcff.py"}
    with pytest.raises(Unwritable, match="no UTF-8"):
        put(settings, [Wish(AT, bad)])
    assert not settings.exists()


def test_the_diff_says_what_would_change(settings):
    settings.write_text('{\n  "a": 1\n}')
    plan = plan_putting(look_at_file(settings), [Wish(("b",), 2)], ours, blank(settings), None)
    assert plan.diff == (
        f'--- {settings}\n+++ {settings}\n@@ -1,3 +1,6 @@\n {{\n-  "a": 1\n+  "a": 1,\n+  "b": [\n+    2\n+  ]\n'
        " }\n\\ no line break at the end\n"
    )


def test_ours_is_found_wherever_it_stands():
    text = json.dumps({"hooks": {"PreToolUse": [THEIRS, ENTRY, {"command": SCRIPT}]}})
    assert own_places(parse(text), AT, ours) == [(*AT, 1), (*AT, 2)]
    assert own_places(parse('{"hooks": 3}'), AT, ours) == []


def test_what_is_remembered_is_read_back(tmp_path, settings):
    settings.write_bytes(b"{}\xc3\xa4"[:2])
    plan = put(settings)
    path = tmp_path / "installed.json"
    write_records(path, Records().having(plan.record))
    assert read_records(path).of("claude-code", str(settings)) == plan.record
    assert read_records(path).lacking("claude-code", str(settings)).items == {}
    path.write_text('{"schema": 99, "files": []}')
    with pytest.raises(NewerSchema):
        read_records(path)
    path.write_text('{"schema": 1, "files": [{"host": 1}]}')
    with pytest.raises(Unparsable, match="not a list of what was registered"):
        read_records(path)


SERVER = Wish(("mcpServers", "cm"), {"command": SCRIPT, "args": ["mcp"]}, member=True)


@pytest.mark.parametrize("before", BEFORE)
def test_a_member_of_an_object_comes_and_goes_too(settings, before):
    if before is not None:
        settings.write_bytes(before)
    both = [*WISHES, SERVER]
    plan = put(settings, both)
    held = parse(settings.read_text("utf-8-sig"))
    assert (held.value_at(SERVER.at), held.value_at(AT)[-1]) == (SERVER.entry, ENTRY)
    assert put(settings, both, plan.record).action == "unchanged"
    renewed = put(settings, [*WISHES, Wish(SERVER.at, {"command": SCRIPT}, member=True)], plan.record)
    assert renewed.action == "renewed"
    settings.write_bytes(settings.read_bytes() + b"\n// theirs\n")
    take(settings, renewed.record, both)
    assert settings.read_bytes() == (before or b"") + b"\n// theirs\n"


def test_a_member_of_that_name_that_is_not_ours_is_refused(settings):
    settings.write_text('{"mcpServers": {"cm": {"command": "theirs"}}}')
    with pytest.raises(Unwritable, match=r"`mcpServers\.cm` is there and not ours"):
        put(settings, [SERVER])
    assert settings.read_text() == '{"mcpServers": {"cm": {"command": "theirs"}}}'
    assert take(settings, None, [SERVER]).action == "not there"
