"""What each host sends before a tool is used, in small: (host, payload, what comes out of it).

The shapes are those that the programs were seen to send, or that their documentation shows; the values are our own.
"""

COMMAND = "git push --force origin main"
REPO = "/home/dev/shop"


def claude(tool, given, **more):
    return {
        "session_id": "s-1",
        "transcript_path": "/home/dev/.x/s-1.jsonl",
        "cwd": REPO,
        "hook_event_name": "PreToolUse",
        "permission_mode": "default",
        "tool_name": tool,
        "tool_input": given,
        "tool_use_id": "call-7",
        **more,
    }


def gemini(tool, given):
    return {
        "session_id": "s-1",
        "transcript_path": "/home/dev/.gemini/tmp/shop/chats/s-1.jsonl",
        "cwd": REPO,
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-11-30T10:00:00.000Z",
        "tool_name": tool,
        "tool_input": given,
    }


def copilot(tool, given):
    return {"sessionId": "s-1", "timestamp": 1796033785787, "cwd": REPO, "toolName": tool, "toolArgs": given}


def vscode(tool, given):
    return {
        "timestamp": "2026-11-30T10:00:00.000Z",
        "cwd": REPO,
        "sessionId": "s-1",
        "hookEventName": "PreToolUse",
        "transcript_path": "/home/dev/.config/Code/x.json",
        "tool_name": tool,
        "tool_input": given,
        "tool_use_id": "call-7",
    }


def cursor(**more):
    return {
        "conversation_id": "s-1",
        "generation_id": "call-7",
        "model": "m",
        "cursor_version": "3.1.0",
        "workspace_roots": [REPO],
        **more,
    }


def cline(tool, given, **parameters):
    return {
        "clineVersion": "",
        "taskId": "conv_1",
        "sessionContext": {"rootSessionId": "s-1"},
        "workspaceRoots": [REPO],
        "workspaceInfo": {"rootPath": REPO, "hint": "shop"},
        "hookName": "tool_call",
        "tool_call": {"id": "call-7", "name": tool, "input": given},
        "preToolUse": {"toolName": tool, "parameters": parameters or given},
    }


def shim(tool, given):
    return {"tool": tool, "input": given, "cwd": REPO, "session": "s-1", "call": "call-7"}


def goose(tool, given):
    return {
        "event": "PreToolUse",
        "session_id": "s-1",
        "matcher_context": tool,
        "tool_name": tool,
        "tool_input": given,
        "working_dir": REPO,
        "tool_call_id": "call-7",
    }


def agy(tool, args):
    return {
        "toolCall": {"name": tool, "args": args},
        "stepIdx": 7,
        "conversationId": "s-1",
        "workspacePaths": [REPO],
        "modelName": "m",
    }


def windsurf(action, info):
    return {
        "agent_action_name": action,
        "trajectory_id": "s-1",
        "execution_id": "call-7",
        "timestamp": "2026-11-30T10:00:00Z",
        "tool_info": info,
    }


def droid(tool, given):
    return {
        "sessionId": "s-1",
        "transcriptPath": "/home/dev/.factory/sessions/s-1.jsonl",
        "cwd": REPO,
        "permissionMode": "auto-low",
        "hookEventName": "PreToolUse",
        "tool_name": tool,
        "tool_input": given,
        "tool_use_id": "call-7",
    }


RUN = {"command": COMMAND, "description": "publish"}

