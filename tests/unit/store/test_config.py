import tomllib

import pytest

from cm.errors import BadState, NewerSchema, Unparsable
from cm.store.config import read_layer, set_value, with_value


def test_a_layer_knows_the_line_of_every_key(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text('# mine\nproject = "x"\n\n[context]\nbudget = 5 # small\n[admission]\nhuman = "draft"\n')
    layer = read_layer(path, "user")
    assert layer.values["context"]["budget"] == 5
    assert layer.where["context.budget"] == f"{path}:5"
    assert layer.where["admission.human"] == f"{path}:7"
    assert layer.where["project"] == f"{path}:2"
    assert read_layer(tmp_path / "none.toml", "user") is None


@pytest.mark.parametrize(
    "text, line", [("a = \n", 1), ("[x]\ny = [1,\n\n", 3), ("x = 1\nx = 2\n", 2), ("ok = 1\nb = 'x\n", 2)]
)
def test_broken_toml_names_file_and_line(tmp_path, text, line):
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(Unparsable) as caught:
        read_layer(path, "user")
    assert caught.value.message.startswith(f"{path}:")
    assert abs(caught.value.context["line"] - line) <= 1
    assert caught.value.hint


def test_what_is_not_utf8_or_newer_is_said(tmp_path):
    path = tmp_path / "c.toml"
    path.write_bytes(b"a = 1\nb = '\xff'\n")
    with pytest.raises(Unparsable, match=":2: not UTF-8"):
        read_layer(path, "user")
    path.write_text("schema = 9\n")
    with pytest.raises(NewerSchema):
        read_layer(path, "user")


BEFORE = """\
# my settings
schema = 1   # do not touch

[context]  # what agents get
# small
budget = 900   # tokens
history = 2

[llm]
model = "a#b"
"""


@pytest.mark.parametrize(
    "key, value, changed_line",
    [
        ("context.budget", 700, "budget = 700   # tokens"),
        ("context.max_rules", 3, "max_rules = 3"),
        ("llm.model", 'c"d', 'model = "c\\"d"'),
        ("admission.agent", "refuse", 'agent = "refuse"'),
        ("project", "acme", 'project = "acme"'),
        ("hosts", ("a", "b"), 'hosts = ["a", "b"]'),
        ("export.include_user", True, "include_user = true"),
    ],
)
def test_setting_a_value_keeps_every_other_line(tmp_path, key, value, changed_line):
    path = tmp_path / "c.toml"
    path.write_text(BEFORE)
    set_value(path, key, value)
    after = path.read_text()
    assert changed_line in after.split("\n")
    old = [
        line
        for line in BEFORE.split("\n")
        if line and not line.startswith(changed_line.split(" =")[0] + " =")
    ]
    assert [line for line in after.split("\n") if line in old] == old
    spot = tomllib.loads(after)
    for part in key.split("."):
        spot = spot[part]
    assert spot == (list(value) if isinstance(value, tuple) else value)


def test_setting_and_removing_in_a_new_file(tmp_path):
    path = tmp_path / "new" / "c.toml"
    set_value(path, "context.budget", 5)
    assert path.read_text() == "[context]\nbudget = 5\n"
    set_value(path, "context.budget", None)
    assert tomllib.loads(path.read_text()) == {"context": {}}
    set_value(path, "context.budget", None)


def test_a_value_written_over_several_lines_is_left_alone(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text('hosts = [\n  "a",\n]\n')
    with pytest.raises(BadState, match="one line"):
        set_value(path, "hosts", ("b",))
    assert path.read_text() == 'hosts = [\n  "a",\n]\n'


def test_dotted_keys_and_inline_tables_are_not_guessed_at(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text("context.budget = 5\n")
    set_value(path, "context.budget", 6)
    assert tomllib.loads(path.read_text()) == {"context": {"budget": 6}}
    path.write_text("context = { budget = 5 }\n")
    with pytest.raises(BadState):
        set_value(path, "context.budget", 6)
    assert with_value("", "project", "x") == 'project = "x"\n'


def test_a_new_line_ends_as_the_others_do(tmp_path):
    path = tmp_path / "c.toml"
    path.write_bytes(b"[context]\r\nbudget = 900\r\n")
    set_value(path, "context.max_rules", 3)
    set_value(path, "context.budget", 4)
    assert path.read_bytes() == b"[context]\r\nbudget = 4\r\nmax_rules = 3\r\n"
