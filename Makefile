# Two commands on a fresh machine with Python 3.10 or newer: `make demo` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DEMO ?= pypi:sglang==0.5.10.post1

.PHONY: bench coverage demo test lint types unit corpus proof docs clean

# Runs the linter on a real release that has real defects. Findings are the expected result, so 1 is no failure.
demo: $(VENV)/.run
	$(BIN)/gatecheck check $(DEMO) || test $$? -eq 1

test: lint types unit

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

# A process that has threads, as those that share the work out do, forks no further ones: that is tested apart.
unit: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist loadfile --ignore tests/test_ahead.py
	$(BIN)/python -m pytest tests/test_ahead.py

# Lines and branches of the analysis, the rules and the fixes that the tests reach: 95 in 100 together and in each folder.
coverage: $(VENV)/.dev
	$(BIN)/python -m coverage run -m pytest
	$(BIN)/python -m coverage report
	for folder in gatecheck/flow rules fixes; do \
		$(BIN)/python -m coverage report --format=total --include="$$folder/*" || exit; \
	done

# The tests of `verify` that need torch; a build for the CPU is enough. Installs it into .venv.
proof: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch numpy
	$(BIN)/python -m pytest tests/runtime_verify

# Checks whole releases of SGLang, fetched once into the user's cache: hours on a small machine.
corpus: $(VENV)/.dev
	$(BIN)/python -m pytest -m corpus

# Writes the rule pages from the rule files and renders the site into site/.
docs: $(VENV)/.dev
	$(BIN)/python docs/generate.py
	$(BIN)/python -m mkdocs build --strict --quiet

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed, this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.run

# Beside other linters, on a copy of TREE: a folder sglang/srt.
bench: $(VENV)/.run
	test -n "$(TREE)" || { echo "make bench TREE=path/to/sglang/srt"; exit 2; }
	$(BIN)/python -m benchmarks $(TREE)
	$(BIN)/python -m benchmarks.growth

clean:
	rm -rf $(VENV) build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage *.egg-info
