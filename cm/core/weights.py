"""What each sign is worth when deciding whether a sentence should hold in later sessions, and why.

A linear model with named features: the score of a sentence is BIAS plus the weights of the signs it shows. The names
are the cues of `core/words` and the shapes of `core/directives.py`. Change a number here, run the label bench, keep it
if both halves of the labelled set agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.9
ANCHOR: Final = 0.0
"""A sentence at or above this founds a rule."""
TOGETHER: Final = 0.25
"""The three best sentences of a message, taken together (log of the sum of exponentials), must reach this."""
SUPPORT: Final = -2.8
"""A neighbour at or above this belongs to the rule that an anchor founds."""
EXPLICIT: Final = frozenset({"standing", "memory", "always", "^always"})
"""Signs that are the user's explicit standing words (DESIGN 4)."""

WEIGHTS: Final[Mapping[str, float]] = {
    # it should last
    "standing": 2.1,  # "from now on", "every time", "no exceptions"
    "always": 0.7,  # alone it also describes how a product behaves
    "^always": 1.2,  # "never push", "always run": said to the one who does it
    "told": 0.8,  # ", never renumber": the same within a sentence
    "memory": 2.5,  # "remember", "for the record", "fyi", "note to self"
    "breadth": 1.0,  # "in this repo", "all images", "everything under src/"
    "we": 1.6,  # "we use", "we stick to": the habit of a team
    "ours": 0.9,
    "custom": 1.2,  # convention, policy, "the hook rejects", "on purpose"
    "again": 1.8,  # "second time", "I told you", "stop adding": a correction that generalises
    # what kind of sentence it is
    "ban": 0.8,
    "decreed": 0.8,  # "is banned", "is mandatory"
    "no_thing": 1.1,  # "no emojis", "keine DB-Zugriffe"
    "must": 0.4,
    "only": 0.8,
    "contrast": 0.7,  # "X, not Y"; "instead of"
    "reason": 1.1,  # one who explains expects it to be kept
    "when_you": 1.1,  # "before you commit", "if you need": a situation, not an occasion
    "prefer": 1.5,
    "^soft": 0.1,  # an imperative that often states a habit: use, keep, prefer, ask
    "manner": 1.3,  # the agent's way of answering, committing, commenting
    "fact": 0.7,
    "generic": 1.1,  # "secrets come from Vault": a class of things and what holds for it
    "figure": 0.1,
    "topic": 0.8,  # "css: logical properties only"
    "emphatic": 0.6,  # NOT, NEVER
    "listed": 1.5,  # a point under "in this repo, from now on:"
    "extends": 1.4,  # "that goes for every repo": makes a rule of what was just said
    "extended": 2.2,  # what was said just before such a sentence
    "stated": 1.4,  # the whole message states: no task and no question in it
    "code": 0.5,
    "recurs": 1.0,  # "nightly", "every Monday"
    # against
    "copyedit": -3.4,  # words to be polished, translated or published
    "retracted": -9.0,  # "scratch that" came after it
    "soon": -2.7,  # "today", "for now", "in this PR"
    "framed": -1.0,  # the message opened with what holds only for now
    "hypothetical": -2.8,
    "sarcasm": -3.5,
    "hearsay": -2.2,  # what somebody else or a document says
    "product": -2.4,  # how the product behaves, not how to work on it
    "describes": -1.0,  # "the worker never acks": how something behaves
    "code-spec": -2.2,  # "`parse` should return ...": how the code behaves
    "specified": -1.7,  # the message says that it is a specification
    "document": -3.0,  # long enough to be a plan or a pasted page
    "bug": -1.6,
    "should": -0.6,  # "the label should be blue": what a thing is to become
    "^pronoun": -0.2,  # leans on what was said before
    "chat": -1.4,  # "I think", "hang on", "looks like": talk about the work at hand
    "choice": -2.0,  # "B)", "go with the first one"
    "allow": -1.2,
    "past": -0.8,
    "thanks": -0.2,
    "^task": -1.6,
    "^request": -1.8,
    "^case": -0.9,  # "if the type is missing": a case in the code, more often than in the work
    "^ask": -1.5,
    "asked": -1.6,
    "question": -3.1,
    "definite": -0.9,  # a task with one definite target
    "definite-soft": -0.7,
    "^reply": -0.6,
    "quotes": -0.7,  # words that are somebody else's
    "bare-order": -0.8,  # one imperative and nothing that says why, when or where
    "tiny": -1.6,  # under four words
}
