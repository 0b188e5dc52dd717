// The way between the sections.
import { shortCount } from "../base/numbers";
import { view } from "../engine/place";
import { currentRun } from "../engine/runs";
import { Icon } from "../widgets/icon";
import { Link } from "../widgets/link";
import { SECTIONS, type Section } from "./sections";
import { lastPlaceIn } from "./visited";
import "./rail.css";

export function Rail() {
  const origins = currentRun()?.origins ?? 0;
  return (
    <nav class="rail" aria-label="Sections">
      {SECTIONS.map((section) => (
        <SectionLink key={section.view} section={section} badge={section.view === "alerts" ? origins : 0} />
      ))}
    </nav>
  );
}

function SectionLink({ section, badge }: { section: Section; badge: number }) {
  return (
    <Link to={lastPlaceIn(section.view)} class="section" current={view.value === section.view}
      title={`${section.word}: ${section.what}  (${section.key})`}>
      <Icon name={section.view} size={20} />
      <span>{section.word}</span>
      {badge > 0 && (
        <span class="badge">{shortCount(badge)}<span class="unseen">{badge === 1 ? " origin" : " origins"}</span></span>
      )}
    </Link>
  );
}
