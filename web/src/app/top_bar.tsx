// What is looked at and how it stands, and the ways to search, help and looks. The middle stays free.
import { currentRun, overview } from "../engine/runs";
import { counted } from "../base/numbers";
import { go, run } from "../engine/place";
import { Icon } from "../widgets/icon";
import type { RunInfo } from "../protocol/messages";
import { RunControl } from "./run_control";
import { StateLine } from "./state_line";
import { nextTheme, theme } from "./theme";
import { placeInRun } from "./visited";
import "./top_bar.css";

/** What can lie over the page. */
export type Sheet = "palette" | "help" | "losses";

const THEME_WORDS = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" } as const;

export function TopBar({ onOpen }: { onOpen: (what: Sheet) => void }) {
  const known = overview.value;
  const losses = known?.losses ?? [];
  return (
    <header class="bar">
      <span class="mark"><Mark />tdbg</span>
      {known && <TracePath path={known.path} />}
      {known && known.runs.length > 1 && <RunChoice runs={known.runs} />}
      <StateLine run={currentRun()} />
      <RunControl />
      <span class="room" />
      {losses.length > 0 && (
        <button type="button" class="quiet losses" onClick={() => onOpen("losses")}>
          <Icon name="alerts" />Recording incomplete
        </button>
      )}
      <button type="button" class="search" onClick={() => onOpen("palette")} aria-keyshortcuts="Control+K">
        <Icon name="search" /><span>Search or run a command</span><kbd>Ctrl K</kbd>
      </button>
      <button type="button" class="quiet" onClick={nextTheme} aria-label={THEME_WORDS[theme.value]}
        title={`${THEME_WORDS[theme.value]}  (t)`}>
        <Icon name={theme.value} size={18} />
      </button>
      <button type="button" class="quiet" onClick={() => onOpen("help")} aria-label="Keys and signs" title="Keys and signs  (?)">
        <Icon name="help" size={18} />
      </button>
    </header>
  );
}

/** The same drawing as public/icon.svg. */
function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#20232b" />
      <circle cx="16" cy="16" r="8" fill="#d6409f" />
      <path d="M16 11v6M16 20.4v.2" stroke="#fff" stroke-width="3" stroke-linecap="round" />
    </svg>
  );
}

/** The end of the path says most. */
function TracePath({ path }: { path: string }) {
  const parts = path.replace(/\/+$/, "").split("/");
  const short = parts.length > 3 ? `…/${parts.slice(-2).join("/")}` : path;
  return <span class="path mono" title={path}>{short}</span>;
}

function RunChoice({ runs }: { runs: readonly RunInfo[] }) {
  return (
    <select aria-label="Run" value={run.value} onChange={(event) => go(placeInRun(Number(event.currentTarget.value)))}>
      {runs.map((info) => (
        <option key={info.run} value={info.run}>{nameOf(info)}</option>
      ))}
    </select>
  );
}

function nameOf(info: RunInfo): string {
  const bad = info.origins === 0 ? "" : `, ${counted(info.origins, "origin")}`;
  const process = info.pid === null ? "" : `, process ${info.pid}`;
  return `${info.run}: ${info.id}${process}${bad}`;
}
