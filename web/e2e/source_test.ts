// The text of a file, of which only the visible lines exist: the browser's own search would miss the others.
import { MNIST } from "./recordings";
import { expect, test } from "./page_on";

test("text is found that is not on the screen", async ({ page, open }) => {
  await open(MNIST, { view: "source" });
  await expect(page.locator(".cm-line").first()).toBeVisible();
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.type("__main__");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-searchMatch").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".cm-search")).toBeHidden();
});
