"""Words by which a rule says what to run and what not: programs, negations, orders, conditions, in several languages.

Not here: how they are put together (`core/reading/checks.py`).
"""

from __future__ import annotations

import re
from typing import Final

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
BARE_NAMES: Final = """
npm pnpm yarn npx pip pip3 uv uvx pipx poetry pipenv pdm conda mamba pytest tox nox jest vitest mocha eslint prettier mypy pyright ruff
flake8 pylint isort docker podman kubectl terraform tofu gradle mvn cargo bazel rspec rubocop phpunit unittest deno tsc
"""
IN_SPANS: Final = """
git gh make just task bun go black hatch composer bundle rake node python python3 ruby php java javac dotnet swift zig mix cmake ninja
helm ansible ansible-playbook vagrant aws gcloud az psql mysql redis-cli curl wget rm mv cp chmod chown sed awk grep rg find fd sudo ssh
scp rsync brew apt apt-get dnf systemctl service pre-commit golangci-lint gofmt goimports clippy rustfmt clang-format sqlfluff alembic
flyway turbo nx lerna tsx ts-node nodemon playwright cypress webpack vite rollup esbuild hugo mkdocs sphinx-build docker-compose
"""
BARE: Final = frozenset(BARE_NAMES.split())
PROGRAMS: Final = BARE | frozenset(IN_SPANS.split())
TOLD_TO_RUN: Final = re.compile(r"\b(?:run|running|execute|invoke)\s*$", re.IGNORECASE)
GO_ON: Final = (
    "install add remove ci run test build exec push commit sync lint format fmt clippy check compose up down pull rebase merge "
    "reset checkout dlx publish deploy apply plan init update upgrade pip tool"
)
TAKES_MORE: Final = frozenset(GO_ON.split())
SPAN: Final = re.compile(r"`([^`\n]+)`")
WORDS: Final = re.compile(
    r"(?<![\w./@-])(git (?=push|commit|rebase|merge|reset|pull|add|checkout|stash|clean)|make (?=[a-z][\w-]*\b)|go (?=test|build|vet|fmt|run)|[a-z][a-z0-9]+\b)(?![\w/@=]|\.\w|-\w)",
    re.ASCII,
)
NEXT: Final = re.compile(r" (--?[A-Za-z][\w-]*(?:=[\w./-]+)?|[a-z][\w:-]*)")
SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+|[。！？；]|\s[–—]\s")
HOLE: Final = re.compile(r"^(?:[<\[{$].*|\.{3}|…|[A-Z][A-Z_]+|\*+|\.|.*…|.*\.\.\.)$")
PUSH_TO: Final = re.compile(
    r"\b(?:push|pushing|pushes|pushen|pushe)\b[^.;,`]{0,30}?\b(?:to|on|onto|auf|nach|a|sur|vers)\b\W{0,3}(?:the |den |la )?`?(main|master|develop|trunk|production)\b`?",
    re.IGNORECASE,
)

