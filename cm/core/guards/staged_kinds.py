"""What of a file would be run, by the kind of the file: shell, recipes, image builds, CI steps, package scripts, SQL, calls of a shell.

Pure and of the standard library alone: it is copied as it stands beside the guard of a repository (`guards/git_hook.py`), where nothing of
cm can be imported. A file is read tolerantly: what is not understood is no piece. Which of it is new, and what is let pass: `staged.py`.
"""

from __future__ import annotations

import json
import re

from cm.core.guards.staged_documents import (
    KEYS,
    commands,
    cron,
    jenkins,
    prefixed,
    quoted,
    scripts,
    steps,
    tox,
)
from cm.core.guards.staged_pieces import Piece

# folders whose files are material, whatever they hold; and what is prose
_MATERIAL = re.compile(
    r"(?:^|/)(?:fixtures?|testdata|test-data|__snapshots__|snapshots|__fixtures__|cassettes|golden|node_modules|vendor|third_party)/",
    re.IGNORECASE,
)
_PROSE = re.compile(
    r"\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt|org|tex|html?|svg|csv|tsv|jsonl|ndjson|lock|snap|ambr|po|pot|xml|log|diff|patch)$",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"(?:^|/)\.cm/|(?:^|/)traumas\.jsonl$|(?:^|/)guards/(?:catalogue/|runtime\.py$|door\.py$|cm_guard\.py$)"
)
_TESTS = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing|e2e)/|(?:^|/)(?:test_[^/]*|[^/]*_test|[^/]*\.(?:test|spec))\.[a-z]+$|(?:^|/)conftest\.py$",
    re.IGNORECASE,
)
_SHELL_NAMES = frozenset(
    """.bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zprofile .zshenv .zlogin .envrc
    .kshrc .xinitrc .xprofile pkgbuild apkbuild""".split()  # noqa: SIM905
)
_SHELL_ENDS = frozenset(["sh", "bash", "zsh", "ksh", "dash", "ash", "command", "bats", "ebuild"])
_HOOKS = re.compile(r"(?:^|/)(?:\.husky|\.githooks|\.hooks|git-hooks|githooks|hooks)/[a-z][a-z-]*$")
_CODE = {
    "py": "python3", "pyw": "python3", "js": "node", "mjs": "node", "cjs": "node", "ts": "node", "mts": "node", "cts": "node",
    "jsx": "node", "tsx": "node", "rb": "ruby", "rake": "ruby", "gemspec": "ruby", "php": "php", "pl": "perl", "pm": "perl",
}  # fmt: skip
_CODE_NAMES = {
    "rakefile": "ruby",
    "gemfile": "ruby",
    "vagrantfile": "ruby",
    "fastfile": "ruby",
    "podfile": "ruby",
    "sconstruct": "python3",
    "noxfile": "python3",
}
_SHEBANGS = {
    "python": "python3", "pypy": "python3", "node": "node", "nodejs": "node", "bun": "node", "deno": "node", "tsx": "node", "ruby": "ruby",
    "perl": "perl", "php": "php", "pwsh": "powershell", "powershell": "powershell", "make": "make", "just": "just", "psql": "sql",
    **dict.fromkeys(["sh", "bash", "zsh", "dash", "ksh", "ash", "busybox"], "sh"),
}  # fmt: skip
_CLEANUP = re.compile(
    r"(?<=\s)[\"']?(?:/var/lib/apt/lists|/var/cache/(?:apt|apk|yum|dnf|pacman|debconf|man|ldconfig)|/var/log|/var/tmp|/tmp|/root/\.(?:cache|npm|cargo/registry|gem)"
    r"|/usr/share/(?:doc|man|locale|info)|/usr/src|/usr/local/share/\.cache|/opt/[\w.-]+|/build|/src|/etc/apt/sources\.list\.d)(?:/[\w.*/-]*)?[\"']?(?=[\s;&|)]|$)"
)


