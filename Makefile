# The everyday commands; CONTRIBUTING.md explains them.
VENV ?= .venv
PYTHON ?= python3
BIN = $(VENV)/bin
CORE = $(wildcard src/doghouse/*/core/*.py src/doghouse/*/core/*.pxd) setup.py
TESTS ?= tests
EXAMPLES ?= 20000
unexport PYTHONDONTWRITEBYTECODE  # each of the many processes that tests start would compile the house anew

.PHONY: play test check check-uncompiled tests-compiled bench soak golden strength pictures screenshots types lock clean

play: $(VENV)/.core  ## open the house and the browser
	@$(BIN)/doghouse serve --open $(ARGS)

test: check tests-compiled check-uncompiled  ## everything that must hold

check: $(VENV)/.dev node_modules/.installed
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	node_modules/.bin/biome ci
	node_modules/.bin/tsc -p jsconfig.json
	$(BIN)/pip-audit --progress-spinner off --disable-pip -r requirements/server.lock

tests-compiled: $(VENV)/.dev $(VENV)/.train $(VENV)/.core $(VENV)/.browser $(VENV)/.postgres $(VENV)/.nginx node_modules/.installed
	DOGHOUSE_REQUIRE_COMPILED=1 $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(TESTS)

check-uncompiled: $(VENV)/.dev  ## the tests of the rules and bots again, without the compiled core
	DOGHOUSE_UNCOMPILED=1 $(BIN)/pytest -n 2 tests/rules tests/bots

bench: $(VENV)/.bench $(VENV)/.core  ## how fast the rules are, next to OpenSpiel
	$(BIN)/doghouse bench rules

soak: $(VENV)/.dev $(VENV)/.core $(VENV)/.postgres  ## much more of what the tests show in less time
	$(BIN)/pytest -n 2 -m soak tests
	DOGHOUSE_EXAMPLES=$(EXAMPLES) $(BIN)/pytest -q tests/rules/test_machine.py

golden: $(VENV)/.dev $(VENV)/.core  ## write the golden playthroughs anew; read the difference before you commit it
	$(BIN)/python -m tests.golden.write

strength: $(VENV)/.core  ## play the matches of docs/strength.md again; hours
	$(BIN)/python -m tools.strength.measure

pictures: $(VENV)/.core $(VENV)/.train  ## draw the pictures of the docs anew
	$(BIN)/python -m tools.draw_pictures

screenshots: $(VENV)/.dev $(VENV)/.core $(VENV)/.browser  ## take the pictures of every screen anew
	$(BIN)/python -m tools.screenshots $(SCREENS)

types: $(VENV)/.play  ## write the types of the protocol anew, for the page
	$(BIN)/python -m tools.protocol_types

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

# PyTorch, for training alone; a build for the CPU is enough for the tests.
TORCH ?= torch==2.13.0
$(VENV)/.train: | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check $(TORCH)
	@touch $@

$(VENV)/.bench: requirements/bench.lock | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/bench.lock
	@touch $@

# What the tests need of the system: a browser for the pages; PostgreSQL and a proxy for a house of several processes.
SUDO = $(shell test "$$(id -u)" = 0 || echo sudo)
define installed  # a package, the next best where there is none such, and how to find out that it is there
	@{ $(2); } >/dev/null 2>&1 || { command -v apt-get >/dev/null && $(SUDO) apt-get update -q && \
	  for package in $(1); do $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -qy --no-install-recommends $$package && break; done; }; { $(2); } >/dev/null 2>&1 || \
	  { echo "The tests need $(1), and apt-get cannot install it here: install it, then run make again." >&2; exit 1; }
	@touch $@
endef

$(VENV)/.browser: | $(VENV)/bin/pip
	$(call installed,chromium-headless-shell chromium,command -v chromium-headless-shell || command -v chromium || \
	  command -v chromium-browser || command -v google-chrome)

$(VENV)/.postgres: | $(VENV)/bin/pip
	$(call installed,postgresql,command -v initdb || ls /usr/lib/postgresql/*/bin/initdb)

$(VENV)/.nginx: | $(VENV)/bin/pip
	$(call installed,nginx-light,command -v nginx || test -x /usr/sbin/nginx)

# What checks the page: types, and accessibility.
node_modules/.installed: package-lock.json | $(VENV)/.node
	npm ci --silent --no-audit --no-fund
	@touch $@

$(VENV)/.node: | $(VENV)/bin/pip
	$(call installed,npm,command -v npm)

clean:
	rm -rf $(VENV) node_modules build src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
