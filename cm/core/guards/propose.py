"""From the command of one accident a pattern that knows it again: program, subcommand, the dangerous options in any order, the target.

The engine has read the command (`guards/runtime.py`) and is handed in; what is made here is matched against its canonical form.
Whether the pattern is armed, admission says; what would slip through it, `mutations.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

from cm.core.guards.dangers import SHAPES
from cm.model.trauma import TraumaExamples

Target: TypeAlias = Literal["any", "same"]
"""any: whatever the command is aimed at. same: the one thing that it hit, wherever its folder lies."""


class Reads(Protocol):
    """What of the engine is needed here."""

    Reader: Callable[..., Any]
    Trauma: Callable[..., Any]
    judge: Callable[..., Any]
    views_of: Callable[[Any, str], Callable[[str], Any]]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A pattern for one command, with what it is matched against and examples both ways."""

    pattern: str
    scope: str
    examples: TraumaExamples
    line: str  # the line of the reading that it was made of
    target: Target
    flags: str = ""
    danger: str = ""  # the wide shape that the line has, "" = none is known


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TAIL: Final = r"(?= |$)"
_SPACE: Final = "␣"
_ANY: Final = r"\S+"
_MOST_ALLOWED: Final = 4
_LONGEST: Final = 2000
_SUBCOMMANDS: Final[Mapping[str, int]] = {
    "git": 1, "gh": 2, "glab": 2, "hub": 1, "docker": 2, "podman": 2, "docker-compose": 1, "kubectl": 2, "oc": 2, "helm": 1, "terraform": 1,
    "tofu": 1, "terragrunt": 1, "pulumi": 2, "aws": 2, "gcloud": 4, "gsutil": 1, "az": 3, "npm": 1, "pnpm": 1, "yarn": 1, "bun": 1,
    "cargo": 1, "gem": 1, "twine": 1, "poetry": 1, "uv": 1, "zfs": 1, "zpool": 1, "btrfs": 2, "systemctl": 1, "service": 0, "heroku": 1, "fly": 2,
    "flyctl": 2, "vercel": 2, "netlify": 1, "firebase": 1, "supabase": 2, "wrangler": 3, "rclone": 1, "restic": 1, "borg": 1, "vault": 2, "nomad": 2,
    "consul": 2, "argocd": 2, "flux": 2, "minikube": 1, "kind": 2, "k3d": 2, "eksctl": 2, "vagrant": 1, "ansible-vault": 1, "redis-cli": 1,
    "rails": 1, "rake": 1, "alembic": 1, "prisma": 2, "artisan": 1, "doctl": 4, "brew": 1, "apt-get": 1, "apt": 1, "dnf": 1, "yum": 1,
    "pip": 1, "conda": 1, "snap": 1, "crontab": 0, "diskutil": 1, "cryptsetup": 1, "nvme": 1, "hg": 1, "jj": 2, "svn": 1, "cdk": 1,
    "serverless": 1, "sam": 1, "s3cmd": 1, "mc": 1, "b2": 1, "bq": 1, "knex": 1, "sequelize": 1, "dbmate": 1, "goose": 1, "flyway": 1,
}  # fmt: skip
"""How many words behind a program say what it does, at most."""
_AIMED: Final = _set(
    "rm rmdir unlink shred srm trash rimraf del-cli truncate mv cp ln install chmod chown chgrp setfacl icacls takeown rsync rclone robocopy sed perl tar unzip "
    "> >> dd kill pkill killall systemctl service launchctl taskkill curl wget remove-item clear-content move-item set-content chattr "
    "s3cmd gsutil psql mysql sqlite3 ssh-keygen crontab umount mount brew apt-get apt dnf yum pip conda npm-uninstall tee"
)
"""Programs that do no harm by themselves: it is the target that made it an accident."""
_AIMED_HEADS: Final = (
    "git checkout", "git restore", "git rm", "git branch", "git tag", "git push", "git worktree", "git commit", "git merge", "git rebase",
    "git pull", "git stash", "git cherry-pick", "docker rm", "docker stop", "docker kill", "docker rmi", "docker compose", "docker-compose down",
    "kubectl apply", "kubectl scale", "kubectl patch", "kubectl rollout", "kubectl delete pod", "helm upgrade", "terraform apply", "aws s3 rm", "aws s3 cp", "aws s3 sync",
    "aws s3 mv", "gh pr", "gh issue", "npm uninstall", "npm install", "npm run", "npm link", "cargo install",
)  # fmt: skip
_EVERYDAY: Final = ("docker compose down", "docker-compose down", "git stash pop", "git stash", "git pull", "git merge", "git rebase", "terraform apply")  # fmt: skip
_DANGEROUS: Final[Mapping[str, tuple[str, ...]]] = {
    "--force": ("-f",), "--recursive": ("-r", "-R"), "--hard": (), "--delete": (), "--mirror": (), "--all": ("-a",), "--volumes": ("-v",), "--prune": (),
    "--discard-changes": (), "--worktree": (), "--staged": (), "--force-with-lease": (), "--force-create": (), "--merge": (), "--cascade": (), "--no-preserve-root": (),
    "--purge": (), "--remove-source-files": (), "--delete-after": (), "--delete-excluded": (), "--remove-files": (), "--destroy": (), "-destroy": (), "-delete": (),
    "-exec": (), "--amend": (), "--root": (), "--in-place": ("-i",), "--force-reset": (), "--accept-data-loss": (), "--all-namespaces": ("-A",), "--rmi": (),
    "--auto-approve": ("-auto-approve",), "-auto-approve": ("--auto-approve",), "--delete-branch": (), "--global": ("-g",), "--include-untracked": (),
    "--no-verify": (), "--admin": (), "--squash": (), "--overwrite": (), "--grace-period=0": (), "--flush": ("-F",), "--zap-all": (), "--remove": (),
}  # fmt: skip
"""Options without which the same command would not have done it, with what else they are called."""
_SHORT: Final = re.compile(r"-[A-Za-z]{1,4}")
_BAD_LETTERS: Final = frozenset("rRfdDxXMCaAvyF")
_NOT_DANGEROUS: Final = frozenset(("-v", "-y", "-d", "-a", "-x", "-m", "-q", "-n", "-c", "-u", "-p", "-t", "-s", "-o", "-e", "-h", "-F", "-C"))  # fmt: skip
_CODE_CALL: Final = re.compile(
    r"(?:[A-Za-z_$][\w$]*\.)*(?:rmtree|unlinkSync|rmSync|rmdirSync|rm_rf|rm_r|remove|unlink|removedirs|rmdir|rm|truncate|move|rename|system|drop\w*|deleteMany|deleteOne|delete|flushall|flushdb|execute|Remove\w*|delete\w*)\s*\("
)
_SQL: Final = re.compile(
    r"^\s*(?:(?P<drop>drop|truncate)(?:\s+(?P<what>table|database|schema|view|materialized\s+view|index|column|user|role|keyspace|type|sequence|collection|extension))?(?:\s+if\s+exists)?(?:\s+only)?\s+(?P<name>[\w.\"`\[\]-]+)?"
    r"|(?P<delete>delete\s+from)\s+(?P<from>[\w.\"`\[\]-]+)(?P<where>.*\bwhere\b)?"
    r"|(?P<update>update)\s+(?P<set>[\w.\"`\[\]-]+)\s+set(?P<cond>.*\bwhere\b)?"
    r"|(?P<alter>alter\s+table)\s+(?P<table>[\w.\"`\[\]-]+)\s+drop)",
    re.IGNORECASE | re.DOTALL,
)


