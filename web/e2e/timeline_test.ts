// Who did what when: a track for each thread.
import { MNIST } from "./recordings";
import { expect, test } from "./page_on";

test("threads have tracks, and names", async ({ page, open }) => {
  await open(MNIST, { view: "timeline" });
  const tracks = page.getByRole("listbox", { name: "Tracks" });
  await expect(tracks.getByRole("option", { name: /^Executions\s*thread \d+/ })).toHaveCount(1);
  await expect(tracks.getByRole("option", { name: /^CPU:0\s*thread \d+, tf_Compute/ }).first()).toBeVisible();
});

test("origins alone in the table", async ({ page, open }) => {
  await open(MNIST, { view: "tensors" });
  await page.getByRole("button", { name: "Origins" }).click();
  await expect(page).toHaveURL(/filter=verdict/);
  await expect(page.getByRole("main")).toContainText("2 of ");
});
