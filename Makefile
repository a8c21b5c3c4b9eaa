# `make` alone lists the commands. Everything is installed in .venv, nothing elsewhere.

PYTHON ?= python3
PORT ?= 8888
MODULE ?= mathematics/offsets
TESTS ?= tests/test_$(notdir $(MODULE)).py tests/test_arguments.py
# BROWSER=no keeps JupyterLab from opening a browser.

venv := .venv/bin/python

# At each step of a training run, Linux's C library gives memory back to the system and
# requests it again. With this many bytes kept, a step took half as long when measured.
export MALLOC_TOP_PAD_ := 64000000

# JupyterLab refuses to run as root, as containers do, unless it is told to.
lab_flags := --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb \
	--port=$(PORT) \
	$(if $(filter no,$(BROWSER)),--no-browser) \
	$(if $(filter 0,$(shell id -u)),--allow-root)

# What the lessons import where Python runs in the browser.
in_lite := . packages/drawahead packages/hintcheck packages/posenc_checks

# A hundred processes of the tests import the package, so it is compiled only once.
keep_compiled := PYTHONDONTWRITEBYTECODE=

.PHONY: help lab test threads check refresh homework site slides test-site benchmark ladder claims mutants demo-class clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' Makefile
	@echo "Variables: PORT=8888, BROWSER=no, PYTHON=python3.13, NB=notebooks/NAME.ipynb"

lab: .venv/lab  ## open the lessons in JupyterLab (PORT=, BROWSER=no)
	$(venv) -m jupyterlab $(lab_flags)

test: .venv/test  ## check everything: style, package, lessons, browser
	$(venv) -m ruff check .
	$(venv) -m ruff format --check .
	$(keep_compiled) OPENBLAS_NUM_THREADS=1 $(venv) -m pytest

# Another processor rounds differently: NumPy does without the instruction sets that it
# uses here, and OpenBLAS takes the kernels of an old one. Two threads wait for each other
# in a loop, so one lesson runs after the other, and only here does it have two.
threads: .venv/test  ## run the lessons on two threads, as if on another processor
	NPY_DISABLE_CPU_FEATURES="$$($(venv) -c 'import numpy; \
		print(*numpy.show_config("dicts")["SIMD Extensions"].get("found", []))')" \
	OPENBLAS_CORETYPE=$(if $(filter arm64 aarch64,$(shell uname -m)),ARMV8,Nehalem) \
	OPENBLAS_NUM_THREADS=2 $(venv) -m pytest notebooks -n 0 \
		--nbval --nbval-current-env --nbval-cell-timeout=180

check: .venv/test  ## check what you changed, quick tests first (NB= names a notebook)
	$(venv) tests/check.py $(NB)

refresh: .venv/site  ## run the lessons and store their outputs (NB= names some)
	$(venv) -m livenb refresh $(or $(NB),$(wildcard notebooks/*.ipynb notebooks/curious/*.ipynb))

homework: .venv/test  ## remake the students' versions of the assignments
	$(venv) -m sandmark --exercises posenc_checks release-all --into notebooks/homework
	$(venv) -m livenb refresh notebooks/homework/*.ipynb

site: .venv/$(if $(filter yes,$(LITE)),lite,site)  ## make the course's pages, which need no kernel (LIVE=, OPEN=, LITE=)
	$(venv) -m livenb site notebooks $(if $(LIVE),--live $(LIVE)) \
		$(if $(filter yes,$(LITE)),--lite $(in_lite)) \
		$(if $(filter yes,$(OPEN)),--open)

slides: .venv/site  ## make slides of the lessons, in the pages' folder (LESSON=05, OPEN=yes)
	$(venv) -m livenb slides $(if $(LESSON),$(LESSON:%=notebooks/%*.ipynb),notebooks/*.ipynb) \
		$(if $(filter yes,$(OPEN)),--open)

test-site: .venv/test .venv/lite  ## build all pages and slides, and move every slider on them
	SITE=whole $(venv) -m pytest tests/test_site.py tests/test_slides.py tests/test_lite*.py \
		tests/browser/test_site.py tests/browser/test_slides.py

benchmark: .venv/test  ## time the table, the Explorer, marking, pages
	$(venv) tests/benchmarks/table.py
	$(venv) packages/drawahead/benchmarks/explorer.py
	$(venv) tests/benchmarks/marking.py
	$(venv) tests/benchmarks/site.py

ladder: .venv/lab  ## train again with every code, length and seed
	OPENBLAS_NUM_THREADS=1 $(venv) -m tests.ladder

claims: .venv/test  ## compute the stored rows of the claims again (LESSON=)
	OPENBLAS_NUM_THREADS=1 $(venv) -m tests.claims $(LESSON)

# cosmic-ray changes a copy, since an interrupted run leaves its last change in the file.
mutants: .venv/test  ## change a module in one place at a time: do tests notice? (MODULE=, TESTS=)
	$(venv) -m pip install --quiet -e ".[mutation]"
	rm -rf build/mutants && mkdir -p build/mutants
	cp -r posenc_lessons tests pyproject.toml build/mutants
	cd build/mutants && printf '%s\n' '[cosmic-ray]' 'timeout = 100.0' 'excluded-modules = []' \
		'module-path = "posenc_lessons/$(MODULE).py"' \
		'test-command = "$(abspath $(venv)) -m pytest -x -q -n 0 posenc_lessons/$(MODULE).py $(TESTS)"' \
		'[cosmic-ray.distributor]' 'name = "local"' > session.toml
	cd build/mutants && $(abspath $(venv)) -m cosmic_ray.cli init session.toml session.sqlite
	cd build/mutants && $(abspath $(venv)) -m cosmic_ray.cli exec session.toml session.sqlite
	cd build/mutants && $(abspath $(venv)) -m cosmic_ray.tools.report \
		--surviving-only --show-diff session.sqlite

demo-class: .venv/grading  ## let a made-up class hand in, mark it and open the report
	$(venv) packages/sandmark/examples/made_up_class.py --exercises posenc_checks \
		--course build/demo-class \
		$(if $(filter no,$(BROWSER)),--no-browser)

clean:  ## remove .venv and every cache
	rm -rf .venv .pytest_cache .ruff_cache build *.egg-info
	find packages posenc_lessons tests notebooks \( -name __pycache__ -o -name '*.egg-info' \
		-o -name .pytest_cache -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

# Each stamp is touched last, so an interrupted installation is repeated.
.venv/made:
	@$(PYTHON) .ci/environment.py
	@touch $@

.venv/lab: .venv/made requirements.txt pyproject.toml
	$(venv) -m pip install --quiet -r requirements.txt
	@touch $@

.venv/test: more := -r tests/requirements.txt
.venv/grading: more := -e packages/sandmark
.venv/site: more := -e packages/livenb
.venv/lite: more := -e "packages/livenb[lite]"
.venv/test .venv/grading .venv/site .venv/lite: .venv/lab
	$(venv) -m pip install --quiet $(more)
	@touch $@
