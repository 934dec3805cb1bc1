from hypothesis import given
from hypothesis import strategies as st

from cm.core.guards.mutations import mutations_of


def texts(command, kind):
    return [each.text for each in mutations_of(command) if each.kind == kind]


def test_flags_are_split_joined_written_out_and_moved():
    assert "rm -r -f x" in texts("rm -rf x", "flags split")
    assert "rm -fr x" in texts("rm -rf x", "flags joined")
    assert "rm --recursive --force x" in texts("rm -rf x", "flags long")
    assert "rm x -rf" in texts("rm -rf x", "flags reordered")
    assert "rm -rf -- x" in texts("rm -rf x", "flags ended")


def test_a_value_is_not_torn_from_its_option():
    assert texts("curl -X DELETE http://x/y", "flags reordered") == []
    assert texts("find . -name x -delete", "flags reordered") == []


def test_there_is_one_of_every_kind_for_a_plain_command():
    kinds = {each.kind for each in mutations_of("rm -rf data")}
    assert kinds >= {
        "quotes", "escape", "wrapper", "find -exec", "xargs", "fed by xargs", "bash -c", "eval", "ssh", "container", "variable",
        "path of the program", "path of the target", "separator", "subshell", "command substitution", "here-document", "here-string",
        "pipe", "pipe into a shell", "loop", "function", "script", "line continued", "spaces", "comment", "background", "condition", "redirect",
    }  # fmt: skip


def test_a_query_is_spelled_as_a_database_takes_it():
    command = "psql shop -c 'DROP TABLE orders'"
    assert "psql shop -c 'drop table orders'" in texts(command, "capitals")
    assert "psql shop <<'SQL'\nDROP TABLE orders;\nSQL" in texts(command, "here-document")


def test_words_of_a_query_in_another_program_are_no_query():
    assert texts("kubectl delete ns staging", "capitals") == []


def test_a_chain_is_wrapped_as_a_whole_and_not_taken_apart():
    assert texts("cd x && rm -rf y", "flags split") == []
    assert "bash -c 'cd x && rm -rf y'" in texts("cd x && rm -rf y", "bash -c")


def test_what_is_empty_or_endless_has_none():
    assert mutations_of("  ") == ()
    assert mutations_of("rm " + "x" * 5000) == ()


@given(st.text(max_size=200))
def test_no_text_is_too_odd_and_none_is_its_own_mutation(text):
    found = [each.text for each in mutations_of(text)]
    assert text.strip() not in found
    assert len(found) == len(set(found))
