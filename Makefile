# The verbs of the project. `make demo` and `make test` need nothing but Python 3.11+, git and make.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
FAST := not story and not corpus and not agents
CM_AGENTS ?= $(CURDIR)/.agents-under-test

.PHONY: help demo test agents check static format snap docs docs-check bench setup clean

help:           ## list the verbs
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*##/\t/' | expand -t 14

$(VENV)/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "cm needs Python 3.11 or newer on the PATH (or: make PYTHON=/path/to/python3.12 demo)"; exit 5; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

setup: $(VENV)/.dev  ## create the environment with everything for development

demo: $(VENV)/.installed  ## run the main job end to end on example sessions, in a throw-away home
	@$(BIN)/python examples/demo.py

test: $(VENV)/.dev  ## run all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal

agents: $(VENV)/.dev  ## live cm's whole life in the real programs of CM_AGENTS (HOSTS="codex pi" installs those from npm first)
	@test -z "$(HOSTS)" || tests/agents/install.sh "$(CM_AGENTS)" $(HOSTS)
	CM_AGENTS="$(CM_AGENTS)" $(BIN)/python -m pytest -rs -v -p no:cacheprovider -m agents tests/agents

static: $(VENV)/.dev  ## formatter, linter, types, import contracts
	$(BIN)/ruff format --check cm guards tests examples docs
	$(BIN)/ruff check cm guards tests examples docs
	$(BIN)/mypy
	$(BIN)/lint-imports

check: static  ## static checks and the fast tests, in about a minute
	$(BIN)/python -m pytest -n 2 -m "$(FAST)"
	$(BIN)/python docs/generate.py --check

format: $(VENV)/.dev  ## format and mend what can be mended
	$(BIN)/ruff format cm guards tests examples docs
	$(BIN)/ruff check --fix cm guards tests examples docs

snap: $(VENV)/.dev  ## renew the snapshots, then show what changed
	$(BIN)/python -m pytest -n 2 --snapshot-update tests/snapshots
	git diff --stat tests/snapshots

docs: $(VENV)/.dev  ## write the generated reference pages
	$(BIN)/python docs/generate.py

docs-check: $(VENV)/.dev  ## fail when a generated page is out of date
	$(BIN)/python docs/generate.py --check

bench: $(VENV)/.dev  ## measure, as ratios in one run; results in tests/bench/results.json
	$(BIN)/python -m tests.bench

clean:          ## remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
