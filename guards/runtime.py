"""The guard engine: reads a command line as a shell would and says whether it is one of the traumas that must not run again.

It is copied as it stands into every generated guard, so it needs nothing but the standard library, imports almost nothing
when it is loaded (`re` comes when there is something to match) and never raises for what it is given.

- `may_matter` is the look at the bytes before anything else: can any trauma's word be in there at all?
- `Reader` turns a command line into a `Reading`: one line per command that would run, in canonical form, plus what is
  handed to interpreters and databases. Text that is only carried along (messages, patterns, documents) is on no line.
- `Registry` holds the armed traumas, reads `traumas.jsonl` anew, and keeps a compiled cache that counts only while its hash fits.
- `judge` puts the two together within a deadline and answers with a `Verdict`.

Not here: what a host's payload and a host's denial look like, and where the registries lie (the data beside this file's copy).
docs/guards.md tells how a command is read and what is missed.
"""

import sys

VERSION = 3
SPACE = "␣"  # stands for white space inside one word, so that quoted prose never looks like arguments
LINE = 4000  # characters of one line; what is longer goes on in another line with the same head
DEPTH = 24  # code inside code inside code
GREATEST = 4 << 20  # bytes of input; more is not read
SHARE = 1 << 16  # characters that one value may have
FATAL, CRITICAL, CAUTION = "fatal", "critical", "caution"
_LOST_FIELD, _OPEN, _COMMA, _CLOSE, _OF, _FO = "\ue000", "\ue001", "\ue002", "\ue003", "\ue010", "\ue011"

_patterns = {}  # what was compiled in this process
_kept = {}  # what a cache holds, ready to be made without the `re` module, whose import costs as much as everything else


def _re(pattern, flags=0):
    """A compiled pattern, made when it is first needed."""
    found = _patterns.get((pattern, flags))
    if found is None:
        found = _ready(_kept.get((pattern, flags)))
        if found is None:
            import re

            found = re.compile(pattern, flags)
        _patterns[pattern, flags] = found
    return found


def _ready(packed):
    """A compiled pattern from what `_packed` made of it, or None."""
    if not packed:
        return None
    import _sre
    import marshal

    try:
        return _sre.compile(*marshal.loads(packed))
    except Exception:
        return None


def _packed(pattern, flags=0):
    """A pattern as its machine code, good for this very Python; nothing when this Python keeps it elsewhere."""
    import marshal

    try:
        from re import _compiler

        tree = _parser().parse(pattern, flags)
        names = [None] * tree.state.groups
        for name, number in tree.state.groupdict.items():
            names[number] = name
        code = [int(number) for number in _compiler._code(tree, flags)]
        return marshal.dumps(
            (
                pattern,
                int(flags | tree.state.flags),
                code,
                tree.state.groups - 1,
                dict(tree.state.groupdict),
                tuple(names),
            )
        )
    except Exception:
        return b""


# ---------------------------------------------------------------------------------------------------------------------
# the look at the bytes

_WORDS_ONLY = bytes(c if chr(c).isalnum() and c < 128 else 32 for c in range(256)).lower()
_QUOTES = b"'\"\0^"


def may_matter(command, words):
    """False only when no trauma with one of these `words` can be met in the bytes of a command.

    Quotes are taken out, so `r''m` counts as `rm`, and stand for a space too; with a backslash, a `$`, a backtick, braces or a wildcard in it a
    command may spell anything, and is read.
    """
    for sign in (b"\\", b"$", b"`", b"?", b"*", b"[", b"{"):
        if sign in command:
            return True
    bare = b" %s %s " % (command.translate(_WORDS_ONLY, _QUOTES), command.translate(_WORDS_ONLY))
    return any(word in bare for word in words) or not command.isascii()


def could_matter(command, contents, cache):
    """The same, before the engine is loaded: with what the registries hold now, and the words that a cache keeps for just that.

    True when there is no such cache, or when one of the patterns has no word. With `may_matter`, `opened`, `_stamp` and `_digest` this is
    all that a start script needs in its own text.
    """
    import marshal

    try:
        with opened(cache + ".words") as file:
            held = file.read()
        whole = held[20:40] == _digest([(b"", held[40:])])
        words = marshal.loads(held[40:]) if whole and held[:20] == _stamp(contents) else None
    except Exception:
        return True
    return words is None or may_matter(command, words)


def opened(path):
    """A file, opened to be read. Raises OSError for a pipe or a device too, which one would wait for or read for ever."""
    try:
        import posix as calls
    except ImportError:
        return open(path, "rb")
    file = open(path, "rb", opener=lambda name, flags: calls.open(name, flags | calls.O_NONBLOCK))  # noqa: SIM115  # it is handed on open
    if calls.fstat(file.fileno()).st_mode & 0o170000 != 0o100000:
        file.close()
        raise OSError(22, "not a file")
    return file


# ---------------------------------------------------------------------------------------------------------------------
# knowledge of programs, as tables of words

# Options of programs whose spellings are many: `x=long` both names, `:` takes a value, `?` may take one after `=`.
_SPECS = {
    "rm": "f=force r=recursive R=recursive i I d=dir v=verbose interactive? one-file-system preserve-root? no-preserve-root help version",
    "rmdir": "p=parents v=verbose ignore-fail-on-non-empty help version",
    "srm": "f=force r=recursive R=recursive v=verbose",
    "chmod": "R=recursive v=verbose c=changes f=silent quiet reference: preserve-root no-preserve-root help version",
    "chown": "R=recursive h=no-dereference dereference v=verbose c=changes f=silent quiet H L P from: reference: preserve-root no-preserve-root help version",
    "shred": "f=force n=iterations: s=size: u=remove v=verbose x=exact z=zero remove? random-source: help version",
    "truncate": "s=size: c=no-create r=reference: o=io-blocks help version",
    "curl": "f=fail s=silent S=show-error L=location o=output: O=remote-name d=data: F=form: T=upload-file: X=request: H=header: u=user: "
    "A=user-agent: e=referer: b=cookie: c=cookie-jar: k=insecure I=head i=include v=verbose G=get x=proxy: m=max-time: w=write-out: "
    "K=config: E=cert: r=range: C=continue-at: D=dump-header: U=proxy-user: Q=quote: z=time-cond: y=speed-time: Y=speed-limit: t=telnet-option: P=ftp-port: "
    "N=no-buffer n=netrc p=proxytunnel q=disable R=remote-time Z=parallel a=append B=use-ascii g=globoff j=junk-session-cookies l=list-only M=manual J=remote-header-name "
    "data-binary: data-raw: data-urlencode: data-ascii: json: form-string: url: url-query: proxy-header: retry: retry-delay: connect-timeout: "
    "cacert: key: resolve: output-dir: create-dirs compressed help version location-trusted interface: unix-socket: limit-rate: max-redirs: "
    "cert-type: ciphers: engine: etag-compare: etag-save: trace: stderr: noproxy: aws-sigv4: oauth2-bearer: no-progress-meter proto: tls-max: variable: 0 1 2 3 4 6 #",
    "wget": "O=output-document: o=output-file: q=quiet P=directory-prefix: i=input-file: c=continue e=execute: U=user-agent: r=recursive l=level: "
    "t=tries: T=timeout: a=append-output: b=background N=timestamping S=server-response v=verbose nv n: post-file: post-data: body-file: body-data: header: method: "
    "user: password: http-user: http-password: no-check-certificate spider help version V=version h=help",
    "git push": "f=force n=dry-run d=delete u=set-upstream q=quiet v=verbose o=push-option: all branches mirror tags follow-tags prune atomic force-with-lease? "
    "force-if-includes no-force-with-lease no-verify verify porcelain progress repo: receive-pack: exec: signed? thin no-thin recurse-submodules? 4=ipv4 6=ipv6 help h=help delete",
    "git reset": "q=quiet p=patch N=intent-to-add soft mixed hard merge keep no-refresh refresh pathspec-from-file: pathspec-file-nul recurse-submodules? help h=help",
    "git clean": "d f=force n=dry-run q=quiet x X i=interactive e=exclude: help h=help no-force",
    "git checkout": "b: B: f=force q=quiet t=track d=detach m=merge p=patch l orphan: ours theirs conflict: guess no-guess no-track no-force track? ignore-skip-worktree-bits "
    "ignore-other-worktrees overwrite-ignore recurse-submodules? no-recurse-submodules overlay no-overlay no-merge progress no-progress "
    "pathspec-from-file: pathspec-file-nul U=unified: unified: inter-hunk-context: help h=help",
    "git switch": "c=create: C=force-create: d=detach f=force m=merge q=quiet t=track discard-changes orphan: conflict: guess no-guess no-track track? "
    "ignore-other-worktrees recurse-submodules? progress help h=help",
    "git restore": "s=source: S=staged W=worktree p=patch q=quiet m=merge ours theirs conflict: overlay no-overlay recurse-submodules? ignore-unmerged ignore-skip-worktree-bits "
    "pathspec-from-file: pathspec-file-nul progress U=unified: inter-hunk-context: help h=help",
    "git branch": "d=delete D m=move M c=copy C f=force l=list a=all r=remotes v=verbose q=quiet u=set-upstream-to: t=track unset-upstream edit-description contains? no-contains? merged? "
    "no-merged? sort: format: points-at: show-current create-reflog column? no-column color? no-color abbrev? no-abbrev i=ignore-case help h=help",
    "git tag": "d=delete a=annotate s=sign u=local-user: f=force l=list n? m=message: F=file: v=verify e=edit i=ignore-case sort: format: contains? no-contains? merged? no-merged? points-at: cleanup: create-reflog column? help h=help",
    "git rm": "f=force r n=dry-run q=quiet cached ignore-unmatch sparse pathspec-from-file: no-force help h=help",
    "git stash": "u=include-untracked a=all k=keep-index q=quiet p=patch S=staged m=message: index no-keep-index help h=help",
    "git worktree": "f=force b: B: d=detach lock reason: n=dry-run v=verbose expire: porcelain z help h=help",
    "git reflog": "expire: expire-unreachable: all updateref rewrite stale-fix n=dry-run verbose single-worktree help h=help",
    "git gc": "aggressive auto prune? no-prune q=quiet force keep-largest-pack cruft no-cruft help h=help",
    "git prune": "n=dry-run v=verbose progress expire: help h=help",
    "git commit": "a=all m=message: F=file: C=reuse-message: c=reedit-message: s=signoff n=no-verify q=quiet v=verbose e=edit p=patch o=only i=include S? u? t=template: amend no-edit fixup: squash: "
    "author: date: cleanup: allow-empty allow-empty-message no-verify verify reset-author dry-run short porcelain trailer: gpg-sign? no-gpg-sign help h=help",
    "git filter-repo": "f=force path: invert-paths strip-blobs-bigger-than: replace-text: analyze dry-run n=dry-run help h=help",
    "git filter-branch": "f=force d: original: env-filter: tree-filter: index-filter: parent-filter: msg-filter: commit-filter: tag-name-filter: subdirectory-filter: prune-empty setup: state-branch:",
    "git update-ref": "d m: z no-deref stdin create-reflog help h=help",
    "git submodule": "f=force q=quiet all init recursive b: help h=help",
    "git remote": "v=verbose f t: m: tags mirror? push add delete help h=help",
    "git checkout-index": "a=all f=force u=index q=quiet n=no-create prefix: stage: temp z stdin help h=help",
    "git read-tree": "m u reset i n=dry-run v prefix: aggressive trivial quiet q=quiet help h=help",
    "git add": "f=force A=all u=update n=dry-run v=verbose p=patch i=interactive e=edit N=intent-to-add chmod: refresh renormalize sparse ignore-errors pathspec-from-file: help h=help",
    "git rebase": "i=interactive q=quiet v=verbose f=force-rebase r=rebase-merges x=exec: s=strategy: X=strategy-option: m=merge onto: abort continue skip quit root autosquash autostash update-refs keep-base help h=help",
}
_SPECS |= {"chgrp": _SPECS["chown"], "grm": _SPECS["rm"]}
_parsed = {}


def _spec(name):
    """(short -> long, names that take a value, names that may, all long names) of a program."""
    found = _parsed.get(name)
    if found is None and name in _SPECS:
        longs, valued, maybe, names = {}, set(), set(), set()
        for token in _SPECS[name].split():
            kind = token[-1] if token[-1] in ":?" and len(token) > 1 else ""
            token = token.rstrip(":?")
            short, _, long = token.partition("=")
            if len(short) > 1:
                short, long = "", short
            if long:
                names.add(long)
            if short:
                longs[short] = long
            target = long or short
            if kind == ":":
                valued.add(target)
            elif kind == "?" and short:
                maybe.add(target)
        found = _parsed[name] = (longs, valued, maybe, names)
    return found


# Programs with subcommands: their global options that take a value, so that the subcommand can be found behind them.
_GLOBALS = {
    "git": "-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source",
    "docker": "-H --host -l --log-level --config -c --context --tlscacert --tlscert --tlskey",
    "docker compose": "-f --file -p --project-name --project-directory --env-file --profile --ansi --parallel --progress",
    "docker-compose": "-f --file -p --project-name --project-directory --env-file --profile --ansi",
    "kubectl": "-n --namespace --context --kubeconfig --cluster --user -s --server --token --as --as-group --request-timeout --certificate-authority -v",
    "helm": "--kube-context --kubeconfig -n --namespace --kube-token --registry-config",
    "terraform": "-chdir --terragrunt-working-dir --working-dir",
    "pulumi": "-C --cwd -s --stack --color --profiling",
    "aws": "--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout",
    "gcloud": "--project --account --configuration --format --verbosity --billing-project --impersonate-service-account --region --zone",
    "gsutil": "-o -h -u -i",
    "az": "--subscription -o --output --query -g --resource-group",
    "gh": "-R --repo --hostname",
    "npm": "-w --workspace --prefix --loglevel --registry --userconfig -C --otp --tag",
    "pnpm": "-w --filter -F -C --dir --registry --tag --otp",
    "yarn": "--cwd --registry --cache-folder --tag",
    "cargo": "--config -Z -C --color --manifest-path --package -p --registry --target-dir",
    "uv": "--directory --project --config-file --cache-dir --color",
    "pip": "--python --log --proxy --retries --timeout --cache-dir",
    "systemctl": "-H --host -M --machine -t --type -n --lines -o --output -s --signal -p --property --root",
    "redis-cli": "-h -p -s -a -n -u --user --pass -r -i --sni --cacert",
    "vault": "-address -namespace -ca-cert",
    "heroku": "-a --app -r --remote --confirm -c",
    "cryptsetup": "-c --cipher -s --key-size -h --hash -d --key-file --type --label --pbkdf --iter-time -i",
    "mysqladmin": "-h -u -P -S --host --user --port --socket --password",
    "zfs": "", "zpool": "", "btrfs": "", "nvme": "", "diskutil": "", "tmutil": "", "rclone": "--config", "doctl": "-t -c --context",
    "fly": "-a --app -c --config", "supabase": "--workdir --profile", "firebase": "-P --project -c --config", "vercel": "-t --token --cwd -S --scope",
    "wrangler": "-c --config -e --env", "cdk": "-a --app --profile -c --context", "serverless": "-s --stage -c --config -r --region",
    "sam": "--config-file --region --profile --stack-name", "eksctl": "", "kops": "--name --state", "argocd": "--server --auth-token", "velero": "-n --namespace",
    "nomad": "-address -region -namespace", "consul": "-http-addr -token", "etcdctl": "--endpoints --cacert --cert --key --user", "rails": "",
    "rake": "-f -C", "alembic": "-c -n -x", "prisma": "", "flyway": "", "liquibase": "", "poetry": "-C --directory -P --project", "gem": "", "twine": "",
    "dotnet": "", "mvn": "-f -pl -P", "gradle": "-p -b", "brew": "", "apt-get": "-o -c -t", "lvm": "", "ip": "-n", "nft": "", "ufw": "", "security": "",
    "nerdctl": "-n --namespace -H", "crictl": "-r -i", "ansible": "", "doppler": "-p -c", "artisan": "", "drush": "-r -l", "wp": "--path --url --ssh", "knex": "--env --knexfile",
    "sequelize": "--env --config", "mix": "", "bundle": "", "openstack": "--os-cloud", "linode-cli": "", "hcloud": "--context", "ibmcloud": "", "oci": "--profile --region",
    "minikube": "-p --profile", "kind": "", "k3d": "", "virsh": "-c --connect", "vagrant": "", "multipass": "", "lxc": "", "incus": "", "qm": "", "pct": "", "snap": "",
    "flatpak": "", "dnf": "", "pacman": "", "hdfs": "", "hadoop": "", "kafka-topics": "--bootstrap-server --zookeeper", "rabbitmqctl": "-n", "mc": "", "s3cmd": "-c", "b2": "",
    "neonctl": "", "turso": "", "pscale": "", "mongosh": "", "glab": "-R --repo", "bq": "--project_id --dataset_id --location", "amplify": "", "eb": "", "ecs-cli": "",
    "restic": "-r --repo -p --password-file", "borg": "", "svn": "--username --password", "hg": "-R --cwd --config", "jj": "-R --repository", "launchctl": "", "netsh": "", "wsl": "-d -u",
}  # fmt: skip
_SAME = {
    "tofu": "terraform", "terragrunt": "terraform", "podman": "docker", "podman-compose": "docker-compose", "k": "kubectl", "oc": "kubectl",
    "kubecolor": "kubectl", "apt": "apt-get", "aptitude": "apt-get", "pip3": "pip", "flyctl": "fly", "sls": "serverless", "bundler": "bundle",
    "hub": "git", "yadm": "git", "mariadb-admin": "mysqladmin", "yum": "dnf", "grm": "rm", "gfind": "find", "gdd": "dd", "gchmod": "chmod", "gchown": "chown",
    "gshred": "shred", "gtruncate": "truncate", "keydb-cli": "redis-cli", "valkey-cli": "redis-cli", "microk8s.kubectl": "kubectl", "gxargs": "xargs", "gsed": "sed", "gtar": "tar",
    "mongo": "mongosh", "dcfldd": "dd", "dc3dd": "dd",
}  # fmt: skip

