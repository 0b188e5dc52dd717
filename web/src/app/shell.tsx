// The frame around the panels: bar, rail, and the windows that can lie over them.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { target } from "../engine/changes";
import { go, run, view } from "../engine/place";
import { overview, overviewError } from "../engine/runs";
import { useShortcut } from "../engine/shortcuts";
import type { Overview } from "../protocol/messages";
import { Empty, Failed } from "../widgets/notice";
import { HelpSheet } from "./help_sheet";
import { LossList } from "./loss_list";
import { Palette } from "./palette/palette";
import { PANELS } from "./panels";
import { Rail } from "./rail";
import { SECTIONS, wordOf } from "./sections";
import { nextTheme } from "./theme";
import { TopBar, type Sheet } from "./top_bar";
import { followVisits, lastPlaceIn, placeInRun } from "./visited";
import "./shell.css";

export function Shell() {
  const open = useSignal<Sheet | null>(null);
  const show = (what: Sheet) => {
    open.value = what;
  };
  const close = () => {
    open.value = null;
  };
  useEffect(followVisits, []);
  useEffect(() => {
    document.title = titleOf(overview.value, target.value?.phase === "held");
  }, [overview.value, target.value?.phase]);
  for (const section of SECTIONS) {
    useShortcut(section.key, section.word, () => go(lastPlaceIn(section.view)), "everywhere");
  }
  useShortcut("Ctrl+k :", "search, or run a command", () => show("palette"), "everywhere");
  useShortcut("t", "light, dark, or as the system", nextTheme, "everywhere");
  useShortcut("?", "this sheet", () => show("help"), "everywhere");

  return (
    <div class="shell">
      <a class="skip" href="#content" onClick={skip}>Skip to the content</a>
      <TopBar onOpen={show} />
      <Rail />
      <main id="content" class="content" tabIndex={-1}>
        <h1 class="unseen">{wordOf(view.value)}</h1>
        <Content />
      </main>
      {open.value === "palette" && <Palette onClose={close} />}
      {open.value === "help" && <HelpSheet onClose={close} />}
      {open.value === "losses" && <LossList losses={overview.value?.losses ?? []} onClose={close} />}
    </div>
  );
}

/** Who has gone to another tab sees there, too, that the program waits. */
function titleOf(known: Overview | null, isHeld: boolean): string {
  const name = known?.path.split("/").findLast((part) => part !== "");
  return [isHeld ? "Held" : undefined, name, "tdbg"].filter((part) => part !== undefined).join(" · ");
}

function skip(event: Event) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function Content() {
  const known = overview.value;
  if (known === null && overviewError.value !== null) {
    return <Failed error={overviewError.value} onRetry={() => location.reload()} />;
  }
  if (known !== null && known.runs.length === 0) {
    return (
      <Empty title="Nothing was recorded here yet">
        <p>{`${known.path} holds no run. The page fills by itself as soon as a program writes to it:`}</p>
        <p><code>{`tdbg record -o ${known.path} train.py`}</code></p>
      </Empty>
    );
  }
  if (known !== null && known.runs[run.value] === undefined) {
    return (
      <Empty title={`There is no run ${run.value}`}>
        <p>{`${known.path} holds ${known.runs.length === 1 ? "one run" : `${known.runs.length} runs`}.`}</p>
        <button type="button" onClick={() => go(placeInRun(0))}>Show the first</button>
      </Empty>
    );
  }
  const Panel = PANELS[view.value];
  return <Panel key={`${view.value} ${run.value}`} />;
}
