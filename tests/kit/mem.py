"""A small git-first fact store (`.mem`), in our own words: one of everything, and the traps such stores hold."""

import json
import os
import subprocess
from hashlib import sha256

AMAL = """---
schema_version: 2
id: p_amal
type: person
title: Amal Haddad
aliases: [Amal, AH]
links: [o_acme]
visibility: shared
facts:
  - id: f_lead
    predicate: role
    statement: Amal Haddad leads the billing team.
    kind: explicit_assertion
    status: active
    observed_at: "2026-03-04T09:00:00Z"
    valid_from: 2026-03-01
    valid_from_precision: month
    sources: [{event_id: ev-1, role: user, evidence: Amal leads the billing team}]
    visibility: shared
    supersedes: [f_dev]
  - id: f_dev
    predicate: role
    statement: Amal Haddad develops the mobile app.
    kind: explicit_assertion
    status: superseded
    observed_at: "2025-01-04T09:00:00Z"
    valid_from: 2025-01-01
    valid_from_precision: year
    valid_to: "2026-03-01"
    sources: []
  - id: f_room
    predicate: place
    statement: Amal Haddad sits in room 214.
    kind: explicit_assertion
    status: active
    observed_at: "2026-03-05T09:00:00Z"
    review_after: "2027-01-01"
    confidence: 0.4
    sources: [{event_id: ev-404, role: user, evidence: she sits in room 214}]
  - id: f_rephrased
    predicate: mood
    statement: Amal Haddad is fond of long meetings on Fridays.
    kind: explicit_assertion
    status: active
    observed_at: "2026-03-05T09:00:00Z"
    sources: [{event_id: ev-2, role: user, evidence: Amal loves meetings}]
  - id: f_gone
    predicate: phone
    statement: Amal Haddad is reached at extension 4471.
    kind: explicit_assertion
    status: active
    observed_at: "2026-03-05T09:00:00Z"
    sources: []
  - id: f_again
    predicate: phone
    statement: Amal Haddad is reached at extension 4471
    kind: inference
    status: active
    observed_at: "2026-04-05T09:00:00Z"
    sources: []
---
# Amal Haddad
- Amal Haddad leads the billing team.
"""

ACME = """---
schema_version: 2
id: o_acme
type: org
title: Acme
aliases: []
facts:
  - id: f_city
    predicate: city
    statement: Acme has its office in Lisbon.
    kind: observed_tool_result
    status: active
    observed_at: "2026-02-01T00:00:00Z"
    valid_from: "2026-02-01T08:30:00Z"
    valid_from_precision: instant
    expires_at: "2028-01-01T00:00:00Z"
    sources: [{event_id: ev-3, role: tool, evidence: "office: Lisbon"}]
    visibility: public
  - {id: f_old, statement: Acme was called Umbrella., status: expired, observed_at: "2020-01-01T00:00:00Z", sources: []}
  - {id: f_not, statement: Acme is bankrupt., status: retracted, observed_at: "2026-01-01T00:00:00Z", sources: []}
  - {id: f_both, statement: Acme has nine employees., status: disputed, observed_at: "2026-01-01T00:00:00Z", sources: []}
  - {id: f_empty, statement: "", status: active}
  - not a fact
---
"""

USER = """---
schema_version: 2
id: pref_user
type: preferences
title: Preferences
aliases: []
facts:
  - {id: f_tea, predicate: drink, statement: I prefer tea to coffee., kind: explicit_assertion, status: active, observed_at: "2026-05-01T00:00:00Z", sources: []}
  - {id: f_key, predicate: secret, statement: "My key is AKIAIOSFODNN7EXAMPLE.", kind: explicit_assertion, status: active, observed_at: "2026-05-01T00:00:00Z", sources: []}
---
"""

SHOP = """---
schema_version: 2
id: w_shop
type: workstream
title: shop
aliases: []
facts:
  - {id: f_port, predicate: port, statement: The shop listens on port 8443., status: active, observed_at: "2026-05-01T00:00:00Z", sources: [{event_id: ev-4, role: assistant, evidence: port 8443}]}
---
"""

