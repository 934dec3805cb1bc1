"""Texts that are only places: bare lists of files, one machine's paths, line numbers, `git status`, stack frames.

A path inside a sentence that says what to do with it is fine ("Strings live in lib/l10n/app_en.arb").
"""

from __future__ import annotations

import re
from typing import Final

_EXT: Final = (
    r"(?:py|pyi|js|mjs|cjs|ts|tsx|jsx|vue|svelte|go|rs|rb|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|php|scala|ex|exs|erl|hs|ml|lua|sh|bash|ps1|sql|html?|s?css|less|md|rst|txt|"
    r"json|ya?ml|toml|ini|cfg|conf|xml|proto|tf|lock|csv|log|ipynb|dart|gradle|erb|jsonnet|nix|zig|jl|pl|r|m|mm|patch|diff|out|tmp|bak)"
)
_PATH: Final = re.compile(
    r"(?:[A-Za-z]:)?[\w@.~+()\[\]<>*-]*(?:[/\\][\w@.~+()\[\]<>*-]+)+[/\\]?(?::\d+)*|(?<![\w/])[\w-]+(?:\.[\w-]+)*\."
    + _EXT
    + r"(?![\w])(?::\d+)*",
)
_MACHINE: Final = re.compile(
    r"(?:/(?:Users|home)/(?!(?:app|node|vscode|runner|user|users|username|you|me|git|jenkins|deploy|docker|circleci|ubuntu|www|ci|builder|linuxbrew|jovyan|coder|ec2-user|dev|agent|example)\b)"
    r"(?:[\w.-]+|\S)[/\\ ]?|[A-Za-z]:\\{1,2}(?:Users|Documents and Settings)\\{1,2}(?!(?:user|username|you|example|runneradmin|public)\b)\S|/mnt/[a-z]/Users/\S|/root/\S+/\S+|/var/folders/\w|/private/(?:var|tmp)/|"
    r"AppData[\\/]{1,2}(?:Local|Roaming)[\\/]|/var/lib/jenkins/workspace|/__w/|/runner/work/|/tmp/[\w.-]*(?:\d{3,}|[A-Za-z0-9]{10,}|tmp|pytest-|claude|XXXX)[\w.-]*|%TEMP%\\|/workspaces?/[\w.-]+/\S+/\S+|/Volumes/\w+/\S+|"
    r"(?<![A-Za-z])[A-Z]:\\{1,2}(?!Program Files|Windows)[^\s\\]+\\{1,2}[^\s\\]+\\|\\\\wsl[$.]|file:///\S|webpack:///|/opt/homebrew/Cellar/|/usr/local/Cellar/|lib/python3\.\d+/(?!\*)\S+\.py|(?:\.\./){3,}\S+\.\w|build-\d{3,}/|-[0-9a-f]{12,}/)"
)
_LINE: Final = re.compile(
    r"[\w/\\-]\."
    + _EXT
    + r"(?:[:(]\d+\b|[`'\"]?,? (?:on |at |in )?(?:lines?|Zeilen?|línea|l\.) ?\d+)|\b(?:lines?|Zeilen?|líneas?) \d+(?:-\d+)? (?:of|in|von|de) [`'\"]?[\w/.\\-]+\."
    + _EXT
    + r"\b|\."
    + _EXT
    + r"[`'\"]?\s*(?:的|の)?(?:第\s*)?\d+\s*行"
)
_FRAME: Final = re.compile(
    r"^\s*at \S+ \(|File \"[^\"]+\", line \d+|Traceback \(most recent|\bgoroutine \d+ \[|\bin <module>|^\s*from \S+:\d+:in `|\bat [\w.$]+\([\w.]+\.java:\d+\)",
    re.MULTILINE,
)
_INSTALLED: Final = re.compile(
    r"(?:node_modules|site-packages|dist-packages|\.cargo/registry|/pkg/mod|\.gradle/caches|\.m2/repository|DerivedData|bazel-out|\.rustup/toolchains|/nix/store|\.pnpm|__pycache__|\.venv/lib|target/(?:debug|release)/(?:deps|build)|\.next/(?:server|static)|_build/\w+)"
    r"[/\\][\w@.+-]+[/\\@.][^\s`'\"]{4,}"
)
_GIT: Final = re.compile(
    r"(?:^|\s)(?:[MADRCU]{1,2}|\?\?|!!) [\w./-]*[./][\w./-]*(?:\s+(?:[MADRCU]{1,2}|\?\?|!!) \S+)+|(?:^|\s)\?\? \S+|^\s*(?:[ MADRCU?!]{1,2}) {1,2}[\w./-]+\.\w+\s*$|\b(?:modified|deleted|new file|renamed|both modified):\s+\S|Changes (?:not staged|to be committed)|Untracked files|nothing to commit|\d+ files? changed\b|"
    r"\d+ insertions?\(\+\)|\d+ deletions?\(-\)|^On branch \S+\s*$|^(?:diff --git|@@ -\d|index [0-9a-f]{7}\.\.|[+-]{3} [ab]/)|^\d+\t\d+\t\S+",
    re.MULTILINE,
)
_FORBIDS: Final = re.compile(
    r"\b(?:never|do not|don't|avoid|must not|no|nicht|nie|niemals|nunca)\b|不要|禁止|ない", re.IGNORECASE
)
_PLAIN: Final = frozenset(
    # words that say only that files are there or were touched
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "with",
        "by",
        "as",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "here",
        "there",
        "file",
        "files",
        "path",
        "paths",
        "folder",
        "directory",
        "dir",
        "line",
        "lines",
        "row",
        "column",
        "edit",
        "edited",
        "edits",
        "editing",
        "modify",
        "modified",
        "modifies",
        "changed",
        "change",
        "changes",
        "changing",
        "update",
        "updated",
        "updates",
        "created",
        "create",
        "added",
        "add",
        "deleted",
        "delete",
        "removed",
        "remove",
        "renamed",
        "rename",
        "moved",
        "touched",
        "opened",
        "open",
        "saved",
        "wrote",
        "written",
        "located",
        "found",
        "relevant",
        "affected",
        "related",
        "involved",
        "important",
        "main",
        "key",
        "see",
        "look",
        "looked",
        "also",
        "new",
        "old",
        "only",
        "following",
        "list",
        "diff",
        "status",
        "following",
        "read",
        "viewed",
        "located",
        "lies",
        "lie",
        "exists",
        "exist",
        "current",
        "working",
        "und",
        "oder",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "ist",
        "sind",
        "wurde",
        "wurden",
        "in",
        "im",
        "datei",
        "dateien",
        "zeile",
        "pfad",
        "geändert",
        "bearbeitet",
        "gelöscht",
        "erstellt",
        "neu",
        "siehe",
        "liegt",
        "liegen",
        "y",
        "o",
        "el",
        "la",
        "los",
        "las",
        "un",
        "una",
        "es",
        "son",
        "fue",
        "fueron",
        "está",
        "están",
        "en",
        "archivo",
        "archivos",
        "fichero",
        "ficheros",
        "ruta",
        "línea",
        "modificado",
        "modificados",
        "modificada",
        "cambiado",
        "cambiados",
        "editado",
        "creado",
        "creados",
        "borrado",
        "nuevo",
        "ver",
        "et",
        "le",
        "les",
        "l",
    ]
)
_CJK_PLAIN: Final = re.compile(
    r"(?:文件夹|文件|目录|路径|位于|修改了|修改|更改|编辑|新增|删除|创建|更新|已经|已|被|在|和|与|的|是|了|第|行|如下|以下|这些|相关|ファイル|パス|フォルダ|ディレクトリ|変更|編集|更新|削除|追加|作成|修正|されました|しました|した|です|ます|あります|にある|ある|は|が|を|と|に|の|も|で|、|。|，)+"
)
_FILE: Final = re.compile(r"[\w-]\." + _EXT + r"(?![\w])")
_DIGIT: Final = re.compile(r"\d")
_GIT_SIGNS: Final = (
    "??", "M ", "A ", "D ", "R ", "C ", "U ", "!! ", "modified:", "deleted:", "new file:", "renamed:", "Changes ", "Untracked", "nothing to",
    " changed", "insertion", "deletion", "On branch", "diff --git", "@@ -", "+++ ", "--- ", "index ", "\t",
)  # fmt: skip
_FRAME_SIGNS: Final = ("at ", 'File "', "Traceback", "goroutine ", "in <module>", ":in `")
_DOTTED: Final = re.compile(r"\w\.[A-Za-z]")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


