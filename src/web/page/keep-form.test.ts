import {
  type DataStrategyResult,
  data,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  RouterContextProvider,
} from "react-router";
import { beforeEach, expect, test } from "vitest";
import { toastStore } from "../ui/toast/toast.ts";
import { isAnswered, keepForm } from "./keep-form.ts";

type Results = Record<string, DataStrategyResult>;
const PAGE = "routes/storefront/contact";

beforeEach(() => toastStore.dismiss());

function post() {
  const request = new Request("http://shop.example/contact", { method: "POST" });
  return {
    request,
    url: new URL(request.url),
    pattern: "/contact",
    params: {},
    context: new RouterContextProvider(),
  };
}

const failed = (result: unknown): DataStrategyResult => ({ type: "error", result });
const away = new TypeError("Failed to fetch");

test.each([
  ["without a connection", away, "The shop can't be reached"],
  ["without a connection, as the router has it", data(away), "The shop can't be reached"],
  ["that broke", new Error("broken"), "An unexpected error occurred. Please try again."],
  [
    "while the database is away",
    new ErrorResponse(503, "", null),
    "An unexpected error occurred. Please try again.",
  ],
  ["sent too often", new ErrorResponse(429, "", null), "Too many requests"],
  ["that was too large", new ErrorResponse(413, "", null), "That's too much to send at one time"],
])(
  "[CT-2][EA-5] a form %s keeps everything that was typed, and nothing is reloaded",
  async (_how, error, title) => {
    const results = await keepForm(post(), async () => ({ [PAGE]: failed(error) }));
    expect(results).toMatchObject({
      [PAGE]: { type: "data", result: { data: undefined, init: { status: 503 } } },
    });
    expect(toastStore.get()).toMatchObject({ tone: "error", title });
  },
);

test.each([
  ["/admin/login", { email: "owner@example.com" }, "Sign in error"],
  ["/admin/login/code", { code: "123456" }, "Sign in error"],
  ["/admin/products", { intent: "delete", id: "1" }, "Failed to delete product"],
  ["/admin/products", { intent: "stock", id: "1" }, "The shop can't be reached"],
])("[AL-3] [AP-2] a lost answer to %s with %o says %s", async (path, fields, title) => {
  const body = new URLSearchParams(fields);
  const request = new Request(`http://shop.example${path}`, { method: "POST", body });
  await keepForm({ ...post(), request }, async () => ({ [PAGE]: failed(away) }));
  expect(toastStore.get()).toMatchObject({ tone: "error", title });
});

test("[CT-2][EA-5] what a page says is missing stays missing", async () => {
  const results: Results = { [PAGE]: failed(new ErrorResponse(404, "", null)) };
  expect(await keepForm(post(), async () => results)).toBe(results);
  expect([results[PAGE]?.type, toastStore.get()]).toEqual(["error", null]);
});

test("[CT-2][TR-9] a page reloads its data after a refusal, too, but not without an answer or when the password is requested", () => {
  const loadsAnew = [undefined, 200, 409, 503, 403].map((actionStatus) => isAnswered({ actionStatus }));
  expect(loadsAnew).toEqual([true, true, true, false, false]);
});

test("[CT-2] the message is gone as soon as the form is answered; other messages stay", async () => {
  await keepForm(post(), async () => ({ [PAGE]: failed(away) }));
  const answered: Results = { [PAGE]: { type: "data", result: { outcome: { ok: true } } } };
  expect(await keepForm(post(), async () => answered)).toBe(answered);
  expect(toastStore.get()).toBeNull();
  toastStore.show("error", "Another");
  await keepForm(post(), async () => answered);
  expect(toastStore.get()).toMatchObject({ title: "Another" });
});
