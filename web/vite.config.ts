import { defineConfig } from "vitest/config";

// For work on the page: TDBG_SERVER is the URL that `tdbg serve` printed, token included.
const server = process.env["TDBG_SERVER"];
const target = server === undefined ? undefined : new URL(server);
const proxied = target && {
  target: target.origin,
  ws: true,
  changeOrigin: true,
  headers: { authorization: `Bearer ${target.searchParams.get("token") ?? ""}`, origin: target.origin },
};

export default defineConfig({
  base: "./",
  build: { outDir: "dist", assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
  server: proxied ? { proxy: { "/rpc": proxied, "/export": proxied, "/changes": proxied } } : {},
  test: { include: ["src/**/*_test.ts", "src/**/*_test.tsx"] },
});
