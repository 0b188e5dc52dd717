// What the trace holds: asked once for all panels, and again when it has grown.
import { effect, signal } from "@preact/signals";

import type { Overview, RunInfo } from "../protocol/messages";
import { generation } from "./changes";
import { call, CallError } from "./client";
import { run } from "./place";

export const overview = signal<Overview | null>(null);
export const overviewError = signal<CallError | null>(null);

export function followOverview(): void {
  effect(() => {
    void generation.value;
    call("overview", {}).then(
      (answer) => {
        overview.value = answer;
        overviewError.value = null;
      },
      (error: unknown) => {
        overviewError.value = error instanceof CallError ? error : new CallError(String(error), 0);
      },
    );
  });
}

/** The run that the page shows; null before the first answer, or where the URL names none that exists. */
export function currentRun(): RunInfo | null {
  return overview.value?.runs[run.value] ?? null;
}
