"""How an answer that was taken reads."""

from cm.cli.app import main
from cm.cli.reflect_model import render_handed, render_taken
from cm.flows.prepared import Applied, Handed


def test_a_part_that_is_read_says_how_many_are_left_and_how_to_go_on():
    told = render_taken(Applied("q-1", "codex/s1", (), left=2))
    assert "that part counts as read" in told
    assert "2 parts of codex/s1 left: cm reflect --prepare --session codex/s1" in told


def test_the_last_part_and_a_trial_run_say_so():
    assert "the session counts as read" in render_taken(Applied("q-1", "codex/s1", ()))
    trial = render_taken(Applied("q-1", "codex/s1", (), dry_run=True, left=2))
    assert "nothing was written" in trial
    assert "--prepare" not in trial


def test_where_no_session_is_known_none_is_said_to_have_been_read(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    main(["init"])
    capsys.readouterr()
    assert main(["reflect", "--prepare"]) == 0
    told = capsys.readouterr().out
    assert "no session is known yet" in told
    assert "read already" not in told


def test_a_question_that_is_not_there_says_why():
    assert render_handed(Handed("", why="it is not yours")) == "Nothing to ask about: it is not yours.\n"
