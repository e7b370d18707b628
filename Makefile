# Everyday commands; "make help" lists them, CONTRIBUTING.md explains them.
VENV ?= .venv
PYTHON ?= python3
BIN = $(VENV)/bin
CORE = $(wildcard src/doghouse/*/core/*.py src/doghouse/*/core/*.pxd) setup.py
TESTS ?= tests
EXAMPLES ?= 20000
unexport PYTHONDONTWRITEBYTECODE  # the tests start many processes, and each would compile all modules

.PHONY: help play quick test check check-uncompiled tests-compiled bench soak golden strength pictures screenshots types lock clean

play: $(VENV)/.core  ## install, start the server and open the browser
	@$(BIN)/doghouse serve --open $(ARGS)

help:  ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */|/' | awk -F'|' '{ printf "make %-18s %s\n", $$1, $$2 }'

# Needs no PostgreSQL, browser, nginx, Node or PyTorch; tests/conftest.py sets the markers.
quick: $(VENV)/.dev $(VENV)/.core  ## lint, types and the fast tests of rules, bots and server
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2 --dist loadfile --no-loadscope-reorder -m "not slow and not postgres and not soak" \
	  tests/test_architecture.py tests/i18n tests/rules tests/bots tests/server

test: check tests-compiled check-uncompiled  ## all checks and all tests

check: $(VENV)/.dev node_modules/.installed  ## format, lint, types and known vulnerabilities
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	node_modules/.bin/biome ci
	node_modules/.bin/tsc -p jsconfig.json
	$(BIN)/pip-audit --progress-spinner off --disable-pip -r requirements/server.lock

tests-compiled: $(VENV)/.dev $(VENV)/.train $(VENV)/.core $(VENV)/.browser $(VENV)/.postgres $(VENV)/.nginx node_modules/.installed  ## all tests, or those in TESTS=path
	DOGHOUSE_REQUIRE_COMPILED=1 $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(TESTS)

check-uncompiled: $(VENV)/.dev  ## tests of rules and bots without the compiled core
	DOGHOUSE_UNCOMPILED=1 $(BIN)/pytest -n 2 tests/rules tests/bots

bench: $(VENV)/.bench $(VENV)/.core  ## benchmark the rules, next to OpenSpiel
	$(BIN)/doghouse bench rules

soak: $(VENV)/.dev $(VENV)/.core $(VENV)/.postgres  ## long versions of some tests; Ctrl-C ends it
	$(BIN)/pytest -n 2 -m soak tests
	DOGHOUSE_EXAMPLES=$(EXAMPLES) $(BIN)/pytest -q tests/rules/test_stateful.py

golden: $(VENV)/.dev $(VENV)/.core  ## rewrite the golden playthroughs; read the diff before you commit it
	$(BIN)/python -m tests.golden.write

strength: $(VENV)/.core  ## play the matches of docs/strength.md; takes hours
	$(BIN)/python -m tools.strength.measure

pictures: $(VENV)/.core $(VENV)/.train  ## redraw the pictures of the docs
	$(BIN)/python -m tools.draw_pictures

screenshots: $(VENV)/.dev $(VENV)/.core $(VENV)/.browser  ## retake the screenshots of docs/screens.md
	$(BIN)/python -m tools.screenshots $(SCREENS)

types: $(VENV)/.play  ## regenerate the TypeScript types of the protocol
	$(BIN)/python -m tools.protocol_types

lock: $(VENV)/.dev  ## pin the newest versions of all dependencies
	$(BIN)/pip install -q uv
	$(BIN)/python requirements/lock.py

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements/play.lock pyproject.toml | $(VENV)/bin/pip
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/play.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Build the core in place. Without a C compiler it stays uncompiled, and "doghouse --version" says so.
$(VENV)/.core: $(CORE) | $(VENV)/.play
	$(BIN)/python setup.py -q build_ext --inplace
	@$(BIN)/doghouse --version
	@touch $@

$(VENV)/.dev: requirements/dev.lock | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/dev.lock
	@touch $@

# PyTorch, for training only; a CPU build is enough for the tests.
TORCH ?= torch==2.13.0
$(VENV)/.train: | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check $(TORCH)
	@touch $@

$(VENV)/.bench: requirements/bench.lock | $(VENV)/.play
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/bench.lock
	@touch $@

# System packages for the tests: a browser for the page, PostgreSQL and nginx for a server of several processes.
SUDO = $(shell test "$$(id -u)" = 0 || echo sudo)
define install_package  # (1) package names, the first that exists is installed; (2) a command that finds it
	@{ $(2); } >/dev/null 2>&1 || { command -v apt-get >/dev/null && $(SUDO) apt-get update -q && \
	  for package in $(1); do $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	  apt-get install -qy --no-install-recommends $$package && break; done; }; { $(2); } >/dev/null 2>&1 || \
	  { echo "The tests need $(1), which apt-get cannot install here. Install it and run make again." >&2; exit 1; }
	@touch $@
endef

$(VENV)/.browser: | $(VENV)/bin/pip
	$(call install_package,chromium-headless-shell chromium,command -v chromium-headless-shell || command -v chromium || \
	  command -v chromium-browser || command -v google-chrome)

$(VENV)/.postgres: | $(VENV)/bin/pip
	$(call install_package,postgresql,command -v initdb || ls /usr/lib/postgresql/*/bin/initdb)

$(VENV)/.nginx: | $(VENV)/bin/pip
	$(call install_package,nginx-light,command -v nginx || test -x /usr/sbin/nginx)

# Node packages that check the page: formatter, linter, types, accessibility.
node_modules/.installed: package-lock.json | $(VENV)/.node
	npm ci --silent --no-audit --no-fund
	@touch $@

$(VENV)/.node: | $(VENV)/bin/pip
	$(call install_package,npm,command -v npm)

clean:  ## remove everything that make has built or installed
	rm -rf $(VENV) node_modules build src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
