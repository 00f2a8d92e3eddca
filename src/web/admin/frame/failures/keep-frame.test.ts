import { type DataStrategyResult, RouterContextProvider, redirect } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { toastStore } from "../../../ui/toast/toast.ts";
import { keepEnded, keepFrame, rememberFrame } from "./keep-frame.ts";

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

test.each(["returned", "thrown"])(
  "[EA-5] when the session has ended, what was sent is kept, but no password (%s)",
  async (how) => {
    const toSignIn = redirect("/admin/login?from=%2Fadmin%2Forders%2F1");
    const sent = post({ intent: "refund", amount: "12.00", password: "secret" });
    const next = async (): Promise<Results> => {
      if (how === "thrown") throw toSignIn;
      return { [PAGE]: failed(toSignIn) };
    };
    const answered = Promise.resolve(keepEnded(sent, next));
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
