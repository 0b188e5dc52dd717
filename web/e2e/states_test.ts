// Every empty and error state says why, and what to do.
import { CLEAN, MILLION, MNIST } from "./recordings";
import { expect, keepPicture, test } from "./page_on";

test("no alerts", async ({ page, open }) => {
  await open(CLEAN);
  await expect(page.getByRole("main")).toContainText(/clean|no bad/i);
  await keepPicture(page, "empty_alerts");
});

test("a filter that fits nothing, and one that is wrong", async ({ page, open }) => {
  await open(MNIST, { view: "tensors", filter: "max > 1e300" });
  await expect(page.getByRole("main")).toContainText(/no tensor/i);
  await keepPicture(page, "empty_filter");
  await page.goto(page.url().replace(/filter=[^&]*/, "filter=max+>"));
  await expect(page.getByRole("main")).toContainText("the expression ends too early");
  await keepPicture(page, "error_filter");
});

test("a value that was not recorded, and no tensor chosen", async ({ page, open }) => {
  await open(MILLION, { view: "value", event: 5 });
  await expect(page.getByRole("main")).toContainText("full_tensor");
  await keepPicture(page, "empty_value");
  await page.goto(new URL("?view=value", page.url()).href);
  await expect(page.getByRole("main")).toContainText(/name/i);
  await keepPicture(page, "empty_value_none");
});

test("things that are not there", async ({ page, open }) => {
  await open(MNIST, { view: "alerts", event: 99999999 });
  await expect(page.getByRole("main")).toContainText("there is no event 99999999");
  await keepPicture(page, "error_event");
  await page.goto(new URL("?view=graph&op=99999999", page.url()).href);
  await expect(page.getByRole("main")).toContainText("there is no op 99999999");
  await page.goto(new URL("?view=source&file=99999999", page.url()).href);
  await expect(page.getByRole("main")).toContainText("There is no file 99999999");
  await page.goto(new URL("?run=7", page.url()).href);
  await expect(page.locator("body")).toContainText(/no run 7|run 7/i);
  await keepPicture(page, "error_run");
});

test("the line to tdbg is lost", async ({ page, open }) => {
  const served = await open(MNIST);
  await expect(page.getByRole("article", { name: "Cause" })).toBeVisible();
  const asksAgain = page.waitForEvent("websocket");
  await served.stop();
  await expect(page.getByRole("banner")).toContainText(/lost/i);
  await asksAgain;
  await expect(page.getByRole("article", { name: "Cause" })).toBeVisible();
  await keepPicture(page, "state_no_line");
});

test("no token: the page says where to find it", async ({ page, open }) => {
  const served = await open(MNIST);
  await page.context().clearCookies();
  const answer = await page.goto(new URL("/", served.url).href);
  expect(answer?.status()).toBe(401);
  await expect(page.locator("body")).toContainText("token");
  await keepPicture(page, "error_token");
});
