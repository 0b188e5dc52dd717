// Every sheet and menu: nothing that axe finds wrong, in both themes.
import type { Page } from "@playwright/test";

import { expectAccessible } from "./accessible";
import { MNIST } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

const DIALOGS: Record<string, { view: string; open: (page: Page) => Promise<void> }> = {
  palette_empty: { view: "alerts", open: (page) => page.keyboard.press("Control+k") },
  palette_answered: {
    view: "alerts",
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("lt -n Log");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
    },
  },
  keys: { view: "timeline", open: (page) => page.keyboard.press("?") },
  losses: { view: "alerts", open: (page) => page.getByRole("button", { name: "Recording incomplete" }).click() },
  columns: { view: "tensors", open: (page) => page.getByRole("button", { name: "Columns" }).click() },
  find_in_source: {
    view: "source",
    open: async (page) => {
      await expect(page.locator(".cm-line").first()).toBeVisible();
      await page.keyboard.press("/");
      await expect(page.locator(".cm-search")).toBeVisible();
    },
  },
};

for (const theme of ["light", "dark"] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    for (const [name, dialog] of Object.entries(DIALOGS)) {
      test(name, async ({ page, open }) => {
        await open(MNIST, { view: dialog.view });
        await expect(page.getByRole("main")).toBeVisible();
        await page.waitForLoadState("networkidle");
        await dialog.open(page);
        await keepPicture(page, `${name}_${theme}`);
        await expectAccessible(page);
      });
    }
  });
}
