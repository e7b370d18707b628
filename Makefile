# The everyday commands; CONTRIBUTING.md explains them.
VENV ?= .venv
PYTHON ?= python3
BIN = $(VENV)/bin
CORE = $(wildcard src/doghouse/*/core/*.py src/doghouse/*/core/*.pxd) setup.py
TESTS ?= tests
EXAMPLES ?= 20000

.PHONY: play test check check-uncompiled tests-compiled bench soak golden pictures lock clean

play: $(VENV)/.core  ## start the game
	@$(BIN)/doghouse play $(ARGS)

test: check tests-compiled check-uncompiled  ## everything that must hold

check: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

tests-compiled: $(VENV)/.dev $(VENV)/.core
	DOGHOUSE_REQUIRE_COMPILED=1 $(BIN)/pytest -n 2 $(TESTS)

check-uncompiled: $(VENV)/.dev  ## the tests of the rules and bots again, without the compiled core
	DOGHOUSE_UNCOMPILED=1 $(BIN)/pytest -n 2 tests/rules tests/bots

bench: $(VENV)/.bench $(VENV)/.core  ## how fast the rules are, next to OpenSpiel
	$(BIN)/doghouse bench rules

soak: $(VENV)/.dev $(VENV)/.core  ## whole games of all kinds, many more than in the tests
	DOGHOUSE_EXAMPLES=$(EXAMPLES) $(BIN)/pytest -q tests/rules/test_machine.py

golden: $(VENV)/.dev $(VENV)/.core  ## write the golden playthroughs anew; read the difference before you commit it
	$(BIN)/python -m tests.golden.write

pictures: $(VENV)/.core  ## draw the pictures of the docs anew
	$(BIN)/python docs/pictures/draw.py

lock: $(VENV)/.dev  ## pin all dependencies anew
	$(BIN)/pip install -q uv
	$(BIN)/python requirements/lock.py

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements/play.lock pyproject.toml | $(VENV)/bin/pip
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/play.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The core is built in place; without a C compiler it stays uncompiled, and the last line says so.
$(VENV)/.core: $(CORE) | $(VENV)/.play
	$(BIN)/python setup.py -q build_ext --inplace
	@$(BIN)/doghouse --version
	@touch $@

$(VENV)/.dev: requirements/dev.lock | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/dev.lock
	@touch $@

$(VENV)/.bench: requirements/bench.lock | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/bench.lock
	@touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
