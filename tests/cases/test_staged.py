"""What staged additions would run, by the kind of the file: `staged.yaml`, with all packs armed."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.guards.staged import found_in, text_of
from guards import runtime
from tests.bench.guard import armed

CASES = YAML(typ="safe").load((Path(__file__).parent / "staged.yaml").read_text("utf-8"))
TRAUMAS = armed()


def judge(text, language, passed):
    shell = language if language in ("powershell", "cmd") else "sh"
    if language not in ("sh", "powershell", "cmd"):
        program = "psql" if language == "sql" else language
        text = f"{program} <<'CM-END-OF-IT'\n{text}\nCM-END-OF-IT\n"
    return runtime.judge(text, [trauma for trauma in TRAUMAS if trauma.row["id"] not in passed], shell=shell)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["is"])
def test_what_would_be_run_is_denied_and_what_is_data_is_not(case):
    lines = [line.removeprefix("+") for line in case["in"]]
    numbers = {at for at, line in enumerate(case["in"], 1) if line.startswith("+")}
    kind, text = text_of("\n".join(lines).encode(), case["path"], case.get("executable", False))
    found = list(found_in(kind, text, numbers, judge))
    assert {one.line: one.verdict.id for one in found if not one.allowed} == case.get("denied", {})
    assert [one.allowed.split()[0] for one in found if one.allowed] == case.get("passed", [])


def test_no_ordinary_line_of_one_kind_is_met_twice():
    text = "a:\n\tgit push --force\n"
    assert len(list(found_in("make", text, {2}, judge))) == 1
