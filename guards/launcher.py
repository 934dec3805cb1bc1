"""The start of a generated guard: reads what the host sends, and lets go at once what no trauma can be in.

It is written as `cm_start.py` beside the script of each host, with `may_matter`, `could_matter`, `opened`, `_stamp` and `_digest` of the engine
in front, and is kept as bytecode: neither `json` nor `re` nor the engine is imported for a command without a trauma's word. What it
lets go is exactly what the door (`guards/door.py`) would let go in silence; when in doubt it asks the door.

Not here: judging, answering, the log (the door), the data of a host (the script that imports this).
"""

import sys

if __name__ != "cm_start":  # there they are the same module
    from guards.runtime import could_matter, may_matter, opened  # isort: skip

SECONDS = 2.5  # for what the host sends; the door keeps the rest
AFTER = 0.3  # for the end of it, once it looks whole
PATIENCE = 4.5  # for everything, where nothing else ends it
RECENT = 600  # seconds after a denial in which everything is looked at


class Late(BaseException):
    """The host does not come to an end with what it sends."""


def system():
    """The system's calls, without the `os` module."""
    try:
        import posix as found
    except ImportError:
        import nt as found
    return found


def received(begun, clock):
    """(what the host sends, whether the time was over before its end)."""
    parts = []

    def rings(number, frame):
        raise Late

    try:
        import _signal as signal

        signal.signal(signal.SIGALRM, rings)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
    except (ImportError, AttributeError, ValueError):
        signal = None
    read, late = system().read, False
    while True:
        try:
            part = read(0, 1 << 20)
            if not part:
                break
            parts.append(part)
            if len(parts) > 4096 or sum(map(len, parts[-64:])) > 1 << 26:
                late = True
                break
            if signal is not None:
                # what looks whole is not waited for as long: some hosts leave the pipe open
                left = max(0.01, SECONDS + begun - clock())
                signal.setitimer(signal.ITIMER_REAL, min(AFTER, left) if part.rstrip()[-1:] == b"}" else left)
        except Late:
            if clock() - begun > SECONDS or is_whole(b"".join(parts)):
                late = True
                break
            signal.setitimer(signal.ITIMER_REAL, max(0.01, SECONDS + begun - clock()))
        except OSError:
            break
    if signal is not None:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Late:
            late = True
    return b"".join(parts), late


def is_whole(payload):
    """Whether a payload is a value already."""
    try:
        loads(decoded(payload))
    except Exception:
        return False
    return True


# ---------------------------------------------------------------------------------------------------------------------
# JSON without the `json` module, whose import takes longer than all the rest


class _Loose:
    strict = False
    object_hook = object_pairs_hook = array_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo = None


def loads(text):
    """The value of a JSON text. Raises ValueError, or RecursionError when it is nested too deep."""
    begin = len(text) - len(text.lstrip(" \t\r\n"))
    try:
        from _json import make_scanner

        scan = make_scanner(_Loose)
    except Exception:
        import json

        return json.loads(text, strict=False)
    try:
        value, end = scan(text, begin)
    except StopIteration:
        raise ValueError("no value") from None
    if text[end:].strip(" \t\r\n"):
        raise ValueError("more than one value")
    return value


