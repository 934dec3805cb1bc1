"""How changes read: what touched another rule says which one."""

from cm.cli.changes import one, render_change
from cm.flows.add import Wish, add
from cm.flows.telling import Change
from cm.model.delta import Add
from tests.kit.world import world


def test_a_rule_that_took_the_place_of_another_says_so(tmp_path):
    env = world(tmp_path)
    add(env, [Wish(Add("The dev server runs on port 3000."))])
    first = add(env, [Wish(Add("The dev server runs on port 8080."))])
    assert "takes the place of" in " ".join(render_change(first).split())


def test_a_rule_that_touches_no_other_needs_no_sentence(tmp_path):
    done = add(world(tmp_path), [Wish(Add("The dev server runs on port 3000."))])
    assert isinstance(done, Change)
    assert "a new rule" not in one(done.told[0])
