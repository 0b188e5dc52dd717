// What of the recording is torn, damaged or missing, and what that means.
import { countText } from "../base/numbers";
import type { Loss } from "../protocol/messages";
import { Dialog } from "../widgets/dialog";
import { Icon } from "../widgets/icon";
import "./sheets.css";

export function LossList({ losses, onClose }: { losses: readonly Loss[]; onClose: () => void }) {
  return (
    <Dialog label="Recording incomplete" size="sheet" onClose={onClose}>
      <div class="sheet-head">
        <h2>What is missing or damaged in this recording</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}><Icon name="close" /></button>
      </div>
      <ul class="losses-list" tabIndex={0}>
        {losses.map((loss) => (
          <li key={loss.name}>
            <div><strong class="mono">{loss.name}</strong><span class="faint">{`× ${countText(loss.count)}`}</span></div>
            <p>{loss.meaning}</p>
            {loss.where !== "" && <p class="mono faint">{loss.where}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
