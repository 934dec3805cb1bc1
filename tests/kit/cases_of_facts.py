"""One fact for each case that a reader has to know, each with a noun of its own, and who may be told it."""

import json
from dataclasses import dataclass

SHOP = "/home/dev/shop"
NOW = "2026-11-30T12:00:00Z"


@dataclass(frozen=True)
class Case:
    """A fact, its noun, its fields, and to whom it is told when it holds."""

    name: str
    noun: str
    text: str
    fields: str = ""
    kind: str = "fact"
    seen: str = "team"  # private, team, public: the audience it is for
    holds: bool = True  # whether the predicate serves it at all

    @property
    def id(self):
        return "r-" + (self.name.replace("-", "") + "aaaaaaaaaaaaa")[:13]

    def told_to(self, audience, door="list"):
        """Whether a reader that asks the predicate is told it."""
        order = ("private", "team", "public")
        holds = (self.holds or (self.name == "elsewhere" and door == "search")) and not (
            self.name.startswith("contested") and door == "export"
        )
        return holds and order.index(audience) <= order.index(self.seen)


CASES = (
    Case("active", "okapi", "The okapi gateway listens on port 4101."),
    Case("dated", "quagga", "Deploys go through the quagga cluster.", "valid: {from: 2026-03}"),
    Case("public", "numbat", "Releases are named after the numbat.", "visibility: public", seen="public"),
    Case("private", "dugong", "The dugong account pays the invoices.", "visibility: private", seen="private"),
    Case("person", "kakapo", "Amal owns the kakapo billing service.", "about: 'person:Amal'", seen="private"),
    Case("user", "axolotl", "I work on the axolotl rewrite on Fridays.", "about: user", seen="private"),
    Case("liking", "wombat", "I like wombat sized commits best.", kind="preference", seen="private"),
    Case("shared", "tapir", "We prefer tapir diagrams in reviews.", "visibility: team", kind="preference"),
    Case("draft", "gharial", "The gharial queue has twelve workers.", "state: draft", holds=False),
    Case("superseded", "serow", "Backups lie in the serow bucket.", "state: superseded\n    replaced_by: r-activeaaaaaaa", holds=False),
    Case("retired", "bongo", "The bongo mirror is in Zürich.", "state: retired\n    retired: {at: 2026-10-01T00:00:00Z, by: human, reason: gone}", holds=False),
    Case("contested-a", "jerboa", "The jerboa cache lives for one hour.", "state: contested\n    contests: [r-contestedbaaa]"),
    Case("contested-b", "jerboa", "The jerboa cache lives for six days.", "state: contested\n    contests: [r-contestedaaaa]"),
    Case("expired", "markhor", "The markhor freeze forbids merges.", "valid: {until: 2026-10}", holds=False),
    Case("to-come", "saola", "The saola region opens its doors.", "valid: {from: 2027-02-01}", holds=False),
    Case("stale", "dhole", "The dhole suite takes nine minutes.", "stale: nobody knows", holds=False),
    Case("blocked", "vaquita", "The vaquita password rota is weekly.", holds=False),
    Case("unmerged", "binturong", "The binturong parser reads tables.", "unmerged: {branch: topic/binturong}", holds=False),
    Case("elsewhere", "fossa", "The fossa pipeline builds the app.", holds=False),
)  # fmt: skip
NOUNS = tuple(dict.fromkeys(case.noun for case in CASES))
HELD = tuple(case for case in CASES if not case.holds)


def playbook():
    """All of them as a playbook's text."""
    rows = ["schema: 1", "rules:"]
    for case in CASES:
        project = "/home/dev/other" if case.name == "elsewhere" else SHOP
        rows += [f"  - id: {case.id}", f"    text: {case.text}", f"    kind: {case.kind}"]
        rows += [f"    scope: {{project: {project}}}"]
        rows += [f"    {case.fields}"] if case.fields else []
        rows += ["    origin: {by: human, at: 2026-11-01T00:00:00Z}"]
    return "\n".join(rows) + "\n"


def blocked():
    """What was withdrawn, as the ledger's line."""
    text = next(case.text for case in CASES if case.name == "blocked")
    line = {
        "id": "b-aaaaaaaaaaaaa",
        "rule": "",
        "text": text,
        "at": "2026-11-02T00:00:00Z",
        "by": "human",
        "reason": "wrong",
    }
    return json.dumps(line) + "\n"