def pattern_of(
    command: str,
    engine: Reads,
    *,
    cwd: str = "",
    home: str = "",
    shell: str = "sh",
    target: Target | None = None,
    line: str = "",
) -> Proposed | None:
    """A pattern that denies this command in all its spellings and spares its neighbours; None when nothing in it can be told.

    `target` says whether only the same thing is meant; left out, it is decided by what made the command an accident.
    `line` names the line of the reading that did it, where that is known.
    """
    reading = engine.Reader(cwd, home).read(command, shell)
    for chosen, scope, danger in _telling(reading, engine, command, line):
        made = _payload(chosen, scope, target) if scope.startswith("payload") else _command(chosen, target)
        if made is None:
            continue
        pattern, scope, took, flags = made
        row = {"id": "t-proposed", "pattern": pattern, "scope": scope, "flags": flags, "severity": "critical"}
        armed = [engine.Trauma(row)]
        if engine.judge(command, armed, cwd=cwd, home=home, shell=shell).action != "deny":
            continue
        shown = _examples(command, chosen, engine, armed, shell)
        return Proposed(pattern, scope, shown, chosen, took, flags, danger)
    return None


def _telling(reading: Any, engine: Reads, command: str, named: str) -> Iterator[tuple[str, str, str]]:
    """The lines of a reading that may have done it, the likeliest first: line, scope, the wide shape that it has."""
    wide = [(danger, engine.Trauma(danger.row())) for danger in SHAPES]
    if named and named in reading.canonical:
        yield named, "command", next((danger.id for danger, armed in wide if _meets(armed, named)), "")
    views = engine.views_of(reading, command)
    for danger, armed in wide:
        if danger.scope.startswith("payload") and (found := armed.search(views)):
            kind = next((kind for kind, text in reading.payloads if found in text or text in found), "")
            yield found, f"payload:{kind}" if kind else danger.scope, danger.id
    for line in reading.canonical:
        for danger, armed in wide:
            if danger.scope.startswith("command") and _meets(armed, line):
                yield line, "command", danger.id
                break
    for line in reading.canonical:
        if not line.startswith(("cd ", "| ", "echo ", ">", "export ")):
            yield line, "command", ""


