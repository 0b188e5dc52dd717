// Filters that are often wanted, to switch on and off.
import type { Word } from "../../protocol/messages";
import { hasTerm, withTerm, withoutTerm } from "./filter_terms";

interface Quick {
  label: string;
  term: string;
  meaning: string;
}

const QUICK: Quick[] = [
  { label: "NaN or ±∞", term: "has_inf_or_nan", meaning: "Some element is NaN or infinite" },
  { label: "Origins", term: `verdict == "origin"`, meaning: "Bad, and nothing it was made of was" },
  { label: "All zero", term: "zero == elements", meaning: "Every element is zero" },
  { label: "Huge", term: "(max > 1e4 or min < -1e4)", meaning: "Some element is beyond ±10,000" },
  { label: "Subnormal", term: "subnormal > 0", meaning: "Some element is so small that precision is lost" },
  { label: "Scalars", term: "rank == 0", meaning: "A single number: losses, norms, rates" },
];

interface QuickFiltersProps {
  filter: string;
  named: Word[];
  onFilter: (filter: string) => void;
}

export function QuickFilters({ filter, named, onFilter }: QuickFiltersProps) {
  const others = named.filter((word) => QUICK.every((quick) => quick.term !== word.text));
  const all = [...QUICK, ...others.map((word) => ({ label: word.text, term: word.text, meaning: word.meaning }))];
  return (
    <div class="tensors-quick" role="group" aria-label="Common filters">
      {all.map(({ label, term, meaning }) => {
        const on = hasTerm(filter, term);
        return (
          <button type="button" class="tensors-chip" key={term} aria-pressed={on} title={`${meaning}: ${term}`}
            onClick={() => onFilter(on ? withoutTerm(filter, term) : withTerm(filter, term))}>
            {label}
          </button>
        );
      })}
    </div>
  );
}
