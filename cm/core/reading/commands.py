"""What kind of shell command something is, and its normal spelling for counting.

Not here: whether it passed (`core/reading/results.py`).
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Family: TypeAlias = Literal["test", "build", "lint", "look", "version-control", "install", "other"]

_LEAD: Final = re.compile(
    r"^(?:\s*(?:cd\s+(?:\"[^\"]*\"|'[^']*'|\S+)|set\s+-\w+(?:\s+pipefail)?|export\s+\w+=\S*|source\s+\S+|pwd|clear)\s*(?:&&|;|\n)\s*)+"
)
_ENV: Final = re.compile(r"^(?:(?:env\s+)?[A-Za-z_]\w*=(?:\"[^\"]*\"|'[^']*'|(?!\$\()\S*)\s+)+")
_SHELL: Final = re.compile(r"^\s*(?:/\S*/)?(?:ba|z|da)?sh\s+-l?i?c\s+(?:(['\"])(.*)\1|(.*))\s*$", re.DOTALL)
_WRAP: Final = re.compile(
    r"^(?:sudo(?:\s+-\w+)*|time|nice|timeout\s+(?:-\w+\s+)*\d+\w?|command|nohup|stdbuf\s+\S+)\s+"
)
_TAIL: Final = re.compile(
    r"\s*(?:2>&1|2>/dev/null|>\s*/dev/null|\|\s*(?:tail|head|cat|less|tee|grep|rg|sed|awk|sort|uniq|wc)\b[^|&;]*|;\s*echo\b[^|&;]*|&&\s*echo\b[^|&;]*|\|\|\s*(?:true|echo\b[^|&;]*))\s*$"
)
_LOOK: Final = re.compile(
    r"^(?:ls|ll|cat|head|tail|grep|egrep|rg|ag|find|fd|sed\s+-n|awk|wc|pwd|which|whereis|type|echo|printf|tree|stat|file|du|df|ps|env|printenv|date|whoami|uname|less|more|diff|jq|cut|sort|uniq|nl|bat|"
    r"git\s+(?:-C\s+\S+\s+)?(?:--no-pager\s+)?(?:status|diff|log|show|branch|remote|blame|ls-files|rev-parse|grep|describe|config\s+--get|stash\s+list|reflog|shortlog)|gh\s+(?:(?:pr|issue|run|repo|release|workflow)\s+(?:view|list|status|diff|checks)|api(?!.*(?:-X|--method|-f\b|-F\b)))|docker\s+(?:ps|images|logs|inspect)|kubectl\s+(?:get|describe|logs)|\w+\s+--(?:version|help)|get-content|get-childitem|select-string|sleep|true|test\s+-\w|\[)(?=\s|$)",
    re.IGNORECASE,
)
_ASKS_VERSION: Final = re.compile(r"[\w./+-]+(?:\s+\+\S+)?\s+(?:--version|--help|-V|version)")
_TEST: Final = re.compile(
    r"(?:^|[\s/])(?:pytest|py\.test|tox|nox|jest|vitest|mocha|ava|karma|cypress|playwright|rspec|minitest|phpunit|pest|ctest|gotestsum|nextest|behave|cucumber|unittest|doctest|ginkgo|bats|busted|twister|bun\s+test|deno\s+test|go\s+test|cargo\s+(?:\+\S+\s+)?(?:test|nextest)|mix\s+test|swift\s+test|dotnet\s+test|flutter\s+test|dart\s+test|zig\s+(?:build\s+)?test|stack\s+test|cabal\s+test|sbt\s+\S*test\S*|"
    r"rails\s+test|rake\s+(?:test|spec)|bazel\s+test|buck2?\s+test|xcodebuild\b.*\btest|(?:\./)?(?:gradlew?|mvnw?)\s+(?:\S+\s+)*?(?:\S*:)?(?:test|check|verify)|(?:npm|pnpm|yarn|bun)\s+(?:run\s+|-\S+\s+)*(?:test|e2e)\S*|(?:make|just|task|ninja|invoke|inv)\s+(?:-\S+\s+)*(?:\S*test\S*|check|spec)|composer\s+test|hatch\s+test|manage\.py\s+test)(?=\s|$|[:;&|])",
    re.IGNORECASE,
)
_LINT: Final = re.compile(
    r"(?:^|[\s/])(?:ruff|flake8|pylint|mypy|pyright|basedpyright|black|isort|eslint|prettier|biome|stylelint|tsc|vue-tsc|svelte-check|golangci-lint|go\s+vet|gofmt|staticcheck|clippy|cargo\s+(?:\+\S+\s+)?(?:clippy|fmt|check)|rubocop|standardrb|shellcheck|hadolint|yamllint|markdownlint\S*|swiftlint|ktlint|detekt|checkstyle|phpstan|psalm|credo|dialyzer|pre-commit\s+run|clang-format|clang-tidy|"
    r"(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:lint|format|fmt|typecheck|type-check|check)\S*|(?:make|just|task)\s+(?:lint|fmt|format|typecheck)\S*|terraform\s+(?:fmt|validate)|tflint|buf\s+lint|dart\s+analyze|flutter\s+analyze|(?:mix|dotnet|deno|dart|zig|swift|just|task)\s+(?:fmt|format))(?=\s|$|[:;&|])",
    re.IGNORECASE,
)
_BUILD: Final = re.compile(
    r"(?:^|[\s/])(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?build\S*|next\s+build|vite\s+build|webpack|rollup|esbuild|turbo\s+(?:run\s+)?build|nx\s+build|cargo\s+(?:\+\S+\s+)?build|go\s+(?:build|install)|make(?=\s*$|\s+(?:-j\S*\s*)?(?:all|build|\S*build\S*)?\s*$)|cmake\b|ninja|meson|bazel\s+build|(?:\./)?(?:gradlew?|mvnw?)\s+(?:\S+\s+)*?(?:\S*:)?(?:build|assemble\S*|package|install|compile\S*)|dotnet\s+(?:build|publish)|"
    r"docker\s+(?:buildx\s+)?build|docker\s+compose\s+build|xcodebuild|swift\s+build|mix\s+compile|flutter\s+build|zig\s+build|stack\s+build|cabal\s+build|sbt\s+compile|python3?\s+-m\s+build|uv\s+build|poetry\s+build|hatch\s+build|mkdocs\s+build|sphinx-build|hugo|jekyll\s+build|gcc|g\+\+|clang(?:\+\+)?|rustc|javac|pdflatex|latexmk|terraform\s+(?:plan|apply)|helm\s+(?:template|lint))(?=\s|$|[;&|])",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
_ALIASES: Final = {
    "python3": "python",
    "pip3": "pip",
    "./gradlew": "gradle",
    "gradlew": "gradle",
    "./mvnw": "mvn",
    "mvnw": "mvn",
}
_VCS: Final = re.compile(r"^(?:git|hg|jj|svn|gh|glab)\b", re.IGNORECASE)
_INSTALL: Final = re.compile(
    r"(?:^|\s)(?:pip3?\s+install|uv\s+(?:pip\s+install|sync|add)|poetry\s+(?:install|add)|npm\s+(?:i|ci|install|add)|pnpm\s+(?:i|install|add)|yarn(?:\s+(?:install|add))?\s*$|yarn\s+add|bun\s+(?:i|install|add)|cargo\s+(?:add|install)|go\s+(?:get|mod)|bundle(?:\s+install)?|composer\s+(?:install|require)|apt(?:-get)?\s+\S*\s*install|brew\s+install|apk\s+add|dnf\s+install|mix\s+deps)\b"
)


def core_of(command: str) -> str:
    """The command without its shell wrapper, leading `cd`, variables, pipes into pagers and redirections."""
    text = command.strip()
    for _ in range(3):
        wrapped = _SHELL.match(text)
        if wrapped:
            text = (wrapped[2] if wrapped[2] is not None else wrapped[3]).strip()
        before = text
        text = _LEAD.sub("", text)
        text = _ENV.sub("", text)
        text = _WRAP.sub("", text)
        if text == before:
            break
    for _ in range(4):
        shorter = _TAIL.sub("", text)
        if shorter == text or not shorter.strip():
            break
        text = shorter
    return text.strip()


def normal_command(command: str, limit: int = 160) -> str:
    """One line that two runs of the same command share; a here-document is only named."""
    lines = core_of(command).splitlines()
    first = re.sub(r"\s+", " ", lines[0]).strip() if lines else ""
    if len(lines) > 1 and not first.endswith("…"):
        first += " …"
    return first if len(first) <= limit else first[: limit - 1].rstrip() + "…"


def without_quoted(command: str) -> str:
    """The command at its length with letters in the place of what is quoted: signs that are left in it join commands."""
    return _QUOTED.sub(lambda quoted: "q" * len(quoted[0]), command)


def program_of(word: str) -> str:
    """The name of the program that the first word of a command starts, whichever way it is spelled."""
    return _ALIASES.get(word, word.removeprefix("./"))


def family(command: str) -> Family:
    """Which family a command belongs to; the most telling part of a chain decides."""
    text = core_of(command).split("<<", 1)[0][:2000]
    if _ASKS_VERSION.fullmatch(text):
        return "look"
    if _TEST.search(text):
        return "test"
    if _LINT.search(text):
        return "lint"
    if _BUILD.search(text):
        return "build"
    if _INSTALL.search(text):
        return "install"
    plain = _QUOTED.sub("q", text)
    if all(_LOOK.match(part.strip()) for part in re.split(r"&&|\|\||;|\||\n", plain) if part.strip()):
        return "look"
    return "version-control" if _VCS.match(text) else "other"
