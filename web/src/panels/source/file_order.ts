// Which files come first: those where something went wrong, then those that made most.
import type { SourceFile, Verdict } from "../../protocol/messages";

const WEIGHTS: Record<Verdict, number> = { origin: 4, inherited: 3, handled: 2, masked: 1 };

function weight(verdict: Verdict | null): number {
  return verdict === null ? 0 : WEIGHTS[verdict];
}

/** The user's files and the libraries', each from the most to the least telling. */
export function ordered(files: readonly SourceFile[]): { own: SourceFile[]; libraries: SourceFile[] } {
  const sorted = [...files].sort((a, b) =>
    weight(b.worst) - weight(a.worst) || b.ops + b.executions - (a.ops + a.executions) || a.path.localeCompare(b.path));
  return { own: sorted.filter((file) => !file.library), libraries: sorted.filter((file) => file.library) };
}

export function firstFile(files: readonly SourceFile[]): SourceFile | undefined {
  const { own, libraries } = ordered(files);
  return own[0] ?? libraries[0];
}

/** "train/model.py" as ["model.py", "train"]; the folders that all files share are left out. */
export function shortPaths(files: readonly SourceFile[]): Map<number, [string, string]> {
  const folders = files.map((file) => file.path.split("/").slice(0, -1));
  let shared = folders[0]?.length ?? 0;
  for (const folder of folders) {
    while (folder.slice(0, shared).join("/") !== folders[0]?.slice(0, shared).join("/")) --shared;
  }
  return new Map(files.map((file, index) => {
    const parts = file.path.split("/");
    return [file.file, [parts.at(-1) ?? file.path, (folders[index] ?? []).slice(shared).join("/")]];
  }));
}
