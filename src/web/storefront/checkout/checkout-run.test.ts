import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pat as shipping } from "#test/sales/people.ts";
import { cartStore } from "../cart/cart.ts";
import { holdForPay, orDeclinedOut, requestPage, requestPayment } from "./checkout-run.ts";
import { saveShippingInfo } from "./checkout-storage.ts";
import { loadOpenCheckout, saveOpenCheckout } from "./kept-checkout.ts";

const product = { id: "cap", name: "Rope Cap", image: null, price: 3000, salePrice: null, available: 9 };
const content = {
  cart: { lines: [{ product, quantity: 1, selectedOption: null }] },
  shipping,
  total: 3599,
};
const other = { ...content, shipping: { ...shipping, name: "Pat Golfer Jr." } };
const started = {
  clientSecret: "s",
  paymentIntentId: "pi_1",
  orderId: "o",
  expiresAt: "2100-01-01T00:00:00Z",
};

type Sent = {
  order_id: string;
  supersedes: string | null;
  idempotency_key: string;
};
let sent: Sent[] = [];
let answers: (() => Promise<Response>)[] = [];

const answer = (status: number, body: object) => async () => Response.json(body, { status });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  sent = [];
  saveOpenCheckout(null);
  vi.stubGlobal("location", { origin: "https://shop.example.com" });
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Sent);
    return answers.shift()?.();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("[PY-8] before a card is confirmed", () => {
  const checkout = {
    ...{ clientSecret: "s", paymentIntentId: "pi_1", orderId: "o", expiresAt: "2100-01-01T00:15:00Z" },
    ...{ totals: { subtotal: 3000, tax: 0, shipping: 599, total: 3599 }, heldUntil: 0, isHeld: false },
  };
  const refusal = (code: string) => ({ error: { code, message: "x" } });

  test("what is held already asks nothing", async () => {
    expect(await holdForPay({ ...checkout, isHeld: true }, vi.fn())).toBeNull();
    expect(sent).toEqual([]);
  });

  test("what is not held is held, and the page hears until when", async () => {
    answers = [answer(200, { expiresAt: "2100-01-01T00:02:00Z" })];
    const report = vi.fn();
    expect(await holdForPay(checkout, report)).toBeNull();
    expect(sent).toEqual([{ order_id: "o" }]);
    expect(report).toHaveBeenCalledWith({ type: "held", heldUntil: Date.parse("2100-01-01T00:02:00Z") });
  });

  test.each([
    ["is over", answer(409, refusal("hold_expired")), { kind: "canceled" }],
    [
      "waits for another of the visitor",
      answer(409, refusal("hold_busy")),
      { kind: "failed", message: /another order/i },
    ],
    ["gets no answer", lost, { kind: "failed", message: /could not reach/i }],
  ])(
    "nothing is charged when it %s",
    async (_what, said, { kind, ...told }: { kind: string; message?: RegExp }) => {
      answers = [said];
      const report = vi.fn();
      const outcome = await holdForPay(checkout, report);
      expect(outcome).toMatchObject({ kind });
      if (told.message) expect(outcome).toHaveProperty("message", expect.stringMatching(told.message));
      expect(report).not.toHaveBeenCalled();
    },
  );
});

describe("[FN-4] the page instead of the card form", () => {
  const shown = { totals: { subtotal: 3000, tax: 0, shipping: 599, total: 3599 } };

  test("is asked for with a key of its own, and names the form's order", async () => {
    saveShippingInfo(shipping);
    answers = [answer(200, started), answer(200, { url: "https://pay.example/cs_1" })];
    await requestPayment(content);
    cartStore.set(content.cart);
    expect(await requestPage(shown)).toEqual({ ok: true, url: "https://pay.example/cs_1" });
    expect(sent[1]?.supersedes).toBe(sent[0]?.order_id);
    expect(sent[1]?.idempotency_key).not.toBe(sent[0]?.idempotency_key);
    expect(loadOpenCheckout()).toMatchObject({ orderId: sent[1]?.order_id, phase: "paying" });
  });

  test("leaves the form's record when there is none", async () => {
    saveShippingInfo(shipping);
    answers = [answer(200, started), answer(409, { error: { code: "out_of_stock", message: "x" } })];
    await requestPayment(content);
    const form = loadOpenCheckout();
    cartStore.set(content.cart);
    expect(await requestPage(shown)).toEqual({ ok: false, reason: "over" });
    expect(loadOpenCheckout()).toEqual(form);
  });
});

test("[PY-8] a request that never arrived does not make the browser forget the checkout that holds its items", async () => {
  answers = [answer(200, started), lost, answer(200, started)];
  await requestPayment(content);
  const first = loadOpenCheckout();
  expect(await requestPayment(other)).toMatchObject({ ok: false, reason: "failed" });
  expect(loadOpenCheckout()).toEqual(first);
  await requestPayment({ ...other, shipping: { ...shipping, name: "Pat Golfer III" } });
  expect(sent.map(({ supersedes }) => supersedes)).toEqual([null, first?.orderId, first?.orderId]);
});

test("a key whose checkout is over is replaced by a new one", async () => {
  answers = [answer(409, { error: { code: "hold_expired", message: "x" } }), answer(200, started)];
  expect(await requestPayment(content)).toMatchObject({ ok: true });
  expect(sent[1]?.supersedes).toBe(sent[0]?.order_id);
  expect(sent[1]?.idempotency_key).not.toBe(sent[0]?.idempotency_key);
});

test("[TR-4] after a decline the shop is asked whether the payment has ended; after anything else it is not", async () => {
  const declined = { kind: "failed", message: "Your card was declined.", isDeclined: true } as const;
  answers = [answer(409, { error: { code: "declined_out", message: "x" } })];
  expect(await orDeclinedOut(declined, { orderId: "o" })).toEqual({ kind: "declined-out" });
  const incomplete = { kind: "failed", message: "Your card number is incomplete." } as const;
  expect(await orDeclinedOut(incomplete, { orderId: "o" })).toBe(incomplete);
  expect(sent).toHaveLength(1);
});
