"""What a rule's commands tell: which to look for, which not to see, what to run before what. Read from the rule's words alone.

"Use pnpm, not npm", "run the tests with `uv run pytest`", "never `git push --force`", "run `make fmt` before committing". A rule
whose condition cannot be seen in commands ("unless …", "in the docs folder") is not checkable: silence is an answer. Not here:
reading a session for it (`core/reading/followed.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cm.model.rule import Kind


@dataclass(frozen=True, slots=True)
class Pattern:
    """The words of a command to look for: the program first, then what must be among its words."""

    words: tuple[str, ...]
    bare: bool = False  # only when no runner stands before it


@dataclass(frozen=True, slots=True)
class Check:
    """What following a rule looks like in commands; empty parts are not asked for."""

    do: tuple[Pattern, ...] = ()
    dont: tuple[Pattern, ...] = ()
    before: tuple[Pattern, ...] = ()  # one of `do` has to have run since the last of these


RUNNERS: Final[tuple[tuple[str, ...], ...]] = (
    ("uv", "run"), ("poetry", "run"), ("pdm", "run"), ("hatch", "run"), ("pipenv", "run"), ("rye", "run"), ("pixi", "run"),
    ("bundle", "exec"), ("pnpm", "exec"), ("yarn", "exec"), ("pnpm", "dlx"), ("npm", "exec"), ("npx",), ("bunx",), ("uvx",),
    ("python", "-m"),
)  # fmt: skip
RIVALS: Final[tuple[tuple[str, ...], ...]] = (
    ("npm", "pnpm", "yarn", "bun"), ("pip", "uv", "poetry", "pipenv", "pdm", "conda"), ("mvn", "gradle"), ("docker", "podman"),
)  # fmt: skip
"""Tools of which one is used for all of a job: a rule for one that names no other speaks against these."""
# known without a code span: no word of plain English is among them
_BARE_NAMES: Final = """
npm pnpm yarn npx pip pip3 uv uvx pipx poetry pipenv pdm conda mamba pytest tox nox jest vitest mocha eslint prettier mypy pyright ruff
flake8 pylint isort docker podman kubectl terraform tofu gradle mvn cargo bazel rspec rubocop phpunit unittest deno tsc
"""
_IN_SPANS: Final = """
git gh make just task bun go black hatch composer bundle rake node python python3 ruby php java javac dotnet swift zig mix cmake ninja
helm ansible ansible-playbook vagrant aws gcloud az psql mysql redis-cli curl wget rm mv cp chmod chown sed awk grep rg find fd sudo ssh
scp rsync brew apt apt-get dnf systemctl service pre-commit golangci-lint gofmt goimports clippy rustfmt clang-format sqlfluff alembic
flyway turbo nx lerna tsx ts-node nodemon playwright cypress webpack vite rollup esbuild hugo mkdocs sphinx-build docker-compose
"""
_BARE: Final = frozenset(_BARE_NAMES.split())
PROGRAMS: Final = _BARE | frozenset(_IN_SPANS.split())
_TOLD_TO_RUN: Final = re.compile(r"\b(?:run|running|execute|invoke)\s*$", re.IGNORECASE)
_GO_ON: Final = (
    "install add remove ci run test build exec push commit sync lint format fmt clippy check compose up down pull rebase merge "
    "reset checkout dlx publish deploy apply plan init update upgrade pip tool"
)
_TAKES_MORE: Final = frozenset(_GO_ON.split())
_SPAN: Final = re.compile(r"`([^`\n]+)`")
_WORDS: Final = re.compile(
    r"(?<![\w./@-])(git (?=push|commit|rebase|merge|reset|pull|add|checkout|stash|clean)|make (?=[a-z][\w-]*\b)|go (?=test|build|vet|fmt|run)|[a-z][a-z0-9]+\b)(?![\w/@=]|\.\w|-\w)",
    re.ASCII,
)
_NEXT: Final = re.compile(r" (--?[A-Za-z][\w-]*(?:=[\w./-]+)?|[a-z][\w:-]*)")
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|[。！？；]|\s[–—]\s")
_HOLE: Final = re.compile(r"^(?:[<\[{$].*|\.{3}|…|[A-Z][A-Z_]+|\*+|\.|.*…|.*\.\.\.)$")
_PUSH_TO: Final = re.compile(
    r"\b(?:push|pushing|pushes|pushen|pushe)\b[^.;,`]{0,30}?\b(?:to|on|onto|auf|nach|a|sur|vers)\b\W{0,3}(?:the |den |la )?`?(main|master|develop|trunk|production)\b`?",
    re.IGNORECASE,
)

_NOT: Final = (
    r"\b(?:not|n['’]t|never|avoid|instead of|in place of|rather than|over|no|without|stop|don['’]?t|do not|forbidden|ban(?:ned)?|drop|replace|nor|"
    r"nicht|nie(?:mals)?|kein\w*|statt|anstatt|anstelle|ohne|vermeide\w*|nunca|jamás|en vez de|en lugar de|sin|evita\w*|"
    r"jamais|pas|ne|au lieu de|plutôt que|sans|évite\w*|non|mai|invece di|senza|nunca|em vez de|sem)\b|不要|不能|不得|禁止|别|勿|而不是|而非|代替|ではなく|じゃなく|使わない|しない"
)
_NEGATED: Final = re.compile(_NOT, re.IGNORECASE)
_UNDOUBLE: Final = re.compile(
    r"\b(?:never|do not|don['’]?t|not) (?:ever )?(?:forget|skip|omit|miss|leave out)\b(?: to)?(?: run(?:ning)?)?|\bnicht vergessen\b|\bno olvid\w+|别忘|不要忘",
    re.IGNORECASE,
)
_NOT_BEHIND: Final = re.compile(
    r"^[\s,)]*(?:(?:is|are|was|ist|sind|está|est) (?:strictly )?(?:forbidden|banned|prohibited|not allowed|disallowed|off[- ]limits|deprecated|verboten|tabu|nicht erlaubt|prohibid\w+|interdit\w*)"
    r"|(?:must|should|may|can) (?:not|never)\b|(?:is|are) never\b|は(?:使わない|禁止)|不(?:要|能|得)用|を使わない|ではなく|じゃなく|の代わり|\s?대신|[은는] 금지)",
    re.IGNORECASE,
)
_DO: Final = re.compile(
    r"\b(?:use|uses|using|used|run|runs|running|prefer|call|execute|invoke|stick (?:to|with)|through|via|with|by|go|install|always|only|must|start|launch|do|"
    r"verwende\w*|nutze\w*|nutzt|benutze\w*|führe|nimm|mit|über|immer|usa\w*|utiliza\w*|ejecuta\w*|corre|con|siempre|utilise\w*|exécute\w*|lance\w*|avec|toujours|"
    r"usare|esegui|con|sempre|execute|rode)\b|使用|用|运行|跑|执行|で実行|を使|を実行",
    re.IGNORECASE,
)
_DO_BEHIND: Final = re.compile(
    r"^[\s`]*(?:を使|で実行|を実行|[을를] (?:사용|실행|쓰)|(?:must|should|has to) be used\b|is the (?:only )?package manager\b)"
)
_JOINED_NOT: Final = re.compile(r"^[\s`]*(?:ではなく|じゃなく|の代わりに|대신)")
_LABELLED: Final = re.compile(
    r"^[\s`*]*(?:$|[.,:;–—-]|(?:before|instead|not|rather|over|for|in (?:this|the)|prior|always|only|never|vor|statt|antes|avant)\b|前)",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(
    r"^[\s`'\",/()]*(?:or|and|nor|und|oder|y|o|et|ou|e|和|或|、)?[\s`'\",/()]*$", re.IGNORECASE
)
_CONDITION: Final = re.compile(
    r"\b(?:unless|except|if|only (?:if|when|for|in|on|after|during)|when asked|until|außer|falls|wenn|salvo|excepto|si|sauf|whenever possible|"
    r"may|might|can be|could|optional\w*)\b|除非|如果|除了|以外|場合",
    re.IGNORECASE,
)
_ANY: Final = re.compile(r"\bif (?:at all )?possible\b", re.IGNORECASE)
# a place or a person behind a forbidden command narrows it to what cannot be seen
_NARROWED: Final = re.compile(
    r"^[\s`,]*(?:directly |straight |at all )?(?:to|onto|on|in|inside|within|outside|from|during|while|against|at|after|as|when|auf|in|im|en|sur|dans|on behalf)\b"
    r"(?! (?:this|the|our|any) (?:repo(?:sitory)?|project|code ?base|monorepo|workspace)| here\b| any)",
    re.IGNORECASE,
)
_ONLY: Final = re.compile(r"\b(?:only|nur|solo|sólo|seulement)\b", re.IGNORECASE)
_BARELY: Final = re.compile(
    r"\b(?:bare|plain|naked|directly|raw|by itself|on its own|direkt|direct\w*|nackt\w*|a secas)\b|直接",
    re.IGNORECASE,
)
_ANCHORS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(rf"(?:\b(?:before|prior to|vor|bevor|antes de(?: hacer)?|avant(?: de)?(?: faire)?|prima di|antes do)\b(?: \w+){{0,3}}? `?(?:git )?{word}|{cjk})", re.IGNORECASE), command)
    for word, cjk, command in (
        (r"commit\w*", r"(?:提交|コミット)(?:する)?(?:之)?前", ("git", "commit")),
        (r"push\w*", r"(?:推送|プッシュ)(?:する)?(?:之)?前", ("git", "push")),
        (r"(?:opening|creating|submitting|open|create|submit)?(?: a| the| any| every)?(?: pull[- ]requests?| prs?| mrs?)\b", r"提(?:交)?\s?PR\s?前", ("gh", "pr", "create")),
        (r"merg\w+", r"合并前", ("git", "merge")),
    )
)  # fmt: skip
_WITHOUT: Final = re.compile(
    r"\b(?:never|do not|don['’]?t|not|no) (?:ever )?(?:git )?(commit|push|merge)\b[^.;]{0,40}?\bwithout\b[^.;`]{0,40}$|\b(?:nie|nicht) (commit|push|merge)\w*[^.;]{0,30}\bohne\b[^.;`]{0,30}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    words: tuple[str, ...]


def check_of(text: str, kind: Kind = "rule") -> Check | None:
    """Returns what a rule's commands tell of it being kept, or None when no command can."""
    if kind == "fact":
        return None
    do: list[Pattern] = []
    dont: list[Pattern] = []
    before: list[Pattern] = []
    for sentence in _SENTENCE.split(text):
        _read(sentence, kind, do, dont, before)
    if kind == "anti-pattern" and not dont and not before:
        do, dont = [], do
    if before:
        return Check(tuple(do), (), tuple(before)) if do else None
    implied = not dont and bool(do)
    if implied:
        dont = _implied(do)
    dont = [each for each in dont if each not in do]
    return Check(tuple(dict.fromkeys(do)), tuple(dict.fromkeys(dont))) if do or dont else None


