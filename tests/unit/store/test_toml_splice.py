"""A table of ours in somebody's TOML: it is added, found again in all the ways it may be written, and taken out."""

import pytest

from cm.errors import Unparsable, Unwritable
from cm.store import toml_splice as toml

AT = ("mcp_servers", "cm")
ENTRY = {"command": "/usr/bin/python3", "args": ["-P", "-m", "cm"], "env": {"CM_HOME": "/srv/x y"}}
MINE = '# mine\nmodel = "x"\n\n[projects."/w"]\ntrust_level = "trusted" # yes\n'


def test_it_comes_last_after_an_empty_line():
    new, _ = toml.put(MINE, AT, ENTRY)
    assert new == MINE + (
        '\n[mcp_servers.cm]\ncommand = "/usr/bin/python3"\nargs = ["-P", "-m", "cm"]\nenv = { CM_HOME = "/srv/x y" }\n'
    )


def test_what_was_written_in_parts_goes_whole():
    text = (
        MINE + '\n[mcp_servers.cm]\ncommand = "p"\n\n[mcp_servers.cm.env]\nA = "1"\n\n[tui]\nx = 1\n\n'
        '[mcp_servers.cm.tools.search]\napproval = "yes"\n# theirs\n'
    )
    rest = toml.take(text, AT)
    assert toml.read(rest) == {**toml.read(MINE), "tui": {"x": 1}}
    assert rest.startswith(MINE)
    assert rest.endswith("# theirs\n")


def test_a_table_within_a_text_of_several_lines_is_no_table():
    text = "said = '''\n[mcp_servers.cm]\ncommand = 1\n'''\n"
    new, trace = toml.put(text, AT, ENTRY)
    assert toml.take(new, AT, trace) == text


def test_many_parts_are_not_tried_in_every_order():
    parts = "".join(f'\n[mcp_servers.cm.tools.t{n}]\nx = """\n[mcp_servers.cm]\n"""\n' for n in range(60))
    assert toml.take(MINE + parts, AT).strip() == MINE.strip()


@pytest.mark.parametrize(
    "text", ["mcp_servers = {}\n", "mcp_servers.cm.command = 'x'\n", "mcp_servers = 3\n"]
)
def test_what_leaves_no_room_for_a_table_is_refused(text):
    with pytest.raises(Unwritable) as refused:
        toml.put(text, AT, ENTRY, "config.toml") if "command" not in text else toml.take(
            text, AT, None, "config.toml"
        )
    assert "nothing was written" in refused.value.message
    assert refused.value.hint


def test_what_is_no_toml_is_refused_with_its_place():
    with pytest.raises(Unparsable) as refused:
        toml.put("a = 1\nb = \n", AT, ENTRY, "config.toml")
    assert refused.value.message.startswith("config.toml:2:5: ")
