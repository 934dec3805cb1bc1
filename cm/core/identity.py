"""Whose project is this: one name for one project, whatever its clones, worktrees and spellings (DESIGN 8).

Pure text in, text out. What git knows of a folder is read by `store/gitinfo.py`. Never the base name of a folder:
two folders that share a name are two projects.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from cm.model.names import storable

_URL: Final = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]*)://(?P<rest>.*)\Z", re.DOTALL)
_SCP: Final = re.compile(r"(?:[^@/\s:]+@)?(?P<host>\[[0-9A-Fa-f:.]+\]|[^/\s:@]{2,}):(?!//)(?P<path>.+)\Z")
_HELPER: Final = re.compile(r"[A-Za-z][\w\-]*::")  # a transport helper before the address
_REMOTE_SCHEMES: Final = frozenset(
    {"ssh", "git", "https", "http", "git+ssh", "ssh+git", "git+https", "git+http"}
)
_DRIVE: Final = re.compile(r"(?:/{0,2}[?.]?/)?(?P<drive>[A-Za-z]):(?P<rest>/.*|)\Z", re.DOTALL)
_MOUNT: Final = re.compile(
    r"(?:/mnt|/cygdrive)/(?P<drive>[A-Za-z])(?P<rest>/.*|)\Z"
    r"|/(?P<shell>[A-Za-z])(?P<below>/(?:users|windows|program files|dev|src|work|projects)(?:/.*|))\Z",
    re.DOTALL | re.IGNORECASE,
)
_WSL_SHARE: Final = re.compile(
    r"/(?:/[?.]/unc)?/(?:wsl\$|wsl\.localhost)/[^/]+(?P<rest>/.*|)\Z", re.DOTALL | re.IGNORECASE
)

# Other doors of one house, and hosts whose paths have no case.
_SAME_HOST: Final = {
    "ssh.github.com": "github.com",
    "www.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
    "vs-ssh.visualstudio.com": "dev.azure.com",
}
_NO_CASE: Final = frozenset({"github.com", "gitlab.com", "bitbucket.org", "dev.azure.com", "codeberg.org"})


def project_identity(remote: str | None, root_commit: str | None, real_path: str) -> str:
    """Names a project by its `origin` remote, else by its first commit, else by its real path."""
    if remote and (name := normal_remote(remote)):
        return name
    if root_commit:
        return f"root:{root_commit.strip().lower()}"
    return normal_path(real_path)


def normal_remote(url: str) -> str:
    """Returns `host/path` of a remote without scheme, user, port and `.git`; "" for a remote that is a local path."""
    text = url.strip()
    if helper := _HELPER.match(text):
        text = text[helper.end() :]
    if hit := _URL.match(text):
        if hit["scheme"].lower() not in _REMOTE_SCHEMES:
            return ""
        authority, _, path = re.split(r"[?#]", hit["rest"], maxsplit=1)[0].partition("/")
        host = authority.rpartition("@")[2]
        host = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    elif hit := _SCP.match(text):
        host, path = hit["host"], hit["path"]
        if (
            re.match(r"\d+/", path) and "@" in text
        ):  # `git@host:2222/acme/shop`: a port that somebody wrote there
            path = path.partition("/")[2]
    else:
        return ""
    return _tidy(host.lower().rstrip("."), unquote(path))


def _tidy(host: str, path: str) -> str:
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    if not host or not parts:
        return ""
    for house in ("github.com", "gitlab.com", "bitbucket.org"):
        if host.startswith(house + "-"):  # `github.com-work`: an alias in somebody's ssh configuration
            host = house
    host = _SAME_HOST.get(host, host)
    if host.endswith(".visualstudio.com"):
        parts = [host.removesuffix(".visualstudio.com"), *parts]
        host = "dev.azure.com"
    if host == "dev.azure.com":
        parts = [part for part in parts if part not in ("v3", "_git", "DefaultCollection")]
    last = parts[-1]
    parts[-1] = last[:-4] if last.lower().endswith(".git") and len(last) > 4 else last
    name = "/".join(parts)
    return f"{host}/{name.lower() if host in _NO_CASE else name}"


def normal_path(text: str) -> str:
    """Writes a path in one way: forward slashes, no end slash, Windows and WSL spellings of one path alike."""
    path = storable(text.strip())
    if path.lower().startswith("file://"):
        path = unquote(path[7:])
        path = path.removeprefix("localhost") if path.startswith("localhost/") else path
    if "\\" in path and (re.match(r"[A-Za-z]:|\\\\", path) or "/" not in path):
        path = path.replace("\\", "/")
    if hit := _WSL_SHARE.match(path):
        return _collapse(hit["rest"] or "/")
    if hit := _DRIVE.match(path):
        return f"{hit['drive'].lower()}:{_collapse(hit['rest'] or '/').lower()}"
    if hit := _MOUNT.match(path):
        drive, rest = hit["drive"] or hit["shell"], hit["rest"] or hit["below"] or "/"
        return f"{drive.lower()}:{_collapse(rest).lower()}"
    return _collapse(path)


def _collapse(path: str) -> str:
    lead = (
        "//" if path.startswith("//") and not path.startswith("///") else "/" if path.startswith("/") else ""
    )
    kept: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if kept and kept[-1] != "..":
                kept.pop()
                continue
            if lead:
                continue
        if part not in ("", "."):
            kept.append(part)
    return (lead + "/".join(kept)) or "."
