import { describe, expect, test } from "vitest";
import type { StartAnswer } from "../checkout/start-outcome.ts";
import { refusalOf } from "./express-purchase.ts";

type Refusal = Extract<StartAnswer, { ok: false }>;
const failed = { ok: false, reason: "failed", detail: "", certain: true } as const;

describe("[PA-2] every end of a wallet's sheet has a sentence that says nothing was charged", () => {
  test.each<[Refusal, object]>([
    [
      { ok: false, reason: "cart-changed", total: 7_700 },
      { said: /total is now \$77\.00/, isStale: true },
    ],
    [
      { ok: false, reason: "cart-changed", total: null },
      { said: /no longer in stock/, isStale: true },
    ],
    [
      { ok: false, reason: "invalid-shipping", errors: { country: "We ship within the United States only" } },
      { said: /^We ship within the United States only\./, isAddress: true },
    ],
    [{ ok: false, reason: "key-is-over" }, { said: /try again/ }],
    [{ ...failed, failure: "rate-limited" }, { said: /wait a minute/ }],
    [{ ...failed, failure: "closed" }, { said: /15 minutes/ }],
    [{ ...failed, failure: "amount" }, { said: /\$0\.50/ }],
    [{ ...failed, failure: "unreachable" }, { said: /connection/ }],
    [{ ...failed, failure: "refused" }, { said: /try again/ }],
  ])("%j", (refusal, { said, ...rest }: { said?: RegExp }) => {
    const told = refusalOf(refusal);
    expect(told).toMatchObject({ kind: "refused", ...rest });
    expect(told.kind === "refused" && told.said).toMatch(said ?? /./);
    expect(told.kind === "refused" && told.said).toMatch(/Nothing was charged/);
  });

  test("what was paid a moment ago leads to its confirmation, and is not paid twice", () => {
    const paid = { ok: false, reason: "already-paid", orderId: "o-1", paymentIntentId: "pi_1" } as const;
    expect(refusalOf(paid)).toEqual({
      kind: "confirmation",
      path: "/checkout/confirmation?order_id=o-1&payment_intent_id=pi_1",
    });
  });
});
