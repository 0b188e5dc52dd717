// Every section in both themes: a picture for people, and nothing that axe finds wrong.
import type { Page } from "@playwright/test";

import { expectAccessible } from "./accessible";
import { MNIST_VALUES } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

/** The number of the first bad event of the recording's Log. */
async function firstBad(page: Page): Promise<number> {
  const answer = await page.request.post(new URL("rpc/alerts", page.url()).href, {
    data: { run: 0, begin: 0, count: 1 },
  });
  const alerts = (await answer.json()) as { rows: { event: number; op: number }[] };
  return alerts.rows[0]?.event ?? 0;
}

const PLACES: Record<string, (event: number) => string> = {
  alerts: () => "view=alerts",
  timeline: () => "view=timeline",
  tensors: () => "view=tensors",
  tensors_filtered: (event) => `view=tensors&filter=has_inf_or_nan&event=${event}`,
  graph: () => "view=graph",
  source: () => "view=source",
  value: (event) => `view=value&event=${event}`,
  value_none: () => "view=value",
};

for (const theme of ["light", "dark"] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    for (const [name, place] of Object.entries(PLACES)) {
      test(name, async ({ page, open }) => {
        await open(MNIST_VALUES);
        await expect(page.getByRole("navigation")).toBeVisible();
        await page.goto(new URL(`?${place(await firstBad(page))}`, page.url()).href);
        await expect(page.getByRole("main")).toBeVisible();
        await page.waitForLoadState("networkidle");
        await keepPicture(page, `${name}_${theme}`);
        await expectAccessible(page);
      });
    }
  });
}
