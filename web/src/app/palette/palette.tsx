// One box to find everything by typing: the prompt's commands, sections, and names of ops and tensors.
import { useEffect, useRef, useState } from "preact/hooks";

import { call, CallError } from "../../engine/client";
import { run } from "../../engine/place";
import type { Document } from "../../protocol/messages";
import { Dialog } from "../../widgets/dialog";
import { Icon } from "../../widgets/icon";
import { client } from "./client_id";
import { DocumentView } from "./document_view";
import { accepted, completed, EMPTY_LINE, moved, remembered, typed } from "./line_state";
import { SuggestionList } from "./suggestion_list";
import { useSuggestions, type Suggestion } from "./suggestions";
import "./palette.css";

const HISTORY_KEY = "prompt.history";

interface Shown {
  line: string;
  document: Document | null;
  error: string | null;
}

/** The last answer stays for when the palette is opened again. */
let lastShown: Shown | null = null;

export function Palette({ onClose }: { onClose: () => void }) {
  const [line, setLine] = useState(EMPTY_LINE);
  const [shown, setShown] = useState(lastShown);
  const [running, setRunning] = useState(false);
  const history = useRef(storedHistory());
  const input = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState(false);
  const { suggestions, completion, pending } = useSuggestions(line.draft);
  const offered = line.position < 0 || (line.draft === "" && shown !== null) ? [] : suggestions;
  // What is no command can only mean a place to go to.
  const meansJump = line.position === 0 && isOneWord(line.draft) && completion !== null && offered[0]?.kind !== "word";
  const selected = meansJump ? 0 : line.position - 1;

  useEffect(() => input.current?.focus(), []);

  const show = (next: Shown) => {
    lastShown = next;
    setShown(next);
  };
  const runLine = async (text: string) => {
    if (text.trim() === "") return;
    history.current = remembered(history.current, text.trim());
    sessionStorage.setItem(HISTORY_KEY, JSON.stringify(history.current));
    setLine(EMPTY_LINE);
    setRunning(true);
    try {
      show({ line: text, document: await call("command", { client: client(), run: run.peek(), line: text }), error: null });
    } catch (error) {
      show({ line: text, document: null, error: messageOf(error) });
    }
    setRunning(false);
    input.current?.focus();
  };
  const choose = async (suggestion: Suggestion) => {
    if (suggestion.jump === undefined) {
      if (completion !== null) setLine(typed(accepted(completion, suggestion.text)));
      input.current?.focus();
      return;
    }
    try {
      await suggestion.jump();
      onClose();
    } catch (error) {
      show({ line: suggestion.text, document: null, error: messageOf(error) });
    }
  };
  const chosen = offered[selected];
  const enter = () => void (chosen === undefined ? runLine(line.text) : choose(chosen));
  // One word means what it means, however fast it was typed: Enter waits until that is known.
  useEffect(() => {
    if (!entered || pending) return;
    setEntered(false);
    enter();
  }, [entered, pending]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp") {
      setLine(moved(line, -1, history.current, offered.length));
    } else if (event.key === "ArrowDown") {
      setLine(moved({ ...line, position: meansJump ? 1 : line.position }, 1, history.current, offered.length));
    } else if (event.key === "Enter") {
      if (pending && line.position === 0 && isOneWord(line.draft)) setEntered(true);
      else enter();
    } else if (event.key === "Tab" && !event.shiftKey && line.text !== "") {
      if (chosen?.kind === "word") void choose(chosen);
      else if (chosen?.kind === "name") setLine(typed(chosen.text));
      else if (completion !== null) setLine(typed(completed(line.text, completion)));
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <Dialog label="Search or run a command" size="palette" onClose={onClose}>
      <div class="palette-line">
        <Icon name="search" size={18} />
        <input
          ref={input}
          value={line.text}
          placeholder="A command (help lists them), a section, or the name of an op or tensor"
          aria-label="Search or run a command"
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={offered[selected] === undefined ? undefined : `palette-option-${selected}`}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => {
            setEntered(false);
            setLine(typed(event.currentTarget.value));
          }}
          onKeyDown={onKey}
        />
      </div>
      <SuggestionList suggestions={offered} selected={selected} onChoose={(suggestion) => void choose(suggestion)} />
      {shown && (
        <div class="palette-answer" aria-live="polite" aria-busy={running} tabIndex={0}>
          <div class="palette-echo mono">{shown.line}</div>
          {shown.error !== null && <p class="palette-error" role="alert">{shown.error}</p>}
          {shown.document !== null && <DocumentView document={shown.document} onCommand={(command) => void runLine(command)} />}
        </div>
      )}
      <div class="palette-foot">
        <span><kbd>Enter</kbd> run or go</span>
        <span><kbd>Tab</kbd> complete</span>
        <span><kbd>↑</kbd> earlier lines</span>
        <span><kbd>↓</kbd> suggestions</span>
        <span><kbd>Esc</kbd> close</span>
      </div>
    </Dialog>
  );
}

function isOneWord(text: string): boolean {
  return /^\S+$/.test(text);
}

function storedHistory(): string[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(HISTORY_KEY) ?? "[]");
  return Array.isArray(stored) ? stored.map(String) : [];
}

function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : String(error);
}
