// A recording of a program that a test writes down.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

import { FOLDER, PYTHON, QUIET, TDBG } from "./recordings";

/** Makes `trace` anew; the program's file is called `name`. */
export function recordText(trace: string, name: string, program: string, ...options: string[]): void {
  rmSync(trace, { recursive: true, force: true });
  mkdirSync(`${FOLDER}/programs`, { recursive: true });
  const file = `${FOLDER}/programs/${name}.py`;
  writeFileSync(file, program);
  execFileSync(TDBG, ["record", "-o", trace, ...options, "--python", PYTHON, file], { stdio: "ignore", env: QUIET });
}
