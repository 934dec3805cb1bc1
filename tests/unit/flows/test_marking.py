import sys

import pytest

from cm.errors import Ambiguous, BadState, NotFound, Usage
from cm.flows.env import open_env
from cm.flows.marking import mark, resolve_rule
from cm.store.ledger import LedgerFiles
from cm.store.lines import read_lines
from tests.kit import NOW

BOOK = """\
schema: 1
rules:
  - id: r-7k2m9q4dx1c8v   # first
    text: a
  - text: b
    id: "r-7k2mzzzzzzzzz"
  - {id: r-inbraces23456, text: c}
  - id: b-imported.1
    text: d
"""


@pytest.fixture
def env(own_world):
    env = open_env(cwd=own_world, tty=True, clock=lambda: NOW)
    env.home.root.mkdir()
    env.home.playbook.write_text(BOOK)
    return env


def lines(env):
    return read_lines(env.home.feedback)[0]


def test_a_mark_is_one_line_and_the_yaml_is_not_touched(env):
    done = mark(env, "r-7k2m9q4dx1c8v", "helpful", session="h/1", reason="saved me", note="x")
    assert lines(env) == [
        {"id": done.mark, "rule": "r-7k2m9q4dx1c8v", "verdict": "helpful", "at": "2026-11-30T12:00:00Z", "session": "h/1", "reason": "saved me", "note": "x"}
    ]  # fmt: skip
    assert env.home.playbook.read_text() == BOOK


def test_the_same_again_in_a_session_changes_nothing(env):
    first = mark(env, "r-7k2m9q4dx1c8v", "helpful", session="h/1")
    second = mark(env, "r-7k2m9q4dx1c8v", "helpful", session="h/1")
    assert (second.already, second.mark) == (True, first.mark)
    mark(env, "r-7k2m9q4dx1c8v", "helpful", session="h/2")
    mark(env, "r-7k2m9q4dx1c8v", "harmful", session="h/1")
    assert len(lines(env)) == 3


def test_without_a_session_every_mark_has_an_id_of_its_own(env):
    assert mark(env, "r-7k2m9q4dx1c8v", "helpful").mark != mark(env, "r-7k2m9q4dx1c8v", "helpful").mark
    assert len(lines(env)) == 2


def test_a_mark_is_taken_back_and_may_be_given_again(env):
    given = mark(env, "r-7k2m9q4dx1c8v", "harmful", session="h/1")
    back = mark(env, "r-7k2m9q4dx1c8v", "harmful", session="h/1", undo=True)
    assert (back.undone, back.mark) == (True, given.mark)
    with pytest.raises(NotFound, match="to take back"):
        mark(env, "r-7k2m9q4dx1c8v", "harmful", session="h/1", undo=True)
    assert not mark(env, "r-7k2m9q4dx1c8v", "harmful", session="h/1").already
    assert [bool(each.undoes) for each in LedgerFiles(env.home.ledger_dir).marks()] == [False, True, False]


def test_a_beginning_of_an_id_is_enough_when_it_fits_one(env):
    assert resolve_rule(env, "r-7k2m9") == "r-7k2m9q4dx1c8v"
    assert resolve_rule(env, "7k2mz") == "r-7k2mzzzzzzzzz"
    assert resolve_rule(env, "r-inb") == "r-inbraces23456"
    assert resolve_rule(env, "b-imported.1") == "b-imported.1"
    with pytest.raises(Ambiguous) as caught:
        resolve_rule(env, "r-7k2m")
    assert caught.value.context["candidates"] == ["r-7k2m9q4dx1c8v", "r-7k2mzzzzzzzzz"]
    for short in ("r-7", "r-", "", "r"):
        with pytest.raises(NotFound):
            resolve_rule(env, short)


def test_an_unknown_rule_is_not_found_with_what_is_near(env):
    with pytest.raises(NotFound) as caught:
        mark(env, "r-7k2m9q4dx1c8w", "helpful")
    assert "r-7k2m9q4dx1c8v" in caught.value.hint
    assert not env.home.feedback.exists()


def test_a_verdict_is_one_of_two(env):
    with pytest.raises(Usage):
        mark(env, "r-7k2m9q4dx1c8v", "great")


def test_a_mark_on_a_repositorys_rule_goes_home(own_world, tmp_path):
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    env = open_env(cwd=tmp_path / "repo", tty=True, clock=lambda: NOW)
    env.repo.root.mkdir()
    env.repo.playbook.write_text(BOOK)
    mark(env, "r-7k2m9q4dx1c8v", "helpful")
    assert len(lines(env)) == 1
    assert not env.repo.ledger_dir.exists()


