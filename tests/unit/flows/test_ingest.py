import json
import os
import zipfile
from dataclasses import replace
from datetime import timedelta

import pytest

from cm.errors import Busy, NotFound, OwnCall
from cm.flows import readings, transcribe
from cm.flows.env import open_env
from cm.flows.ingest import ingest
from cm.flows.ingested import marks_path, preview, read_so_far
from cm.flows.sessions import Filter, sessions
from cm.hosts import registry
from cm.model.host import Host, Sessions
from cm.model.settings import JournalSettings, Settings
from cm.store.files import lock
from cm.store.index import Index
from cm.store.journal import Journal
from cm.store.watermarks import Watermarks
from tests.kit import NOW
from tests.kit.world import world

SESSION = "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
OTHER = "6a0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"


def said(number, text, session=SESSION, kind="user", **fields):
    """One record as Claude Code writes it."""
    return {
        "type": kind, "uuid": f"{number:08d}-0000-4000-8000-000000000000", "parentUuid": None, "sessionId": session, "cwd": "/srv/gone/shop",
        "timestamp": f"2026-10-03T08:00:{number % 60:02d}.000Z", "version": "2.1.0", "message": {"role": kind, "content": text}, **fields,
    }  # fmt: skip


def write(path, *records, mode="w"):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, mode, encoding="utf-8") as file:
        file.writelines(
            (record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records
        )
    return path


@pytest.fixture
def env(own_world):
    return open_env(dict(os.environ), own_world, clock=lambda: NOW, nonce=lambda: "n", tty=False)


@pytest.fixture
def transcript(own_world):
    folder = own_world / ".claude" / "projects" / "-srv-gone-shop"
    return write(folder / f"{SESSION}.jsonl", said(1, "please add a test"), said(2, "now run it"))


def texts(env, session=SESSION):
    return [event.text for event in Journal(env.home.journal).read(f"claude-code/{session}")[1]]


def test_a_session_becomes_events_with_a_head(env, transcript):
    done = ingest(env)
    assert (done.total.files, done.total.read, done.total.records, done.total.events) == (1, 1, 2, 2)
    assert done.sessions == done.new_sessions == (f"claude-code/{SESSION}",)
    head, events = Journal(env.home.journal).read(done.sessions[0])
    assert (head.project, head.cwd, head.source) == ("/srv/gone/shop", "/srv/gone/shop", str(transcript))
    assert [(event.by, event.text, event.scrubbed) for event in events] == [
        ("user", "please add a test", 1),
        ("user", "now run it", 1),
    ]


def test_a_second_run_reads_nothing_new(env, transcript):
    ingest(env)
    before = {path: path.read_bytes() for path in env.home.journal.rglob("*.jsonl")}
    done = ingest(env)
    assert (done.total.read, done.total.unchanged, done.total.records, done.total.events) == (0, 1, 0, 0)
    assert done.sessions == ()
    assert {path: path.read_bytes() for path in env.home.journal.rglob("*.jsonl")} == before


def test_a_grown_file_is_read_on_from_where_it_ended(env, transcript):
    ingest(env)
    write(transcript, said(3, "and commit"), mode="a")
    done = ingest(env)
    assert (done.total.records, done.total.events, done.total.rewritten) == (1, 1, 0)
    assert done.new_sessions == ()
    assert texts(env) == ["please add a test", "now run it", "and commit"]


def test_an_unfinished_last_line_waits_for_its_end(env, transcript):
    line = json.dumps(said(3, "and commit"))
    with open(transcript, "a") as file:
        file.write(line[:50])
    done = ingest(env)
    assert done.total.skipped["unfinished-last-line"] == 1
    assert read_so_far(env).total.skipped["unfinished-last-line"] == 1
    with open(transcript, "a") as file:
        file.write(line[50:] + "\n")
    assert ingest(env).total.events == 1
    assert "unfinished-last-line" not in read_so_far(env).total.skipped
    assert texts(env)[-1] == "and commit"


def test_a_rewritten_file_is_noticed_and_read_again_without_doubling(env, transcript):
    ingest(env)
    write(transcript, said(1, "please add a test"), said(5, "something else"), said(2, "now run it"))
    done = ingest(env)
    assert (done.total.rewritten, done.total.records, done.total.events, done.total.repeated) == (1, 3, 1, 2)
    assert sorted(texts(env)) == ["now run it", "please add a test", "something else"]
    assert read_so_far(env).total.events == 3
    assert ingest(env).total.unchanged == 1


def test_a_resumed_session_does_not_bring_its_history_twice(env, transcript):
    copy = transcript.with_name(f"{OTHER}.jsonl")
    write(
        copy,
        *(said(n, text, OTHER) for n, text in ((1, "please add a test"), (2, "now run it"), (3, "go on"))),
    )
    os.utime(transcript, (1, 1))
    done = ingest(env)
    assert (done.total.events, done.total.skipped["duplicate"]) == (3, 2)
    assert texts(env) == ["please add a test", "now run it"]
    assert texts(env, OTHER) == ["go on"]


def test_a_copy_is_known_also_when_the_index_was_deleted(env, transcript):
    ingest(env)
    Index.delete(env.home.index)
    write(
        transcript.with_name(f"{OTHER}.jsonl"), said(1, "please add a test", OTHER), said(3, "go on", OTHER)
    )
    done = ingest(env)
    assert (done.total.events, done.total.skipped["duplicate"]) == (1, 1)
    with Index.open(env.home.index) as index:
        assert len(index.search_events("", session=SESSION)) == 2


def test_without_watermarks_everything_is_read_again_and_nothing_doubled(env, transcript):
    ingest(env)
    marks_path(env).unlink()
    done = ingest(env)
    assert (done.total.read, done.total.events, done.total.repeated) == (1, 0, 2)
    assert texts(env) == ["please add a test", "now run it"]


def test_a_secret_never_reaches_the_disk(env, transcript):
    token = "ghp_" + "aB3dE6gH9" * 4
    write(transcript, said(3, f"use {token} to push", gitBranch="main"), said(4, "ok"), mode="a")
    write(
        transcript,
        {
            "type": "queue-operation",
            "operation": "enqueue",
            "sessionId": SESSION,
            "content": f"and {token}",
            "timestamp": "2026-10-03T08:00:05.000Z",
        },
        mode="a",
    )
    done = ingest(env)
    assert done.total.secrets == 1
    assert "use [secret:github-token] to push" in texts(env)
    for path in env.home.root.rglob("*"):
        assert path.is_dir() or token.encode() not in path.read_bytes(), path


def test_a_long_text_keeps_its_head_and_tail_and_an_output_its_tail(env, transcript):
    env.__dict__["config"] = replace(
        env.config, settings=replace(Settings(), journal=JournalSettings(text_chars=100, output_chars=50))
    )
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "make"}}
    result = {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "start " + "x" * 300 + " failed at the end",
    }
    write(transcript, said(1, "a" * 500 + "z" * 500), said(2, [call], kind="assistant"), said(3, [result]))
    ingest(env)
    message, _, output = texts(env)
    assert message.startswith("a" * 60 + "\n[… 900 characters left out …]\n" + "z" * 40)
    assert output.endswith("failed at the end")
    assert len(output) < 100


