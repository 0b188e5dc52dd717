// What is offered under the line, in groups.
import { useEffect, useRef } from "preact/hooks";

import { Icon } from "../../widgets/icon";
import type { Suggestion } from "./suggestions";

const KINDS = { word: "Commands and words", section: "Sections", name: "Ops and tensors", search: "Search" } as const;

interface SuggestionListProps {
  suggestions: readonly Suggestion[];
  selected: number;
  onChoose: (suggestion: Suggestion) => void;
}

export function SuggestionList({ suggestions, selected, onChoose }: SuggestionListProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <div ref={box} id="palette-list" class="palette-list" role="listbox" aria-label="Suggestions"
      hidden={suggestions.length === 0}>
      {suggestions.map((suggestion, index) => (
        <div key={`${suggestion.kind} ${suggestion.text}`} role="presentation">
          {suggestions[index - 1]?.kind !== suggestion.kind && (
            <div class="palette-kind" role="presentation">{KINDS[suggestion.kind]}</div>
          )}
          <div
            id={`palette-option-${index}`}
            class="palette-option"
            role="option"
            aria-selected={index === selected}
            onClick={() => onChoose(suggestion)}
          >
            <span class={suggestion.kind === "section" ? "" : "mono"}>{suggestion.text}</span>
            <span class="faint">{suggestion.meaning}</span>
            {suggestion.kind !== "word" && <Icon name="open" size={14} />}
          </div>
        </div>
      ))}
    </div>
  );
}
