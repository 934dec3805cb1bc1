"""What each sign is worth when deciding whether a sentence should hold in later sessions, and why.

A linear model with named features: the score of a sentence is BIAS plus the weights of the signs it shows, plus what its
words are worth (`core/reading/words/learned.py`). The names are the cues of `core/reading/words`, the signs of `core/reading/signs.py` and the
shapes of `core/reading/shapes.py`. The numbers are fitted by `tests/bench/fit_weights.py`, around ones that were set by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -4.21
ANCHOR: Final = 0.0
"""A sentence at or above this founds a rule."""
TOGETHER: Final = 0.0
"""The sentences of a message, taken together (log of the sum of exponentials), must reach this."""
SUPPORT: Final = -3.8
"""A neighbour at or above this belongs to the rule that an anchor founds."""
EXPLICIT: Final = frozenset({"standing", "memory", "always", "^always"})
"""Signs that are the user's explicit standing words (DESIGN 4)."""

WEIGHTS: Final[Mapping[str, float]] = {
    # it should last
    "standing": 1.5,  # "from now on", "every time", "no exceptions"
    "always": -0.25,  # alone it also describes how a product behaves
    "^always": 1.48,  # "never push", "always run": said to the one who does it
    "told": 0.8,  # ", never renumber": the same within a sentence
    "memory": 2.58,  # "remember", "for the record", "fyi", "note to self"
    "breadth": 0.94,  # "in this repo", "all images", "everything under src/"
    "we": 1.72,  # "we use", "we stick to": the habit of a team
    "ours": 1.63,
    "custom": 0.87,  # convention, policy, "the hook rejects", "on purpose"
    "again": 1.78,  # "second time", "I told you", "stop adding": a correction that generalises
    # what kind of sentence it is
    "ban": 0.72,
    "decreed": 0.59,  # "is banned", "is mandatory"
    "no_thing": 1.61,  # "no emojis", "keine DB-Zugriffe"
    "must": -0.29,
    "only": 0.25,
    "contrast": 0.95,  # "X, not Y"; "instead of"
    "reason": 1.45,  # one who explains expects it to be kept
    "when_you": 1.06,  # "before you commit", "if you need": a situation, not an occasion
    "prefer": 2.19,
    "^soft": 0.4,  # an imperative that often states a habit: use, keep, prefer, ask
    "manner": 1.64,  # the agent's way of answering, committing, commenting
    "fact": 1.21,
    "holds": 1.0,  # "the billing service is owned by Amal": by hand, since few labelled messages have the frame
    "generic": 1.16,  # "secrets come from Vault": a class of things and what holds for it
    "figure": -0.08,
    "topic": 0.71,  # "css: logical properties only"
    "emphatic": 0.6,  # NOT, NEVER
    "listed": 1.5,  # a point under "in this repo, from now on:"
    "extends": 1.52,  # "that goes for every repo": makes a rule of what was just said
    "extended": 2.35,  # what was said just before such a sentence
    "stated": 2.33,  # the whole message states: no task and no question in it
    "code": 0.72,
    "recurs": 1.26,  # "nightly", "every Monday"
    # against
    "copyedit": -3.64,  # words to be polished, translated or published
    "retracted": -9.0,  # "scratch that" came after it
    "soon": -3.06,  # "today", "for now", "in this PR"
    "framed": -1.52,  # the message opened with what holds only for now
    "hypothetical": -2.94,
    "sarcasm": -3.48,
    "hearsay": -1.42,  # what somebody else or a document says
    "product": -2.64,  # how the product behaves, not how to work on it
    "describes": -1.05,  # "the worker never acks": how something behaves
    "code-spec": -2.39,  # "`parse` should return ...": how the code behaves
    "specified": -1.72,  # the message says that it is a specification
    "document": -3.01,  # long enough to be a plan or a pasted page
    "bug": -1.51,
    "should": -1.09,  # "the label should be blue": what a thing is to become
    "^pronoun": -0.3,  # leans on what was said before
    "chat": -1.42,  # "I think", "hang on", "looks like": talk about the work at hand
    "choice": -2.02,  # "B)", "go with the first one"
    "allow": -0.49,
    "past": -0.45,
    "thanks": -0.67,
    "^task": -1.09,
    "^request": -1.99,
    "^case": -1.26,  # "if the type is missing": a case in the code, more often than in the work
    "^ask": -1.46,
    "asked": -1.61,
    "question": -3.49,
    "definite": -0.86,  # a task with one definite target
    "definite-soft": -1.54,
    "^reply": -0.83,
    "quotes": -0.61,  # words that are somebody else's
    "bare-order": -0.22,  # one imperative and nothing that says why, when or where
    "tiny": -2.64,  # under four words
    "planted": -4.07,  # some of the message is addressed to a model
    # how it is built, and where it stands (core/reading/shapes.py)
    "vowed-norm": 0.83,  # "from now on never ..."
    "vowed": 0.94,  # a standing word, and nothing that takes its force
    "about-time": 0.38,
    "all-of": -0.06,
    "alone": 0.47,
    "answers": -0.39,
    "beside-paste": 0.38,
    "brackets": 0.16,
    "can": -0.27,
    "colon": -0.52,
    "either": -0.78,
    "exclaims": 0.42,
    "file": -0.37,
    "future": -0.59,
    "gets": -0.05,
    "habitual": 1.26,
    "i": -0.07,
    "identifier": -0.92,
    "in-few": 1.55,
    "in-many": -0.83,
    "is": 0.12,
    "last": 0.35,
    "much-code": 0.01,
    "no-latin": -0.57,
    "not": 0.45,
    "one-job": -0.11,
    "opens-a": 0.0,
    "opens-all": -0.1,
    "opens-ban": 0.54,
    "opens-because": -0.16,
    "opens-code": 0.83,
    "opens-i": -0.36,
    "opens-if": -0.35,
    "opens-in": -0.33,
    "opens-let": -0.08,
    "opens-my": -0.01,
    "opens-order": -0.59,
    "opens-the": 0.02,
    "opens-this": -0.14,
    "opens-we": -0.08,
    "opens-when": 0.58,
    "opens-why": -0.41,
    "opens-you": -0.47,
    "our": -0.59,
    "perfect": 0.61,
    "progressive": -0.07,
    "replies": 1.38,
    "retract": 0.0,
    "screen-part": -0.59,
    "semicolon": 0.9,
    "so": 0.53,
    "spec": -0.01,
    "surroundings": 1.09,
    "task-after": -0.86,
    "task-before": -0.24,
    "than": -0.04,
    "the-the": -0.23,
    "they": 0.25,
    "this": -0.27,
    "use": -0.04,
    "wants": -0.08,
    "was": 0.2,
    "with-^ask": -0.63,
    "with-bug": -0.21,
    "with-chat": -0.12,
    "with-hypothetical": -0.36,
    "with-memory": 0.04,
    "with-product": -0.83,
    "with-question": -1.07,
    "with-reason": -0.25,
    "with-soon": -0.49,
    "with-standing": 0.26,
    "with-we": 0.33,
    "words-14": 0.23,
    "words-24": 0.84,
    "words-4": -0.51,
    "words-40": 0.46,
    "words-8": -0.41,
    "words-more": -0.12,
    "works": 0.38,
    "you": 1.44,
}
