"""The guard of a repository: what a commit or a push would add, and whether a trauma knows any of it.

It is written as `cm_git_hook.py` beside the script `git.py` that holds its data, with the engine and the door (`cm_guard.py`) and the
readers of files (`cm_staged*.py`, which are `cm/core/guards/staged*.py`), and needs nothing but the standard library and git. Nothing of
what is staged is run. It ends with 0 or, for a refusal, 1; what it cannot look at is left to the policy, said aloud and logged.

Not here: installing it (`cm/flows/git_guard.py`), which lines of which file are run (`staged_kinds.py`), how a command is read (the engine).
"""

import os
import signal
import subprocess
import sys
import time

if __name__ == "cm_git_hook":
    import cm_staged as staged
    from cm_guard import FATAL, Log, Registry, _name, judge, opened, short_of_secrets, shown
else:
    from cm.core.guards import staged
    from guards.door import Log, short_of_secrets
    from guards.runtime import FATAL, Registry, _name, judge, opened, shown

SECONDS = 20.0  # for everything
ONE = 4.0  # for one statement
LARGEST = 1 << 20  # bytes of a file that is read
ALL = 64 << 20  # bytes of all of them
COMMITS = 300  # of a push that are looked at
SHOWN = 10  # refusals that are told in full
_PROGRAMS = {"sql": "psql"}
# whatever a user's settings say, what comes out is read by us
_DIFF = (
    "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=none", "-M", "--diff-filter=ACMRT", "-O/dev/null",
)  # fmt: skip
_SETTINGS = (
    "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false",
    "-c", "diff.suppressBlankEmpty=false", "-c", "diff.interHunkContext=0",
)  # fmt: skip
_DO = "If an agent reads this: do not try to reach the same effect another way. Tell the user, and let them decide."


class Lost(Exception):
    """Something could not be looked at."""


class Refused:
    """One thing that a trauma knows."""

    __slots__ = ("bare", "commit", "line", "marked", "path", "verdict")

    def __init__(self, path, line, verdict, bare, commit, marked=False):
        self.path, self.line, self.verdict, self.bare, self.commit = path, line, verdict, bare, commit
        self.marked = marked  # a mark would let it pass if a person made it


