# make play | test | check | bench | lock | clean
# Everything is installed into .venv, in the versions that constraints.txt names. Tests run on all processors: starting
# them costs a second or two, which pays as soon as the suite is longer than five (make test JOBS=0 runs them in one).
PYTHON ?= python3
JOBS ?= auto
BIN := .venv/bin
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt $(BIN)/pip install \
	--quiet --disable-pip-version-check --use-pep517
OFFLINE := { echo "The packages could not be installed, see above: this needs the network once." >&2; exit 1; }

.PHONY: help play test check bench lock clean
.DELETE_ON_ERROR:

help:
	@echo "make play    play a game in the terminal"
	@echo "make test    style, types and every test"
	@echo "make check   style and types only"
	@echo "make bench   measure speed, beside python-chess"
	@echo "make lock    choose the versions in constraints.txt anew"
	@echo "make clean   remove all that make has made"

play: .venv/playable
	@$(BIN)/ardennes play

test: check
	@tests/programs.sh
	@$(BIN)/pytest --numprocesses $(JOBS) --dist worksteal

check: .venv/complete
	@$(BIN)/ruff check --quiet --output-format concise
	@$(BIN)/mypy --no-error-summary

bench: .venv/complete
	@$(BIN)/python -m bench.run

lock: .venv/complete
	@CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --all-extras --all-build-deps \
		--strip-extras --annotation-style line --resolver backtracking \
		--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options \
		--output-file constraints.txt pyproject.toml

clean:
	@rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist

# What a player needs, and what a programmer needs.
.venv/playable: $(BIN)/pip pyproject.toml constraints.txt
	@echo "Setting up .venv for play …"
	@$(PIP) --editable '.[server]' || $(OFFLINE)
	@touch $@

.venv/complete: $(BIN)/pip pyproject.toml constraints.txt
	@echo "Setting up .venv for tests …"
	@$(PIP) --editable '.[geo,server,test,dev]' || $(OFFLINE)
	@touch $@ .venv/playable

$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing: install Python 3.11 or newer (Debian: apt install python3 python3-venv)." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "This Python is too old: 3.11 or newer is needed (make PYTHON=python3.11 …)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: install it (Debian: apt install python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv .venv
