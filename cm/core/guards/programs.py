"""What is known of programs when a pattern is made of a command: subcommands, what is aimed at a thing, options that do the harm.

Tables alone; how they are used is `propose.py`. What the engine itself knows of programs stands in `guards/runtime.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


SUBCOMMANDS: Final[Mapping[str, int]] = {
    "git": 1, "gh": 2, "glab": 2, "hub": 1, "docker": 2, "podman": 2, "docker-compose": 1, "kubectl": 2, "oc": 2, "helm": 1, "terraform": 1,
    "tofu": 1, "terragrunt": 1, "pulumi": 2, "aws": 2, "gcloud": 4, "gsutil": 1, "az": 3, "npm": 1, "pnpm": 1, "yarn": 1, "bun": 1,
    "cargo": 1, "gem": 1, "twine": 1, "poetry": 1, "uv": 1, "zfs": 1, "zpool": 1, "btrfs": 2, "systemctl": 1, "service": 0, "heroku": 1, "fly": 2,
    "flyctl": 2, "vercel": 2, "netlify": 1, "firebase": 1, "supabase": 2, "wrangler": 3, "rclone": 1, "restic": 1, "borg": 1, "vault": 2, "nomad": 2,
    "consul": 2, "argocd": 2, "flux": 2, "minikube": 1, "kind": 2, "k3d": 2, "eksctl": 2, "vagrant": 1, "ansible-vault": 1, "redis-cli": 1,
    "rails": 1, "rake": 1, "alembic": 1, "prisma": 2, "artisan": 1, "doctl": 4, "brew": 1, "apt-get": 1, "apt": 1, "dnf": 1, "yum": 1,
    "pip": 1, "conda": 1, "snap": 1, "crontab": 0, "diskutil": 1, "cryptsetup": 1, "nvme": 1, "hg": 1, "jj": 2, "svn": 1, "cdk": 1,
    "serverless": 1, "sam": 1, "s3cmd": 1, "mc": 1, "b2": 1, "bq": 1, "knex": 1, "sequelize": 1, "dbmate": 1, "flyway": 1,
}  # fmt: skip
"""How many words behind a program say what it does, at most."""
AIMED: Final = _set(
    "rm rmdir unlink shred srm trash rimraf del-cli truncate mv cp ln install chmod chown chgrp setfacl icacls takeown rsync rclone robocopy sed perl tar unzip "
    "> >> dd kill pkill killall systemctl service launchctl taskkill curl wget remove-item clear-content move-item set-content chattr "
    "s3cmd gsutil psql mysql sqlite3 ssh-keygen crontab umount mount brew apt-get apt dnf yum pip conda npm-uninstall tee"
)
"""Programs that do no harm by themselves: it is the target that made it an accident."""
AIMED_HEADS: Final = (
    "git checkout", "git restore", "git rm", "git branch", "git tag", "git push", "git worktree", "git commit", "git merge", "git rebase",
    "git pull", "git stash", "git cherry-pick", "docker rm", "docker stop", "docker kill", "docker rmi", "docker compose", "docker-compose down",
    "kubectl apply", "kubectl scale", "kubectl patch", "kubectl rollout", "kubectl delete pod", "helm upgrade", "terraform apply", "aws s3 rm", "aws s3 cp", "aws s3 sync",
    "aws s3 mv", "gh pr", "gh issue", "npm uninstall", "npm install", "npm run", "npm link", "cargo install",
)  # fmt: skip
EVERYDAY: Final = ("docker compose down", "docker-compose down", "git stash pop", "git stash", "git pull", "git merge", "git rebase", "terraform apply")  # fmt: skip
DANGEROUS: Final[Mapping[str, tuple[str, ...]]] = {
    "--force": ("-f",), "--recursive": ("-r", "-R"), "--hard": (), "--delete": (), "--mirror": (), "--all": ("-a",), "--volumes": ("-v",), "--prune": (),
    "--discard-changes": (), "--worktree": (), "--staged": (), "--force-with-lease": (), "--force-create": (), "--merge": (), "--cascade": (), "--no-preserve-root": (),
    "--purge": (), "--remove-source-files": (), "--delete-after": (), "--delete-excluded": (), "--remove-files": (), "--destroy": (), "-destroy": (), "-delete": (),
    "-exec": (), "--amend": (), "--root": (), "--in-place": ("-i",), "--force-reset": (), "--accept-data-loss": (), "--all-namespaces": ("-A",), "--rmi": (),
    "--auto-approve": ("-auto-approve",), "-auto-approve": ("--auto-approve",), "--delete-branch": (), "--global": ("-g",), "--include-untracked": (),
    "--no-verify": (), "--admin": (), "--squash": (), "--overwrite": (), "--grace-period=0": (), "--flush": ("-F",), "--zap-all": (), "--remove": (),
}  # fmt: skip
"""Options without which the same command would not have done it, with what else they are called."""
OBJECTS: Final = _set(
    "volume container image network system builder buildx compose stack service secret config context node swarm pod machine"
)


DOES: Final = _set(
    "delete destroy rm rb remove uninstall prune unpublish publish drop clear purge terminate yank erase forget"
)
"""Words that do the harm by themselves, with whatever options."""
OF_FILES: Final = _set(
    "rm rmdir unlink shred srm trash rimraf del-cli truncate mv cp ln install chmod chown chgrp setfacl rsync sed perl tee chattr "
    "remove-item clear-content move-item set-content icacls takeown"
)
GIT_FILES: Final = frozenset(("git checkout", "git restore", "git rm", "git worktree"))


NEIGHBOURS: Final[Mapping[str, tuple[str, ...]]] = {
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
