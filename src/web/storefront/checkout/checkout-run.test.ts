import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PUZZLE_PARTS } from "#domain/checkout/puzzle.ts";
import { pat as shipping } from "#test/sales/people.ts";
import { orDeclinedOut, requestPayment } from "./checkout-run.ts";
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
  proof?: { challenge: string; numbers: number[] };
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

test("[TR-4] a puzzle that comes back is solved, and the same request is sent again with the proof", async () => {
  const puzzle = {
    error: { code: "puzzle_required", message: "x", details: { puzzle: { challenge: "c" } } },
  };
  answers = [answer(428, puzzle), answer(200, started)];
  expect(await requestPayment(content)).toMatchObject({ ok: true });
  const [asked, again] = sent;
  expect(asked).not.toHaveProperty("proof");
  expect(again?.idempotency_key).toBe(asked?.idempotency_key);
  expect(again?.proof?.challenge).toBe("c");
  expect(again?.proof?.numbers).toHaveLength(PUZZLE_PARTS);
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
