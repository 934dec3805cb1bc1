"""Whatever JSON comes, a fold does not raise, what it says can be stored, and good neighbours are not lost."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cm.hosts.registry import HOSTS
from cm.model.host import Record
from cm.model.session import Event, SessionHead, Skipped
from tests.hosts.kit import plain, said

FOLDS = [name for name, host in HOSTS.items() if host.sessions is not None]


def listed(words):
    return words.split()


FIELDS = listed(
    "type uuid sessionId timestamp cwd gitBranch version message content role text tool_use_id id name input command is_error "
    "toolUseResult attachment prompt origin kind operation subtype isMeta isSidechain isCompactSummary agentId usage model "
    "payload call_id arguments output metadata exit_code action item status aggregated_output changes source git cli_version "
    "internal_chat_message_metadata_passthrough content_item_metadata provenance turn_id reason info total_token_usage "
    "input_tokens output_tokens result Ok Err invocation answers annotations questions options label task backgroundTaskId "
    "exitCode session_id cell_id commandMode leafUuid summary aiTitle customTitle ordinal subagent_history_start_ordinal "
    "messages $set parts toolCalls functionCall functionResponse response args displayContent tokens provenance subtype "
    "systemPayload displayText toolCallResult resultDisplay errorType usageMetadata data toolRequests toolCallId toolName "
    "success error shellExecution contents modelMetrics timeline log text callId stopReason errorMessage details isError "
    "tool_use_id summaryText tokenUsage parentSession agentId cwd directories"
)
WORDS = listed(
    "user assistant system attachment queue-operation summary ai-title custom-title text tool_use tool_result thinking Bash "
    "Edit TaskOutput AskUserQuestion queued_command local_command enqueue dequeue remove popAll human peer response_item "
    "event_msg session_meta turn_context compacted message function_call function_call_output custom_tool_call "
    "custom_tool_call_output local_shell_call exec_command shell exec apply_patch write_stdin wait request_user_input "
    "user_message agent_message item_completed exec_command_end patch_apply_end turn_aborted token_count task_started "
    "gemini model info tool_result real_user notification user.message assistant.message tool.execution_start "
    "tool.execution_complete session.start session.shutdown session.usage_record session.compaction_complete abort session "
    "session_init session_start model_change compaction toolResult toolCall bashExecution aborted success cancelled "
    "run_shell_command Execute Shell shell_exit shell_result copilot tool_call_completed tool_call "
    "mcp_tool_call_end error UserMessage AgentMessage CommandExecution FileChange McpToolCall completed failed interrupted c1 "
    "2026-09-14T10:00:00.000Z <bash-input>ls</bash-input> <command-args>a b</command-args> subagent"
)
WORDS += [
    "Exit code 1\nx",
    '{"cmd":"ls"}',
    '{"cmd":',
    "*** Begin Patch\n*** Update File: a\n",
    "tools.exec_command({cmd:'a'})",
    "Process exited with code 2\nOutput:\nx",
    "Script running with cell ID c1\n",
    "\ud800 half",
    "Output: x\nExit Code: 3\nProcess Group PGID: 4",
    "x\n<shellId: 0 completed with exit code 3>",
    "x\n\nCommand exited with code 2",
    "<user_query>\nls\n</user_query>",
    "<session_context>\nWorkspace Directories:\n - /w\n</session_context>",
    "<memory>x</memory>",
]
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(WORDS), st.text(max_size=12)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6)
    ),
    max_leaves=8,
)
NEAR = st.fixed_dictionaries(
    {"type": st.one_of(st.sampled_from(WORDS), VALUES)},
    optional=dict.fromkeys(
        listed(
            "payload message attachment content uuid toolUseResult item timestamp operation sessionId isMeta origin role name "
            "call_id output arguments id data timeline messages $set toolCalls toolCallResult systemPayload provenance"
        ),
        VALUES,
    ),
)
PAYLOADS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["response_item", "event_msg", "session_meta", "compacted", "turn_context"]),
        "payload": NEAR,
    }
)
BLOCKS = st.lists(
    st.fixed_dictionaries(
        {"type": st.sampled_from(listed("text tool_use tool_result toolCall thinking"))},
        optional=dict.fromkeys(
            listed("text id name input arguments tool_use_id content is_error functionCall functionResponse"),
            VALUES,
        ),
    ),
    max_size=3,
)
MESSAGES = st.fixed_dictionaries(
    {"role": st.sampled_from(listed("user assistant toolResult bashExecution model system"))},
    optional={"content": st.one_of(BLOCKS, VALUES), "parts": st.one_of(BLOCKS, VALUES), "usage": VALUES, "details": VALUES,
              "toolCallId": SCALARS, "command": SCALARS, "stopReason": SCALARS},
)  # fmt: skip
TALK = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            listed("user assistant tool_result system message gemini session_start session")
        ),
        "message": MESSAGES,
    },
    optional=dict.fromkeys(
        listed("uuid id timestamp content toolCalls tokens subtype systemPayload toolCallResult cwd"), VALUES
    ),
)
DATA = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            listed(
                "user.message assistant.message tool.execution_start tool.execution_complete session.start"
            )
            + listed("session.shutdown session.usage_record session.error tool.user_requested abort")
        ),
        "data": NEAR,
    },
    optional=dict.fromkeys(listed("id timestamp agentId"), VALUES),
)
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        listed("messages timeline $set"), st.lists(st.one_of(NEAR, TALK, VALUES), max_size=4)
    ),
)
CURSED = st.fixed_dictionaries({"role": SCALARS, "message": MESSAGES})
RECORD = st.one_of(VALUES, NEAR, PAYLOADS, TALK, DATA, DOCUMENTS, CURSED)
RECORDS = st.lists(RECORD, max_size=6)


def new_fold(host, carry=None):
    sessions = HOSTS[host].sessions
    return sessions.fold(sessions.describe("/h/projects/p/s.jsonl", "/h"), carry)


@pytest.mark.parametrize("host", FOLDS)
@settings(max_examples=20, deadline=None)
@given(records=RECORDS)
def test_no_json_makes_a_fold_raise_and_all_it_says_can_be_stored(host, records):
    fold = new_fold(host)
    for line, value in enumerate(records, 1):
        items = list(fold.feed(Record(value, line)))
        assert items
        for item in items:
            assert isinstance(item, Event | Skipped)
            if isinstance(item, Event):
                json.dumps([item.text, item.agent, item.tool, item.at], ensure_ascii=False).encode()
        fold = new_fold(host, plain(fold.carry()))
    (head,) = fold.finish()
    assert isinstance(head, SessionHead)
    json.dumps([head.id, head.cwd, head.branch, head.title, head.parent], ensure_ascii=False).encode()


@pytest.mark.parametrize("host", FOLDS)
@settings(max_examples=12, deadline=None)
@given(
    records=RECORDS,
    carry=st.dictionaries(
        st.sampled_from(
            listed(
                "thread tools runs queue seen told calls said usage done begun spent place agent ranked from"
            )
        ),
        VALUES,
    ),
)
def test_a_damaged_carry_does_not_make_a_fold_raise(host, records, carry):
    fold = new_fold(host, carry)
    for line, value in enumerate(records, 1):
        list(fold.feed(Record(value, line)))
    list(fold.finish())


def good(host, number):
    text = f"use spaces, said number {number}"
    name = f"{number:08d}-good-good-good"
    record = {
        "claude-code": {"type": "user", "uuid": name, "message": {"content": text}},
        "codex": {"type": "event_msg", "payload": {"type": "user_message", "message": text}},
        "gemini-cli": {"type": "user", "id": name, "content": text},
        "qwen-code": {"type": "user", "uuid": name, "message": {"parts": [{"text": text}]}},
        "copilot-cli": {"type": "user.message", "id": name, "data": {"content": text}},
        "cursor": {"role": "user", "message": {"content": text}},
    }.get(host, {"type": "message", "id": name, "message": {"role": "user", "content": text}})
    return text, {**record, "timestamp": f"2026-09-14T10:00:0{number}.000Z"}


def spoils(value):
    """Whether a made-up record says, in a valid way, that the session is a subagent's or that words were withdrawn."""
    text = json.dumps(value)
    return any(word in text for word in ("session_meta", "session_init", "subagent", "ordinal", '"id"'))


def hears(host):
    """Whether one record is enough for a user to say something here."""
    text, record = good(host, 0)
    return said(new_fold(host).feed(Record(record, 1))) == [text]


@pytest.mark.parametrize("host", [host for host in FOLDS if hears(host)])
@settings(max_examples=12, deadline=None)
@given(noise=st.lists(st.lists(RECORD, max_size=2), min_size=4, max_size=4))
def test_noise_between_good_records_loses_none_of_them(host, noise):
    fold = new_fold(host)
    items = []
    wanted = []
    for number, values in enumerate(noise):
        for value in values:
            if not spoils(value):
                items += fold.feed(Record(value, 1))
        text, record = good(host, number)
        wanted.append(text)
        items += fold.feed(Record(record, 1))
    assert [text for text in said(items) if text in wanted] == wanted