def test_a_secret_in_a_note_does_not_rest(env):
    mark(env, "r-7k2m9q4dx1c8v", "helpful", note="token ghp_16C7e42F292c6912E7710c838347Ae178B4a")
    assert "ghp_" not in env.home.feedback.read_text()


def test_who_marked_is_written_down(own_world, env):
    agent = open_env({**env.environ, "CLAUDECODE": "1"}, own_world, clock=lambda: NOW)
    mark(agent, "r-7k2m9q4dx1c8v", "helpful")
    mark(env, "r-7k2m9q4dx1c8v", "helpful", by="inline")
    assert [each.by for each in LedgerFiles(env.home.ledger_dir).marks()] == ["agent", "inline"]


def test_marking_loads_nothing_heavy():
    import subprocess

    heavy = [
        "pydantic",
        "yaml",
        "ruamel",
        "ryaml",
        "filelock",
        "typer",
        "click",
        "rich",
        "asyncio",
        "tomllib",
        "rapidfuzz",
        "regex",
        "subprocess",
    ]
    code = f"import sys; import cm.flows.marking, cm.store.ledger; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_home_that_is_a_file_is_named(own_world):
    env = open_env(cwd=own_world, tty=True, clock=lambda: NOW)
    env.home.root.write_text("x")
    with pytest.raises(BadState, match="is a file"):
        mark(env, "r-7k2m9q4dx1c8v", "helpful")


def test_a_mark_on_a_rule_that_is_out_of_service_says_where_it_went(own_world):
    from cm.flows.commit import commit
    from cm.model.delta import Add, Merge, Retire

    env = open_env(tty=True)
    made = commit(
        env,
        [Add("Keep the build green."), Add("Never leave the build red."), Add("Use tabs.")],
        source="human",
    )
    first, second, third = made.book.rules
    commit(
        env, [Merge((first, second), "Keep the build green, always."), Retire(third, "no")], source="human"
    )
    assert (mark(env, first, "helpful").state, mark(env, first, "helpful").heir) == ("", "")
    gone = mark(env, second, "helpful", session="s/1")
    assert (gone.state, gone.heir) == ("superseded", first)
    assert mark(env, second, "helpful", session="s/1").heir == first
    assert (mark(env, third, "helpful").state, mark(env, third, "helpful").heir) == ("retired", "")


def test_a_mark_of_a_change_that_was_cut_short_does_not_stand_in_the_way_of_saying_it(own_world):
    from cm.flows.commit import commit, mend
    from cm.model.delta import Add
    from cm.model.ledger import Mark
    from cm.store import intents
    from cm.store.ledger import LedgerFiles

    env = open_env(tty=True)
    rule = next(iter(commit(env, [Add("Keep the build green.")], source="human").book.rules))
    said = mark(env, rule, "helpful", session="s/1")
    ledger = LedgerFiles(env.home.ledger_dir)
    env.home.feedback.unlink()
    layer = intents.InLayer(str(env.home.playbook), 1, {}, {})
    intents.begin(
        env.home, intents.Intent("t-cut", env.stamp, (layer,), {str(env.home.feedback): (said.mark,)})
    )
    ledger.append_mark(Mark(said.mark, rule, "helpful", env.stamp, "s/1", tx="t-cut"))
    assert not mark(env, rule, "helpful", session="s/1").already
    mend(env)
    assert mark(env, rule, "helpful", session="s/1").already


def test_a_mark_on_a_rule_whose_opposite_took_its_place_is_not_said_to_count_for_that_one(own_world):
    from cm.flows.commit import commit
    from cm.flows.reading import shelf
    from cm.model.delta import Add

    env = open_env(tty=True)
    commit(env, [Add("The dev server runs on port 3000.")], source="human")
    commit(env, [Add("The dev server runs on port 8080.")], source="human")
    old, new = (item.rule for item in shelf(env).shelved)
    assert (old.state, old.replaced_by) == ("superseded", new.id)
    told = mark(env, old.id, "helpful")
    assert (told.state, told.heir) == ("superseded", "")
    assert [item.standing.n_plus for item in shelf(env).shelved] == [1, 0]
    env.home.playbook.write_text(
        env.home.playbook.read_text().replace(f"contests: [{new.id}]", f"contests:\n      - {new.id}")
    )
    assert mark(env, old.id, "harmful").heir == ""
