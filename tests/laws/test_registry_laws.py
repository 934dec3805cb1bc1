import json

from hypothesis import given, settings
from hypothesis import strategies as st

from guards import runtime

NOW = "2026-11-30T12:00:00Z"


@st.composite
def histories(draw):
    """Lines of a few ids, no two of one id at one moment, and the same in another order with some twice."""
    lines = []
    for name in draw(st.sets(st.sampled_from(["a", "b", "c"]), min_size=1)):
        for hour in draw(st.sets(st.integers(0, 23), min_size=1, max_size=5)):
            row = {"id": name, "pattern": f"tool-{name} --now", "at": f"2026-11-29T{hour:02}:00:00Z"}
            row["status"] = draw(st.sampled_from(["active", "retired", "healed"]))
            if row["status"] == "healed":
                row["until"] = draw(st.sampled_from(["", "2026-11-30T00:00:00Z", "2026-12-24T00:00:00Z"]))
            lines.append(json.dumps(row))
    again = draw(st.lists(st.sampled_from(lines), max_size=3))
    return lines, draw(st.permutations([*lines, *again]))


def state(folder, lines):
    path = folder / "traumas.jsonl"
    path.write_text("\n".join(lines))
    traumas = runtime.Registry([str(path)]).read().traumas
    return {name: runtime.judge(f"tool-{name} --now", traumas, now=NOW).action for name in "abc"}


@given(histories())
@settings(max_examples=150, deadline=None)
def test_lines_in_any_order_and_merged_by_union_give_one_state(tmp_path_factory, drawn):
    lines, shuffled = drawn
    folder = tmp_path_factory.getbasetemp()
    assert state(folder, lines) == state(folder, shuffled)
