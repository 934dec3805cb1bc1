"""`cm serve`: the Model Context Protocol over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from cm.cli import envelope, run, say, streams
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.serving import Made, Terms

ADDRESS = typer.Option(
    "", "--address", metavar="IP", help="Where to listen (default 127.0.0.1, this machine alone)."
)
PORT = typer.Option(8426, "--port", metavar="N", help="Which port; 0 is any that is free.")
NAMES = typer.Option(None, "--name", metavar="NAME", help="A further name it is called by; may be repeated.")
ORIGINS = typer.Option(
    None, "--origin", metavar="ORIGIN", help="A web page that may call it; may be repeated."
)
NEW_TOKEN = typer.Option(False, "--new-token", help="Make a token, in the place of the one before, and stop.")
YES = typer.Option(False, "--yes", help="In a script: yes, serve others than this machine.")


@dataclass(frozen=True, slots=True)
class Serving:
    """Where it is served, and what a client needs."""

    url: str
    token: str  # the file it lies in, or the variable; "" = there is none
    far: bool
    open_writes: bool


def command(
    address: str = ADDRESS, port: int = PORT, names: list[str] = NAMES, origins: list[str] = ORIGINS,
    new_token: bool = NEW_TOKEN, yes: bool = YES,
) -> Answer | int:  # fmt: skip
    """Serve cm's verbs over MCP (streamable HTTP), until ^C. Agents that start programs use cm mcp.

    Programs of this machine may read; what changes anything needs the token (--new-token), unless serve.open_writes is set. Beyond
    this machine nothing starts without one, and no word of a session and nothing private is told. The folder in which it is started is the project
    that callers see who name no other.
    """
    from cm.flows.env import open_env
    from cm.flows.serving import VARIABLE, terms_of, token_file
    from cm.flows.serving import new_token as make

    env = open_env()
    if new_token:
        if address or names or origins or yes:
            raise Usage("--new-token stands alone", hint="first cm serve --new-token, then cm serve …")
        made = make(env)
        return Answer("serve.token", made, lambda: render_made(made))
    terms = terms_of(env, address, port, names=names or (), origins=origins or (), yes=yes)
    from dataclasses import replace

    from cm.mcp.http import listen, serve

    with listen(terms) as opened:
        terms = replace(terms, port=opened.getsockname()[1])
        place = VARIABLE if env.environ.get(VARIABLE, "").strip() else str(token_file(env))
        told = Serving(url_of(terms), place if terms.token else "", terms.far, terms.open_writes)

        def ready() -> None:
            streams.write(envelope.answer("cm.serve/1", told) if run.wants_json() else say.fit(render(told)))

        serve(env.environ, str(env.cwd), terms, opened, ready)
    return 0


def url_of(terms: Terms) -> str:
    """The address that a client is given."""
    host = f"[{terms.address}]" if ":" in terms.address else terms.address
    return f"http://{host}:{terms.port}/mcp"


def render(told: Serving) -> str:
    """Where, and who may do what."""
    if told.far:
        who = f"Others than this machine reach it: every call needs the token ({told.token}). What is sent is not encrypted."
    elif told.open_writes:
        who = "Programs of this machine may read and change things without a token (serve.open_writes)."
    elif told.token:
        who = f"Programs of this machine may read; changes need the token ({told.token})."
    else:
        who = "Programs of this machine may read; changes need a token: cm serve --new-token"
    return say.lines(f"Serving MCP at {told.url}", say.para(who), "^C ends it.")


def render_made(made: Made) -> str:
    """Where it lies, and how it is sent."""
    return say.lines(
        say.para(
            f"A token lies in {made.file}, for you alone to read."
            + (" The one before holds no more." if made.before else "")
        ),
        say.para(
            "Clients send it as Authorization: Bearer …; a server that runs takes it at once, unless it was given one by CM_SERVE_TOKEN."
        ),
    )
