// A test on the page that a real `tdbg serve` shows of a recording.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { expect, test as base, type Page } from "@playwright/test";

import { SCREENSHOTS, TDBG } from "./recordings";

export class Served {
  stopped = false;

  constructor(
    readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** The URL of a place on the page, with the token. */
  at(parameters: Record<string, string | number>): string {
    const url = new URL(this.url);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, `${value}`);
    return url.href;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.process.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    await ended;
  }
}

/** Starts tdbg on a recording; it is the caller's to stop. */
export async function serve(path: string): Promise<Served> {
  const child = spawn(TDBG, ["serve", path, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("http://")) return new Served(child, line.trim());
  }
  throw new Error(`tdbg serve ${path} ended with ${child.exitCode}`);
}

/** The browser itself reports refused requests, which some tests provoke, and asking for a server that is gone. */
function isOfTheBrowser(text: string, servers: Served[]): boolean {
  if (text.includes("Failed to load resource")) return true;
  return text.includes("WebSocket connection to") && servers.some((served) => served.stopped);
}

/** `open(path, parameters)` shows a recording; what the page complains of in its console fails the test. */
export const test = base.extend<{ open: (path: string, parameters?: Record<string, string | number>) => Promise<Served> }>({
  open: async ({ page }, use) => {
    const servers: Served[] = [];
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() !== "error" || isOfTheBrowser(message.text(), servers)) return;
      complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use(async (path, parameters = {}) => {
      const served = await serve(path);
      servers.push(served);
      await page.goto(served.at(parameters));
      return served;
    });
    for (const served of servers) await served.stop();
    expect(complaints).toEqual([]);
  },
});

/** Keeps a picture for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}

export { expect };
