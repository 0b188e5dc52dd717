// The page on a program that is being recorded.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";

import { FOLDER, PYTHON, QUIET, ROOT, TDBG } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

const TRACE = `${FOLDER}/growing`;
const STEPS = 120;

function isRecording(): boolean {
  return existsSync(TRACE) && readdirSync(TRACE).some((name) => name.startsWith("run-"));
}

test.describe("a program that is being recorded", () => {
  let program: ChildProcess;

  test.beforeEach(async () => {
    rmSync(TRACE, { recursive: true, force: true });
    const words = ["record", "-o", TRACE, "--retain", "all", "--python", PYTHON];
    program = spawn(TDBG, [...words, `${ROOT}/tests/programs/slow_training.py`, `${STEPS}`], { stdio: "ignore", env: QUIET });
    await expect.poll(isRecording, { timeout: 30_000 }).toBe(true);
  });
  test.afterEach(() => program.kill("SIGKILL"));

  test("is followed, and nothing moves under the user's hand", async ({ page, open }) => {
    await open(TRACE, { view: "tensors" });
    const state = page.getByRole("banner").getByRole("status");
    await expect(state).toContainText("Running");
    const row = page.getByRole("row").nth(3);
    await row.click();
    await expect(page).toHaveURL(/event=\d+/);
    const chosen = page.url();
    const before = await state.textContent();
    await expect(state).not.toHaveText(before ?? "", { timeout: 10_000 });
    await keepPicture(page, "tensors_growing");
    // The NaN comes at step 40; the alert shows by itself.
    await expect(page.getByRole("link", { name: /Alerts.*origin/ })).toBeVisible({ timeout: 20_000 });
    expect(page.url()).toBe(chosen);
    await expect(state).toContainText("Finished", { timeout: 30_000 });
    expect(page.url()).toBe(chosen);
  });

  test("that is killed is lost", async ({ page, open }) => {
    await open(TRACE);
    const state = page.getByRole("banner").getByRole("status");
    await expect(state).toContainText("Running");
    const run = readdirSync(TRACE).find((name) => name.startsWith("run-")) ?? "";
    process.kill(Number(run.split("-")[1]), "SIGKILL");
    await expect(state).toContainText("Lost", { timeout: 10_000 });
    await keepPicture(page, "state_lost");
  });
});
