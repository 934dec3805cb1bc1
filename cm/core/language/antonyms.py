"""Opposite ways to behave or to write: one line per axis, its two sides.

Words are compared by their roots, phrases word by word. Two rules about one thing that stand on the two sides contradict
each other. Not here: tools (`rivals.py`), negation (`claims.py`), what follows from a hit (`relation.py`).
"""

from __future__ import annotations

from typing import Final

AXES: Final = """
parallel, in parallel, concurrent, concurrently, simultaneously, at the same time, at once, parallelise, parallelize | serial, serially, sequential, sequentially, one at a time, one by one, one after another, one after the other, single-threaded, in series, in sequence
short, brief, briefly, concise, concisely, terse, tersely, to the point, compact, succinct, minimal, few words, two sentences, one sentence, few sentences | long, verbose, verbosely, detailed, in detail, lengthy, thorough, thoroughly, elaborate, extensive, at length, in depth, exhaustive, full explanation, step by step
on by default, default on, default to on, is on, are on, stay on, enabled, enable, activate, turn on, switch on, switched on, turned on, opt out, opt-out, activated | off by default, default off, default to off, is off, are off, stay off, disabled, disable, deactivate, turn off, switch off, switched off, turned off, opt in, opt-in, deactivated
before, prior to, ahead of, beforehand, up front, upfront, precede | after, afterwards, once done, at the end, later, in the end
early, as soon as possible, immediately, right away, at once, promptly, eager, eagerly, eager loading, upfront, straight away | late, lazy, lazily, lazy loading, on demand, defer, deferred, delay, postpone, wait until, hold back, on first use
fail, abort, crash, raise, throw, stop on, fail fast, fail loudly, fail closed, blow up, exit non-zero, propagate, break the build, fail the build, surface | ignore, swallow, continue, suppress, tolerate, fail open, fall back, fallback, carry on, silently, skip over, keep going, warn only, best effort, only warn, log and continue, catch and ignore, proceed, recover
loud, loudly, noisy, visible, show, display, print, report | silent, quiet, quietly, hide, hidden, suppress, mute
allow, allowed, permit, permitted, fine, ok, okay, welcome, acceptable, free to | forbid, forbidden, ban, banned, prohibit, prohibited, disallow, disallowed, off limits, off-limits, taboo, not allowed, refuse, reject, deny, denied, read-only
public, publicly, exported, exposed, world-readable, open | private, privately, internal, unexported, hidden, closed, restricted
ascending, oldest first, oldest-first, smallest first, a to z, chronological, ascending order | descending, newest first, newest-first, largest first, latest first, most recent first, reverse chronological, descending order
synchronous, synchronously, sync, wait for | asynchronous, asynchronously, async, non-blocking, in the background, background, fire and forget, deferred
mutable, in place, in-place, mutate, modify in place, mutating | immutable, frozen, readonly, read-only, copy, new object, pure
stateful, sticky | stateless
dynamic, dynamically, at runtime, run time, runtime, reflection | static, statically, at build time, compile time, compile-time, at compile time, build time
explicit, explicitly, spelled out, by hand, manually, manual, named | implicit, implicitly, magic, automatic, automatically, auto, inferred, automate, automated
strict, strictly, pedantic, exact, exactly, reject unknown | lenient, leniently, loose, tolerant, relaxed, forgiving, permissive, accept unknown, best effort
local, locally, on your machine, on the laptop, on a laptop | remote, remotely, in the cloud, on the server, in ci
central, centrally, centralised, centralized, in one place, single place, one file, single file, together, shared, one module | distributed, decentralised, decentralized, split, spread, per module, per package, per service, separate, separately, separate files, own file, individually, one per
flat, flatten | nested, nest, hierarchical, deep
wide, loose | narrow, tight
increase, raise, grow, more, add, higher, larger | decrease, lower, reduce, shrink, fewer, smaller, cut
minimum, at least, no less than, not below, no fewer than, or more, lower bound | maximum, at most, no more than, not above, not exceed, up to, or less, or fewer, upper bound
keep, preserve, retain, maintain, leave in place, leave in, archive, stay, remain, store | delete, remove, drop, discard, purge, erase, strip, throw away, get rid of, wipe, clean up, prune, trash, clear
create, add, introduce, append, insert | remove, delete, drop, strip, leave out
commit, check in, checked in, committed, under version control, tracked, vendored, vendor, check into, in git | gitignore, gitignored, ignore, untracked, not committed, uncommitted, out of git, out of version control, out of the repo, out of the repository, stay out, keep out
include, included, contain, mention | exclude, excluded, exclusive, leave out, omit, without, skip, drop, free of
sort, sorted, order alphabetically, alphabetical, alphabetically, in alphabetical order | unsorted, in any order, as they come, order of appearance, grouped by topic, leave the order, insertion order
accept, merge, approve | reject, decline, refuse
absolute | relative
relative to | absolute
encrypt, encrypted, ciphertext | plaintext, plain text, in the clear, unencrypted, cleartext
signed, sign | unsigned
typed, type hints, type annotations, annotate, annotated, annotation, type hint, static types | untyped, dynamically typed, no types, without types
covered by tests, write tests, add tests, with tests | untested, no tests, without tests
draft, drafts, draft pr, wip, work in progress | ready, ready for review, finished
ask, ask first, ask before, asking, confirm, get approval, check with, consult, wait for approval, permission, request approval, sign-off, green light, go-ahead | without asking, do not ask, on your own, just do it, decide yourself, go ahead, straight away, autonomously, no confirmation, no need to ask, unprompted, assume, guess
push, push directly, directly, direct, straight to | pull request, pull requests, through review, via pr, merge request, through a pr, via pull request
rewrite history, force push, force-push, amend | append only, new commit, never rewrite, keep history, fixup commit
everything, whole, entire, full, complete, full suite, whole suite, entire suite | focused, single, only affected, subset, affected, targeted, relevant, changed, only changed, partial, selected, related
deep, recursive, recursively | shallow, top level only
buffered, batch, batched, in bulk, bulk, batches, in batches | unbuffered, streamed, stream, streaming, one by one, individually, row by row, single, per item
cache, cached, memoise, memoize, memoised, memoized | uncached, no-store, fresh, no cache, recompute, always fetch, bypass
retry, retries, try again, retried | fail fast, give up, no retry, once only, abort, no retries, fail immediately
nullable, allow null, optional, null allowed, permit null | non-null, not null, required, mandatory, non-nullable, never null
required, mandatory, compulsory, obligatory, must | optional, unnecessary, superfluous, no need, not needed, not required, voluntary, needless
single, one, sole, only one, shared | multiple, several, many, own, separate
upper, top, above, header, beginning, start, at the top | lower, bottom, below, footer, end, at the bottom
left | right
horizontal, horizontally, side by side | vertical, vertically, stacked
inline, inlined | extracted, extract, separate file, external, factor out
open | close, closed
light | dark
fast, quick | slow, slow but
simple, plain, dumb, straightforward | clever, sophisticated, abstract, abstraction, generic, elaborate
duplicate, duplication, repeat, copy | dry, deduplicate, factor out, reuse, share
latest, newest, bleeding edge, current, upgrade, up to date | oldest, pinned, pin, freeze, frozen, stay on, stick to, fixed, lts, hold back, held back, older
stable | nightly, beta, unstable, experimental
online, network, network access, network calls, internet | offline, airgapped, air-gapped
interactive, interactively, prompt | non-interactive, unattended, batch mode, --yes, -y, noninteractive
human, humans, by hand, manually, a person | bot, bots, generated, automatically, ci job, by a script
cold | warm, hot
formal, formally, polite, sie | informal, informally, casual, casually, friendly, colloquial, du
serious, sober, neutral | playful, humorous, jokes, funny, emoji, emojis
technical, expert, assume expertise, senior | beginner, novice, from scratch, simple terms, explain basics, layman
bottom up, bottom-up | top down, top-down
global, globally, system-wide, singleton | local, per project, per-project, scoped, project-local, injected, virtual environment, passed in
hard-code, hardcode, hard-coded, hardcoded, literal | configurable, parameter, setting, from config, from configuration, configured, named constant, constants, environment variable
trailing commas, trailing comma, trailing newline, trailing slash, with trailing | no trailing, without trailing
wait | continue, proceed, go on, do not wait
upstream, fork | vendor, vendored, in-house, own implementation, write our own, ourselves, home-grown
third-party, library, libraries, package, packages | own implementation, write our own, ourselves, standard library, stdlib, built-in, hand-rolled, vanilla, home-grown, by hand
fine-grained, granular, small, tiny, little | coarse, coarse-grained, big, large, huge, one big
even | odd
inclusive | exclusive
reversible, roll back, rollback, down migration, backward | forward only, forward-only, roll forward, irreversible, roll-forward, fix forward
wrap, wrapped | unwrapped, as is, as they are, raw, bare, verbatim, untouched, unchanged
modify, change, edit, rewrite, touch, alter, update | leave alone, leave unchanged, leave untouched, untouched, unchanged, do not touch, as is, as it is, leave as is
include vat, with vat, gross, including tax, tax included | net, without vat, excluding tax, before tax, exclude vat
as root, root, privileged, as admin, administrator, with sudo | unprivileged, non-root, nonroot, rootless, without sudo, least privilege, own user, service account
case-sensitive, case sensitive | case-insensitive, case insensitive, ignore case
write-through, write through | write-back, write back, write-behind
at least once, at-least-once | exactly once, exactly-once, at most once, at-most-once
quote, quoted, in quotes | unquoted, without quotes, bare
round up, rounded up, up to the next, ceil | round down, rounded down, truncate, floor
debug build, debug mode, debug symbols | release build, release mode, stripped, optimised build, optimized build
rounded, rounded corners | square, square corners, sharp corners
true | false
alphabetical, alphabetically, by name, in alphabetical order | by call order, by importance, by date, chronologically, chronological, by topic, by usage, by size, logical order, in order of use
by feature, by domain, feature folders, per feature, vertical slices | by layer, by type, per layer, by kind, layered
bubble up, propagate, rethrow, let it crash, pass on, let escape, unhandled | catch, caught, handle locally, where they occur, handled where
trust, trusted, take for granted | validate, validated, untrusted, distrust, verify, check, sanitise, sanitize
forever, indefinitely, permanently, never expire, unlimited | expire, temporary, temporarily, limited, for a while, removed after, deleted after
every night, nightly, periodically, on a schedule, scheduled, continuously | on demand, manually, only on request, by hand, ad hoc
on the client, client-side, client side, in the browser | on the server, server-side, server side
final, const, immutable, frozen, readonly | mutable, non-final, reassign, reassigned
loop, iterative, iteratively, iteration, for loops | recursion, recursive, recursively
abbreviate, abbreviated, abbreviations, short names, acronyms | spell out, spelled out, in full, full names, descriptive names, full words
share, shared, reuse, one for all | own, separate, isolated, of its own, dedicated, per test, fresh
squash, squashed, single commit, one commit | keep every commit, preserve commits, full history, all commits, individual commits
linear, linear history, fast-forward | merge commits, merge commit, merge bubbles
checked in, check in, committed, in git, in the repo, versioned | git-ignored, ignored by git, not checked in, outside the repo, out of the repo, regenerated on build
block, blocking | non-blocking, nonblocking
backward compatible, backwards compatible, backward compatibility, deprecate first | breaking, break, breaking changes
monorepo, one repository, single repository, same repository | separate repositories, own repository, repository of its own, repo per service, several repositories, polyrepo
real, actual, genuine | fake, mock, mocked, stub, stubbed, simulated, dummy
first person, we | third person, passive voice, impersonal
active voice | passive voice
present tense | past tense
title case, capitalise, capitalize, capitalised, capitalized | sentence case, lower case, lowercase
sticky, fixed | scroll, scrolling
rename, move | keep the name, keep names
https, tls, encrypted | http, plaintext
deny by default, default deny, allowlist, whitelist | allow by default, default allow, denylist, blocklist, blacklist
always on, permanently on | on request
copy, by value, clone | by reference, reference, borrow
one per file, one class per file, per file | several per file, group, grouped, in one file, same file
"""