def kind_of(path: str, head: str, executable: bool = False) -> str:
    """What kind of file this is, "" for one of which nothing is run; `head` is how it begins."""
    path = path.replace("\\", "/")
    name = path.rpartition("/")[2].lower()
    ending = name.rpartition(".")[2] if "." in name.lstrip(".") else ""
    if _MATERIAL.search(path) or _OWN.search(path):
        return ""
    if head.startswith("#!"):
        return _by_shebang(head)
    if name in ("makefile", "gnumakefile", "bsdmakefile") or name.startswith("makefile.") or ending == "mk":
        return "make"
    if re.fullmatch(r"(?:.*\.)?(?:docker|container)file(?:\..+)?", name) and ending not in (
        "md",
        "dockerignore",
    ):
        return "docker"
    if name in ("justfile", ".justfile") or ending == "just":
        return "just"
    if name == "procfile" or name.startswith("procfile."):
        return "procfile"
    if name == "crontab" or ending in ("cron", "crontab") or re.search(r"(?:^|/)cron\.d/", path):
        return "cron"
    if name == "jenkinsfile" or ending in ("jenkinsfile", "groovy"):
        return "jenkins"
    if _PROSE.search(name):
        return ""
    if ending in ("yml", "yaml"):
        return _yaml_kind(path, name)
    if ending in ("json", "jsonc"):
        return _json_kind(path, name)
    if name in _SHELL_NAMES or ending in _SHELL_ENDS or _HOOKS.search(path):
        return "sh"
    if ending in ("ps1", "psm1"):
        return "powershell"
    if ending in ("bat", "cmd"):
        return "cmd"
    if ending == "sql" and not re.search(
        r"(?:^|[._/-])(?:down|rollback|revert|undo)(?:[._/-]|$)", path, re.IGNORECASE
    ):
        return "" if _TESTS.search(path) else "sql"
    if ending in ("service", "timer") or name.endswith(".service.in"):
        return "unit"
    if ending in ("tf", "hcl"):
        return "terraform"
    if ending == "ini" and name == "tox.ini":
        return "tox"
    language = _CODE.get(ending) or _CODE_NAMES.get(name) or ""
    if language and _TESTS.search(path):
        return ""
    if not language and executable and not ending:
        return "sh"
    return language


def pieces(kind: str, text: str) -> list[Piece]:
    """What of a file of this kind would be run."""
    lines = text.split("\n")
    numbered = [(number, line.rstrip("\r")) for number, line in enumerate(lines, 1)]
    if kind in ("sh", "powershell", "cmd", "sql"):
        return [Piece(kind, _without_down(numbered) if kind == "sql" else numbered)]
    if kind in ("python3", "node", "ruby", "php", "perl"):
        return [Piece(kind, numbered)]
    if kind == "make":
        return _recipes(numbered)
    if kind == "just":
        return _just(numbered)
    if kind == "docker":
        return _image(numbered)
    if kind in KEYS:
        return steps(numbered, KEYS[kind])
    if kind == "scripts":
        return scripts(text)
    if kind == "commands":
        return commands(text)
    if kind == "procfile":
        found = (re.match(r"[\w-]+:\s*(.+)", line) for _, line in numbered)
        return [Piece("sh", [(at + 1, each.group(1))]) for at, each in enumerate(found) if each]
    if kind == "cron":
        return cron(numbered)
    if kind == "unit":
        return prefixed(numbered, r"\s*Exec\w+\s*=\s*[-@:+!|]*(.+)")
    if kind == "tox":
        return tox(numbered)
    if kind == "terraform":
        return prefixed(numbered, r"\s*(?:command|inline)\s*=\s*\[?\s*\"((?:[^\"\\]|\\.)*)\"", unescape=True)
    if kind == "jenkins":
        return jenkins(text)
    return []


def _by_shebang(head: str) -> str:
    for word in head[2:].split("\n", 1)[0].replace("/", " ").split():
        found = _SHEBANGS.get(word) or _SHEBANGS.get(word.rstrip("0123456789."))
        if found:
            return found
    return ""


