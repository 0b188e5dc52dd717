// What ran when: steps, and by thread executions and the tensors of each device, from the whole run down to nanoseconds.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { counted } from "../../base/numbers";
import { useAnswer } from "../../engine/answer";
import { go, numberOf, run } from "../../engine/place";
import { currentRun } from "../../engine/runs";
import { useShortcut } from "../../engine/shortcuts";
import type { Mark, Timeline } from "../../protocol/messages";
import { useMeasured } from "../../widgets/measured";
import { Failed } from "../../widgets/notice";
import { Bar } from "./bar";
import { drawScene } from "./draw";
import { EventStrip } from "./event_strip";
import { ExecutionStrip } from "./execution_strip";
import { IdleStrip } from "./idle_strip";
import { spokenText } from "./mark_text";
import { markAt, neighbour, nextBad, type Spot } from "./marks";
import { NothingRan } from "./nothing_ran";
import { heightOf, OVERVIEW_HEIGHT, rowAt, rowsOf, trackName } from "./rows";
import { centred, lengthOf, move, padded, zoom, type TimeWindow } from "./time_window";
import { Tooltip } from "./tooltip";
import { TrackNames } from "./track_names";
import { TrackCanvas, type CanvasHandle, type Position } from "./track_canvas";
import { useTimeWindow } from "./use_time_window";
import "./timeline.css";

export function TimelinePanel() {
  const overview = useAnswer("timeline", { run: run.value, from_ns: 0, to_ns: 0, marks: 1000 });
  if (overview.error) return <Failed error={overview.error} />;
  if (!overview.value) return null;
  if (overview.value.tracks.length === 0) return <NothingRan />;
  return <Tracks overview={overview.value} />;
}

/** Pixels for a box of the server's. */
const COLUMN_PX = 3;
/** So much more on either side is asked for, so that there is something to drag into sight. */
const MARGIN = 0.5;