def _read(sentence: str, kind: Kind, do: list[Pattern], dont: list[Pattern], before: list[Pattern]) -> None:
    """Adds what one sentence asks for."""
    pushed = _PUSH_TO.search(sentence)
    if pushed and (_NEGATED.search(sentence[: pushed.start()]) or kind == "anti-pattern"):
        if not _CONDITION.search(sentence):
            dont.append(Pattern(("git", "push", pushed[1].lower())))
        return
    mentions = _mentions(sentence)
    if not mentions or _CONDITION.search(_ANY.sub("", sentence)):
        return
    anchors = [Pattern(command) for shape, command in _ANCHORS if shape.search(sentence)]
    negative: bool | None = None
    last_end = 0
    last: _Mention | None = None
    for mention in mentions:
        lead = sentence[last_end : mention.start]
        tail = sentence[mention.end :]
        if without := _WITHOUT.search(sentence[: mention.start]):
            verb = (without[1] or without[2]).lower()
            do.append(Pattern(mention.words))
            before.append(Pattern(("git", verb)))
            last_end, last = mention.end, mention
            continue
        if last is None or not _JOINS.match(lead):
            negative = _polarity(lead, tail, kind, negative, first=last is None)
        elif _NOT_BEHIND.match(tail):
            negative = True
        words = _whole(mention.words, last)
        anchor = anchors and any(mention.words[: len(each.words)] == each.words for each in anchors)
        last_end = mention.end
        last = mention if mention.words[0][:1] != "-" else last
        if negative is None or words is None or anchor:
            continue
        if negative:
            if not _NARROWED.match(tail):
                dont.append(Pattern(words, bare=bool(_BARELY.search(lead[-24:] + " " + tail[:16]))))
        elif not (_ONLY.search(lead) and _NARROWED.match(tail)):
            do.append(Pattern(words))
    if anchors and do and not dont:
        before.extend(anchors)


