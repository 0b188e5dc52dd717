import { defineConfig } from "@playwright/test";

// The page in the distribution's own browser, against a real tdbg on real recordings.
export default defineConfig({
  testDir: "e2e",
  // Times are measured by themselves (bench/run.sh), since machines that build and test are busy.
  testMatch: process.env["TDBG_BENCH"] === undefined ? "*_test.ts" : "*_bench.ts",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  reporter: [["list"]],
  outputDir: "../build/e2e/failures",
  globalSetup: "./e2e/make_recordings.ts",
  use: {
    viewport: { width: 1280, height: 720 },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
    },
    screenshot: "only-on-failure",
  },
});
