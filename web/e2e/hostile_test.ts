// What a trace holds is text: names and sources that look like HTML do nothing.
import { recordText } from "./record_text";
import { FOLDER } from "./recordings";
import { expect, test } from "./page_on";

const TRACE = `${FOLDER}/hostile`;
const ATTACK = "<img src=x onerror=globalThis.hacked=1>";
const PROGRAM = `# <script>globalThis.hacked = 1</script>
import tensorflow as tf

@tf.function
def step(x):  # ${ATTACK}
    return tf.math.log(x, name="log")

step(tf.constant(0.0))
`;

declare global {
  var hacked: number | undefined;
}

test("nothing of it becomes HTML", async ({ page, open }) => {
  recordText(TRACE, ATTACK, PROGRAM);

  await open(TRACE);
  await expect(page.getByRole("article", { name: "Cause" })).toContainText(ATTACK);
  for (const view of ["source", "tensors", "graph", "timeline"]) {
    await page.goto(new URL(`?view=${view}`, page.url()).href);
    await page.waitForLoadState("networkidle");
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("bt");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("onerror");
  expect(await page.evaluate(() => globalThis.hacked)).toBeUndefined();
  await expect(page.locator("img[onerror]")).toHaveCount(0);
});
