// From opening the page to the cause, on the MNIST program and through a nested function.
import { MNIST, NESTED } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

test("the page opens on the cause of the first NaN", async ({ page, open }) => {
  await open(MNIST);
  const cause = page.getByRole("article", { name: "Cause" });
  await expect(cause).toContainText("log(0)");
  await expect(cause).toContainText("mnist_nan.py:54");
  await expect(cause).toContainText("Softmax");
  await expect(cause).toContainText("[0,6]");
  await keepPicture(page, "alerts");
});

test("one click leads to another alert, and back leads back", async ({ page, open }) => {
  await open(MNIST);
  const cause = page.getByRole("article", { name: "Cause" });
  await expect(cause).toContainText("log(0)");
  const first = await cause.textContent();
  await page.getByRole("button", { name: "Next alert" }).click();
  await expect(cause).not.toHaveText(first ?? "");
  await page.goBack();
  await expect(cause).toHaveText(first ?? "");
});

test("the token is not left in the URL, and a reload works without it", async ({ page, open }) => {
  await open(MNIST, { view: "tensors" });
  await expect(page).toHaveURL(/view=tensors/);
  expect(page.url()).not.toContain("token");
  await page.reload();
  await expect(page.getByRole("navigation")).toBeVisible();
});

test("through a nested function", async ({ page, open }) => {
  await open(NESTED);
  const cause = page.getByRole("article", { name: "Cause" });
  await expect(cause).toContainText("nested_functions.py");
  await keepPicture(page, "alerts_nested");
  await cause.getByRole("link", { name: /graph/i }).first().click();
  await expect(page).toHaveURL(/view=graph/);
  await expect(page.getByRole("main")).toContainText("Atanh");
  await page.waitForLoadState("networkidle");
  await keepPicture(page, "graph_nested");
});
