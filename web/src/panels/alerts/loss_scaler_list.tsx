// What loss scalers of the program dealt with, below the alerts; nothing where there is none.
import { VerdictMark } from "../../widgets/health";

export function LossScalerList({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section class="warnings" aria-label="Loss scalers">
      {texts.map((text) => <p key={text}><VerdictMark verdict="handled" />{` ${text}`}</p>)}
    </section>
  );
}
