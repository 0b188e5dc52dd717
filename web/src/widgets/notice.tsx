// What stands where nothing can be shown: why it is empty, and what to do.
import type { ComponentChildren } from "preact";

import type { CallError } from "../engine/client";
import "./notice.css";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice" role="status">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Failed({ error, onRetry }: { error: CallError; onRetry?: () => void }) {
  return (
    <div class="notice notice-error" role="alert">
      <h2>{error.status === 0 ? "No line to tdbg" : "tdbg could not answer"}</h2>
      <p class="mono">{error.message}</p>
      {onRetry && <button type="button" onClick={onRetry}>Try again</button>}
    </div>
  );
}