NOT: Final = (
    r"\b(?:not|n['’]t|never|avoid|instead of|in place of|rather than|over|no|without|stop|don['’]?t|do not|forbidden|ban(?:ned)?|drop|replace|nor|"
    r"nicht|nie(?:mals)?|kein\w*|statt|anstatt|anstelle|ohne|vermeide\w*|nunca|jamás|en vez de|en lugar de|sin|evita\w*|"
    r"jamais|pas|ne|au lieu de|plutôt que|sans|évite\w*|non|mai|invece di|senza|nunca|em vez de|sem)\b|不要|不能|不得|禁止|别|勿|而不是|而非|代替|ではなく|じゃなく|使わない|しない"
)
NEGATED: Final = re.compile(NOT, re.IGNORECASE)
UNDOUBLE: Final = re.compile(
    r"\b(?:never|do not|don['’]?t|not) (?:ever )?(?:forget|skip|omit|miss|leave out)\b(?: to)?(?: run(?:ning)?)?|\bnicht vergessen\b|\bno olvid\w+|别忘|不要忘",
    re.IGNORECASE,
)
NOT_BEHIND: Final = re.compile(
    r"^[\s,)]*(?:(?:is|are|was|ist|sind|está|est) (?:strictly )?(?:forbidden|banned|prohibited|not allowed|disallowed|off[- ]limits|deprecated|not used|never used|verboten|tabu|nicht erlaubt|prohibid\w+|interdit\w*)"
    r"|(?:must|should|may|can) (?:not|never)\b|(?:is|are) never\b|は(?:使わない|禁止)|不(?:要|能|得)用|を使わない|ではなく|じゃなく|の代わり|\s?대신|[은는] 금지)",
    re.IGNORECASE,
)
DO: Final = re.compile(
    r"\b(?:use|uses|using|used|run|runs|running|prefer|call|execute|invoke|stick (?:to|with)|through|via|with|by|go|install|always|only|must|start|launch|do|"
    r"verwende\w*|nutze\w*|nutzt|benutze\w*|führe|nimm|mit|über|immer|usa\w*|utiliza\w*|ejecuta\w*|corre|con|siempre|utilise\w*|exécute\w*|lance\w*|avec|toujours|"
    r"usare|esegui|con|sempre|execute|rode)\b|使用|用|运行|跑|执行|で実行|を使|を実行",
    re.IGNORECASE,
)
DO_BEHIND: Final = re.compile(
    r"^[\s`]*(?:を使|で実行|を実行|[을를] (?:사용|실행|쓰)|(?:must|should|has to) be used\b|is the (?:only )?package manager\b)"
)
JOINED_NOT: Final = re.compile(r"^[\s`]*(?:ではなく|じゃなく|の代わりに|대신)")
LABELLED: Final = re.compile(
    r"^[\s`*]*(?:$|[.,:;–—-]|(?:before|instead|not|rather|over|for|in (?:this|the)|prior|always|only|never|vor|statt|antes|avant)\b|前)",
    re.IGNORECASE,
)
JOINS: Final = re.compile(
    r"^[\s`'\",/()]*(?:or|and|nor|und|oder|y|o|et|ou|e|和|或|、)?[\s`'\",/()]*$", re.IGNORECASE
)
CONDITION: Final = re.compile(
    r"\b(?:unless|except|if|only (?:if|when|for|in|on|after|during)|when asked|until|außer|falls|wenn|salvo|excepto|si|sauf|whenever possible|"
    r"may|might|can be|could|optional\w*)\b|^\W*in (?!this\b|our\b|all\b|every\b|general\b|the (?:repo|project|code ?base)\b)[`\w./-]+|除非|如果|除了|以外|場合",
    re.IGNORECASE,
)
ANY: Final = re.compile(r"\bif (?:at all )?possible\b", re.IGNORECASE)
# a place or a person behind a forbidden command narrows it to what cannot be seen
NARROWED: Final = re.compile(
    r"^[\s`]*(?:(?:the|a|an|any|my|your|our|their|his|other|someone\w*|somebody\w*|user\w*|anything|everything|files?|die|den|das|el|la|los|le|les)\s(?!same)\S|anything\b)"
    r"|^[\s`,]*(?:directly |straight |at all )?(?:to|onto|on|in|inside|within|outside|from|during|while|against|at|after|as|when|auf|in|im|en|sur|dans|on behalf)\b"
    r"(?! (?:this|the|our|any) (?:repo(?:sitory)?|project|code ?base|monorepo|workspace)| here\b| any)",
    re.IGNORECASE,
)
MATES: Final = re.compile(r"^[\s`]*(?:with|on|to|for|in|mit|con|avec)[\s`]*$", re.IGNORECASE)
ONLY: Final = re.compile(r"\b(?:only|nur|solo|sólo|seulement)\b", re.IGNORECASE)
BARELY: Final = re.compile(
    r"\b(?:bare|plain|naked|directly|raw|by itself|on its own|direkt|direct\w*|nackt\w*|a secas)\b|直接",
    re.IGNORECASE,
)
ANCHORS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(rf"(?:\b(?:before|prior to|vor|bevor|antes de(?: hacer)?|avant(?: de)?(?: faire)?|prima di|antes do)\b(?: \w+){{0,3}}? `?(?:git )?{word}|{cjk})", re.IGNORECASE), command)
    for word, cjk, command in (
        (r"commit\w*", r"(?:提交|コミット)(?:する)?(?:之)?前", ("git", "commit")),
        (r"push\w*", r"(?:推送|プッシュ)(?:する)?(?:之)?前", ("git", "push")),
        (r"(?:opening|creating|submitting|open|create|submit)?(?: a| the| any| every)?(?: pull[- ]requests?| prs?| mrs?)\b", r"提(?:交)?\s?PR\s?前", ("gh", "pr", "create")),
        (r"merg\w+", r"合并前", ("git", "merge")),
    )
)  # fmt: skip
WITHOUT: Final = re.compile(
    r"\b(?:never|do not|don['’]?t|not|no) (?:ever )?(?:git )?(commit|push|merge)\b[^.;]{0,40}?\bwithout\b[^.;`]{0,40}$|\b(?:nie|nicht) (commit|push|merge)\w*[^.;]{0,30}\bohne\b[^.;`]{0,30}$",
    re.IGNORECASE,
)
