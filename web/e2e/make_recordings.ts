// Records real programs for the tests, once for each build of tdbg.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from "node:fs";

import { BUILD, CLEAN, FOLDER, MILLION, MNIST, MNIST_VALUES, NESTED, PYTHON, QUIET, ROOT, SCREENSHOTS, TDBG } from "./recordings";

const EVENTS = 1_000_000;

function isFresh(path: string, program: string): boolean {
  return existsSync(path) && statSync(path).mtimeMs >= statSync(program).mtimeMs;
}

function make(path: string, maker: string, words: string[]): void {
  if (isFresh(path, maker)) return;
  rmSync(path, { recursive: true, force: true });
  execFileSync(maker, words, { stdio: ["ignore", "ignore", "inherit"], env: QUIET, timeout: 300_000 });
  utimesSync(path, new Date(), new Date());
}

function record(path: string, program: string, ...options: string[]): void {
  make(path, TDBG, ["record", "-o", path, "--python", PYTHON, ...options, `${ROOT}/${program}`]);
}

export default function makeRecordings(): void {
  mkdirSync(SCREENSHOTS, { recursive: true });
  mkdirSync(FOLDER, { recursive: true });
  record(MNIST, "examples/mnist_nan.py");
  record(MNIST_VALUES, "examples/mnist_nan.py", "--mode", "full_tensor", "--retain", "all");
  record(NESTED, "tests/programs/training/nested_functions.py");
  record(CLEAN, "tests/programs/training/clean_recurrence.py");
  make(MILLION, `${BUILD}/write_logdir`, ["--traces", `${EVENTS}`, MILLION]);
}
