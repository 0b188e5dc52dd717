// The recorded files: the user's, and the libraries' behind a fold.
import { useState } from "preact/hooks";

import { counted, shortCount } from "../../base/numbers";
import type { SourceFile } from "../../protocol/messages";
import { VerdictMark } from "../../widgets/health";
import { Icon } from "../../widgets/icon";
import { Link } from "../../widgets/link";
import { ordered, shortPaths } from "./file_order";

export function FileList({ files, selected }: { files: readonly SourceFile[]; selected: number | null }) {
  const { own, libraries } = ordered(files);
  const [open, setOpen] = useState(own.length === 0 || libraries.some((file) => file.file === selected));
  return (
    <nav class="files" aria-label="Files">
      <FileRows files={own} selected={selected} />
      {libraries.length > 0 && (
        <button type="button" class={`quiet files-fold${open ? " files-open" : ""}`} aria-expanded={open}
          onClick={() => setOpen(!open)}>
          <Icon name="open" size={12} />{`${counted(libraries.length, "file")} of libraries`}
        </button>
      )}
      {open && <FileRows files={libraries} selected={selected} />}
    </nav>
  );
}

function FileRows({ files, selected }: { files: readonly SourceFile[]; selected: number | null }) {
  const short = shortPaths(files);
  return (
    <ul>
      {files.map((file) => {
        const made = file.ops + file.executions;
        const [name, folder] = short.get(file.file) ?? [file.path, ""];
        return (
          <li key={file.file}>
            <Link class="file" to={{ view: "source", file: file.file, line: null, op: null }} current={file.file === selected}
              title={`${file.path}\n${counted(file.ops, "op")}, ${counted(file.executions, "execution")}`}>
              {file.worst === null ? <span class="verdict" /> : <VerdictMark verdict={file.worst} />}
              <span class="file-name">{name}<span class="faint">{folder}</span></span>
              <span class="faint file-count">{made > 0 && shortCount(made)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
