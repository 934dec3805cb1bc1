import json
import os
import pathlib
import sys

import pytest

from cm.store.traumas import digest_of
from guards import runtime

RM = {"id": "t-1", "pattern": "rm -rf /", "at": "2026-11-30T10:00:00Z"}


def line(row):
    return row if isinstance(row, bytes) else json.dumps(row).encode()


@pytest.fixture
def layers(tmp_path):
    """Writes the files of a home, of its packs and of a repository, and gives a registry over them."""

    def write(packs=(), home=(), repo=(), admitted=None, cache=True):
        files = {}
        for name, rows in (("packs", packs), ("home", home), ("repo", repo)):
            files[name] = tmp_path / f"{name}.jsonl"
            files[name].write_bytes(b"\n".join(map(line, rows)))
        (tmp_path / "admitted").write_text(
            "\n".join(digest_of(line(row)) for row in ((*home, *repo) if admitted is None else admitted))
        )
        return runtime.Registry(
            [str(files["home"])], str(tmp_path / "cache") if cache else "", packs=str(files["packs"]),
            repos=[str(files["repo"])], admitted=str(tmp_path / "admitted"),
        )  # fmt: skip

    return write


def verdict(registry, command="rm -rf /", now="2026-11-30T12:00:00Z"):
    return runtime.judge(command, registry.read().traumas, now=now)


def test_of_the_lines_of_one_id_the_latest_counts_wherever_it_stands(layers):
    healed = {**RM, "status": "healed", "at": "2026-11-30T11:00:00Z"}
    assert verdict(layers(home=[RM, healed])).action == "allow"
    assert verdict(layers(home=[healed, RM])).action == "allow"
    again = {**RM, "at": "2026-11-30T11:30:00Z"}
    assert verdict(layers(home=[again, healed, RM])).action == "deny"


def test_of_two_lines_of_one_moment_the_later_line_counts(layers):
    retired = {**RM, "status": "retired"}
    assert verdict(layers(home=[RM, retired])).action == "allow"
    assert verdict(layers(home=[retired, RM])).action == "deny"


def test_a_line_of_the_home_takes_the_place_of_a_packs(layers):
    healed = {**RM, "status": "healed", "healed": "we do that here"}
    assert verdict(layers(packs=[RM])).action == "deny"
    assert verdict(layers(packs=[RM], home=[{**healed, "at": "2026-01-01T00:00:00Z"}])).action == "allow"


def test_a_line_of_a_repository_takes_nobodys_place(layers):
    healed = {**RM, "status": "healed", "at": "2026-12-30T10:00:00Z"}
    assert verdict(layers(home=[RM], repo=[healed])).action == "deny"
    assert verdict(layers(packs=[RM], repo=[healed])).action == "deny"
    found = verdict(layers(repo=[RM]))
    assert (found.action, os.path.basename(found.place)) == ("deny", "repo.jsonl:1")


def test_a_line_that_was_not_admitted_counts_as_if_it_was_not_there(layers):
    healed = {**RM, "status": "healed", "at": "2026-11-30T11:00:00Z"}
    held = layers(home=[RM, healed], admitted=[RM]).read()
    assert [os.path.basename(place) for place in held.waiting] == ["home.jsonl:2"]
    assert runtime.judge("rm -rf /", held.traumas).action == "deny"
    assert layers(repo=[RM], admitted=[]).read().traumas == []


def test_one_changed_letter_of_an_admitted_line_disarms_it(layers):
    assert layers(home=[{**RM, "pattern": "rm -rf /x"}], admitted=[RM]).read().traumas == []


def test_packs_need_no_admission(layers):
    assert verdict(layers(packs=[RM], admitted=[])).action == "deny"


def test_admission_acts_at_once_although_there_is_a_cache(layers):
    assert verdict(layers(home=[RM], admitted=[])).action == "allow"
    assert verdict(layers(home=[RM], admitted=[RM])).action == "deny"
    assert verdict(layers(home=[RM], admitted=[])).action == "allow"


def test_what_waits_is_known_from_the_cache_too(layers):
    first = layers(home=[RM, b"{"], repo=[RM], admitted=[b"{"]).read()
    again = layers(home=[RM, b"{"], repo=[RM], admitted=[b"{"]).read()
    assert (first.waiting, first.faults) == (again.waiting, again.faults)
    assert len(first.waiting) == 2
    assert len(first.faults) == 1