COMMANDS = [
    ("claude-code", claude("Bash", RUN), "sh"),
    ("claude-code", claude("PowerShell", RUN), "powershell"),
    ("claude-code", claude("Monitor", RUN), "sh"),
    ("claude-code", claude("Bash", RUN, agent_id="a1", agent_type="general-purpose"), "sh"),
    ("claude-code", vscode("run_in_terminal", {**RUN, "isBackground": False}), "native"),
    ("codex", claude("Bash", {"command": COMMAND}, turn_id="t-1", model="m"), "native"),
    ("gemini-cli", gemini("run_shell_command", RUN), "native"),
    ("qwen-code", claude("run_shell_command", RUN, prompt_id="p", tool_call_id="call_1"), "native"),
    ("copilot-cli", copilot("bash", RUN), "sh"),
    ("copilot-cli", copilot("bash", '{"command": "git push --force origin main"}'), "sh"),
    ("copilot-cli", copilot("powershell", RUN), "powershell"),
    ("copilot-cli", claude("Bash", RUN), "sh"),
    ("copilot-cli", vscode("run_in_terminal", RUN), "native"),
    (
        "cursor",
        cursor(hook_event_name="beforeShellExecution", command=COMMAND, cwd=REPO, sandbox=False),
        "native",
    ),
    (
        "cursor",
        cursor(
            hook_event_name="preToolUse",
            tool_name="Shell",
            tool_input={"command": COMMAND, "working_directory": REPO},
        ),
        "native",
    ),
    ("droid", droid("Execute", RUN), "native"),
    ("droid", claude("Execute", RUN), "native"),
    ("goose", goose("developer__shell", {"command": COMMAND}), "native"),
    ("goose", goose("shell", {"command": COMMAND}), "native"),
    (
        "cline",
        cline("run_commands", {"commands": [COMMAND]}, commands='["git push --force origin main"]'),
        "native",
    ),
    ("cline", cline("run_commands", {"commands": COMMAND}), "native"),
    (
        "cline",
        cline(
            "run_commands",
            {"commands": [{"command": "git", "args": ["push", "--force", "origin", "main"]}]},
        ),
        "native",
    ),
    (
        "cline",
        {
            "hookName": "PreToolUse",
            "taskId": "s-1",
            "workspaceRoots": [REPO],
            "preToolUse": {"toolName": "execute_command", "parameters": {"command": COMMAND}},
        },
        "native",
    ),
    ("opencode", shim("bash", RUN), "native"),
    ("pi", shim("bash", {"command": COMMAND, "timeout": 5}), "sh"),
    ("oh-my-pi", shim("bash", {"command": COMMAND}), "sh"),
    ("amp", shim("Bash", {"command": COMMAND}), "sh"),
    ("antigravity", agy("run_command", {"CommandLine": COMMAND, "Cwd": REPO}), "native"),
    ("windsurf", windsurf("pre_run_command", {"command_line": COMMAND, "cwd": REPO}), "native"),
]

A = f"{REPO}/a.py"
PATCH = f"*** Begin Patch\n*** Update File: {A}\n@@\n-1\n+2\n*** Delete File: b.py\n*** End Patch"

