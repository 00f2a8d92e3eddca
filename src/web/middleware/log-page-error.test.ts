import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createLogger } from "#server/core/log.ts";
import type { Shop } from "#server/core/shop.ts";
import { logPageError } from "./log-page-error.ts";
import { shopContext } from "./shop-context.ts";

test("[TR-12] a broken page is logged: no stack, and no private link", () => {
  vi.stubEnv("DEV", false);
  const lines: string[] = [];
  const log = createLogger(
    "info",
    () => 0,
    (line) => lines.push(line),
  );
  const context = new RouterContextProvider(new Map([[shopContext, { log } as Shop]]));
  const url = "https://shop.example/orders/3kfSecret.data?a=secret";
  logPageError(context, { error: new Error("broken"), url, params: { token: "3kfSecret" } });
  vi.unstubAllEnvs();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", event: "page.failed", path: "/orders/:token", error: "Error: broken" },
  ]);
  expect(lines.join()).not.toMatch(/secret|\bat /i);
});
