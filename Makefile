# make play | test | quick | check | web | docs | bench | mutants | strings | coverage | release | audit | lock | clean
# Everything is installed into .venv, in the versions that constraints.txt names; another Python has an environment of
# its own (make test PYTHON=python3.14 VENV=.venv-3.14). Tests run on all processors: starting them costs a second or
# two, which pays as soon as the suite is longer than five (make test JOBS=0 runs them in one).
PYTHON ?= python3
VENV ?= .venv
JOBS ?= auto
SEED ?= 1
COUNT ?= 20
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt $(BIN)/pip install \
	--quiet --disable-pip-version-check --use-pep517
OFFLINE := { echo "The packages could not be installed, see above: this needs the network once." >&2; exit 1; }

# The client is built by Node: the machine's own, or one that lies in the environment.
NODE := PATH="$(abspath $(BIN)):$$PATH"
PAGES := src/ardennes/server/pages/index.html
SCHEMA := src/ardennes/engine/schema/screen.schema.json
CLIENT := $(shell find web/src web/test web/scripts -type f ! -name '*.gen.ts') $(wildcard web/*.json web/*.ts web/*.html)
MAPS := $(VENV)/maps

# Byte code is kept: without it every process of the tests compiles all that it imports, and its own assertions, anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test quick check web docs bench mutants strings coverage release audit lock clean
.DELETE_ON_ERROR:

help:
	@echo "make play    play in the browser"
	@echo "make test    style, types and every test"
	@echo "make quick   style, types and the tests that your change touches"
	@echo "make check   style and types only"
	@echo "make web     build the browser's client"
	@echo "make docs    read the documentation in the browser"
	@echo "make bench   measure speed, beside python-chess"
	@echo "make mutants break rules on purpose and list what no test notices (GAME=, SEED=, COUNT=)"
	@echo "make bench AGAINST=COMMIT   compare the speed with that of another commit"
	@echo "make strings print every text that a person can read, with file and line"
	@echo "make coverage   lines and branches that the tests reach, by package"
	@echo "make release    build the packages into dist/, check, install and play them; nothing is uploaded"
	@echo "make audit      look for known weaknesses in the packages that are used"
	@echo "make lock    choose the versions in constraints.txt anew"
	@echo "make clean   remove all that make has made"

play: $(VENV)/playable $(PAGES) $(MAPS)
	@$(BIN)/ardennes serve --open

test: check $(PAGES)
	@tests/programs.sh
	@cd web && $(NODE) npm test --silent
	@$(BIN)/pytest --numprocesses $(JOBS) --dist worksteal

quick: check
	@$(BIN)/python -m bench.quick

check: $(VENV)/complete web/node_modules/.package-lock.json
	@$(BIN)/ruff check --quiet --output-format concise
	@$(BIN)/mypy --no-error-summary
	@cd web && $(NODE) npm run --silent check

web: $(PAGES)

docs: $(VENV)/complete
	@$(BIN)/python -m tools.site serve --open

bench: $(VENV)/complete
	@$(BIN)/python -m $(if $(AGAINST),bench.against $(AGAINST),bench.run)

mutants: $(VENV)/complete
	@$(BIN)/python -m bench.mutants $(GAME) --seed $(SEED) --count $(COUNT)

strings: $(VENV)/complete web/node_modules/.package-lock.json
	@$(NODE) $(BIN)/python -m bench.strings

coverage: $(VENV)/complete $(PAGES)
	@$(BIN)/python -m tools.coverage

release: $(VENV)/releasing $(PAGES)
	@$(BIN)/python -m tools.release

audit: $(VENV)/releasing web/node_modules/.package-lock.json
	@$(NODE) $(BIN)/python -m tools.audit

# First the versions of all that is used, then, out of these, what a host installs, with the hash of every file.
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet \
	--strip-extras --annotation-style line --resolver backtracking \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock: $(VENV)/complete
	@$(COMPILE) --upgrade --all-extras --all-build-deps --output-file constraints.txt pyproject.toml
	@$(COMPILE) --generate-hashes --extra server --extra postgres --extra workers --constraint constraints.txt \
		--output-file locks/server.txt pyproject.toml

clean:
	@rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	@rm -rf web/node_modules src/ardennes/server/pages

# What a player needs, and what a programmer needs.
$(VENV)/playable: $(BIN)/pip pyproject.toml constraints.txt
	@echo "Setting up $(VENV) for play …"
	@$(PIP) --editable '.[server]' || $(OFFLINE)
	@touch $@

$(VENV)/complete: $(BIN)/pip pyproject.toml constraints.txt
	@echo "Setting up $(VENV) for tests …"
	@$(PIP) --editable '.[geo,server,postgres,workers,arena,cluster,env,openspiel,browser,test,docs,dev]' || $(OFFLINE)
	@touch $@ $(VENV)/playable

$(VENV)/releasing: $(VENV)/complete
	@$(PIP) --editable '.[release]' || $(OFFLINE)
	@touch $@

$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing: install Python 3.11 or newer (Debian: apt install python3 python3-venv)." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "This Python is too old: 3.11 or newer is needed (make PYTHON=python3.11 …)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: install it (Debian: apt install python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# The client, and the maps that it shows: they are drawn into the cache directory of whoever calls this.
$(PAGES): web/node_modules/.package-lock.json $(CLIENT) $(SCHEMA)
	@echo "Building the client …"
	@cd web && $(NODE) npm run --silent build
	@touch $@

# Not `npm ci`: it wants the optional binaries of every other platform in the lock file, which a registry may not have.
# --no-save: what is in the lock file is taken, and the file is left as it is.
web/node_modules/.package-lock.json: web/package-lock.json | $(VENV)/node
	@cd web && $(NODE) npm install --silent --no-audit --no-fund --no-save || $(OFFLINE)
	@touch $@

$(VENV)/node: $(BIN)/pip pyproject.toml constraints.txt
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null \
		|| { echo "Taking Node from PyPI …"; $(PIP) --editable '.[web]' || $(OFFLINE); }
	@touch $@

$(MAPS): $(VENV)/playable $(wildcard src/ardennes/draw/*.py src/ardennes/games/*/data/board.toml)
	@echo "Drawing the maps …"
	@$(BIN)/python -m ardennes.server.pictures
	@touch $@
