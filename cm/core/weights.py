"""What each sign is worth when deciding whether a sentence should hold in later sessions, and why.

A linear model with named features: the score of a sentence is BIAS plus the weights of the signs it shows, plus what its
words are worth (`core/words/learned.py`). The names are the cues of `core/words`, the signs of `core/signs.py` and the
shapes of `core/shapes.py`. The numbers are fitted by `tests/bench/fit_weights.py`, around ones that were set by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -4.14
ANCHOR: Final = 0.0
"""A sentence at or above this founds a rule."""
TOGETHER: Final = 0.0
"""The sentences of a message, taken together (log of the sum of exponentials), must reach this."""
SUPPORT: Final = -2.8
"""A neighbour at or above this belongs to the rule that an anchor founds."""
EXPLICIT: Final = frozenset({"standing", "memory", "always", "^always"})
"""Signs that are the user's explicit standing words (DESIGN 4)."""

WEIGHTS: Final[Mapping[str, float]] = {
    # it should last
    "standing": 1.62,  # "from now on", "every time", "no exceptions"
    "always": -0.28,  # alone it also describes how a product behaves
    "^always": 1.55,  # "never push", "always run": said to the one who does it
    "told": 0.56,  # ", never renumber": the same within a sentence
    "memory": 2.23,  # "remember", "for the record", "fyi", "note to self"
    "breadth": 0.99,  # "in this repo", "all images", "everything under src/"
    "we": 1.8,  # "we use", "we stick to": the habit of a team
    "ours": 1.59,
    "custom": 0.91,  # convention, policy, "the hook rejects", "on purpose"
    "again": 1.83,  # "second time", "I told you", "stop adding": a correction that generalises
    # what kind of sentence it is
    "ban": 0.7,
    "decreed": 0.62,  # "is banned", "is mandatory"
    "no_thing": 1.55,  # "no emojis", "keine DB-Zugriffe"
    "must": -0.3,
    "only": 0.29,
    "contrast": 0.94,  # "X, not Y"; "instead of"
    "reason": 1.43,  # one who explains expects it to be kept
    "when_you": 0.9,  # "before you commit", "if you need": a situation, not an occasion
    "prefer": 2.18,
    "^soft": 0.27,  # an imperative that often states a habit: use, keep, prefer, ask
    "manner": 1.58,  # the agent's way of answering, committing, commenting
    "fact": 1.27,
    "generic": 1.22,  # "secrets come from Vault": a class of things and what holds for it
    "figure": -0.09,
    "topic": 0.62,  # "css: logical properties only"
    "emphatic": 0.62,  # NOT, NEVER
    "listed": 1.5,  # a point under "in this repo, from now on:"
    "extends": 1.51,  # "that goes for every repo": makes a rule of what was just said
    "extended": 2.36,  # what was said just before such a sentence
    "stated": 2.21,  # the whole message states: no task and no question in it
    "code": 0.75,
    "recurs": 1.34,  # "nightly", "every Monday"
    # against
    "copyedit": -3.5,  # words to be polished, translated or published
    "retracted": -9.0,  # "scratch that" came after it
    "soon": -2.95,  # "today", "for now", "in this PR"
    "framed": -1.53,  # the message opened with what holds only for now
    "hypothetical": -2.93,
    "sarcasm": -3.47,
    "hearsay": -1.42,  # what somebody else or a document says
    "product": -2.6,  # how the product behaves, not how to work on it
    "describes": -1.05,  # "the worker never acks": how something behaves
    "code-spec": -2.39,  # "`parse` should return ...": how the code behaves
    "specified": -1.72,  # the message says that it is a specification
    "document": -3.01,  # long enough to be a plan or a pasted page
    "bug": -1.5,
    "should": -1.13,  # "the label should be blue": what a thing is to become
    "^pronoun": -0.3,  # leans on what was said before
    "chat": -1.43,  # "I think", "hang on", "looks like": talk about the work at hand
    "choice": -2.02,  # "B)", "go with the first one"
    "allow": -0.48,
    "past": -0.57,
    "thanks": -0.66,
    "^task": -1.19,
    "^request": -1.99,
    "^case": -1.24,  # "if the type is missing": a case in the code, more often than in the work
    "^ask": -1.49,
    "asked": -1.61,
    "question": -3.5,
    "definite": -0.87,  # a task with one definite target
    "definite-soft": -1.42,
    "^reply": -0.86,
    "quotes": -0.6,  # words that are somebody else's
    "bare-order": -0.2,  # one imperative and nothing that says why, when or where
    "tiny": -2.65,  # under four words
    "planted": -4.06,  # some of the message is addressed to a model
    # how it is built, and where it stands (core/shapes.py)
    "vowed-norm": 0.99,  # "from now on never ..."
    "vowed": 0.57,  # a standing word, and nothing that takes its force
    "about-time": 0.04,
    "all-of": -0.03,
    "alone": 0.49,
    "answers": -0.38,
    "beside-paste": 0.37,
    "brackets": 0.18,
    "can": -0.23,
    "colon": -0.65,
    "either": -0.84,
    "exclaims": 0.44,
    "file": -0.42,
    "future": -0.7,
    "gets": -0.02,
    "habitual": 1.26,
    "i": 0.01,
    "identifier": -0.9,
    "in-few": 1.55,
    "in-many": -0.84,
    "is": 0.08,
    "last": 0.34,
    "much-code": 0.07,
    "no-latin": -0.54,
    "not": 0.46,
    "one-job": -0.16,
    "opens-a": 0.0,
    "opens-all": -0.06,
    "opens-ban": 0.61,
    "opens-because": -0.16,
    "opens-code": 0.78,
    "opens-i": -0.39,
    "opens-if": -0.36,
    "opens-in": -0.32,
    "opens-let": -0.07,
    "opens-my": 0.01,
    "opens-order": -0.6,
    "opens-the": -0.1,
    "opens-this": -0.08,
    "opens-we": -0.09,
    "opens-when": 0.67,
    "opens-why": -0.44,
    "opens-you": -0.44,
    "our": -0.58,
    "perfect": 0.65,
    "progressive": -0.08,
    "replies": 1.41,
    "retract": 0.0,
    "screen-part": -0.53,
    "semicolon": 0.87,
    "so": 0.34,
    "spec": -0.01,
    "surroundings": 0.99,
    "task-after": -0.79,
    "task-before": -0.23,
    "than": 0.02,
    "the-the": -0.17,
    "they": 0.06,
    "this": -0.25,
    "use": -0.05,
    "wants": -0.09,
    "was": 0.22,
    "with-^ask": -0.58,
    "with-bug": -0.17,
    "with-chat": -0.1,
    "with-hypothetical": -0.36,
    "with-memory": 0.02,
    "with-product": -0.84,
    "with-question": -1.05,
    "with-reason": -0.29,
    "with-soon": -0.48,
    "with-standing": 0.31,
    "with-we": 0.32,
    "words-14": 0.24,
    "words-24": 0.72,
    "words-4": -0.48,
    "words-40": 0.48,
    "words-8": -0.36,
    "words-more": -0.12,
    "works": 0.44,
    "you": 1.36,
}
