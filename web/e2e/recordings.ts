// Where the recordings of the tests lie, and how tdbg is called.
import { resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const BUILD = process.env["TDBG_BUILD_DIR"] ?? `${ROOT}/build/release`;
export const TDBG = `${BUILD}/tdbg`;
export const PYTHON = `${ROOT}/.venv/bin/python`;
export const FOLDER = `${ROOT}/build/e2e`;
export const SCREENSHOTS = `${FOLDER}/screenshots`;

export const MNIST = `${FOLDER}/mnist`;
/** The same program with every tensor's value. */
export const MNIST_VALUES = `${FOLDER}/mnist_values`;
export const NESTED = `${FOLDER}/nested`;
export const CLEAN = `${FOLDER}/clean`;
/** An imitated training run with a million tensor events, as TensorFlow writes it. */
export const MILLION = `${FOLDER}/million`;

/** Programs print to standard error what no test wants to see. */
export const QUIET = { ...process.env, TF_CPP_MIN_LOG_LEVEL: "3", TF_ENABLE_ONEDNN_OPTS: "0" };