def _polarity(lead: str, tail: str, kind: Kind, earlier: bool | None, *, first: bool) -> bool | None:
    """Whether the words before a command forbid it (True), ask for it (False), or say neither (None)."""
    if _NOT_BEHIND.match(tail):
        return True
    plain = _UNDOUBLE.sub(" run ", _JOINED_NOT.sub(" ", lead))
    negated = [found.end() for found in _NEGATED.finditer(plain)]
    asked = [found.end() for found in _DO.finditer(plain)]
    if negated:
        comma = max(plain.rfind(", "), plain.rfind("，"), plain.rfind(": "))
        # "instead of `x`, use `y`": behind the comma another order begins
        return not (comma > negated[-1] and any(place > comma for place in asked))
    if asked or _DO_BEHIND.match(tail):
        return False
    if first and _LABELLED.match(tail) and not plain.strip(" \t`'\"-*"):
        return kind == "anti-pattern"
    return earlier if earlier is not None and _JOINS.match(plain) else None


def _whole(words: tuple[str, ...], last: _Mention | None) -> tuple[str, ...] | None:
    """A flag alone belongs to the command named before it in the sentence; a long one that is a name of its own stands for any."""
    if not words[0].startswith("-"):
        return words
    if last is not None:
        kept = tuple(word for word in last.words if not word.startswith("-"))
        return (*kept, *words)
    return ("*", *words) if len(words[0]) > 7 else None


