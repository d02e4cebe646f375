# What the house can do. `make install` first; everything else installs what it needs by itself.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help install tools demo run check style layers types test rules soak lock clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORK := .work
CODE := src tests features benchmarks demo
PIP := $(BIN)/python -m pip --disable-pip-version-check
PYTEST_ARGS ?= -n auto --maxprocesses 8 --dist loadfile
# pyright would ask the index for a newer version of itself at every run.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
UV := uv==0.13.9

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: $(VENV)/.installed ## the environment in .venv, from hashed versions
$(VENV)/.installed: constraints.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "firm-memory needs Python 3.11 or newer, and '$(PYTHON)' is not: try make install PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo "'$(PYTHON)' cannot make environments: install its venv package (python3-venv on Debian)" >&2; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV): a minute or two, once"; $(PYTHON) -m venv $(VENV); }
	$(PIP) install -qq --require-hashes --requirement constraints.txt
	$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@touch $@

# Node and the MCP inspector serve a few tests, which are skipped with a reason where these are absent.
tools: $(WORK)/node/.installed ## Node 22 and the MCP inspector in .work/node, where npm is there
$(WORK)/node/.installed: tests/node/package.json
	@mkdir -p $(@D) && cp $< $(@D)/package.json
	@if ! command -v npm >/dev/null; then \
	  echo "tools: npm is not here, so the tests that need Node are skipped" >&2; \
	elif npm install --prefix $(@D) --no-package-lock --no-audit --no-fund --no-update-notifier \
	    --fetch-retries=1 --fetch-retry-mintimeout=1000 --loglevel=error; then \
	  touch $@; \
	else \
	  echo "tools: npm could not install Node and the inspector, so the tests that need them are skipped" >&2; \
	fi

demo: install ## the main job, played and printed: two checkouts, real MCP, embedded Postgres
	@$(BIN)/python demo/main_job.py

run: export FIRM_MEM0_PG_DSN ?= embedded
run: install ## an MCP server on stdio, on an embedded Postgres unless FIRM_MEM0_PG_DSN says otherwise
	@$(BIN)/firm-memory-mcp

check: style layers types ## everything that needs no run: style, layers, types; -k shows all that is wrong

style: install
	$(BIN)/ruff check $(wildcard $(CODE))
	$(BIN)/ruff format --check $(wildcard $(CODE))

layers: install
	$(BIN)/lint-imports --no-logo

types: install
	$(BIN)/mypy
	$(BIN)/pyright

test: check tools ## check, then every test, then the coverage gates; the closing lines count the skips
	@rm -f .coverage .coverage.*
	$(BIN)/python -m pytest -r s --cov --cov-report= $(PYTEST_ARGS)
	$(BIN)/coverage report --include='*/domain/*,*/application/*' --fail-under=100
	$(BIN)/coverage report --fail-under=95

rules: install ## every rule of the firm with its last result, as one page for product owners: build/rules.html
	@$(BIN)/python -m pytest features -q -p firm_memory.features.verdicts --verdicts=build/rules.json $(PYTEST_ARGS) || true
	@$(BIN)/python -m firm_memory.features.rules_page build/rules.json build/rules.html

soak: install tools ## the long trials: kills, storms, 100,000 rows; prints their figures
	$(BIN)/python -m pytest -m soak -r s -s -o faulthandler_timeout=0

lock: ## constraints.txt anew from pyproject.toml; LOCK_ARGS=--upgrade takes the newest versions
	@test -x $(WORK)/lock/bin/python || $(PYTHON) -m venv $(WORK)/lock
	@$(WORK)/lock/bin/python -m pip install --quiet --disable-pip-version-check '$(UV)'
	@$(WORK)/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --all-extras \
	  --generate-hashes --no-emit-index-url --custom-compile-command 'make lock' $(LOCK_ARGS) \
	  --output-file constraints.txt

clean: ## removes what was built and measured; .venv and .work stay
	rm -rf build dist src/*.egg-info .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(wildcard $(CODE)) -type d -name __pycache__ -prune -exec rm -rf {} +
