"""The home's history and that of a remote: what is there, what differs, one commit that has both as parents.

Only here git talks to a network, and only for a person's `cm sync`: for that the user's own git configuration counts (how to
log in), hooks do not. What merging means is `core/curation/merge3.py`; the verb is `flows/sync.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cm.errors import Outside
from cm.store import rewriting
from cm.store.files import replace
from cm.store.git import Ran, run, without_login
from cm.store.home import Home

REMOTE: Final = "origin"
BRANCH: Final = "main"
SECONDS: Final = 300.0
THEIRS: Final = f"refs/remotes/{REMOTE}/{BRANCH}"

OWN: Final = ("config.toml", "privacy.json", "exports.json", ".gitignore", ".gitattributes")
"""Files that say something about one machine; they leave the history once the home travels."""
OWN_FOLDERS: Final = frozenset(("state", "cache", "journal", "diary", "backups", "inbox"))
"""Folders of which nothing travels: an inbox that another machine filled would be read as this one's sessions."""
_RACES: Final = ("failed to update ref", "cannot lock ref", "incorrect old value", "reference already exists")

LOGIN: Final[tuple[str, ...]] = ("GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_CONFIG_GLOBAL")

Environ = Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Heads:
    """Where both histories stand; "" where there is none."""

    ours: str
    theirs: str
    base: str

    @property
    def follows(self) -> bool:
        """Whether the home has nothing that the remote has not: its history can become the home's."""
        return bool(self.theirs) and self.base == self.ours

    @property
    def behind(self) -> bool:
        """Whether the remote has something that the home has not."""
        return bool(self.theirs) and self.base != self.theirs

    @property
    def ahead(self) -> bool:
        """Whether the home has something that the remote has not."""
        return self.base != self.ours or not self.theirs


def remote_of(home: Home, environ: Environ) -> str:
    """The address that the home is kept at, or ""."""
    found = run(home, environ, "config", "--get", f"remote.{REMOTE}.url")
    return found.text if found.ok else ""


def travels(path: str) -> bool:
    """Whether a path of another machine's history may be written below the home."""
    parts = path.casefold().split("/")  # as file systems see it that tell no capitals apart
    return (
        path.isprintable()
        and not any(char in path for char in "\\:")
        and not any(part in ("", ".", "..") or part.startswith(".git") for part in parts)
        and parts[0] not in OWN_FOLDERS
        and parts[0] not in OWN
    )


def set_remote(home: Home, environ: Environ, url: str) -> None:
    """Says where the home is kept. Raises Outside."""
    known = remote_of(home, environ)
    _must(
        run(home, environ, "remote", "set-url" if known else "add", "--", REMOTE, url),
        "the remote was not set",
    )


def fetch(home: Home, environ: Environ, address: str = REMOTE, *, anew: bool = False) -> bool:
    """Gets what the remote has; a remote without any history is fine. Raises Outside.

    False when its history was written anew since it was last seen: then nothing is taken, unless `anew`.
    """
    seen = _rev(home, environ, THEIRS)  # before the look: what was seen by then, the remote has
    listed = _outside(home, environ, "ls-remote", "--heads", "--", address, f"refs/heads/{BRANCH}")
    _must(listed, "the remote could not be reached")
    tip = listed.text.split()[0] if listed.text else ""
    if not tip:
        run(home, environ, "update-ref", "-d", THEIRS)
        return True
    # no name is moved by fetching: two that fetch at once do not meet, and what was seen before is still known
    quiet = ("--quiet", "--no-tags", "--no-write-fetch-head", "--refmap=")
    got = _outside(home, environ, "fetch", *quiet, "--", address, f"refs/heads/{BRANCH}")
    _must(got, "the remote's history could not be read")
    if seen and not anew and not run(home, environ, "merge-base", "--is-ancestor", seen, tip).ok:
        return False
    _must(run(home, environ, "update-ref", THEIRS, tip), "the remote's history could not be read")
    return True


def see(home: Home, environ: Environ, tip: str) -> None:
    """Remembers how far the remote was seen: a look at it is not yet seeing it."""
    run(home, environ, "update-ref", *((THEIRS, tip) if tip else ("-d", THEIRS)))


def give_up(home: Home, environ: Environ, tip: str) -> None:
    """Forgets a look at the remote: nothing of what it brought is kept, in no object; call it with the home's lock held."""
    see(home, environ, "")  # its log goes with it
    if tip:
        see(home, environ, tip)
    rewriting.prune(home, environ)


def push(home: Home, environ: Environ) -> bool:
    """Gives the remote what the home has; False when somebody else was quicker. Raises Outside."""
    tip = _rev(home, environ, "HEAD")  # by its id: another process may commit meanwhile
    done = _outside(home, environ, "push", "--quiet", "--porcelain", REMOTE, f"{tip}:refs/heads/{BRANCH}")
    if done.ok:
        run(home, environ, "update-ref", THEIRS, tip)
        return True
    told = done.out.decode("utf-8", "replace")
    refused = next((line for line in told.splitlines() if line.startswith("!")), "")
    if refused and ("[remote rejected]" not in refused or any(race in refused for race in _RACES)):
        return False
    if refused:
        raise Outside(
            f"the remote did not take it: {refused.rpartition('[')[2].replace(']', '')}",
            hint="a rule of the server keeps it out; everything is here, and nothing was lost",
        )
    _must(done, "the remote did not take it")
    return False


