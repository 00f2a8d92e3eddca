// From which of its payments an order is refunded. An order has its own payment, and one more for each extra payment; the provider
// refunds no more of a payment than came in with it.
import type { Cents } from "../money/money.ts";

/** What is left of a payment. */
export type PaymentLeft = { intentId: string; left: Cents };

/** One call to the provider. */
type PaymentPart = { intentId: string; amount: Cents };

/**
 * The parts of a refund, together the amount to the cent. The first payment that bears all of it does; otherwise each
 * gives what is left of it, one after another. What none of them has is asked of the last, whose provider then says no.
 */
export function splitRefund(payments: readonly PaymentLeft[], amount: Cents): PaymentPart[] {
  const last = payments.at(-1);
  if (!last) return [];
  const alone = payments.find(({ left }) => left >= amount);
  if (alone) return [{ intentId: alone.intentId, amount }];
  const parts: PaymentPart[] = [];
  let open = amount;
  for (const { intentId, left } of payments) {
    const part = intentId === last.intentId ? open : Math.min(left, open);
    if (part > 0) parts.push({ intentId, amount: part });
    open -= part;
  }
  return parts;
}