def is_path_noise(text: str) -> bool:
    """Whether a text names places and says nothing that holds elsewhere."""
    if _tells_of_git(text) or _tells_of_a_frame(text):
        return True
    rooted = "/" in text or "\\" in text
    if not rooted and not _DOTTED.search(text):
        return False
    if _DIGIT.search(text) and _LINE.search(text):
        return True
    if rooted and (_MACHINE.search(text) or (_INSTALLED.search(text) and not _FORBIDS.search(text))):
        return True
    return _names_only_places(text)


def _tells_of_git(text: str) -> bool:
    return any(sign in text for sign in _GIT_SIGNS) and _GIT.search(text) is not None


def _tells_of_a_frame(text: str) -> bool:
    return any(sign in text for sign in _FRAME_SIGNS) and _FRAME.search(text) is not None


def _names_only_places(text: str) -> bool:
    if not text.isascii():
        left, paths = _PATH.subn(" ", text)
        return bool(paths) and _only_plain(_CJK_PLAIN.sub(" ", left))
    found = False
    for token in text.split():
        if "/" in token or "\\" in token or _FILE.search(token):
            found = True
        elif not _only_plain(token):
            return False  # a word that says something: most rules end here
    return found


def _only_plain(text: str) -> bool:
    return all(word.lower() in _PLAIN for word in _WORD.findall(text))
