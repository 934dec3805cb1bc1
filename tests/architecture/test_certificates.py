"""What carries a proof is made in one place: only the gate makes an `Admitted`, only the predicate a `Served`."""

import ast
from pathlib import Path

import pytest

CM = Path(__file__).parents[2] / "cm"
MAKERS = {
    "Admitted": {"core/curation/admit.py"},
    "Served": {"core/serving/serve.py"},
    "Withheld": {"core/serving/serve.py"},
}


def makers(name):
    for path in CM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name in (
                getattr(node.func, "id", ""),
                getattr(node.func, "attr", ""),
            ):
                yield path.relative_to(CM).as_posix()


@pytest.mark.parametrize("name", MAKERS)
def test_a_certificate_is_made_where_its_promise_is_kept(name):
    assert set(makers(name)) == MAKERS[name]
