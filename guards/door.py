"""The door of a generated guard: from the bytes that a host sends to the answer that the host understands.

It stands behind the engine (`guards/runtime.py`) in the generated `cm_guard.py`, as it is here, and needs nothing but the standard
library. It promises one answer in the host's dialect for whatever comes in: never a traceback, never exit 1, nothing on standard
output that the dialect does not ask for, and a line in the guard log for every call that was denied, asked about or not judged.

- `answer` is the whole way, `Finding` what is to be said about a call.
- `Log` writes the guard log (one write a line); `cm guard log` reads it.

Not here: how a command is read and matched (the engine), how a payload is read and what is let go before this is loaded
(`guards/launcher.py`), what each host's payload looks like (`cm/hosts`, put in as data).
"""

import sys

if __name__ != "cm_guard":  # there it is the same module
    from guards.launcher import Call, decoded, loads, reminder_of, system
    from guards.runtime import _GIT_CHANGES, FATAL, Reader, Registry, Verdict, _best, _name, _Stopped, _alarm, crude, judge, opened, shown, touched, views_of  # fmt: skip
else:
    from cm_start import Call, decoded, loads, reminder_of, system

SECONDS = 4.0  # for everything; the hosts wait for ten
LOG_SIZE = 4 << 20  # a log that is longer is put aside
TAIL = 1 << 16  # bytes of the log that are looked at again
MINUTES = 600  # seconds in which something denied is expected to be tried by another road
TOGETHER = 5  # seconds in which two hosts may ask about one call
SCRIPT = 1 << 19  # bytes of a script that are read
REASON = 4000  # characters of what is said

_ALLOW, _NOTE, _ASK, _DENY = range(4)
_DO = "Do not try to reach the same effect another way. Tell the user what you wanted to do, and let them decide."


class Finding:
    """One thing to be said: how grave it is, its kind in the log, the words, and what the log keeps."""

    __slots__ = ("command", "doubts", "id", "kind", "line", "place", "reason", "weight")

    def __init__(self, weight, kind, reason, **more):
        self.weight, self.kind, self.reason = weight, kind, reason
        self.id, self.place, self.line = more.get("id", ""), more.get("place", ""), more.get("line", "")
        self.command, self.doubts = more.get("command", ""), more.get("doubts", ())


def dumps(text):
    """A text as JSON, in ASCII, with its quotes."""
    try:
        from _json import encode_basestring_ascii as encode
    except ImportError:
        from json.encoder import py_encode_basestring_ascii as encode
    return encode(text)


# ---------------------------------------------------------------------------------------------------------------------
# the guard log


def short_of_secrets(line):
    """A line with what looks like a secret taken out, roughly: `cm guard log` looks again with all it knows."""
    out, next_is = [], False
    signs_in, mysql = " login " in line, "mysql" in line or "mariadb" in line
    for word in line.replace("␣", " ").split(" "):
        low, shown = word.lower(), word
        if next_is and word and not (low.startswith("-") and len(low) < 20):
            shown, next_is = "[…]", low in ("bearer", "basic", "token")
        else:
            next_is = False
            for sign in ("=", ":"):
                key, found, value = word.partition(sign)
                if found and value and not value.startswith("//") and _secretive(key.lower()):
                    shown = key + sign + "[…]"
                    break
            else:
                bare = low.strip("\"'").rstrip(":")
                next_is = (
                    bare in ("bearer", "basic")
                    or ((bare[:1] == "-" or low.endswith(":")) and _secretive(bare))
                    or bare.endswith(("_access_key", "_secret", "_password", "_api_key"))
                    or (signs_in and bare == "-p")
                )
                if mysql and word[:2] == "-p" and len(word) > 2:
                    shown = "-p[…]"
                elif low.startswith(("--user=", "--proxy-user=")) and ":" in word:
                    shown = word.partition(":")[0] + ":[…]"
                elif "://" in word and "@" in word:
                    scheme, _, rest = word.partition("://")
                    shown = scheme + "://[…]@" + rest.rpartition("@")[2]
                elif _random(word):
                    shown = "[…]"
        out.append(shown)
    return " ".join(out)


def _secretive(key):
    return any(
        name in key
        for name in ("token", "secret", "passw", "pwd", "api-key", "apikey", "api_key", "access_key", "access-key", "private", "credential", "authorization", "cookie", "session-key", "bearer")
    )  # fmt: skip


