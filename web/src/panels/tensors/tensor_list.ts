// The rows that fit a question, by pages, and how many there are.
import { useEffect, useRef, useState } from "preact/hooks";

import { PartCache } from "../../base/part_cache";
import { generation } from "../../engine/changes";
import { call, CallError, type Request } from "../../engine/client";
import type { TensorRow } from "../../protocol/messages";

export type TensorQuery = Omit<Request<"tensors">, "begin" | "count">;

const PAGE = 200;
const NEAR = 100;

export class TensorList {
  readonly #pages: PartCache<TensorRow[]>;
  #seen: [number, number] = [0, 1];
  /** null before the first answer. */
  total: number | null = null;
  error: CallError | null = null;

  /** `onChange` is called when something that is on the screen has come. */
  constructor(query: TensorQuery, onChange: () => void) {
    let told: number | null = null;
    this.#pages = new PartCache(
      async (page, signal) => {
        const answer = await call("tensors", { ...query, begin: page * PAGE, count: PAGE }, signal);
        this.total = answer.total;
        return answer.rows;
      },
      (_, page) => {
        const [begin, end] = this.#seen;
        const beside = page * PAGE >= end || (page + 1) * PAGE <= begin;
        if (beside && told === this.total && this.error === null) return;
        told = this.total;
        this.error = null;
        onChange();
      },
      (error) => {
        this.error = error instanceof CallError ? error : new CallError(String(error), 0);
        onChange();
      },
    );
  }

  /** undefined while it is under way. */
  row(index: number): TensorRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** These are on the screen; what lies near is fetched too, so that it is there when it is scrolled to. */
  want(begin: number, end: number): void {
    this.#seen = [begin, end];
    const pages = [];
    const last = Math.min(end + NEAR, this.total ?? end);
    for (let page = Math.floor(Math.max(0, begin - NEAR) / PAGE); page * PAGE < last; ++page) pages.push(page);
    this.#pages.want(pages);
  }

  refresh(): void {
    this.#pages.refresh();
  }

  close(): void {
    this.#pages.close();
  }
}

export interface ShownList {
  /** null before the first answer. */
  list: TensorList | null;
  /** Of which question the list is. */
  question: string;
  /** The list is that of the last question; the present one is under way, or was refused. */
  stale: boolean;
  /** Of the present question. */
  error: CallError | null;
  /** Another number whenever rows have come. */
  tick: number;
}

/** The list of a question. The last one stays until there is something to show of the next. */
export function useTensorList(query: TensorQuery): ShownList {
  const question = JSON.stringify(query);
  const [shown, setShown] = useState<Omit<ShownList, "stale">>({ list: null, question, error: null, tick: 0 });
  const [refusal, setRefusal] = useState<{ question: string; error: CallError } | null>(null);
  const kept = useRef<TensorList | null>(null);
  const latest = useRef<TensorList | null>(null);

  useEffect(() => {
    const list = new TensorList(query, () => {
      if (list.error !== null) {
        setRefusal({ question, error: list.error });
        return;
      }
      if (kept.current !== list) kept.current?.close();
      kept.current = list;
      setRefusal(null);
      setShown((old) => ({ list, question, error: null, tick: old.tick + 1 }));
    });
    latest.current = list;
    list.want(0, 1);
    return () => {
      if (kept.current !== list) list.close();
    };
  }, [question]);
  useEffect(() => () => kept.current?.close(), []);

  const grown = generation.value;
  useEffect(() => {
    if (grown > 0) latest.current?.refresh();
  }, [grown]);

  return {
    ...shown,
    stale: shown.question !== question,
    error: refusal?.question === question ? refusal.error : null,
  };
}
