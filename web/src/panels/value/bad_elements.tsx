// From one NaN or infinity of the slice to the next.
import { useState } from "preact/hooks";

import { countText } from "../../base/numbers";
import { call } from "../../engine/client";
import { useShortcut } from "../../engine/shortcuts";
import { Icon } from "../../widgets/icon";
import { ravel, unravel } from "./element";
import { viewShape } from "./slice";
import type { Subject } from "./subject";

export function BadElements({ subject }: { subject: Subject }) {
  const { health } = subject;
  const bad = (health.nan ?? 0) + (health.pos_inf ?? 0) + (health.neg_inf ?? 0);
  return bad === 0 ? null : <Jumps subject={subject} bad={bad} />;
}

function Jumps({ subject, bad }: { subject: Subject; bad: number }) {
  const { run, event, slice, part, cursor } = subject;
  const [told, setTold] = useState("");
  const shape = viewShape(part);
  const jump = async (backwards: boolean) => {
    const after = cursor === null ? null : ravel(cursor, shape);
    try {
      let found = await call("bad_element", { run, event, slice, after, backwards });
      if (found.element === null && after !== null) found = await call("bad_element", { run, event, slice, after: null, backwards });
      if (found.element === null) return;
      const index = unravel(found.element, shape);
      setTold(`[${found.index.join(", ")}] = ${found.text}`);
      subject.onCursor(index);
    } catch (error) {
      setTold(error instanceof Error ? error.message : String(error));
    }
  };
  useShortcut("n", "Next bad element", () => void jump(false));
  useShortcut("p", "Previous bad element", () => void jump(true));
  return (
    <span class="value-bad" role="group" aria-label="Bad elements">
      <span class="chip chip-nan">{`▲ ${countText(bad)} bad`}</span>
      <button type="button" class="quiet" title="Previous bad element (p)" aria-label="Previous bad element" onClick={() => void jump(true)}><Icon name="previous" size={14} /></button>
      <button type="button" class="quiet" title="Next bad element (n)" aria-label="Next bad element" onClick={() => void jump(false)}><Icon name="next" size={14} /></button>
      <span class="mono" role="status">{told}</span>
    </span>
  );
}
