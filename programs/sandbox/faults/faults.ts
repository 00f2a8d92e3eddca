// What goes wrong next. The owner's page, a test or the simulation arms a fault. It waits in the database (so it
// survives a restart) and is used up by the next call or event that it fits.
import type { SandboxContext } from "../context.ts";

/** How often a fault strikes; 1 by default. */
type Times = { times?: number };

/** Faults of the next call of the shop's server; `path` limits them to paths with this prefix. */
export type CallFault = Times & { path?: string; method?: "GET" | "POST" } & (
    | { kind: "drop_request" }
    | { kind: "drop_answer" }
    /** `executed`: the work is done and only the answer is a 500. Otherwise nothing is done. */
    | { kind: "server_error"; executed?: boolean }
    | { kind: "rate_limited" }
    | { kind: "slow"; delayMs?: number }
  );

/** Faults of the next webhook; `eventType` limits them to one type of event. */
export type WebhookFault = Times & { eventType?: string } & (
    | { kind: "webhook_late"; delayMs?: number }
    | { kind: "webhook_twice" }
    | { kind: "webhook_lost" }
    | { kind: "webhook_out_of_order" }
  );

/** What happens to the next payment or refund. `settleAfterMs: null` waits until it is settled by hand. */
export type MoneyFault = Times &
  (
    | { kind: "payment_processing"; outcome?: "succeeded" | "failed"; settleAfterMs?: number | null }
    | { kind: "payment_declined" }
    | { kind: "payment_authenticates" }
    /** The shopper leaves before the page learns the result of the payment. */
    | { kind: "tab_closed" }
    | { kind: "payment_disputed"; reason?: string; afterMs?: number }
    | { kind: "refund_pending"; outcome?: "succeeded" | "failed"; settleAfterMs?: number | null }
    | { kind: "refund_fails"; settleAfterMs?: number | null }
  );

export type Fault = CallFault | WebhookFault | MoneyFault;
export type FaultKind = Fault["kind"];
export type ArmedFault = { id: number; remaining: number; fault: Fault };

export const FAULT_KINDS: readonly FaultKind[] = [
  "drop_request",
  "drop_answer",
  "server_error",
  "rate_limited",
  "slow",
  "webhook_late",
  "webhook_twice",
  "webhook_lost",
  "webhook_out_of_order",
  "payment_processing",
  "payment_declined",
  "payment_authenticates",
  "tab_closed",
  "payment_disputed",
  "refund_pending",
  "refund_fails",
];

export function armFault(context: SandboxContext, fault: Fault): void {
  const times = Math.max(1, Math.floor(fault.times ?? 1));
  context.store.run(
    "INSERT INTO faults (kind, remaining, settings) VALUES (?, ?, ?)",
    fault.kind,
    times,
    JSON.stringify(fault),
  );
}

export function listFaults(context: SandboxContext): ArmedFault[] {
  return context.store
    .rows<{ id: number; remaining: number; settings: string }>(
      "SELECT id, remaining, settings FROM faults ORDER BY id",
    )
    .map(({ id, remaining, settings }) => ({ id, remaining, fault: JSON.parse(settings) as Fault }));
}

export function clearFaults(context: SandboxContext, id?: number): void {
  if (id === undefined) context.store.run("DELETE FROM faults");
  else context.store.run("DELETE FROM faults WHERE id = ?", id);
}

/** Uses up the oldest armed fault of these kinds that fits, if there is one. */
export function takeFault<K extends FaultKind>(
  context: SandboxContext,
  kinds: readonly K[],
  fits: (fault: Extract<Fault, { kind: K }>) => boolean = () => true,
): Extract<Fault, { kind: K }> | null {
  const found = listFaults(context).find(
    ({ fault }) =>
      (kinds as readonly string[]).includes(fault.kind) && fits(fault as Extract<Fault, { kind: K }>),
  );
  if (!found) return null;
  if (found.remaining > 1)
    context.store.run("UPDATE faults SET remaining = remaining - 1 WHERE id = ?", found.id);
  else context.store.run("DELETE FROM faults WHERE id = ?", found.id);
  return found.fault as Extract<Fault, { kind: K }>;
}
