"""Traps of Codex rollouts, one by one; whole sessions are in the fixtures."""

import pytest

from tests.hosts.kit import events, fold, head, lines, said, skips

THREAD = "0199aaaa-0000-7000-8000-0000000000bb"


def response(kind, **payload):
    return {
        "timestamp": "2026-09-14T10:00:00.000Z",
        "type": "response_item",
        "payload": {"type": kind, **payload},
    }


def event(kind, second=0, **payload):
    return {
        "timestamp": f"2026-09-14T10:00:{second:02d}.000Z",
        "type": "event_msg",
        "payload": {"type": kind, **payload},
    }


def meta(**payload):
    return {
        "timestamp": "2026-09-14T10:00:00.000Z",
        "type": "session_meta",
        "payload": {"id": THREAD, "cwd": "/w", **payload},
    }


def message(role, *texts):
    return response("message", role=role, content=[{"type": "input_text", "text": text} for text in texts])


def call(command, call_id="c1", name="exec_command"):
    return response("function_call", name=name, call_id=call_id, arguments=command)


def output(text, call_id="c1"):
    return response("function_call_output", call_id=call_id, output=text)


def item(kind, **fields):
    return event("item_completed", turn_id="t", item={"type": kind, **fields})


def run(*records, **more):
    return fold("codex", *records, **more)


@pytest.mark.parametrize(
    "records",
    [
        [message("user", "use tabs"), event("user_message", message="use tabs")],
        [event("user_message", message="use tabs"), message("user", "use tabs")],
        [message("user", "use tabs"), item("UserMessage", content=[{"type": "text", "text": "use tabs"}])],
        [message("user", "use tabs", ""), event("user_message", message="use tabs\n")],
        [message("user", "use tabs")],
        [event("user_message", message="use tabs")],
        [event("user_message", message=["use tabs"])],
    ],
)
def test_a_prompt_told_twice_is_kept_once(records):
    assert said(run(*records)) == ["use tabs"]


def test_the_same_prompt_typed_twice_is_two():
    twice = [
        message("user", "go on"),
        event("user_message", 1, message="go on"),
        message("user", "go on"),
        event("user_message", 2, message="go on"),
    ]
    items = run(*twice)
    assert said(items) == ["go on", "go on"]
    assert len({found.id for found in events(items)}) == 2


def test_once_prompts_are_told_as_events_an_unknown_user_item_is_not_believed():
    items = run(event("user_message", message="fix it"), message("user", "Never write tests."))
    assert said(items) == ["fix it"]


def test_a_user_item_that_is_one_unknown_element_is_context():
    items = run(
        message("user", "<brand_new_context>\nAlways use yarn.\n</brand_new_context>"),
        message("user", "fix <it_all>"),
    )
    assert said(items) == ["fix <it_all>"]
    assert "injected:host-context" in skips(items)


def test_the_agents_words_are_kept_once_from_either_stream():
    both = [
        event("agent_message", message="Done."),
        response("message", role="assistant", content=[{"type": "output_text", "text": "Done."}]),
    ]
    assert said(run(*both), "agent") == ["Done."]
    assert said(run(*reversed(both)), "agent") == ["Done."]
    assert said(run(both[0]), "agent") == ["Done."]


@pytest.mark.parametrize(
    "name, arguments, command",
    [
        ("shell", '{"command":["bash","-lc","ls -la"]}', "ls -la"),
        ("shell", {"command": ["zsh", "-lc", "ls"]}, "ls"),
        ("shell_command", '{"command":"ls | wc"}', "ls | wc"),
        ("exec_command", '{"cmd":"one\\ntwo"}', "one\ntwo"),
        ("container.exec", '{"cmd":["git","commit","-m","a b"]}', "git commit -m 'a b'"),
        ("shell", '{"command":["powershell.exe","-Command","dir"]}', "dir"),
    ],
)
def test_every_shape_of_a_shell_call_gives_the_whole_command(name, arguments, command):
    (found,) = events(run(call(arguments, name=name)))
    assert (found.kind, found.text, found.by) == ("command", command, "agent")


@pytest.mark.parametrize("arguments", ["{broken", "", None, "{}", [], {"cmd": 5}])
def test_a_shell_call_without_a_command_is_counted(arguments):
    items = run(call(arguments), output("Exit code: 0\nOutput:\nx"))
    assert events(items) == []
    assert skips(items) == ["tool-call", "tool-result"]


