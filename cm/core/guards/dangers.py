"""Shapes of commands that can destroy something, drawn wide: where an accident is looked for, not what is denied.

A pattern here is never armed: it only says where it pays to look for regret (`regret.py`), and of which kind the loss would be.
What is denied stands in `guards/catalogue/`; how a good pattern is made of one incident, in `propose.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

Kind: TypeAlias = Literal[
    "files", "git", "data", "containers", "infra", "publish", "permissions", "system", "secrets"
]
"""What is lost, or let out."""

PACK_KINDS: Final[Mapping[str, Kind]] = {
    "core": "files",
    "git": "git",
    "sql": "data",
    "containers": "containers",
    "infra": "infra",
    "cloud": "infra",
    "disks": "system",
    "permissions": "permissions",
    "packages": "publish",
    "secrets": "secrets",
}
NOT_LOOKED_AT: Final = frozenset({"agent"})
"""Packs about the guard itself: nobody is sorry for those."""

_END: Final = r"(?= |$)"
_SAFE: Final = r"(?!.* (?:--help|--dry-run|-n|--version)(?: |$))"


@dataclass(frozen=True, slots=True)
class Shape:
    """One wide shape."""

    id: str
    kind: Kind
    pattern: str
    scope: str = "command:canonical"

    def row(self) -> Mapping[str, Any]:
        """As the engine takes it."""
        return {"id": self.id, "pattern": self.pattern, "scope": self.scope, "severity": "critical"}


SHAPES: Final = (
    Shape("wide-rm", "files", rf"(?:rm|rmdir|unlink|shred|srm|trash|rimraf|del-cli|truncate){_SAFE} \S.*"),
    Shape("wide-mv", "files", r"mv(?! --no-clobber) \S+.* \S+"),
    Shape("wide-cp", "files", r"(?:cp|install|ln)(?=.* --force|.* -\w*f).*"),
    Shape("wide-redirect", "files", r"> (?!/dev/|/tmp/|&)\S+$"),
    Shape("wide-find", "files", r"find .*(?:-delete|-exec (?:rm|mv|shred|truncate|unlink))\b.*"),
    Shape("wide-sed", "files", r"(?:sed|perl|ruby)(?=.* (?:-\w*i\S*|--in-place\S*)(?: |$)).*"),
    Shape("wide-sync", "files", rf"(?:rsync|rclone|robocopy){_SAFE}(?=.*(?:--del|sync|/MIR|--remove)).*"),
    Shape("wide-tar", "files", r"(?:tar|unzip|7z)(?=.* (?:-\w*x\w*|x|-o|--extract|--overwrite)\b).*"),
    Shape("wide-dd", "system", r"(?:dd|mkfs\S*|fdisk|parted|wipefs|diskutil|format|mount|umount)\b.* .*"),
    Shape("wide-git-tree", "git", rf"git (?:reset|checkout|restore|switch|clean|rm|read-tree){_SAFE}\b.*"),
    Shape("wide-git-stash", "git", r"git stash(?! (?:list|show|create)).*"),
    Shape("wide-git-refs", "git", r"git (?:branch|tag|update-ref|worktree|reflog|remote)(?=.* (?:-d|-D|-f|-M|--delete|--force|remove|rm|prune|expire|delete)\b).*"),
    Shape("wide-git-past", "git", rf"git (?:rebase|commit(?=.* --amend)|filter-branch|filter-repo|merge|cherry-pick|revert|gc|prune|pull|am|apply|submodule){_SAFE}\b.*"),
    Shape("wide-git-push", "git", rf"git push{_SAFE}.*"),
    Shape("wide-jj", "git", r"(?:jj (?:abandon|restore|undo|op)|hg (?:update|strip|purge|revert|rollback)|svn (?:revert|delete|rm))\b.*"),
    Shape("wide-forge", "git", r"(?:gh|glab|hub) \S+ (?:delete|archive|close|merge|edit|rename|transfer|disable|revert)\b.*"),
    Shape("wide-sql", "data", r"\b(?:drop|truncate|delete\s+from|update\s+\S+\s+set|alter\s+table|replace\s+into|insert\s+or\s+replace)\b", "payload:sql"),
    Shape("wide-mongo", "data", r"\.(?:drop\w*|remove|delete\w*|update\w*|bulkWrite|replaceOne)\s*\(", "payload"),
    Shape("wide-db-tools", "data", r"(?:dropdb|dropuser|pg_restore|createdb|mysqladmin|redis-cli|mongorestore|influx|etcdctl|cqlsh|bq|dolt|sqlite3 \S+ \.restore)\b.*"),
    Shape("wide-migrate", "data", r"(?:\S+ )*?(?:\S*(?:migrat|db:|prisma|alembic|flyway|liquibase|knex|sequelize|typeorm|goose|dbmate|supabase|artisan|seed|fixtures?|manage\.py)\S*)(?: \S+)* \S*(?:reset|drop|fresh|refresh|downgrade|rollback|undo|clean|wipe|flush|zero|--force|--accept-data-loss|push|revert|purge|truncate|redo|deploy)\S*.*|(?:rails|rake|bundle) .*db:(?:drop|reset|purge|rollback|setup|schema:load).*"),
    Shape("wide-docker", "containers", r"(?:docker|podman|nerdctl|buildah)(?: \S+)* (?:rm|rmi|prune|down|kill|stop|reset|delete|remove)\b.*|docker-compose .*(?:down|rm|kill|stop)\b.*"),
    Shape("wide-kube", "containers", rf"(?:kubectl|oc|helm|kustomize|argocd|flux|minikube|kind|k3d|eksctl|kops)(?: \S+)* (?:delete|drain|replace|scale|uninstall|rollback|prune|reset|patch|apply|upgrade|undo|taint|cordon){_SAFE}\b.*"),
    Shape("wide-infra", "infra", r"(?:terraform|tofu|terragrunt|pulumi|cdk|cdktf|serverless|sst|amplify|ansible\S*|vagrant|packer|vault|consul|nomad|sam|eb|copilot)(?: \S+)* (?:destroy|apply|up|rm|remove|delete|down|taint|deploy|import|state|halt|revoke|purge)\b.*|ansible-playbook .*"),
    Shape("wide-cloud", "infra", r"(?:aws|gcloud|gsutil|az|doctl|heroku|fly|flyctl|vercel|netlify|wrangler|firebase|railway|render|s3cmd|s5cmd|mc|b2|linode-cli|hcloud|oci|ibmcloud|scw|supabase|neonctl|cloudflared)(?: \S+)* \S*(?:delete|terminate|destroy|rm|rb|remove|purge|reset|deregister|disable|detach|stop|sync|unset|mv|wipe|empty|rollback|deploy|update|put|revoke)\S*.*"),
    Shape("wide-http-delete", "infra", r"(?:curl|wget|http|https|xh)(?=.*(?:DELETE|--request=(?:DELETE|PUT|PATCH)|--method=DELETE)).*"),
    Shape("wide-publish", "publish", r"(?:\S+ )*?(?:publish|unpublish|deprecate|yank|release|upload|push-image|semantic-release|deploy)\b.*"),
    Shape("wide-image-push", "publish", r"(?:docker|podman|helm|skopeo|crane|oras)(?: \S+)* (?:push|copy)\b.*"),
    Shape("wide-mail", "publish", r"(?:sendmail|mail|mailx|mutt|swaks|twurl|slack|osascript)\b.*"),
    Shape("wide-rights", "permissions", r"(?:chmod|chown|chgrp|setfacl|icacls|takeown|xattr|chattr|usermod|userdel|passwd|visudo)\b.* .*"),
    Shape("wide-kill", "system", r"(?:kill|pkill|killall|kill-port|taskkill|stop-process|systemctl|service|launchctl|shutdown|reboot|halt|poweroff|pm2|supervisorctl|crontab|iptables|ufw|netplan|nmcli|ip|route|sysctl|swapoff|modprobe)\b.* .*|crontab -r.*|(?:shutdown|reboot|halt|poweroff)\b.*"),
    Shape("wide-packages", "system", r"(?:apt-get|apt|dnf|yum|pacman|apk|zypper|brew|snap|choco|winget|conda|pip|npm|gem|nix\S*)(?: \S+)* (?:remove|purge|autoremove|uninstall|erase|cleanup|prune|del|-R\w*|upgrade|dist-upgrade|full-upgrade|link|unlink)\b.*"),
    Shape("wide-code", "files", r"\b(?:rmtree|unlinkSync|rmSync|rmdirSync|rm_rf|rm_r|os\.remove|os\.unlink|\.unlink|fs\.rm|fs\.unlink|FileUtils\.rm\w*|File\.delete|shutil\.move|os\.rename|truncate)\s*\(", "payload"),
    Shape("wide-powershell", "files", r"(?:remove-item|clear-content|set-content|move-item|clear-recyclebin|remove-\w+|clear-\w+)\b.*"),
    Shape("wide-crypto", "secrets", r"(?:gpg(?=.* --delete\S*)|ssh-keygen(?=.* -f)|openssl|security delete-\S+|keytool|pass (?:rm|generate)|age)\b.*"),
)  # fmt: skip

NOUNS: Final[Mapping[Kind, str]] = {
    "files": r"files?|data|daten|datos|dados|dati|données|数据|データ|데이터|folders?|director(?:y|ies)|dirs?|documents?|photos?|pictures?|configs?|configuration|settings|scripts?|notes?|code|source|sources|work|project|everything|all|datei(?:en)?|ordner|verzeichnis(?:se)?|alles|arbeit|quellcode|archivos?|carpetas?|ficheros?|directorios?|todo|trabajo|proyecto|fichiers?|dossiers?|répertoires?|tout|travail|file|cartell[ae]|tutto|lavoro|arquivos?|pastas?|tudo|trabalho|文件夹?|目录|代码|资料|全部|所有|ファイル|フォルダ|ディレクトリ|コード|全部|파일|폴더|코드|전부",
    "git": r"changes?|work|commits?|branch(?:es)?|history|stash(?:es)?|uncommitted|unpushed|edits?|modifications?|files?|code|everything|all|repo(?:sitory)?|main|master|tags?|pr|änderung(?:en)?|arbeit|commits?|zweige?|branch|alles|historie|stand|cambios|rama|trabajo|historial|todo|modifications|branche|historique|travail|tout|modifiche|ramo|lavoro|tutto|mudanças|alterações|trabalho|tudo|改动|修改|提交|分支|代码|全部|変更|コミット|ブランチ|作業|全部|변경|커밋|브랜치|작업",
    "data": r"tables?|databases?|db|data|rows?|records?|collections?|schemas?|columns?|users?|customers?|orders?|entries|everything|all|prod(?:uction)?|staging|datenbank(?:en)?|tabellen?|daten|datensätze|alles|tablas?|base de datos|datos|registros?|todo|données|tables?|base|tout|dati|tabell[ae]|tutto|dados|tabelas?|banco|tudo|数据库?|表|记录|全部|データ(?:ベース)?|テーブル|レコード|全部|데이터(?:베이스)?|테이블",
    "containers": r"volumes?|containers?|images?|pods?|namespaces?|deployments?|cluster|services?|data|database|db|everything|all|prod(?:uction)?|staging|releases?|volumen|daten|alles|contenedor(?:es)?|volúmenes|datos|todo|conteneurs?|données|tout|卷|容器|镜像|命名空间|数据|集群|ボリューム|コンテナ|データ|クラスタ|볼륨|컨테이너|데이터",
    "infra": r"buckets?|stacks?|resources?|instances?|servers?|environments?|infra(?:structure)?|state|prod(?:uction)?|staging|data|database|apps?|everything|all|dns|domains?|vpc|cluster|umgebung|server|daten|alles|produktion|servidor(?:es)?|entorno|producción|datos|todo|serveurs?|environnement|données|tout|服务器|环境|资源|线上|生产|数据|サーバー?|環境|本番|リソース|データ|서버|환경|운영|데이터",
    "publish": r"versions?|releases?|packages?|registry|npm|pypi|crates?|images?|latest|public|tags?|users?|customers?|mails?|e-?mails?|messages?|paket(?:e)?|version(?:en)?|veröffentlicht|versión|paquete|publicad[oa]|version|paquet|publié|版本|发布|包|バージョン|公開|パッケージ|버전|배포",
    "permissions": r"permissions?|rights?|owner(?:ship)?|access|files?|ssh|login|sudo|keys?|rechte|zugriff|besitzer|dateien|permisos|acceso|droits|accès|权限|访问|権限|アクセス|권한",
    "system": r"process(?:es)?|servers?|services?|machine|computer|laptop|session|disk|drive|partition|system|network|ports?|cron\w*|jobs?|packages?|everything|all|prozess\w*|dienst\w*|rechner|platte|alles|procesos?|servicio|servidor|máquina|disco|processus|serveur|machine|disque|进程|服务|机器|磁盘|系统|プロセス|サーバー?|サービス|ディスク|프로세스|서버|디스크",
    "secrets": r"keys?|secrets?|tokens?|passwords?|credentials?|certificates?|schlüssel|passwort|zugangsdaten|claves?|contraseñas?|clés?|mots? de passe|密钥|密码|鍵|キー|パスワード|키|비밀번호",
}  # fmt: skip
"""What people call it when it is gone, in several languages."""


class Reads(Protocol):
    """What of the engine is needed to know a danger."""

    Reader: Callable[..., Any]
    Trauma: Callable[..., Any]
    views_of: Callable[[Any, str], Callable[[str], Any]]
    command_words: Callable[[Any], tuple[bytes, ...]]
    may_matter: Callable[[bytes, Sequence[bytes]], bool]


@dataclass(frozen=True, slots=True)
class Danger:
    """What makes one command dangerous: its kind, which trauma or shape it meets, and the line that met it."""

    kind: Kind
    id: str
    line: str
    grave: bool  # a shipped trauma meets it, and not only a wide shape


Dangers: TypeAlias = Callable[[str], Sequence[Danger]]
"""Reads a command; the gravest first, empty when it can destroy nothing."""


def dangers_by(
    engine: Reads, shipped: Iterable[Mapping[str, Any]], *, cwd: str = "", home: str = ""
) -> Dangers:
    """A reader of dangers: every shipped trauma, whether switched on or not, and the wide shapes."""
    known = [
        (PACK_KINDS[str(row.get("pack"))], True, engine.Trauma(row))
        for row in shipped
        if row.get("pack") in PACK_KINDS
    ]
    known += [(shape.kind, False, engine.Trauma(shape.row())) for shape in SHAPES]
    every = [word for _, _, trauma in known for word in trauma.words]
    words = engine.command_words(set(every)) if all(trauma.words for _, _, trauma in known) else ()

    def read(command: str) -> Sequence[Danger]:
        if words and not engine.may_matter(command.encode("utf-8", "replace"), words):
            return ()
        views = engine.views_of(engine.Reader(cwd, home).read(command[:_LONGEST]), command)
        return tuple(
            Danger(kind, str(trauma.row["id"]), line, grave)
            for kind, grave, trauma in known
            if (line := trauma.search(views))
        )

    return read


_LONGEST: Final = 20_000