def _mentions(sentence: str) -> list[_Mention]:
    found: list[_Mention] = []
    taken: list[tuple[int, int]] = []
    for span in _SPAN.finditer(sentence):
        taken.append(span.span())
        words = _command(span[1], sentence[: span.start()])
        if words:
            found.append(_Mention(span.start(), span.end(), words))
    for hit in _WORDS.finditer(sentence):
        name = hit[1].strip()
        if any(start <= hit.start() < end for start, end in taken):
            continue
        if " " not in hit[1] and name not in _BARE:
            continue
        end = hit.end()
        told = [_program(name)]
        while more := _NEXT.match(sentence, end if not hit[1].endswith(" ") or len(told) > 1 else end - 1):
            word = more[1]
            known = (
                word in _TAKES_MORE
                or word.startswith("-")
                or (len(told) == 1 and name in ("git", "make", "go"))
            )
            if not known and told[-1] != "run":
                break
            told.append(word)
            end = more.end()
        if name in ("make", "git", "go") and len(told) == 1:
            continue
        found.append(_Mention(hit.start(), end, tuple(told)))
    return sorted(found, key=lambda mention: mention.start)


def _command(span: str, before: str) -> tuple[str, ...] | None:
    """The words of a code span that is a command; None for a name, a path, or a piece of code."""
    words = [word for word in span.strip().removeprefix("$ ").split() if not _HOLE.match(word)]
    while words and re.fullmatch(r"[A-Z_][A-Z0-9_]*=\S*", words[0]):
        words = words[1:]
    code = any(mark in span for mark in "|;&(){}<=>") and "--" not in span
    if not words or code:
        return None
    head = words[0]
    if head.startswith("-"):
        return tuple(words) if re.fullmatch(r"--?[A-Za-z][\w-]*", head) else None
    program = _program(head)
    if program in PROGRAMS:
        if len(words) == 1 and program in (
            "go",
            "python",
            "node",
            "java",
            "make",
            "git",
            "task",
            "service",
            "just",
            "find",
        ):
            return None  # a language, or a tool for everything
        return (program, *words[1:])
    script = head.startswith(("./", "bin/", "scripts/", "script/", "tools/", "dev/")) and not head.endswith(
        "/"
    )
    told_to_run = bool(_TOLD_TO_RUN.search(before)) and re.fullmatch(r"[a-z][\w-]*", head) is not None
    return (program, *words[1:]) if script or (len(words) > 1 and told_to_run) else None


def _program(word: str) -> str:
    known = {
        "python3": "python",
        "pip3": "pip",
        "./gradlew": "gradle",
        "./mvnw": "mvn",
        "gradlew": "gradle",
        "mvnw": "mvn",
    }
    return known.get(word, word.removeprefix("./") if word.startswith("./") else word)


def _implied(do: Sequence[Pattern]) -> list[Pattern]:
    """What a rule for one way speaks against without naming it: the same tool without its runner, the rivals of a package manager."""
    out: list[Pattern] = []
    for pattern in do:
        words = pattern.words
        for runner in RUNNERS:
            inner = words[len(runner) :]
            if (
                words[: len(runner)] == runner
                and inner
                and not inner[0].startswith("-")
                and inner[0] != "python"
            ):
                out.append(Pattern(inner[:1], bare=True))
        if len(words) == 1:
            for job in RIVALS:
                if words[0] in job:
                    out += [each for rival in job if rival != words[0] for each in _as_manager(rival)]
    return out


def _as_manager(rival: str) -> tuple[Pattern, ...]:
    """A tool in the job that a rule gives to another; what else it can do is no matter of the rule."""
    verbs = {"bun": ("install", "add", "remove"), "uv": ("add", "pip", "sync"), "conda": ("install",)}.get(
        rival
    )
    return tuple(Pattern((rival, verb)) for verb in verbs) if verbs else (Pattern((rival,)),)
