// What a frame costs the page's main thread while something scrolls, from the browser's own trace.
import type { Page } from "@playwright/test";

const FRAMES = 240;
const STEP_PX = 100;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

async function traceOf(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"];
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await work();
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** Milliseconds of processor time on the main thread, frame by frame, while the element scrolls. */
export async function frameWork(page: Page, selector: string): Promise<number[]> {
  const events = await traceOf(page, () =>
    page.locator(selector).evaluate(
      async (element, [frames, step]) => {
        for (let i = 0; i < frames; ++i) {
          await new Promise((done) => requestAnimationFrame(done));
          element.scrollTop += step;
        }
      },
      [FRAMES, STEP_PX] as const,
    ),
  );
  // The page's main thread is the one that prepares most frames.
  const paints = Map.groupBy(events.filter((event) => event.name === "PrePaint"), (event) => `${event.pid}.${event.tid}`);
  const [thread, frames] = [...paints].reduce((most, one) => (one[1].length > most[1].length ? one : most));
  const begins = frames.map((event) => event.ts).sort((a, b) => a - b);
  const work = begins.map(() => 0);
  for (const task of events) {
    if (task.name !== "RunTask" || task.ph !== "X" || `${task.pid}.${task.tid}` !== thread) continue;
    // Of the frame that it prepares, else of the one before it.
    const within = begins.findIndex((begin) => begin >= task.ts && begin < task.ts + (task.dur ?? 0));
    const frame = within >= 0 ? within : begins.findLastIndex((begin) => begin <= task.ts);
    if (frame >= 0) work[frame] = (work[frame] ?? 0) + (task.tdur ?? task.dur ?? 0) / 1000;
  }
  return work.slice(1);
}
