// A tensor of three axes: two are rows and columns, the third has a slider.
import { recordText } from "./record_text";
import { FOLDER } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

const CUBE = `${FOLDER}/cube`;

test.beforeAll(() => {
  const program = "import tensorflow as tf\ntf.reshape(tf.range(120.0) + 0.5, [4, 5, 6]) * 2.0\n";
  recordText(CUBE, "cube", program, "--mode", "full_tensor");
});

test("a slider leads through the third axis", async ({ page, open }) => {
  await open(CUBE, { view: "tensors", filter: 'op == "Mul"' });
  await page.getByRole("row").nth(1).click();
  await expect(page).toHaveURL(/event=/);
  const event = new URL(page.url()).searchParams.get("event");
  await page.goto(new URL(`?view=value&event=${event}`, page.url()).href);
  await page.getByRole("tab", { name: "Table" }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("59.0");
  await keepPicture(page, "value_cube");
  const slider = main.getByRole("slider", { name: "Axis 0" });
  const box = await slider.boundingBox();
  expect(box).not.toBeNull();
  if (!box) return;
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(slider).toHaveValue("3");
  await expect(main).toContainText("181.0");
  await expect(main).not.toContainText("59.0");
});
