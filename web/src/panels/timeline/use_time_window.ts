// The stretch of time on the screen: moved by the hand at once, in the URL and in requests when it rests.
import { useEffect, useRef, useState } from "preact/hooks";

import { go, textOf } from "../../engine/place";
import { between, lengthOf, within, type TimeWindow } from "./time_window";

const REST_MS = 90;
const GLIDE_MS = 160;

export interface LiveWindow {
  /** As it is drawn now. */
  now: () => TimeWindow;
  /** As it was when it last rested; null: everything. */
  rested: TimeWindow | null;
  /** At once, as a hand moves it. */
  set: (next: TimeWindow) => void;
  /** Smoothly, as a key asks. Further keys count from where it is going. */
  glide: (next: (from: TimeWindow) => TimeWindow) => void;
  fit: () => void;
}

export function useTimeWindow(bounds: TimeWindow, redraw: () => void): LiveWindow {
  const [rested, setRested] = useState<TimeWindow | null>(windowOfUrl);
  const live = useRef<TimeWindow | null>(rested);
  const goal = useRef<TimeWindow | null>(null);
  const timer = useRef(0);
  const frame = useRef(0);
  const limits = useRef(bounds);
  limits.current = bounds;

  const now = () => within(live.current ?? limits.current, limits.current);
  const rest = () => {
    const all = live.current === null || lengthOf(live.current) >= lengthOf(limits.current) * 0.9999;
    if (all) live.current = null;
    const next = live.current && { from: Math.floor(live.current.from), to: Math.ceil(live.current.to) };
    setRested(next);
    go({ from: next?.from ?? null, to: next?.to ?? null }, "replace");
  };
  const set = (next: TimeWindow) => {
    cancelAnimationFrame(frame.current);
    goal.current = null;
    live.current = next;
    redraw();
    clearTimeout(timer.current);
    timer.current = window.setTimeout(rest, REST_MS);
  };
  const glide = (next: (from: TimeWindow) => TimeWindow) => {
    const start = now();
    const end = next(goal.current ?? start);
    const begin = performance.now();
    goal.current = end;
    cancelAnimationFrame(frame.current);
    clearTimeout(timer.current);
    const step = (time: number) => {
      const share = Math.min(1, Math.max(0, (time - begin) / GLIDE_MS));
      live.current = between(start, end, 1 - (1 - share) ** 3);
      redraw();
      if (share < 1) {
        frame.current = requestAnimationFrame(step);
        return;
      }
      live.current = end;
      goal.current = null;
      rest();
    };
    frame.current = requestAnimationFrame(step);
  };

  useEffect(() => () => {
    cancelAnimationFrame(frame.current);
    clearTimeout(timer.current);
  }, []);

  // The back button, and links to a stretch.
  const url = windowOfUrl();
  const written = url === null ? "" : `${url.from} ${url.to}`;
  useEffect(() => {
    if (goal.current !== null || written === (rested === null ? "" : `${rested.from} ${rested.to}`)) return;
    live.current = url;
    setRested(url);
    redraw();
  }, [written]);

  return { now, rested, set, glide, fit: () => glide(() => limits.current) };
}

function windowOfUrl(): TimeWindow | null {
  const from = timeOf("from");
  const to = timeOf("to");
  return from === null || to === null || to <= from ? null : { from, to };
}

/** Moments before the first tensor are negative. */
function timeOf(name: string): number | null {
  const text = textOf(name);
  return text !== null && /^-?\d{1,16}$/.test(text) ? Number(text) : null;
}
