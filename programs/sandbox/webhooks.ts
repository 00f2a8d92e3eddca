// Sends webhooks to the shop as Stripe does: signed, at least once, in no guaranteed order, retried with growing
// pauses until the shop answers 2xx. A delivery is stored before it is sent, so after a kill it is sent again.
// Faults change single deliveries: late, twice, lost, overtaken by a later one.
import { createHmac } from "node:crypto";
import type { SandboxContext } from "./context.ts";
import { takeFault } from "./faults/faults.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the 1st, 2nd, … failed attempt; about three days in all, after which the delivery is given up. */
const RETRY_PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
  36 * HOUR_MS,
];
const RETRY_JITTER = 0.1;
const LATE_MS = 30 * SECOND_MS;
/** How long an out-of-order webhook waits for a later one to overtake it. */
const OVERTAKE_WAIT_MS = MINUTE_MS;

export type DeliveryState = "waiting" | "held" | "delivered" | "lost" | "given_up";
export type Delivery = {
  id: number;
  event_id: string;
  state: DeliveryState;
  due_ms: number;
  attempts: number;
  /** The shop's last HTTP status, or the network error. */
  answer: string | null;
  note: string | null;
};

const WEBHOOK_FAULTS = ["webhook_late", "webhook_twice", "webhook_lost", "webhook_out_of_order"] as const;

/** Plans the webhook of a new event and applies the next fault that fits it. */
export function planDelivery(context: SandboxContext, eventId: string, eventType: string): void {
  const fault = takeFault(context, WEBHOOK_FAULTS, ({ eventType: only }) => !only || only === eventType);
  const add = (state: DeliveryState, dueMs: number, note: string | null) =>
    context.store.run(
      "INSERT INTO deliveries (event_id, state, due_ms, note) VALUES (?, ?, ?, ?)",
      eventId,
      state,
      dueMs,
      note,
    );
  const now = context.now();
  switch (fault?.kind) {
    case "webhook_late":
      return void add("waiting", now + (fault.delayMs ?? LATE_MS), "late");
    case "webhook_twice":
      add("waiting", now, "twice");
      return void add("waiting", now, "twice");
    case "webhook_lost":
      return void add("lost", now, "lost");
    case "webhook_out_of_order":
      return void add("held", now + OVERTAKE_WAIT_MS, "out of order");
    default:
      return void add("waiting", now, null);
  }
}

/** `t=…,v1=…` over `t.body`, the algorithm of `stripe.webhooks.constructEvent`. */
export function signWebhook(body: string, secret: string, unixSeconds: number): string {
  const signature = createHmac("sha256", secret).update(`${unixSeconds}.${body}`, "utf8").digest("hex");
  return `t=${unixSeconds},v1=${signature}`;
}

const PENDING = "state IN ('waiting', 'held')";

/** When the next webhook is due, in milliseconds of the clock, or null. */
export function nextDeliveryAt(context: SandboxContext): number | null {
  const sql = `SELECT MIN(due_ms) AS due FROM deliveries WHERE ${PENDING}`;
  return context.store.row<{ due: number | null }>(sql)?.due ?? null;
}

/** How many webhooks one round sends. To stop, the sandbox waits for one round at most. */
const DELIVERIES_PER_ROUND = 20;

/** Sends one round of the due deliveries, oldest first. Returns how many the shop answered with 2xx. */
export async function deliverDue(context: SandboxContext, sending: Set<number>): Promise<number> {
  const due = context.store.rows<Delivery>(
    `SELECT * FROM deliveries WHERE ${PENDING} AND due_ms <= ? ORDER BY due_ms, id LIMIT ?`,
    context.now(),
    DELIVERIES_PER_ROUND,
  );
  let taken = 0;
  for (const delivery of due) {
    if (sending.has(delivery.id)) continue;
    sending.add(delivery.id);
    try {
      if (await attempt(context, delivery)) taken += 1;
    } finally {
      sending.delete(delivery.id);
    }
  }
  return taken;
}

async function attempt(context: SandboxContext, delivery: Delivery): Promise<boolean> {
  const { store, options } = context;
  const event = store.find("event", delivery.event_id);
  if (!event) return false;
  const body = JSON.stringify(event, null, 2);
  const signature = signWebhook(body, options.webhookSecret, context.seconds());
  let answer: string;
  let isTaken = false;
  try {
    const status = await options.deliver(body, signature);
    answer = String(status);
    isTaken = status >= 200 && status < 300;
  } catch (error) {
    answer = error instanceof Error ? error.message : String(error);
  }
  store.transaction(() => {
    if (isTaken) settleDelivery(context, delivery, answer);
    else planRetry(context, delivery, answer);
  });
  return isTaken;
}

function settleDelivery(context: SandboxContext, delivery: Delivery, answer: string) {
  context.store.run(
    "UPDATE deliveries SET state = 'delivered', attempts = attempts + 1, answer = ? WHERE id = ?",
    answer,
    delivery.id,
  );
  // Overtaken: deliveries that were held back for this one are due now.
  context.store.run(
    "UPDATE deliveries SET state = 'waiting', due_ms = ? WHERE state = 'held' AND id < ?",
    context.now(),
    delivery.id,
  );
}

function planRetry(context: SandboxContext, delivery: Delivery, answer: string) {
  const pause = RETRY_PAUSES_MS[delivery.attempts];
  const jitter = 1 + RETRY_JITTER * (2 * context.options.random() - 1);
  context.store.run(
    "UPDATE deliveries SET state = ?, due_ms = ?, attempts = attempts + 1, answer = ? WHERE id = ?",
    pause === undefined ? "given_up" : "waiting",
    context.now() + Math.round((pause ?? 0) * jitter),
    answer,
    delivery.id,
  );
}

export function listDeliveries(context: SandboxContext, limit: number): Delivery[] {
  return context.store.rows<Delivery>("SELECT * FROM deliveries ORDER BY id DESC LIMIT ?", limit);
}

/** Stripe's `pending_webhooks`: 1 until the shop has accepted the event. */
export function pendingWebhooks(context: SandboxContext, eventId: string): number {
  const sql = "SELECT COUNT(*) AS taken FROM deliveries WHERE event_id = ? AND state = 'delivered'";
  return (context.store.row<{ taken: number }>(sql, eventId)?.taken ?? 0) > 0 ? 0 : 1;
}
