"""Sessions in one line each: who said or did what."""

from cm.model.ids import event_id
from cm.model.session import Event, SessionHead

SHOP = "github.com/acme/shop"


def talk(*said, native="s1", project=SHOP, day=20, **head):
    """A session's head and events; a pair is (author, text), a triple a command with its exit and output."""
    name = f"claude-code/{native}"
    events = []
    for item in said:
        n = len(events)
        at = f"2026-11-{day:02}T{10 + n // 60:02}:{n % 60:02}:00Z"
        if len(item) == 2:
            events.append(Event(event_id(name, str(n)), name, n, at, item[0], "message", item[1]))
        else:
            command, code, out = item
            run = Event(event_id(name, str(n)), name, n, at, "agent", "command", command, tool="Bash")
            events += [
                run,
                Event(event_id(name, f"{n}o"), name, n + 1, at, "tool", "output", out, of=run.id, exit=code),
            ]
    stamp = f"2026-11-{day:02}T10:00:00Z"
    known = SessionHead(name, "claude-code", native, project=project, started=stamp, ended=stamp, **head)
    return known, tuple(events)