def decoded(payload):
    """The text of a payload; bytes that are no UTF-8 are replaced, the marks at its beginning taken off."""
    if payload[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return payload.decode("utf-16", "replace")
    return payload.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


# ---------------------------------------------------------------------------------------------------------------------
# what a payload says

_MISSING = object()


class Call:
    """What a payload says, in the words of its dialect."""

    __slots__ = (
        "call",
        "commands",
        "contents",
        "doubt",
        "files",
        "folder",
        "kind",
        "older",
        "session",
        "tool",
    )

    def __init__(self):
        self.tool = self.kind = self.folder = self.session = self.call = self.doubt = ""
        self.older = False  # an older version of the host is asking, which is denied in another way
        self.commands, self.files, self.contents = [], [], []


def dig(value, path):
    """What stands at a dotted path, or _MISSING; "" is the value itself."""
    for key in path.split(".") if path else ():
        if isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return _MISSING
    return value


def first(value, paths):
    """What stands at the first of the paths that is there, or _MISSING."""
    for path in paths:
        found = dig(value, path)
        if found is not _MISSING and found is not None:
            return found
    return _MISSING


def _text(value):
    """A value as a short text: the first of a list, "" for what is none."""
    if isinstance(value, (list, tuple)):
        value = value[0] if value else ""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return ""
    return str(value)[:4000]


def _quoted(word):
    """A word as a POSIX shell would have to be told it."""
    return word if word.replace("-", "a").replace("_", "a").replace("/", "a").replace(".", "a").isalnum() else "'" + word.replace("'", "'\"'\"'") + "'"  # fmt: skip


def commands_in(value):
    """The commands that a field holds: a text, a list of texts, a list of {command, args}, the JSON of one. None when it is none of them."""
    if isinstance(value, str):
        if value.lstrip()[:2] in ('["', "[{", "[ ") and value.rstrip()[-1:] == "]":
            try:
                held = loads(value)
            except (ValueError, RecursionError):
                return [value]
            if isinstance(held, list):
                return commands_in(held)
        return [value]
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        return None
    found = []
    for each in value:
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict) and isinstance(each.get("command"), str):
            words = each.get("args", each.get("arguments")) or []
            if isinstance(words, str):
                found.append(each["command"] + " " + words)
            elif isinstance(words, list) and all(isinstance(word, (str, int, float)) for word in words):
                found.append(" ".join([each["command"], *(_quoted(str(word)) for word in words)]))
            else:
                return None
        else:
            return None
    if len(found) > 1 and all(isinstance(each, str) for each in value):
        found.append(" ".join(_quoted(word) for word in found))  # it may be the words of one command
    return found


def texts_in(value, keys, depth=0):
    """The texts under these keys of an object, lists of texts too, and those in lists of objects one level down."""
    found = []
    if not isinstance(value, dict):
        return found
    for key in keys:
        held = value.get(key)
        for each in held if isinstance(held, list) else [held]:
            if isinstance(each, str):
                found.append(each)
            elif isinstance(each, dict) and depth == 0:
                found += texts_in(each, keys, 1)
    if depth == 0:
        for key, held in value.items():
            if isinstance(held, list) and key not in keys:
                for each in held:
                    found += texts_in(each, keys, 1)
    return found


def patched(text):
    """The files that a patch names."""
    found = []
    for line in text.split("\n"):
        line = line.rstrip("\r")
        for mark in ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "):
            if line.startswith(mark):
                found.append(line[len(mark) :].strip())
        if line.startswith(("--- ", "+++ ")):
            name = line[4:].split("\t")[0].strip()
            if name != "/dev/null":
                found.append(name[2:] if name[:2] in ("a/", "b/") else name)
                found.append(name)
        elif line.startswith(("rename to ", "rename from ", "copy to ")):
            found.append(line.partition(" ")[2].partition(" ")[2])
    return found


def read_call(payload, dialect):
    """What a payload says; what is not as the dialect tells is a doubt."""
    call = Call()
    try:
        value = loads(decoded(payload))
    except RecursionError:
        call.doubt = "the payload is nested too deep"
        return call
    except Exception:
        call.doubt = "the payload is not JSON" if payload.strip() else "the payload is empty"
        return call
    if not isinstance(value, dict):
        call.doubt = "the payload is not an object"
        return call
    if dialect["deny_without"]:
        call.older = dig(value, dialect["deny_without"][0]) is _MISSING
    call.session = _text(first(value, dialect["session"]))[:200]
    call.call = _text(first(value, dialect["call"]))[:200]
    named = first(value, dialect["tool"])
    if named is _MISSING:
        named = "*"
    if not isinstance(named, str):
        call.doubt = "the name of the tool is not a text"
        return call
    call.tool = named[:200]
    low = named.lower()
    shell = next((how for name, how in dialect["shells"].items() if name.lower() == low), "")
    writes = any(name.lower() == low for name in dialect["writers"])
    given = first(value, dialect["input"])
    if isinstance(given, str):
        try:
            given = loads(given)
        except (ValueError, RecursionError):
            given = None
    for where in (given, value):
        folder = first(where, dialect["folder"]) if isinstance(where, dict) else _MISSING
        if not call.folder and folder is not _MISSING:
            call.folder = _text(folder).replace("\0", "")
    if not shell and not writes:
        if named == "*":
            call.doubt = "no tool is named"
        return call
    if not shell and isinstance(given, dict) and any(given.get(key) == held for key, held in dialect["only_reads"]):  # fmt: skip
        return call
    call.kind = "command" if shell else "file"
    if not isinstance(given, dict):
        call.doubt = "the input of the tool is not an object"
        return call
    if shell:
        if shell == "native":
            shell = "powershell" if sys.platform == "win32" else "sh"
        held = [given[key] for key in dialect["commands"] if given.get(key) is not None]
        if not held:
            call.doubt = "there is no command"
        for each in held:
            some = commands_in(each)
            if some is None:
                call.doubt = "the command is not a text"
            else:
                call.commands += [(text, shell) for text in some if (text, shell) not in call.commands]
    if writes:
        call.files = texts_in(given, dialect["files"])
        for text in texts_in(given, dialect["patches"]):
            call.files += patched(text)
            call.contents.append(text)
        call.contents += texts_in(given, dialect["contents"])
        if not shell and not call.files:
            call.doubt = "the tool names no file"
    for text, _ in call.commands:
        if "*** Begin Patch" in text:
            call.files += patched(text)
    return call