def heads(home: Home, environ: Environ) -> Heads:
    """Where both histories stand and where they parted."""
    ours = _rev(home, environ, "HEAD")
    theirs = _rev(home, environ, THEIRS)
    base = run(home, environ, "merge-base", ours, theirs) if ours and theirs else Ran(False)
    return Heads(ours, theirs, base.text.split("\n")[0] if base.ok else "")


def files_at(home: Home, environ: Environ, commit: str) -> dict[str, str]:
    """The paths of a commit with the ids of their contents."""
    if not commit:
        return {}
    listed = run(home, environ, "ls-tree", "-r", "-z", "--full-tree", commit)
    found: dict[str, str] = {}
    for entry in listed.out.split(b"\0"):
        head, tab, name = entry.partition(b"\t")
        parts = head.split()
        if tab and len(parts) == 3 and parts[1] == b"blob" and parts[0] in (b"100644", b"100755"):
            found[name.decode("utf-8", "surrogateescape")] = parts[2].decode("ascii")
    return found


def content(home: Home, environ: Environ, blob: str) -> bytes:
    """The bytes of one object; nothing for ""."""
    return run(home, environ, "cat-file", "blob", blob).out if blob else b""


def join(home: Home, environ: Environ, heads: Heads, message: str, *, at: str) -> None:
    """Makes the home's files as they are now the successor of both histories; call it with the home's lock held. Raises Outside."""
    _must(run(home, environ, "add", "--all", "--", "."), "the merged home was not recorded")
    tree = _must(run(home, environ, "write-tree"), "the merged home was not recorded").text
    parents = [word for each in (heads.ours, heads.theirs) if each for word in ("-p", each)]
    dates = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    made = run(
        home, environ, "commit-tree", tree, *parents, data=message.encode("utf-8", "replace"), extra=dates
    )
    commit = _must(made, "the merged home was not recorded").text
    _must(
        run(home, environ, "update-ref", "-m", "sync", "HEAD", commit, *([heads.ours] if heads.ours else [])),
        "the home moved",
    )


def follow(home: Home, environ: Environ, heads: Heads) -> None:
    """Makes the remote's history the home's, which had nothing of its own; the files are written already. Raises Outside."""
    _must(run(home, environ, "read-tree", heads.theirs), "the remote's history was not taken")
    _drop_own(home, environ)  # else the next commit would send this machine's own file of that name
    moved = run(
        home, environ, "update-ref", "-m", "sync", "HEAD", heads.theirs, *([heads.ours] if heads.ours else [])
    )
    _must(moved, "the home moved")


def leave_out(home: Home, environ: Environ, names: tuple[str, ...]) -> None:
    """Takes files that are one machine's own out of what travels; they stay in the home, and in the history until now."""
    path = home.git / "info" / "exclude"
    have = path.read_text("utf-8", "replace") if path.is_file() else ""
    missing = [f"/{name}" for name in names if f"/{name}" not in have.splitlines()]
    if missing:
        joint = "" if not have or have.endswith("\n") else "\n"
        replace(path, (have + joint + "\n".join(missing) + "\n").encode())
    run(home, environ, "rm", "--cached", "--quiet", "--ignore-unmatch", "--", *names)


def _drop_own(home: Home, environ: Environ) -> None:
    """Takes out of what is recorded whatever another machine put where nothing travels."""
    listed = run(home, environ, "ls-files", "-z", "--cached").out
    names = [
        name for name in listed.decode("utf-8", "surrogateescape").split("\0") if name and not travels(name)
    ]
    if names:
        data = "\0".join(names).encode("utf-8", "surrogateescape")
        gone = run(home, environ, "update-index", "-z", "--force-remove", "--stdin", data=data)
        _must(gone, "the remote's history was not taken")


def _rev(home: Home, environ: Environ, name: str) -> str:
    found = run(home, environ, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return found.text if found.ok else ""


def _outside(home: Home, environ: Environ, *args: str) -> Ran:
    """A call that needs the network, and so the user's own way of logging in."""
    world = dict(environ or {})
    own: dict[str, str] = {name: world[name] for name in LOGIN if name in world}
    return run(home, environ, *args, extra=own, seconds=SECONDS, networked=True)


def _must(done: Ran, what: str) -> Ran:
    if done.ok:
        return done
    said = done.said.partition(" failed (")[2].partition("), so this change")[0] or done.said
    raise Outside(
        f"{what}: {without_login(said)}", hint="nothing was lost; run `cm sync` again when it can be reached"
    )