def _yaml_kind(path: str, name: str) -> str:
    if re.search(r"(?:^|/)\.(?:github|gitea|forgejo)/(?:workflows|actions)/", path) or name in (
        "action.yml",
        "action.yaml",
    ):
        return "actions"
    if name.endswith(("gitlab-ci.yml", "gitlab-ci.yaml")) or re.search(r"(?:^|/)\.gitlab/", path):
        return "gitlab"
    if re.search(r"(?:^|/)(?:roles|playbooks|ansible|tasks|handlers)/", path) or name.startswith(
        ("playbook", "site.y")
    ):
        return "ansible"
    known = (
        ".travis", "azure-pipelines", "bitbucket-pipelines", ".drone", ".woodpecker", "cloudbuild", "buildspec", "appveyor", ".appveyor",
        "taskfile", "docker-compose", "compose.y", ".pre-commit-config", ".pre-commit-hooks", "lefthook", ".lefthook", "buildkite", "pipeline",
        "wercker", ".cirrus", "codemagic", "netlify", "render.y", "fly.y", "app.y", "devfile", "skaffold", "procfile",
    )  # fmt: skip
    if name.startswith(known) or re.search(
        r"(?:^|/)\.(?:circleci|buildkite|azure-pipelines|woodpecker|tekton|devcontainer|semaphore)/", path
    ):
        return "steps"
    return ""


def _json_kind(path: str, name: str) -> str:
    if name in ("package.json", "composer.json", "deno.json", "deno.jsonc"):
        return "scripts"
    if re.search(r"(?:^|/)\.(?:vscode|claude|cursor|devcontainer|codex|gemini|qwen|zed)/", path) or name in (
        "devcontainer.json",
        ".devcontainer.json",
        "hooks.json",
    ):
        return "commands"
    return ""


def _recipes(lines: list[tuple[int, str]]) -> list[Piece]:
    """Recipe lines of a Makefile, those that go on joined; and what `$(shell …)` runs while it is read."""
    values: dict[str, str] = {}
    found: list[Piece] = []
    going: list[tuple[int, str]] = []
    for number, line in lines:
        assigned = re.match(
            r"(?:export\s+|override\s+)*([A-Za-z_][\w.-]*)\s*(?:\?|:{1,3}|\+)?=\s*([^#$]*)$", line
        )
        if assigned and not going:
            values[assigned.group(1)] = assigned.group(2).strip()
        if going or line.startswith("\t"):
            body = line.lstrip("\t @+-") if not going else line.lstrip("\t")
            going.append((number, _make_values(body, values)))
            if not line.endswith("\\"):
                found.append(Piece("sh", going, whole=True))
                going = []
            continue
        inline = re.match(r"[^\s#:=][^:=#]*::?(?!=)[^;#]*;\s*(.+)", line)
        if inline:
            found.append(
                Piece("sh", [(number, _make_values(inline.group(1).lstrip("@+-"), values))], whole=True)
            )
        calls = re.finditer(r"\$[({]shell\s+((?:[^()]|\([^()]*\))*)[)}]", line)
        found += [Piece("sh", [(number, _make_values(each.group(1), values))], whole=True) for each in calls]
    return found + ([Piece("sh", going, whole=True)] if going else [])


def _make_values(text: str, values: dict[str, str]) -> str:
    def put(match: re.Match[str]) -> str:
        name = match.group(1)
        return values[name] if name in values else "$" + name

    text = re.sub(r"\$[({](?:MAKE|AR|CC|CXX)[)}]", "make", text)
    text = re.sub(r"\$[({]RM[)}]", "rm -f", text)
    return re.sub(r"(?<!\$)\$[({]([A-Za-z_][\w.-]*)[)}]", put, text).replace("$$", "$")


