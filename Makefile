# The doors of the house. What a target does lives in a small script of tools/.
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 3600
SOAK_STEPS ?= 200000

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test build check format bench fuzz soak tsan matrix install clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## set up, build, and debug a real TensorFlow program (the place to start)
	@tools/setup.sh all
	@tools/build.sh release tdbg tdbg_tf
	@tools/demo.sh

test: ## set up, build, and run everything that must pass: checks, unit tests, pytest, short fuzzing
	@tools/setup.sh test
	@tools/test.sh

build: ## set up and build build/release/tdbg, its tests and its benchmarks
	@tools/setup.sh all
	@tools/build.sh release

check: ## layers, the map, sizes, formatting, words that must not be in the tree, tests that no build runs, packages that set-up forgot
	@tools/setup.sh test
	@tools/run_checks.sh

format: ## format the C++ files in place
	@tools/setup.sh all
	@tools/check_format.py --fix

bench: build ## the benchmarks (minutes); results go where bench/run.sh says
	@bench/run.sh

fuzz: ## every fuzzer for FUZZ_SECONDS (60) each
	@tools/setup.sh test
	@tools/run_fuzzers.sh seconds $(FUZZ_SECONDS)

soak: ## an hour (SOAK_SECONDS) of training that is recorded and followed: whether memory, disk and answers stay as they are
	@tools/setup.sh all
	@tools/build.sh release tdbg tdbg_tf
	@SOAK_SECONDS=$(SOAK_SECONDS) SOAK_STEPS=$(SOAK_STEPS) .venv/bin/python tools/soak.py

tsan: ## what has threads under ThreadSanitizer: capture (as in make test), and the server and the living program, for which all is built again
	@tools/setup.sh test
	@tools/run_unit_tests.sh tsan capture
	@tools/run_unit_tests.sh tsan tdbg_tf
	@tools/run_unit_tests.sh tsan http_server
	@tools/run_unit_tests.sh tsan target

matrix: ## run some programs under each TensorFlow that is supported, in environments below build/matrix
	@tools/setup.sh all
	@tools/build.sh release tdbg tdbg_tf
	@tools/matrix.sh

install: build ## program, manual pages, completions, libraries, headers and the Python package below PREFIX (/usr/local); DESTDIR is honoured
	@tools/install.sh "$(PREFIX)"

clean: ## remove build/ (.venv stays)
	rm -rf build
