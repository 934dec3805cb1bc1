"""An entry of ours in somebody's YAML: below the mapping that is there, or one made for it, and taken out again."""

import pytest

from cm.errors import Unparsable, Unwritable
from cm.store import yaml_splice as yaml

AT = ("extensions", "cm")
ENTRY = {"type": "stdio", "cmd": "/usr/bin/python3", "args": ["-m", "cm"], "enabled": True}
OURS = '  cm:\n    type: "stdio"\n    cmd: "/usr/bin/python3"\n    args: ["-m", "cm"]\n    enabled: true\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"extensions:\n{OURS}"),
        ("GOOSE: x", f"GOOSE: x\nextensions:\n{OURS}"),
        ("extensions: # all\n  dev:\n    enabled: true\n\n# end\nz: 1\n", f"extensions: # all\n  dev:\n    enabled: true\n{OURS}\n# end\nz: 1\n"),
    ],
)  # fmt: skip
def test_it_comes_last_in_its_mapping(before, after):
    new, trace = yaml.put(before, AT, ENTRY)
    assert new == after
    assert yaml.take(new, AT, trace) == before


def test_the_indentation_of_the_others_is_taken():
    new, trace = yaml.put("extensions:\n      a: {b: 1}\n", AT, ENTRY)
    assert "\n      cm:\n        type:" in new
    assert yaml.take(new, AT, trace) == "extensions:\n      a: {b: 1}\n"


def test_what_others_put_beside_ours_keeps_the_mapping():
    new, trace = yaml.put("", AT, ENTRY)
    more = new + "  theirs: {a: 1}\n"
    assert yaml.take(more, AT, trace) == "extensions:\n  theirs: {a: 1}\n"


@pytest.mark.parametrize(
    "text", ["extensions: {a: {b: 1}}\n", "extensions:\n- a\n", "extensions: 3\n", '"extensions":\n  a: {}\n']
)
def test_what_is_not_written_in_lines_is_refused(text):
    with pytest.raises(Unwritable) as refused:
        yaml.put(text, AT, ENTRY, "config.yaml")
    assert "nothing was written" in refused.value.message


@pytest.mark.parametrize("text", ["- a\n", "a: [\n", "a: 1\n---\nb: 2\n"])
def test_what_is_no_mapping_is_refused(text):
    with pytest.raises(Unparsable):
        yaml.put(text, AT, ENTRY, "config.yaml")
