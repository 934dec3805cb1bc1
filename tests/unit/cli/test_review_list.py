"""The list of what waits: which rule disagrees with which, and a way to answer that works."""

from dataclasses import replace

from cm.cli.review import render
from cm.flows.commit import commit
from cm.flows.review import queue
from cm.model.delta import Add
from tests.kit.world import world


def test_each_contested_rule_names_its_opponent_and_the_way_out_names_both(tmp_path):
    env = world(tmp_path)
    for text in ("Use npm here.", "Use pnpm, not npm, here."):
        commit(env, [Add(text)], source="human")
    found = queue(env)
    one, two = (item.rule for item in found.waiting)
    text = render(found)
    assert f"with {two.id[:10]}" in text
    assert f"cm review settle {one.id[:10]} {two.id[:10]} --keep" in text
    lone = replace(found, waiting=found.waiting[:1], total=1)
    assert "settle" not in render(lone)
