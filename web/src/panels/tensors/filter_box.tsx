// The line for a filter: completes what is typed, and shows what tdbg says of a wrong one.
import { useEffect, useRef, useState } from "preact/hooks";

import type { Word, Words } from "../../protocol/messages";
import { Icon } from "../../widgets/icon";
import { proposals } from "./filter_words";

interface FilterBoxProps {
  /** The filter that holds now. */
  filter: string;
  words: Words | null;
  /** In tdbg's words, of the filter that holds now. */
  error: string | null;
  onFilter: (filter: string) => void;
}

export function FilterBox({ filter, words, error, onFilter }: FilterBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter);
  const [offer, setOffer] = useState<{ begin: number; words: Word[]; active: number } | null>(null);
  useEffect(() => setTyped(filter), [filter]);

  const propose = (text: string) => {
    const cursor = input.current?.selectionStart ?? text.length;
    const next = words ? proposals(text.slice(0, cursor), words) : null;
    const word = next ? text.slice(next.begin, cursor) : "";
    const useful = next?.words.filter((one) => one.text !== word) ?? [];
    setOffer(next && useful.length > 0 ? { begin: next.begin, words: useful, active: -1 } : null);
  };
  const accept = (word: Word) => {
    if (!offer || !input.current) return;
    const cursor = input.current.selectionStart ?? typed.length;
    const head = `${typed.slice(0, offer.begin)}${word.text} `;
    const text = head + typed.slice(cursor).trimStart();
    setTyped(text);
    input.current.value = text;
    input.current.setSelectionRange(head.length, head.length);
    propose(text);
  };
  const apply = (text: string) => {
    setOffer(null);
    onFilter(text.trim());
  };
  const onKey = (event: KeyboardEvent) => {
    const move = (by: number) => {
      if (!offer) return propose(typed);
      const count = offer.words.length;
      setOffer({ ...offer, active: offer.active < 0 && by < 0 ? count - 1 : (offer.active + by + count) % count });
    };
    const active = offer?.words[Math.max(0, offer.active)];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === " " && event.ctrlKey) propose(typed);
    else if (event.key === "Tab" && active && !event.shiftKey) accept(active);
    else if (event.key === "Enter" && offer && offer.active >= 0 && active) accept(active);
    else if (event.key === "Enter") apply(typed);
    else if (event.key === "Escape" && offer) setOffer(null);
    else if (event.key === "Escape") input.current?.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const open = offer !== null;
  return (
    <div class="filter-box">
      <div class={`filter-line${error !== null ? " filter-wrong" : ""}`}>
        <Icon name="search" />
        <input ref={input} id="tensors-filter" class="mono" type="text" spellcheck={false} autocomplete="off" value={typed}
          placeholder='Filter, for example: max > 1e4 and op == "MatMul"' aria-label="Filter" role="combobox"
          aria-autocomplete="list" aria-expanded={open} aria-controls="filter-words" aria-invalid={error !== null}
          aria-activedescendant={open && offer.active >= 0 ? `filter-word-${offer.active}` : undefined}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            propose(event.currentTarget.value);
          }}
          onKeyDown={onKey} onBlur={() => setOffer(null)} />
        {typed.trim() !== filter && <span class="filter-hint faint"><kbd>Enter</kbd> filters</span>}
        {typed !== "" && (
          <button type="button" class="icon-button" aria-label="Clear the filter" onClick={() => apply("")}>
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      <ul id="filter-words" class="filter-words" role="listbox" aria-label="Completions" hidden={!open}>
        {offer?.words.map((word, at) => (
          <li key={word.text} id={`filter-word-${at}`} role="option" aria-selected={at === offer.active}
            ref={(element) => {
              if (at === offer.active) element?.scrollIntoView({ block: "nearest" });
            }}
            onPointerDown={(event) => {
              event.preventDefault();
              accept(word);
            }}>
            <span class="mono">{word.text}</span><span class="faint">{word.meaning}</span>
          </li>
        ))}
      </ul>
      {error !== null && !open && <pre class="filter-error" role="alert">{error}</pre>}
    </div>
  );
}