def _random(word):
    if any(mark in word for mark in ("ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk-", "sk_", "xoxb-", "xoxp-", "AKIA", "ASIA", "eyJ", "npm_", "pypi-", "AIza")):  # fmt: skip
        return len(word) >= 16
    run = kinds = 0
    for sign in word + " ":
        if sign.isalnum() or sign == "+":
            run += 1
            kinds |= 1 if sign.isdigit() else 2 if sign.islower() else 4
        else:
            if run >= 20 and kinds & 1 and (kinds == 7 or run >= 32):
                return True
            run = kinds = 0
    return False


class Log:
    """The guard log: one `O_APPEND` write a line, put aside when it is long."""

    def __init__(self, places):
        self.places, self.fault, self._tail, self._since = places, "", None, ""

    def tail(self, since):
        """The last lines, from `since` on (an ISO time), the newest first."""
        if self._tail is None or since < self._since:
            self._tail, self._since = [], since
            try:
                with opened(self.places[0]) as file:
                    size = file.seek(0, 2)
                    file.seek(max(0, size - TAIL))
                    held = file.read()
            except OSError:
                held = b""
            for line in reversed(held.split(b"\n")):
                try:
                    row = loads(line.decode("utf-8")) if line else None
                except (ValueError, RecursionError):
                    continue
                if isinstance(row, dict) and isinstance(row.get("at"), str):
                    if row["at"] < since:
                        break
                    self._tail.append(row)
        return [row for row in self._tail if row["at"] >= since]

    def write(self, row):
        """Appends a line to the first place that takes it; what stood in the way is in `fault`."""
        data = "{" + ",".join(f"{dumps(key)}:{_json_of(value)}" for key, value in row.items()) + "}\n"
        for number, place in enumerate(self.places):
            try:
                _append(place, data.encode("ascii", "backslashreplace"))
            except Exception as error:
                self.fault = self.fault or f"{place}: {getattr(error, 'strerror', None) or error}"
                continue
            if number:
                self.fault = f"{self.fault}; it is in {place}"
            if self._tail is not None:
                self._tail.insert(0, row)
            return True
        return False


