// One file: its name, and its text with what each line made.
import { useEffect, useRef, useState } from "preact/hooks";

import { useAnswer } from "../../engine/answer";
import { go, run } from "../../engine/place";
import { useShortcut } from "../../engine/shortcuts";
import type { SourceFile, SourceText } from "../../protocol/messages";
import { Icon } from "../../widgets/icon";
import { Empty, Failed } from "../../widgets/notice";
import { fileName } from "../../widgets/place_link";
import type { Editor } from "./editor";

export function CodePane({ file, line }: { file: SourceFile; line: number | null }) {
  const { value: text, error } = useAnswer("source", { run: run.value, file: file.file });
  const name = fileName(file.path);
  const marked = text?.marks.map((mark) => mark.line) ?? [];
  const goTo = (next: number | undefined) => next !== undefined && go({ line: next, op: null });
  useShortcut("j n", "next line that made something", () => goTo(marked.find((at) => at > (line ?? 0))));
  useShortcut("k p", "previous line that made something", () => goTo(marked.findLast((at) => at < (line ?? 0))));
  return (
    <section class="code" aria-label={file.path}>
      <header class="code-head">
        <span class="mono code-path" title={file.path}>
          <span class="faint code-folder">{file.path.slice(0, -name.length)}</span>
          <span>{name}{line !== null && `:${line}`}</span>
        </span>
        <CopyButton text={line === null ? file.path : `${file.path}:${line}`} />
      </header>
      {error ? <Failed error={error} /> : text === null ? null : text.lines.length === 0 ? (
        <Empty title="The text of this file was not recorded">
          <p>{text.why_no_text}</p>
        </Empty>
      ) : <Code text={text} line={line} />}
    </section>
  );
}

function Code({ text, line }: { text: SourceText; line: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const content = text.lines.join("\n");
  useEffect(() => {
    let made: Editor | null = null;
    let gone = false;
    // The editor is large, and only this section needs it.
    void import("./editor").then(({ makeEditor }) => {
      if (gone || !box.current) return;
      made = makeEditor(box.current, content, (at) => go({ line: at, op: null }));
      setEditor(made);
    });
    return () => {
      gone = true;
      made?.destroy();
    };
  }, [content]);
  useShortcut("/ Ctrl+f", "find in the file", () => editor?.find());
  useEffect(() => editor?.mark(text.marks), [editor, text.marks]);
  useEffect(() => editor?.goTo(line), [editor, line]);
  useEffect(() => {
    const born = text.marks.find((mark) => mark.worst === "origin");
    if (line === null && born) editor?.reveal(born.line);
  }, [editor]);
  return <div class="code-box" ref={box} />;
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  // Elsewhere browsers give pages no clipboard.
  if (!isSecureContext) return null;
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  };
  return (
    <button type="button" class="quiet" title={`Copy ${text}`} onClick={copy}>
      <Icon name="copy" size={14} /><span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
    </button>
  );
}
