// A million tensors: every row can be reached, and the page keeps few of them.
import { MILLION } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

const MOST_HEAP = 200e6;

test("any row can be reached", async ({ page, open }) => {
  await open(MILLION, { view: "tensors" });
  const table = page.getByRole("grid");
  await expect(table).toHaveAttribute("aria-rowcount", /^10\d{5}$/);
  const rows = Number(await table.getAttribute("aria-rowcount"));
  await table.getByRole("row").nth(2).click();
  await page.keyboard.press("End");
  await expect(table.locator(`[role=row][aria-rowindex="${rows}"]`)).toBeVisible();
  // The chosen row is far above; the list does not go back to it by itself.
  await page.waitForLoadState("networkidle");
  await expect(table.locator(`[role=row][aria-rowindex="${rows}"]`)).toBeVisible();
  await keepPicture(page, "million_end");
  await page.keyboard.press("Home");
  await expect(table.locator('[role=row][aria-rowindex="2"]')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  expect((await session.send("Runtime.getHeapUsage")).usedSize).toBeLessThan(MOST_HEAP);
});