# ---------------------------------------------------------------------------------------------------------------------
# what is let go at once


def repo_of(folder, policy, data):
    """The nearest trusted repository around a folder that keeps traumas of its own, "" when there is none.

    Only those count that the policy names, so that no stranger's repository, and no folder that an agent makes, has a say. None
    when the name of the folder is not plainly the system's own (links, capitals): then the door looks.
    """
    others = policy.replace((data["home"] + "/traumas.jsonl").encode(), b"")
    if b"traumas.jsonl" not in others:
        return ""
    if data["windows"] or sys.platform == "darwin" or b"\\" in policy:
        return None
    if not folder.isascii() or folder[:1] != "/" or "/." in folder or "//" in folder:
        return None
    readlink, at = system().readlink, folder.rstrip("/")
    found = ""
    while at:
        try:
            readlink(at)
            return None
        except OSError:
            pass
        if not found and b'"%s/.cm/traumas.jsonl"' % at.encode() in others:
            found = at
        at = at.rpartition("/")[0]
    return found


def lets_go(data, call):
    """Whether the door would let this go without a word; False when that cannot be seen from here."""
    if call.doubt or call.kind == "file" or call.files:
        return False
    if not call.kind:
        return True
    import time

    state = data["home"] + "/state/guard/"
    folder = call.folder or system().getcwd()
    if folder.startswith((data["home"], data["real_home"])):
        return False
    try:
        recent = time.time() - system().stat(state + "log.jsonl").st_mtime < RECENT
    except FileNotFoundError:
        recent = False
    if recent and any(may_run_a_file(text, folder) for text, _ in call.commands):
        return False
    with opened(state + "policy.json") as file:
        policy = file.read()
    repo = repo_of(folder, policy, data)
    if repo is None or may_matter(
        "\n".join(text for text, _ in call.commands).encode(), names(policy, data["home"])
    ):
        return False
    registries, key = [data["home"] + "/traumas.jsonl"], "home"
    if repo:
        from _blake2 import blake2b

        registries.append(repo + "/.cm/traumas.jsonl")
        key = blake2b(repo.encode(), digest_size=20).hexdigest()[:16]
    return without_words(state, call.commands, registries, f"{state}cache-{key}")


# ---------------------------------------------------------------------------------------------------------------------
# what a rule says of a command that is let go

PLAIN = ("sudo", "time", "command", "nohup")
ASKS = ("--version", "-V", "--help", "-h", "help", "version")
REMINDED = 1 << 19  # bytes of the list of what was said, until it is put aside


def reminder_of(data, call):
    """The answer that lets a call go and tells the model of a rule against it, "" for none; a session is told of a rule once."""
    form = data["dialect"].get("remind", "")
    if not form or not call.session or not call.commands:
        return ""
    state = data["home"] + "/state/guard/"
    try:
        with opened(state + "reminders.jsonl") as file:
            lines = file.read().split(b"\n")
    except OSError:
        return ""
    head = loads(lines[0].decode())
    stamps = [stamp_of(data["home"] + name) for name in ("/playbook.yaml", "/ledger/blocked.jsonl")]
    if head.get("schema") != 1 or head.get("made_of") != stamps:
        return ""  # something changed since: what was withdrawn is not said
    programs = set(head["programs"])
    parts = [
        part for text, _ in call.commands for part in parts_of(text) if "*" in programs or part[0] in programs
    ]
    if not parts:
        return ""
    folder = call.folder.replace("\\", "/").rstrip("/") + "/"
    for line in lines[1:]:
        row = loads(line.decode()) if line else None
        if row and any(goes_against(row, part) for part in parts) and holds_in(row, folder):
            return said_once(data, call, row, form, state)
    return ""