function Tracks({ overview }: { overview: Timeline }) {
  const bounds = useMemo(() => padded(overview.first_ns, overview.last_ns), [overview.first_ns, overview.last_ns]);
  const canvas = useRef<CanvasHandle>(null);
  const live = useTimeWindow(bounds, () => canvas.current?.redraw());
  const [width, setWidth] = useState(0);
  const asked = useAnswer("timeline", width === 0 ? null : requestFor(live.rested, width));
  const shown = asked.value ?? overview;
  const body = useRef<HTMLDivElement>(null);
  const room = useHeight(body);
  const rows = useMemo(() => rowsOf(shown, room), [shown, room]);

  const execution = numberOf("execution");
  const event = numberOf("event");
  const info = useAnswer("execution", execution === null ? null : { run: run.value, execution });
  const [hover, setHover] = useState<{ spot: Spot; at: Position } | null>(null);
  const [pointerX, setPointerX] = useState<number | null>(null);
  const [cursor, setCursor] = useState<Spot | null>(null);
  const [active, setActive] = useState(() => Math.max(0, shown.tracks.findIndex((track) => track.kind === "executions")));

  const timeAt = (x: number): number => {
    const now = live.now();
    return now.from + (x / Math.max(1, width)) * lengthOf(now);
  };
  const spotAt = (at: Position): Spot | null => {
    const row = rowAt(rows, at.y);
    if (!row) return null;
    const mark = markAt(row.track.marks, timeAt(at.x), (lengthOf(live.now()) / Math.max(1, width)) * 4);
    return mark && { track: row.index, mark };
  };
  const show = (from: number, to: number) => live.glide(() => padRange(from, to, bounds));
  const pick = (spot: Spot) => {
    setCursor(spot);
    setActive(spot.track);
    const { mark } = spot;
    const kind = shown.tracks[spot.track]?.kind;
    if (mark.count > 1 && mark.end_ns > mark.begin_ns) show(mark.begin_ns, mark.end_ns);
    else if (kind === "executions") go({ execution: mark.execution, event: null });
    else if (kind === "device") go({ event: mark.event, execution: null });
    else show(mark.begin_ns, mark.end_ns);
  };

  // A link to an execution shows it among its neighbours.
  const linked = useRef(execution !== null && live.rested === null ? execution : null);
  useEffect(() => {
    if (!info.value || linked.current !== info.value.execution) return;
    linked.current = null;
    if ((currentRun()?.executions ?? 0) <= 60) return;
    const time = info.value.time_ns;
    const around = lengthOf(bounds) / Math.max(20, (currentRun()?.executions ?? 0) / 60);
    show(time - around / 2, time + around / 2);
  }, [info.value]);

  const goTo = (spot: Spot | null) => {
    if (!spot) return;
    setCursor(spot);
    setActive(spot.track);
    const now = live.now();
    if (spot.mark.begin_ns < now.from || spot.mark.begin_ns > now.to) live.glide((from) => centred(from, spot.mark.begin_ns, bounds));
  };
  const stepMark = (direction: 1 | -1) => {
    const track = shown.tracks[active];
    const now = live.now();
    const from = cursor?.track === active ? cursor.mark.begin_ns : direction > 0 ? now.from : now.to;
    const mark = track && neighbour(track.marks, from, direction);
    if (mark) goTo({ track: active, mark });
  };
  const stepBad = (direction: 1 | -1) => {
    const from = cursor?.mark.begin_ns ?? (direction > 0 ? bounds.from : bounds.to);
    goTo(nextBad(shown.tracks, from, direction) ?? nextBad(overview.tracks, from, direction));
  };
  const deselect = () => {
    setCursor(null);
    go({ execution: null, event: null });
  };

  const zoomBy = (factor: number) => live.glide((from) => {
    const marked = cursor?.mark.begin_ns ?? NaN;
    const around = pointerX !== null ? timeAt(pointerX) : marked >= from.from && marked <= from.to ? marked : (from.from + from.to) / 2;
    return zoom(from, factor, around, bounds);
  });
  useShortcut("w +", "zoom in", () => zoomBy(0.6));
  useShortcut("s -", "zoom out", () => zoomBy(1 / 0.6));
  useShortcut("a", "move left", () => live.glide((from) => move(from, -lengthOf(from) * 0.2, bounds)));
  useShortcut("d", "move right", () => live.glide((from) => move(from, lengthOf(from) * 0.2, bounds)));
  useShortcut("f", "show everything", live.fit);
  useShortcut("ArrowRight", "next mark of the track", () => stepMark(1));
  useShortcut("ArrowLeft", "previous mark of the track", () => stepMark(-1));
  useShortcut("ArrowDown", "next track", () => setActive(Math.min(active + 1, shown.tracks.length - 1)));
  useShortcut("ArrowUp", "previous track", () => setActive(Math.max(active - 1, 0)));
  useShortcut(".", "next bad mark", () => stepBad(1));
  useShortcut(",", "previous bad mark", () => stepBad(-1));
  useShortcut("Enter", "select the mark", () => cursor && pick(cursor));
  useShortcut("Escape", "select nothing", deselect);

  const height = heightOf(rows);
  const drag = (start: Position, at: Position, by: number) => {
    setHover(null);
    const now = live.now();
    if (start.y < OVERVIEW_HEIGHT) live.set(centred(now, bounds.from + (at.x / width) * lengthOf(bounds), bounds));
    else live.set(move(now, (-by / width) * lengthOf(now), bounds));
  };
  const hovering = (at: Position | null) => {
    setPointerX(at && at.y >= OVERVIEW_HEIGHT ? at.x : null);
    const spot = at && spotAt(at);
    setHover(spot ? { spot, at } : null);
  };
  const selectedTime = info.value && execution !== null ? info.value.time_ns : null;
  const cursorTrack = cursor && shown.tracks[cursor.track];
  const hoverTrack = hover && shown.tracks[hover.spot.track];

  return (
    <div class="timeline">
      <Bar overview={overview} shown={live.rested ?? bounds} onFit={live.fit} onBad={stepBad} />
      <div class="timeline-body" ref={body}>
        <TrackNames rows={rows} active={active} onActive={setActive} />
        <div class="timeline-canvas">
          <TrackCanvas handle={canvas} height={height} cursor={hover ? "pointer" : "default"}
            label={`Timeline of ${counted(shown.tracks.length, "track")}. Arrow keys go from mark to mark.`}
            draw={(context, paint, wide, high) => drawScene(context, paint, {
              width: wide, height: high, window: live.now(), bounds, overview, rows, hovered: hover?.spot ?? null, cursor,
              activeTrack: active, execution, selectedTime, pointerX,
            })}
            onWidth={setWidth} onHover={hovering} onDrag={drag}
            onPick={(at) => {
              if (at.y < OVERVIEW_HEIGHT) live.glide((from) => centred(from, bounds.from + (at.x / width) * lengthOf(bounds), bounds));
              else {
                const spot = spotAt(at);
                if (spot) pick(spot);
                else deselect();
              }
            }}
            onOpen={(at) => {
              const spot = spotAt(at);
              if (spot && spot.mark.end_ns > spot.mark.begin_ns) show(spot.mark.begin_ns, spot.mark.end_ns);
            }}
            onWheel={(at, factor, pan) => {
              const now = live.now();
              live.set(factor === 1 ? move(now, (pan / width) * lengthOf(now), bounds) : zoom(now, factor, timeAt(at.x), bounds));
            }} />
          {hover && hoverTrack && <Tooltip track={hoverTrack} mark={hover.spot.mark} at={hover.at} width={width} />}
        </div>
      </div>
      <p class="unseen" role="status">{cursor && cursorTrack ? spokenText(trackName(cursorTrack), cursorTrack, cursor.mark) : ""}</p>
      {event !== null ? <EventStrip event={event} onClose={deselect} />
        : execution !== null ? (
          <ExecutionStrip info={info.value?.execution === execution ? info.value : null} error={info.error?.message ?? null}
            mark={markOf(shown, execution)} onClose={deselect} />
        ) : <IdleStrip timeline={shown} window={live.rested ?? bounds} onPick={(spot) => {
          goTo(spot);
          pick(spot);
        }} />}
    </div>
  );
}

function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useMeasured(() => box.current, (element) => setHeight(element.clientHeight));
  return height;
}

function requestFor(rested: TimeWindow | null, width: number) {
  const columns = Math.ceil(width / COLUMN_PX);
  // A box holds up to two marks.
  if (rested === null) return { run: run.value, from_ns: 0, to_ns: 0, marks: 2 * columns };
  const margin = lengthOf(rested) * MARGIN;
  return {
    run: run.value,
    from_ns: Math.floor(rested.from - margin),
    to_ns: Math.ceil(rested.to + margin),
    marks: Math.min(5000, Math.ceil(2 * columns * (1 + 2 * MARGIN))),
  };
}

function padRange(from: number, to: number, bounds: TimeWindow): TimeWindow {
  const { from: left, to: right } = padded(from, to);
  return zoom({ from: left, to: right }, 1, (left + right) / 2, bounds);
}

/** The mark of the execution, where it has one of its own on the screen. */
function markOf(timeline: Timeline, execution: number): Mark | null {
  const tracks = timeline.tracks.filter((each) => each.kind === "executions");
  return tracks.flatMap((each) => each.marks).find((each) => each.execution === execution) ?? null;
}
