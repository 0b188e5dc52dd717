// Boxes of a tree of which only opened parts are known. A box rules all below it until one below says
// otherwise.

export type Checks = ReadonlyMap<string, boolean>;
export type CheckState = boolean | "mixed";
/** The paths below one, where they are known. */
export type Children = (path: string) => readonly string[] | undefined;

/** Whether `path` lies below `above`. DEVICE, DEVICE>GRAPH::, DEVICE>GRAPH::scope/, DEVICE>GRAPH::scope/op. */
export function isBelow(path: string, above: string): boolean {
  if (path === above) return false;
  if (above === "") return true;
  if (!above.includes(">")) return path.startsWith(`${above}>`);
  return (above.endsWith("/") || above.endsWith("::")) && path.startsWith(above);
}

function ruleOf(checks: Checks, path: string): boolean {
  let ruler = "";
  let rule = checks.get("") ?? false;
  for (const [other, on] of checks) {
    if ((other === path || isBelow(path, other)) && other.length >= ruler.length) {
      ruler = other;
      rule = on;
    }
  }
  return rule;
}

export function checkState(checks: Checks, path: string): CheckState {
  const rule = ruleOf(checks, path);
  for (const [other, on] of checks) if (on !== rule && isBelow(other, path)) return "mixed";
  return rule;
}

/** Sets a box and all below it; `parents` are those above, innermost first, which follow where all they hold agree. */
export function setCheck(checks: Checks, path: string, on: boolean, parents: readonly string[], children: Children): Checks {
  const next = new Map([...checks].filter(([other]) => other !== path && !isBelow(other, path)));
  if (ruleOf(next, path) !== on) next.set(path, on);
  for (const parent of parents) {
    const below = children(parent);
    if (!below || below.some((child) => checkState(next, child) !== on)) break;
    for (const child of below) next.delete(child);
    if (ruleOf(next, parent) !== on) next.set(parent, on);
  }
  return next;
}

/** The fewest paths below `path` that together are all that is checked. */
export function checkedPaths(checks: Checks, path: string, children: Children): string[] {
  const state = checkState(checks, path);
  if (state === false) return [];
  if (state === true && path !== "") return [path];
  return (children(path) ?? []).flatMap((child) => checkedPaths(checks, child, children));
}
