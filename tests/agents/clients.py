"""How each program is pointed at the scripted model and asked one question without a terminal.

Where the programs are is said by CM_AGENTS: a folder with `bin/` (`install.sh` beside this file makes one), else PATH. What is written
here is the user's own configuration, before `cm setup`.
"""

import json
import os
import shlex
import shutil
from dataclasses import dataclass, field

from cm.llm.stand_in import Call


@dataclass(frozen=True)
class Client:
    host: str
    program: str
    version: str  # that it was tried with
    argv: tuple  # {prompt} is the question
    files: dict = field(default_factory=dict)  # path in the home -> text, {url} is the model
    environ: dict = field(default_factory=dict)
    before: tuple = ()  # a command to run once before the question
    tool: tuple = ()  # the steps that call our server's `context`
    told_by_hook: bool = True  # False: it has no hook that hands over context when a session starts
    slow: float = 120.0


def tool_of(name):
    return (Call(name, {"task": "run the tests"}),)


CODEX = """\
# the user's own
model = "scripted"
model_provider = "loopback"
check_for_update_on_startup = false

[model_providers.loopback]
name = "loopback"
base_url = "{url}/v1"
env_key = "LOOPBACK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
"""
OPENCODE = {
    "$schema": "https://opencode.ai/config.json", "autoupdate": False, "share": "disabled",
    "model": "loopback/scripted", "small_model": "loopback/scripted",
    "provider": {"loopback": {
        "npm": "@ai-sdk/openai-compatible", "name": "loopback", "options": {"baseURL": "{url}/v1", "apiKey": "none"},
        "models": {"scripted": {"name": "scripted", "tool_call": True, "limit": {"context": 100000, "output": 8000}}},
    }},
}  # fmt: skip
GEMINI = {
    "security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False}, "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
}  # fmt: skip
QWEN = {
    "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False}, "general": {"enableAutoUpdate": False},
    "security": {"auth": {"selectedType": "openai"}}, "model": {"name": "scripted"},
}  # fmt: skip
PI = {"providers": {"loopback": {
    "baseUrl": "{url}/v1", "apiKey": "none", "api": "openai-completions",
    "models": [{"id": "scripted", "name": "scripted", "contextWindow": 100000, "maxTokens": 8000}],
}}}  # fmt: skip
PI_SETTINGS = {"defaultProvider": "loopback", "defaultModel": "scripted"}
PLUGIN = "1.18.33"  # of the package that OpenCode would fetch beside its first plugin
OPENCODE_PACKAGE = {"dependencies": {"@opencode-ai/plugin": PLUGIN}}
OPENCODE_LOCK = {
    "name": "opencode",
    "lockfileVersion": 3,
    "requires": True,
    "packages": {"": OPENCODE_PACKAGE},
}


def text(value):
    return json.dumps(value, indent=2) + "\n"


CLIENTS = (
    Client(
        "claude-code", "claude", "2.1.332",
        ("claude", "-p", "{prompt}", "--model", "scripted", "--allowedTools", "Bash,mcp__cm", "--output-format", "json"),
        environ={
            "ANTHROPIC_BASE_URL": "{url}", "ANTHROPIC_API_KEY": "none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1",
        },
        tool=(
            Call("^ToolSearch$", {"query": "select:mcp__cm__context", "max_results": 1}),
            Call("^mcp__cm__context$", {"task": "run the tests"}, named="mcp__cm__context"),
        ),
    ),
    Client(
        "codex", "codex", "0.171.0",
        ("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "{prompt}"),
        files={".codex/config.toml": CODEX}, environ={"LOOPBACK_KEY": "none"}, tool=tool_of("^mcp__cm__context$"),
    ),
    Client(
        "gemini-cli", "gemini", "0.61.0",
        ("gemini", "-y", "--skip-trust", "-m", "gemini-2.5-pro", "-p", "{prompt}"),
        files={".gemini/settings.json": text(GEMINI)}, environ={"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": "{url}"},
        tool=tool_of("^mcp_cm_context$"),
    ),
    Client(
        "qwen-code", "qwen", "0.24.4",
        ("qwen", "-y", "--auth-type", "openai", "{prompt}"),
        files={".qwen/settings.json": text(QWEN)},
        environ={"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": "{url}/v1", "OPENAI_MODEL": "scripted"},
        tool=(
            Call("^tool_search$", {"query": "select:mcp__cm__context"}),
            Call("^tool_call$", {"name": "mcp__cm__context", "arguments": {"task": "run the tests"}}),
        ),
    ),
    Client(
        "copilot-cli", "copilot", "1.0.102",
        ("copilot", "--allow-all-tools", "--no-color", "-p", "{prompt}"),
        environ={
            "COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": "{url}/v1", "COPILOT_PROVIDER_API_KEY": "none",
            "COPILOT_MODEL": "scripted", "COPILOT_AUTO_UPDATE": "false",
        },
        tool=tool_of("^cm-context$"),
    ),
    Client(
        "opencode", "opencode", "1.18.33",
        ("opencode", "run", "{prompt}"),
        files={
            ".config/opencode/opencode.json": text(OPENCODE), ".config/opencode/package.json": text(OPENCODE_PACKAGE),
            ".config/opencode/package-lock.json": text(OPENCODE_LOCK), ".config/opencode/node_modules/.keep": "",
        },
        environ={"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"},
        tool=tool_of("^cm_context$"), slow=180.0,
    ),
    Client(
        "pi", "pi", "1.6.0",
        ("pi", "--provider", "loopback", "--model", "scripted", "-p", "{prompt}"),
        files={".pi/agent/models.json": text(PI), ".pi/agent/settings.json": text(PI_SETTINGS)},
        environ={"PI_OFFLINE": "1", "PI_TELEMETRY": "0"}, tool=tool_of("^mcp__cm__context$"),
    ),
    Client(
        "cline", "cline", "3.0.65",
        ("cline", "--json", "-t", "90", "{prompt}"),
        before=("cline", "auth", "-p", "openai-compatible", "-k", "none", "-m", "scripted", "-b", "{url}/v1"),
        tool=tool_of("^cm__context$"), told_by_hook=True, slow=180.0,
    ),
)  # fmt: skip


def folder():
    """Where the programs are, "" for what PATH has."""
    return os.environ.get("CM_AGENTS", "")


def path_of(client):
    """The program, or None when it is not on this machine."""
    if folder():
        return shutil.which(client.program, path=os.path.join(folder(), "bin"))
    return shutil.which(client.program)


def command_line(words):
    return shlex.join(words)
