# `make play` and `make test` do all the set-up they need; the other targets are for those who work on Kaya.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test setup bench clean

play: setup
	@$(BIN)/kaya play

test: .venv/test-ready
	@$(BIN)/ruff check kaya tests bench examples
	@$(BIN)/ruff format --check kaya tests bench examples
	@$(BIN)/pyright
	@$(BIN)/kaya warmup
	@$(BIN)/python -m pytest -n 2 --dist worksteal

setup: .venv/ready

bench: setup
	@$(BIN)/python -m bench

clean:
	rm -rf .venv .ruff_cache .pytest_cache .hypothesis

# A Python without the venv module (as Debian packs it) gets virtualenv, in a folder of its own.
.venv/ready: pyproject.toml
	@echo "Setting up .venv (once)."
	@$(PYTHON) -m venv .venv 2>/dev/null || { rm -rf .venv && $(PYTHON) -m pip install -q --target .bootstrap virtualenv \
	  && PYTHONPATH=.bootstrap $(PYTHON) -m virtualenv -q .venv && rm -rf .bootstrap; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

.venv/test-ready: .venv/ready
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@
