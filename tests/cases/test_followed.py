"""What commands tell of a rule, stanza by stanza: each command in a session of its own."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.reading.checks import check_of
from cm.core.reading.followed import Watched, kept
from cm.model.session import Event

CASES = YAML(typ="safe").load((Path(__file__).parent / "followed" / "rules.yaml").read_text("utf-8"))
RUNS = [
    pytest.param(case, command, sign, id=f"{case['rule'][:40]} | {command[:40]}")
    for case in CASES
    for command, sign in case["ran"].items()
]


@pytest.mark.parametrize("case, command, sign", RUNS)
def test_a_command_tells_whether_a_rule_was_kept(case, command, sign):
    check = check_of(case["rule"], case.get("kind", "rule"))
    ran = Event("e-1", "s", 1, "2026-11-20T10:00:00Z", "agent", "command", command)
    told = kept([ran], [Watched("r-1", check, "2026-11-01T00:00:00Z")]) if check else ()
    found = "." if not told else "+" if told[0].followed and not told[0].ignored else "-"
    assert found == sign, (check, told)
