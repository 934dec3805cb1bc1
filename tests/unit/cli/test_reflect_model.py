"""How an answer that was taken reads."""

from cm.cli.reflect_model import render_taken
from cm.flows.prepared import Applied


def test_a_part_that_is_read_says_how_many_are_left_and_how_to_go_on():
    told = render_taken(Applied("q-1", "codex/s1", (), left=2))
    assert "that part counts as read" in told
    assert "2 parts of codex/s1 left: cm reflect --prepare --session codex/s1" in told


def test_the_last_part_and_a_trial_run_say_so():
    assert "the session counts as read" in render_taken(Applied("q-1", "codex/s1", ()))
    trial = render_taken(Applied("q-1", "codex/s1", (), dry_run=True, left=2))
    assert "nothing was written" in trial
    assert "--prepare" not in trial
