// What the provider knows, as the rules of invariants-sql.ts take it.
import type { Sandbox } from "#sandbox/sandbox.ts";
import { Violation } from "../world/violation.ts";

/** JSON of all payments, or of those given. */
export function intentsOf({ controls }: Sandbox, payments = controls.payments()): string {
  const refunded = new Map<string, number>();
  for (const { payment_intent, amount_refunded } of controls.charges()) {
    const id = String(payment_intent);
    refunded.set(id, (refunded.get(id) ?? 0) + amount_refunded);
  }
  const facts = payments.map((intent) => ({
    id: intent.id,
    checkout: intent.metadata.checkout_id ?? null,
    status: intent.status,
    amount: intent.amount,
    received: intent.amount_received,
    refunded: refunded.get(intent.id) ?? 0,
  }));
  return JSON.stringify(facts);
}

/** JSON of all payment pages. A page past its end is over, even before the provider has recorded it. */
export function pagesOf({ controls }: Sandbox, now: number): string {
  const pages = controls.sessions().map(({ id, metadata, status, expires_at, payment_intent }) => ({
    ...{ id, status: status === "open" && expires_at * 1000 <= now ? "expired" : status },
    checkout: metadata?.checkout_id ?? null,
    intent: payment_intent === null ? null : String(payment_intent),
  }));
  return JSON.stringify(pages);
}

/** Throws a Violation if what the owner refunded once was refunded more than once at the provider. */
export function checkRefundsOnce({ controls }: Sandbox): void {
  const rows = controls.refunds().map(({ metadata }) => metadata?.refund_id);
  const doubled = rows.find((row, index) => row !== undefined && rows.indexOf(row) !== index);
  if (doubled) throw new Violation("I6", `the refund ${doubled} was made twice`);
}

/** What a dearer swap costs more is a second payment of an order, on purpose. */
export const isExtraPayment = ({ description }: { description?: string | null }) =>
  description?.startsWith("Change of") ?? false;
