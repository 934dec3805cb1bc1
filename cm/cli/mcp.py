"""`cm mcp`: the Model Context Protocol on stdin and stdout, as coding agents start it."""

from __future__ import annotations

from cm.cli.run import Answer


def command() -> Answer | int:
    """Serve cm's verbs to one agent over MCP, on stdin and stdout, until stdin is closed.

    It is an agent's program that calls, never a person: what only a person may do is refused, with words on how. For programs that
    speak HTTP: cm serve.
    """
    import gc

    gc.disable()  # what is imported stays: looking through it for garbage only makes the agent wait
    from cm.flows.env import open_env
    from cm.mcp.stdio import serve

    gc.freeze()
    gc.enable()
    env = open_env()
    serve(env.environ, str(env.cwd))
    return 0
