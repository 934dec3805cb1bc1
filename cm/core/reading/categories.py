"""Names the category of a rule from the words in it.

Not here: what kind of rule it is (`core/reading/phrasing.py`), nor the family of a command (`core/reading/commands.py`).
"""

from __future__ import annotations

import re
from typing import Final

GENERAL: Final = "general"

_CUES: Final[tuple[tuple[str, str], ...]] = (
    ("security", r"secrets?|passwords?|tokens?|credentials?|vault|auth\w*|permissions?|encrypt\w*|xss|csrf|injection|gdpr|pii|threat|audit\w*|passwort\w*|datenschutz|contraseñas?|密码|密钥|权限|認証|パスワード"),
    ("testing", r"tests?|testing|pytest|unittest|vitest|jest|nextest|rspec|junit|specs?|fixtures?|mocks?|mocking|asserts?|assertions?|coverage|e2e|snapshots?|tests? suite|pruebas?|测试|テスト|테스트"),
    ("git", r"git|commits?|branch(?:es)?|rebase|merges?|squash|prs?|pull requests?|push(?:es)?|force[- ]push|stash|worktrees?|tags?|cherry-pick|co-authored-by|changelog|commit-\w+|ramas?|提交|分支|コミット|ブランチ|プッシュ|커밋|브랜치"),
    ("lint", r"lint(?:er|s|ing)?|format(?:ter|ting)?|prettier|eslint|ruff|clippy|black|sqlfluff|credo|style|naming|names?|snake_case|camelcase|type hints?|docstrings?|spelling|bem|tabs?|indent\w*|命名|风格|規約"),
    ("deploy", r"deploy\w*|releases?|rollout|kubernetes|k8s|kubectl|helm|terraform|ansible|docker\w*|images?|staging|production|prod|canary|cluster|namespaces?|fly\.io|region|ci|pipeline|runners?|servers?|bastion|server|部署|发布|デプロイ|リリース"),
    ("database", r"databases?|db|sql|postgres\w*|mysql|mariadb|sqlite|migrations?|schemas?|tables?|columns?|ddl|orm|alembic|sqlalchemy|query|queries|datenbank|tenants?|数据库|迁移|表结构|データベース|マイグレーション|DB"),
    ("deps", r"dependenc(?:y|ies)|packages?|npm|pnpm|yarn|pip|uv|poetry|cargo add|lockfile|package-lock|versions?|pin(?:ned)?|upgrade|bump|vendor|依赖|依存"),
    ("build", r"builds?|make|bazel|gradle|maven|cmake|webpack|vite|compil\w+|toolchains?|nix|codegen|build_runner|构建|ビルド"),
    ("docs", r"docs?|documentation|readme|comments?|mkdocs|translat\w+|wording|copy|dokumentation|comentarios?|文档|注释|ドキュメント|コメント"),
    ("communication", r"answers?|repl(?:y|ies)|explain|summar(?:y|ies)|emojis?|tone|short|brief|apolog\w+|flatter\w*|ask me|opinions?|language|english|german|deutsch|englisch|español|paragraphs?|chat|中文|英文|回答|日本語|英語"),
    ("frontend", r"css|html|react|vue|components?|browser|ui|frontend|tailwind|storybook|accessibility|a11y|styles?"),
    ("api", r"api|endpoints?|graphql|grpc\S*|rest|openapi|protobufs?|http|ports?|webhooks?|接口|端口"),
    ("data", r"dates?|times?|timezones?|utc|amounts?|prices?|money|currency|coordinates?|units?|cents?|ids?|strings?|zeitzonen?|bigdecimal|金额|时区"),
)  # fmt: skip
_PATTERNS: Final = tuple(
    (name, re.compile(rf"(?<![a-z0-9_])(?:{cues})(?![a-z0-9_])", re.IGNORECASE)) for name, cues in _CUES
)
FAMILIES: Final = {
    "test": "testing",
    "build": "build",
    "lint": "lint",
    "install": "deps",
    "version-control": "git",
}


def category_of(text: str, *, about_talk: bool = False) -> str:
    """The category with the most cues; the earlier in the table wins a tie, nothing at all is general."""
    best, most = GENERAL, 0
    for name, pattern in _PATTERNS:
        count = len({match.group().lower() for match in pattern.finditer(text)})
        count += 1 if about_talk and name == "communication" and count else 0
        if count > most:
            best, most = name, count
    return best
