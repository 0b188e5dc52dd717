// Pages on one living program, in a browser, that say what their state line shows. Run by faces_bench.py. A line on
// standard input is "open N URL" or "press N BUTTON"; the answers, one JSON a line, are {"opened": N}, {"pressed": N} and
// {"page", "time", "words"} whenever the words are painted anew. Times are seconds since the epoch.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { chromium } = createRequire(new URL("../web/package.json", import.meta.url))("@playwright/test");

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

function say(what) {
  console.log(JSON.stringify(what));
}

/** Runs in the page: what it tells has been put on the screen. */
function watch() {
  let last = "";
  const look = () => {
    const words = document.querySelector("header [role=status]")?.textContent ?? "";
    if (words === last) return;
    last = words;
    globalThis.tell(Date.now() / 1000, words);
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
}

const pages = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, number, what] = line.split(" ");
  if (verb === "open") {
    await pages.get(number)?.close();
    // In a window of its own: one that lies behind another is painted when the browser finds the time.
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    pages.set(number, page);
    await page.exposeFunction("tell", (time, words) => say({ page: number, time, words }));
    await page.goto(what);
    await page.evaluate(watch);
    say({ opened: number });
  } else {
    // Not page.click, which waits and looks around first.
    const time = await pages.get(number).evaluate((word) => {
      document.querySelector(`button[aria-label="${word}"]`).click();
      return Date.now() / 1000;
    }, what);
    say({ pressed: number, time });
  }
}
await browser.close();
