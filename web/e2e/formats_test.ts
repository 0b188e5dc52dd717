// Every section on recordings of every format, and on a directory of several runs.
import { ROOT } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

const VIEWS = ["alerts", "timeline", "tensors", "graph", "source", "value"];
const FIXTURES = ["tfdbg1_basic/dump", "tfdbg2_full_tensor/dump", "mnist_nan/dump", "causes"];

for (const fixture of FIXTURES) {
  test(fixture, async ({ page, open }) => {
    await open(`${ROOT}/tests/fixtures/${fixture}`);
    for (const view of VIEWS) {
      await page.goto(new URL(`?view=${view}&event=0`, page.url()).href);
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(view, "i"));
      await expect(page.getByRole("main")).not.toContainText("tdbg could not answer");
      await keepPicture(page, `format_${fixture.replaceAll("/", "_")}_${view}`);
    }
  });
}