CONTROLS = {
    "suppressions": {
        "f_gone": {
            "target": "f_gone",
            "kind": "soft_forget",
            "suppressed_at": "2026-06-01T00:00:00Z",
            "reason": "she asked",
        },
        "f_city": {"target": "f_city", "kind": "audience", "suppressed_at": "2026-06-01T00:00:00Z"},
        "f_port": {
            "target": "f_port",
            "kind": "review",
            "suppressed_at": "2026-06-01T00:00:00Z",
            "reason": "the port moved",
        },
    },
    "retractions": ["f_not"],
    "deletions": [],
    "redacted_events": ["ev-5"],
}

EVENTS = (
    ("ev-1", "user", "By the way, Amal leads the billing team since March.", {}),
    ("ev-2", "user", "Amal was in a meeting on Friday.", {}),
    ("ev-3", "tool", "name: Acme\noffice: Lisbon", {"metadata": {"project": "shop"}}),
    ("ev-4", "assistant", "The shop listens on port 8443.", {}),
    ("ev-5", "user", "My PIN is 0000.", {}),
    ("ev-6", "user", "", {"redaction": "full"}),
    ("ev-7", "user", "These words were changed later.", {"content_sha256": "0" * 64}),
)


def event(number, name, role, content, more):
    return {
        "schema_version": 1, "event_id": name, "seq": number, "scope_id": "home", "session_id": "s-1",
        "occurred_at": f"2026-03-04T09:{number:02}:00Z", "ingested_at": "2026-03-04T10:00:00Z", "role": role,
        "source": {"source_kind": "chat", "source_id": "c1"}, "content": content,
        "content_sha256": sha256(content.encode()).hexdigest(), "redaction": "none", **more,
    }  # fmt: skip


def mem_store(root, pages=None, controls=CONTROLS, events=EVENTS):
    """Makes the store below a folder; its bare repository is a real one."""
    files = {
        "memory/people/amal.md": AMAL, "memory/orgs/acme.md": ACME, "memory/preferences/user.md": USER,
        "memory/workstreams/shop.md": SHOP, "state/controls.json": json.dumps(controls), "state/checkpoint.json": "{}",
        "state/dispositions/d1.json": "{}", "INDEX.md": "# Index\n", **(pages or {}),
    }  # fmt: skip
    (root / "journal").mkdir(parents=True)
    world = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}

    def git(*args, data=b"", **more):
        where = ["git", f"--git-dir={root / 'memory.git'}", *args]
        return subprocess.run(
            where, input=data, capture_output=True, check=True, env={**world, **more}
        ).stdout.strip()

    subprocess.run(["git", "init", "-q", "--bare", str(root / "memory.git")], check=True, env=world)
    for name, text in files.items():
        blob = git("hash-object", "-w", "--stdin", data=text.encode()).decode()
        git("update-index", "--add", "--cacheinfo", f"100644,{blob},{name}")
    link = git("hash-object", "-w", "--stdin", data=b"/etc/passwd").decode()
    git("update-index", "--add", "--cacheinfo", f"120000,{link},memory/people/link.md")
    tree = git("write-tree").decode()
    who = {
        f"GIT_{part}_{what}": "a@example.com"
        for part in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    commit = git("commit-tree", tree, "-m", "facts", **who).decode()
    git("update-ref", "refs/heads/memory", commit)
    frames = [
        f"{len(line):08x} {line} crc={number:04x}"
        for number, each in enumerate(events, 1)
        if (line := json.dumps(event(number, *each)))
    ]
    day = root / "journal/events-2026-03-04.jsonl"
    day.write_text("\n".join([*frames, '00000040 {"event_id": "ev-8", "content": "torn']) + "\n")
    (root / "tasks.json").write_text(
        json.dumps({"version": 3, "tasks": [{"id": "t1", "title": "Call Amal back"}]})
    )
    return root
