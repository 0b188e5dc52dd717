// Source: the recorded files, what each line made, and the calls that led to an op.
import { useEffect } from "preact/hooks";

import { useAnswer } from "../../engine/answer";
import { go, numberOf, run } from "../../engine/place";
import type { OpInfo, SourceFile } from "../../protocol/messages";
import { Failed } from "../../widgets/notice";
import { Split } from "../../widgets/split";
import { CodePane } from "./code_pane";
import { FileList } from "./file_list";
import { firstFile } from "./file_order";
import { LineOps } from "./line_ops";
import { NoSources } from "./no_sources";
import { OpStack } from "./op_stack";
import "./panel.css";

export function SourcePanel() {
  const sources = useAnswer("sources", { run: run.value });
  const files = sources.value?.files ?? null;
  if (files === null) return sources.error ? <Failed error={sources.error} /> : null;
  if (files.length === 0) return <NoSources />;
  return <Files files={files} />;
}

function Files({ files }: { files: readonly SourceFile[] }) {
  const op = numberOf("op");
  const asked = numberOf("file");
  const info = useAnswer("op", op === null ? null : { run: run.value, op });
  useEffect(() => {
    // An op alone leads to the line that made it; nothing at all to the file that matters most.
    if (asked !== null || (op !== null && info.value === null && info.error === null)) return;
    go(startOf(files, info.value), "replace");
  }, [asked, op, info.value, info.error]);

  const line = numberOf("line");
  const file = files.find((known) => known.file === asked);
  return (
    <Split name="source files" direction="row" first={0.19}>
      <FileList files={files} selected={asked} />
      <Split name="source code" direction="row" first={0.64}>
        {file === undefined ? <UnknownFile asked={asked} /> : <CodePane key={file.file} file={file} line={line} />}
        <Split name="source ops" direction="column" first={0.5}>
          <LineOps file={asked} line={line} op={op} />
          <OpStack info={info} file={asked} line={line} />
        </Split>
      </Split>
    </Split>
  );
}

function startOf(files: readonly SourceFile[], info: OpInfo | null) {
  const place = info?.place;
  if (place && place.file !== null) return { file: place.file, line: place.line };
  return { file: firstFile(files)?.file ?? 0 };
}

function UnknownFile({ asked }: { asked: number | null }) {
  return asked === null ? <div /> : <p class="source-hint">{`There is no file ${asked}. Choose one on the left.`}</p>;
}