# Programs that run another: options that take a value, and how many words of their own come before the command.
_WRAPPERS = {
    "sudo": ("-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -T --command-timeout -U --other-user -r --role -t --type", 0),
    "doas": ("-u -C", 0), "env": ("-u --unset -C --chdir -P -a --argv0 --block-signal --default-signal --ignore-signal", 0), "nice": ("-n --adjustment", 0),
    "ionice": ("-c --class -n --classdata -p --pid -P --pgid -u --uid", 0), "nohup": ("", 0), "timeout": ("-k --kill-after -s --signal", 1), "gtimeout": ("-k -s", 1),
    "time": ("-f --format -o --output", 0), "stdbuf": ("-i -o -e --input --output --error", 0), "setsid": ("", 0), "chrt": ("-T -P -D", 1), "taskset": ("", 1),
    "command": ("", 0), "builtin": ("", 0), "exec": ("-a", 0), "busybox": ("", 0), "toybox": ("", 0), "strace": ("-e -o -p -s -u -E -a -O -S -P -I -X", 0), "ltrace": ("-e -o -p -s -u -a -l -n", 0),
    "unshare": ("-S -G --setuid --setgid --root -R --wd -w --propagation --map-user --map-group", 0), "nsenter": ("-t --target -S -G --setuid --setgid", 0), "chroot": ("--userspec --groups", 1),
    "flock": ("-w --timeout -E --conflict-exit-code", 1), "pkexec": ("--user", 0), "fakeroot": ("-l -s -i -b", 0),
    "systemd-run": ("-p --property -u --unit -H -M --slice --uid --gid --nice -E --setenv --working-directory --on-active --on-boot --on-calendar --description --timer-property -t", 0),
    "systemd-inhibit": ("", 0), "ssh-agent": ("-a -E -O -P -t", 0), "dbus-run-session": ("--config-file", 0), "firejail": ("", 0), "proxychains": ("-f", 0), "proxychains4": ("-f", 0), "torsocks": ("", 0),
    "valgrind": ("", 0), "catchsegv": ("", 0), "lvm": ("", 0), "noglob": ("", 0), "nocorrect": ("", 0), "coproc": ("", 0), "then": ("", 0), "do": ("", 0), "else": ("", 0), "!": ("", 0),
    "caffeinate": ("-t -w", 0), "gosu": ("", 1), "su-exec": ("", 1), "setpriv": ("--reuid --regid --groups --inh-caps", 0), "prlimit": ("", 0), "cpulimit": ("-l -p -e", 0), "numactl": ("", 0), "runcon": ("", 0),
    "rlwrap": ("", 0), "unbuffer": ("", 0), "faketime": ("", 1), "direnv": ("", 0), "dotenv": ("-f -e", 0), "sg": ("", 1), "arch": ("", 0), "rtk": ("", 0), "bwrap": ("", 0), "ts": ("", 0), "chronic": ("", 0), "ifne": ("", 0),
    "npx": ("-p --package -w --workspace", 0), "pnpx": ("-p --package", 0), "bunx": ("", 0), "uvx": ("-p --python --with --from", 0), "pipx": ("--spec --python", 1),
    "sshpass": ("-p -f -d -P", 0), "retry": ("-t -d", 0), "start-stop-daemon": ("", 0), "if": ("", 0), "while": ("", 0), "until": ("", 0), "elif": ("", 0), "sem": ("-j", 0), "daemonize": ("", 0), "gtime": ("-f -o", 0),
}  # fmt: skip
# `uv run X`: subcommands behind which another command stands
_RUNNERS = {
    "uv": ("run",), "poetry": ("run",), "pipenv": ("run",), "pdm": ("run",), "hatch": ("run",), "rye": ("run",), "conda": ("run",), "mamba": ("run",), "micromamba": ("run",), "npm": ("exec", "x"), "pnpm": ("exec", "dlx"),
    "yarn": ("exec", "dlx"), "bundle": ("exec",), "mise": ("exec", "x"), "asdf": ("exec",), "rbenv": ("exec",), "pyenv": ("exec",), "direnv": ("exec",), "op": ("run",), "doppler": ("run",), "aws-vault": ("exec",),
    "nix": ("shell", "develop", "run"), "devbox": ("run",), "bun": ("x",), "chamber": ("exec",), "infisical": ("run",), "envchain": (), "pfp": ("run",), "railway": ("run",), "heroku": ("run",), "fly": ("ssh",),
}  # fmt: skip
_RUNNER_VALUES = "-n --name -p --prefix --python --with --project --directory --env-file -c --config --extra --group --package --from -w --workspace --index --env --path --projectId -a --app --remote --size".split()
_CONTAINER_VALUES = set(
    "-e --env -u --user -w --workdir --env-file --name -v --volume -p --publish --mount --network --net --entrypoint -l --label --detach-keys -c --container -n --namespace --context -m --memory --cpus --platform --pull "
    "--add-host --cap-add --cap-drop --device --dns --gpus -h --hostname --ip --ipc --link --log-driver --log-opt --pid --restart --runtime --security-opt --shm-size --tmpfs --ulimit --userns --volumes-from --image --kubeconfig --index".split()
)
_SHELLS = frozenset(
    "sh bash zsh dash ksh ash fish mksh pdksh csh tcsh rbash yash busybox-sh elvish hush oil osh".split()
)
_CODE = {  # interpreter -> (language, options whose value is code)
    "python": ("python", "-c"), "node": ("js", "-e --eval -p --print -pe"), "nodejs": ("js", "-e --eval -p --print"), "bun": ("js", "-e --eval -p --print"), "deno": ("js", ""), "perl": ("perl", "-e -E"), "ruby": ("ruby", "-e"),
    "php": ("php", "-r"), "lua": ("lua", "-e"), "luajit": ("lua", "-e"), "r": ("r", "-e"), "rscript": ("r", "-e"), "osascript": ("applescript", "-e"), "groovy": ("groovy", "-e"), "tclsh": ("tcl", ""), "expect": ("tcl", "-c"), "elixir": ("elixir", "-e"), "julia": ("julia", "-e -E"),
    "jshell": ("js", ""), "tsx": ("js", "-e --eval"), "ts-node": ("js", "-e --eval"), "irb": ("ruby", "-e"), "pypy": ("python", "-c"), "ipython": ("python", "-c"), "guile": ("scheme", "-c"), "emacs": ("lisp", "--eval"), "sbcl": ("lisp", "--eval"),
    "raku": ("raku", "-e"), "crystal": ("ruby", ""), "ghc": ("haskell", "-e"), "runghc": ("haskell", ""), "runhaskell": ("haskell", ""), "scala": ("scala", "-e --execute-script"), "kotlin": ("scala", "-e"), "swift": ("swift", "-e"),
    "racket": ("scheme", "-e"), "clojure": ("clojure", "-e -M"), "clj": ("clojure", "-e -M"), "bb": ("clojure", "-e"), "octave": ("octave", "--eval"), "gnuplot": ("octave", "-e"), "iex": ("elixir", "-e --eval"), "erl": ("erlang", "-eval"),
    "zx": ("js", "-e --eval"), "emacsclient": ("lisp", "-e --eval"), "ocaml": ("ocaml", "-e"), "nim": ("nim", "--eval"),
}  # fmt: skip
_SQL = {  # client -> options whose value is a query
    "psql": "-c --command", "mysql": "-e --execute", "mariadb": "-e --execute", "sqlite3": "-cmd", "sqlite": "", "sqlcmd": "-Q -q", "clickhouse-client": "-q --query", "clickhouse": "-q --query", "duckdb": "-c -s -cmd",
    "snowsql": "-q --query", "cockroach": "-e --execute", "sqlplus": "", "usql": "-c --command", "cqlsh": "-e --execute", "bq": "", "pgcli": "", "mycli": "-e --execute", "isql": "", "osql": "-Q -q", "trino": "--execute", "presto": "--execute", "hive": "-e", "beeline": "-e", "spark-sql": "-e",
    "mongosh": "--eval", "supabase": "", "prisma": "", "litecli": "-e", "dolt": "-q --query", "wp": "", "drush": "", "heroku": "-c --command", "influx": "-execute --execute", "questdb": "", "turso": "", "impala-shell": "-q", "vsql": "-c", "ysqlsh": "-c", "crsql": "", "db2": "", "athena": "",
}  # fmt: skip
_SQL_POSITIONAL = frozenset("sqlite3 sqlite duckdb bq wp drush turso db2".split())
_MONGO = frozenset({"mongosh"})
# Programs whose words are data: what they are told, never what is run.
_DATA = frozenset(
    "echo printf say logger notify-send wall write mail mailx sendmail grep egrep fgrep rg ag ack zgrep ugrep jq yq gh glab cm cass codex claude gemini aider cat bat less more head tail ls touch mkdir code vim nvim nano emacs "
    "man info help tldr cheat explain apropos whatis which type whereis open xdg-open test [ [[ export declare local readonly typeset let read history fc figlet cowsay banner toilet true false : diff cmp comm sort uniq wc cut tr strings file stat "
    "slack-cli hermes sed awk gawk mawk nawk expr basename dirname realpath readlink complete compgen bind alias hash".split()
)
_MESSAGES = frozenset(
    "git commit|git tag|git notes|git log|git grep|git stash|git show|git blame|git merge|git shortlog|git rev-list|git bisect|git branch|git switch|git help|git config|npm version|hg commit|svn commit|jj describe|jj commit".split(
        "|"
    )
)
# variables whose value is run as a command
_RUN_VARIABLES = frozenset(
    "PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_ASKPASS LESSOPEN LESSCLOSE PROMPT_COMMAND BROWSER GIT_PROXY_COMMAND RSYNC_RSH CVS_RSH SHELLOPTS TAR_OPTIONS".split()
)
_GIT_RUN = ("alias.", "core.pager", "core.editor", "core.sshcommand", "sequence.editor", "pager.", "core.fsmonitor", "diff.external", "credential.helper", "core.gitproxy", "gpg.program")  # fmt: skip
_THROWN = r"(?:/tmp|/var/tmp|/dev/shm|\$\{?TMPDIR\}?)/(?!\S*\.\.)[^/\s]+|(?:(?!\.\.)\S+/)?(?:build|dist|out|target|coverage|node_modules|__pycache__|\.next|\.cache|cmake-build-\w+)/?$"  # folders that are made anew
_SEEKERS = frozenset("grep egrep fgrep rg ag ack curl wget cat head tail sort uniq".split())
_INSIDE = frozenset("exec shell rsh cmd.run ssh enter run exec-env exec-file".split())
_FILES = frozenset("rm rmdir unlink shred find chmod chown chgrp mv truncate srm cp rsync".split())
_CARRIED = frozenset(
    "rm git find dd shred mkfs terraform kubectl sudo bash sh zsh chmod chown env eval xargs shutdown reboot".split()
)
_GLOBBED = "rm dd git mkfs shred chmod chown find shutdown reboot halt poweroff wipefs terraform kubectl docker aws bash sh mv unlink truncate".split()
_PS_REMOVE = frozenset("remove-item ri rni del erase rd rmdir rm".split())
_PS_NAMES = {
    "iex": "invoke-expression",
    "iwr": "invoke-webrequest",
    "irm": "invoke-restmethod",
    "clc": "clear-content",
    "spps": "stop-process",
    "saps": "start-process",
    "icm": "invoke-command",
}
_PS_TOP = frozenset(
    "remove-item ri clear-content format-volume clear-disk initialize-disk remove-partition stop-computer restart-computer invoke-expression iex invoke-webrequest iwr invoke-restmethod irm remove-itemproperty "
    "set-executionpolicy clear-recyclebin stop-service remove-service remove-aduser".split()
)


class Scope:
    """What a stretch of code knows: variables, words behind it, functions, files that it wrote, where it stands."""

    __slots__ = ("cwd", "files", "functions", "given", "sure", "variables")

    def __init__(self, given=(), variables=None, files=None, functions=None, cwd=""):
        self.variables = {} if variables is None else variables
        self.given = list(given)
        self.files = {} if files is None else files
        self.functions = {} if functions is None else functions
        self.cwd = cwd
        self.sure = False  # whether nothing runs here but after the `cd` that led here went well

    def inner(self, given=None):
        """A scope inside this one; what it assigns is its own."""
        given = self.given if given is None else given
        inside = Scope(given, dict(self.variables), self.files, dict(self.functions), self.cwd)
        inside.sure = self.sure
        return inside


class Source:
    """A text under way, with the stretches that were already taken as documents."""

    __slots__ = ("end", "line_end", "skips", "text")

    def __init__(self, text):
        self.text, self.end = text, len(text)
        self.skips = {}
        self.line_end = -1

    def newline(self, at):
        """Where the line of `at` ends."""
        if self.line_end < at:
            found = self.text.find("\n", at)
            self.line_end = self.end if found < 0 else found
        return self.line_end


class Several(list):
    """The values that a variable may have, one of them at a time."""

    __slots__ = ()


class Named(list):
    """Another variable by its name: `declare -n`."""

    __slots__ = ()


class Reading:
    """What a command line would run.

    canonical: one line a command, `> file` for what it writes, `| a | b` for what flows where
    commands: the same in other spellings too
    arguments: the same without the programs whose words are data
    payloads: (language, text) handed to interpreters and databases
    places: what changes files, with the paths told from the folder that the line went to
    doubts: why a part could not be read
    """

    __slots__ = ("arguments", "canonical", "commands", "doubts", "payloads", "places")

    def __init__(self, lines, payloads, doubts, places):
        self.places = places
        self.commands = list(lines)
        self.canonical = [line for line, kind in lines.items() if not kind & 2]
        self.arguments = [line for line, kind in lines.items() if not kind & 1]
        self.payloads, self.doubts = payloads, doubts


class _Stopped(BaseException):
    """The time is over. No `except Exception` on the way may keep it."""


_PLAIN = r"[^\s'\"\\$`;&|<>(){},]+"
_QUOTED = r"[^\"\\$`]+"
_NAME = r"[A-Za-z_]\w*"
_ASSIGN = r"([A-Za-z_]\w*)(?:\[[^\]\s]*\])?(\+?=)"
_REDIRECT = r"(\d+|\{[A-Za-z_]\w*\})?(<<<|<<-?|<>|<&|>>|>\||>&|&>>?|<(?!\()|>(?!\())"
_DELIMITER = r"(?:'[^'\n]*'|\"[^\"\n]*\"|\\.|[^\s;&|<>()'\"\\])+"
_RESERVED = (
    r"(if|then|elif|else|fi|do|done|while|until|!|\{|\}|for|select|case|esac|coproc|\[\[)(?=[\s;&|<>()]|$)"
)
_FUNCTION = r"(?:function[ \t]+([^\s(){};&|<>]+)[ \t]*(?:\([ \t]*\))?|([^\s(){};&|<>$'\"`=\\]+)[ \t]*\([ \t]*\))\s*(?=[{(])"
_BLANKS = " \t\r"
_FIELDS = {9: _LOST_FIELD, 10: _LOST_FIELD, 32: _LOST_FIELD}


def _clean(text):
    """The text without what no shell sees and without the signs that this module uses itself."""
    if "\0" in text:
        text = text.replace("\0", "")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return _re(r"[\ue000-\ue011\ud800-\udfff]").sub("?", text)


def _escapes(text, quoted=True):
    """What `$'...'`, `echo -e` and `printf` make of backslashes."""
    if "\\" not in text:
        return text
    simple = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?"}  # fmt: skip

    def decoded(found):
        body = found.group(1)
        if body[0] in "xuU" and len(body) > 1:
            code = int(body[1:], 16)
            return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE012 else "?"
        if body[0] in "01234567":
            return chr(int(body, 8) & 255) if int(body, 8) & 255 else ""
        return simple.get(body, "\\" + body)

    return _re(r"(?s)\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0?[0-7]{1,3}|.)").sub(
        decoded, text
    )


def _printf(form, values):
    """What `printf` prints."""
    found, at, values = [], 0, list(values)
    pattern = _re(r"%[-+ #0]*\d*(?:\.\d*)?([sbdiucxXoqfeEgG%])")
    for _ in range(64):
        took = False

        def put(match, asked=None):
            nonlocal at, took
            kind = match.group(1)
            if kind == "%":
                return "%"
            value = values[at] if at < len(values) else ""
            at, took = at + 1, True
            return _escapes(value) if kind == "b" else value[:1] if kind == "c" else value

        found.append(pattern.sub(put, _escapes(form)))
        if not took or at >= len(values):
            break
    return "".join(found)[:SHARE]


def _normal(path):
    """A path without what changes nothing in it: `//`, `/./`, `x/..`, a slash at the end."""
    head = ""
    if path[:1] == "/":
        head, path = "/", path[1:]
    found = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if found and found[-1] != ".." and found[-1][0] != "~":
                found.pop()
                continue
            if head:
                continue
        found.append(part)
    return head + "/".join(found) or "."


