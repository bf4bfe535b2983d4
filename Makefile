# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PARALLEL := -n auto --dist loadfile  # a file's tests share what they compile

.PHONY: play test test-page page test-nojit test-bounds check bench clean

play: $(VENV)/.installed  ## install, and play in the browser
	@$(BIN)/yomi play

test: check test-page  ## lint, types, and all tests
	$(BIN)/python -m pytest $(PARALLEL)

test-page: web/node_modules/.installed  ## types and tests of the page, without a browser
	cd web && npm run --silent check && npm test --silent

page: web/node_modules/.installed  ## build the page into the package
	cd web && npm run --silent build

web/node_modules/.installed: web/package-lock.json
	cd web && npm install --silent --no-save --no-audit --no-fund  # not `ci`: it wants what other systems need too
	@touch $@

test-nojit: $(VENV)/.dev  ## the tests that are quick enough without compiled code
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(PARALLEL) -x $(NOJIT_TESTS)

# kernels, rules, searches and learners; what is round them is Python in both modes
NOJIT_TESTS := $(foreach name,kernel toy_games go_rules go_counts shogi_rules shogi_sfen patterns tactics groups rave priors search \
	puct puct_chance puct_players batch gumbel share td policy expectation bootstrap features softmax,tests/test_$(name).py)

test-bounds: $(VENV)/.dev  ## rules and searches again, every array access checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(PARALLEL) -x $(BOUNDS_TESTS)

BOUNDS_TESTS := tests/test_go_oracle.py tests/test_conformance.py tests/test_toy_games.py

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	$(BIN)/yomi bench go

# uv where it is installed, plain venv and pip otherwise
$(VENV)/.created:
	@if command -v uv >/dev/null 2>&1; then uv venv --python ">=3.11" $(VENV); else $(PYTHON) -m venv $(VENV); fi
	@touch $@

INSTALL = if command -v uv >/dev/null 2>&1; then uv pip install -q --python $(BIN)/python -e

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	@echo "Installing Yomi into $(VENV) (once) …"
	@$(INSTALL) '.[web]'; else $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[web]'; fi
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@$(INSTALL) '.[dev]'; else $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'; fi
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