class Guard:
    """One call of a hook."""

    def __init__(self, data, hook, folder=""):
        self.data, self.hook, self.begun = data, hook, time.monotonic()
        self.home, self.user_home = data["home"], data["user_home"]
        self.now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self.root = os.path.realpath(os.getcwd())
        self.policy, self.doubts, self.refused, self.passed = data["unreadable"], [], [], []
        self.read_bytes = 0
        log = f"{self.home}/state/guard/log.jsonl"
        self.log = Log([log, f"{folder}/log.jsonl"] if folder else [log])
        self.world = {name: value for name, value in os.environ.items() if name not in ("GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS")}  # fmt: skip
        self.world |= {
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_PAGER": "cat",
            "LC_ALL": "C",
        }
        self.traumas, self.held = [], {}
        # a mark is a person's word: an agent that commits cannot give it. What is pushed was committed by whoever did it
        self.agent = hook == "pre-commit" and any(self.world.get(name) for name in data.get("agents", ()))

    def left(self):
        """Seconds that are left."""
        return SECONDS - (time.monotonic() - self.begun)

    def watch(self):
        """Sets the clock that ends everything; the engine sets its own, so this is done again after each verdict."""

        def rings(number, frame):
            raise Lost("no time left")

        try:
            signal.signal(signal.SIGALRM, rings)
            signal.setitimer(signal.ITIMER_REAL, max(0.05, self.left()))
        except (AttributeError, ValueError):
            pass  # a system without such a clock

    def rest(self):
        """Stops the clock."""
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        except AttributeError:
            pass

    # -- surroundings --------------------------------------------------------------------------------------------------

    def learn(self):
        """Takes up the policy and the registries. Raises Lost when nothing is armed any more."""
        import json

        strict = {"allow": 0, "ask": 1, "deny": 2}
        state, repo = f"{self.home}/state/guard", ""
        try:
            with opened(f"{state}/policy.json") as file:
                held = json.loads(file.read())
            if held.get("unreadable") in strict:
                self.policy = held["unreadable"]
            for repo, value in (held.get("repos") or {}).items():
                inside = (self.root + os.sep).startswith(repo.rstrip("/\\") + os.sep)
                if inside and strict.get(value, 0) > strict[self.policy]:
                    self.policy = value
            repo = self.repo(held.get("protected") or ())
        except FileNotFoundError:
            pass
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            self.doubts.append(f"the guard's policy cannot be read ({type(error).__name__})")
        if not os.path.exists(f"{state}/packs.jsonl"):
            raise Lost(f"nothing is armed: {state}/packs.jsonl is not there (cm guard install arms it)")
        key = _name(repo.encode("utf-8", "surrogateescape"))[:16] if repo else "home"
        registry = Registry(
            [f"{self.home}/traumas.jsonl"],
            f"{state}/cache-{key}",
            admitted=f"{state}/admitted",
            packs=f"{state}/packs.jsonl",
            repos=[f"{repo}/.cm/traumas.jsonl"] if repo else [],
        )
        registry.read()
        self.traumas = registry.traumas
        self.doubts += [f"the registry has a fault: {fault}" for fault in registry.faults[:5]]

    def repo(self, kept):
        """This repository when the policy names its registry among what is kept: a stranger's has no say and is not even read."""
        for path in kept:
            above, found, rest = str(path).replace("\\", "/").rpartition("/.cm/traumas.jsonl")
            if found and not rest and os.path.realpath(above) == self.root != self.user_home:
                return self.root
        return ""

    def git(self, *words, given=b"", may_fail=False):
        """What git prints. Raises Lost."""
        try:
            done = subprocess.run(
                ["git", *_SETTINGS, *words], input=given, capture_output=True, env=self.world, timeout=max(0.1, self.left()), check=False
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            raise Lost(f"git {words[0]} did not come to an end ({type(error).__name__})") from None
        if done.returncode and not may_fail:
            said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise Lost(f"git {words[0]} failed: {said[:200]}")
        return done.stdout if not done.returncode else None

    # -- what is added -------------------------------------------------------------------------------------------------

    def commit(self):
        """What is staged."""
        raw = self.git("diff", "--cached", "--raw", "-z", "--no-abbrev", *_DIFF)
        if raw:
            patch = self.git("diff", "--cached", "-U0", "--text", *_DIFF)
            self.look(staged.entries(raw), patch)

    def push(self, words, lines):
        """What the pushed commits add that the remote does not have."""
        remote = words[0] if words else ""
        known = self.git("remote").decode("utf-8", "surrogateescape").split("\n")
        seen = set()
        for line in lines:
            fields = line.split()
            if len(fields) != 4 or not fields[1].strip("0"):  # a branch that is deleted adds nothing
                continue
            local, there = fields[1], fields[3]
            without = [f"--remotes={remote}"] if remote in known and remote else []
            if (
                there.strip("0")
                and self.git("cat-file", "-e", there + "^{commit}", may_fail=True) is not None
            ):
                without.append(there)
            told = self.git(
                "rev-list",
                "--parents",
                "--topo-order",
                f"--max-count={COMMITS + 1}",
                local,
                "--not",
                *without,
            )
            commits = [each.split() for each in told.decode("ascii", "replace").split("\n") if each]
            if len(commits) > COMMITS:
                self.doubts.append(
                    f"more than {COMMITS} commits are pushed to {fields[2]}; the newest were looked at"
                )
            for commit, *parents in commits[:COMMITS]:
                if commit in seen:
                    continue
                seen.add(commit)
                if self.left() < 0.5:
                    raise Lost("no time left")
                self.look_at_commit(commit, parents, local)

    def look_at_commit(self, commit, parents, tip):
        """What one commit adds; of a merge only what none of its sides had."""
        paths = []
        if len(parents) > 1:
            told = self.git("diff-tree", "-r", "-c", "--name-only", "-z", "--no-commit-id", commit)
            paths = [each.decode("utf-8", "surrogateescape") for each in told.split(b"\0") if each]
            if not paths:
                return
        ends = [parents[0], commit] if parents else ["--root", "--no-commit-id", commit]
        more = ["--", *paths] if paths else []
        raw = self.git("diff-tree", "-r", "--raw", "-z", "--no-abbrev", *_DIFF, *ends, *more)
        if raw:
            patch = self.git("diff-tree", "-r", "-p", "-U0", "--text", *_DIFF, *ends, *more)
            self.look(staged.entries(raw), patch, commit, tip)

    def look(self, files, patch, commit="", tip=""):
        """Looks at every file that got new lines."""
        numbers = staged.added(patch, files)
        wanted = [
            (file, some)
            for file, some in zip(files, numbers, strict=True)
            if some and file.mode.startswith("100")
        ]
        contents = self.contents([file.sha for file, _ in wanted])
        for file, some in wanted:
            content = contents.get(file.sha)
            if content is None:
                if staged.kind_of(file.path, ""):
                    self.doubts.append(f"{file.path} is too long to be read")
                continue
            kind, text = staged.text_of(content, file.path, file.mode == "100755")
            if not kind:
                continue
            for found in staged.found_in(kind, text, some, self.judged):
                if self.left() <= 0:
                    raise Lost("no time left")
                self.take(found, file.path, text, commit, tip)

    def take(self, found, path, text, commit, tip):
        """Sorts one finding: let pass, not judged, or refused."""
        where = f"{commit[:10]} {path}" if commit else path
        if found.allowed and not self.agent:
            self.passed.append((f"{where}:{found.line}", found.allowed))
            return
        if found.verdict.action == "unjudged":
            self.doubts.append(f"{where}:{found.line}: {', '.join(found.verdict.doubts)}")
            return
        if tip and commit != tip:  # a later commit may have said why
            later = self.git("cat-file", "-p", f"{tip}:{path}", may_fail=True)
            line = text.split("\n")[found.line - 1]
            if later is not None and staged.allows(later.decode("utf-8", "replace"), line, found.verdict.id):
                self.passed.append((f"{where}:{found.line}", found.verdict.id))
                return
        self.refused.append(Refused(path, found.line, found.verdict, found.bare, commit, bool(found.allowed)))

    def contents(self, shas):
        """What these blobs hold, without those that are too long."""
        if not shas:
            return {}
        asked = "\n".join(dict.fromkeys(shas)).encode() + b"\n"
        sizes = [
            line.split() for line in self.git("cat-file", "--batch-check", given=asked).split(b"\n") if line
        ]
        small = []
        for fields in sizes:
            if (
                len(fields) == 3
                and fields[1] == b"blob"
                and int(fields[2]) <= LARGEST
                and self.read_bytes < ALL
            ):
                self.read_bytes += int(fields[2])
                small.append(fields[0])
        found, at = {}, 0
        told = self.git("cat-file", "--batch", given=b"\n".join(small) + b"\n") if small else b""
        while at < len(told):
            end = told.index(b"\n", at)
            name, _, size = told[at:end].split()
            found[name.decode("ascii")] = told[end + 1 : end + 1 + int(size)]
            at = end + 2 + int(size)
        return found

    def judged(self, text, language, passed):
        """The engine's verdict on some lines of a language."""
        if self.left() <= 0:
            raise Lost("no time left")
        shell = language if language in ("powershell", "cmd") else "sh"
        if language not in ("sh", "powershell", "cmd"):
            text = f"{_PROGRAMS.get(language, language)} <<'CM-END-OF-IT'\n{text}\nCM-END-OF-IT\n"
        armed = (
            [trauma for trauma in self.traumas if trauma.row["id"] not in passed] if passed else self.traumas
        )
        key = (text, language, tuple(sorted(passed)))
        if key not in self.held:
            self.held[key] = judge(
                text,
                armed,
                home=self.user_home,
                shell=shell,
                now=self.now,
                seconds=min(ONE, max(0.05, self.left())),
            )
            self.watch()
        return self.held[key]

    # -- what is said ----------------------------------------------------------------------------------------------------

    def say(self):
        """Tells and logs what was found; the exit status."""
        what = "push" if self.hook == "pre-push" else "commit"
        lines = []
        for place, allowed in self.passed:
            self.note("allowed", id=allowed.split()[0], place=place, line=allowed)
        if self.refused:
            lines.append(f"cm guard: this {what} is refused. It adds what once did damage:")
        for each in self.refused[:SHOWN]:
            lines += ["", *self.told(each)]
        if len(self.refused) > SHOWN:
            lines += ["", f"... and {len(self.refused) - SHOWN} more"]
        for each in self.refused:
            place = f"{each.path}:{each.line}"
            self.note(
                "denied",
                id=each.verdict.id,
                place=each.verdict.place,
                line=f"{place}: {each.verdict.line}",
                commit=each.commit,
            )
        if self.refused:
            only = shown(self.refused[0].verdict.id, 200)
            lines += [
                "",
                "A person lets it pass: by a mark with a reason on the line or above it, `cm-guard: allow "
                + only
                + " why`,",
                f"by healing the trauma, `cm trauma heal {only} --reason '...'`, or by `git {what} --no-verify`.",
                _DO,
            ]
        for doubt in self.doubts[:20]:
            self.note("unjudged", line=doubt, doubts=[doubt])
        code = 1 if self.refused else 0
        if self.doubts:
            stops = self.policy != "allow"
            some = "; ".join(shown(short_of_secrets(doubt), 400) for doubt in self.doubts[:3])
            lines += ["", f"cm guard: not all of this {what} could be judged: {some}" + (f" (and {len(self.doubts) - 3} more)" if len(self.doubts) > 3 else "")]  # fmt: skip
            lines.append(
                f"It is held back because guard.unreadable is {self.policy!r}."
                if stops
                else f"The {what} goes on because guard.unreadable is 'allow'."
            )
            code = 1 if stops else code
        if self.log.fault:
            lines.append(f"cm guard: its log cannot be written ({self.log.fault})")
        say("\n".join(lines).lstrip("\n"))
        return code

    def told(self, each):
        """A refusal: where, what, why, and what to do instead."""
        row = each.verdict.trauma
        story = row.get("story")
        why = story.get("message") or story.get("quote") or "" if isinstance(story, dict) else story or ""
        at = f"{shown(each.path, 300)}:{each.line}" + (f" (commit {each.commit[:10]})" if each.commit else "")
        lines = [f"  {at}: {shown(short_of_secrets(each.verdict.line[:2000]), 300)}"]
        lines.append(
            f"    trauma {shown(row['id'], 200)} ({row.get('severity') or 'critical'})"
            + (f": {shown(why, 1500)}" if why else "")
        )
        if row.get("instead"):
            lines.append(f"    instead: {shown(row['instead'], 600)}")
        lines.append(f"    written in {shown(each.verdict.place or 'the registry', 300)}")
        if each.marked:
            lines.append("    the mark on it counts when a person commits it, outside an agent")
        if each.bare:
            lines.append("    the mark on it says no reason, so it does not count")
        if row.get("severity") == FATAL:
            lines.append("    nothing brings back what this takes")
        return lines

    def note(self, kind, **more):
        """One line for the guard log."""
        row = {
            "at": self.now,
            "kind": kind,
            "host": "git",
            "cwd": self.root[:1000],
            "tool": self.hook,
            "id": more.get("id", ""),
            "place": more.get("place", ""),
            "line": short_of_secrets(more.get("line", "")[:600])[:300],
            "command": _name(more["line"].encode("utf-8", "surrogatepass"))[:32] if kind == "denied" else "",
            "call": more.get("commit", ""),
            "doubts": [short_of_secrets(str(doubt))[:200] for doubt in more.get("doubts", [])],
            "ms": round((time.monotonic() - self.begun) * 1000, 1),
        }
        self.log.write({key: value for key, value in row.items() if value not in ("", [])})


def say(text):
    """Writes to the person; a closed pipe is nobody's fault."""
    if text:
        try:
            os.write(2, text.encode("utf-8", "replace") + b"\n")
        except OSError:
            pass


def main(data, words, folder=""):
    """Looks at what a hook is asked about and ends the process."""
    hook, *rest = words or ["pre-commit"]
    guard = Guard(data, hook, folder)
    guard.watch()
    try:
        guard.learn()
        if hook == "pre-push":
            guard.push(rest, sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\n"))
        else:
            guard.commit()
    except Lost as error:
        guard.doubts.append(str(error))
    except Exception as error:
        guard.doubts.append(f"the guard failed ({type(error).__name__}: {str(error)[:200]})")
    guard.rest()
    sys.stderr.flush()
    os._exit(guard.say())
