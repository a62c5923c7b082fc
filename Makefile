# Two commands do all the set-up: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := build/demo
ADDR ?= 127.0.0.1:8000
export NO_MKDOCS_2_WARNING = 1
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help demo serve test check lint format types contracts unit site wheel bench bench-quality bench-redaction bench-site plugins-check client-check lock clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.run  ## see a compaction become a page of a site
	@$(BIN)/distill demo --dir $(DEMO)
	@echo "            or: make serve"

serve: $(VENV)/.run  ## browse the site of the last demo, or the example wiki
	@config=mkdocs.yml; [ ! -f $(DEMO)/mkdocs.yml ] || config=$(DEMO)/mkdocs.yml; \
	exec $(BIN)/mkdocs serve --config-file "$$config" --dev-addr $(ADDR)

test: lint types contracts unit site wheel  ## everything that has to pass

check: lint types contracts  ## the fast part of `test`

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

format: $(VENV)/.dev  ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	$(BIN)/lint-imports

unit: $(VENV)/.dev
	$(BIN)/python -m pytest --cov --cov-report=term:skip-covered

site: $(VENV)/.dev
	$(BIN)/mkdocs build --strict --site-dir build/site

wheel: $(VENV)/.dev
	$(BIN)/python tests/smoke_wheel.py

bench-quality: $(VENV)/.dev  ## measure what the extractive engine keeps, adds and costs
	$(BIN)/python bench/quality.py

bench-site: $(VENV)/.dev  ## measure the site beside Hugo and Material, into docs/figures.md (fewer pages: make bench-site PAGES="1000 2000")
	$(BIN)/python bench/site_figures.py $(PAGES) --write
	$(BIN)/python bench/index_pages.py

bench: $(VENV)/.dev  ## measure what the figures say; with the real client: make bench CLAUDE=…
	$(BIN)/python bench/hook_cost.py
	$(BIN)/python bench/pre_compact.py
	$(BIN)/python bench/retention.py
	$(BIN)/python bench/spawn_to_page.py
	$(BIN)/python bench/burst.py
	$(BIN)/python bench/rescan.py
	$(BIN)/python bench/rebuild.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/client_latency.py --claude "$(CLAUDE)"

bench-redaction: $(VENV)/.dev  ## measure the redaction, and its peers where they can be installed, into docs/redaction.md
	$(BIN)/python bench/bench_redaction.py $(BENCH_REDACTION)

plugins-check: $(VENV)/.dev  ## build the site beside other plug-ins of MkDocs, which it fetches for that
	$(BIN)/python tests/plugins_beside.py

client-check: $(VENV)/.run  ## hold sessions of the real clients: make client-check CLAUDE=… CODEX=…
	$(BIN)/python tests/clients/check.py --claude "$(CLAUDE)" --codex "$(CODEX)"

lock: $(VENV)/.dev  ## pin again what is installed (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --group build -o requirements/run.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --group dev -o requirements/dev.txt

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "distill needs Python 3.11 or newer; say PYTHON=python3.11 or so"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python requirements/run.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

clean:  ## remove what was made, the environment included
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.*