@pytest.mark.parametrize(
    "text, code, rest",
    [
        (
            "Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 3\nOriginal token count: 1\nOutput:\nboom",
            3,
            "boom",
        ),
        ("Exit code: 1\nWall time: 2 seconds\nTotal output lines: 9\nOutput:\n1 failed", 1, "1 failed"),
        ("Exit code: -1\nWall time: 2 seconds\nOutput:\n", -1, ""),
        ('{"output":"boom\\n","metadata":{"exit_code":1,"duration_seconds":0.3}}', 1, "boom"),
        ({"output": "boom", "metadata": {"exit_code": 4}}, 4, "boom"),
        ([{"type": "input_text", "text": "a.txt"}, {"type": "input_image"}], None, "a.txt"),
        ({"type": "input_text", "text": "a.txt"}, None, "a.txt"),
        ("Exit code is a phrase here", None, "Exit code is a phrase here"),
        ('{"json": "of the command itself"}', None, '{"json": "of the command itself"}'),
        (None, None, ""),
        (7, None, ""),
    ],
)
def test_how_a_command_ended_is_read_from_every_shape(text, code, rest):
    command, ended = events(run(call('{"cmd":"x"}'), output(text)))
    assert (ended.kind, ended.exit, ended.text, ended.of) == ("output", code, rest, command.id)


@pytest.mark.parametrize(
    "text", ["exec command rejected by user", "aborted by user after 3.2s", "command was denied by the user"]
)
def test_a_call_the_user_stopped_has_not_failed(text):
    items = run(call('{"cmd":"x"}'), output(text))
    assert lines(items)[1].startswith("host error")


def test_a_command_told_by_an_event_and_by_its_output_ends_once():
    told = item(
        "CommandExecution",
        id="c1",
        command=["/bin/bash", "-lc", "x"],
        exit_code=2,
        status="failed",
        aggregated_output="boom",
    )
    items = run(call('{"cmd":"x"}'), told, output("Process exited with code 2\nOutput:\nboom"), told)
    assert lines(items) == ["agent command: x", "tool output: boom [exit 2] [of 0]"]


def test_a_long_command_ends_once_whether_an_event_or_a_look_tells_it():
    started = [call('{"cmd":"npm run dev"}'), output("Process running with session ID 42\nOutput:\n")]
    look = [
        call('{"session_id":42}', "c2", "write_stdin"),
        output("Process exited with code 1\nOutput:\nbye", "c2"),
    ]
    told = item(
        "CommandExecution",
        id="c1",
        command=["/bin/bash", "-lc", "npm run dev"],
        exit_code=1,
        aggregated_output="bye",
    )
    expected = ["agent command: npm run dev", "tool output: bye [exit 1] [of 0]"]
    assert lines(run(*started, *look)) == expected
    assert lines(run(*started, told, *look)) == expected


def test_scripts_are_not_counted_beside_the_commands_they_run():
    def script(number, command):
        return response(
            "custom_tool_call",
            name="exec",
            call_id=f"s{number}",
            input=f"await tools.exec_command({{cmd: {command!r}}})",
        )

    def told(number, command):
        return item(
            "CommandExecution",
            id=f"exec-{number}",
            command=["bash", "-lc", command],
            exit_code=0,
            status="completed",
            aggregated_output="",
        )

    items = run(
        script(1, "make"),
        told(1, "make"),
        script(2, "make"),
        told(2, "make"),
        script(3, "echo $X"),
        told(3, "echo hi"),
    )
    assert [found.text for found in events(items) if found.kind == "command"] == ["make", "make", "echo hi"]
    assert [found.exit for found in events(items) if found.kind == "output"] == [0, 0, 0]


def test_a_patch_is_told_once_and_only_when_it_went_in():
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n*** End Patch"
    custom = response("custom_tool_call", name="apply_patch", call_id="p", input=patch)
    good = response(
        "custom_tool_call_output",
        call_id="p",
        output="Exit code: 0\nOutput:\nSuccess. Updated the following files:\nM a.py",
    )
    bad = response("custom_tool_call_output", call_id="p", output="apply_patch verification failed: no")
    end = event("patch_apply_end", call_id="p", success=True, changes={"/w/b.py": {}})
    assert lines(run(custom, good)) == ["agent edit: a.py", "agent edit: b.py"]
    assert lines(run(custom, end, good)) == ["agent edit: /w/b.py"]
    assert lines(run(custom, bad)) == ["tool error: apply_patch verification failed: no"]
    assert lines(
        run(
            call({"patch": patch}, "f", "apply_patch"),
            output("Success. Updated the following files:\nM a.py", "f"),
        )
    ) == ["agent edit: a.py", "agent edit: b.py"]


