import { describe, expect, it } from "vitest";

import { checkedPaths, checkState, isBelow, setCheck, type Checks } from "./tree_checks";

const TREE: Record<string, string[]> = {
  "": ["CPU:0"],
  "CPU:0": ["CPU:0>train::", "CPU:0>test::"],
  "CPU:0>train::": ["CPU:0>train::dense/", "CPU:0>train::Log"],
  "CPU:0>train::dense/": ["CPU:0>train::dense/MatMul", "CPU:0>train::dense/MatMul/"],
};
const children = (path: string) => TREE[path];
const parentsOf = (path: string) =>
  Object.keys(TREE).filter((other) => other !== "" && isBelow(path, other)).sort((a, b) => b.length - a.length);
const set = (checks: Checks, path: string, on: boolean) => setCheck(checks, path, on, parentsOf(path), children);
const NONE: Checks = new Map();

describe("isBelow", () => {
  it.each([
    ["CPU:0>train::Log", "CPU:0", true],
    ["CPU:0>train::Log", "CPU:0>train::", true],
    ["CPU:01>train::Log", "CPU:0", false],
    ["CPU:0>train::dense/MatMul/", "CPU:0>train::dense/MatMul", false],
    ["CPU:0>train::dense2/x", "CPU:0>train::dense/", false],
    ["CPU:0", "CPU:0", false],
  ])("%s, %s", (path, above, below) => expect(isBelow(path, above)).toBe(below));
});

describe("boxes", () => {
  it("rule what is below them and show above", () => {
    const checks = set(NONE, "CPU:0>train::dense/", true);
    expect(checkState(checks, "CPU:0>train::dense/MatMul")).toBe(true);
    expect(checkState(checks, "CPU:0>train::Log")).toBe(false);
    expect(checkState(checks, "CPU:0>train::")).toBe("mixed");
    expect(checkState(checks, "CPU:0")).toBe("mixed");
  });

  it("are set by those above, and taken back one by one", () => {
    let checks = set(NONE, "CPU:0", true);
    expect(checkState(checks, "CPU:0>train::Log")).toBe(true);
    checks = set(checks, "CPU:0>train::Log", false);
    expect(checkState(checks, "CPU:0")).toBe("mixed");
    expect(checkState(checks, "CPU:0>test::")).toBe(true);
    expect(checkedPaths(checks, "", children)).toEqual(["CPU:0>train::dense/", "CPU:0>test::"]);
    checks = set(checks, "CPU:0>train::Log", true);
    expect(checkState(checks, "CPU:0")).toBe(true);
  });

  it("follow when all that they hold agree", () => {
    let checks = set(NONE, "CPU:0>train::Log", true);
    checks = set(checks, "CPU:0>train::dense/", true);
    expect(checkState(checks, "CPU:0>train::")).toBe(true);
    expect(checkedPaths(checks, "", children)).toEqual(["CPU:0>train::"]);
    checks = set(checks, "CPU:0>test::", true);
    expect(checkState(checks, "CPU:0")).toBe(true);
  });

  it("forget what was said below when they are set", () => {
    let checks = set(NONE, "CPU:0>train::Log", true);
    checks = set(checks, "CPU:0>train::", false);
    expect(checks.size).toBe(0);
  });
});