WRITES = [
    ("claude-code", claude("Write", {"file_path": A, "content": "rm -rf x"}), [A]),
    ("claude-code", claude("Edit", {"file_path": A, "old_string": "1", "new_string": "rm -rf x"}), [A]),
    (
        "claude-code",
        claude("MultiEdit", {"file_path": A, "edits": [{"old_string": "1", "new_string": "rm -rf x"}]}),
        [A],
    ),
    ("claude-code", claude("NotebookEdit", {"notebook_path": A, "new_source": "rm -rf x"}), [A]),
    ("claude-code", vscode("create_file", {"filePath": A, "content": "rm -rf x"}), [A]),
    ("claude-code", vscode("editFiles", {"files": [A, f"{REPO}/b.py"]}), [A, f"{REPO}/b.py"]),
    ("codex", claude("apply_patch", {"command": PATCH}), [A, "b.py"]),
    ("gemini-cli", gemini("write_file", {"file_path": A, "content": "rm -rf x"}), [A]),
    ("gemini-cli", gemini("replace", {"file_path": A, "old_string": "1", "new_string": "rm -rf x"}), [A]),
    ("qwen-code", claude("write_file", {"file_path": A, "content": "rm -rf x"}), [A]),
    ("qwen-code", claude("edit", {"file_path": A, "old_string": "1", "new_string": "rm -rf x"}), [A]),
    ("copilot-cli", copilot("create", {"path": A, "file_text": "rm -rf x"}), [A]),
    ("copilot-cli", copilot("edit", {"path": A, "old_str": "1", "new_str": "rm -rf x"}), [A]),
    (
        "copilot-cli",
        copilot("str_replace_editor", {"command": "create", "path": A, "file_text": "rm -rf x"}),
        [A],
    ),
    (
        "copilot-cli",
        vscode("multi_replace_string_in_file", {"replacements": [{"filePath": A, "newString": "rm -rf x"}]}),
        [A],
    ),
    ("copilot-cli", vscode("apply_patch", {"input": PATCH}), [A, "b.py"]),
    (
        "cursor",
        cursor(
            hook_event_name="preToolUse",
            tool_name="Write",
            tool_input={"file_path": A, "content": "rm -rf x"},
        ),
        [A],
    ),
    ("cursor", cursor(hook_event_name="preToolUse", tool_name="Delete", tool_input={"path": A}), [A]),
    ("droid", droid("Create", {"file_path": A, "content": "rm -rf x"}), [A]),
    ("droid", droid("ApplyPatch", {"input": PATCH}), [A, "b.py"]),
    (
        "goose",
        goose("developer__text_editor", {"command": "write", "path": A, "file_text": "rm -rf x"}),
        [A],
    ),
    ("goose", goose("write", {"path": A, "content": "rm -rf x"}), [A]),
    ("cline", cline("editor", {"command": "create", "path": A, "new_text": "rm -rf x"}), [A]),
    ("cline", cline("apply_patch", {"input": PATCH}), [A, "b.py"]),
    ("opencode", shim("write", {"filePath": A, "content": "rm -rf x"}), [A]),
    ("opencode", shim("apply_patch", {"patchText": PATCH}), [A, "b.py"]),
    ("pi", shim("write", {"path": A, "content": "rm -rf x"}), [A]),
    ("pi", shim("edit", {"path": A, "edits": [{"oldText": "1", "newText": "rm -rf x"}]}), [A]),
    ("oh-my-pi", shim("ast_edit", {"paths": [A], "ops": [{"pat": "a", "out": "b"}]}), [A]),
    ("amp", shim("create_file", {"path": A, "content": "rm -rf x"}), [A]),
    ("antigravity", agy("write_to_file", {"TargetFile": A, "CodeContent": "rm -rf x"}), [A]),
    (
        "windsurf",
        windsurf(
            "pre_write_code", {"file_path": A, "edits": [{"old_string": "1", "new_string": "rm -rf x"}]}
        ),
        [A],
    ),
]

# what is no command and writes nothing: the guard has nothing to say about it
OTHERS = [
    ("claude-code", claude("Read", {"file_path": A})),
    ("claude-code", claude("mcp__db__query", {"command": COMMAND})),
    ("codex", claude("spawn_agent", {"prompt": "x"})),
    ("gemini-cli", gemini("read_file", {"file_path": A})),
    ("qwen-code", claude("tool_search", {"query": "x"})),
    ("copilot-cli", copilot("view", {"path": A})),
    ("copilot-cli", copilot("str_replace_editor", {"command": "view", "path": A})),
    ("copilot-cli", vscode("read_file", {"filePath": A})),
    ("cursor", cursor(hook_event_name="preToolUse", tool_name="Read", tool_input={"file_path": A})),
    ("droid", droid("Read", {"file_path": A})),
    ("goose", goose("developer__text_editor", {"command": "view", "path": A})),
    ("cline", cline("editor", {"command": "view", "path": A})),
    ("cline", cline("spawn_agent", {"task": COMMAND})),
    ("opencode", shim("read", {"filePath": A})),
    ("pi", shim("read", {"path": A})),
    ("oh-my-pi", shim("read", {"path": A})),
    ("amp", shim("Read", {"path": A})),
    ("antigravity", agy("view_file", {"AbsolutePath": A})),
    ("windsurf", windsurf("pre_read_code", {"file_path": A})),
]