def _json_of(value):
    if isinstance(value, str):
        return dumps(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(dumps(str(each)) for each in value) + "]"
    return str(value)


def _append(path, data):
    calls = system()  # the `os` module takes longer to load than all of this
    flags = calls.O_RDWR | calls.O_APPEND | calls.O_CREAT | getattr(calls, "O_BINARY", 0)
    flags |= getattr(calls, "O_CLOEXEC", 0) | getattr(calls, "O_NONBLOCK", 0)
    try:
        fd = calls.open(path, flags, 0o600)
    except FileNotFoundError:
        import os

        if not os.path.isdir(path.removesuffix("/state/guard/log.jsonl")):
            raise  # a home that is gone stays gone
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        fd = calls.open(path, flags, 0o600)
    try:
        found = calls.fstat(fd)
        if found.st_mode & 0o170000 != 0o100000:
            raise OSError("not a file")  # a pipe or a device keeps nothing
        size = found.st_size
        if size:
            calls.lseek(fd, size - 1, 0)
            if calls.read(fd, 1) != b"\n":
                data = b"\n" + data  # whoever wrote before was killed
        if calls.write(fd, data) != len(data):
            raise OSError("no room")
    finally:
        calls.close(fd)
    if size > LOG_SIZE:
        _put_aside(path)


def _put_aside(path):
    """The log becomes the older one; of several processes one does it."""
    import os
    import time

    held = path + ".rotating"
    try:
        os.close(os.open(held, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        try:
            if time.time() - os.stat(held).st_mtime > 60:
                os.unlink(held)  # of a process that died
        except OSError:
            pass
        return
    try:
        if os.stat(path).st_size > LOG_SIZE:
            os.replace(path, path.removesuffix(".jsonl") + ".1.jsonl")
    except OSError:
        pass
    finally:
        os.unlink(held)


# ---------------------------------------------------------------------------------------------------------------------
# files that keep the guard in force


def full(path, folder, home):
    """A path as the system has it: from the folder, without `~`, `..` and links, as far as it is there."""
    import os

    path = path.removeprefix("file://")
    if path[:1] == "~" and path[1:2] in ("", "/", "\\"):
        path = home + path[1:]
    path = os.path.join(folder or os.getcwd(), path)
    try:
        return os.path.realpath(path)
    except OSError:
        return os.path.abspath(path)


def _plain(path):
    """A path for comparing: capitals and forms of letters do not count where the system does not count them."""
    if sys.platform in ("darwin", "win32", "cygwin"):
        if not path.isascii():
            import unicodedata

            path = unicodedata.normalize("NFC", path)
        path = path.casefold()
    return path.replace("\\", "/").rstrip("/. ") if sys.platform == "win32" else path.rstrip("/")


def kept_by(path, kept, folder, home, holds=True, known=None):
    """Which of the protected places a path is, lies in, or (when that counts: `holds`) keeps below it; "" when none.

    `known` holds what was found out of the places, for the next path of the same call.
    """
    import os

    try:
        at = full(path, folder, home)
    except (OSError, ValueError):
        return ""
    here, ids, known = _plain(at), {}, {} if known is None else known
    if folder not in known:
        known[folder] = _plain(full("", folder, home)) + "/"
    below = known[folder]  # where the work goes on: no tool writes a folder above that
    for place in kept:
        if (place, home) not in known:
            try:
                found = os.stat(place)
                inode = found.st_dev, found.st_ino
            except (OSError, ValueError):
                inode = None
            known[place, home] = _plain(full(place, "", home)), inode
        there, inode = known[place, home]
        if here == there or here.startswith(there + "/"):
            return place
        if holds and there.startswith(here + "/") and not below.startswith(here + "/"):
            return place
        if inode:
            ids[inode] = place
    for _ in range(60):  # another name of the same file, or of a folder above it
        try:
            found = os.stat(at)
            if found.st_ino and (found.st_dev, found.st_ino) in ids:
                return ids[found.st_dev, found.st_ino]
        except (OSError, ValueError):
            pass
        above = os.path.dirname(at)
        if above == at:
            break
        at = above
    return ""


def sets(text, keys, value):
    """Whether a text gives a setting this value: as JSON or TOML, or as an argument."""
    import re

    if any(key not in text for key in keys):
        return False
    said = "true" if value else "false"
    return bool(re.search(rf"\b{re.escape(keys[-1])}\b[^\w\n]{{0,9}}{said}\b", text))


# ---------------------------------------------------------------------------------------------------------------------
# the same effect by another road

_INTERPRETERS = {
    **dict.fromkeys("sh bash zsh dash ksh ash fish source".split(), "sh"),
    **dict.fromkeys("python python2 python3 pypy pypy3".split(), "python3"),
    **dict.fromkeys("node nodejs bun deno tsx".split(), "node"),
    "perl": "perl",
    "ruby": "ruby",
    "php": "php",
    "pwsh": "pwsh",
    "powershell": "pwsh",
    **dict.fromkeys("psql mysql sqlite3 mariadb".split(), "psql"),
}
_ENDINGS = {"sh": "sh", "bash": "sh", "zsh": "sh", "ksh": "sh", "command": "sh", "py": "python3", "js": "node", "mjs": "node", "cjs": "node", "ts": "node", "pl": "perl", "rb": "ruby", "php": "php", "ps1": "pwsh", "bat": "cmd", "cmd": "cmd", "sql": "psql", "mk": "make"}  # fmt: skip
_RECIPES = ("GNUmakefile", "makefile", "Makefile", "justfile", "Justfile", "Taskfile")


def language_of(path, content):
    """In which language a file would be run: by its first line, its name, or "" when it would not."""
    name = path.replace("\\", "/").rpartition("/")[2]
    if content.startswith("#!"):
        words = content[2:].split("\n", 1)[0].replace("/", " ").split()
        for word in words:
            found = _INTERPRETERS.get(word.rstrip("0123456789.") or word)
            if found:
                return found
    if name in _RECIPES or name.lower().startswith("makefile"):
        return "make"
    return _ENDINGS.get(name.lower().rpartition(".")[2], "") if "." in name else ""


def judged_content(content, language, traumas, now, seconds, home):
    """The verdict on what a script would do."""
    if language == "make":
        lines = [line.strip().lstrip("@-+") for line in content.split("\n") if line[:1] in ("\t", " ")]
        content, language = "\n".join(lines).replace("$$", "$"), "sh"
    shell = "sh"
    if language == "pwsh":
        shell = "powershell"
    elif language == "cmd":
        shell = "cmd"
    elif language != "sh":
        content = f"{language} <<'CM-END-OF-SCRIPT'\n{content}\nCM-END-OF-SCRIPT\n"
    return judge(content, traumas, home=home, shell=shell, now=now, seconds=seconds)


def scripts_run(reading, text, folder, home):
    """The files that a command would run, as far as its reading names them: (path, language or "")."""
    folders, found = [folder], []
    for line in reading.canonical:
        if line.startswith("cd "):
            folders.append(full(line[3:].replace("␣", " "), folders[-1], home))
    typed = text
    for sign in "'\"`;&|()<>{}\n\t":
        typed = typed.replace(sign, " ")
    typed = [word for word in typed.split(" ") if "/" in word or "\\" in word]
    for line in reading.canonical[:200]:
        parts = line[2:].split(" | ") if line.startswith("| ") else [line]
        words = [word.replace("␣", " ") for part in parts[:-1] for word in part.split(" ")]
        last = parts[-1].split(" ")
        name, args = last[0], [word.replace("␣", " ") for word in last[1:]]
        if name in _INTERPRETERS:
            found += [(word, _INTERPRETERS[name]) for word in words + args if word[:1] != "-"][:8]
        elif name in ("make", "gmake", "just"):
            at = ""
            for option, value in zip(args, args[1:], strict=False):
                if option in ("-C", "--directory"):
                    at = value + "/"
                elif option in ("-f", "--file", "--makefile"):
                    found.append((at + value, "make"))
            found += [(at + each, "make") for each in _RECIPES]
        elif name and name[0] not in ">|":
            found += [(word, "") for word in typed if word.replace("\\", "/").rpartition("/")[2].lower() == name]  # fmt: skip
    seen = {}
    for word, language in found:
        for each in folders:
            try:
                seen.setdefault(full(word, each, home), language)
            except (OSError, ValueError):
                continue
    return list(seen.items())[:60]


def script_text(path):
    """What a script holds, "" when it is none that can be read."""
    import os
    import stat

    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode) or found.st_size > 16 * SCRIPT:
            return ""
        with open(path, "rb") as file:
            held = file.read(SCRIPT)
    except (OSError, ValueError):
        return ""
    return "" if b"\0" in held[:1024] else held.decode("utf-8", "replace")


# ---------------------------------------------------------------------------------------------------------------------
# the way from a payload to an answer


def registry_of(home, repo):
    """The registries of a home and of a repository ("" for none), with the cache that is kept for just these."""
    state = f"{home}/state/guard"
    key = _name(repo.encode("utf-8", "surrogateescape"))[:16] if repo else "home"
    return Registry(
        [f"{home}/traumas.jsonl"],
        f"{state}/cache-{key}",
        admitted=f"{state}/admitted",
        packs=f"{state}/packs.jsonl",
        repos=[f"{repo}/.cm/traumas.jsonl"] if repo else [],
    )


class Door:
    """One call: what is known of the surroundings, and what was found."""

    def __init__(self, data, begun, folder=""):
        import time

        self.data, self.dialect, self.begun, self.clock = data, data["dialect"], begun, time.monotonic
        self.home, self.user_home, self.time = data["home"], data["user_home"], time.time()
        self.now = self.stamp(0)
        self.call, self.found, self.registry, self.known = Call(), [], None, {}
        self.policy, self.protected = data["unreadable"], []
        self.switches = data.get("switches", ())
        log = f"{self.home}/state/guard/log.jsonl"
        self.log = Log([log, f"{folder}/log.jsonl"] if folder else [log])

    def stamp(self, ago):
        """The time some seconds ago, as the registries and the log write it."""
        import time

        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.time - ago))

    def left(self):
        """Seconds that are left."""
        return max(0.05, SECONDS - (self.clock() - self.begun))

    # -- surroundings --------------------------------------------------------------------------------------------------

    def learn(self):
        """Takes up the policy and the protected places; what is not there falls back to what was known when this was made."""
        home = self.home
        self.protected = [
            f"{home}/traumas.jsonl", f"{home}/config.toml", f"{home}/state/guard", f"{home}/guards", f"{home}/state/trust.json",
        ]  # fmt: skip
        path = f"{home}/state/guard/policy.json"
        try:
            with opened(path) as file:
                held = loads(file.read().decode("utf-8"))
            stricter = {"allow": 0, "ask": 1, "deny": 2}
            if held["unreadable"] in stricter:
                self.policy = held["unreadable"]
            self.protected += [each for each in held["protected"] if isinstance(each, str) and each not in self.protected]  # fmt: skip
            repos = held.get("repos") or {}
            if repos and self.call.folder:
                here = full(self.call.folder, "", self.user_home) + "/"
                for repo, value in repos.items():
                    if here.startswith(repo.rstrip("/\\") + "/") and stricter.get(value, 0) > stricter[self.policy]:  # fmt: skip
                        self.policy = value
        except Exception as error:
            what = "not there" if isinstance(error, FileNotFoundError) else "cannot be read"
            self.fault(f"{path}: {what}; what was set when the guard was made counts")

    def repo(self):
        """The nearest trusted repository around the folder at work that keeps traumas of its own; the policy names them."""
        roots = [path.replace("\\", "/").rpartition("/.cm/traumas.jsonl")[0] for path in self.protected]
        homes = {_plain(self.home), _plain(self.data["real_home"])}
        roots = [root for root in roots if root and _plain(root + "/.cm") not in homes]
        here, nearest = "", ""
        for root in roots:
            here = here or _plain(full(self.call.folder, "", self.user_home)) + "/"
            root = full(root, "", self.user_home)
            if here.startswith(_plain(root) + "/") and len(root) > len(nearest):
                nearest = root
        return nearest

    def arm(self, repo):
        """Reads the registries; False when that did not come to an end."""
        import gc

        self.registry = registry_of(self.home, repo)
        undo = _alarm(max(self.left() - 1, self.left() / 2))
        try:
            self.registry.read()
        except _Stopped:
            undo()
            self.rebuild()
            return False
        finally:
            undo()
            gc.freeze()
            gc.enable()
        return True

    def rebuild(self):
        """Makes the compiled cache aside, so that a later call has it; one process does that at a time."""
        import os

        held = self.registry.cache + ".making"
        try:
            try:
                if self.time - os.stat(held).st_mtime < 60:
                    return
                os.unlink(held)
            except OSError:
                pass
            os.close(os.open(held, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            if os.fork() == 0:
                try:
                    os.setsid()
                    null = os.open(os.devnull, os.O_RDWR)
                    for number in (0, 1, 2):
                        os.dup2(null, number)
                    self.registry.read()
                    os.unlink(held)
                finally:
                    os._exit(0)
        except (AttributeError, OSError):
            pass  # without `fork` it is made by `cm`, or by a call that has the time

    # -- what is found -------------------------------------------------------------------------------------------------

    def fault(self, what):
        """Something of the guard itself is not as it should be: said once in a while."""
        if not any(
            row.get("kind") == "fault" and row.get("line") == what[:300]
            for row in self.log.tail(self.stamp(MINUTES))
        ):
            self.found.append(Finding(_NOTE, "fault", f"cm guard: {shown(what, 1000)}", line=what))

    def unjudged(self, doubts, command=""):
        """What could not be judged is left to the policy."""
        weight = {"deny": _DENY, "ask": _ASK}.get(self.policy, _NOTE)
        what = shown(", ".join(doubts), 1000)
        reason = f"cm guard could not judge this call: {what}."
        if weight != _NOTE:
            reason += f' It is held back because guard.unreadable is "{self.policy}". Write it in a simpler way, or ask the user; a person changes the setting with cm config.'
        else:
            reason += ' It went on because guard.unreadable is "allow"; cm guard log tells more.'
        self.found.append(Finding(weight, "unjudged", reason, command=command, doubts=doubts, line=what))

    def verdict(self, verdict, command, kind="", about=""):
        """What the engine said."""
        if verdict.action == "unjudged":
            self.unjudged(verdict.doubts, command)
            return
        if verdict.action == "allow":
            return
        cautious = (
            verdict.action == "ask" and not kind
        )  # where the host cannot ask it is denied, as the least of what is
        asks = cautious and self.dialect["ask"] is not None
        verdict.line = short_of_secrets(
            verdict.line[:2000]
        )  # what is said stays in transcripts, as the log stays
        reason = verdict.explained()
        if asks:
            reason = reason.replace("Denied by trauma", "To be confirmed, because of trauma", 1)
        else:
            reason += "\n" + about + _DO
        self.found.append(
            Finding(
                _ASK if cautious else _DENY, kind or ("asked" if asks else "denied"), reason, id=verdict.id,
                place=verdict.place, line=verdict.line, command=command, doubts=verdict.doubts,
            )
        )  # fmt: skip

    def look_at_command(self, text, shell, seconds):
        """One command: traumas, then the protected places."""
        verdict = judge(
            text, self.registry.traumas, cwd=self.call.folder, home=self.user_home, shell=shell, now=self.now, seconds=seconds
        )  # fmt: skip
        if sys.platform == "win32" and shell == "sh" and verdict.action == "allow":
            verdict = judge(text, self.registry.traumas, cwd=self.call.folder, home=self.user_home, shell="powershell", now=self.now, seconds=seconds)  # fmt: skip
        self.verdict(verdict, text)
        if verdict.action == "deny" or not self.names_protected(text):
            return
        undo = _alarm(self.left() / 2)
        try:
            line = self.disarms(text, shell)
        except _Stopped:
            line = ""
            self.unjudged(["no time left to look for what keeps the guard in force"], text)
        finally:
            undo()
        if line:
            self.protects(line, text)

    def names_protected(self, text):
        """Whether a protected place can be named in a text at all."""
        bare = text.replace("'", "").replace('"', "").replace("\\", "").lower()
        if any(sign in bare for sign in "$*?[{`") or any(
            keys[-1].lower() in bare for _, keys, _ in self.switches
        ):
            return True
        for path in self.protected:
            parts = path.replace("\\", "/").lower().rstrip("/").split("/")
            if any(part in bare for part in parts[-2:] if part):
                return True
        inside = _plain(self.call.folder)
        return any(inside.startswith(_plain(each)) for each in (self.home, *self.protected))

    def disarms(self, text, shell):
        """The line of a command that changes a protected place, or ""."""
        import os

        folder, home = self.call.folder, self.user_home
        reading = Reader(folder, home).read(text, shell)
        linked = {}

        def same(word):
            if word not in linked:
                word = home + word[1:] if word[:2] == "~/" else word
                linked[word] = (
                    len(linked) < 200
                    and not set(word) & set("$*?")
                    and kept_by(word, firm, folder, home, False, self.known)
                )
            return linked[word]

        firm = [path for path in self.protected if path.startswith(self.home)]
        for path in self.protected:
            own = path.startswith(self.home)
            parts = path.replace("\\", "/").rstrip("/").split("/")
            spelled = {path, path.replace("\\", "/"), os.path.realpath(path)}
            if own:
                spelled.add("$CM_HOME" + path[len(self.home) :])
            else:
                firm.append(path)
            line = touched(reading, spelled, folder, home)
            if line and (own or any(part in line for part in parts[-2:])):
                return line  # who removes a whole checkout removes what the registry in it was for
        line = touched(reading, (), folder, home, same)
        if not line and any(word.startswith("git ") for word in reading.canonical):
            line = self.rolls_back(reading, text)
        return line or self.patches(reading, text) or self.switches_off(reading, text)

    def patches(self, reading, text):
        """The line by which a patch that stands in the text changes a protected place, or ""."""
        lines = [line for line in reading.canonical if line.startswith(("patch", "git apply", "git am"))]
        for row in text.split("\n")[:4000] if lines else ():
            if row[:4] in ("+++ ", "--- "):
                path = row[4:].split("\t")[0].strip()
                for spelled in (path, path.partition("/")[2]):
                    if spelled and kept_by(
                        spelled, self.protected, self.call.folder, self.user_home, False, self.known
                    ):
                        return lines[0]
        return ""

    def switches_off(self, reading, text):
        """The line that sets what keeps the host from running any hook, in a file of its settings or for another run of it, or ""."""
        for path, keys, value in self.switches:
            if not sets(text, keys, value):
                continue
            name = path.lstrip(".").partition("/")[0]
            for line in reading.canonical:
                if line.startswith(name + " "):
                    return line
            folders = (self.call.folder, self.user_home)
            spelled = {path, *(f"{folder}/{path}" for folder in folders)}
            line = touched(reading, spelled, self.call.folder, self.user_home)
            if line:
                return line
        return ""

    def rolls_back(self, reading, text):
        """The line by which git takes the home back to what it was, or ""."""
        lines = [line for line in reading.canonical if line.split(" ")[1:2] and line.startswith("git ") and line.split(" ")[1] in _GIT_CHANGES]  # fmt: skip
        here = _plain(full(self.home, "", self.user_home))
        for word in (
            (*text.replace("=", " ").replace("'", " ").replace('"', " ").split(), ".") if lines else ()
        ):
            at = _plain(full(word.replace("$HOME", self.user_home), self.call.folder, self.user_home))
            if at == here or at.startswith(here + "/"):
                return lines[0]
        return ""

    def protects(self, line, command):
        """Denies what would disarm the guard."""
        reason = f"Denied: this changes what keeps the guard in force: {shown(short_of_secrets(line[:2000]), 600)}\nOnly a person changes it: cm trauma, cm guard and cm config do, at a terminal outside the agent.\n{_DO}"
        self.found.append(Finding(_DENY, "protected", reason, line=line, command=command))

    def look_at_files(self):
        """The files that a tool writes."""
        for number, path in enumerate(self.call.files):
            if number >= 40 and self.clock() - self.begun > SECONDS - 0.5:
                self.unjudged(["no time left for all of the files"], self.call.tool)
                return
            place = kept_by(path, self.protected, self.call.folder, self.user_home, known=self.known)
            if place:
                self.protects(f"{self.call.tool} {path}", f"{self.call.tool} {path}")
                return
            spelled = _plain(full(path, self.call.folder, self.user_home))
            for file, keys, value in self.switches:
                if spelled.endswith("/" + file) and any(
                    sets(each, keys, value) for each in self.call.contents
                ):
                    self.protects(
                        f"{self.call.tool} {path}: {keys[-1]}", f"{self.call.tool} {path} {keys[-1]}"
                    )
                    return

    def look_at_contents(self, denied):
        """What a tool writes, when the same effect was denied just now: it is told, not held up."""
        path = self.call.files[0] if self.call.files else ""
        for content in self.call.contents[:40]:
            language = language_of(path, content)
            if not language and path:
                language = language_of(path, script_text(full(path, self.call.folder, self.user_home))[:200])
            if not language:
                continue
            verdict = judged_content(content[:SCRIPT], language, denied, self.now, self.left() / 4, self.user_home)  # fmt: skip
            if verdict.action in ("deny", "ask"):
                reason = f"cm guard: {shown(path, 300)} is written with what trauma {shown(verdict.id, 200)} denied a moment ago: {shown(short_of_secrets(verdict.line[:2000]), 600)}"
                self.found.append(
                    Finding(_NOTE, "again", reason, id=verdict.id, place=verdict.place, line=f"{self.call.tool} {path}: {verdict.line}", command=f"{self.call.tool} {path}")
                )  # fmt: skip
                return

    def look_at_scripts(self, denied):
        """Script files that a command runs, when the same effect was denied just now."""
        for text, shell in self.call.commands[:40]:
            undo = _alarm(self.left() / 4)
            try:
                reading = Reader(self.call.folder, self.user_home).read(text, shell)
                files = scripts_run(reading, text, self.call.folder, self.user_home)
            except _Stopped:
                continue
            finally:
                undo()
            for path, language in files:
                content = script_text(path)
                language = language or (content and language_of(path, content)) or "sh"
                if not content or self.left() < 0.2:
                    continue
                verdict = judged_content(content, language, denied, self.now, self.left() / 4, self.user_home)
                if verdict.action in ("deny", "ask"):
                    verdict.action = "deny"
                    self.verdict(
                        verdict,
                        text,
                        "again",
                        f"It stands in {shown(path, 300)}, and was denied a moment ago.\n",
                    )
                    self.found[-1].line = f"{path}: {verdict.line}"
                    return

    def ids(self):
        """The ids of the traumas that were met in the last minutes."""
        kinds = ("denied", "asked", "again")
        rows = self.log.tail(self.stamp(MINUTES))
        return {row["id"] for row in rows if row.get("kind") in kinds and isinstance(row.get("id"), str)}

    def recent(self):
        """The same traumas, as far as they still stand."""
        ids = self.ids()
        return [trauma for trauma in self.registry.traumas if trauma.row["id"] in ids] if ids else []

    # -- the whole -----------------------------------------------------------------------------------------------------

    def decide(self, payload, call, late):
        """Finds all that is to be said about a payload."""
        self.call = call
        if late:
            call.doubt = call.doubt and "the payload did not come to an end in time"
        if not call.folder:
            import os

            try:
                call.folder = os.getcwd()
            except OSError:
                call.folder = self.user_home
        self.learn()
        if not call.kind and not call.doubt:
            return
        if call.kind == "file" and not call.doubt and not self.ids():
            self.look_at_files()
            return  # no pattern is asked for
        whole = self.arm(self.repo())
        unread = [] if whole else ["the registries could not be read in time"]
        for fault in self.registry.faults if whole else ():
            if any(fault.startswith(f"{file}: ") for file in self.registry.files()):
                unread.append(fault)
            else:
                self.fault(fault)
        if call.doubt:
            self.fall_back(payload, call.doubt)
        for number, (text, shell) in enumerate(call.commands):
            if number and (number == 400 or self.clock() - self.begun > SECONDS):
                rest = "\n".join(each for each, _ in call.commands[number:])
                self.fall_back(rest.encode("utf-8", "replace"), "no time left for all of the commands")
                break
            self.look_at_command(text, shell, self.left() / 1.4 / min(4, len(call.commands) - number))
        self.look_at_files()
        if not any(each.weight == _DENY for each in self.found):
            denied = self.recent()
            if denied:
                self.look_at_scripts(denied)
                self.look_at_contents(denied)
        if unread and call.commands and not any(each.weight > _NOTE for each in self.found):
            self.unjudged(unread, call.commands[0][0])

    def fall_back(self, payload, doubt):
        """What cannot be read is looked through for the fatal patterns, and else left to the policy."""
        text = decoded(payload[: 1 << 20])
        verdict = None
        undo = _alarm(self.left() / 3)
        try:
            fatal = [
                each for each in self.registry.traumas if each.severity == FATAL and each.status == "active"
            ]
            best = None
            for form in (text, text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")):
                best = best or _best(fatal, views_of(crude(form), form), [])
            if best:
                verdict = Verdict("deny", best[0].row, best[0].place, best[1], best[2], [doubt])
        except _Stopped:
            pass
        except Exception as error:
            doubt = f"{doubt}, {type(error).__name__}"
        finally:
            undo()
        if verdict:
            self.verdict(verdict, text)
        else:
            self.unjudged([doubt], text)

    def say(self):
        """Writes the log and the answer; returns the exit status."""
        self.found.sort(key=lambda each: -each.weight)
        for each in self.found[:8]:
            self.note_down(each)
        top = self.found[0] if self.found else None
        weight, reason = (top.weight, top.reason) if top else (_ALLOW, "")
        lost = f"cm guard: its log cannot be written ({self.log.fault})" if self.log.fault else ""
        if lost:
            reason = f"{reason}\n{lost}" if reason else lost
        reason = reason[:REASON]
        dialect = self.dialect
        if weight == _ASK and dialect["ask"] is None:
            weight = _DENY
        if weight == _DENY:
            chosen = dialect["deny"]
            if self.call.kind == "file" and dialect.get("deny_write"):
                chosen = dialect["deny_write"]
            if self.call.older:
                chosen = dialect["deny_without"][1]
        elif weight == _ASK:
            chosen = dialect["ask"]
        elif weight == _NOTE and dialect["note"] and (lost or top.kind == "again"):
            chosen = {"out": dialect["note"], "exit": dialect["allow"]["exit"], "err": False}
        else:
            chosen = dialect["allow"]
            if not reason and self.call.kind == "command":
                told = self.reminded()
                chosen = {**chosen, "out": told} if told else chosen
        speak(chosen, reason, lost and weight < _ASK and not chosen["err"])
        return chosen["exit"]

    def reminded(self):
        """What a rule says of a command that is let go."""
        try:
            return reminder_of(self.data, self.call).rstrip("\n")
        except Exception:
            return ""

    def note_down(self, each):
        """One line for the log, unless another host's guard wrote it for the same call just now."""
        command = _name(each.command.encode("utf-8", "surrogatepass"))[:32] if each.command else ""
        for row in self.log.tail(self.stamp(TOGETHER)):
            if (
                command
                and row.get("kind") == each.kind
                and row.get("command") == command
                and (
                    row.get("host") != self.data["host"]
                    or (self.call.call and row.get("call") == self.call.call)
                )
            ):
                return
        row = {
            "at": self.now,
            "kind": each.kind,
            "host": self.data["host"],
            "session": self.call.session,
            "call": self.call.call,
            "cwd": self.call.folder[:1000],
            "tool": self.call.tool,
            "id": each.id,
            "place": each.place,
            "line": short_of_secrets(each.line[:600])[:300],
            "command": command,
            "doubts": [short_of_secrets(str(doubt))[:200] for doubt in each.doubts][:8],
            "ms": round((self.clock() - self.begun) * 1000, 1),
        }
        self.log.write({key: value for key, value in row.items() if value != "" and value != []})


def speak(chosen, reason, aloud=False):
    """Says a host's answer; a closed pipe is nobody's fault."""
    out = chosen["out"]
    if out:
        _write(1, out.replace("{reason}", dumps(reason)) + "\n")
    if (chosen["err"] or aloud) and reason:
        _write(2, reason + "\n")


def _write(number, text):
    data, write = text.encode("utf-8", "replace"), system().write
    try:
        while data:
            data = data[write(number, data) :]
    except OSError:
        pass


def answer(data, payload, call, begun, late=False, folder=""):
    """Says what a host is to do with a call, and returns the exit status; never raises."""
    door = Door(data, begun, folder)
    try:
        try:
            door.decide(payload, call, late)
        except (Exception, _Stopped) as error:
            door.unjudged(["an error of the guard", type(error).__name__, str(error)[:100]])
        return door.say()
    except (Exception, _Stopped) as error:
        return failed(door, error)


def give_up(data, begun, folder=""):
    """The answer when the time is over and nothing else could be said; returns the exit status."""
    door = Door(data, begun, folder)
    try:
        door.learn()
        door.unjudged(["no time left"])
        return door.say()
    except (Exception, _Stopped) as error:
        return failed(door, error)


def failed(door, error):
    """Says what the policy asks for when nothing better can be said, and returns the exit status."""
    weight = {"deny": _DENY, "ask": _ASK}.get(door.policy, _ALLOW)
    chosen = door.dialect[("allow", "allow", "ask", "deny")[weight]] or door.dialect["deny"]
    speak(chosen, f"cm guard failed: {type(error).__name__}: {str(error)[:200]}", True)
    return chosen["exit"]
