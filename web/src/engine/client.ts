// The way to tdbg: one typed call for each request of the protocol.
import type { Requests } from "../protocol/messages";

export type Method = keyof Requests;
export type Request<M extends Method> = Requests[M]["request"];
export type Answer<M extends Method> = Requests[M]["answer"];

/** A refusal in tdbg's own words, or what kept the request from reaching it. */
export class CallError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 if tdbg could not be reached. */
    readonly status: number,
  ) {
    super(message);
  }
}

export async function call<M extends Method>(
  method: M,
  request: Request<M>,
  signal?: AbortSignal,
): Promise<Answer<M>> {
  const init: RequestInit = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  };
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(`rpc/${method}`, init); // the page may lie below a path of its server's own
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError("tdbg does not answer. Is `tdbg serve` still running?", 0);
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new CallError(refusalOf(body) ?? `tdbg answered ${response.status}`, response.status);
  return body as Answer<M>;
}

function refusalOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  return String(body.error);
}

/** The URL under which a tensor, or a part of it, can be saved. */
export function exportUrl(kind: "npy" | "csv", run: number, event: number, slice: string): string {
  return `export/tensor.${kind}?${new URLSearchParams({ run: `${run}`, event: `${event}`, slice })}`;
}