def test_a_file_that_cannot_be_read_is_told_tried_again_later_and_keeps_no_other_from_being_read(
    env, transcript, monkeypatch
):
    write(transcript.with_name(f"{OTHER}.jsonl"), said(7, "the other", OTHER))
    monkeypatch.setattr(readings, "reader", refusing(readings.reader, transcript))
    done = ingest(env)
    assert done.total.events == 1
    (failed,) = done.failed
    assert (failed.path, failed.failures, failed.error) == (
        str(transcript),
        1,
        "PermissionError: Permission denied",
    )
    assert failed.retry_at == "2026-11-30T12:05:00Z"
    again = ingest(env)
    assert (again.failed, again.total.read) == ((failed,), 0)
    later = replace(env, clock=lambda: NOW + timedelta(minutes=6))
    assert ingest(later).failed[0].failures == 2
    assert read_so_far(env).failed[0].failures == 2
    monkeypatch.undo()
    assert ingest(replace(env, clock=lambda: NOW + timedelta(hours=1))).total.events == 2
    assert read_so_far(env).failed == ()


def test_a_failed_file_that_is_named_does_not_wait(env, transcript, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(readings, "reader", refusing(readings.reader, transcript))
        ingest(env)
    assert ingest(env).total.events == 0
    assert ingest(env, paths=[transcript]).total.events == 2


def refusing(real, path):
    def opened(host, name, **fields):
        if name == path:
            raise PermissionError(13, "Permission denied")
        return real(host, name, **fields)

    return opened


def test_a_record_that_a_fold_stumbles_over_fails_its_file_only(env, transcript, monkeypatch):
    real = registry.HOSTS["claude-code"]

    class Stumbling:
        def __init__(self, source, carry):
            self._fold = real.sessions.fold(source, carry)
            self.finish, self.carry = self._fold.finish, self._fold.carry

        def feed(self, record):
            if record.value.get("message", {}).get("content") == "trip":
                raise KeyError("content")
            return self._fold.feed(record)

    host = Host(
        real.name,
        real.title,
        (),
        Sessions(
            **{**{name: getattr(real.sessions, name) for name in Sessions.__slots__}, "fold": Stumbling}
        ),
    )
    monkeypatch.setattr("cm.flows.ingested.HOSTS", {host.name: host})
    monkeypatch.setattr("cm.flows.ingested.host_of", lambda name: host)
    write(transcript, said(3, "trip"), mode="a")
    write(transcript.with_name(f"{OTHER}.jsonl"), said(7, "the other", OTHER))
    done = ingest(env)
    assert done.failed[0].error == "KeyError: 'content'"
    assert texts(env, OTHER) == ["the other"]


@pytest.mark.parametrize("stop_at", range(1, 12))
def test_a_run_that_dies_anywhere_is_made_good_by_the_next(env, transcript, monkeypatch, stop_at):
    monkeypatch.setattr(readings, "BATCH", 2)
    monkeypatch.setattr(transcribe, "EVENTS", 4)
    write(transcript, *(said(n, f"message {n}") for n in range(1, 9)))

    class Killed(BaseException):
        pass

    steps = 0

    def dying(real):
        def step(*args, **fields):
            nonlocal steps
            steps += 1
            if steps == stop_at:
                raise Killed
            made = real(*args, **fields)
            steps += 1
            if steps == stop_at:
                raise Killed
            return made

        return step

    with monkeypatch.context() as patch:
        for owner, name in ((Journal, "append"), (Index, "add_events"), (Watermarks, "put")):
            patch.setattr(owner, name, dying(getattr(owner, name)))
        with pytest.raises(Killed):
            ingest(env)
    done = ingest(env)
    assert texts(env) == [f"message {n}" for n in range(1, 9)]
    assert read_so_far(env).total.events == 8
    assert read_so_far(env).total.records == 8
    assert done.failed == ()
    with Index.open(env.home.index) as index:
        assert len(index.search_events("", session=SESSION)) == 8
    assert list(Journal(env.home.journal).check()) == []


def test_counts_of_all_runs_together_are_kept_by_host_and_reason(env, transcript):
    write(transcript, "not json", said(3, "<system-reminder>x</system-reminder>"), "[1]", mode="a")
    ingest(env)
    write(transcript, "not json either", mode="a")
    ingest(env)
    so_far = read_so_far(env)
    counts = so_far.hosts["claude-code"]
    assert (counts.files, counts.records, counts.events) == (1, 3, 2)
    assert counts.skipped["not-json"] == 2
    assert counts.skipped["not-object"] == 1
    assert sum(counts.skipped.values()) == 4
    transcript.unlink()
    assert ingest(env).total.files == 0
    assert (read_so_far(env).total, read_so_far(env).gone) == (so_far.total, 1)


def test_named_files_and_folders_are_known_by_content_or_place(env, own_world):
    place = own_world / "elsewhere"
    write(place / "a.jsonl", said(1, "by its content"))
    write(place / "codex" / "b.jsonl", {"what": "is this"})
    write(place / "c.jsonl", {"what": "is this"})
    (place / "d.jsonl").write_text("")
    done = ingest(env, paths=[place])
    assert set(done.hosts) == {"claude-code", "codex"}
    assert [name.rsplit("/", 1)[-1] for name in done.unrecognised] == ["c.jsonl", "d.jsonl"]
    assert done.hosts["codex"].skipped
    with pytest.raises(NotFound):
        ingest(env, paths=[place / "none"])
    with pytest.raises(NotFound):
        ingest(env, hosts=["nobody"])


def test_with_a_limit_the_newest_files_are_read(env, transcript):
    for number in range(3):
        path = write(
            transcript.with_name(f"{number}{OTHER[1:]}.jsonl"),
            said(10 + number, f"n{number}", f"{number}{OTHER[1:]}"),
        )
        os.utime(path, (1000 + number, 1000 + number))
    os.utime(transcript, (1, 1))
    done = ingest(env, max_files=2)
    assert done.left == 2
    assert sorted(head.native[0] for head in Journal(env.home.journal).sessions()) == ["1", "2"]


def test_a_preview_touches_nothing(env, transcript):
    seen = next(item for item in preview(env).hosts if item.host == "claude-code")
    assert (seen.files, seen.new, seen.changed, seen.bytes) == (1, 1, 0, transcript.stat().st_size)
    assert seen.retention_days == 30
    assert not env.home.root.exists()
    assert read_so_far(env).total.files == 0
    assert not env.home.root.exists()
    ingest(env)
    write(transcript, said(3, "more"), mode="a")
    seen = next(item for item in preview(env).hosts if item.host == "claude-code")
    assert (seen.new, seen.changed) == (0, 1)


def test_two_runs_at_once_do_not_meet(env, transcript, monkeypatch):
    monkeypatch.setattr("cm.flows.ingest._LOCK_SECONDS", 0.05)
    monkeypatch.setattr("cm.flows.permission.INGEST_SECONDS", 0.05)
    with lock(env.home.ingest_lock), pytest.raises(Busy):
        ingest(env)
    assert ingest(env).total.events == 2


def test_a_project_is_the_repository_around_the_folder_when_it_is_there(env, own_world):
    repo = own_world / "shop"
    (repo / ".git").mkdir(parents=True)
    (repo / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (repo / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:Acme/Shop.git\n')
    write(own_world / ".claude" / "projects" / "x" / f"{SESSION}.jsonl", said(1, "hi", cwd=str(repo / "sub")))
    ingest(env)
    assert Journal(env.home.journal).read(f"claude-code/{SESSION}")[0].project == "github.com/acme/shop"
    # fixed when it is read: a remote that changes later does not move the session
    (repo / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/other.git\n')
    write(
        own_world / ".claude" / "projects" / "x" / f"{SESSION}.jsonl", said(2, "ho", cwd=str(repo)), mode="a"
    )
    ingest(env)
    assert Journal(env.home.journal).read(f"claude-code/{SESSION}")[0].project == "github.com/acme/shop"


def rollout(own_world, native, cwd, remote):
    at = "2026-09-14T10:00:00.000Z"
    meta = {
        "id": native,
        "timestamp": at,
        "cwd": str(cwd),
        "git": {"branch": "main", "repository_url": remote},
    }
    words = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": f"hi {native}"}]}
    write(
        own_world / ".codex" / "sessions" / f"rollout-2026-09-14T10-00-00-{native}.jsonl",
        {"timestamp": at, "type": "session_meta", "payload": meta},
        {"timestamp": at, "type": "response_item", "payload": words},
    )
    return f"codex/{native}"


def test_a_session_whose_folder_is_gone_belongs_to_the_repository_its_host_recorded(env, own_world):
    url = "https://jo:hunter2@GitHub.com/Acme/Shop.git"
    gone = [f"0199aaaa-0000-7000-8000-00000000000{number}" for number in (1, 2)]
    names = [rollout(own_world, native, f"/srv/gone/{native}/shop", url) for native in gone]
    here = own_world / "elsewhere"
    here.mkdir()
    names.append(rollout(own_world, "0199aaaa-0000-7000-8000-000000000003", here, url))
    broken = rollout(own_world, "0199aaaa-0000-7000-8000-000000000004", "/srv/gone/four", "[trimmed]")
    ingest(env)
    journal = Journal(env.home.journal)
    projects = [journal.read(name)[0].project for name in names]
    # two worktrees of one repository are one project; a folder that is there speaks for itself
    assert projects == ["github.com/acme/shop", "github.com/acme/shop", os.path.realpath(here)]
    assert journal.read(broken)[0].project == "/srv/gone/four"
    kept = [path for path in env.home.root.rglob("*") if path.is_file()]
    assert kept
    assert not any(b"hunter2" in path.read_bytes() for path in kept)


def test_progress_is_told_in_files_and_bytes(env, transcript, monkeypatch):
    monkeypatch.setattr(readings, "BATCH", 1)
    lines = transcript.read_bytes().splitlines(keepends=True)
    size, first = transcript.stat().st_size, len(lines[0])
    told = []
    ingest(env, progress=lambda *step: told.append(step))
    assert told == [
        (0, 1, str(transcript), 0, size),
        (0, 1, str(transcript), first, size),
        (0, 1, str(transcript), size, size),
    ]
    write(transcript, said(3, "more"), mode="a")
    more = transcript.stat().st_size - size
    told.clear()
    ingest(env, progress=lambda *step: told.append(step))
    assert told[0] == (0, 1, str(transcript), 0, more)
    assert told[-1] == (0, 1, str(transcript), more, more)


def test_a_preview_looks_into_the_project_around_it(own_world, tmp_path):
    root = tmp_path / "shop"
    write(root / ".specstory" / "history" / "one.md", "# talk\n")
    seen = preview(open_env(cwd=root, clock=lambda: NOW))
    assert [item.files for item in seen.hosts if item.host == "specstory"] == [1]


def test_a_known_hosts_transcript_in_the_inbox_is_read_as_that_hosts(env):
    inbox = env.home.root / "inbox" / "from-elsewhere"
    path = write(inbox / "a.jsonl", said(1, "please add a test"))
    done = ingest(env)
    assert (set(done.hosts), texts(env)) == ({"claude-code"}, ["please add a test"])
    write(path, said(2, "now run it"), mode="a")
    assert ingest(env).total.events == 1
    assert ingest(env).total.unchanged == 1
    assert ingest(env, hosts=["generic-tool"]).total.files == 0


def test_what_was_read_of_an_inbox_file_under_another_host_is_read_anew(env):
    path = write(env.home.root / "inbox" / "a.jsonl", {"what": "is this"})
    assert set(ingest(env).hosts) == {"generic-tool"}
    write(path, said(1, "please add a test"), said(2, "now run it"))
    assert ingest(env).hosts["claude-code"].events == 2


def test_of_an_event_that_stands_in_two_files_one_is_counted(env, transcript):
    write(env.home.root / "inbox" / "copy.jsonl", said(1, "please add a test"), said(2, "now run it"))
    found = sessions(env, Filter())
    assert found.read.total.repeated == 2
    assert (found.so_far.records, found.so_far.events) == (4, 2)


def test_below_a_model_call_of_our_own_nothing_is_read(tmp_path):
    with pytest.raises(OwnCall) as caught:
        ingest(world(tmp_path, CM_OWN_CALL="1"))
    assert caught.value.exit == 3


def test_a_session_in_a_folder_that_there_cannot_be_is_read_without_one(env, transcript):
    write(transcript, said(1, "please add a test", cwd="/srv/go\0ne"))
    done = ingest(env)
    assert (done.failed, done.total.events) == ((), 1)
    assert Journal(env.home.journal).read(done.sessions[0])[0].cwd == ""


def test_a_damaged_archive_in_the_inbox_keeps_no_other_file_from_being_read(env, transcript):
    inbox = env.home.root / "inbox"
    inbox.mkdir(parents=True)
    for name, how in (
        ("a.zip", zipfile.ZIP_LZMA),
        ("b.zip", zipfile.ZIP_BZIP2),
        ("c.zip", zipfile.ZIP_DEFLATED),
    ):
        with zipfile.ZipFile(inbox / name, "w", how) as archive:
            archive.writestr("conversations.json", "[]" * 40)
        data = bytearray((inbox / name).read_bytes())
        data[60:66] = b"\xff" * 6
        (inbox / name).write_bytes(data)
    assert ingest(env).total.events == 2
