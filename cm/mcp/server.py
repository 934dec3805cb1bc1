"""The server of the protocol: the tables of tools, resources and prompts, told and called as the SDK wants them.

One server speaks to one agent over stdio (`stdio.py`) or to many over HTTP (`http.py`); who calls is found out by them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from cm import __version__
from cm.errors import Busy, NotFound
from cm.mcp import prompts, resources, tools
from cm.mcp.arguments import schema_of
from cm.mcp.caller import Caller
from cm.mcp.desk import Desk
from cm.mcp.progress import Steps, told
from cm.mcp.prompts import INSTRUCTIONS, PROMPTS
from cm.mcp.resources import RESOURCES
from cm.mcp.said import Said, failed
from cm.mcp.tools import BY_NAME, TOOLS, Tool
from cm.mcp.writing_tools import as_seen

Context: TypeAlias = ServerRequestContext[Any, Any]
CallerOf: TypeAlias = Callable[[Context], Caller]
META: Final = "cm.document"
_MISSING: Final = -32002  # the protocol's number for a resource that is not there
_READ_SECONDS: Final = 60.0


def build(caller_of: CallerOf, *, ahead: bool = False) -> Server[Any]:
    """Makes a server; `caller_of` says of a request who sent it.

    With `ahead` the first question is made ready for when the tools are asked for: a host starts its servers well before its
    agent calls one.
    """
    logging.getLogger("mcp").setLevel(
        logging.ERROR
    )  # what matters is answered or raised, and stderr is the host's log
    desk = Desk()
    ready: list[bool] = []

    async def list_tools(ctx: Context, __: Any) -> types.ListToolsResult:
        if ahead and not ready:
            ready.append(True)
            threading.Thread(
                target=tools.make_ready, args=(caller_of(ctx),), name="ahead", daemon=True
            ).start()
        return types.ListToolsResult(tools=[_told(tool) for tool in TOOLS])

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        said, caller = dict(params.arguments or {}), caller_of(ctx)
        tool = BY_NAME.get(params.name)
        if tool is not None and tool.destroys and not said.get("sure") and _asks(ctx):
            said = await _as_seen(desk, caller, said)
            answer = await _ask(ctx, desk, caller, params.name, said)
            if answer is not None:
                return answer
            said["sure"] = True
        seconds = tool.seconds if tool else _READ_SECONDS
        steps = Steps()
        counted = replace(caller, progress=steps)
        async with told(ctx.session, steps):  # nothing goes out when no token came in
            done = await _done(desk, lambda: tools.call(counted, params.name, said), seconds)
        return _result(done)

    async def list_resources(_: Context, __: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=each.uri,
                    name=each.address,
                    title=each.title,
                    description=each.say,
                    mime_type="application/json",
                )
                for each in RESOURCES
                if not each.family
            ]
        )

    async def list_templates(_: Context, __: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=each.uri,
                    name=each.address,
                    title=each.title,
                    description=each.say,
                    mime_type="application/json",
                )
                for each in RESOURCES
                if each.family
            ]
        )

    async def read_resource(
        ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        caller, uri = caller_of(ctx), str(params.uri)
        found = await _done(desk, lambda: resources.read(caller, uri), _READ_SECONDS)
        if found.failed:
            missing = found.document["error"]["code"] == NotFound.code
            raise MCPError(
                _MISSING if missing else types.INVALID_REQUEST, found.text, found.document["error"]
            )
        content = types.TextResourceContents(uri=uri, mime_type="application/json", text=found.words)
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(_: Context, __: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=each.name, title=each.title, description=each.say,
                    arguments=[
                        types.PromptArgument(name=name, description=say, required=True)
                        for name, say in each.takes.items()
                    ],
                )
                for each in PROMPTS
            ]
        )  # fmt: skip

    async def get_prompt(ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        caller, words = caller_of(ctx), dict(params.arguments or {})
        try:
            prompt = prompts.prompt_named(params.name)
        except NotFound as error:
            raise MCPError(types.INVALID_PARAMS, f"{error.message}; {error.hint}") from None
        missing = [name for name in prompt.takes if not words.get(name, "").strip()]
        if missing:
            raise MCPError(types.INVALID_PARAMS, f"the prompt {prompt.name} needs {', '.join(missing)}")
        try:
            text = await desk.do(lambda: prompt.text(caller, words), _READ_SECONDS)
        except Busy as error:
            raise MCPError(types.INTERNAL_ERROR, error.message) from None
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.say, messages=[message])

    return Server(
        "cm", version=__version__, title="cm, procedural memory", instructions=INSTRUCTIONS,
        get_tool_input_schema=lambda name: schema_of(BY_NAME[name].args) if name in BY_NAME else None,
        on_list_tools=list_tools, on_call_tool=call_tool, on_list_resources=list_resources,
        on_list_resource_templates=list_templates, on_read_resource=read_resource, on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )  # fmt: skip


def client_of(ctx: Context) -> str:
    """The name that the client gives of itself, "" when it gives none."""
    params = ctx.session.client_params
    return params.client_info.name if params is not None else ""


async def _done(desk: Desk, work: Callable[[], Said], seconds: float) -> Said:
    try:
        return await desk.do(work, seconds)
    except Busy as error:
        return failed(error)


def _told(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        title=tool.title, read_only_hint=tool.reads_only, destructive_hint=tool.destroys,
        idempotent_hint=tool.reads_only, open_world_hint=False,
    )  # fmt: skip
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.say,
        input_schema=schema_of(tool.args),
        annotations=hints,
    )


def _result(said: Said) -> types.CallToolResult:
    """What is read as text has its data beside it, out of the model's sight; what is read as data is the data."""
    content = types.TextContent(text=said.words)
    if said.text and not said.failed:
        return types.CallToolResult(content=[content], _meta={META: said.document})
    return types.CallToolResult(content=[content], structured_content=said.document, is_error=said.failed)


def _asks(ctx: Context) -> bool:
    """Whether the client can ask its user, and this request has a way back to it."""
    able = ctx.session.client_capabilities
    return able is not None and able.elicitation is not None and ctx.session.can_send_request


async def _as_seen(desk: Desk, caller: Caller, said: dict[str, Any]) -> dict[str, Any]:
    """What was asked for, of the rule as it stands before the user is asked: their yes is for the words that they read."""
    try:
        return await desk.do(lambda: as_seen(caller, said), _READ_SECONDS)
    except Busy:
        return said


async def _ask(
    ctx: Context, desk: Desk, caller: Caller, name: str, said: dict[str, Any]
) -> types.CallToolResult | None:
    """Has the user asked; None is a yes, else what is answered instead. It is what an agent's program says, and no human's consent."""
    would = await _done(desk, lambda: tools.call(caller, name, {**said, "sure": False}), _READ_SECONDS)
    if would.failed or would.document["data"].get("replayed"):  # nothing to ask: it was done before
        return _result(would)
    words = would.document["data"].get("text") or said.get("text") or ""
    asked = await ctx.session.elicit_form(
        f"Take this away so that it does not come back: {words}",
        {"type": "object", "properties": {}},
        ctx.request_id,
    )
    return None if asked.action == "accept" else _result(would)
