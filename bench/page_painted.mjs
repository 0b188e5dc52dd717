// A browser that waits for work: says "ready" when an empty tab is open; each line on standard input is then
// "tdbg URL" or "tensorboard URL", answered with "painted" when the alerts of the recording are. Run by
// page_bench.py.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { chromium } = createRequire(new URL("../web/package.json", import.meta.url))("@playwright/test");

// TensorBoard may show zeros for up to a minute when its first poll came too early: a person reloads.
const RELOAD_MS = 5_000;
const PATIENCE_MS = 600_000;

const PAINTED = {
  tdbg: () => document.querySelector(".verdict-origin") !== null,
  tensorboard: () => Number(document.querySelector(".num-alerts-value")?.textContent ?? 0) > 0,
};

async function waitUntilPainted(page, tool, url) {
  await page.goto(tool === "tensorboard" ? `${url}#debugger-v2` : url);
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = page.waitForFunction(PAINTED[tool], undefined, { polling: "raf", timeout: RELOAD_MS });
    if (await seen.then(() => true, () => false)) return;
    if (performance.now() > end) throw new Error(`${tool} has not shown its alerts`);
    if (tool === "tensorboard") await page.reload();
  }
}

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

async function emptyTab() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  console.log("ready");
  return page;
}

let page = await emptyTab();
for await (const line of createInterface({ input: process.stdin })) {
  const [tool, url] = line.split(" ");
  await waitUntilPainted(page, tool, url);
  console.log("painted");
  await page.close();
  page = await emptyTab();
}
await browser.close();