def _meets(armed: Any, line: str) -> bool:
    """Whether a pattern meets one line of canonical form."""
    return bool(armed.search(lambda scope: [(line, line.lower())] if scope.startswith("command") else []))


_PROGRAM: Final = re.compile(r"[A-Za-z0-9_][\w.+-]*")


# --- commands -------------------------------------------------------------------------------------------------


def _command(line: str, asked: Target | None) -> tuple[str, str, Target, str] | None:
    """(pattern, scope, target, flags) for one line of canonical form."""
    words = [word for word in line.split(" ") if word]
    if not words or words[0] == "|" or len(line) > 600:
        return None
    if words[0] in (">", ">>"):
        return rf">>? {_place(words[-1])}$", "command:canonical", "same", ""
    if words[0] == "find":
        return _find(words, asked)
    if not _PROGRAM.fullmatch(words[0]):
        return None
    head, rest = _head(words)
    options = [word for word in rest if word.startswith("-") and len(word) > 1]
    operands = [word for word in rest if not word.startswith("-")]
    bad = _bad_options(head, options)
    took: Target = asked or _aim(head, bad, operands)
    looks = "".join(f"(?=.* {_option(each, head[0])}{_TAIL})" for each in bad)
    flags = "i" if head[0] == "redis-cli" else ""
    pattern = " ".join(map(_word, head)) + _TAIL + looks
    if took == "same":
        aimed = _targets(head, operands)
        if not aimed:
            return None if asked == "same" else (pattern + _dry(head), "command:canonical", "any", flags)
        place = _place if head[0] in _OF_FILES or " ".join(head[:2]) in _GIT_FILES else _name
        pattern += "".join(f"(?=.* {place(each)}{_TAIL})" for each in aimed)
    return pattern + _dry(head), "command:canonical", took, flags


