"""How the hits of a search read as text: where each stands, and the piece that answers with the words marked.

Bold on a terminal, «…» elsewhere. Standard library only: a quick door prints this.
"""

from __future__ import annotations

from cm.cli import paint, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cm.flows.found import Found
    from cm.flows.search import SearchResult

# stand for the marks while lines are wrapped; no text has them (they are taken out before)
_OPEN, _CLOSE = "\ue000", "\ue001"


def render(found: SearchResult, *, bold: bool | None = None) -> str:
    """One paragraph per hit, the way on at the end."""
    withheld = (
        f"{say.count(found.withheld, 'hit')} withheld: forgotten content, or a secret."
        if found.withheld
        else ""
    )
    notes = say.lines(*(say.para(note) for note in found.notes))
    if not found.hits:
        nothing = say.para(f"Nothing found for: {found.query}")
        return say.blocks(nothing, notes, withheld, "New sessions are read by: cm sessions")
    without = f" Without: {', '.join(found.without)}." if found.without else ""
    head = ("" if found.every_word else "Nothing has all of the words; these have some.") + without
    example = next((hit for hit in found.hits if hit.source == "event"), found.hits[0])
    if found.reranked_by:
        head = f"{head} Ordered by {by_whom(found.reranked_by)}."
    ways = [f"The place around a hit: cm show {short_id(example)}"]
    if found.more:
        ways.append(f"There is more: --limit {len(found.hits) * 2}")
    body = say.blocks(
        say.para(head.strip()) if head else "", *(_hit(hit, found.project) for hit in found.hits), notes, withheld,
        say.lines(*ways),
    )  # fmt: skip
    on = paint.wanted() if bold is None else bold
    marks = paint.marks("bold", on) if on else ("«", "»")
    return body.replace(_OPEN, marks[0]).replace(_CLOSE, marks[1])


def marked(text: str, matches: tuple[tuple[int, int], ...]) -> str:
    """A text with the places that answer between marks."""
    out, end = [], 0
    clean = text.replace(_OPEN, " ").replace(_CLOSE, " ")
    for start, stop in matches:
        out += [clean[end:start], _OPEN, clean[start:stop], _CLOSE]
        end = stop
    return "".join([*out, clean[end:]])


def short_id(hit: Found) -> str:
    """An id as it is shown: enough of it to be copied back."""
    return hit.id if hit.source == "rule" else hit.id[:14]


def by_whom(name: str) -> str:
    """Who ordered anew, in words."""
    kind, _, model = name.partition(":")
    return {"remote": f"{model}, beyond this machine", "local": f"{model}, on this machine"}.get(
        kind, "words"
    )


def _valid(since: str, until: str) -> str:
    if since and until:
        return f"{since} to {until}"
    return f"since {since}" if since else f"until {until}" if until else ""


def _hit(hit: Found, here: str) -> str:
    where = say.place(hit.project, 40) if hit.project and hit.project != here else ""
    if hit.source == "rule":
        stage = hit.status if hit.status != "candidate" else ""
        parts = [
            hit.kind,
            f"about {say.cut(hit.about, 60)}" if hit.about else "",
            _valid(hit.since, hit.until),
            stage,
            "this repository's" if hit.layer == "repo" else "",
            f"contested by {', '.join(map(say.short, hit.contested_with))}" if hit.contested_with else "",
            f"not where {', '.join(map(say.short, hit.except_for))} holds" if hit.except_for else "",
            where,
        ]
    elif hit.source == "diary":
        parts = ["diary", say.session_name(hit.session), say.minute(hit.at), hit.status, where]
    else:
        ended = f", exit {hit.exit}" if hit.exit is not None else ""
        what = (hit.kind if hit.kind != "message" else "") + ended
        alike = f"and {hit.alike} alike" if hit.alike else ""
        parts = [
            f"{say.session_name(hit.session)} #{hit.seq}",
            say.minute(hit.at),
            f"{hit.by} {what}".strip(),
            where,
            alike,
        ]
    head = say.para(" · ".join(part for part in parts if part), first=f"{short_id(hit)}  ", hang=2)
    return say.lines(head, say.para(marked(hit.text, hit.matches), 2), *_source(hit))


def _source(hit: Found) -> list[str]:
    """The lines of the source around a hit, the one that was found with a mark, whoever said them where that changes."""
    told, event = [], ""
    for line in hit.lines:
        who = f"{line.by}: " if line.event != event else ""
        event = line.event
        told.append(say.para(f"{'>' if line.hit else '|'} {who}{say.clean(line.text)}", 4, hang=6))
    return told
