// The prompt's own commands, and the keyboard.
import { MNIST } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

test("a command answers as at the prompt, and leads on", async ({ page, open }) => {
  await open(MNIST);
  await expect(page.getByRole("article", { name: "Cause" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.type("lt -n Log");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("table")).toContainText("Log:0");
  await keepPicture(page, "palette");
  await page.keyboard.type("nonsense of two");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("error:");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a word means the same before and after tdbg said what it could mean", async ({ page, open }) => {
  await open(MNIST);
  await expect(page.getByRole("article", { name: "Cause" })).toBeVisible();
  await page.route("**/complete", async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("nonsense");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/view=tensors&filter=.*nonsense/);
});

test("keys lead through the sections, and ? tells them", async ({ page, open }) => {
  await open(MNIST);
  await expect(page.getByRole("article", { name: "Cause" })).toBeVisible();
  for (const [key, view] of [["2", "timeline"], ["3", "tensors"], ["4", "graph"], ["5", "source"], ["6", "value"]] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
  }
  await page.keyboard.press("1");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Timeline");
  await keepPicture(page, "keys");
});
