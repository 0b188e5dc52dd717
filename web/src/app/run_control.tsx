// What can be asked of a living program; a recording has none of it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { connected, target } from "../engine/changes";
import { call } from "../engine/client";
import { go } from "../engine/place";
import { useShortcut } from "../engine/shortcuts";
import type { TargetInfo } from "../protocol/messages";
import { Icon, type IconName } from "../widgets/icon";
import { placeOf, refusalOf, type Control } from "./program_words";
import "./run_control.css";

/** How long it is said why something was not done. */
const REFUSAL_MS = 10_000;

export function RunControl() {
  const program = target.value;
  if (program === null || !program.living || !connected.value) return null;
  return <Controls program={program} />;
}

function Controls({ program }: { program: TargetInfo }) {
  const refusal = useSignal<string | null>(null);
  useEffect(() => {
    if (refusal.value === null) return undefined;
    const timer = setTimeout(() => (refusal.value = null), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refusal.value]);

  const ask = async (control: Control) => {
    refusal.value = refusalOf(control, program);
    if (refusal.value !== null) return;
    try {
      await requestOf(control, program);
    } catch (error) {
      refusal.value = sentence(error instanceof Error ? error.message : String(error));
    }
  };
  useShortcut("c F8", "let the program go on", () => void ask("continue"), "everywhere");
  useShortcut("h Shift+F8", "hold the program at its next op", () => void ask("hold"), "everywhere");

  useShortcut("r", "what the program is held at", () => {
    const place = program.stop === null ? null : placeOf(program.stop);
    if (place === null) refusal.value = "The program is not held at anything that was recorded.";
    else go(place);
  }, "everywhere");

  const button = (control: Control, icon: IconName, word: string, meaning: string) => {
    const why = refusalOf(control, program);
    // Not `disabled`: who has just pressed it keeps the focus, and is told why it does nothing.
    return (
      <button type="button" class="control" aria-label={word} aria-disabled={why !== null} title={why ?? meaning}
        onClick={() => void ask(control)}>
        <Icon name={icon} /><span>{word}</span>
      </button>
    );
  };
  return (
    <div class="controls" role="group" aria-label="Program">
      {button("continue", "continue", "Continue", "Let the program go on, to the next birth or error  (c)")}
      {button("hold", "hold", "Pause", "Hold the program at its next op  (h)")}
      {button("detach", "detach", "Detach", "Let the program run free, to its end: it is recorded, but never held again")}
      {refusal.value !== null && (
        <p class="refusal" role="alert">
          {refusal.value}
          <button type="button" class="quiet" aria-label="Close" onClick={() => (refusal.value = null)}><Icon name="close" /></button>
        </p>
      )}
    </div>
  );
}

/** Of a stop that is not on the screen yet, nobody decides: `continue` names the one that is. */
function requestOf(control: Control, program: TargetInfo): Promise<TargetInfo> {
  if (control === "continue" && program.stop !== null) return call("continue", { stop: program.stop.number });
  return call(control === "detach" ? "detach" : "hold", {});
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}