def _just(lines: list[tuple[int, str]]) -> list[Piece]:
    found: list[Piece] = []
    body: list[tuple[int, str]] = []

    def close() -> None:
        if not body:
            return
        first = body[0][1].lstrip()
        language = _by_shebang(first) if first.startswith("#!") else "sh"
        if language in ("make", "just", ""):
            return
        if first.startswith("#!"):
            found.append(Piece(language, list(body)))
        else:
            found.extend(_joined(body))

    for number, line in lines:
        if line[:1] in (" ", "\t") and line.strip():
            body.append((number, re.sub(r"\{\{\s*(\w+)[^}]*\}\}", r"$\1", line.lstrip().lstrip("@-"))))
        elif line.strip():
            close()
            body = []
            calls = re.finditer(r"`([^`]+)`", line)
            found += [Piece("sh", [(number, each.group(1))], whole=True) for each in calls]
    close()
    return found


def _joined(lines: list[tuple[int, str]]) -> list[Piece]:
    """Each line a command of its own, those that end in a backslash together with the next."""
    found: list[Piece] = []
    going: list[tuple[int, str]] = []
    for number, line in lines:
        going.append((number, line))
        if not line.endswith("\\"):
            found.append(Piece("sh", going, whole=True))
            going = []
    return found + ([Piece("sh", going, whole=True)] if going else [])


def _image(lines: list[tuple[int, str]]) -> list[Piece]:
    """RUN, CMD, ENTRYPOINT and HEALTHCHECK of an image build; emptying the package caches of an image is no deed."""
    found: list[Piece] = []
    language, at = "sh", 0
    while at < len(lines):
        number, line = lines[at]
        at += 1
        head = re.match(r"(?i)\s*(?:ONBUILD\s+)?(RUN|CMD|ENTRYPOINT|HEALTHCHECK|SHELL)\s+(.*)", line)
        if not head:
            continue
        name, rest = head.group(1).upper(), head.group(2)
        if name == "SHELL":
            language = (
                "powershell"
                if re.search(r"(?i)powershell|pwsh", rest)
                else "cmd"
                if "cmd" in rest.lower()
                else "sh"
            )
            continue
        if name == "HEALTHCHECK":
            rest = rest.partition("CMD")[2].strip()
        rest = re.sub(r"^(?:--[\w-]+(?:=\S+)?\s+)+", "", rest)
        body = [(number, rest)]
        document = re.search(r"<<-?\s*([\"']?)(\w+)\1", rest)
        while at < len(lines) and _goes_on(body[-1][1], lines[at][1]):
            body.append(lines[at])
            at += 1
        if document:
            inside: list[tuple[int, str]] = []
            while at < len(lines) and lines[at][1].strip() != document.group(2):
                inside.append(lines[at])
                at += 1
            before = rest[: document.start()].strip()
            if not before:
                shebang = inside[0][1] if inside and inside[0][1].startswith("#!") else ""
                found.append(
                    Piece(_by_shebang(shebang) or language if shebang else language, _cleaned(inside))
                )
            elif _by_shebang("#!" + before):
                found.append(Piece(_by_shebang("#!" + before), _cleaned(inside)))
            continue
        if rest.startswith("["):
            try:
                words = json.loads(" ".join(text.rstrip("\\") for _, text in body))
                body = [
                    (number, " ".join(quoted(str(word)) for word in words)),
                    *((n, "") for n, _ in body[1:]),
                ]
            except (ValueError, TypeError):
                pass
        kept = [(n, text) for n, text in body if not text.lstrip().startswith("#")]
        found.append(Piece(language, _cleaned(kept), whole=True))
    return found


def _goes_on(before: str, line: str) -> bool:
    return before.rstrip().endswith(("\\", "`")) or (before.lstrip().startswith("#") and bool(line.strip()))


def _cleaned(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(number, _CLEANUP.sub("./cache-of-the-image", text)) for number, text in lines]


def _without_down(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """A migration without its way back, which is there to drop what the way forth made."""
    kept, down = [], False
    for number, line in lines:
        mark = re.match(
            r"(?i)\s*--\s*(?:\+\w+\s+|migrate:\s*)?(up|down|rollback|\+goose\s+up|\+goose\s+down)\b", line
        )
        if mark:
            down = not mark.group(1).lower().endswith("up")
        kept.append((number, "" if down else line))
    return kept