def stamp_of(path):
    """Size and time of a file, as the reminders keep them."""
    try:
        seen = system().stat(path)
    except OSError:
        return [-1, 0]
    return [seen.st_size, seen.st_mtime_ns]


def holds_in(row, folder):
    """Whether a rule is about the place of a call."""
    return not row["roots"] or any(folder.startswith(root.replace("\\", "/") + "/") for root in row["roots"])


def goes_against(row, part):
    """Whether a simple command is what a rule says not to run, and not a longer way of what it says to run."""
    if row["exact"]:
        return part == row["exact"]
    broke = max((len(words) for words in row["dont"] if is_run(words, part)), default=0)
    return broke > max((len(words) for words in row["do"] if is_run(words, part)), default=0)


def is_run(words, part):
    """Whether a simple command is one of these words: the program, its first words in order, its options anywhere."""
    if words[0] not in ("*", part[0]):
        return False
    asked = [word for word in words[1:] if word[:1] != "-"]
    given = [word for word in part[1:] if word[:1] != "-"]
    return given[: len(asked)] == asked and all(word in part for word in words[1:] if word[:1] == "-")


def parts_of(text):
    """The simple commands of a line as words; none of a text whose parts cannot be told without a shell."""
    if len(text) > 4000 or any(sign in text for sign in ("<<", "$(", "`", "\\\n")):
        return []
    parts, words, word, quote, some = [], [], "", "", False
    for sign in text + "\n":
        if quote:
            if sign == quote:
                quote = ""
            else:
                word += sign
        elif sign in "'\"":
            quote, some = sign, True
        elif sign in " \t;&|\n(){}":
            if word or some:
                words.append(word)
            word, some = "", False
            if sign not in " \t" and words:
                parts.append(words)
                words = []
        else:
            word += sign
    found = []
    for words in () if quote else parts:
        while words and (("=" in words[0].lstrip("-") and words[0][:1] != "-") or words[0] in PLAIN):
            words = words[1:]
        if words and not (len(words) > 1 and all(word in ASKS for word in words[1:])):
            name = words[0].replace("\\", "/").rpartition("/")[2]
            found.append([name.removesuffix(".exe"), *words[1:]])
    return found


def said_once(data, call, row, form, state):
    """The answer that says a rule, unless this session was told of it; either way it is noted that the command was run."""
    import time

    path = state + "reminded.jsonl"
    name, session = quoted(row["id"]), quoted(data["host"] + "/" + call.session)
    try:
        with opened(path) as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - REMINDED))
            known = file.read()
    except OSError:
        known, size = b"", 0
    again = any(name.encode() in line and session.encode() in line for line in known.split(b"\n"))
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    if size > REMINDED:
        try:
            system().replace(path, state + "reminded.1.jsonl")
        except OSError:
            pass
    line = '{{"at":"{}","session":{},"id":{}{}}}\n'.format(
        at, session, name, ',"again":true' if again else ""
    )
    if not put_line(path, line) or again:
        return ""  # what cannot be noted would be said each time
    envelope = (
        "c-" + system().urandom(8).hex() if hasattr(system(), "urandom") else "c-" + name.strip('"')[2:]
    )
    text = '<cm-context id="{}">\nBefore this command: {}\n</cm-context>\n'.format(envelope, row["say"])
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256
    shown = '{{"id":"{}","at":"{}","door":"hook-command","rules":[{}],"sha256":"{}","host":{},"session":{}}}\n'.format(
        envelope, at, name, sha256(text.encode()).hexdigest(), quoted(data["host"]), session,
    )  # fmt: skip
    if not put_line(data["home"] + "/ledger/shown.jsonl", shown):
        return ""
    return form.replace("{reason}", quoted(text))


def quoted(text):
    """A text as JSON, in ASCII, with its quotes."""
    try:
        from _json import encode_basestring_ascii as encode
    except ImportError:
        from json.encoder import py_encode_basestring_ascii as encode
    return encode(text)


