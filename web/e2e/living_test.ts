// One living program, and three faces on it: the terminal of `tdbg run --web` and two pages.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { type Locator, type Page } from "@playwright/test";

import { expectAccessible } from "./accessible";
import { expect, keepPicture, test } from "./page_on";
import { FOLDER, MNIST, PYTHON, QUIET, ROOT, TDBG } from "./recordings";
import { Terminal } from "./terminal";

const PROGRAM = `${ROOT}/tests/programs/births_when_told.py`;
const TO_IMPORT_TENSORFLOW_MS = 60_000;

function stateOf(page: Page): Locator {
  return page.getByRole("banner").getByRole("status");
}

test.describe("a program that is run at a terminal", () => {
  let folder: string;
  let terminal: Terminal;
  let url: string;

  /** What the program is to do: "step_1", "step_2", …, "end". */
  function tell(name: string, text = ""): void {
    writeFileSync(`${folder}/${name}.part`, text);
    renameSync(`${folder}/${name}.part`, `${folder}/${name}`);
  }

  test.beforeEach(async () => {
    test.setTimeout(180_000);
    mkdirSync(FOLDER, { recursive: true });
    folder = mkdtempSync(`${FOLDER}/living_`);
    const words = ["run", "--web", "-o", `${folder}/trace`, "--python", PYTHON, PROGRAM, folder];
    terminal = new Terminal([TDBG, ...words], QUIET);
    const urlLine = /the page is at (http:\S+)/;
    await expect.poll(() => terminal.text(), { timeout: TO_IMPORT_TENSORFLOW_MS }).toMatch(urlLine);
    url = urlLine.exec(terminal.text())?.[1] ?? "";
  });
  test.afterEach(() => {
    terminal.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** At the prompt, and not before it. */
  async function expectPrompt(): Promise<void> {
    await expect.poll(() => terminal.lastLine()).toBe("tdbg>");
  }

  test("is held, goes on and ends for all three at once", async ({ page, context }) => {
    const other = await context.newPage();
    const pages = [page, other];
    await page.goto(url);
    await other.goto(url.replace("?", "?view=tensors&"));
    const allSay = async (words: string) => {
      for (const one of pages) await expect(stateOf(one)).toContainText(words);
    };
    await allSay("Running");
    await expect(page.getByRole("button", { name: "Continue" })).toHaveAttribute("aria-disabled", "true");
    const place = other.url();

    tell("step_1");
    await allSay("Held at Log, births_when_told.py:21");
    await expectPrompt();
    expect(terminal.text()).toContain("born in Log");
    expect(other.url()).toBe(place);
    await keepPicture(other, "held_in_tensors");
    await stateOf(other).getByRole("link").click();
    await expect(other.getByRole("article", { name: "Cause" })).toContainText("Log");
    await keepPicture(other, "held");
    await expectAccessible(other);

    terminal.sendLine("c");
    await allSay("Running");
    tell("step_2");
    await allSay("Held at Log");
    await expectPrompt();

    await page.getByRole("button", { name: "Continue" }).click();
    await allSay("Running");
    await expect.poll(() => terminal.lastLine()).toContain("the program goes on: it was continued from elsewhere");

    // Nothing runs, so it cannot be held at once.
    await page.keyboard.press("h");
    await allSay("Running, will be held at its next op");
    await keepPicture(page, "hold_asked");
    tell("step_3");
    await allSay("Held at");
    await expectPrompt();
    await expect(page.getByRole("button", { name: "Pause" })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("h");
    await expect(page.getByRole("alert")).toContainText("The program is held already.");
    await page.emulateMedia({ colorScheme: "dark" });
    await keepPicture(page, "refused_dark");
    await expectAccessible(page);

    await other.getByRole("button", { name: "Detach" }).click();
    await allSay("Running, detached");
    await expect.poll(() => terminal.lastLine()).toContain("the program goes on: it was detached from elsewhere");
    tell("end", "3");
    await allSay("Ended with status 3");
    await expect.poll(() => terminal.lastLine()).toContain("the page stays until Ctrl-C");
    await keepPicture(page, "ended_dark");
  });
});

test("a recording has no program to control", async ({ page, open }) => {
  await open(MNIST);
  await expect(stateOf(page)).toContainText("Finished");
  await expect(page.getByRole("group", { name: "Program" })).toBeHidden();
});
