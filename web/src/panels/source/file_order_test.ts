import { expect, it } from "vitest";

import type { SourceFile, Verdict } from "../../protocol/messages";
import { firstFile, ordered, shortPaths } from "./file_order";

function file(number: number, path: string, worst: Verdict | null = null, ops = 0, library = false): SourceFile {
  return { file: number, path, lines: 10, library, ops, executions: 0, worst };
}

it("puts the files where something went wrong first, libraries apart", () => {
  const files = [file(0, "/p/a.py"), file(1, "/p/b.py", null, 9), file(2, "/p/c.py", "origin", 1), file(3, "/l/x.py", "origin", 99, true)];
  const { own, libraries } = ordered(files);
  expect(own.map((known) => known.file)).toEqual([2, 1, 0]);
  expect(libraries.map((known) => known.file)).toEqual([3]);
  expect(firstFile(files)?.file).toBe(2);
  expect(firstFile([])).toBeUndefined();
});

it("leaves out the folders that all share", () => {
  const short = shortPaths([file(0, "/srv/app/p/train.py"), file(1, "/srv/app/p/nets/model.py"), file(2, "/srv/app/p/nets/deep/a.py")]);
  expect([...short.values()]).toEqual([["train.py", ""], ["model.py", "nets"], ["a.py", "nets/deep"]]);
  expect([...shortPaths([]).values()]).toEqual([]);
});
