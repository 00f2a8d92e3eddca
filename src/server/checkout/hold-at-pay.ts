// Takes the hold of a checkout that holds nothing until Pay is pressed (domain/checkout/hold-caps.ts), before its card
// is confirmed. It lasts for two minutes and then expires like any hold: the payment is canceled first. A visitor gets
// one at a time, none for half an hour after one without a card attempt, and at most three unpaid ones in half an hour.
// A card confirmed without a hold is judged when the payment is settled, by the stock at that time.
import { sql } from "kysely";
import type { CheckoutLineNow } from "#domain/checkout/checkout.ts";
import { PAY_HOLD_MINUTES, PAY_HOLDS_COUNT_MS } from "#domain/checkout/hold-caps.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";

export type PayHold =
  | { ok: true; until: Date }
  /** over: it can't be paid anymore. busy: the visitor has another hold of this kind. */
  | { ok: false; reason: "over" | "busy" }
  | { ok: false; reason: "short"; lines: CheckoutLineNow[] };

type Answer =
  | { is: "held"; until: string }
  | { is: "over" | "busy" }
  | { is: "short"; lines: (CheckoutLineNow & { variation: string })[] };

/** Repeatable: an existing hold stays, and does not get longer. */
export async function holdAtPay(
  shop: Shop,
  { orderId, isCapped }: { orderId: string; isCapped: boolean },
): Promise<PayHold> {
  const now = nowOf(shop);
  const since = new Date(now.getTime() - PAY_HOLDS_COUNT_MS);
  const answer = await inTransaction(shop, async (tx) => {
    const { rows } = await sql<{ answer: Answer }>`
      select hold_at_pay(${orderId}, ${isCapped}, ${since}, ${PAY_HOLD_MINUTES}, ${now}) as answer`.execute(
      tx,
    );
    return rows[0]?.answer ?? { is: "over" as const };
  });
  switch (answer.is) {
    case "held":
      return { ok: true, until: new Date(answer.until) };
    case "short": {
      const lines = answer.lines.map(({ variation, ...line }) => ({
        ...line,
        selectedOption: variation || null,
      }));
      return { ok: false, reason: "short", lines };
    }
    default:
      return { ok: false, reason: answer.is };
  }
}