def _head(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The program with the words that say what it does, and the rest."""
    depth = _SUBCOMMANDS.get(words[0], 0)
    taken = [words[0]]
    rest = list(words[1:])
    while rest and len(taken) <= depth and re.fullmatch(r"[a-z][a-z0-9:-]*", rest[0]):
        if words[0] == "git" and taken[1:] == ["stash"]:
            break
        taken.append(rest.pop(0))
        if taken[-1] in _DOES and words[0] not in ("kubectl", "oc"):
            break
    if taken == ["git", "stash"] and rest and re.fullmatch(r"[a-z]+", rest[0]):
        taken.append(rest.pop(0))
    if words[0] in ("docker", "podman") and len(taken) == 3 and taken[1] not in _OBJECTS:
        rest.insert(0, taken.pop())  # `docker rm web`: the third is a name
    if words[0] == "python" and rest[:1] == ["-m"] and len(rest) > 1:
        taken += [rest.pop(0), rest.pop(0)]
    elif words[0] in ("python", "php", "node", "ruby") and rest and re.search(r"\.(?:py|php|js|rb)$|/artisan$|^artisan$", rest[0]):  # fmt: skip
        taken.append(rest.pop(0))
        if rest and re.fullmatch(r"[a-z][\w:-]*", rest[0]):
            taken.append(rest.pop(0))
    return taken, rest


_OBJECTS: Final = _set(
    "volume container image network system builder buildx compose stack service secret config context node swarm pod machine"
)


_DOES: Final = _set(
    "delete destroy rm rb remove uninstall prune unpublish publish drop clear purge terminate yank erase forget"
)
"""Words that do the harm by themselves, with whatever options."""
_OF_FILES: Final = _set(
    "rm rmdir unlink shred srm trash rimraf del-cli truncate mv cp ln install chmod chown chgrp setfacl rsync sed perl tee chattr "
    "remove-item clear-content move-item set-content icacls takeown"
)
_GIT_FILES: Final = frozenset(("git checkout", "git restore", "git rm", "git worktree"))


def _bad_options(head: Sequence[str], options: Sequence[str]) -> list[str]:
    """Those of the options that made it dangerous."""
    found = []
    if head[0] in ("curl", "wget", "http", "https", "xh"):
        return [each for each in options if re.fullmatch(r"--(?:request|method)=\w+|-X\w+", each)]
    if head[0] in ("kill", "pkill", "killall", "dd", "tar", "systemctl"):
        return []
    if head[0] == "crontab":
        return [each for each in options if each == "-r"]
    if head[0] in ("sed", "perl", "ruby"):
        return [each for each in options if re.match(r"-\w*i|--in-place", each)][:1]
    if head[0] in ("rm", "remove-item"):  # with the same target it is as bad without being forced
        return [each for each in options if each in ("--recursive", "-r", "-R", "-recurse")]
    alone = len(head) > 1 and head[-1] in _DOES and head[0] not in ("git", "docker", "podman", "aws")
    if alone or head[:2] in (["kubectl", "delete"], ["oc", "delete"]) or head[-1] == "prune":
        return []
    for option in options:
        name = option.partition("=")[0]
        if option in _DANGEROUS or name in _DANGEROUS:
            found.append(option if option in _DANGEROUS else name)
        elif _SHORT.fullmatch(option) and option not in _NOT_DANGEROUS and _BAD_LETTERS & set(option[1:]):
            found.append(option)
    if head[:2] in (["docker", "compose"], ["docker-compose", "down"]) and "-v" in options:
        found.append("-v")
    if head[:2] == ["git", "stash"] or head[:2] == ["aws", "s3"]:
        found = [each for each in found if each != "--force"]
    return list(dict.fromkeys(found))


def _option(option: str, program: str) -> str:
    """An option with its other names."""
    if program in ("crontab", "sed", "perl", "ruby", "curl", "wget", "http", "https", "xh"):
        letter = re.match(r"-(\w*)[ir]\S*$", option)
        return {"crontab": "-r"}.get(program) or (r"(?:-\w*i\S*|--in-place\S*)" if letter or "in-place" in option else re.escape(option).replace(r"\-", "-"))  # fmt: skip
    names = [option, *_DANGEROUS.get(option, ())]
    names += [long for long, shorts in _DANGEROUS.items() if option in shorts and not option.startswith("--")]
    shorts = [each[1:] for each in names if re.fullmatch(r"-[A-Za-z]", each)]
    made = [re.escape(each).replace(r"\-", "-") for each in names if not re.fullmatch(r"-[A-Za-z]", each)]
    letters = "".join(dict.fromkeys(shorts))
    made += (
        [rf"-[A-Za-z]{{0,8}}{letters if len(letters) == 1 else f'[{letters}]'}[A-Za-z]{{0,8}}"]
        if shorts
        else []
    )
    if len(option) > 2 and _SHORT.fullmatch(option):  # a bundle: each of its letters, in any order
        made = [rf"-{''.join(f'(?=[A-Za-z]{{0,8}}{each})' for each in option[1:])}[A-Za-z]{{1,9}}"]
    made = [each + (r"(?:=\S*)?" if each in _VALUED else "") for each in dict.fromkeys(made)]
    return made[0] if len(made) == 1 else f"(?:{'|'.join(made)})"


_VALUED: Final = frozenset(("--force-with-lease", "--prune", "--cascade", "--delete", "--remove", "--rmi"))


def _aim(head: Sequence[str], bad: Sequence[str], operands: Sequence[str]) -> Target:
    """Whether the target is what made it an accident."""
    said = " ".join(head)
    if head[0] in _AIMED:
        return "same"
    if any(said == each or said.startswith(each + " ") for each in _AIMED_HEADS):
        return "any" if set(bad) & {"--force", "-D", "--mirror", "--volumes", "-v", "--all"} and said not in _EVERYDAY[:1] else ("same" if operands else "any")  # fmt: skip
    if said in _EVERYDAY and not bad:
        return "same"
    return "any" if len(head) > 1 or bad or not operands else "same"


def _targets(head: Sequence[str], operands: Sequence[str]) -> list[str]:
    """What the command is aimed at."""
    words = [word for word in operands if word not in ("--", "\\;", ";", "+")]
    if head[0] in ("chmod", "chown", "chgrp") and words:
        return [words[0], *words[1:2]] if head[0] == "chmod" else words[1:2] or words[:1]
    if head[0] in ("mv", "cp", "rsync", "ln", "install"):
        return words[-1:]
    if head[0] in ("sed", "perl"):
        return words[-1:]
    if head[0] == "dd":
        return [word for word in words if word.startswith("of=")]
    if head[:2] == ["git", "push"] or head[0] == "tar":
        return words[1:2] or words[:1]
    return words[:1]


def _dry(head: Sequence[str]) -> str:
    """What makes a trial of it is spared."""
    if len(head) < 2 and head[0] not in ("rsync", "rclone"):
        return ""
    return r"(?!.* --(?:help|dry-run\S*)(?: |$))"


def _word(word: str) -> str:
    return re.escape(word).replace(r"\-", "-")


def _name(word: str) -> str:
    """A target that is no path: a name, an address."""
    return _variables(word) + (r"/?\S*" if "://" in word else "")


def _place(word: str) -> str:
    """A target in the ways that it may be written: with a folder in front, with a slash or a star behind."""
    bare = word.rstrip("/")
    for end in ("/*", "/.*"):
        bare = bare.removesuffix(end)
    if bare in ("", ".", "..", "~", "*", "/", "./*") or word in ("*", ".", "/", "~", "/*", "~/*"):
        everything = {"/": r"/\S{0,2}", "/*": r"/\S{0,2}", "": r"/\S{0,2}", "~": r"(?:~|\$\{?HOME\}?)(?:/\*?)?", "~/*": r"(?:~|\$\{?HOME\}?)(?:/\*?)?"}  # fmt: skip
        return everything.get(word, everything.get(bare, r"(?:\./?\*?|\*|\.\*)"))
    if "$" in bare:
        return _variables(bare) + r"(?:/\S*)?"
    if "://" in bare or ":" in bare:
        return re.escape(bare).replace(r"\-", "-") + r"/?\S*"
    written = re.escape(bare).replace(r"\-", "-")
    front = (
        ""
        if bare.startswith(("/", "~", "-")) or not _PATH.fullmatch(bare) or bare.isdigit()
        else r"(?:\S*/)?"
    )
    return f"{front}{written}" + (r"(?:/\*?)?" if _PATH.fullmatch(bare) else "")


_PATH: Final = re.compile(r"[\w./@~+=, *?-]+")


def _variables(word: str) -> str:
    parts = re.split(r"(\$\{?\w+\}?|\$\(\S*\))", word)
    made = []
    for part in parts:
        if name := re.fullmatch(r"\$\{?(\w+)\}?", part):
            made.append(rf"\$\{{?{name[1]}\}}?")
        elif part.startswith("$("):
            made.append(r"\$\(\S*\)")
        else:
            made.append(re.escape(part).replace(r"\-", "-"))
    return "".join(made)


def _find(words: Sequence[str], asked: Target | None) -> tuple[str, str, Target, str] | None:
    """`find … -delete` and kin: what it does to what it finds, and where it starts."""
    line = " ".join(words)
    does = re.search(r"-delete|-exec(?:dir)? (?:rm|mv|shred|truncate|unlink)|-ok (?:rm|mv)", line)
    if does is None:
        return None
    act = (
        r"-delete" if does[0] == "-delete" else r"-(?:exec|execdir|ok|okdir) " + _word(does[0].split(" ")[1])
    )
    names = re.search(r" (-i?name|-i?path|-i?regex) (\S+)", line)
    pattern = f"find{_TAIL}"
    took: Target = asked or "same"
    if took == "same":
        start = next((word for word in words[1:] if not word.startswith("-")), "")
        pattern += f"(?= {_place(start)}{_TAIL})" if start else ""
        if names:
            pattern += f"(?=.* -i?{names[1].lstrip('-').removeprefix('i')} {re.escape(names[2])}{_TAIL})"
    return f"{pattern}(?=.* {act}{_TAIL})", "command:canonical", took, ""


# --- code and queries -----------------------------------------------------------------------------------------


def _payload(text: str, scope: str, asked: Target | None) -> tuple[str, str, Target, str] | None:
    """(pattern, scope, target, flags) for what was handed to a database or an interpreter."""
    if scope == "payload:sql":
        for statement in re.split(r";|\n", text):
            if made := _sql(statement, asked):
                return made
    call = _CODE_CALL.search(text)
    if call is None:
        return None
    name = re.escape(call[0].rstrip("( \t")).replace(r"\-", "-")
    pattern = rf"{name}\s*\("
    inside = re.match(r"\s*(?:[^()\n]{0,80}?)?(['\"])([^'\"\n]{1,120})\1", text[call.end() :])
    if asked != "any" and inside:
        return rf"{pattern}[^\n]{{0,200}}{re.escape(inside[2])}(?!\w)", scope, "same", ""
    return pattern, scope, "any", ""


def _sql(statement: str, asked: Target | None) -> tuple[str, str, Target, str] | None:
    found = _SQL.match(statement)
    if found is None:
        return None
    name = next((found[each] for each in ("name", "from", "set", "table") if found[each]), "") or ""
    plain = re.sub(r"[\"`\[\]]", "", name).rpartition(".")[2]
    quoted = rf"(?:[\w\"`\[\]]+\.)?[\"`\[]?{re.escape(plain)}[\"`\]]?(?![\w])" if plain else r"\S+"
    if found["drop"]:
        what = re.sub(r"\s+", r"\\s+", (found["what"] or "").lower())
        wide = what in ("database", "schema", "keyspace")
        took: Target = asked or ("any" if wide or not plain else "same")
        verb = found["drop"].lower()
        middle = (
            rf"\s+{what}" if what and verb == "drop" else (r"(?:\s+table)?" if verb == "truncate" else "")
        )
        end = r"(?:\s+if\s+exists)?(?:\s+only)?\s+" + (quoted if took == "same" else r"\S")
        return rf"(?:^|\b(?:begin|then|do|go)\s+){verb}{middle}{end}", "payload:sql", took, ""
    if found["delete"]:
        took = asked or "same"
        sure = "" if found["where"] else r"(?!.*\bwhere\b)"
        return rf"^delete\s+from\s+{quoted if took == 'same' else _ANY}{sure}", "payload:sql", took, ""
    if found["update"]:
        took = asked or "same"
        sure = "" if found["cond"] else r"(?!.*\bwhere\b)"
        return rf"^update\s+{quoted if took == 'same' else _ANY}\s+set\b{sure}", "payload:sql", took, ""
    took = asked or "same"
    return (
        rf"^alter\s+table\s+{quoted if took == 'same' else _ANY}.{{0,400}}\bdrop\b",
        "payload:sql",
        took,
        "",
    )


# --- examples -------------------------------------------------------------------------------------------------

_NEIGHBOURS: Final[Mapping[str, tuple[str, ...]]] = {
    "git reset": ("git reset --soft HEAD~1", "git reset HEAD README.md"),
    "git push": ("git push origin main", "git push --dry-run"),
    "git clean": ("git clean -n", "git clean --dry-run"),
    "git checkout": ("git checkout main", "git checkout -b topic"),
    "git restore": ("git restore --staged README.md", "git status"),
    "git branch": ("git branch -a", "git branch topic"),
    "git stash": ("git stash list", "git stash show -p"),
    "rm": ("rm notes.txt", "rm -rf node_modules", "ls -la"),
    "terraform": ("terraform plan", "terraform validate"),
    "docker": ("docker ps", "docker images"),
    "kubectl": ("kubectl get pods", "kubectl describe pod web-0"),
    "npm": ("npm test", "npm pack"),
    "aws": ("aws s3 ls", "aws sts get-caller-identity"),
    "chmod": ("chmod +x run.sh", "chmod 644 notes.txt"),
    "find": ("find . -name '*.py'", "find src -type f"),
}


def _examples(command: str, line: str, engine: Reads, armed: Sequence[Any], shell: str) -> TraumaExamples:
    """The command itself where a shell reads it alone, and neighbours and mentions of it that must pass; only what holds."""
    written = [command] if shell == "sh" and len(command) <= _LONGEST else []
    deny = [
        each
        for each in dict.fromkeys((*written, line))
        if _SPACE not in each and engine.judge(each, armed).action == "deny"
    ][:2]
    words = line.split(" ")
    near = [*_NEIGHBOURS.get(" ".join(words[:2]), ()), *_NEIGHBOURS.get(words[0], ())]
    mention = line.replace("'", "").replace(_SPACE, " ")[:120]
    allow = [f"echo '{mention}'", f"git commit -m 'why {mention} is a bad idea'", *near, f"{words[0]} --help"]
    held = [each for each in dict.fromkeys(allow) if engine.judge(each, armed).action == "allow"]
    return TraumaExamples(tuple(deny), tuple(held[:_MOST_ALLOWED]))
