// Answers as panels use them: asked when the question changes or the trace has grown; the old answer stays
// on the screen until the new one is there.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { call, CallError, type Answer, type Method, type Request } from "./client";
import { generation, reconnections } from "./changes";

export interface Asked<T> {
  /** The latest answer to this question; of another question only while `stale`. */
  value: T | null;
  error: CallError | null;
  stale: boolean;
}

/** null asks nothing. `grows: false` for what a growing trace does not change. */
export function useAnswer<M extends Method>(
  method: M,
  request: Request<M> | null,
  options: { grows?: boolean } = {},
): Asked<Answer<M>> {
  const question = request === null ? null : JSON.stringify(request);
  const grown = options.grows === false ? 0 : generation.value;
  const [asked, setAsked] = useState<Asked<Answer<M>> & { question: string | null }>({
    value: null,
    error: null,
    stale: false,
    question: null,
  });
  const latest = useRef(0);

  // Not after the next picture, which may take long: the answer is on its way while it is painted.
  useLayoutEffect(() => {
    if (request === null) {
      setAsked({ value: null, error: null, stale: false, question: null });
      return;
    }
    const abort = new AbortController();
    const turn = ++latest.current;
    call(method, request, abort.signal).then(
      (value) => {
        if (turn === latest.current) setAsked({ value, error: null, stale: false, question });
      },
      (error: unknown) => {
        if (turn !== latest.current || abort.signal.aborted) return;
        const told = error instanceof CallError ? error : new CallError(String(error), 0);
        setAsked({ value: null, error: told, stale: false, question });
      },
    );
    return () => abort.abort();
  }, [method, question, grown, reconnections.value]);

  return { value: asked.value, error: asked.error, stale: asked.question !== question };
}