class Reader:
    """Reads one command line: `Reader(cwd, home).read(text)`; a new one for every text."""

    def __init__(self, cwd="", home=""):
        self.lines, self.payloads, self.doubts = {}, [], {}
        self.sinks, self.places, self.led = {}, [], {}
        self.producers, self.room, self.emitted, self.calls, self.spread = [], 0, 0, 0, False
        self.cwd = cwd.rstrip("/") if cwd not in ("", "/") else ""
        self.home = home.rstrip("/")

    def read(self, text, shell="sh"):
        """What the text would run; `shell` may be powershell or cmd."""
        text = _clean(text)
        if "IFS" in text:  # behind it stands an argument that is not there, which only parts the words
            text = _re(r"(\$IFS|\$\{IFS\})\$[1-9@*]").sub(r"\1", text)
        self.room = 2 * len(text) + (1 << 20)
        if shell == "powershell":
            self.powershell(text, Scope(), 0)
        elif shell == "cmd":
            self.prompt(text, Scope(), 0)
        else:
            self.script(Source(text), 0, "", Scope(), 0, "")
        return self.reading()

    def reading(self):
        """What was found."""
        return Reading(self.lines, self.payloads, list(self.doubts), self.places)

    # -- what is found -------------------------------------------------------------------------------------------------

    def emit(self, line, data=False, spelled=False):
        """Keeps one line: whether its words are data, whether it is another spelling of a canonical one."""
        kind = data | spelled << 1
        if line in self.lines:
            self.lines[line] &= kind
        elif self.emitted > 16 << 20:
            self.doubts["too much of it"] = 1
        else:
            self.lines[line] = kind
            self.emitted += len(line)

    def mark(self, producer):
        """Stands for output that cannot be known, but whose maker is."""
        self.producers.append(producer)
        return f"{_OF}{len(self.producers) - 1}{_FO}"

    def fed(self, text, name):
        """Keeps that unknown output is run by an interpreter."""
        for found in _re(f"{_OF}(\\d+){_FO}").findall(text[:LINE])[:8]:
            producer = self.producers[int(found)]
            self.emit(("" if producer.startswith("| ") else "| ") + self.unmarked(producer) + " | " + name)

    def spoken(self, text, scope, depth):
        """Reads the texts that a program was given whose output is run: `jq -r '"rm -rf \\(.p)"' | sh`."""
        for found in _re(f"{_OF}(\\d+){_FO}").findall(text[:LINE])[:4]:
            name, _, rest = self.producers[int(found)].rpartition(" | ")[2].partition(" ")
            if name in _SEEKERS or self.calls >= 60 or depth >= DEPTH:
                continue
            for word in rest.split(" ")[:40]:
                if SPACE not in word or _OF in word:
                    continue
                word = word.replace(SPACE, " ")
                swap = _re(r"s([/|,#@!])(?:(?!\1).){0,200}\1((?:(?!\1).){1,600})\1\w*$").match(word)
                word = swap.group(2) if swap else _re(r"--?[\w-]{1,40}=").sub("", word, count=1)
                self.calls += 1
                word = _re(r"%\([^()]*\)|\\\([^()]*\)|%[a-zA-Z]|\\[1-9]|(?<= )&|\$[1-9]").sub(
                    "{}", word.strip("\"' ")
                )
                self.code(word, scope.inner(), depth + 1)

    def unmarked(self, text):
        """A line without marks."""
        if _OF not in text:
            return text[:LINE]
        return _re(f"{_OF}(\\d+){_FO}").sub("$()", text)[:LINE]

    def shown(self, word):
        """A word as it stands on a line."""
        if _OF in word:
            word = _re(f"{_OF}(\\d+){_FO}").sub(
                lambda m: "$(" + self.producers[int(m.group(1))][:600] + ")", word
            )
        if len(word) > LINE:
            word = word[: LINE // 2] + "…" + word[-LINE // 2 :]
        return _re(r"[\s\u0085\u2028\u2029]").sub(SPACE, word) or "''"

    def path(self, word):
        """A word that may be a path, in one spelling."""
        first = word[:1] or "-"
        if first in "/~." or "/" in word:
            if "://" in word or "\n" in word or first == "-" or " " in word or len(word) > 1000:
                return word
            if "=" in word and first not in "/~.":
                key, _, value = word.partition("=")
                return key + "=" + self.path(value) if value else word
            if first == "@" and len(word) > 1:
                return "@" + self.path(word[1:])
            if first in "/~." or word.endswith("/") or "//" in word or "/." in word:
                if word.startswith("./~"):
                    return word
                if word.startswith("~root"):
                    word = "/root" + word[5:]
                word = _normal(word)
                if self.cwd and word.startswith(self.cwd + "/"):
                    word = word[len(self.cwd) + 1 :]
                elif self.cwd and word == self.cwd:
                    word = "."
                elif self.home and (word == self.home or word.startswith(self.home + "/")):
                    word = "~" + word[len(self.home) :]
        return word

    def put(self, head, operands, data, spelled=False):
        """Keeps the line of one command, or several with the same head when it is long."""
        line = head + (" " + " ".join(operands) if operands else "")
        if len(line) <= LINE:
            self.emit(line, data, spelled)
            return
        if len(head) > LINE // 2:
            head = head[: LINE // 2]
        part, size = [], 0
        for operand in operands:
            if part and size + len(operand) > LINE - len(head):
                self.emit(head + " " + " ".join(part), data, spelled)
                part, size = [], 0
            part.append(operand)
            size += len(operand) + 1
        self.emit(head + (" " + " ".join(part) if part else ""), data, spelled)

    # -- the grammar -----------------------------------------------------------------------------------------------------

    def code(self, text, scope, depth, stdin=""):
        """Reads a text that is run as a script of its own; gives what it prints."""
        if depth > DEPTH:
            self.doubts["nested too deep"] = 1
            return ""
        if text.startswith("#!") and not _re(r"#!\s*\S*/(?:env\s+(?:-S\s*)?)?\w*sh\b").match(text):
            found = _re(r"#!\s*(?:\S*/)?(?:env\s+(?:-S\s*)?)?(?:\S*/)?([A-Za-z]+)").match(text)
            if found and found.group(1) in _CODE:
                self.payload(_CODE[found.group(1)][0], text, scope, depth)
                return ""
        return self.script(Source(text), 0, "", scope, depth + 1, stdin)[0]

    def script(self, src, i, until, scope, depth, stdin):
        """Reads commands from `i` on, up to an unmatched `until`; gives what they print and where they end."""
        text, n = src.text, src.end
        frames, outs, stages, inside, loops = [], [], [], [], []
        piped, out, parens, pattern, open_pipe = stdin, "", 0, False, False
        reserved, function = _re(_RESERVED), _re(_FUNCTION)

        def finish():
            nonlocal stages, piped, out
            if len(stages) > 1:
                self.emit(
                    "| " + " | ".join(stages if len(stages) < 12 else stages[:6] + stages[-6:])[: 2 * LINE]
                )
            if stages:
                outs.append(out)
            stages, piped, out = [], "", ""

        while i < n:
            c = text[i]
            if c in _BLANKS:
                i += 1
                continue
            if c == "\\" and text.startswith("\\\n", i):
                i += 2
                continue
            if pattern and c not in "\n":
                word, i = self.case(src, i, scope, depth)
                pattern = False
                if word:
                    while frames and frames.pop()[0] != "case":
                        pass
                continue
            if c == "\n":
                scope.sure = False
                if not open_pipe:
                    finish()
                i = src.skips.get(i, i + 1)
            elif c == ";":
                scope.sure = False
                finish()
                i += 1
                if i < n and text[i] in ";&" and frames and frames[-1][0] == "case":
                    pattern = True
                    while i < n and text[i] in ";&":
                        i += 1
            elif c == "&" and not text.startswith("&>", i):
                finish()
                scope.sure = scope.sure and text.startswith("&&", i)
                i += 2 if text.startswith("&&", i) else 1
            elif c == "|":
                if text.startswith("||", i):
                    scope.sure = False
                    finish()
                    i += 2
                else:
                    piped, open_pipe = out, True
                    i += 2 if text.startswith("|&", i) else 1
            elif c == "#":
                i = src.newline(i)
            elif c in "({" and len(frames) > 2000:
                self.doubts["nested too deep"] = 1
                i += 1
            elif c == "(":
                if text.startswith("((", i):
                    i = self.arithmetic(src, i + 2, scope, depth)
                else:
                    frames.append(("(", outs, stages[-8:], inside))
                    outs, inside, parens = [], [], parens + 1
                    i += 1
            elif c == ")" or (c == "}" and reserved.match(text, i)):
                kind = "(" if c == ")" else "{"
                i += 1
                if c == ")" and not parens:
                    if until == ")":
                        finish()
                        return "".join(outs)[:SHARE], i
                    continue
                if c == "}" and not any(frame[0] == "{" for frame in frames[-3:]):
                    if until == "}":
                        finish()
                        return "".join(outs)[:SHARE], i
                    continue
                finish()
                while frames:
                    popped = frames.pop()
                    parens -= popped[0] == "("
                    out = "".join(outs)[:SHARE]
                    outs, stages = popped[1], popped[2]
                    stages = [*stages[-8:], " ; ".join(inside)[:600] or "()"]
                    inside = [*popped[3], stages[-1]][-8:]
                    if popped[0] == kind:
                        break
            else:
                found = reserved.match(text, i)
                if found:
                    word = found.group(1)
                    i = found.end()
                    if word == "{":
                        frames.append(("{", outs, stages[-8:], inside))
                        outs, inside = [], []
                    elif word == "case":
                        i, pattern = self.case_head(src, i, scope, depth)
                        if pattern:
                            frames.append(("case", outs, stages[-8:], inside))
                            outs, inside = [], []
                    elif word == "esac":
                        if frames and frames[-1][0] == "case":
                            finish()
                            popped = frames.pop()
                            out, outs, stages, inside = (
                                "".join(outs)[:SHARE],
                                popped[1],
                                [*popped[2], "case"],
                                popped[3],
                            )
                    elif word in ("while", "until"):
                        loops.append(i)
                    elif word == "done" and loops:
                        start, end = loops.pop(), found.start()
                        if (
                            _re(r"[ \t]*<").match(text, i)
                            and self.calls < 60
                            and end - start < SHARE
                            and depth < DEPTH
                        ):
                            i, printed, _ = self.simple(src, i, scope, depth, "")
                            if printed:
                                self.calls += 1
                                self.script(Source(text[start:end]), 0, "", scope, depth + 1, printed)
                    elif word in ("for", "select"):
                        i = self.loop(src, i, scope, depth)
                    elif word == "[[":
                        i = self.test(src, i, scope, depth)
                    continue
                found = function.match(text, i)
                if found:
                    name = found.group(1) or found.group(2)
                    i = found.end()
                    body = "".join(text[i : i + 200].split())
                    if body.startswith(("{" + name + "|" + name + "&", "(" + name + "|" + name + "&")):
                        self.emit(f"forkbomb {self.shown(name)}")
                    if len(scope.functions) < 200:
                        scope.functions[name] = (src, i + 1, "}" if text[i] == "{" else ")")
                    continue
                before, open_pipe = i, False
                i, printed, stage = self.simple(src, i, scope, depth, piped)
                if i == before:
                    i += 1
                if stage is not None:
                    stages.append(stage)
                    inside.append(stage)
                    if len(inside) > 8:
                        del inside[0]
                    piped = ""
                    if printed is None:
                        printed = self.mark(
                            " | ".join(stages if len(stages) < 6 else stages[:3] + stages[-3:])
                        )
                    out = printed
        finish()
        if frames:
            self.doubts["unfinished"] = 1
            outs = [text for frame in frames for text in frame[1]] + outs
        return "".join(outs)[:SHARE], i

    def case_head(self, src, i, scope, depth):
        """Behind `case`: the word and `in`."""
        i = self.blanks(src, i, True)
        _, i = self.word(src, i, scope, depth)
        i = self.blanks(src, i, True)
        if src.text.startswith("in", i):
            return i + 2, True
        return i, False

    def case(self, src, i, scope, depth):
        """One pattern of a `case`; (is it `esac`, where it ends)."""
        text = src.text
        found = _re(r"esac(?=[\s;&|<>()]|$)").match(text, i)
        if found:
            return True, found.end()
        if text[i] == "(":
            i += 1
        while i < src.end:
            i = self.blanks(src, i, False)
            before = i
            _, i = self.word(src, i, scope, depth)
            i = self.blanks(src, i, False)
            if i < src.end and text[i] == "|":
                i += 1
                continue
            if i < src.end and text[i] == ")":
                return False, i + 1
            if i == before or i >= src.end or text[i] in "\n;&<>(":
                return False, i
        return False, i

    def loop(self, src, i, scope, depth):
        """Behind `for`: a name and what it goes through."""
        found = _re(r"\s*([A-Za-z_]\w*)\s*(in(?=\s))?").match(src.text, i)
        if not found:
            return i
        values, i = [], found.end()
        if found.group(2):
            while i < src.end:
                i = self.blanks(src, i, False)
                if i >= src.end or src.text[i] in "\n;&|()<>":
                    break
                more, i = self.word(src, i, scope, depth)
                values += more
        else:
            values = list(scope.given)
        scope.variables[found.group(1)] = Several(values[:400])
        return i

    def test(self, src, i, scope, depth):
        """Behind `[[`: up to `]]`; only what is substituted in it runs."""
        text = src.text
        while i < src.end:
            i = self.blanks(src, i, True)
            if text.startswith("]]", i):
                return i + 2
            before = i
            if i < src.end and text[i] not in "&|<>();":
                _, i = self.word(src, i, scope, depth)
            if i == before:
                i += 1
        return i

    def arithmetic(self, src, i, scope, depth):
        """Behind `((`: up to `))`; only what is substituted in it runs."""
        text, start, depth_here, piece = src.text, i, 2, _re(r"[^()'\"`\\]+")
        while i < src.end and depth_here:
            found = piece.match(text, i)
            if found:
                i = found.end()
                continue
            c = text[i]
            if c == "(":
                depth_here += 1
            elif c == ")":
                depth_here -= 1
            elif c in "'\"`":
                j = text.find(c, i + 1)
                if j < 0:
                    i = src.end
                    break
                i = j
            elif c == "\\":
                i += 1
            i += 1
        body = text[start : max(start, i - 2)]
        if depth_here:
            self.doubts["unfinished"] = 1
        if depth > 6 or (depth_here and depth > 2):
            self.doubts["nested too deep"] = 1
        elif "$(" in body or "`" in body or _re(r"[a-z]\s+[-/~\w]").search(body):
            self.code(body, scope, depth)
        return min(i, src.end)

    def blanks(self, src, i, lines):
        """Where the white space at `i` ends."""
        text, n = src.text, src.end
        while i < n:
            c = text[i]
            if c in _BLANKS or (lines and c == "\n"):
                i += 1
            elif c == "\\" and text.startswith("\\\n", i):
                i += 2
            else:
                break
        return i

    def simple(self, src, i, scope, depth, piped):
        """One simple command with its assignments and redirects; (where it ends, what it prints, its line or None)."""
        text, n = src.text, src.end
        fields, assigned, writes, others = [], [], [], ()
        redirect, assign = _re(_REDIRECT), _re(_ASSIGN)
        stdin, some, taken = piped, False, ""
        while True:
            i = self.blanks(src, i, False)
            if i >= n:
                break
            c = text[i]
            if c in "\n;|)(":
                break
            if c == "#":
                i = src.newline(i)
                break
            found = redirect.match(text, i) if c in "<>&{" or c.isdigit() else None
            if c == "&" and not found:
                break
            some = True
            if found:
                i = found.end()
                operator = found.group(2)
                number = (found.group(1) or "").strip("{}")
                if operator in ("<<", "<<-"):
                    stdin, i = self.document(src, i, operator == "<<-", scope, depth)
                    if number:
                        self.held(number, stdin, scope)
                    continue
                i = self.blanks(src, i, False)
                value, i = self.word(src, i, scope, depth)
                target = " ".join(value)
                if operator == "<<<":
                    stdin = target + "\n"
                    if number:
                        self.held(number, stdin, scope)
                elif operator == "<":
                    stdin = self.content(target, scope, piped)
                    if number:
                        self.held(number, stdin, scope)
                    if "/dev/tcp/" in target or "/dev/udp/" in target:
                        self.emit("< " + self.shown(target))
                    taken = target
                elif operator == "<&":
                    stdin = self.content(f"/dev/fd/{target}", scope, piped)
                elif not (operator == ">&" and _re(r"\d*-?$").match(target)):
                    writes.append((operator, target, found.group(1) or ""))
                    if number and fields[:1] == ["exec"]:
                        if not number.isdigit():
                            scope.variables[number] = str(60 + len(self.led))
                            number = scope.variables[number]
                        self.led[number] = target
                elif target in self.led and not number:
                    writes.append((">>", self.led[target], ""))
                continue
            if not fields:
                found = assign.match(text, i)
                if found:
                    i = found.end()
                    if i < n and text[i] == "(":
                        value, i = self.array(src, i + 1, scope, depth)
                        _, i = self.word(src, i, scope, depth)
                    else:
                        value, i = self.word(src, i, scope, depth)
                        value = " ".join(value)
                    assigned.append((found.group(1), value, found.group(2) == "+="))
                    continue
            self.spread = False
            before = i
            value, i = self.word(src, i, scope, depth)
            if i == before:
                i += 1
            if not fields and self.spread and len(value) > 1:
                others, value = value[1:8], value[:1]
            fields += value
            if (
                len(fields) < 3
                and i < n
                and text[i] == "("
                and fields
                and fields[0] in ("declare", "local", "export", "typeset", "readonly")
            ):
                value, i = self.array(src, i + 1, scope, depth)
                fields[-1] += " ".join(value)
        if not some:
            return i, "", None
        for other in others:
            self.execute([other, *fields[1:]], [], [], scope, stdin, depth)
        printed, stage = self.execute(fields, assigned, writes, scope, stdin, depth)
        if taken and stage:
            self.emit(f"| < {self.shown(self.path(taken))} | {stage}")
            if not fields and printed == "":
                printed = self.mark("< " + self.shown(self.path(taken)))
            stage = f"{stage} < {self.shown(self.path(taken))}"
        return i, printed, stage

    def held(self, number, text, scope):
        """A descriptor with a text behind it: `exec 3<<<'...'`."""
        if not number.isdigit():
            scope.variables[number] = str(60 + len(scope.files))
            number = scope.variables[number]
        scope.files[f"/dev/fd/{number}"] = text

    def array(self, src, i, scope, depth):
        """The words of `x=(...)`."""
        values = []
        while i < src.end:
            i = self.blanks(src, i, True)
            if i < src.end and src.text[i] == ")":
                return values, i + 1
            before = i
            more, i = self.word(src, i, scope, depth)
            values += more
            if i == before:
                i += 1
        return values, i

    def document(self, src, i, tabs, scope, depth):
        """A here-document; (its text, where the command goes on)."""
        text, n = src.text, src.end
        i = self.blanks(src, i, False)
        found = _re(_DELIMITER).match(text, i)
        if not found:
            return "", i
        raw = found.group()
        i = found.end()
        name = raw.replace("'", "").replace('"', "").replace("\\", "")
        line_end = src.newline(i)
        start = at = src.skips.get(line_end, line_end + 1)
        end = after = n
        while at < n:
            e = text.find("\n", at)
            e = n if e < 0 else e
            if e - at <= len(name) + 200:
                line = text[at:e]
                line = line.lstrip("\t") if tabs else line
                if line.rstrip("\r") == name:
                    end, after = at, e + 1
                    break
            at = e + 1
        body = text[start:end]
        src.skips[line_end] = max(after, line_end + 1)
        if tabs:
            body = _re(r"(?m)^\t+").sub("", body)
        if raw == name and ("$" in body or "`" in body or "\\" in body):
            body = self.expanded(body, scope, depth)
        return body, i

    def expanded(self, text, scope, depth):
        """A text as between double quotes."""
        if depth > DEPTH:
            self.doubts["nested too deep"] = 1
            return text
        found = []
        self.double(Source(text), 0, scope, depth + 1, found, False)
        return "".join(found).replace(_LOST_FIELD, " ")

    def word(self, src, i, scope, depth):
        """One word; (its fields, where it ends)."""
        text, n, start = src.text, src.end, i
        found, quoted, extended = [], False, 0
        plain = _re(_PLAIN)
        while i < n:
            match = plain.match(text, i)
            if match:
                found.append(match.group())
                i = match.end()
                if i >= n:
                    break
            c = text[i]
            if c in " \t\r\n;&|":
                break
            if c == "'":
                quoted = True
                j = text.find("'", i + 1)
                if j < 0:
                    self.doubts["unfinished"] = 1
                    j = n
                found.append(text[i + 1 : j])
                i = j + 1
            elif c == '"':
                quoted = True
                i = self.double(src, i + 1, scope, depth, found, True)
            elif c == "\\":
                if i + 1 >= n:
                    found.append("\\")
                elif text[i + 1] != "\n":
                    found.append(text[i + 1])
                i += 2
            elif c == "$":
                i = self.dollar(src, i, scope, depth, found, False)
            elif c == "`":
                i = self.backtick(src, i, scope, depth, found, False)
            elif c == "{":
                found.append(_OPEN)
                i += 1
            elif c == ",":
                found.append(_COMMA)
                i += 1
            elif c == "}":
                found.append(_CLOSE)
                i += 1
            elif c in "<>":
                if i + 1 < n and text[i + 1] == "(" and depth <= DEPTH:
                    begun = i + 2
                    out, i = self.script(
                        src, i + 2, ")", scope.inner() if len(scope.variables) < 200 else scope, depth + 1, ""
                    )
                    name = f"/dev/fd/{len(scope.files) + 100}"
                    scope.files[name] = out
                    if c == ">" and len(self.sinks) < 50:
                        self.sinks[name] = text[begun : max(begun, i - 1)]
                    found.append(name)
                else:
                    break
            elif c == "(":
                if found and found[-1] and found[-1][-1] in "?*+@!" and i > start:
                    extended += 1
                    found.append("(")
                    i += 1
                else:
                    break
            elif c == ")":
                if not extended:
                    break
                extended -= 1
                found.append(")")
                i += 1
            else:  # white space that no shell splits at
                found.append(c)
                i += 1
        i = min(i, n)
        value = "".join(found)
        if value[:1] == "~" and text[start] in "'\"\\" and text.startswith("~", start + 1):
            value = "./" + value
        if _OPEN in value:
            values = self.braces(value)
        else:
            values = [value]
        fields = []
        for value in values:
            if _COMMA in value or _CLOSE in value or _OPEN in value:
                value = value.replace(_OPEN, "{").replace(_COMMA, ",").replace(_CLOSE, "}")
            if _LOST_FIELD in value:
                fields += [part for part in value.split(_LOST_FIELD) if part]
            elif value or quoted:
                fields.append(value)
        return fields, i

    def braces(self, value):
        """Brace expansion, up to a bound."""
        done, waiting = [], [value]
        inner = _re(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
        steps = 0
        while waiting:
            value = waiting.pop()
            steps += 1
            found = inner.search(value) if steps < 200 and len(value) < 4 * LINE else None
            if not found:
                done.append(value)
                continue
            body = found.group(1)
            if _COMMA in body:
                parts = body.split(_COMMA)[:64]
            else:
                span = _re(r"(\w)\.\.(\w)$").match(body)
                if span and ord(span.group(1)) <= ord(span.group(2)):
                    parts = [chr(code) for code in range(ord(span.group(1)), ord(span.group(2)) + 1)]
                else:
                    parts = ["{" + body + "}"]
            waiting += [value[: found.start()] + part + value[found.end() :] for part in reversed(parts)]
        return done

    def double(self, src, i, scope, depth, found, closed):
        """Between double quotes; where it ends."""
        text, n, plain = src.text, src.end, _re(_QUOTED)
        while i < n:
            match = plain.match(text, i)
            if match:
                found.append(match.group())
                i = match.end()
                if i >= n:
                    break
            c = text[i]
            if c == '"':
                if closed:
                    return i + 1
                found.append(c)
                i += 1
            elif c == "\\":
                following = text[i + 1 : i + 2]
                if following == "\n":
                    pass
                elif following and following in '"\\$`':
                    found.append(following)
                else:
                    found.append(c + following)
                i += 2
            elif c == "$":
                i = self.dollar(src, i, scope, depth, found, True)
            else:
                i = self.backtick(src, i, scope, depth, found, True)
        if closed:
            self.doubts["unfinished"] = 1
        return min(i, n)

    def backtick(self, src, i, scope, depth, found, quoted):
        """A substitution in backticks."""
        text, j = src.text, i + 1
        piece = _re(r"(?s)(?:[^`\\]+|\\.)*").match(text, j)
        j = piece.end()
        body = _re(r"\\([`$\\])").sub(lambda match: match.group(1), text[i + 1 : j])
        if j >= src.end:
            self.doubts["unfinished"] = 1
        out = self.code(body, scope.inner() if len(scope.variables) < 200 else scope, depth)
        self.add(found, out.rstrip("\n"), quoted)
        return j + 1

    def add(self, found, value, quoted, scope=None):
        """Puts the value of an expansion into a word."""
        sign = scope.variables.get("IFS") if scope is not None and not quoted else None
        if isinstance(sign, str) and sign.strip() and len(sign) < 4:
            for each in sign.strip():
                value = value.replace(each, " ")
        self.room -= len(value)
        if self.room < 0:
            self.doubts["too much of it"] = 1
            return
        found.append(value if quoted else value.translate(_FIELDS))

    def dollar(self, src, i, scope, depth, found, quoted):
        """What begins with `$`; where it ends."""
        text = src.text
        c = text[i + 1 : i + 2]
        if c == "(":
            if depth > DEPTH:
                self.doubts["nested too deep"] = 1
                found.append("$(")
                return i + 2
            if text.startswith("$((", i):
                end = self.arithmetic(src, i + 3, scope, depth)
                found.append("0")
                return end
            out, end = self.script(
                src, i + 2, ")", scope.inner() if len(scope.variables) < 200 else scope, depth + 1, ""
            )
            if end >= src.end and text[end - 1 : end] != ")":
                self.doubts["unfinished"] = 1
            self.add(found, out.rstrip("\n"), quoted)
            return end
        if c == "{":
            return self.parameter(src, i + 2, scope, depth, found, quoted)
        if c == "'" and not quoted:
            match = _re(r"(?s)(?:[^'\\]+|\\.)*").match(text, i + 2)
            if match.end() >= src.end:
                self.doubts["unfinished"] = 1
            found.append(_clean(_escapes(match.group())))
            return match.end() + 1
        if c == '"' and not quoted:
            return i + 1
        match = _re(r"[A-Za-z_]\w*|\d|[@*#?$!0-]").match(text, i + 1)
        if not match:
            found.append("$")
            return i + 1
        value = self.value(match.group(), scope)
        if value is None:
            found.append("$" + match.group())
        else:
            self.add(found, value, quoted, scope)
        return match.end()

    def value(self, name, scope):
        """What a variable holds, or None."""
        if name in "@*":
            return _LOST_FIELD.join(scope.given) if scope.given else None
        if name.isdigit():
            if name == "0":
                return scope.variables.get("0")
            at = int(name[:4]) - 1
            return (scope.given[at] if at < len(scope.given) else "") if scope.given and at >= 0 else None
        value = scope.variables.get(name)
        if isinstance(value, Named):
            value = scope.variables.get(value[0])
            value = None if isinstance(value, Named) else value
        if value is None:
            return {"HOME": "~", "PWD": ".", "SHELL": "sh", "BASH": "bash", "IFS": " ", "EUID": "0"}.get(name)
        if isinstance(value, Several):
            self.spread = True
            return _LOST_FIELD.join(value[:64])
        return value if isinstance(value, str) else (value[0] if value else "")

    def parameter(self, src, i, scope, depth, found, quoted):
        """Behind `${`; where it ends."""
        text, n, start, level = src.text, src.end, i, 1
        piece = _re(r"[^{}'\"\\`]+")
        while i < n:
            match = piece.match(text, i)
            if match:
                i = match.end()
                continue
            c = text[i]
            if c == "{":
                level += 1
            elif c == "}":
                level -= 1
                if not level:
                    break
            elif c == "\\":
                i += 1
            elif c in "'\"`" and not (c == "'" and quoted):
                j = text.find(c, i + 1)
                if j < 0:
                    i = n
                    break
                i = j
            i += 1
        if i >= n:
            self.doubts["unfinished"] = 1
            found.append("${" + text[start:n])
            return n
        body, end = text[start:i], i + 1
        match = _re(r"(!|#)?([A-Za-z_]\w*|\d+|[@*])(\[[^\]]*\])?").match(body)
        if not match:
            if body[:1] in " \n|" or "$(" in body or "`" in body:  # ${ command; }
                self.code(body, scope, depth)
            found.append("${" + body + "}")
            return end
        prefix, name, index = match.groups()
        rest = body[match.end() :]
        held = scope.variables.get(name)
        if index and isinstance(held, list):
            inner = index[1:-1]
            if inner in "@*":
                value = _LOST_FIELD.join(held)
            else:
                value = held[int(inner)] if inner.isdigit() and int(inner) < len(held) else None
        else:
            value = self.value(name, scope)
        if prefix == "!" and value and not rest:
            value = self.value(value, scope) if _re(r"[A-Za-z_]\w*$").match(value) else None
        elif prefix == "#":
            value = str(len(value or ""))
        sign = rest[:2] if rest[:1] == ":" else rest[:1]
        if sign in (":-", "-", ":=", "=", ":+", "+", ":?", "?"):
            other = rest[len(sign) :]
            if sign[-1] == "?":
                other = ""
            elif "$" in other or "`" in other or "\\" in other or "'" in other or '"' in other:
                other = self.expanded(other.strip("'\"") if other[:1] in "'\"" else other, scope, depth)
            if sign[-1] in "-=":
                if value is None or (sign[0] == ":" and not value) or (name in ("HOME", "PWD") and not held):
                    value = other if value is None or not value else value
                if sign[-1] == "=" and name not in scope.variables and value is not None:
                    scope.variables[name] = value
            elif sign[-1] == "+":
                value = other
        elif rest and value is not None:
            value = self.changed(value, rest)
        elif "$(" in rest or "`" in rest:
            self.expanded(rest, scope, depth)
        if value is None:
            found.append("$" + name if not rest else "${" + body + "}")
        else:
            self.add(found, value, quoted)
        return end

    def changed(self, value, rest):
        """`${x:0:2}`, `${x^^}`, `${x/a/b}`, `${x%.txt}` of a known value."""
        match = _re(r":\s*(\d+)(?::\s*(\d+))?$").match(rest)
        if match:
            begin = int(match.group(1)[:6])
            return value[begin : begin + int(match.group(2)[:6])] if match.group(2) else value[begin:]
        if rest in ("^^", "^"):
            return value.upper() if rest == "^^" else value[:1].upper() + value[1:]
        if rest in (",,", ","):
            return value.lower() if rest == ",," else value[:1].lower() + value[1:]
        if rest[0] == "/":
            old, _, new = rest.lstrip("/").partition("/")
            return (
                value.replace(old, new, -1 if rest.startswith("//") else 1)
                if old and len(value) < LINE
                else value
            )
        if rest[0] == "%" and rest.lstrip("%"):
            return value.removesuffix(rest.lstrip("%"))
        if rest[0] == "#" and rest.lstrip("#"):
            return value.removeprefix(rest.lstrip("#"))
        return value

    def content(self, name, scope, stdin=""):
        """What a file holds that was written in the same line; otherwise a mark."""
        if name in ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
            return stdin
        held = scope.files.get(_normal(name) if name else "")
        if held is None and "/dev/tcp/" in name:
            return self.mark(self.shown("< " + name))
        return "" if held is None else held

    # -- what runs -------------------------------------------------------------------------------------------------------

    def execute(self, argv, assigned, writes, scope, stdin, depth):
        """One command with its words known; (what it prints or None, its line)."""
        outward = ""
        for operator, target, number in writes:
            self.emit(("> " if ">>" not in operator else ">> ") + self.shown(self.path(target)))
            if scope.cwd and target[:1] not in "/~$" and len(self.places) < 1000:
                self.places.append("> " + self.shown(self.path(_normal(f"{scope.cwd}/{target}"))))
            if number in ("", "1") or operator[0] == "&":
                outward = target
        local = scope
        if assigned:
            local = scope if not argv else scope.inner() if len(scope.variables) < 200 else scope
            for name, value, more in assigned:
                held = local.variables.get(name)
                if (more and isinstance(held, str) and isinstance(value, str) and len(held) < SHARE) or (
                    more and type(held) is list and type(value) is list and len(held) < 10000
                ):
                    value = held + value
                elif isinstance(value, str) and isinstance(held, str) and held != value and not argv:
                    value = Several([value, held])
                elif isinstance(value, str) and isinstance(held, Several) and not argv:
                    value = Several([value, *held][:4])
                local.variables[name] = value[:SHARE] if isinstance(value, str) else value
                if isinstance(value, str) and (argv or name in ("PROMPT_COMMAND", "PS0", "PS1", "PS4")):
                    self.ran_by_variable(name, value, local, depth)
        if not argv:
            printed, stage = (stdin or "") if not assigned else "", None if not writes else ""
            if writes:
                stage = ":"
        else:
            printed, stage = self.run(argv, local, stdin or "", depth)
        if outward and len(scope.files) < 4000:
            held = printed if printed is not None else self.mark(stage)
            if _re(
                r"(?:.*/)?(?:\.git/hooks/[\w-]+|\.(?:bashrc|bash_profile|profile|zshrc|zprofile|zshenv|bash_login|xprofile)|\.husky/[\w-]+)$|/etc/(?:profile|bash\.bashrc|cron\S*|rc\.local)"
            ).match(outward):
                self.code(held, scope.inner(), depth)
            if outward in self.sinks:
                self.script(Source(self.sinks[outward]), 0, "", scope, depth + 1, held)
            key = _normal(outward)
            old = scope.files.get(key, "")
            scope.files[key] = (old + held)[:SHARE] if any(">>" in w[0] for w in writes) else held
            printed = ""
        if not argv and not writes:
            return printed, ":" if not assigned else None
        return printed, stage

    def ran_by_variable(self, name, value, scope, depth):
        """`PAGER='...' man ls`: a variable whose value will be run."""
        if name == "BASH_ENV" or name == "ENV":
            self.code(self.content(value, scope), scope.inner(), depth)
        elif name in ("PS0", "PS1", "PS4"):
            for found in _re(r"\$\(([^()]{1,2000})\)|`([^`]{1,2000})`").finditer(value):
                self.code(found.group(1) or found.group(2), scope.inner(), depth)
        elif name in _RUN_VARIABLES and (" " in value or "/" in value):
            self.code(value.lstrip("|- "), scope.inner(), depth)

    def program(self, word):
        """The name of a program: without path and ending, in lower case, one for its many names."""
        if _OF in word or word[:1] == "$":
            return word
        name = word.rstrip("/").replace("\\", "/").rsplit("/", 1)[-1].lower() or word
        for ending in (".exe", ".cmd", ".bat", ".com"):
            name = name.removesuffix(ending) or name
        if "?" in name or "*" in name or "[" in name:
            return next((known for known in _GLOBBED if _globbed(name[:40], known)), name)
        name = _SAME.get(name, name)
        base = name.rstrip("0123456789.-")
        return base if base in _CODE or base in ("pip", "bash") else name

    def run(self, argv, scope, stdin, depth):
        """Peels what runs another program, then reads the program; (what it prints or None, its line)."""
        name = ""
        if depth > DEPTH + 12:
            self.doubts["nested too deep"] = 1
            return None, "..."
        for _ in range(600):
            if not argv:
                return "", name or ":"
            name = self.program(argv[0])
            if _OF in name:
                self.fed(argv[0], "sh")
                self.spoken(argv[0], scope, depth)
                return None, self.shown(argv[0])
            if (
                name.startswith("git-")
                and len(name) > 4
                and ("git " + name[4:] in _SPECS or name[4:] in ("stash", "reflog", "push"))
            ):
                argv = ["git", name[4:], *argv[1:]]
                continue
            if name in scope.functions and self.calls < 60 and depth < DEPTH:
                self.calls += 1
                src, at, until = scope.functions[name]
                inner = scope.inner(argv[1:])
                inner.functions.pop(name, None)
                if isinstance(src, str):
                    return self.code(" ".join([src, *map(_quote, argv[1:])]), inner, depth, stdin), name
                return self.script(src, at, until, inner, depth + 1, stdin)[0], name
            held = scope.files.get(_normal(argv[0])) if "/" in argv[0] else None
            if held is not None:
                return self.code(held, scope.inner(argv[1:]), depth), name
            if (
                len(argv) > 1
                and argv[1] in ("--help", "--version")
                and name not in _SPECS
                and name not in ("git", "find")
            ):
                if name not in _SHELLS:
                    self.emit(f"{self.shown(name)} {argv[1]}", True, True)
                    return None, name
            method = getattr(self, _METHODS.get(name, "leaf"))
            if name in _RUNNERS:
                rest = self.behind(name, argv)
                if rest:
                    argv = rest
                    continue
            if name in _WRAPPERS:
                rest = self.peeled(name, argv, scope, depth)
                if rest == [] and name == "env":
                    return None, self.line("env", argv[1:])
                if rest is not None:
                    if isinstance(rest, str):
                        return self.code(rest, scope.inner(), depth, stdin), name
                    argv = rest
                    continue
                self.emit(self.line(name, argv[1:]), True)
                return (argv[-1] + "\n" if name == "command" and len(argv) > 1 else None), name
            return method(name, argv, scope, stdin, depth)
        self.doubts["nested too deep"] = 1
        return None, name

    def line(self, name, args):
        """A short line as written."""
        return " ".join(self.shown(word) for word in (name, *args[:200]))[:LINE]

    def behind(self, name, argv):
        """The command behind `uv run`, `npm exec`, `op run --`."""
        i, subcommands = 1, _RUNNERS[name]
        while i < len(argv) and argv[i].startswith("-") and argv[i] != "--":
            i += 2 if argv[i] in _RUNNER_VALUES else 1
        if subcommands:
            if i >= len(argv) or argv[i] not in subcommands:
                return None
            i += 1
        if name == "fly":
            at = next((k for k in range(i, len(argv)) if argv[k] in ("-C", "--command")), 0)
            return ["sh", "-c", *argv[at + 1 : at + 2]] if at else None
        if name == "nix" and argv[i - 1] == "run":
            while i < len(argv) and argv[i].startswith("-") and argv[i] != "--":
                i += 1
            program = argv[i].rpartition("#")[2] if i < len(argv) and "#" in argv[i] else ""
            rest = argv[i + 1 :]
            return [program, *(rest[1:] if rest[:1] == ["--"] else rest)] if program else None
        if name in ("aws-vault", "direnv", "envchain", "chamber"):
            i += 1
        while i < len(argv) and argv[i].startswith("-"):
            if argv[i] == "--":
                i += 1
                break
            if (
                name in ("npm", "pnpm", "nix")
                and argv[i] in ("-c", "--call", "--command")
                and i + 1 < len(argv)
            ):
                return ["sh", "-c", argv[i + 1]] if name == "npm" else argv[i + 1 :]
            if argv[i] in ("-m", "--module"):
                return ["python", *argv[i:]]
            i += 2 if argv[i] in _RUNNER_VALUES else 1
        return argv[i:]

    def peeled(self, name, argv, scope, depth):
        """The words behind a wrapper; a text when it is given code; None when nothing runs."""
        valued, own = _WRAPPERS[name]
        valued = valued.split()
        i, n, split = 1, len(argv), None
        while i < n and argv[i].startswith("-") and argv[i] != "-":
            option = argv[i]
            i += 1
            if option == "--":
                break
            if name == "command" and option[1:2] != "-" and ("v" in option or "V" in option):
                return None
            if option in ("--help", "--version") or (
                name == "sudo" and option in ("-l", "-v", "-K", "-k", "-V", "--list", "--validate", "-ll")
            ):
                if not (name == "sudo" and i < n and option in ("-k", "-K")):
                    return None
            if name == "sudo" and option in ("-e", "--edit"):
                return ["sudoedit", *argv[i:]]
            if name == "env":
                if option.startswith("--s"):
                    split = option.partition("=")[2] if "=" in option else (argv[i] if i < n else "")
                    i += "=" not in option
                elif option[1] != "-" and "S" in option and option[1:2] not in ("u", "C", "P"):
                    split = option[option.index("S") + 1 :]
                    if not split:
                        split = argv[i] if i < n else ""
                        i += 1
                if split is not None:
                    tail = " ".join(_quote(word) for word in argv[i:])
                    return "env " + split.replace("\\_", " ") + (" " + tail if tail else "")
            if (name == "flock" and option in ("-c", "--command")) or (
                name == "npx" and option in ("-c", "--call")
            ):
                return argv[i] if i < n else None
            if name == "systemd-run" and option in ("--version",):
                return None
            base = option.partition("=")[0]
            if base in ("--chdir", "-C", "-D") and name in ("env", "sudo"):
                folder = option.partition("=")[2] or (argv[i] if i < n else "")
                if base == "--chdir" or name == ("env" if base == "-C" else "sudo"):
                    scope.cwd = _normal(folder)[:500] if folder[:1] in "/~" and folder else scope.cwd
            if "=" in option:
                pass
            elif (
                base in valued
                or (
                    option[1] != "-"
                    and len(option) > 2
                    and "-" + option[-1] in valued
                    and "-" + option[1] not in valued
                )
                or (
                    option.startswith("--")
                    and len(option) > 4
                    and sum(v.startswith(option) for v in valued) == 1
                )
            ):
                i += 1
        if name in ("env", "sudo", "doas", "exec", "command", "dotenv", "systemd-run"):
            while i < n and _re(r"[A-Za-z_][\w-]*=").match(argv[i]):
                key, _, value = argv[i].partition("=")
                scope.variables.setdefault(key, value)
                self.ran_by_variable(key, value, scope, depth)
                i += 1
        i += own
        if name in ("flock", "sg") and i < n and argv[i] in ("-c", "--command"):
            return argv[i + 1] if i + 1 < n else None
        rest = argv[i:]
        if not rest:
            return (
                []
                if name in ("exec", "then", "do", "else", "if", "while", "until", "!", "time", "env", "sudo")
                else None
            )
        if name == "ssh-agent" and rest[0] == "-k":
            return None
        return rest

    def shell(self, name, argv, scope, stdin, depth):
        """`bash -c '...'`, `sh file`, `... | sh`."""
        i, n, wanted, reads, fish = 1, len(argv), False, False, name == "fish"
        while i < n:
            option = argv[i]
            if option == "--":
                i += 1
                break
            if option.startswith("--"):
                i += 1
                key, equals, value = option.partition("=")
                if len(key) > 3 and (
                    "--command".startswith(key) or (fish and "--init-command".startswith(key))
                ):
                    if not equals and i < n:
                        value = argv[i]
                        i += 1
                    self.code(value, scope.inner(), depth)
                    if "--command".startswith(key):
                        return "", name
                elif key in ("--rcfile", "--init-file"):
                    self.code(self.content(argv[i] if i < n else "", scope), scope.inner(), depth)
                    i += 1
                elif key in ("--help", "--version"):
                    return None, name
                continue
            if option[:1] in "-+" and len(option) > 1:
                letters = option[1:]
                i += 1
                if option[0] == "-" and "c" in letters:
                    wanted = True
                    inside = letters.partition("c")[2]
                    if inside and not inside.isalpha():
                        return self.code(inside, scope.inner(), depth, stdin), name
                if fish and "C" in letters and i < n:
                    self.code(argv[i], scope.inner(), depth)
                    i += 1
                reads = reads or "s" in letters
                if letters[-1] in "oO" and i < n:
                    i += 1
                continue
            break
        if wanted:
            if i >= n:
                return "", name
            inner = scope.inner(argv[i + 2 :])
            inner.variables["0"] = argv[i + 1] if i + 1 < n else name
            return self.code(argv[i], inner, depth, stdin), self.line(name, argv[1:])[:600]
        if i < n and not reads:
            held = self.content(argv[i], scope, stdin)
            self.emit(self.line(name, argv[1:]))
            return (self.code(held, scope.inner(argv[i + 1 :]), depth) if held else None), self.line(
                name, argv[1:]
            )[:600]
        self.emit(self.line(name, argv[1:]))
        printed = self.code(stdin, scope.inner(argv[i:]), depth) if stdin else None
        return printed or None, self.line(name, argv[1:])[:600]

    def evaluate(self, name, argv, scope, stdin, depth):
        """`eval`."""
        rest = argv[2:] if argv[1:2] == ["--"] else argv[1:]
        rest = [word[2:] if word.startswith("./~") else word for word in rest]
        return self.code(" ".join(rest), scope, depth, stdin), "eval"

    def sourced(self, name, argv, scope, stdin, depth):
        """`source file`, `. file`."""
        rest = [word for word in argv[1:] if word != "--"]
        self.emit(self.line("source", rest))
        return (self.code(self.content(rest[0], scope, stdin), scope, depth) if rest else ""), "source"

    def trapped(self, name, argv, scope, stdin, depth):
        """`trap '...' EXIT`, `alias x='...'`, `complete -C`: code for later."""
        rest = [word for word in argv[1:] if word not in ("--", "-p", "-g", "-s")]
        if name == "trap":
            rest = rest[:1]
        for word in rest[:50]:
            value = word.partition("=")[2] if name == "alias" else word
            if value and value != "-" and len(scope.functions) < 200:
                self.code(value, scope.inner(), depth)
                if name == "alias":
                    scope.functions[word.partition("=")[0]] = (value, 0, "")
        return "", name

    def declared(self, name, argv, scope, stdin, depth):
        """`export x=...`, `declare`, `local`, `readonly`, `typeset`."""
        for word in argv[1:]:
            key, equals, value = word.partition("=")
            if equals and _re(r"[A-Za-z_]\w*\+?$").match(key):
                key = key.rstrip("+")
                old = scope.variables.get(key)
                if "-n" in argv[1:3] and name in ("declare", "typeset", "local"):
                    scope.variables[key] = Named([value])
                    continue
                scope.variables[key] = (
                    Several([value[:SHARE], old]) if isinstance(old, str) and old != value else value[:SHARE]
                )
                self.ran_by_variable(key, value, scope, depth)
        self.emit(self.line(name, argv[1:]), True)
        return "", name

    def given(self, name, argv, scope, stdin, depth):
        """`set -- a b`."""
        if "--" in argv:
            scope.given = argv[argv.index("--") + 1 :]
        return "", name

    def reads(self, name, argv, scope, stdin, depth):
        """`read x`, `mapfile x`: a variable takes what comes in."""
        names, i = [], 1
        while i < len(argv):
            if argv[i].startswith("-") and len(argv[i]) > 1:
                if argv[i][-1] == "u" and i + 1 < len(argv):
                    stdin = self.content(f"/dev/fd/{argv[i + 1]}", scope, stdin)
                i += 2 if argv[i][-1] in ("pdntNuia" if name == "read" else "dnuOsCc") else 1
            else:
                names.append(argv[i])
                i += 1
        line = stdin.strip("\n").split("\n")[0] if name == "read" else stdin
        parts = (
            line.split(None, max(0, len(names) - 1)) if name == "read" and line and _OF not in line else []
        )
        for at, key in enumerate(names[:20]):
            if name == "read":
                scope.variables[key] = (
                    parts[at] if at < len(parts) else ("{}" if not line or _OF in line else "")
                )
            else:
                scope.variables[key] = stdin.removesuffix("\n").split("\n")[:50]
        return "", name

    def changes_folder(self, name, argv, scope, stdin, depth):
        """`cd x`."""
        rest = [word for word in argv[1:] if not word.startswith("-") or word == "-"]
        target = rest[0] if rest else "~"
        scope.cwd = (
            _normal(target)
            if target[:1] in "/~"
            else _normal((scope.cwd or ".") + "/" + target)
            if target != "-" and target
            else ""
        )
        if len(scope.cwd) > 500:
            scope.cwd = ""
        scope.sure = bool(scope.cwd)
        self.emit(self.line(name, argv[1:]))
        return "", name

    def many(self, name, argv, scope, stdin, depth):
        """`xargs command`."""
        valued = ("-a", "--arg-file", "-d", "--delimiter", "-E", "-J", "-L", "-n", "-P", "-s", "-R", "-S", "-I", "--max-args", "--max-procs", "--max-chars", "--process-slot-var", "--eof")  # fmt: skip
        i, n, replaced, lines = 1, len(argv), "", False
        while i < n and argv[i].startswith("-") and argv[i] != "-":
            option = argv[i]
            i += 1
            if option == "--":
                break
            if option in ("-I", "-J") and i < n:
                replaced, lines = argv[i], True
            elif option.startswith(("-I", "-J")) and len(option) > 2:
                replaced, lines = option[2:], True
            elif option == "-i" or option.startswith("--replace"):
                replaced, lines = option.partition("=")[2] or "{}", True
            elif option.startswith("-i"):
                replaced, lines = option[2:], True
            if option in valued:
                i += 1
        command = argv[i:]
        if not command:
            return stdin or None, name
        if stdin and _OF not in stdin:
            items = (
                [line.strip("\0 ") for line in stdin.split("\n") if line.strip()]
                if lines
                else stdin.replace("\0", " ").split()
            )
            items = items[:100]
        else:
            items = []
        if self.program(command[0]) in _SHELLS and not replaced:
            for line in stdin.split("\n")[:20] if items else ():
                if " " in line:
                    self.run([*command, "_", line], scope.inner(), "", depth + 1)
                    self.run([*command, line], scope.inner(), "", depth + 1)
            return self.run(
                [*command, *(items or [stdin if _OF in stdin else "{}"])], scope.inner(), "", depth + 1
            )
        if replaced:
            fill = items[:20] or [
                stdin.strip() if _OF in stdin and self.program(command[0]) in _SHELLS else self.filling(stdin)
            ]
            result = None, name
            for item in fill:
                result = self.run(
                    [word.replace(replaced, item) for word in command], scope.inner(), "", depth + 1
                )
            return result
        return self.run([*command, *(items or [self.filling(stdin)])], scope.inner(), "", depth + 1)

    def parallel(self, name, argv, scope, stdin, depth):
        """GNU parallel."""
        valued = "-j --jobs -P --max-procs -a --arg-file -S --sshlogin --workdir --wd --tmpdir --joblog --results --delay --timeout --retries --colsep -C -d --delimiter -n -N --max-args --env --rpl -I --halt --tagstring --basefile --bf --load --memfree --recstart --recend --block -L -s --nice --trc --return --transferfile --arg-sep --profile -J --shebang --sqlmaster".split()
        i, n = 1, len(argv)
        while i < n and argv[i].startswith("-") and len(argv[i]) > 1:
            option = argv[i]
            i += 1
            if option == "--":
                break
            if option in valued:
                i += 1
        command, items, seen = [], [], False
        for word in argv[i:]:
            if word in (":::", ":::+", "::::", "::::+"):
                seen = True
            elif seen:
                items.append(word)
            else:
                command.append(word)
        if not seen and stdin:
            items = [line for line in stdin.split("\n") if line.strip()]
        for word in command:
            found = _re(r"\{=(.*?)=\}").search(word)
            if found:
                self.payload("perl", found.group(1), scope, depth)
        if not command:
            for item in items[:50]:
                self.code(item, scope.inner(), depth)
            return None, name
        known = items[:20] or ["{}"]
        for item in known:
            words = [_re(r"\{[./%#0-9:]*\}").sub(lambda _, item=item: item, word) for word in command]
            if words == command and item != "{}":
                words.append(item)
            elif words == command and not any("{}" in word for word in command):
                words.append("{}")
            if len(command) == 1 and " " in command[0]:
                self.code(" ".join(words), scope.inner(), depth)
            else:
                self.run(words, scope.inner(), "", depth + 1)
        return None, name

    def filling(self, stdin):
        """What stands for a name that only the run will know: `{}`, with the name that `find` was told."""
        found = _re(f"{_OF}(\\d+){_FO}").search(stdin)
        producer = self.producers[int(found.group(1))] if found else ""
        named = _re(r"find .*-i?name (\S+)").search(producer)
        return "{}/" + named.group(1) if named else "{}"

    def finds(self, name, argv, scope, stdin, depth):
        """`find`: itself, and what it executes."""
        roots, i = [], 1
        while i < len(argv) and (
            not argv[i].startswith(("-", "(", "!"))
            or argv[i] in ("-L", "-H", "-P")
            or argv[i].startswith("-O")
        ):
            if not argv[i].startswith("-"):
                roots.append(argv[i])
            i += 1
        filters = " ".join(self.shown(word) for word in argv[i : i + 40] if word not in (";", "+"))
        shown = [self.shown(self.path(root)) for root in roots[:50]] or ["."]
        words, j = [], i
        executed = []
        while j < len(argv):
            if argv[j] in ("-exec", "-execdir", "-ok", "-okdir"):
                command, j = [], j + 1
                while (
                    j < len(argv)
                    and argv[j] != ";"
                    and not (argv[j] == "+" and command and command[-1] == "{}")
                ):
                    command.append(argv[j])
                    j += 1
                executed.append(command)
            else:
                words.append(self.shown(argv[j]))
            j += 1
        self.put(name + " " + " ".join(shown), words, False)
        for root in shown[:5]:
            full = self.reached(root, scope)
            if full != root:
                self.put(f"{name} {full}", words, False)
        named = _re(r"-i?name (\S+)").search(filters)
        each = "{}/" + named.group(1) if named else "{}"
        for command in executed[:20]:
            if not command:
                continue
            fill = [
                each if root in (".", "''") else root + ("" if root.endswith("/") else "/") + each
                for root in shown[:4]
            ]
            if self.program(command[0]) in _SHELLS:
                fill = fill[:1]
            for item in fill:
                self.run([word.replace("{}", item) for word in command], scope.inner(), "", depth + 1)
            first = self.program(command[0])
            self.emit(f"{name} {' '.join(shown)[:1000]} {filters[:1500]} -exec {first}")
        return None, self.line(name, argv[1:])[:600]

    def reached(self, word, scope):
        """Where a relative path leads from the folder that the line went to, when that is the root or the home."""
        cwd = scope.cwd
        if not cwd or word[:1] in "/~$-" or _re(r"/[^/]+/[^/]+|~/.|[^/~]").match(cwd):
            return word
        return _normal(cwd + "/" + word)

    def interpreted(self, name, argv, scope, stdin, depth):
        """`python -c`, `node -e`, `perl -e` and code on their standard input."""
        language, options = _CODE[name]
        options = options.split()
        letters = {option[1] for option in options if len(option) == 2}
        codes, i, n, script = [], 1, len(argv), ""
        while i < n:
            word = argv[i]
            key, equals, value = word.partition("=")
            if word in options:
                codes += argv[i + 1 : i + 2]
                i += 2
                if name in ("python", "pypy", "ipython", "php"):
                    break
                continue
            if equals and key in options:
                codes.append(value)
            elif name in ("deno", "go", "crystal") and word == "eval":
                codes += [argv[k] for k in range(i + 1, n) if not argv[k].startswith("-")][:1]
                break
            elif word.startswith("-") and len(word) > 1:
                if language == "python" and (word == "-m" or (word.startswith("-m") and word[1:2] == "m")):
                    script = "-m"
                    break
                if word[1] != "-" and word[-1] in letters and len(word) > 2 and len(word) < 9:
                    codes += argv[i + 1 : i + 2]
                    i += 2
                    if language == "python":
                        break
                    continue
                if word[1] != "-" and word[1] in letters and len(word) > 2:
                    codes.append(word[2:])
                elif word in ("-W", "-X", "-r", "--require", "-M", "-I", "--import", "-C"):
                    i += 1
            elif word != "-":
                script = word
                break
            i += 1
        self.emit(self.line(name, argv[1:]), True)
        said = ""
        for code in codes:
            if _OF in code[:40]:
                self.fed(code, name)
            if language == "python" and name == "ipython" and code.lstrip()[:1] == "!":
                self.code(code.lstrip()[1:], scope.inner(), depth)
            self.payload(language, code, scope, depth)
            said += self.printing(language, code)
        if not codes:
            code = stdin if not script else self.content(script, scope, stdin)
            if script == "-m":
                code = ""
            if _OF in code[:40]:
                self.fed(code, name)
            elif code:
                self.payload(language, code, scope, depth)
                said = self.printing(language, code)
        return said or None, self.line(name, argv[1:])[:600]

    def awk(self, name, argv, scope, stdin, depth):
        """awk's program may call a shell."""
        i, program, set_ = 1, "", ""
        while i < len(argv):
            word = argv[i]
            if word in ("-v", "--assign") and i + 1 < len(argv):
                key, _, value = argv[i + 1].partition("=")
                set_ += f'{key} = "{value}"; ' if '"' not in value and len(set_) < SHARE else ""
            if word in ("-f", "-v", "-F", "--field-separator", "--assign", "--file", "-i", "-l"):
                i += 2
                continue
            if word in ("-e", "--source") and i + 1 < len(argv):
                program = argv[i + 1]
                break
            if not word.startswith("-"):
                program = word
                break
            i += 1
        self.emit(self.line(name, argv[1:]), True)
        self.payload("awk", set_ + program, scope, depth)
        if stdin and _re(r"system\(\s*\$0\s*\)|\|\s*\"(?:/bin/)?(?:ba|z|da)?sh\"").search(program):
            self.code(stdin, scope.inner(), depth)
        return self.printing("awk", program) or None, self.line(name, argv[1:])[:600]

    def sed(self, name, argv, scope, stdin, depth):
        """GNU sed's `e` runs a shell."""
        i, programs = 1, []
        while i < len(argv):
            if argv[i] in ("-e", "--expression"):
                programs += argv[i + 1 : i + 2]
                i += 1
            elif argv[i] in ("-f", "--file", "-l"):
                i += 1
            elif not argv[i].startswith("-") and not programs:
                programs.append(argv[i])
            i += 1
        for program in programs:
            for found in _re(r"(?:^|[;\n{])\s*(?:\d+|\$|/[^/\n]{0,200}/)?\s*e\s+([^\n]+)").finditer(program):
                self.code(found.group(1), scope.inner(), depth)
            for found in _re(
                r"s([/|,#@!])(?:(?!\1)[^\n\\]|\\.){0,400}\1((?:(?!\1)[^\n\\]|\\.){1,2000})\1[gip0-9]{0,4}e"
            ).finditer(program):
                self.code(found.group(2), scope.inner(), depth)
        for word in self.lines_of_files(name, argv):
            self.emit(word, True)
        if stdin and _OF not in stdin and len(programs) == 1:
            found = _re(r"s([/|,#@!])(\^?[\w /.-]*)\1([^\\&]*?)\1(g?)$").match(programs[0])
            if found and found.group(2).startswith("^"):
                start = found.group(2)[1:]
                return "\n".join(
                    found.group(3) + line[len(start) :] if line.startswith(start) and line else line
                    for line in stdin.split("\n")
                ), self.line(name, argv[1:])[:600]
            if found and "." not in found.group(2):
                return stdin.replace(found.group(2), found.group(3), -1 if found.group(4) else 1), self.line(
                    name, argv[1:]
                )[:600]
        return None, self.line(name, argv[1:])[:600]

    def lines_of_files(self, name, argv):
        """The command as written."""
        return [self.line(name, [self.path(word) for word in argv[1:201]])]

    def archive(self, name, argv, scope, stdin, depth):
        """tar may be told what to run."""
        for at, word in enumerate(argv[1:], 1):
            following = argv[at + 1] if at + 1 < len(argv) else ""
            if word in (
                "--use-compress-program",
                "--to-command",
                "--rsh-command",
                "--info-script",
                "--new-volume-script",
            ) or (word[:1] == "-" and word[1:2] != "-" and word[-1] in "IF"):
                self.code(following, scope.inner(), depth)
            elif word.startswith(
                (
                    "--use-compress-program=",
                    "--to-command=",
                    "--rsh-command=",
                    "--info-script=",
                    "--new-volume-script=",
                    "--checkpoint-action=exec=",
                    "-I",
                )
            ):
                self.code(
                    word.rpartition("exec=")[2]
                    if "exec=" in word
                    else word[2:]
                    if word[:2] == "-I"
                    else word.partition("=")[2],
                    scope.inner(),
                    depth,
                )
            elif word == "--checkpoint-action" and following.startswith("exec="):
                self.code(following[5:], scope.inner(), depth)
        return self.leaf(name, argv, scope, stdin, depth)

    def compiled(self, name, argv, scope, stdin, depth):
        """`go run file`, when the file was written in the same line; `cargo watch -s '...'`."""
        if name == "cargo":
            for at, word in enumerate(argv[1:-1], 1):
                if argv[1] == "watch" and word in ("-s", "--shell"):
                    self.code(argv[at + 1], scope.inner(), depth)
            return self.leaf(name, argv, scope, stdin, depth)
        if argv[1:2] == ["run"] and len(argv) > 2:
            held = self.content(argv[-1], scope, stdin)
            if held:
                self.payload("go", held, scope, depth)
        return self.leaf(name, argv, scope, stdin, depth)

    def editor(self, name, argv, scope, stdin, depth):
        """vim, gdb, less: `-c '!...'`, `+!...`."""
        if name in ("gdb", "lldb") and ("--args" in argv or "--" in argv):
            self.run(
                argv[argv.index("--args" if "--args" in argv else "--") + 1 :],
                scope.inner(),
                stdin,
                depth + 1,
            )
        for at, word in enumerate(argv[1:], 1):
            if name == "nvim" and "lua" in word:
                self.payload("lua", word, scope, depth)
            found = _re(r"\+?:?(?:silent\s+)?(?:!|shell\s+|system\()\s*['\"]?(.+?)['\"]?\)?$").match(word)
            if found and (
                word[0] == "+"
                or argv[at - 1] in ("-c", "--cmd", "-ex", "-S", "--eval-command", "-e", "--eval")
            ):
                self.code(found.group(1), scope.inner(), depth)
        self.emit(self.line(name, argv[1:]), True)
        return None, name

    def remote(self, name, argv, scope, stdin, depth):
        """ssh and what goes over it."""
        valued = "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B"
        i, n, rest = 1, len(argv), []
        while i < n:
            word = argv[i]
            option = ""
            if word[:2] == "-o" and len(word) > 2:
                option = word[2:]
            elif word.startswith("-") and len(word) > 1 and word[1] != "-" and word[-1] == "o" and i + 1 < n:
                option = argv[i + 1]
            elif word.startswith("-v") and "oProxy" in word:
                option = word[word.index("o") + 1 :]
            if option:
                found = _re(
                    r"(?i)\s*(?:proxycommand|localcommand|knownhostscommand|permitlocalcommand|remotecommand)\s*[= ]\s*(.+)"
                ).match(option)
                if found:
                    self.code(found.group(1).strip("'\""), scope.inner(), depth)
            if name == "ssh":
                if word == "--":
                    i += 1
                    break
                if not word.startswith("-"):
                    break
                i += 2 if word in valued.split() else 1
                continue
            if name in ("scp", "sftp") and word == "-S" and i + 1 < n and " " in argv[i + 1]:
                self.code(argv[i + 1], scope.inner(), depth)
            if name == "rsync" and word in ("-e", "--rsh", "--rsync-path") and i + 1 < n:
                self.code(argv[i + 1], scope.inner(), depth)
            elif name == "rsync" and word.startswith(("--rsh=", "--rsync-path=")):
                self.code(word.partition("=")[2], scope.inner(), depth)
            i += 1
        if name == "ssh":
            rest = argv[i + 1 :]
            self.emit(self.line(name, argv[1 : i + 1]))
            if rest:
                return self.code(" ".join(rest), Scope(), depth, stdin), self.line(name, argv[1:])[:600]
            if stdin and _OF not in stdin:
                self.code(stdin, Scope(), depth)
            return None, self.line(name, argv[1:])[:600]
        return self.leaf(name, argv, scope, stdin, depth)

    def contained(self, name, argv, scope, stdin, depth):
        """docker exec, docker run, kubectl exec: itself, and the command inside."""
        words = self.hoisted(name, argv[1:])[0]
        at = next((k for k, word in enumerate(words[:3]) if word in ("exec", "run", "debug", "rsh")), -1)
        if at >= 0 and (at == 0 or words[0] in ("container", "compose", "exec")):
            i, entry = at + 1, []
            while i < len(words) and words[i].startswith("-"):
                if words[i] == "--":
                    break
                if words[i] in ("--entrypoint",) and i + 1 < len(words):
                    entry = [words[i + 1]]
                elif words[i].startswith("--entrypoint="):
                    entry = [words[i].partition("=")[2]]
                i += 2 if words[i] in _CONTAINER_VALUES else 1
            rest = words[i + 1 :]
            if name == "kubectl":
                rest = (
                    words[words.index("--") + 1 :]
                    if "--" in words
                    else [w for w in rest if not w.startswith("-")]
                    if words[at] == "exec"
                    else rest
                    if words[at] == "rsh"
                    else []
                )
            if entry or rest:
                self.run([*entry, *rest], Scope(), stdin, depth + 1)
        return self.leaf(name, argv, scope, stdin, depth)

    def becomes(self, name, argv, scope, stdin, depth):
        """`su -c`, `runuser -u x --`, `script -c`, `watch`."""
        i, n, codes, rest = 1, len(argv), [], []
        while i < n:
            word = argv[i]
            if word in ("-c", "--command", "--session-command") and name != "watch" and i + 1 < n:
                codes.append(argv[i + 1])
                i += 1
            elif word.startswith(("--command=", "--session-command=")):
                codes.append(word.partition("=")[2])
            elif word == "--":
                rest = argv[i + 1 :]
                break
            elif name == "watch":
                if not word.startswith("-"):
                    codes.append(" ".join(argv[i:]))
                    rest = argv[i:] if len(argv) > i + 1 else []
                    break
                i += word in ("-n", "--interval", "-q", "--equexit")
            elif name == "runuser" and word in ("-u", "--user") and i + 1 < n:
                rest = [w for w in argv[i + 2 :] if w != "--"]
                break
            elif len(word) > 2 and word[0] == "-" and word[1] != "-" and word[-1] == "c" and i + 1 < n:
                codes.append(argv[i + 1])
                i += 1
            i += 1
        for code in codes:
            self.code(code, scope.inner(), depth)
        if rest:
            return self.run(rest, scope.inner(), stdin, depth + 1)
        if not codes and stdin and name in ("su", "runuser"):
            self.code(stdin, scope.inner(), depth)
        return None, name

    def terminals(self, name, argv, scope, stdin, depth):
        """tmux, screen, hyperfine, nodemon: words that are handed to a shell."""
        self.emit(self.line(name, argv[1:]))
        rest = argv[1:]
        if name == "tmux" and _re(r"display(?:-message)?$|set(?:-\w+)?$|rename-\S+$|select-\S+$").match(
            rest[0] if rest else ""
        ):
            return None, name
        if name == "screen":
            i = 0
            while i < len(rest) and rest[i].startswith("-"):
                i += (
                    2
                    if rest[i] in ("-S", "-p", "-c", "-e", "-h", "-r", "-t", "-T", "-L")
                    or rest[i].endswith("S")
                    else 1
                )
                if i <= len(rest) and rest[i - 1] == "-X":
                    break
            rest = rest[i:]
            if rest and rest[0] == "stuff":
                self.code(" ".join(rest[1:]).replace("\\n", "\n"), scope.inner(), depth)
            elif rest:
                self.run(rest, scope.inner(), "", depth + 1)
            return None, name
        for at, word in enumerate(rest[:60]):
            if " " in word and (not rest[at - 1].startswith("-F") or not at):
                self.code(word, scope.inner(), depth)
        if name == "tmux":
            i = next((k for k, word in enumerate(rest) if not word.startswith("-")), 0)
            rest = rest[i + 1 :]
            i = 0
            while i < len(rest) and rest[i].startswith("-"):
                i += 2 if rest[i][-1] in "sntcxyFelp" and rest[i] not in ("-d",) else 1
            if rest[i:] and " " not in rest[i]:
                self.run([w for w in rest[i:] if w not in ("Enter", "C-m")], scope.inner(), "", depth + 1)
        elif name == "watchexec" or name == "entr":
            i = 0
            while i < len(rest) and rest[i].startswith("-"):
                i += 2 if rest[i] in ("-e", "-w", "-i", "-f", "-s") else 1
            if rest[i:] and " " not in rest[i]:
                self.run(rest[i:], scope.inner(), "", depth + 1)
        return None, name

    def later(self, name, argv, scope, stdin, depth):
        """at, batch, crontab, make: code on the standard input."""
        self.emit(self.line(name, argv[1:]))
        text = stdin
        if name == "make":
            self.recipes(argv, scope, stdin, depth, "\t", ("GNUmakefile", "makefile", "Makefile"))
            return self.leaf(name, argv, scope, "", depth)
        if name == "just":
            self.recipes(argv, scope, stdin, depth, " \t", ("justfile", "Justfile", ".justfile"))
            return self.leaf(name, argv, scope, "", depth)
        if name == "crontab":
            for line in text.split("\n")[:500]:
                line = _re(f"{_OF}\\d+{_FO}").sub("", line)
                parts = line.split(None, 1 if line.startswith("@") else 5)
                if parts and not parts[0].startswith("#") and len(parts) > 1 and not _re(r"\w+=").match(line):
                    self.code(parts[-1], scope.inner(), depth)
            return None, name
        if text:
            self.code(text, scope.inner(), depth)
        return None, name

    def recipes(self, argv, scope, stdin, depth, indent, usual):
        """What make or just would run of a file that was written in the same line, and of its own words."""
        where = ""
        texts = []
        for at, word in enumerate(argv[1:], 1):
            following = argv[at + 1] if at + 1 < len(argv) else ""
            if word in ("-f", "--file", "--makefile", "--justfile"):
                where = following
            elif word.startswith(("--file=", "--makefile=", "--justfile=", "--eval=")):
                key, _, value = word.partition("=")
                where, texts = (where, [*texts, value]) if key == "--eval" else (value, texts)
            elif word in ("--eval", "-E"):
                texts.append(following)
            elif _re(r"(?:SHELL|CC|CXX|LD|CMD|COMMAND|RUN|EXEC\w{0,20})=.* ").match(word):
                self.code(word.partition("=")[2], scope.inner(), depth)
        if where:
            texts.append(self.content(where, scope, stdin))
        else:
            texts += [scope.files[name] for name in usual if name in scope.files]
        for text in texts:
            for found in _re(r"\$\(shell ([^()\n]{1,2000})\)").finditer(text):
                self.code(found.group(1), scope.inner(), depth)
            for line in text.replace("\\\n", " ").split("\n"):
                rule, semicolon, rest = line.partition(";")
                if line[:1] in indent and line:
                    self.code(line.lstrip("\t@-+ ").replace("$$", "$"), scope.inner(), depth)
                elif semicolon and ":" in rule and "=" not in rule:
                    self.code(rest.lstrip(" @-+").replace("$$", "$"), scope.inner(), depth)

    def inside(self, name, argv, scope, stdin, depth):
        """What runs commands on other machines or in other boxes: `lxc exec c -- ...`, `pdsh -w h '...'`."""
        args = argv[1:]
        for word in args[:60]:
            if " " in word:
                word = _re(r"[\w.]{1,40}=(?=[\[\"'\w])").sub("", word, count=1)
                for part in (
                    _re(r"[\"']\s*,\s*[\"']").split(word.strip("[]\"'")) if word[:1] in "[\"'" else [word]
                ):
                    self.code(part, Scope(), depth)
        rest = args[args.index("--") + 1 :] if "--" in args else []
        at = next((k for k, word in enumerate(args) if word in _INSIDE), -1)
        if not rest and (at >= 0 or name in ("pdsh", "clush", "dsh", "flatpak-spawn")):
            rest = args[at + 1 :]
            while rest and rest[0].startswith("-"):
                rest = (
                    rest[2:]
                    if rest[0] in ("-w", "-x", "-l", "-g", "-h", "-H", "-n", "-c", "-s", "-u")
                    else rest[1:]
                )
            if at >= 0 and args[at] != "cmd.run" and name not in ("adb", "toolbox"):
                rest = rest[1:]  # the box
        if rest and " " not in rest[0]:
            self.run(rest, Scope(), stdin, depth + 1)
        return self.leaf(name, argv, scope, "", depth)

    def edlin(self, name, argv, scope, stdin, depth):
        """ed: a line that begins with `!` goes to a shell."""
        for found in _re(r"(?m)^!([^\n]+)").finditer(stdin[:SHARE]):
            self.code(found.group(1), scope.inner(), depth)
        return self.leaf(name, argv, scope, "", depth)

    def tested(self, name, argv, scope, stdin, depth):
        """`zip -T -TT '...'`: an archive that a command looks at."""
        for at, word in enumerate(argv[1:-1], 1):
            if word in ("-TT", "--unzip-command"):
                self.code(argv[at + 1], scope.inner(), depth)
        return self.leaf(name, argv, scope, stdin, depth)

    def sql(self, name, argv, scope, stdin, depth):
        """Database clients: the query, wherever it comes from."""
        options = _SQL[name].split()
        codes, i, operands, readonly = [], 1, [], False
        files = ("-f", "--file", "-i", "--init")
        while i < len(argv):
            word = argv[i]
            key, equals, value = word.partition("=")
            if word in ("-readonly", "--readonly", "-safe", "--help"):
                readonly = True
            elif word in options:
                codes += argv[i + 1 : i + 2]
                i += 1
            elif equals and key in options:
                codes.append(value)
            elif word[:2] in options and len(word) > 2 and word[1] != "-":
                codes.append(word[2:])
            elif (
                word[:1] == "-"
                and word[1:2] != "-"
                and len(word) > 2
                and "-" + word[-1] in options
                and word.isascii()
                and word[1:].isalpha()
            ):
                codes += argv[i + 1 : i + 2]
                i += 1
            elif word in files and i + 1 < len(argv):
                codes.append(self.content(argv[i + 1], scope, stdin))
                i += 1
            elif word.startswith("-"):
                i += (
                    word
                    in (
                        "-d",
                        "-U",
                        "-h",
                        "-p",
                        "--dbname",
                        "--host",
                        "--port",
                        "--username",
                        "-u",
                        "-P",
                        "-D",
                        "-v",
                        "--user",
                        "-separator",
                        "-S",
                        "-L",
                    )
                    and i + 1 < len(argv)
                    and not argv[i + 1].startswith("-")
                    and name not in ("mysql", "mariadb")
                )
            else:
                operands.append(word)
            i += 1
        if name in _SQL_POSITIONAL or name in ("supabase", "prisma"):
            codes += [word for word in operands if " " in word]
        language = "mongo" if name in _MONGO else "sql"
        if not codes or name == "prisma":
            codes.append(stdin)
        if not readonly and ":memory:" not in operands:
            for code in codes:
                if code:
                    for found in _re(r"(?m)^\s*(?:\.(?:shell|system)|\\!|system|!)\s+(.+)").finditer(
                        code[:SHARE]
                    ):
                        self.code(found.group(1), scope.inner(), depth)
                    for found in _re(
                        r"(?i)\b(?:from|to)\s{1,9}program\s{1,9}'((?:[^'\n]|''){1,2000})'"
                    ).finditer(code[:SHARE]):
                        self.code(found.group(1).replace("''", "'"), scope.inner(), depth)
                    self.query(language, code)
        return self.leaf(name, argv, scope, "", depth)

    def query(self, language, text):
        """Statements without comments and without what stands in quotes."""
        if language == "sql":
            text = _re(r"(?s)--[^\n]*|/\*.*?\*/").sub(" ", text[: 1 << 20])
            text = _re(r"'(?:[^'\\]|''|\\.)*'").sub("''", text)
            for statement in text.replace("\\\n", "\n").split(";"):
                statement = " ".join(statement.replace('"', "").replace("`", "").split())
                if statement:
                    self.payloads.append(("sql", statement))
        else:
            self.payloads.append((language, " ".join(text.split())))

    def renamed(self, text):
        """The text with calls under the names that they were imported from: `from shutil import rmtree as r`."""
        names = _re(
            r"\b(exec\w{0,9}|spawn\w{0,9}|system|popen|check_call|check_output|rmtree|rmSync|unlink|rmdirSync|removeSync)\s{0,9}(?::\s{0,9}|\s{1,9}as\s{1,9})([A-Za-z_$][\w$]{0,40})(?=\s*[,}\n;]|\s+from\b|$)"
        )
        for found in list(names.finditer(text[:SHARE]))[:8]:
            text = text.replace(found.group(), found.group(1))
            text = _re(r"(?<![\w.$])" + found.group(2).replace("$", "\\$") + r"(?=\s{0,9}\()").sub(
                found.group(1), text
            )
        return text

    def printing(self, language, text):
        """What a one-liner says in words of its own, with `{}` for what only the run will know; nothing when there is none."""
        said = []
        for found in _re(
            r"(?<![\w.])(?:print\w{0,2}|puts|say|echo|console\.log|(?:sys\.|process\.)?stdout\.write|io\.write)\b\s{0,9}\(?([^\n;}]{1,600})"
        ).finditer(text[:SHARE]):
            words, known = [], False
            for part in _re(
                r"[rfbu]{0,2}(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`((?:[^`\\]|\\.)*)`)|[$\w]+(?:\[[^\]]{0,40}\]|\.\w+)*|(,)"
            ).finditer(found.group(1)):
                if part.group(4):
                    words.append(" ")
                elif part.lastindex:
                    known = True
                    words.append(
                        _re(r"#?\$?\{[^{}]{0,200}\}|(?<=[ /])[$@]\w+|%[sd]").sub(
                            "{}", _escapes(part.group(part.lastindex))
                        )
                    )
                elif part.group() not in ("end", "sep", "stdout", "stderr"):
                    words.append("{}")
            if known:
                said.append("".join(words))
        return "\n".join(said[:50]) + "\n" if said else ""

    def payload(self, language, text, scope, depth):
        """Code of another language: itself, and the shell commands that it calls."""
        text = self.renamed(text[: 1 << 20])
        self.payloads.append((language, text))
        told = _re(
            r"\s*(?:sudo\s+)?(?:rm|git|dd|mkfs\S{0,9}|shutdown|reboot|terraform|kubectl|chmod|chown)\s+[-/~.\w]"
        ).match(text)
        if told and "=" not in text and "(" not in text:
            self.code(text, scope.inner(), depth)
        held = {}
        for found in _re(r"([A-Za-z_$]\w*)\s*:?=\s*(?:'([^'\\\n]{1,400})'|\"([^\"\\\n]{1,400})\")").finditer(
            text
        ):
            if len(held) < 100:
                held[found.group(1).lstrip("$")] = found.group(2) or found.group(3)
        for found in _re(
            r"(?:b64decode|atob|decode64|base64_decode|Buffer\.from|decodestring|fromhex|unhexlify|pack)\s*\(?\s*(?:[\"']H\*[\"']\s*,\s*)?b?[\"']([A-Za-z0-9+/=]{8,4000})[\"']"
        ).finditer(text):
            hexed = "hex" in found.group() or "H*" in found.group()
            told = (
                bytes.fromhex(found.group(1)[: len(found.group(1)) // 2 * 2]).decode("latin-1")
                if hexed and not found.group(1).strip("0123456789abcdefABCDEF")
                else _base64(found.group(1))
            )
            if told.isprintable() or "\n" in told:
                self.payloads.append((language, told))
                if _re(r"system|popen|exec|run|call|spawn|`").search(text):
                    self.code(told, scope.inner(), depth)
        for found in _re(
            r"(?:open\(\s*[\"']([^\"'\n]{1,200})[\"']\s*,\s*[\"'][wa]\w*[\"']\s*\)\.write|(?:writeFileSync|File\.write|IO\.write|file_put_contents|writeTextFileSync)\(\s*[\"']([^\"'\n]{1,200})[\"']\s*,)\s*\(?\s*(?:'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\")"
        ).finditer(text):
            target = found.group(1) or found.group(2)
            if len(scope.files) < 4000:
                scope.files[_normal(target)] = _escapes(found.group(3) or found.group(4) or "")
            self.emit("> " + self.shown(self.path(target)))
        count = 0
        for found in _re(
            r"(?i)(?<![\w])(?:os\.)?(system2?|os:cmd|callcommand|call-process|run-program|capture[23]e?|create_subprocess_\w+|do script|popen\w*|exec\w*|spawn\w*|run|call|check_call|check_output|getoutput|getstatusoutput|shell_exec|passthru|proc_open|command|eval|start|shell|sh|do shell script|shell-command|fork|open|os\.execute|cmd)\b!?\s*\(?\s*(?=[\[('\"`$@~rfbu\w]|<\w)"
        ).finditer(text):
            count += 1
            if count > 300:
                self.doubts["too much of it"] = 1
                break
            words, listed = _literals(text[found.end() : found.end() + 3000], held)
            if not words:
                continue
            if language == "awk" and not listed:
                words = ["".join(words)]
            if (
                found.group(1).lower() in ("open",)
                and not _re(r"\s*\|").match(words[0])
                and not words[0].endswith("|")
            ):
                continue
            if listed or (len(words) > 1 and found.group(1).lower() not in ("open", "popen")):
                if self.program(words[0]) in _CODE and len(words) == 1:
                    continue
                self.run(words, scope.inner(), "", depth + 1)
                if len(words) == 1:
                    self.code(words[0], scope.inner(), depth)
            else:
                self.code(words[0].strip("|"), scope.inner(), depth)
        if language in ("ruby", "perl", "php", "lua", "js", "elixir", "julia"):
            for found in _re(
                r"`([^`\n]{1,2000})`|(?:%x|qx)\s*(?:\(([^)\n]{1,2000})|\[([^\]\n]{1,2000})|\{([^}\n]{1,2000})|([/!|])((?:(?!\5)[^\n]){1,2000}))"
            ).finditer(text):
                self.code(
                    found.group(1) or found.group(2) or found.group(3) or found.group(4) or found.group(6),
                    scope.inner(),
                    depth,
                )
        if language in ("scala", "groovy", "clojure"):
            for found in _re(
                r"(['\"])((?:(?!\1)[^\n\\]){3,2000})\1\s{0,9}\.\s{0,9}(?:!!?|execute\(|run\(|lineStream)"
            ).finditer(text):
                self.code(found.group(2), scope.inner(), depth)
        elif language == "perl":
            for found in _re(
                r"\bopen\s{0,9}\(?\s{0,9}(?:my\s{1,9})?\$?\w{1,40}\s{0,9},\s{0,9}(['\"])((?:(?!\1)[^\n]){1,2000})\1"
            ).finditer(text):
                if "|" in found.group(2)[:1] + found.group(2)[-1:]:
                    self.code(found.group(2).strip("| "), scope.inner(), depth)
        if language == "awk":
            for found in _re(
                r"\"((?:[^\"\\\n]|\\.){1,2000})\"\s*\|\s*(?:&\s*)?getline|\|\s*&?\s*\"((?:[^\"\\\n]|\\.){1,2000})\""
            ).finditer(text):
                self.code(_escapes(found.group(1) or found.group(2)), scope.inner(), depth)
        elif language == "tcl":
            for found in _re(r"(?:exec|spawn)\s+([^\n\];]{1,2000})").finditer(text):
                self.code(found.group(1), scope.inner(), depth)

    # -- other shells ----------------------------------------------------------------------------------------------------

    def power(self, name, argv, scope, stdin, depth):
        """`pwsh -c`, `powershell -EncodedCommand`."""
        i = 1
        while i < len(argv):
            key = argv[i].lower().lstrip("-/")
            if argv[i][:1] in "-/" and key and "command".startswith(key):
                self.powershell(
                    " ".join(argv[i + 1 :]) if argv[i + 1 : i + 2] != ["-"] else stdin, scope, depth
                )
                return None, self.line(name, argv[1:])[:600]
            if argv[i][:1] in "-/" and (
                key in ("e", "ec") or (key.startswith("en") and "encodedcommand".startswith(key))
            ):
                self.powershell(_base64(argv[i + 1] if i + 1 < len(argv) else "", "utf-16-le"), scope, depth)
                return None, self.line(name, argv[1:])[:600]
            if argv[i][:1] not in "-/":
                if "file".startswith(key):
                    break
                if i == 1 or " " in argv[i]:
                    self.powershell(" ".join(argv[i:]), scope, depth)
                return None, self.line(name, argv[1:])[:600]
            i += (
                2
                if key
                in (
                    "executionpolicy",
                    "ep",
                    "ex",
                    "exec",
                    "windowstyle",
                    "w",
                    "version",
                    "outputformat",
                    "inputformat",
                    "workingdirectory",
                    "file",
                    "f",
                )
                else 1
            )
        if stdin:
            if _OF in stdin[:40]:
                self.fed(stdin, "powershell")
            else:
                self.powershell(stdin, scope, depth)
        self.emit(self.line(name, argv[1:]))
        return None, self.line(name, argv[1:])[:600]

    def powershell(self, text, scope, depth):
        """Reads PowerShell, as far as commands go."""
        if depth > DEPTH:
            self.doubts["nested too deep"] = 1
            return
        text = self.powershell_simpler(text, scope, depth)
        piece = _re(
            r"\s*(?:#[^\n]*|'((?:[^']|'')*)'|\"((?:[^\"`]|`.)*)\"|(\|\||&&|[;|\n&(){}])|((?:[^\s;|&(){}'\"`]|`.)+)|(.))"
        )
        words, stages, i, said = [], [], 0, ""

        def done(pipe):
            """One command is over; `said` is what it was, when it was only a text."""
            nonlocal words, said
            if words:
                told, said = said, ""
                spelled = self.powershell_words(words, scope)
                if spelled and len(words) == 1 and (words[0][1] or words[0][0][:1] == "$"):
                    said = spelled[0]
                if spelled:
                    stages.append(self.cmdlet(spelled, scope, depth, stages[-1] if stages else "", told))
            words = []
            if not pipe:
                if len(stages) > 1:
                    self.emit("| " + " | ".join(stages[:12])[:LINE])
                stages.clear()
                said = ""

        while i < len(text):
            match = piece.match(text, i)
            if not match or match.end() == i:
                break
            start = match.start(match.lastindex or 0)
            sign = match.group(3)
            if "\n" in text[i:start] and words and not sign:
                done(False)
            quoted = match.lastindex in (1, 2)
            joined = words and start - quoted == i and not _re(r"\$[\w:]+\+?=$").match(words[-1][0])
            i = match.end()
            if sign:
                if sign in "){}":
                    done(True)
                elif sign == "(":
                    if words:
                        spelled = self.powershell_words(words, scope)
                        stages.append(" ".join(spelled).lower())
                        words = []
                else:
                    done(sign == "|")
                if (
                    sign == "{"
                    and stages
                    and stages[-1].partition(" ")[0] in ("%", "foreach-object", "foreach")
                ):
                    before = stages[-2].split(" ")[1:] if len(stages) > 1 else []
                    scope.variables["_"] = (
                        " ".join(word for word in before if word[:1] not in "-" + SPACE) or "{}"
                    )
                continue
            value, open_ = "", True
            if match.group(1) is not None:
                value, open_ = match.group(1).replace("''", "'"), False
            elif match.group(2) is not None:
                value = match.group(2).replace("`", "")
            elif match.group(4):
                value = _re(r"^[\u2013\u2014\u2015]").sub("-", match.group(4).replace("`", ""))
            else:
                continue
            if joined and len(words[-1][0]) < SHARE:
                words[-1] = (words[-1][0] + value, words[-1][1], words[-1][2] and open_)
            else:
                words.append((value, quoted, open_))
        done(False)

    def powershell_simpler(self, text, scope, depth):
        """The text with lines joined and texts put together; tables for splatting are kept as words."""
        text = text.replace("`\r\n", " ").replace("`\n", " ")
        if len(text) > SHARE:
            return text
        for _ in range(20):
            simpler = _re(r"(['\"])([^'\"\n]*)\1\s*\+\s*(['\"])([^'\"\n]*)\3").sub(r"\1\2\4\1", text)
            if simpler == text:
                break
            text = simpler
        text = _re(r"&\s*\(\s*(['\"])([^'\"\n]+)\1\s*\)").sub(r"& '\2'", text)
        table = _re(r"\$(\w+)\s*=\s*@\{([^{}]{0,2000})\}")
        for found in table.finditer(text):
            words = []
            for pair in _re(r"[;\n]").split(found.group(2)):
                key, equals, value = pair.partition("=")
                value = value.strip().strip("'\"")
                if equals and value.lower() != "$false":
                    words += ["-" + key.strip()] + ([] if value.lower() == "$true" else [value])
            scope.variables["@" + found.group(1).lower()] = words
        text = table.sub("", text)
        for found in _re(
            r"(?i)\[(?:System\.)?IO\.(?:Directory|File)\]::Delete\(\s*['\"]([^'\"\n]+)['\"]"
        ).finditer(text):
            path = found.group(1).replace("\\", "/")
            self.leaf("rm", ["rm", "--recursive", "--force", path], scope, "", depth)
        return text

    def powershell_words(self, words, scope):
        """The words of a command with its variables put in; none when it only sets one."""
        first = words[0][0]
        found = (
            None if words[0][1] else _re(r"\$(?:script:|global:|local:|env:)?(\w+)(\+?=)?(.*)$").match(first)
        )
        if found:
            sign, rest = found.group(2), words[1:]
            if (
                not sign
                and rest
                and rest[0][0].lower() in ("=", "+=", "in")
                and not rest[0][1]
                and not found.group(3)
            ):
                sign, rest = rest[0][0].lower(), rest[1:]
            elif sign and found.group(3):
                rest = [(found.group(3), words[0][1], words[0][2]), *rest]
            if sign:
                value = " ".join(self.powershell_value(word, scope) for word, _, _ in rest)[:SHARE]
                name = found.group(1).lower()
                old = scope.variables.get(name)
                scope.variables[name] = (old if sign == "+=" and isinstance(old, str) else "") + value
                runs = bool(rest) and not rest[0][1] and rest[0][0][:1].isalpha() and sign != "in"
                return (
                    [self.powershell_value(word, scope) if open_ else word for word, _, open_ in rest]
                    if runs
                    else []
                )
        spelled = []
        for word, quoted, open_ in words:
            if word[:1] == "@" and not quoted and len(word) > 1:
                held = scope.variables.get(word.lower())
                if held is None:
                    held = scope.variables.get(word[1:].lower())
                    held = held.replace(", ", ",").split(",") if isinstance(held, str) else [word]
                spelled += held[:100]
            else:
                spelled.append(self.powershell_value(word, scope) if open_ else word)
        return [word for word in spelled if word]

    def powershell_value(self, word, scope):
        """A word with the variables in it that the text sets."""
        if "$" not in word:
            return word

        def put(found):
            held = scope.variables.get((found.group(1) or found.group(2)).lower())
            return held if isinstance(held, str) else found.group()

        return _re(r"\$(?:(\w+)|\{(\w+)\})").sub(put, word[:LINE]) + word[LINE:]

    def cmdlet(self, words, scope, depth, before="", told=""):
        """One PowerShell command in the form of its shell counterpart; `told` is a text that is piped into it."""
        name = words[0].lower().rsplit("\\", 1)[-1].removesuffix(".exe")
        name = _PS_NAMES.get(name, name)
        if name in _PS_REMOVE or name == "clear-recyclebin":
            argv, i = ["rm"], 1
            while i < len(words):
                key = words[i].lower().partition(":")[0]
                if key.startswith("-r") and "-recurse".startswith(key):
                    argv.append("--recursive")
                elif key.startswith("-fo") and "-force".startswith(key):
                    argv.append("--force")
                elif key in ("-whatif", "-wi"):
                    argv.append("--dry-run")
                elif key.startswith("-") and len(key) > 1 and key[1:].isalpha():
                    if key in ("-path", "-literalpath", "-p") or "-literalpath".startswith(key):
                        pass
                    elif key in ("-erroraction", "-ea", "-include", "-exclude", "-filter", "-confirm"):
                        i += ":" not in words[i] and key != "-confirm"
                elif key in ("/s", "/q", "/f", "/a"):
                    argv.append("--recursive" if key == "/s" else "--force")
                else:
                    value = words[i].replace("\\", "/")
                    value = _re(r"(?i)^\$(?:home|env:userprofile|env:home)").sub("~", value)
                    argv += [part for part in value.split(",") if part]
                i += 1
            if "--dry-run" in argv:
                return "rm --dry-run"
            if before and all(word.startswith("--") for word in argv[1:]):
                if _re(r" -r(?:ecurse|ecurs|ecur|ecu|ec|e)?(?: |$)").search(before):
                    argv.append("--recursive")
                argv += [
                    word.replace("\\", "/") for word in before.split()[1:] if word[:1] not in "-" + SPACE
                ] or ["{}"]
            self.leaf("rm", argv, scope, "", depth)
            return self.line("rm", argv[1:])[:600]
        if (
            name
            in (
                "invoke-expression",
                "invoke-command",
                "start-process",
                "cmd",
                "pwsh",
                "powershell",
                "wsl",
                "bash",
                "sh",
                "git",
                "docker",
            )
            or name in _SQL
        ):
            if name == "invoke-expression":
                rest = words[2:] if words[1:2] and "-command".startswith(words[1].lower()) else words[1:]
                self.powershell(" ".join(rest) or told, scope, depth + 1)
            elif name in ("start-process", "invoke-command"):
                rest, i = [], 1
                while i < len(words):
                    key = words[i].lower()
                    if key in (
                        "-verb",
                        "-windowstyle",
                        "-workingdirectory",
                        "-computername",
                        "-cn",
                        "-credential",
                    ):
                        i += 1
                    elif key not in (
                        "-filepath",
                        "-argumentlist",
                        "-args",
                        "-wait",
                        "-nonewwindow",
                        "-passthru",
                        "-scriptblock",
                    ):
                        rest.append(words[i])
                    i += 1
                if rest:
                    self.code(" ".join(rest).replace(",", " "), scope.inner(), depth)
            else:
                return self.run([name, *words[1:]], scope.inner(), "", depth + 1)[1] or name
        elif name == "invoke-sqlcmd":
            for at, word in enumerate(words[:-1]):
                if len(word) > 1 and "-query".startswith(word.lower()):
                    self.query("sql", words[at + 1])
            self.leaf(name, [name, *words[1:]], scope, "", depth)
        elif name == "clear-content":
            self.leaf(
                "truncate", ["truncate", *[word.replace("\\", "/") for word in words[1:]]], scope, "", depth
            )
        elif name in _METHODS and name not in _PS_TOP:
            return self.run([name, *words[1:]], scope.inner(), told, depth + 1)[1] or name
        elif name.isidentifier() or "-" in name:
            self.leaf(name, [name, *words[1:]], scope, "", depth)
        return self.line(name, words[1:])[:600]

    def prompting(self, name, argv, scope, stdin, depth):
        """`cmd /c ...`."""
        for at, word in enumerate(argv[1:], 1):
            if word.lower() in ("/c", "/k", "//c", "//k", "-c"):
                self.prompt(" ".join(argv[at + 1 :]), scope, depth)
                break
            if word.lower().startswith(("/c", "/k")) and len(word) > 2:
                self.prompt(" ".join([word[2:], *argv[at + 1 :]]), scope, depth)
                break
        return None, name

    def prompt(self, text, scope, depth):
        """Reads lines of cmd: `if`, `for`, brackets, `set x=...` with `%x%` and `!x!`."""
        if depth > DEPTH:
            self.doubts["nested too deep"] = 1
            return
        said = ""
        for part in _re(r"((?:\"[^\"\n]*\"|[^&|\n])+)(\|(?!\|))?").finditer(
            _re(r"\^\r?\n").sub(" ", text).replace("^", "")
        ):
            told = self.prompt_line(part.group(1), scope, depth, said)
            said = told if part.group(2) else ""

    def prompt_line(self, part, scope, depth, stdin):
        """One command of cmd; what it prints."""
        if "%" in part or "!" in part:

            def put(found):
                held = scope.variables.get(found.group(2).lower())
                return held if isinstance(held, str) else found.group()

            part = _re(r"([%!])(\w+)\1").sub(put, part)
            part = _re(r"%%?~?[a-z]*([A-Za-z])(?![\w%])").sub(
                lambda found: (
                    held
                    if isinstance(held := scope.variables.get("%" + found.group(1)), str)
                    else found.group()
                ),
                part,
            )
        part = _re(r"(?i)%(?:userprofile|homedrive%%homepath)%").sub("~", part)
        part = _re(r"(?i)%(?:systemdrive|homedrive)%").sub("C:", part)
        part = _re(r"(?i)%(?:systemroot|windir)%").sub("C:/Windows", part)
        words = [found.group(0).replace('"', "") for found in _re(r"(?:\"[^\"]*\"|[^\s\"])+").finditer(part)]
        words = [word for word in words if word]
        for _ in range(20):
            if not words:
                return ""
            words[0] = words[0].lstrip("@(") if words[0] != "(" else ""
            first = words[0].lower()
            if not first or first in ("do", "else"):
                words = words[1:]
            elif first == "if":
                at = 1
                while at < len(words) and words[at].lower() in ("/i", "not"):
                    at += 1
                kind = words[at].lower() if at < len(words) else ""
                if kind in ("exist", "defined", "errorlevel"):
                    at += 2
                elif "==" in kind:
                    at += 1 + (kind.endswith("==") and kind != "==")
                else:
                    at += 3
                words = words[at:]
            elif first == "for":
                lowered = [word.lower() for word in words]
                if "do" not in lowered:
                    return ""
                at = lowered.index("do")
                name = next((word for word in words[1:at] if word.startswith("%")), "")
                told = " ".join(words[1:at]).partition("(")[2].rpartition(")")[0].split()
                words = words[at + 1 :]
                for item in told[:4] if name and self.calls < 60 and depth < DEPTH else ():
                    self.calls += 1
                    inner = scope.inner()
                    inner.variables["%" + name.strip("%")] = item.strip(",")
                    self.prompt_line(" ".join(words), inner, depth + 1, "")
                if told:
                    return ""
            else:
                break
        if not words or words[0].lower() == "rem" or words[0].startswith("::"):
            return ""
        if ")" in words[-1] and "(" not in words[-1]:
            words[-1] = words[-1].rstrip(")")
        if ")" in words:  # `if x (a) else (b)`
            at = words.index(")")
            self.prompt_line(" ".join(words[at + 1 :]), scope, depth + 1, "") if depth < DEPTH else None
            words = words[:at]
        for at, word in enumerate(words):
            if word.lower() == "else" and at and words[at - 1].endswith(")"):
                self.prompt_line(" ".join(words[at + 1 :]), scope, depth + 1, "") if depth < DEPTH else None
                words = [*words[: at - 1], words[at - 1].rstrip(")")]
                break
        words = [word for word in words if word]
        if not words:
            return ""
        first = words[0].lower()
        if first in ("del", "erase", "rd", "rmdir"):
            self.cmdlet(words, scope, depth)
        elif first == "set" and len(words) > 1:
            key, equals, value = " ".join(word for word in words[1:] if word[:1] != "/").partition("=")
            if equals:
                scope.variables[key.lower()] = value[:SHARE]
        elif first in ("call", "start"):
            rest = words[1:]
            while rest and (
                rest[0].startswith("/") or (first == "start" and '"' in part.partition(rest[0])[0][-1:])
            ):
                rest = rest[1:]
            if rest:
                self.prompt_line(" ".join(rest), scope, depth + 1, "") if depth < DEPTH else None
        else:
            return self.run(words, scope.inner(), stdin, depth + 1)[0] or ""
        return ""

    def windows(self, name, argv, scope, stdin, depth):
        """The linux subsystem, and cmdlets typed without their shell."""
        if name == "iex" and argv[1:2] and argv[1] in ("-e", "--eval", "-S"):
            return self.interpreted(name, argv, scope, stdin, depth)
        if name == "wsl":
            i = 1
            while i < len(argv) and argv[i].startswith("-"):
                i += 2 if argv[i] in ("-d", "--distribution", "-u", "--user", "--cd") else 1
            if argv[i:]:
                return self.run(argv[i:], scope.inner(), stdin, depth + 1)
            return self.leaf(name, argv, scope, stdin, depth)
        if (
            name in ("rd", "rmdir", "del", "erase")
            and not any(
                word.lower() in ("/s", "/q", "/f", "-recurse", "-r", "-rec", "-force", "-fo")
                for word in argv[1:]
            )
            and name != "del"
            and name != "erase"
        ):
            return self.leaf(name, argv, scope, stdin, depth)
        return None, self.cmdlet([name, *argv[1:]], scope, depth + 1)

    # -- the command itself ----------------------------------------------------------------------------------------------

    def hoisted(self, name, args):
        """The words from the subcommand on, and the global options before it."""
        valued = _GLOBALS[name].split() if name in _GLOBALS else ()
        i, before = 0, []
        while i < len(args):
            word = args[i]
            if name == "cargo" and word.startswith("+"):
                i += 1
                continue
            if not word.startswith("-") or word == "-":
                break
            if word in valued and i + 1 < len(args):
                before += args[i : i + 2]
                i += 2
            else:
                before.append(word)
                i += 1
        return args[i:], before

    def leaf(self, name, argv, scope, stdin, depth):
        """A program that runs no other: its lines, and what it prints."""
        args = argv[1:]
        full, before = name, []
        if name in _GLOBALS:
            words, before = self.hoisted(name, args)
            if name == "git":
                words = self.git_settings(words, before, scope, depth)
                if words is None:
                    return None, name
            if words and name == "docker" and words[0] == "compose":
                inner, more = self.hoisted("docker compose", words[1:])
                words = ["compose", *inner]
                before += more
            if words:
                full, args = f"{name} {words[0]}", words[1:]
            else:
                full, args = name, before
        data = name in _DATA or full in _MESSAGES
        if not data and depth < DEPTH and name not in _SQL:
            if name not in _KNOWN and _METHODS.get(name) != "inside":
                self.carried(args, scope, depth)
            self.handed(args, scope, depth)
        stage = self.lined(full, args, data, scope, name in _FILES)
        return self.printed(name, argv, stdin, scope, stage), stage

    def handed(self, args, scope, depth):
        """`--command '...'`: an option that programs of all kinds give to a shell."""
        for at, word in enumerate(args[:60]):
            key, equals, value = word.partition("=")
            if key in ("--command", "--run", "--exec", "-c", "--cmd", "--shell-command", "--script"):
                value = value if equals else args[at + 1] if at + 1 < len(args) else ""
                if " " in value:
                    self.code(value, scope.inner(), depth)
            elif key == "--parameters":
                for found in _re(r"\"([^\"\n]{3,2000})\"|'([^'\n]{3,2000})'").finditer(
                    word + " " + "".join(args[at + 1 : at + 2])
                ):
                    self.code(found.group(1) or found.group(2), Scope(), depth)

    def carried(self, args, scope, depth):
        """`some-tool git reset --hard`: a program that nobody knows may run the words behind it."""
        if "--" in args[:40] and args[-1] != "--":
            at = args.index("--") + 1
            if self.program(args[at]) in _METHODS or args[at] in _CARRIED:
                self.run(args[at:], scope.inner(), "", depth + 1)
                return
        for at, word in enumerate(args[:40]):
            if word in _CARRIED and len(args) > at + 1:
                self.run(args[at:], scope.inner(), "", depth + 1)
                break

    def git_settings(self, words, before, scope, depth):
        """`git -c alias.x='!...' x`: settings that run something; the words with aliases put in."""
        aliases = {}
        for number in range(10 if "GIT_CONFIG_KEY_0" in scope.variables else 0):
            key, value = (
                scope.variables.get(f"GIT_CONFIG_KEY_{number}"),
                scope.variables.get(f"GIT_CONFIG_VALUE_{number}"),
            )
            if isinstance(key, str) and isinstance(value, str):
                before = [*before, "-c", f"{key}={value}"]
        for at, word in enumerate(before[:200]):
            setting = (
                before[at + 1]
                if word == "-c" and at + 1 < len(before)
                else word[2:]
                if word.startswith("-c") and len(word) > 2
                else ""
            )
            key, _, value = setting.partition("=")
            key = key.lower()
            if not value:
                continue
            if key.startswith("alias."):
                if value.startswith("!"):
                    self.code(value[1:], scope.inner(), depth)
                else:
                    aliases[key[6:]] = value
            elif key.startswith(_GIT_RUN) or key.endswith(
                (".cmd", ".smudge", ".clean", ".textconv", ".command", ".driver")
            ):
                self.code(value.lstrip("!"), scope.inner(), depth)
            self.emit(f"git -c {self.shown(setting)}")
        if words:
            aliased = aliases.get(words[0]) or scope.files.get("\0git " + words[0], "")
            if aliased:
                return [*aliased.split(), *words[1:]]
        if len(words) > 2 and words[0] == "config":
            rest = [word for word in words[1:] if not word.startswith("-")]
            if len(rest) > 1 and rest[0].lower().startswith(_GIT_RUN):
                if rest[1].startswith("!"):
                    self.code(rest[1][1:], scope.inner(), depth)
                elif rest[0].lower().startswith("alias.") and len(scope.files) < 4000:
                    scope.files["\0git " + rest[0].lower()[6:]] = rest[1]
        for at, word in enumerate(words[:200]):
            if (
                word in ("--exec", "-x", "--extcmd")
                and words[0] in ("rebase", "difftool")
                and at + 1 < len(words)
            ) or (words[0] == "filter-branch" and word.endswith("-filter") and at + 1 < len(words)):
                self.code(words[at + 1], scope.inner(), depth)
            elif (words[0] in ("rebase", "difftool") and word.startswith(("--exec=", "--extcmd="))) or (
                words[0] in ("fetch", "push", "pull", "clone", "ls-remote")
                and word.startswith(("--upload-pack=", "--receive-pack="))
            ):
                self.code(word.partition("=")[2], scope.inner(), depth)
        if len(words) > 2 and words[0] == "submodule" and words[1] == "foreach":
            rest = words[2:]
            while rest and rest[0].startswith("-"):
                rest = rest[1:]
            self.code(" ".join(rest), scope.inner(), depth)
        if len(words) > 2 and words[0] == "bisect" and words[1] == "run":
            self.run(words[2:], scope.inner(), "", depth + 1)
        return words

    def lined(self, full, args, data, scope, files):
        """Puts down a command in its spellings; gives the canonical one, short."""
        if scope.cwd and full.split(" ")[0] in _CHANGERS and len(self.places) < 1000:
            far = [
                _normal(f"{scope.cwd}/{word}") if word[:1] not in "/~$-" and len(word) < 400 else word
                for word in args[:50]
                if word
            ]
            self.places.append(" ".join([full, *(self.shown(self.path(word)) for word in far)]))
        if scope.sure and full == "rm" and _re(_THROWN).match(scope.cwd):
            args = [
                scope.cwd + "/*" if word in (".", "./", "*", "./*", ".*", "./.*") else word for word in args
            ]
        spec = _spec(full)
        shown_full = (
            self.shown(full) if " " not in full else " ".join(self.shown(word) for word in full.split(" ", 1))
        )
        plain = [self.shown(self.path(word)) for word in args]
        if spec is None:
            self.put(shown_full, plain, data)
            written = [self.shown(word) for word in args] if len(args) < 400 else plain
            if written != plain:
                self.put(shown_full, written, data, True)
            if files:
                far = [self.reached(word, scope) for word in plain]
                if far != plain:
                    self.put(shown_full, far, data)
            return " ".join([shown_full, *plain[:100]])[:600]
        options, operands = self.options(spec, args, full)
        longs = sorted(
            {
                ("--" if len(key) > 1 else "-")
                + key
                + ("=" + self.shown(self.path(value)) if value is not None else "")
                for key, value in options
            }
        )
        operands = [self.shown(self.path(word)) for word in operands]
        operands = ["./" + word if word.startswith("-") and word != "--" else word for word in operands]
        head = " ".join([shown_full, *longs])
        self.put(head, operands, data)
        if files:
            far = [self.reached(word, scope) for word in operands]
            if far != operands:
                self.put(head, far, data)
        if len(args) < 400:
            written = [self.shown(word) for word in args]
            self.put(shown_full, written, data, True)
            back = {long: short for short, long in reversed(spec[0].items()) if long}
            letters, others = [], []
            for key, value in options:
                letter = key if len(key) == 1 else back.get(key, "")
                if letter and value is None and letter not in letters:
                    letters.append(letter)
                elif not letter or value is not None:
                    others.append(
                        ("--" if len(key) > 1 else "-")
                        + key
                        + ("=" + self.shown(value) if value is not None else "")
                    )
            if letters and not data:
                tail = " ".join([*others, *operands])[: LINE // 2]
                for order in _orders(letters[:6]):
                    self.emit(f"{shown_full} -{order} {tail}".rstrip(), data, True)
        return " ".join([head, *operands[:100]])[:600]

    def options(self, spec, args, full):
        """Options as (long name or letter, value), and operands."""
        shorts, valued, maybe, names = spec
        options, operands, i, n = [], [], 0, len(args)
        modes = full == "chmod"
        while i < n:
            word = args[i]
            i += 1
            if word == "--":
                operands += args[i - 1 :]
                break
            if not word.startswith("-") or word == "-" or _OF in word[:2]:
                operands.append(word)
                continue
            if word.startswith("--"):
                key, equals, value = word[2:].partition("=")
                if key not in names:
                    near = (
                        sorted(
                            (name for name in names if name.startswith(key)),
                            key=lambda name: (len(name), name),
                        )
                        if key
                        else []
                    )
                    grave = [
                        name for name in near if name in ("hard", "force", "recursive", "delete", "mirror")
                    ]
                    if near and (len(near) == 1 or grave or all(name.startswith(near[0]) for name in near)):
                        key = (grave or near)[0]
                if key in valued and not equals and i < n:
                    value, equals = args[i], "="
                    i += 1
                options.append((key[:200], value if equals else None))
                continue
            if modes and _re(r"-[rwxXst,=+ugoa0-7-]+$").match(word) and not set(word) & set("R"):
                operands.append(word)
                continue
            letters = word[1:]
            if not all(letter in shorts for letter in letters[:1]):
                options.append((letters[:200], None))
                continue
            for at, letter in enumerate(letters[:200]):
                long = shorts.get(letter) or letter
                if long in valued:
                    value = letters[at + 1 :].removeprefix("=")
                    if not value and i < n:
                        value = args[i]
                        i += 1
                    options.append((long, value))
                    break
                options.append((long, None))
                if long in maybe and at + 1 < len(letters):
                    options[-1] = (long, letters[at + 1 :])
                    break
        return options, operands

    def printed(self, name, argv, stdin, scope, stage):
        """What a program prints, when that is certain."""
        args = argv[1:]
        known = stdin and (_OF not in stdin)
        if name == "echo":
            decode, i = False, 0
            while i < len(args) and _re(r"-[neE]+$").match(args[i]):
                decode = decode or "e" in args[i]
                i += 1
            text = " ".join(args[i:])
            return (_clean(_escapes(text)) if decode else text) + "\n"
        if name == "printf":
            i, variable = 0, ""
            if args[:1] == ["-v"]:
                variable, i = args[1] if len(args) > 1 else "", 2
            if args[i : i + 1] == ["--"]:
                i += 1
            text = _clean(_printf(args[i], args[i + 1 :])) if i < len(args) else ""
            if variable:
                scope.variables[variable] = text
                return ""
            return text
        if name in (
            "cat",
            "tac",
            "head",
            "tail",
            "sort",
            "uniq",
            "nl",
            "tee",
            "pv",
            "sponge",
            "strings",
            "fold",
            "buffer",
            "mbuffer",
            "zcat",
        ):
            operands = [word for word in args if not word.startswith("-") or word == "-"]
            if name == "tee":
                for word in operands[:50]:
                    if word in self.sinks and self.calls < 60:
                        self.calls += 1
                        self.script(Source(self.sinks[word]), 0, "", scope, DEPTH, stdin)
                    scope.files[_normal(word)] = stdin
                    self.emit(
                        (">> " if "-a" in args or "--append" in args else "> ") + self.shown(self.path(word))
                    )
                return stdin
            if name in ("head", "tail"):
                operands = [word for word in operands if not word.isdigit()]
            if not operands:
                return stdin
            held = [stdin if word == "-" else scope.files.get(_normal(word)) for word in operands[:50]]
            return None if any(text is None for text in held) else "".join(held)[:SHARE]
        if name in ("curl", "wget", "cp", "mv", "ln", "dd", "install"):
            self.files_written(name, args, scope, stage)
            return None if name in ("curl", "wget") else ""
        if name in (":", "true", "false", "cd", "mkdir", "touch", "chmod", "test", "["):
            return ""
        if name == "pwd":
            return ".\n"
        if name == "mktemp":
            return "/tmp/tmp.new\n"
        if name == "which" and args:
            return args[-1] + "\n"
        if name in ("realpath", "readlink", "dirname") and args:
            path = args[-1].rstrip("/") or "/"
            return (
                path
                if name != "dirname"
                else path.rpartition("/")[0] or (path[:1] if path[:1] in "/~" else ".")
            ) + "\n"
        if name == "git" and "--show-toplevel" in args:
            return ".\n"
        if not known:
            return None
        if name == "base64" or (name == "openssl" and ("base64" in args or "-base64" in args)):
            if any(word in ("-d", "-D", "--decode", "-di", "--d", "--dec") for word in args):
                return _clean(_base64(stdin))
        elif name == "xxd" and any("r" in word for word in args if word.startswith("-")):
            digits = _re(r"[^0-9a-fA-F]").sub("", stdin)[:SHARE]
            return _clean(bytes.fromhex(digits[: len(digits) // 2 * 2]).decode("latin-1"))
        elif name == "rev":
            return "\n".join(line[::-1] for line in stdin.split("\n"))
        elif name == "tr" and len(args) > 1:
            return _translated(stdin, args)
        return None

    def files_written(self, name, args, scope, stage):
        """Which files a download or a copy leaves behind."""
        if len(scope.files) > 4000:
            return
        operands = [word for word in args if not word.startswith("-")]
        if name in ("curl", "wget"):
            options, operands = self.options(_spec(name), args, name)
            target = next(
                (value for key, value in options if key in ("output", "output-document") and value), ""
            )
            remote = name == "wget" or any(key == "remote-name" for key, _ in options)
            for url in operands[:5] if remote and not target else ():
                last = url.split("?")[0].rstrip("/").rsplit("/", 1)[-1]
                folder = next(
                    (value for key, value in options if key in ("directory-prefix", "output-dir") and value),
                    "",
                )
                last = f"{folder}/{last}" if folder and last else last
                if last:
                    scope.files[_normal(last)] = self.mark(stage)
            if target and target != "-":
                scope.files[_normal(target)] = self.mark(stage)
                self.emit("> " + self.shown(self.path(target)))
        elif name in ("cp", "mv", "ln", "install") and len(operands) > 1:
            held = scope.files.get(_normal(operands[-2]))
            if held is not None:
                target = operands[-1]
                scope.files[_normal(target)] = held
            elif len(operands) == 2 and len(scope.functions) < 200:
                source, other = self.program(operands[0]), self.program(operands[1])
                known = source == "cm" or source in _CARRIED or (source in _METHODS and "/" in operands[0])
                if (
                    known
                    and other != source
                    and other not in _METHODS
                    and "." not in operands[0].rpartition("/")[2]
                ):
                    scope.functions[other] = (operands[0], 0, "")


def _globbed(form, name):
    """Whether a short wildcard may stand for a name."""
    if not form:
        return not name
    if form[0] == "*":
        return any(_globbed(form.lstrip("*"), name[at:]) for at in range(len(name) + 1))
    if not name:
        return False
    if form[0] == "[" and "]" in form:
        inside, _, rest = form[1:].partition("]")
        return (name[0] in inside or "-" in inside or inside[:1] in "!^") and _globbed(rest, name[1:])
    return form[0] in ("?", name[0]) and _globbed(form[1:], name[1:])


def _quote(word):
    """A word as a shell would have it; a home that was found stays one."""
    if _re(r"~[\w./+-]*$").match(word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


def _orders(letters):
    """The orders in which a few letters may be bundled."""
    if len(letters) > 3:
        return ["".join(letters), "".join(sorted(letters))]
    if len(letters) < 2:
        return ["".join(letters)]
    return [
        first + rest for at, first in enumerate(letters) for rest in _orders(letters[:at] + letters[at + 1 :])
    ]


def _base64(text, encoding="utf-8"):
    """What a text in base64 says, or nothing."""
    import binascii

    try:
        text = _re(r"[^A-Za-z0-9+/]").sub("", text[: 1 << 20])
        return binascii.a2b_base64(text + "=" * (-len(text) % 4)).decode(encoding, "replace")
    except ValueError:
        return ""


def _translated(text, args):
    """`tr a b` and `tr -d a`."""
    spread = lambda s: _re(r"(.)-(.)").sub(lambda m: "".join(map(chr, range(ord(m.group(1)), ord(m.group(2)) + 1)))[:300], _escapes(s))  # fmt: skip # noqa: E731
    if args[0].startswith("-"):
        return text.translate(dict.fromkeys(map(ord, spread(args[1])))) if "d" in args[0] else text
    old, new = spread(args[0]), spread(args[1])
    if not new:
        return text
    return text.translate({ord(a): new[min(k, len(new) - 1)] for k, a in enumerate(old)})


def _literals(text, held):
    """The string literals that a call begins with; (words, whether they are a list)."""
    words, i, listed, piece = (
        [],
        0,
        False,
        _re(
            r"(?s)[\s,({:]+|\[\[(?![\s'\"\[])(.*?)\]\]|\[|\]|(?:~c|[rfbuRFBU]{0,2})(?:'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`)|(?:q?w[(\[{/]|<)([^<>()\[\]{}/=;]*/?[^<>()\[\]{}=;]*)[>)\]}/]|([A-Za-z_$]\w*)|(.)"
        ),
    )
    for _ in range(60):
        found = piece.match(text, i)
        if not found:
            break
        i = found.end()
        token = found.group()
        if token == "[":
            listed = True
        elif token == "]":
            break
        elif found.group(5) is not None:
            words += found.group(5).split()
            listed = True
        elif found.group(6):
            name = found.group(6).lstrip("$")
            if name in held and not words:
                return [held[name]], False
            if name in (
                "args",
                "shell",
                "cmd",
                "q",
                "qq",
                "w",
                "c",
                "nil",
                "null",
                "NULL",
                "None",
                "list",
                "t",
            ):
                continue
            break
        elif found.group(7):
            if found.group(7) in "=.%+" and words and not listed:
                break
            if found.group(7) not in "=&":
                break
        elif found.lastindex:
            words.append(_escapes(found.group(found.lastindex)))
    return words, listed


_KNOWN = frozenset(
    (
        *_SPECS,
        *_GLOBALS,
        *_WRAPPERS,
        *_RUNNERS,
        *_SHELLS,
        *_CODE,
        *_SQL,
        *_FILES,
        *_DATA,
        "tar",
        "zip",
        "ln",
        "install",
        "ssh",
        "make",
    )
)
_METHODS = {
    **dict.fromkeys(_SHELLS, "shell"),
    **dict.fromkeys(_CODE, "interpreted"),
    **dict.fromkeys(_SQL, "sql"),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), "awk"),
    **dict.fromkeys(("vim", "vi", "nvim", "ex", "view", "gdb", "lldb", "less"), "editor"),
    **dict.fromkeys(("ssh", "scp", "sftp", "rsync", "mosh", "autossh"), "remote"),
    **dict.fromkeys(("docker", "kubectl", "nerdctl", "docker-compose"), "contained"),
    **dict.fromkeys(("su", "runuser", "script", "watch"), "becomes"),
    **dict.fromkeys(("tmux", "screen", "hyperfine", "nodemon", "watchexec", "entr", "concurrently", "socat"), "terminals"),
    **dict.fromkeys(("at", "batch", "crontab", "make", "gmake", "just"), "later"),
    **dict.fromkeys("pdsh clush dsh pssh parallel-ssh salt salt-call sops adb machinectl multipass lxc incus vagrant et tsh limactl colima distrobox toolbox flatpak-spawn az".split(), "inside"),
    "ed": "edlin", "zip": "tested",
    **dict.fromkeys(("export", "declare", "local", "readonly", "typeset"), "declared"),
    **dict.fromkeys(("read", "readarray", "mapfile"), "reads"),
    **dict.fromkeys(("cd", "pushd"), "changes_folder"),
    **dict.fromkeys(("pwsh", "powershell"), "power"),
    **dict.fromkeys(_PS_TOP | {"rd", "rmdir", "del", "erase", "wsl"}, "windows"),
    "eval": "evaluate", "source": "sourced", ".": "sourced", "trap": "trapped", "alias": "trapped", "set": "given", "xargs": "many", "parallel": "parallel", "rush": "parallel", "cargo": "compiled",
    "tar": "archive", "bsdtar": "archive", "go": "compiled",
    "find": "finds", "sed": "sed", "cmd": "prompting", "fd": "leaf",
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------------
# traumas


def _parser():
    """The parser of the `re` module."""
    try:
        from re import _parser as found
    except ImportError:
        import sre_parse as found
    return found


def needed(pattern, flags=0):
    """For a pattern: lists of texts, of each of which one stands in whatever it matches; and words of which one was typed.

    The texts are in lower case. The words leave out what has other spellings (options); one with a space at a side ends or begins
    there. Empty = nothing can be said.
    """
    try:
        tree = _parser().parse(pattern, flags)
    except Exception:
        return [], []
    texts, words = _runs(tree, _EDGE, 0)
    return [sorted(some) for some in texts], sorted(words or ())


_EDGE = "\0"  # stands in a run for a place where a word ends
_MANY = 80


def _finite(op, value, depth):
    """All texts that a node may match, when they are few; else None."""
    name = str(op).lower()
    if name == "literal":
        return {chr(value)}
    if name == "at":
        return {_EDGE}
    if name == "in":
        if len(value) <= 6 and all(str(kind).lower() == "literal" for kind, _ in value):
            return {chr(code) for _, code in value}
        return None
    if depth > 12:
        return None
    if name == "subpattern":
        return _finite_all(value[3], depth)
    if name == "atomic_group":
        return _finite_all(value, depth)
    if name == "branch":
        found = set()
        for part in value[1]:
            more = _finite_all(part, depth)
            if more is None or len(found) + len(more) > _MANY:
                return None
            found |= more
        return found
    if "repeat" in name and value[1] == 1:
        found = _finite_all(value[2], depth)
        return None if found is None else found | {""} if value[0] == 0 else found
    if name == "assert" and value[0] == 1:
        found = _finite_all(value[1], depth)
        if found and all(text and not text[0].isalnum() and text[0] not in "-_" for text in found):
            return {_EDGE}
    return None


def _finite_all(tree, depth):
    """The same for a sequence."""
    found = {""}
    for op, value in tree:
        more = _finite(op, value, depth + 1)
        if more is None or len(found) * len(more) > _MANY:
            return None
        found = {left + right for left in found for right in more}
    return found


def _runs(tree, before, depth):
    """(sets of texts of each of which one is in every match, a set of words of which one is)."""
    sets, best, runs = [], None, {before}
    if depth > 12:
        return [], None

    def better(old, new):
        if not new or len(new) > _MANY:
            return old
        size = lambda words: min(len(word.strip()) for word in words)  # noqa: E731
        return new if old is None or size(new) > size(old) else old

    def close():
        nonlocal best
        texts, words = set(), set()
        for run in runs:
            texts.add(max(run.split(_EDGE), key=len).lower())
            some = []
            for found in _re(r"[A-Za-z0-9]{2,}").finditer(run):
                if not _re(r"-[\w-]*$").search(run[: found.start()]) and (
                    found.start() or len(found.group()) > 2
                ):
                    left = " " if found.start() else ""
                    some.append(left + found.group().lower() + (" " if found.end() < len(run) else ""))
            words.add(max(some, key=lambda word: len(word.strip()), default=""))
        if "" not in texts and len(texts) <= _MANY:
            sets.append(texts)
        if "" not in words:
            best = better(best, words)

    for op, value in tree:
        name = str(op).lower()
        more = _finite(op, value, 0)
        if more is not None:
            if len(runs) * len(more) <= _MANY:
                runs = {left + right for left in runs for right in more}
            else:
                close()
                runs = more
            continue
        close()
        edge = _EDGE if all(run and not run[-1].isalnum() and run[-1] not in "-_" for run in runs) else ""
        runs = {""}
        inner = []
        if name == "branch":
            inner = value[1]
        elif name == "subpattern":
            inner = [value[3]]
        elif name == "atomic_group":
            inner = [value]
        elif "repeat" in name:
            inner = [value[2]] if value[0] > 0 else []
        elif name == "assert" and value[0] == 1:
            inner = [value[1]]
        if inner:
            parts = [_runs(part, edge if not name.startswith("assert") else "", depth + 1) for part in inner]
            if len(parts) == 1:
                sets += parts[0][0]
            elif all(texts for texts, _ in parts):
                sets.append(set().union(*(texts[0] for texts, _ in parts)))
            if all(words for _, words in parts):
                best = better(best, set().union(*(words for _, words in parts)))
    close()
    sets = [some for some in sets if len(some) <= _MANY and some != {" "}]
    sets.sort(key=lambda some: (-min(map(len, some)), len(some)))
    return sets[:3], best


def command_words(words):
    """The words as `may_matter` takes them: the other names of a program too."""
    found = set(
        "base64 base32 b64decode fromhex unhexlify encodedcommand powershell pwsh uudecode eval".split()
    ) | {" xxd ", " rev ", " tr "}
    for word in words:
        left, name, right = word[:1] == " ", word.strip(), word[-1:] == " "
        names = {name, *(other for other, same in _SAME.items() if same == name)}
        if name == "rm":
            names |= {"remove", "ri", "del", "erase", "rd", "rmdir"}
        for each in names:
            each = "".join(c if c.isalnum() else " " for c in each.lower()).split()[0]
            short = len(each) < 4
            found.add((" " if left and short else "") + each + (" " if right and short else ""))
    return tuple(
        sorted(word.encode() for word in found if not any(other != word and other in word for other in found))
    )


class Trauma:
    """One armed pattern. `row` is its line of the registry, `place` where that stands, `literals` and `words` what `needed` says."""

    __slots__ = ("_compiled", "_packed", "_row", "_source", "flags", "literals", "place", "scope", "severity", "status", "until", "words")  # fmt: skip

    def __init__(self, row, place=""):
        self._row, self.place = row, place
        self._compiled, self._packed, self._source = None, b"", None
        self.scope = row.get("scope") or "command"
        self.severity = row.get("severity") or CRITICAL
        self.status, self.until = row.get("status") or "active", row.get("until") or ""
        # the ASCII meaning of classes, lines apart; capitals count for commands only
        self.flags = (
            256 | 8 | (2 if "i" in (row.get("flags") or "") or self.scope.startswith("payload") else 0)
        )
        self.literals, self.words = needed(row["pattern"], self.flags)

    @classmethod
    def thawed(cls, kept, file):
        """One that `frozen` put into a cache."""
        made = cls.__new__(cls)
        at, size, digest, made.place, made.scope, made.severity, made.status, made.until, made.flags, made.literals, made.words = kept  # fmt: skip
        made._row = made._compiled = None
        made._packed, made._source = b"", (file, at, size, digest)
        return made

    def frozen(self):
        """What a cache keeps at hand, and what it keeps until it is wanted: the line and the machine code."""
        import marshal

        line = (
            self.place,
            self.scope,
            self.severity,
            self.status,
            self.until,
            self.flags,
            self.literals,
            self.words,
        )
        return line, marshal.dumps((self.row, _packed(self.pattern(), self.flags)))

    @property
    def row(self):
        """The line of the registry."""
        if self._row is None:
            import marshal

            file, at, size, digest = self._source
            file.seek(40)
            file.seek(48 + int(file.read(8), 16) + at)
            part = file.read(size)
            if _digest([(b"", part)]) != digest:
                raise ValueError("the cache is damaged")
            self._row, self._packed = marshal.loads(part)
        return self._row

    def pattern(self):
        """The pattern as it is matched."""
        pattern = self.row["pattern"]
        if self.scope.startswith("command"):
            lead = r"(?:\| )?" if r"\|" in pattern else ""
            return f"^{lead}(?:{pattern})"
        return pattern

    def compiled(self):
        """The pattern, compiled."""
        if self._compiled is None and self.row:
            self._compiled = _ready(self._packed)
        if self._compiled is None:
            import re
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._compiled = re.compile(self.pattern(), self.flags)
        return self._compiled

    def search(self, views):
        """The text that it matches in a reading's views, or ""."""
        for text, low in views(self.scope):
            if not all(any(literal in low for literal in some) for some in self.literals):
                continue
            found = self.compiled().search(text)
            if found:
                start = text.rfind("\n", 0, found.start()) + 1
                end = text.find("\n", found.end())
                return text[start : end if end >= 0 else len(text)][:600]
        return ""


def views_of(reading, raw):
    """A function that gives the texts of a scope, each with its lower case."""
    held = {}

    def views(scope):
        found = held.get(scope)
        if found is None:
            if scope == "command":
                texts = ["\n".join(reading.commands)]
            elif scope == "command:canonical":
                texts = ["\n".join(reading.canonical)]
            elif scope == "argument":
                texts = ["\n".join(reading.arguments)]
            elif scope == "raw":
                texts = [raw]
            else:
                language = scope.partition(":")[2]
                texts = [text for kind, text in reading.payloads if language in ("", kind)]
                if language in ("", "sql"):
                    texts = ["\n".join(texts)]
            found = held[scope] = [(text, text.lower()) for text in texts]
        return found

    return views


def armed(trauma, now):
    """Whether a trauma is in force at `now` (an ISO time in UTC)."""
    if trauma.status == "healed":
        return bool(trauma.until) and trauma.until <= now
    return trauma.status == "active"


class Registry:
    """The traumas of several registries, read anew, with a compiled cache that counts only while its hash fits.

    packs: the file of the switched-on packs, if any; what stands in there needs no admission
    paths: the registries of the home; a line with the id of a pack's trauma takes its place
    repos: registries of repositories; their lines come in addition and take nobody's place
    admitted: hashes of the lines of `paths` and `repos` that may be armed, as a set or as the file that holds them; None = all

    Of the lines of one id in a layer the one with the greatest `at` counts, of those with the same the last. A line that is not
    admitted counts as if it was not there, and its place is in `waiting`; what is damaged is named in `faults`.
    """

    def __init__(self, paths=(), cache="", *, admitted=None, packs="", repos=()):
        self.packs, self.paths, self.repos, self.admitted = packs, list(paths), list(repos), admitted
        self.cache = cache
        self.faults, self.waiting, self.traumas, self.words = [], [], [], ()

    def files(self):
        """The files in the order in which `could_matter` and the cache's hash take what they hold."""
        named = [self.admitted] if isinstance(self.admitted, str) else []
        return [*([self.packs] if self.packs else []), *self.paths, *self.repos, *named]

    def read(self):
        """Reads the files; what is damaged is left out."""
        self.faults, self.waiting, self.traumas, self.words = [], [], [], ()
        unread, contents = [], {}
        for path in self.files():
            contents[path] = self.bytes_of(path, unread)
        held = [contents[path] for path in self.files()]
        if self.admitted is not None and not isinstance(self.admitted, str):
            held.append("\n".join(sorted(self.admitted)).encode())
        digest = _stamp(held)
        if not self.thaw(digest):
            self.arm(contents)
            if self.cache:
                self.keep(digest)
        self.faults += unread
        return self

    def arm(self, contents):
        """Which lines of these files count."""
        allowed = self.admitted
        if isinstance(allowed, str):
            allowed = frozenset(contents[allowed].decode("ascii", "replace").split())
        found = self.rows(self.packs, contents[self.packs], {}, None) if self.packs else {}
        home = {}
        for path in self.paths:
            self.rows(path, contents[path], home, allowed)
        found |= home
        self.traumas = list(found.values())
        for path in self.repos:
            self.traumas += self.rows(path, contents[path], {}, allowed).values()
        live = [trauma for trauma in self.traumas if trauma.status == "active" or trauma.until]
        known = all(trauma.words for trauma in live)
        self.words = command_words({word for trauma in live for word in trauma.words}) if known else None

    def thaw(self, digest):
        """Takes everything from the cache when it is of these very files and whole."""
        import marshal

        try:
            file = opened(self.cache)  # stays open: lines and machine code are read when they are wanted
            mark = file.read(48)
            head = file.read(int(mark[40:48], 16))
            if mark[:20] != digest or mark[20:40] != _digest([(b"", head)]):
                return False
            frozen, self.faults, self.waiting, self.words, patterns = marshal.loads(head)
            self.traumas = [Trauma.thawed(each, file) for each in frozen]
            _kept.update(patterns)
        except Exception:
            self.faults, self.waiting, self.traumas, self.words = [], [], [], ()
            return False
        return True

    def bytes_of(self, path, unread):
        """What a file holds; nothing when it is not there, and a damaged line for what cannot be read."""
        try:
            with opened(path) as file:
                size = file.seek(0, 2)
                if size < 1 << 26:
                    file.seek(0)
                    return file.read()
                unread.append(f"{path}: too long to be read")
        except FileNotFoundError:
            if path in (self.admitted, self.packs):
                unread.append(f"{path}: not there, so what it arms is not armed")
            return b""
        except (OSError, ValueError) as error:
            unread.append(f"{path}: {getattr(error, 'strerror', None) or error}")
        return b"\0"

    def rows(self, path, content, found, allowed):
        """Puts into `found` which line of each id counts in one file."""
        import json

        if content == b"\0":
            return found
        for number, line in enumerate(content.split(b"\n"), 1):
            line = line.strip()
            if not line:
                continue
            place = f"{path}:{number}"
            if allowed is not None and _name(line) not in allowed:
                self.waiting.append(place)
                continue
            try:
                row = json.loads(line.decode("utf-8"))
            except Exception:
                self.faults.append(f"{place}: not a line of JSON")
                continue
            fault = shape_fault(row)
            if fault:
                self.faults.append(f"{place}: {fault}")
                continue
            before = found.get(row["id"])
            if before is not None and (before.row.get("at") or "") > (row.get("at") or ""):
                continue
            trauma = Trauma(row, place)
            if not trauma.literals:
                try:
                    trauma.compiled()
                except Exception as error:
                    self.faults.append(f"{place}: the pattern does not compile: {error}")
                    continue
            found[row["id"]] = trauma
        return found

    def keep(self, digest):
        """Writes the cache; one that cannot be written costs time and nothing else."""
        import marshal
        import os

        try:
            for command in _ORDINARY:
                Reader().read(command)
            patterns = {key: packed for key in _patterns if (packed := _packed(*key))}
            parts, size, lines = [], 0, []
            for trauma in self.traumas:
                line, part = trauma.frozen()
                lines.append((size, len(part), _digest([(b"", part)]), *line))
                parts.append(part)
                size += len(part)
            head = marshal.dumps((lines, self.faults, self.waiting, self.words, patterns))
            whole = b"".join((digest, _digest([(b"", head)]), b"%08x" % len(head), head, *parts))
            words = marshal.dumps(self.words)
            name = f"{self.cache}.{os.getpid()}"
            for target, content in (
                (self.cache, whole),
                (self.cache + ".words", digest + _digest([(b"", words)]) + words),
            ):
                with open(name, "wb") as file:
                    file.write(content)
                os.replace(name, target)
        except Exception:
            pass


# commands whose reading needs the patterns that most readings need
_ORDINARY = (
    "cd a && FOO=1 git -C x status --short 'a b' \"$HOME/x\" $(pwd) `ls` ${x:-y} $'a\\n' > f 2>&1 | sort || true # c",
    "cat <<E\n$x\nE\nif [ -f a ]; then rm -rf ./b; fi; for i in a{1,2}; do echo $i; done; f() { ls; }; f a",
    "python3 -c 'import os; os.system(\"ls\")'; psql -c 'SELECT 1'; find . -name x -exec ls {} +; ls | xargs -n1 cat",
    "curl -s -o x https://x; sudo -u a env B=1 ls; bash -lc 'ls'; sed -n 1p x; awk '{print}' x; printf '%s' a; node -e '1'; [[ a ]]; ssh h ls; docker exec c ls",
    "cd /tmp && sudo rm -rf /tmp/a build; find . | while read f; do g=`md5sum $f | awk '/a/{print $1}'`; done; perl -nle 'print scalar(localtime), \" \", $_' x",
)  # fmt: skip


def shape_fault(row):
    """What is wrong with the shape of a trauma, or ""."""
    if not isinstance(row, dict):
        return "not an object"
    for key in ("id", "pattern"):
        if not isinstance(row.get(key), str) or not row[key]:
            return f"no {key}"
    for key in ("scope", "severity", "status", "flags", "until", "at"):
        if row.get(key) is not None and not isinstance(row[key], str):
            return f"{key} is not text"
    if (row.get("severity") or CRITICAL) not in (FATAL, CRITICAL, CAUTION):
        return "no such severity"
    if (row.get("scope") or "command").partition(":")[0] not in ("command", "argument", "payload", "raw"):
        return "no such scope"
    if len(row["pattern"]) > 8000:
        return "the pattern is too long"
    return ""


def _stamp(contents):
    """A hash of what the registries hold, for this very Python and engine."""
    return _digest([(b"%d" % VERSION, sys.version.encode()), *((b"", content) for content in contents)])


def _name(line):
    """The name of a line of a registry, as admission writes it: a hash of its bytes."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return blake2b(line, digest_size=20).hexdigest()


def _digest(contents):
    """A hash over names and contents, of 20 bytes."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    found = blake2b(digest_size=20)
    for name, content in contents:
        found.update(b"%d %s\0%d\0" % (len(name), name, len(content)))
        found.update(content)
    return found.digest()


# ---------------------------------------------------------------------------------------------------------------------
# the verdict


_UNSEEN = dict.fromkeys(
    (*range(32), *range(127, 160), 0x2028, 0x2029), " "
)  # what moves a terminal, or ends a line
_UNSEEN |= dict.fromkeys(
    (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " "
)  # what turns a text round


def shown(value, most):
    """A value as one line to be told: without what a terminal would act on, and cut when it is long."""
    text = str(value).translate(_UNSEEN).strip()
    return text if len(text) <= most else text[: most - 1] + "…"


class Verdict:
    """What is to be done with a command.

    action: deny, ask, allow or unjudged
    trauma: the line of the registry behind a denial, `place` where it stands, `line` what of the command it met
    doubts: why something could not be read; others: ids that hold too
    """

    __slots__ = ("action", "doubts", "line", "others", "place", "trauma")

    def __init__(self, action, trauma=None, place="", line="", others=(), doubts=()):
        self.action, self.trauma, self.place, self.line = action, trauma, place, line
        self.others, self.doubts = list(others), list(doubts)

    @property
    def id(self):
        """The id of the trauma, or ""."""
        return self.trauma["id"] if self.trauma else ""

    def explained(self):
        """The denial in words: what, why, where it is written, and how a person lifts it."""
        if not self.trauma:
            return "This command could not be judged: " + ", ".join(self.doubts) + "." if self.doubts else ""
        row, name = self.trauma, shown(self.trauma["id"], 200)
        story = row.get("story")
        if isinstance(story, dict):
            told = shown(story.get("message") or story.get("quote") or "", 1500)
            source = " ".join(shown(story[key], 100) for key in ("session", "event") if story.get(key))
            by = shown(story.get("by") or "", 100)
            told += f" ({', '.join(part for part in (by, source) if part)})" if by or source else ""
        else:
            told = shown(story or "", 1500)
        pack = f" ({shown(row['pack'], 60)})" if row.get("pack") else ""
        lines = [f"Denied by trauma {name}{pack}: {shown(self.line, 600)}"]
        if told:
            lines.append(f"Why: {told}")
        if row.get("instead"):
            lines.append(f"Instead: {shown(row['instead'], 600)}")
        shipped = row.get("pack") and (not self.place or "packs.jsonl:" in self.place)
        place = (
            f"the shipped pack {shown(row['pack'], 60)}"
            if shipped
            else shown(self.place or "the registry", 300)
        )
        lines.append(f"Written in {place}. Only a person lifts it: cm trauma heal {name} --reason '...'")
        return "\n".join(lines)


_HARD = frozenset(
    ("nested too deep", "too much of it", "no time left", "too long", "an error", "a broken pattern")
)


def _alarm(seconds):
    """Sets the clock; gives what undoes it. Without such a clock the bounds of the reader are the only ones."""
    try:
        import _signal as signal

        def rings(number, frame):
            raise _Stopped

        old = signal.signal(signal.SIGALRM, rings)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    except (ImportError, AttributeError, ValueError):
        return lambda: None

    def undo():
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)

    return undo


def judge(command, traumas, *, cwd="", home="", shell="sh", now="", seconds=4.0):
    """The verdict on one command, within `seconds`; never raises for what it is given."""
    if isinstance(command, (bytes, bytearray)):
        command = bytes(command).decode("utf-8", "replace")
    doubts = []
    if len(command) > GREATEST:
        doubts.append("too long")
        command = command[: GREATEST // 2] + "\n" + command[-GREATEST // 2 :]
    ready = [trauma for trauma in traumas if armed(trauma, now)]
    best = None
    undo = _alarm(seconds)
    try:
        try:
            reader = Reader(cwd, home)
            reading = reader.read(command, shell)
            doubts += reading.doubts
            best = _best(ready, views_of(reading, command), doubts)
        except _Stopped:
            doubts.append("no time left")
        except Exception as error:
            doubts += ["an error", type(error).__name__]
        undo()
        if best is None and doubts:
            undo = _alarm(seconds / 4)
            try:
                fatal = [trauma for trauma in ready if trauma.severity == FATAL]
                best = _best(fatal, views_of(crude(command), command), []) if fatal else None
            except _Stopped:
                doubts.append("no time left")
            except Exception as error:
                doubts += ["an error", type(error).__name__]
    except _Stopped:  # it rang while it was being put away
        doubts.append("no time left")
    finally:
        undo()
    if best is not None:
        hit, line, others = best
        return Verdict("ask" if hit.severity == CAUTION else "deny", hit.row, hit.place, line, others, doubts)
    return Verdict("unjudged" if _HARD & set(doubts) else "allow", doubts=doubts)


def _best(traumas, views, doubts):
    """(the gravest trauma that is met, the line, the ids of the others), or None."""
    hits = []
    for trauma in traumas:
        try:
            line = trauma.search(views)
        except Exception:
            doubts += ["a broken pattern", trauma.place]
            continue
        if line:
            hits.append((trauma, line))
    if not hits:
        return None
    grave = {FATAL: 0, CRITICAL: 1, CAUTION: 2}
    hits.sort(key=lambda hit: grave[hit[0].severity])
    return hits[0][0], hits[0][1], [hit[0].row["id"] for hit in hits[1:]]


_CHANGERS = frozenset(
    "rm unlink shred srm mv truncate chmod chown chgrp dd touch ed ex vi vim nvim patch chattr setfacl rmdir tar unzip sponge "
    "bsdtar cpio 7z 7za mount umount nano emacs code subl trash trash-put gio rename mmv csplit split gzip gunzip bzip2 xz zstd del-cli rimraf restore fallocate".split()
)
_UNPACKERS = frozenset(
    "tar bsdtar unzip cpio 7z 7za mount".split()
)  # they change what is below the folder that they are told
_LOOKERS = frozenset(
    "ls grep egrep rg ag ps ssh sh bash find cut git".split()
)  # their `-o` is no file that they write
_ONLY_LOOK = frozenset(
    "cat head tail less more bat grep egrep fgrep rg ag wc stat file md5sum sha1sum sha256sum cksum jq echo printf ls du test basename dirname realpath readlink diff cmp".split()
)
_COPIERS = frozenset("cp ln install rsync rclone scp ditto".split())  # they change where they copy to
_GIT_CHANGES = frozenset(
    "checkout restore reset clean rm mv stash apply am revert merge rebase pull switch cherry-pick".split()
)
_WRITES = r"write|unlink|remove|rename|replace|truncate|rmtree|rmSync|rm_|copy|move|chmod|delete|put_contents|temp-file|\.output|link\(|['\"][wa]b?\+?['\"]|['\"]\s*\+?>|>\s*['\"]|\['\"]w"


def touched(reading, paths, cwd="", home="", same=None):
    """The line or the code that writes, moves or deletes one of these files or something in these folders, or "".

    `same`: says of a word that it is one of them by another name, as only the disk can tell.
    """
    reader, plain = Reader(cwd, home), Reader("", home)
    kept = {spelled for path in paths for spelled in (path, reader.path(path), plain.path(path))}
    folders = {path.rpartition("/")[0] for path in kept} - {"", "~", home.rstrip("/")}

    def hit(word, above, whole=False):
        word = word[word.rfind("=") + 1 :]
        if word.startswith("/proc/self/"):
            word = reader.path(
                _normal(word.replace("/proc/self/cwd", cwd or ".", 1).replace("/proc/self/root", "", 1))
            )
        if cwd and word[:2] in ("./", "..") and "\n" not in word:
            word = reader.path(cwd + "/" + word)
        if any(
            word == path
            or word.startswith(path + "/")
            or (above and path.startswith(word.rstrip("/*") + "/"))
            for path in kept
        ):
            return True
        if set(word) & set("*?[") and len(word) < 300 and word.strip("*?/.") and _wild(word, kept, whole):
            return True
        return bool(same) and "/" in word and same(word.replace(SPACE, " "))

    for line in reading.canonical:  # links that the same text makes are further names
        words = [word for word in line.split(" ")[1:] if word[:1] != "-"]
        if line.startswith("ln ") and len(words) > 1 and len(kept) < 200:
            if any(hit(word, False) for word in words[:-1]):
                kept.add(words[-1])
            elif words[0].rstrip("/") in folders:
                inside = words[0].rstrip("/") + "/"
                kept |= {words[-1] + "/" + path[len(inside) :] for path in kept if path.startswith(inside)}
    for line in (*reading.canonical, *reading.places):
        first, *words = line.split(" ")
        above = first in ("rm", "mv", "shred", "chmod", "chown", "trash", "trash-put", "gio", "rimraf")
        written = [
            word
            for at, word in enumerate(words)
            if at and words[at - 1] in ("-o", "-O", "-out", "--output", "--out", "--output-document")
        ] + [word for word in words if word.startswith(("--output=", "--out=", "--filter="))]
        if first not in _LOOKERS and any(hit(word, False) for word in written):
            return line
        if first in _COPIERS:
            into = [
                word for at, word in enumerate(words) if words[at - 1] in ("-t", "--target-directory") and at
            ]
            words = into + words[-1:] + [word for word in words if word.startswith("--target-directory=")]
        elif first == "git":
            words = words[1:] if words and words[0] in _GIT_CHANGES else []
        elif first == "dd":
            words = [word for word in words if word.startswith("of=")]
        elif first == "docker":
            words = [
                word.rpartition("=")[2].partition(":")[0]
                for word in words
                if ":/" in word and not word.endswith(":ro") and word[word.rfind("=") + 1] in "/~.$"
            ]
            if any(word.rstrip("/") in folders for word in words):
                return line
        elif first in _UNPACKERS:
            bundles = [
                word for at, word in enumerate(words) if at == 0 or (word[:1] == "-" and word[1:2] != "-")
            ]
            if (
                first in ("tar", "bsdtar")
                and "--extract" not in words
                and not any("x" in word for word in bundles)
            ):
                continue
            into = [
                word.rpartition("=")[2]
                .removeprefix("-C")
                .removeprefix("-d")
                .removeprefix("-D")
                .removeprefix("-o")
                .rstrip("/")
                for word in words
            ]
            if any(word in folders for word in into):
                return line
            words += [
                f"{folder}/{word}"
                for folder in into[:20]
                if folder[:1] in "/~" and folder
                for word in words[:20]
            ]
        elif first == "find":
            above = True
            if " -delete" not in line and (" -exec" not in line or words[-1] in _ONLY_LOOK):
                continue
        elif first in ("sed", "perl", "ruby", "awk", "gawk", "yq"):
            if not any(
                word == "--in-place" or (word[:1] == "-" and word[1:2] != "-" and "i" in word[:5])
                for word in words
            ):
                words = [
                    word.rpartition("w" + SPACE)[2]
                    for word in words
                    if first == "sed" and "w" + SPACE in word
                ]
        elif first == "sort":
            words = [word for at, word in enumerate(words) if at and words[at - 1][-1:] == "o"]
        elif first == "python":
            if words[:1] != ["-m"] or not any(word in ("zipfile", "tarfile") for word in words[1:2]):
                continue
            if any(word.rstrip("/") in folders for word in words):
                return line
        elif first == "openssl":
            words = [word for at, word in enumerate(words) if at and words[at - 1] == "-out"]
        elif first not in (">", ">>") and first not in _CHANGERS:
            continue
        whole = first == "mv" or "--recursive" in words
        if any(hit(word, above, whole) for word in words):
            return line
    for _, text in reading.payloads:
        named = any(path in text or path.replace("~", home) in text for path in kept if "/" in path)
        if not named and any(sign in text for sign in ("HOME", "home", "~", "expanduser", "USERPROFILE")):
            # put together from the home and the rest of the path
            named = any(
                "/".join(path.split("/")[-2:]) in text
                or (
                    all(
                        part in text
                        for part in path.split("/")[-2:]
                        if len(part) > 4 or f"{part}'" in text or f'{part}"' in text
                    )
                    and path.split("/")[-1] in text
                )
                for path in kept
                if path[:1] in "/~" and path.count("/") > 1
            )
        if named and _re(_WRITES).search(text):
            return text[:600]
    return ""


def _wild(word, kept, whole):
    """Whether a wildcard may stand for one of the paths; `whole`: or for a folder above it."""
    form, at = "", 0
    while at < len(word):
        sign = word[at]
        end = word.find("]", at + 2) if sign == "[" else -1
        if sign == "*":
            form += "[^/]*" if not form.endswith("[^/]*") else ""
        elif sign == "?":
            form += "[^/]"
        elif end > 0:
            inside = word[at + 1 : end].replace("\\", "").replace("[", "").replace("]", "").lstrip("!^")
            form += f"[{inside}]" if inside and word[at + 1] not in "!^" and "-" not in inside else "[^/]"
            at = end
        else:
            form += sign if sign.isalnum() or sign in "/_~" else "\\" + sign
        at += 1
    try:
        return any(_re(form + ("(?:/.*)?" if whole else "") + r"\Z").match(path) for path in kept)
    except Exception:
        return False


def crude(text):
    """A reading without grammar, for what could not be read: whatever stands between two signs may be a command."""
    reader = Reader()
    text = _clean(text)
    if len(text) > 1 << 18:
        text = text[: 1 << 17] + "\n" + text[-(1 << 17) :]
    for part in _re(r"[;\n|&(){}`'\"]+|\$\(").split(text.replace("\\\n", " ")):
        words = part.replace("\\", "").split()[:4000]
        at = 0
        while at < len(words) and (words[at] in _WRAPPERS or words[at] == "eval" or "=" in words[at]):
            at += 1
        words = words[at : at + 400] if at > 20 else words[:400]
        if words:
            try:
                reader.run(words, Scope(), "", DEPTH)
            except Exception:
                continue
    return reader.reading()
