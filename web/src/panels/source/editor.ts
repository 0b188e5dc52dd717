// The text of a file in CodeMirror: read-only, Python's colours, a gutter that says what each line made.
import { python } from "@codemirror/lang-python";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { counted, shortCount } from "../../base/numbers";
import type { LineMark, Verdict } from "../../protocol/messages";

export interface Editor {
  mark(marks: readonly LineMark[]): void;
  /** Marks the line and brings it into sight. */
  goTo(line: number | null): void;
  /** Brings it into sight alone. */
  reveal(line: number): void;
  /** Opens the box to find text in. */
  find(): void;
  destroy(): void;
}

const VERDICT_SIGNS: Record<Verdict, string> = { origin: "●", inherited: "○", masked: "⊘", handled: "⊙" };

const setMarks = StateEffect.define<readonly LineMark[]>();
const setLine = StateEffect.define<number | null>();

class Made extends GutterMarker {
  constructor(readonly made: LineMark) {
    super();
  }
  override eq(other: Made): boolean {
    return JSON.stringify(this.made) === JSON.stringify(other.made);
  }
  override toDOM(): Node {
    const { ops, executions, worst } = this.made;
    const cell = document.createElement("span");
    cell.className = "made";
    const parts = [ops > 0 ? counted(ops, "op") : "", executions > 0 ? counted(executions, "execution") : "", worst ?? ""];
    cell.title = parts.filter((part) => part !== "").join(", ");
    const sign = document.createElement("span");
    sign.className = worst === null ? "verdict" : `verdict verdict-${worst}`;
    sign.textContent = worst === null ? "" : VERDICT_SIGNS[worst];
    const count = document.createElement("span");
    count.textContent = shortCount(ops > 0 ? ops : executions);
    cell.append(sign, count);
    return cell;
  }
}

const marksField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(markers, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) return markersOf(transaction.state.doc, effect.value);
    }
    return markers;
  },
});

function markersOf(text: Text, marks: readonly LineMark[]): RangeSet<GutterMarker> {
  const within = marks.filter((mark) => mark.line >= 1 && mark.line <= text.lines);
  return RangeSet.of(within.map((mark) => new Made(mark).range(text.line(mark.line).from)), true);
}

const lineField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setLine)) continue;
      const at = effect.value;
      if (at === null || at < 1 || at > transaction.state.doc.lines) return Decoration.none;
      return Decoration.set([Decoration.line({ class: "code-here" }).range(transaction.state.doc.line(at).from)]);
    }
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: "var(--code-keyword)",
  },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className), tags.meta],
    color: "var(--code-name)",
  },
]);

export function makeEditor(parent: HTMLElement, text: string, onLine: (line: number) => void): Editor {
  const clicked = (view: EditorView, position: number) => onLine(view.state.doc.lineAt(position).number);
  const extensions: Extension[] = [
    gutter({
      class: "made-gutter",
      markers: (view) => view.state.field(marksField),
      domEventHandlers: { click: (view, block) => (clicked(view, block.from), true) },
    }),
    lineNumbers({ domEventHandlers: { click: (view, block) => (clicked(view, block.from), true) } }),
    marksField,
    lineField,
    python(),
    search({ top: true }),
    keymap.of(searchKeymap),
    syntaxHighlighting(colours),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Source text", "aria-readonly": "true" }),
    EditorView.domEventHandlers({
      click: (event, view) => {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
        // Who marks text to copy it goes nowhere.
        if (position !== null && (getSelection()?.isCollapsed ?? true)) clicked(view, position);
      },
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  return {
    mark: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    goTo: (line) => {
      view.dispatch({ effects: setLine.of(line) });
      if (line !== null) reveal(view, line);
    },
    reveal: (line) => reveal(view, line),
    find: () => openSearchPanel(view),
    destroy: () => view.destroy(),
  };
}

/** What is in sight stays where it is. */
function reveal(view: EditorView, line: number): void {
  if (line < 1 || line > view.state.doc.lines) return;
  const from = view.state.doc.line(line).from;
  const block = view.lineBlockAt(from);
  const { scrollTop, clientHeight } = view.scrollDOM;
  if (block.top >= scrollTop && block.bottom <= scrollTop + clientHeight) return;
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
}
