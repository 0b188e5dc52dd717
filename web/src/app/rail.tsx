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
  const counted = badge === 0 ? section.word : `${section.word}, ${badge} ${badge === 1 ? "origin" : "origins"}`;
  return (
    <Link to={lastPlaceIn(section.view)} class="section" current={view.value === section.view} label={counted}
      title={`${section.word}: ${section.what}  (${section.key})`}>
      <Icon name={section.view} size={20} />
      <span>{section.word}</span>
      {badge > 0 && <span class="badge">{shortCount(badge)}</span>}
    </Link>
  );
}
