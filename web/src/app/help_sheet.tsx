// The keys that hold now, and what the signs mean.
import type { Verdict } from "../protocol/messages";
import { shortcuts, type Reach, type Shortcut } from "../engine/shortcuts";
import { view } from "../engine/place";
import { Dialog } from "../widgets/dialog";
import { VerdictMark } from "../widgets/health";
import { Icon } from "../widgets/icon";
import { keyWords } from "./key_words";
import { wordOf } from "./sections";
import "./sheets.css";

const VERDICTS: [Verdict | null, string][] = [
  ["origin", "origin: a bad value was born here, of clean inputs"],
  ["inherited", "inherited: some input was bad already"],
  ["masked", "masked: it was consumed, and nothing bad came of it"],
  ["handled", "handled: a gradient overflowed, and a loss scaler skipped the step"],
  [null, "clean"],
];

export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Keys and signs" size="sheet sheet-wide" onClose={onClose}>
      <div class="sheet-head">
        <h2>Keys and signs</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}><Icon name="close" /></button>
      </div>
      <div class="sheet-columns" tabIndex={0}>
        <Keys title="Everywhere" reach="everywhere" />
        <div>
          <Keys title={`In ${wordOf(view.value)}`} reach="section" />
          <h3>Signs</h3>
          <ul class="signs">
            {VERDICTS.map(([verdict, meaning]) => (
              <li key={meaning}><VerdictMark verdict={verdict} /><span>{meaning}</span></li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}

function Keys({ title, reach }: { title: string; reach: Reach }) {
  const listed = shortcuts.value.filter((shortcut) => shortcut.reach === reach);
  if (listed.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl class="keys">
        {listed.map((shortcut) => <KeyLine key={shortcut.keys} shortcut={shortcut} />)}
      </dl>
    </section>
  );
}

function KeyLine({ shortcut }: { shortcut: Shortcut }) {
  return (
    <div>
      <dt>{keyWords(shortcut.keys).map((word) => <kbd key={word}>{word}</kbd>)}</dt>
      <dd>{shortcut.meaning}</dd>
    </div>
  );
}