def put_line(path, line):
    """Appends a line in one write; whether that was possible."""
    calls = system()
    try:
        calls.mkdir(path.rpartition("/")[0], 0o700)
    except OSError:
        pass  # it is there, or nothing can be written either
    flags = calls.O_WRONLY | calls.O_APPEND | calls.O_CREAT | getattr(calls, "O_NONBLOCK", 0)
    try:
        fd = calls.open(path, flags, 0o600)
        try:
            return calls.write(fd, line.encode()) == len(line)
        finally:
            calls.close(fd)
    except OSError:
        return False


_RUNNERS = "bash zsh dash ksh ash fish sh source . python pypy node nodejs bun deno tsx perl ruby php pwsh powershell psql mysql sqlite mariadb make gmake just cd pushd".split()


def may_run_a_file(text, folder):
    """Whether a command can be the run of a script that lies on the disk: by an interpreter, or as a file that is there."""
    for sign in "'\"`;&|()<>{}$\n\t=":
        text = text.replace(sign, " ")
    stat = system().stat
    for word in text.split():
        name = word.rpartition("/")[2].rpartition("\\")[2].lower().removesuffix(".exe")
        if name.rstrip("0123456789.") in _RUNNERS or name == ".":
            return True
        if "/" in word or "\\" in word:
            if word[:1] == "~":
                return True
            try:
                if stat(word if word[:1] == "/" else f"{folder}/{word}").st_mode & 0o170000 == 0o100000:
                    return True
            except (OSError, ValueError):
                continue
    return False


def without_words(state, commands, registries, cache):
    """Whether none of the commands holds a word of a trauma."""
    contents = []
    for path in (state + "packs.jsonl", *registries, state + "admitted"):
        try:
            with opened(path) as file:
                contents.append(file.read())
        except FileNotFoundError:
            if path.startswith(state):
                return False
            contents.append(b"")
    return not could_matter("\n".join(text for text, _ in commands).encode(), contents, cache)


def names(policy, home):
    """Words of which one stands in every command that names a protected place, as `may_matter` takes them."""
    found = {b"traumas jsonl", b"config toml", b"trust json"}
    for number, part in enumerate((home.encode(), *policy.split(b'"'))):
        part = part.replace(b"\\\\", b"/").replace(b"\\", b"/").rstrip(b"/")
        if b"/" in part:
            above, _, name = part.rpartition(b"/")
            found.add(bare(name))
            if number:
                found.add(bare(above.rpartition(b"/")[2]))
    found.discard(b"")
    return found


def bare(name):
    """A name as `may_matter` sees it; a short one stands alone."""
    found = bytes(sign if sign < 128 and chr(sign).isalnum() else 32 for sign in name.lower()).strip()
    return b" %s " % found if 0 < len(found) < 4 else found


def watch(data, folder, begun):
    """Ends the process with the answer that policy asks for when the time is over; for systems without a timer."""
    import _thread
    from time import sleep

    def rings():
        sleep(PATIENCE)
        import cm_guard

        system()._exit(cm_guard.give_up(data, begun, folder))

    _thread.start_new_thread(rings, ())


def main(data, folder):
    """Answers the host and ends the process."""
    from time import monotonic

    begun = monotonic()
    if data["windows"]:
        watch(data, folder, begun)
    payload, late = received(begun, monotonic)
    try:
        call = read_call(payload, data["dialect"])
        late = late and bool(call.doubt)
    except Exception as error:
        call = Call()
        call.doubt = f"the payload cannot be read ({type(error).__name__})"
    try:
        free = not late and lets_go(data, call)
    except Exception:  # the door finds out what it was
        free = False
    if free:
        said, code = data["dialect"]["allow"]["out"], data["dialect"]["allow"]["exit"]
        try:
            said = (call.kind == "command" and reminder_of(data, call)) or said
        except Exception:  # a reminder is worth nobody's command
            pass
        if said:
            try:
                system().write(1, said.encode() + b"\n")
            except OSError:
                pass
    else:
        import gc

        gc.disable()  # nothing that is loaded goes again; the door sets it going
        import cm_guard

        if folder in sys.path:
            sys.path.remove(folder)
        code = cm_guard.answer(data, payload, call, begun, late, folder)
    system()._exit(code)
