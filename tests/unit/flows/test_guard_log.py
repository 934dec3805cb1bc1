import json

import pytest

from cm.errors import Usage
from cm.flows.guard_log import WantedLines, guard_log
from tests.kit.world import world


def logged(env, *rows, name="log.jsonl"):
    env.home.guard.mkdir(parents=True, exist_ok=True)
    with (env.home.guard / name).open("a") as file:
        file.writelines(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows)


def row(minute, kind="denied", **more):
    return {"at": f"2026-11-30T10:{minute:02}:00Z", "kind": kind, "host": "claude-code", "id": "t-1", "line": f"rm {minute}", "command": f"c{minute}", **more}  # fmt: skip


def test_no_log_is_an_empty_one(tmp_path):
    found = guard_log(world(tmp_path), WantedLines())
    assert (found.lines, found.more, found.kinds, found.again, found.damaged) == ((), 0, {}, (), 0)


def test_lines_come_newest_first_the_older_part_too_and_damage_is_counted(tmp_path):
    env = world(tmp_path)
    logged(env, row(1), name="log.1.jsonl")
    logged(env, row(2, "unjudged", id="", doubts=["nested too deep"]), "{broken\n", '"text"\n', '{"kind": "denied"}\n', row(3))  # fmt: skip
    found = guard_log(env, WantedLines())
    assert [each.line for each in found.lines] == ["rm 3", "rm 2", "rm 1"]
    assert found.kinds == {"denied": 2, "unjudged": 1}
    assert found.traumas == {"t-1": 2}
    assert found.damaged == 3


def test_it_is_narrowed_by_time_kind_host_and_trauma_and_cut(tmp_path):
    env = world(tmp_path)
    logged(env, row(1), row(2, "fault", id=""), row(3, host="codex"), row(4, id="u-2"), row(5))

    def lines(**more):
        return [each.line for each in guard_log(env, WantedLines(**more)).lines]

    assert lines(since="2026-11-30T10:04:00Z") == ["rm 5", "rm 4"]
    assert lines(kind="fault") == ["rm 2"]
    assert lines(host="codex") == ["rm 3"]
    assert lines(id="u-") == ["rm 4"]
    assert lines(most=1) == ["rm 5"]
    assert guard_log(env, WantedLines(most=1)).more == 4
    assert len(lines(most=0)) == 5
    with pytest.raises(Usage):
        lines(since="yesterday-ish")


def test_what_is_met_again_within_minutes_by_something_else_is_told_as_one_attempt(tmp_path):
    env = world(tmp_path)
    logged(
        env,
        row(1), row(2, id="u-2"), row(3, "again", line="in x.sh"), row(4, line="by another spelling"),
        row(20), row(40), row(41, command="c40"),
    )  # fmt: skip
    (found,) = guard_log(env, WantedLines()).again
    assert (found.id, found.times) == ("t-1", 2)
    assert found.roads == ("rm 1", "in x.sh", "by another spelling")


def test_what_a_test_asked_is_counted_aside(tmp_path):
    env = world(tmp_path)
    asked = {"session": "cm-guard-test", "id": "agent-canary"}
    logged(env, row(1, **asked), row(2), row(3, "unjudged", session="", call="cm-guard-test", id=""))
    found = guard_log(env, WantedLines())
    assert ([each.line for each in found.lines], found.kinds, found.traumas) == (
        ["rm 2"],
        {"denied": 1},
        {"t-1": 1},
    )
    assert (found.tests, found.again) == (2, ())
    assert guard_log(env, WantedLines(kind="unjudged")).tests == 1


def test_secrets_are_taken_out_once_more(tmp_path):
    env = world(tmp_path)
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"
    logged(env, row(1, line=f"git push https://x:{secret}@github.com/a/b", doubts=[secret], cwd=f"/w/{secret}"))  # fmt: skip
    assert secret not in repr(guard_log(env, WantedLines()))
