"""Little sessions in a journal, in which a command does damage and somebody is sorry."""

from cm.model.session import Event, SessionHead
from cm.store.journal import Journal

RESET = (
    ("user", "message", "sync with main please"),
    ("agent", "command", "git reset --hard origin/main"),
    ("agent", "message", "Done."),
    ("user", "message", "what did you do? you deleted all my uncommitted work"),
)
PEACEFUL = (
    ("user", "message", "run the tests"),
    ("agent", "command", "pytest -q"),
    ("agent", "message", "All pass."),
)


def keep(home, rows=RESET, *, name="s1", host="claude-code", project="github.com/acme/shop", day=10, **head):
    """Writes a session into the journal below `home`; a fourth field of a row is the exit status of its output."""
    session = f"{host}/{name}"
    at = f"2026-11-{day:02d}T10:00:00Z"
    events = []
    for by, kind, text, *code in rows:
        number = len(events)
        events.append(Event(f"e-{name}{number:013d}", session, number, at, by, kind, text))
        if kind == "command" and code != [None]:
            events.append(
                Event(
                    f"o-{name}{number:013d}",
                    session,
                    number + 1,
                    at,
                    "tool",
                    "output",
                    "",
                    of=events[-1].id,
                    exit=code[0] if code else 0,
                )
            )
    known = SessionHead(
        session, host, name, cwd="/home/dev/shop", project=project, started=at, ended=at, **head
    )
    Journal(home / "journal").append(known, events)
    return known