def test_short_call_ids_of_two_turns_are_two_calls():
    def turn(name):
        return event("task_started", turn_id=name)

    items = run(turn("one"), call('{"cmd":"a"}'), turn("two"), call('{"cmd":"b"}'))
    assert len({found.id for found in events(items)}) == 2


def test_a_copy_of_the_history_in_a_fork_has_the_same_ids():
    history = [
        {"timestamp": "x", "type": "turn_context", "payload": {"turn_id": "turn-1"}},
        message("user", "use tabs"),
        call('{"cmd":"a"}', "call_AAAAAAAAAAAAAAAAAAAA"),
        output("Exit code: 0\nOutput:\n", "call_AAAAAAAAAAAAAAAAAAAA"),
        message("assistant", "ok"),
    ]
    copied = [{**record, "timestamp": "2026-10-01T00:00:00.000Z"} for record in history]
    first = run(meta(), *history)
    second = run(meta(id="0199bbbb-0000-7000-8000-0000000000cc", forked_from_id=THREAD), meta(), *copied)
    assert [found.id for found in events(first)] == [found.id for found in events(second)]
    assert head(second).native == "0199bbbb-0000-7000-8000-0000000000cc"


@pytest.mark.parametrize(
    "mark",
    [
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "p1", "depth": 1}}}},
        {"source": {"subagent": "review"}, "parent_thread_id": "p1"},
        {"thread_source": "subagent", "forked_from_id": "p1"},
    ],
)
def test_what_a_subagent_is_told_is_not_the_users(mark):
    items = run(meta(**mark), message("user", "Never merge."), event("user_message", message="Never merge."))
    assert said(items) == []
    assert said(items, "agent") == ["Never merge."]
    assert head(items).parent == "codex/p1"


def test_answers_the_user_typed_are_kept_and_chosen_labels_are_not():
    asked = call(
        '{"questions":[{"id":"q","options":[{"label":"A"},{"label":"B"}]}]}', "q1", "request_user_input"
    )
    answered = output('{"answers":{"q":{"answers":["A","user_note: only for tests","keep both"]}}}', "q1")
    assert said(run(asked, answered)) == ["only for tests", "keep both"]


def test_what_is_put_behind_an_answer_is_not_the_users():
    asked = call('{"questions":[{"id":"q","options":[{"label":"A"}]}]}', "q1", "request_user_input")
    reminder = "<system-reminder>always commit</system-reminder>"
    given = output('{"answers":{"q":{"answers":["keep both ' + reminder + '","' + reminder + '"]}}}', "q1")
    assert said(run(asked, given)) == ["keep both"]


def test_a_session_in_the_folder_of_a_memory_tools_observer_is_not_learned_from():
    told = event("user_message", message="look at this")
    assert head(run(meta(cwd="/h/.claude-mem/observer-sessions"), told)).own
    assert not head(run(meta(cwd="/h/shop"), told)).own


def test_the_users_own_shell_commands_are_the_users():
    told = item(
        "CommandExecution",
        id="u",
        command=["/bin/zsh", "-lc", "git status"],
        source="user_shell",
        status="completed",
        exit_code=0,
    )
    assert lines(run(told)) == ["user command: git status", "tool output:  [exit 0] [of 0]"]


def test_only_a_stop_by_the_user_is_an_interruption():
    assert lines(run(event("turn_aborted", reason="interrupted"))) == ["user interrupt: interrupted"]
    assert events(run(event("turn_aborted", reason="replaced"))) == []


def test_copies_of_messages_in_a_compaction_are_not_read_again():
    compacted = {
        "type": "compacted",
        "payload": {"message": "", "replacement_history": [message("user", "use tabs")["payload"]]},
    }
    items = run(compacted)
    assert events(items) == []
    assert skips(items) == ["bookkeeping:compacted"]


def test_totals_of_tokens_are_not_added_up():
    def count(taken, given):
        return event(
            "token_count", info={"total_token_usage": {"input_tokens": taken, "output_tokens": given}}
        )

    known = head(run(count(10, 1), count(30, 4), event("token_count", info=None)))
    assert (known.tokens_in, known.tokens_out) == (30, 4)


def test_the_first_header_names_the_session():
    items = run(meta(cli_version="0.1"), event("user_message", message="x"), meta(id="other"))
    assert head(items).native == THREAD
    named = run(event("user_message", message="x"), name=f"rollout-2026-09-14T10-00-00-{THREAD}.jsonl")
    assert head(named).native == THREAD
