"""What each host sends its hooks at a moment, in the shape that was recorded of it, and what is to be heard in it."""

PROMPT = "why do the tests fail?"
WORK = "/w/shop"
NATIVE = "5e55-01"

CLAUDE = {"session_id": NATIVE, "transcript_path": "/h/t.jsonl", "cwd": WORK}
START = {
    "session": NATIVE,
    "folder": WORK,
    "source": "startup",
    "event": "SessionStart",
    "transcript": "/h/t.jsonl",
}
ASKED = {"session": NATIVE, "folder": WORK, "prompt": PROMPT}
COPILOT = {"sessionId": NATIVE, "timestamp": 1796033785384, "cwd": WORK}
CLINE = {
    "clineVersion": "", "timestamp": "2026-11-30T10:18:15.903Z", "taskId": "conv_1", "sessionContext": {"rootSessionId": NATIVE},
    "workspaceRoots": [WORK], "workspaceInfo": {"rootPath": WORK, "hint": "shop"}, "agent_id": "agent_1", "parent_agent_id": None,
}  # fmt: skip
SHIM = {"session": NATIVE, "cwd": WORK}


def claude(event, **more):
    return {**CLAUDE, "hook_event_name": event, **more}


# (host, what is sent, what is heard in it)
HEARD = [
    ("claude-code", claude("SessionStart", source="startup"), START),
    ("claude-code", claude("UserPromptSubmit", prompt_id="p1", permission_mode="default", prompt=PROMPT), ASKED),
    ("claude-code", claude("SessionEnd", prompt_id="p1", reason="other"), {"session": NATIVE, "event": "SessionEnd"}),
    ("codex", claude("SessionStart", model="m", permission_mode="bypassPermissions", source="startup"), START),
    ("codex", claude("UserPromptSubmit", turn_id="t1", model="m", prompt=PROMPT), {**ASKED, "agent": ""}),
    ("codex", claude("UserPromptSubmit", turn_id="t1", agent_id="a1", agent_type="default", prompt="do it"), {"agent": "a1"}),
    ("codex", {**claude("SessionEnd", reason="other"), "transcript_path": None}, {"session": NATIVE, "transcript": ""}),
    ("gemini-cli", claude("SessionStart", timestamp="2026-11-30T10:16:49.225Z", source="startup"), START),
    ("gemini-cli", claude("BeforeAgent", timestamp="2026-11-30T10:16:49.404Z", prompt=PROMPT), ASKED),
    ("gemini-cli", claude("SessionEnd", timestamp="2026-11-30T10:16:57.652Z", reason="exit"), {"session": NATIVE}),
    ("qwen-code", claude("SessionStart", permission_mode="yolo", source="startup", model="m"), START),
    ("qwen-code", claude("UserPromptSubmit", permission_mode="yolo", prompt="<x>" + PROMPT, submitted_prompt=PROMPT), ASKED),
    ("qwen-code", claude("Stop", stop_hook_active=False, last_assistant_message="Done."), {"session": NATIVE, "event": "Stop"}),
    ("copilot-cli", {**COPILOT, "source": "new", "initialPrompt": PROMPT}, {"session": NATIVE, "folder": WORK, "source": "new"}),
    ("copilot-cli", {**COPILOT, "prompt": PROMPT}, {**ASKED, "agent": ""}),
    ("copilot-cli", {**COPILOT, "prompt": "do it", "agentId": "a1", "parentAgentId": "p"}, {"agent": "a1"}),
    ("copilot-cli", {"hook_event_name": "UserPromptSubmit", "session_id": NATIVE, "cwd": WORK, "prompt": PROMPT}, ASKED),
    ("cline", {**CLINE, "hookName": "tool_result", "iteration": 4}, {"session": NATIVE, "folder": WORK, "agent": ""}),
    ("cline", {**CLINE, "hookName": "tool_result", "parent_agent_id": "agent_0"}, {"agent": "agent_0"}),
    ("cline", {**CLINE, "hookName": "agent_end", "turn": {"status": "completed"}}, {"event": "agent_end"}),
    ("opencode", {**SHIM, "source": "resume"}, {"session": NATIVE, "folder": WORK, "source": "resume"}),
    ("opencode", {**SHIM, "prompt": PROMPT, "agent": ""}, {**ASKED, "agent": ""}),
    ("opencode", {**SHIM, "event": "session.idle"}, {"event": "session.idle"}),
    ("pi", {**SHIM, "transcript": "/h/t.jsonl", "source": "startup"}, {"session": NATIVE, "transcript": "/h/t.jsonl"}),
    ("pi", {**SHIM, "transcript": "", "prompt": PROMPT}, ASKED),
    ("oh-my-pi", {**SHIM, "transcript": "", "prompt": PROMPT}, ASKED),
    ("cursor", {"conversation_id": NATIVE, "hook_event_name": "sessionStart", "workspace_roots": [WORK]}, {"session": NATIVE, "folder": WORK}),
    ("droid", {"sessionId": NATIVE, "transcriptPath": "/h/t.jsonl", "cwd": WORK, "hookEventName": "UserPromptSubmit", "prompt": PROMPT}, ASKED),
    ("goose", {"event": "SessionEnd", "session_id": NATIVE, "working_dir": WORK}, {"session": NATIVE, "folder": WORK}),
]  # fmt: skip

# (host, moment, where in the answer the text stands); measured with the real programs, or told by their documentation
SAID = [
    *[
        (host, moment, ("hookSpecificOutput", "additionalContext"))
        for host in ("claude-code", "codex", "gemini-cli", "qwen-code", "droid")
        for moment in ("start", "prompt")
    ],
    *[("copilot-cli", moment, ("additionalContext",)) for moment in ("start", "prompt")],
    *[
        (host, moment, ("context",))
        for host in ("opencode", "pi", "oh-my-pi")
        for moment in ("start", "prompt")
    ],
    ("cline", "start", ("contextModification",)),
    ("cursor", "start", ("additional_context",)),
]
SILENT = [("goose", "start"), ("goose", "prompt"), ("cursor", "prompt"), ("codex", "end"), ("pi", "compact")]
