# Two commands do everything on a fresh machine: `make build` and `make test`; `make quick` after each edit.
# The environment is made once, in .venv, and again when pyproject.toml changes.

PYTHON ?= python3
VENV   ?= .venv
PNP    := $(VENV)/bin/pnp
READY  := $(VENV)/.ready
# Hundreds of processes of pnp are started in the tests: what Python has compiled is kept, whatever the environment says.
PYTEST := PYTHONDONTWRITEBYTECODE= $(VENV)/bin/python -m pytest -n 2 --dist worksteal
SARIF  := $(VENV)/node/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool

.PHONY: build quick test test-browser chromium check bench lint pictures docs clean cairo

build: $(READY)
	$(PNP) build --out output
	$(PNP) schema --out output/schema

quick: $(READY)
	$(PYTEST) -m "not slow"

test: $(READY) $(SARIF)
	$(PYTEST)

# The desk in a real browser. A machine without one fails, it skips nothing.
test-browser: $(READY) chromium
	$(VENV)/bin/python -m pip install --quiet --editable '.[test,browser]'
	$(PYTEST) tests_browser

check: $(READY)
	$(PNP) check

bench: $(READY)
	$(VENV)/bin/python -m pip install --quiet --editable '.[bench]'
	$(VENV)/bin/python -m benchmarks

lint: $(READY)
	$(VENV)/bin/python -m pip install --quiet ruff
	$(VENV)/bin/ruff check pnp tests benchmarks docs

pictures: build chromium
	$(VENV)/bin/python -m benchmarks.pictures output output/pictures
	$(VENV)/bin/python -m pip install --quiet --editable '.[test,browser]'
	$(VENV)/bin/python -m tests_browser.pictures output/pictures/desk
	$(PNP) list --symbols --png output/pictures/symbols.png
	$(if $(VASSAL),for module in output/*/*.vmod; do $(PNP) vassal verify $$module --vassal $(VASSAL) --out output/pictures || exit 1; done)

docs: $(READY)
	$(VENV)/bin/python -m pip install --quiet --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --strict --quiet
	@echo output/site/index.html

$(READY): pyproject.toml
	@$(MAKE) --no-print-directory cairo
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pnp needs Python 3.11 or newer; call make PYTHON=python3.11 build")'
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --upgrade pip
	$(VENV)/bin/python -m pip install --quiet --editable '.[test]'
	@touch $(READY)

# The validator of SARIF, for one slow test, which is left out where npm can't fetch it.
$(SARIF): $(READY)
	@if command -v npm >/dev/null; then npm install --silent --no-audit --no-fund --prefix $(VENV)/node @microsoft/sarif-multitool-linux@5.7.0 && chmod u+x $@; fi || true

# PNG pictures need libcairo. Installed by apt where that is allowed, else the message says what to do.
cairo:
	@if ldconfig -p 2>/dev/null | grep -q libcairo.so.2 || [ "$$(uname)" = Darwin -a -e "$$(brew --prefix 2>/dev/null)/lib/libcairo.2.dylib" ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq libcairo2 >/dev/null; \
	elif command -v apt-get >/dev/null && sudo -n true 2>/dev/null; then sudo apt-get update -qq && sudo apt-get install -y -qq libcairo2 >/dev/null; \
	else echo "libcairo is missing: PNG pictures and the VASSAL board will be left out. Install it with:"; \
	     echo "  Debian, Ubuntu: sudo apt-get install libcairo2    Fedora: sudo dnf install cairo    macOS: brew install cairo"; fi

# Installed by apt where that is allowed; the tests say what is missing.
chromium:
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
	elif command -v apt-get >/dev/null && sudo -n true 2>/dev/null; then sudo apt-get update -qq && sudo apt-get install -y -qq chromium >/dev/null; \
	else echo "no Chromium: install it to test the desk, e.g. sudo apt-get install chromium"; fi

# Spares output/README.md, which belongs to the checkout.
clean:
	rm -rf $(VENV) build dist output/.cache $(filter-out output/README.md,$(wildcard output/*))
