import type { DataStrategyResult } from "react-router";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test, vi } from "vitest";

vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  useEffect: (run: () => void) => run(),
}));
const retry = vi.hoisted(() => vi.fn());
vi.mock("./use-retry.ts", () => ({ useRetry: () => ({ isRetrying: false, retry }) }));

const { noteLoad, useSecondTry } = await import("./second-try.ts");

const SHOP = "https://shop.example/shop?q=cap";
const failed = (result: unknown): Record<string, DataStrategyResult> => ({ page: { type: "error", result } });

test("[BC-1] a load that fails is asked again before its error shows, and no second time", () => {
  noteLoad(SHOP, failed(new TypeError("Failed to fetch")));
  expect(useSecondTry()).toBe(true);
  expect(retry).toHaveBeenCalledOnce();
  noteLoad(SHOP, failed(new ErrorResponse(503, "", null)));
  expect(useSecondTry()).toBe(false);
  expect(retry).toHaveBeenCalledOnce();
  noteLoad(SHOP, { page: { type: "data", result: {} } });
  expect(useSecondTry()).toBe(false);
  noteLoad(SHOP, failed(new Error("broken")));
  noteLoad("https://shop.example/", failed(new Error("broken")));
  expect(useSecondTry()).toBe(true);
});

test.each([
  ["is missing", new ErrorResponse(404, "", null)],
  ["lies elsewhere", Response.redirect("https://shop.example/")],
])("[BC-1] what %s was answered, and is not asked for again", (_what, answer) => {
  noteLoad(SHOP, failed(answer));
  expect(useSecondTry()).toBe(false);
});
