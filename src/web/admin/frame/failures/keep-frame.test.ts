import {
  type DataStrategyResult,
  data,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  RouterContextProvider,
  redirect,
} from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { toastStore } from "../../../ui/toast/toast.ts";
import { keepFrame, keepPage, rememberFrame } from "./keep-frame.ts";

type Results = Record<string, DataStrategyResult>;
const LAYOUT = "routes/admin/layout";
const PAGE = "routes/admin/orders/orders";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  toastStore.dismiss();
  vi.stubGlobal("sessionStorage", { setItem: (name: string, value: string) => kept.set(name, value) });
  rememberFrame({ root: { storeName: "Par" }, [LAYOUT]: { waiting: 3 } });
});

function argumentsOf(request: Request) {
  const url = new URL(request.url);
  return { request, url, pattern: url.pathname, params: {}, context: new RouterContextProvider() };
}

const get = argumentsOf(new Request("http://shop.example/admin/orders"));
const post = (fields: Record<string, string> = { intent: "refund", amount: "12.00" }) =>
  argumentsOf(
    new Request("http://shop.example/admin/orders/1", { method: "POST", body: new URLSearchParams(fields) }),
  );

const failed = (result: unknown): DataStrategyResult => ({ type: "error", result });
const away = new TypeError("Failed to fetch");

test("[EA-5] a page whose request is not answered fails alone: the frame around it keeps what it shows", async () => {
  const results: Results = { root: failed(away), [LAYOUT]: failed(away), [PAGE]: failed(away) };
  expect(await keepFrame(get, async () => results)).toEqual({
    root: { type: "data", result: { storeName: "Par" } },
    [LAYOUT]: { type: "data", result: { waiting: 3 } },
    [PAGE]: failed(away),
  });
});

test("[EA-5] the guard's way to sign-in is no failure of the frame", async () => {
  const results: Results = { [LAYOUT]: failed(redirect("/admin/login?from=%2Fadmin%2Forders")) };
  expect(await keepFrame(get, async () => results)).toBe(results);
  expect(results[LAYOUT]?.type).toBe("error");
});

test.each([
  ["without a connection", away, "The shop can't be reached"],
  ["without a connection, as the router has it", data(away), "The shop can't be reached"],
  ["that broke", new Error("broken"), "An unexpected error occurred. Please try again."],
  [
    "while the database is away",
    new ErrorResponse(503, "", null),
    "An unexpected error occurred. Please try again.",
  ],
  ["that was too large", new ErrorResponse(413, "", null), "That is more than the shop takes at once"],
])(
  "[EA-5] a form %s stays with all that was typed, and nothing is loaded anew",
  async (_how, error, title) => {
    const results = await keepPage(post(), async () => ({ [PAGE]: failed(error) }));
    expect(results).toMatchObject({
      [PAGE]: { type: "data", result: { data: undefined, init: { status: 503 } } },
    });
    expect(toastStore.get()).toMatchObject({ tone: "error", title });
  },
);

test("[EA-5] what a page says is missing stays missing", async () => {
  const results: Results = { [PAGE]: failed(new ErrorResponse(404, "", null)) };
  expect(await keepPage(post(), async () => results)).toBe(results);
  expect([results[PAGE]?.type, toastStore.get()]).toEqual(["error", null]);
});

test.each(["returned", "thrown"])(
  "[EA-5] when the session has ended, what was sent is kept, but no password (%s)",
  async (how) => {
    const toSignIn = redirect("/admin/login?from=%2Fadmin%2Forders%2F1");
    const sent = post({ intent: "refund", amount: "12.00", password: "secret" });
    const next = async (): Promise<Results> => {
      if (how === "thrown") throw toSignIn;
      return { [PAGE]: failed(toSignIn) };
    };
    const answered = Promise.resolve(keepPage(sent, next));
    await answered.catch((thrown: unknown) => expect(thrown).toBe(toSignIn));
    expect(JSON.parse(kept.get("admin-form") ?? "null")).toEqual({
      path: "/admin/orders/1",
      entries: [
        ["intent", "refund"],
        ["amount", "12.00"],
      ],
    });
    expect(toastStore.get()).toBeNull();
  },
);
