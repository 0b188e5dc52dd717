// What tdbg tells unasked: that the trace has grown, and how the program stands. Panels read `generation`
// and ask again.
import { signal } from "@preact/signals";

import type { RunState, TargetInfo } from "../protocol/messages";

interface Notice {
  generation: number;
  /** Of the whole trace: running while any of its programs is. */
  state: RunState;
  target: TargetInfo;
}

/** As tdbg counts it; 1 until it says otherwise, which is what it says of a trace that does not grow. */
export const generation = signal(1);
export const state = signal<RunState | null>(null);
/** The program, living or recorded, as the newest notice tells it: the first comes as soon as tdbg is heard. */
export const target = signal<TargetInfo | null>(null);
/** Whether tdbg can be heard; false from the moment the line is lost. */
export const connected = signal(true);

/** How often the line was taken up again: what could not be asked meanwhile is asked then. */
export const reconnections = signal(0);

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/** Listens for ever; a lost line is taken up again. */
export function listen(retryMs = FIRST_RETRY_MS): void {
  const url = new URL("changes", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  let wait = retryMs;
  socket.onopen = () => {
    if (!connected.peek()) reconnections.value += 1;
    connected.value = true;
    wait = FIRST_RETRY_MS;
  };
  socket.onmessage = (message: MessageEvent<string>) => {
    const notice = JSON.parse(message.data) as Notice;
    generation.value = notice.generation;
    state.value = notice.state;
    target.value = notice.target;
  };
  socket.onclose = () => {
    connected.value = false;
    setTimeout(() => listen(Math.min(wait * 2, LAST_RETRY_MS)), wait);
  };
}