def test_admission_may_be_handed_over_as_a_set(layers, tmp_path):
    layers(home=[RM])
    path = str(tmp_path / "home.jsonl")
    for cache in ("", str(tmp_path / "cache2")):
        assert runtime.Registry([path], cache, admitted={digest_of(line(RM))}).read().traumas
        assert runtime.Registry([path], cache, admitted=set()).read().traumas == []


@pytest.mark.parametrize("name", ["admitted", "packs.jsonl"])
def test_a_derived_file_that_is_gone_is_said(layers, tmp_path, name):
    registry = layers(packs=[RM], home=[RM])
    (tmp_path / name).unlink()
    assert [name in fault for fault in registry.read().faults] == [True]
    assert [name in fault for fault in registry.read().faults] == [True]


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid"), reason="no modes")
def test_a_registry_that_cannot_be_read_is_said_each_time_and_leaves_the_others_in_force(layers, tmp_path):
    registry = layers(packs=[RM], home=[{**RM, "id": "t-2"}])
    (tmp_path / "home.jsonl").unlink()
    (tmp_path / "home.jsonl").mkdir()
    for _ in range(2):
        assert verdict(registry).action == "deny"
        assert ["home.jsonl" in fault for fault in registry.read().faults] == [True]


def test_files_of_nowhere_give_an_empty_registry_and_no_error(tmp_path):
    for path in (str(tmp_path / "gone" / "x"), "a\0b", "", str(tmp_path)):
        assert runtime.Registry([path], "a\0b", packs=path, repos=[path], admitted=path).read().traumas == []


def test_five_thousand_lines_damaged_ones_between_them_give_the_right_verdict(layers):
    rows = [{"id": f"t-{n}", "pattern": rf"tool{n} --destroy"} for n in range(5000)]
    damaged = [b"\xff" * 9, b"{", b"[[[[", b"\0", b'{"id": "t-7", "pattern": "("}', b"<<<<<<< ours"]
    home = [*rows[:2500], *damaged, *rows[2500:]]
    for _ in range(2):
        held = layers(home=home).read()
        assert (len(held.traumas), len(held.faults)) == (5000, len(damaged))
        assert runtime.judge("sudo tool7 --destroy", held.traumas).id == "t-7"
        assert runtime.judge("tool5000 --destroy", held.traumas).action == "allow"


def test_the_files_come_in_the_order_that_the_look_before_takes_them(layers, tmp_path):
    registry = layers(packs=[RM], home=[{**RM, "id": "t-2"}])
    registry.read()
    names = [os.path.basename(path) for path in registry.files()]
    assert names == ["packs.jsonl", "home.jsonl", "repo.jsonl", "admitted"]
    contents = [pathlib.Path(path).read_bytes() for path in registry.files()]
    assert not runtime.could_matter(b"ls -la", contents, registry.cache)
    assert runtime.could_matter(b"rm x", contents, registry.cache)
    assert runtime.could_matter(b"ls -la", [*contents[:3], b"0" * 40], registry.cache)


def test_the_words_of_what_is_lifted_for_good_slow_nobody_down(layers):
    registry = layers(home=[{**RM, "status": "retired"}, {**RM, "id": "t-2", "pattern": "git push"}]).read()
    assert not runtime.may_matter(b"rm x", registry.words)
    assert runtime.may_matter(b"git push", registry.words)


@pytest.mark.parametrize("command", ["cd /tmp && sudo rm -rf / --no-preserve-root", "git -C sub push -f origin main", "ls | awk '{print $1}'", "perl -ne 'print' x", "rm -rf ./build && git push origin main"])  # fmt: skip
def test_what_ordinary_commands_need_is_kept_so_that_a_guard_imports_no_re(monkeypatch, command):
    monkeypatch.setattr(runtime, "_patterns", {})
    for each in runtime._ORDINARY:
        runtime.Reader().read(each)
    kept = set(runtime._patterns)
    runtime.Reader("/work", "/home/a").read(command)
    assert set(runtime._patterns) == kept
