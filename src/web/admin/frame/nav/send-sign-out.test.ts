import { afterEach, expect, test, vi } from "vitest";
import { sendSignOut } from "./send-sign-out.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["is refused", () => new Response("", { status: 429 }), "sign-out-failed"],
  ["meets a broken shop", () => new Response("", { status: 503 }), "sign-out-error"],
  ["is not answered", () => Promise.reject(new TypeError("Failed to fetch")), "sign-out-error"],
])("[AL-3] a sign-out that %s keeps the page and says so", async (_how, answer, notice) => {
  vi.stubGlobal("fetch", async () => answer());
  expect(await sendSignOut("/admin/sign-out")).toEqual({ ok: false, notice });
});

test("[AL-3] a sign-out leads to the page that the shop names", async () => {
  const answer = Object.defineProperty(new Response("signed out"), "url", { value: "/admin/login" });
  vi.stubGlobal("fetch", async () => answer);
  expect(await sendSignOut("/admin/sign-out")).toEqual({ ok: true, url: "/admin/login" });
});
