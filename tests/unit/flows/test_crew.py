import multiprocessing
import os
import signal

import pytest

from cm.flows import crew, readings
from cm.flows.crew import Crew, Lost
from cm.flows.env import open_env
from cm.flows.ingest import ingest
from cm.flows.readings import Fault, Job
from cm.model.settings import JournalSettings
from tests.kit import NOW
from tests.unit.flows.test_ingest import said, write

SECRET = "ghp_" + "aB3dE6gH9" * 4
WAYS = [
    pytest.param(way, marks=[] if way in multiprocessing.get_all_start_methods() else pytest.mark.skip(reason="not on this system"))
    for way in ("fork", "spawn")
]  # fmt: skip


@pytest.fixture
def transcripts(own_world):
    """Twelve sessions: one brings the history of another, one fails, one ends in the middle of a line."""
    folder = own_world / ".claude" / "projects" / "-srv-gone-shop"
    names = [f"{number:08d}-3b4a-4c5d-8e6f-7a8b9c0d1e2f" for number in range(12)]
    for number, name in enumerate(names):
        records = [said(100 * number + n, f"message {n} of {number}", name) for n in range(1, 30)]
        path = write(folder / f"{name}.jsonl", *records)
        os.utime(path, (1000 + number, 1000 + number))
    write(folder / f"{names[5]}.jsonl", *(said(100 + n, f"message {n} of 1", names[5]) for n in range(1, 30)))
    write(folder / f"{names[5]}.jsonl", said(599, f"the key is {SECRET}", names[5]), "nonsense", mode="a")
    with open(folder / f"{names[7]}.jsonl", "a") as file:
        file.write('{"type": "us')
    (folder / f"{names[9]}.jsonl").unlink()
    (folder / f"{names[9]}.jsonl.zst").write_bytes(b"no such frame")
    return sorted(folder.iterdir())


def outcome(own_world, home, **options):
    """What a run tells, and what it leaves on the disk."""
    env = open_env(
        {**os.environ, "CM_HOME": str(own_world / home)}, own_world, clock=lambda: NOW, nonce=lambda: "n", tty=False
    )  # fmt: skip
    done = ingest(env, **options)
    files = {
        path.relative_to(env.home.journal): path.read_bytes() for path in env.home.journal.rglob("*.jsonl")
    }
    return done, files


def jobs(paths):
    return [Job("claude-code", str(path)) for path in paths]


@pytest.mark.parametrize("way", WAYS)
def test_many_processes_leave_byte_for_byte_what_one_does(own_world, transcripts, monkeypatch, way):
    if way == "fork":  # a new interpreter does not know of it
        monkeypatch.setattr(readings, "BATCH", 7)
    monkeypatch.setattr(crew, "how", lambda: way)
    alone = outcome(own_world, "one", workers=1)
    together = outcome(own_world, "many", workers=3)
    assert together == alone
    assert alone[0].total.events == 291
    assert alone[0].total.skipped["duplicate"] == 29
    assert alone[0].total.secrets == 1
    assert not any(SECRET.encode() in content for content in together[1].values())


def test_what_comes_early_waits_and_what_waits_is_bounded(transcripts, monkeypatch):
    monkeypatch.setattr(readings, "BATCH", 5)
    monkeypatch.setattr(crew, "HELD", 1)
    with Crew(jobs(transcripts[:6]), 2, JournalSettings()) as others:
        assert [sum(len(batch.parts[0][1]) for batch in others.batches(number)) for number in range(6)] == [
            29
        ] * 5 + [30]
        assert others._bytes == 0


def test_a_file_that_cannot_be_read_is_told_and_the_next_goes_on(transcripts, tmp_path):
    with Crew(jobs([tmp_path / "gone.jsonl", transcripts[0]]), 1, JournalSettings()) as others:
        with pytest.raises(Fault, match=r"^FileNotFoundError: "):
            list(others.batches(0))
        assert [batch.whole for batch in others.batches(1)] == [True]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_when_readers_are_killed_the_rest_is_read_without_them(own_world, transcripts, monkeypatch):
    monkeypatch.setattr(readings, "BATCH", 7)
    monkeypatch.setattr(crew, "how", lambda: "fork")  # a process that is made anew knows no other size
    alone = outcome(own_world, "one", workers=1)
    real, killed = Crew.batches, []

    def deadly(self, number):
        for batch in real(self, number):
            yield batch
            if number >= 2 and not killed:
                for worker in self._crew:
                    killed.append(worker.process.pid)
                    os.kill(worker.process.pid, signal.SIGKILL)

    monkeypatch.setattr(Crew, "batches", deadly)
    assert outcome(own_world, "many", workers=2) == alone
    assert len(killed) == 2


def test_where_no_process_can_be_made_everything_is_read_without(own_world, transcripts, monkeypatch):
    class Context:
        Pipe = staticmethod(multiprocessing.Pipe)

        @staticmethod
        def Process(**_):
            class Refused:
                def start(self):
                    raise BlockingIOError(11, "no more processes")

            return Refused()

    alone = outcome(own_world, "one", workers=1)
    monkeypatch.setattr(crew.multiprocessing, "get_context", lambda way: Context)
    assert outcome(own_world, "many", workers=2) == alone


def test_no_process_is_left_behind(transcripts):
    with Crew(jobs(transcripts), 2, JournalSettings()) as others:
        processes = [worker.process for worker in others._crew]
        next(others.batches(0))
    assert [process.is_alive() for process in processes] == [False, False]


def test_an_interruption_ends_those_that_are_at_work(transcripts):
    processes = []

    def interrupted():
        with Crew(jobs(transcripts), 2, JournalSettings()) as others:
            processes.extend(worker.process for worker in others._crew)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [process.is_alive() for process in processes] == [False, False]


def test_a_job_that_nobody_reads_is_lost(transcripts):
    with Crew(jobs(transcripts), 0, JournalSettings()) as others, pytest.raises(Lost):
        next(others.batches(0))


def test_little_to_read_is_read_alone(monkeypatch):
    monkeypatch.setattr(crew, "cores", lambda: 4)
    assert crew.worth(1_000) == 0
    assert crew.worth(10**9) == 4
    monkeypatch.setattr(crew, "cores", lambda: 1)
    assert crew.worth(10**9) == 1
