import type Stripe from "stripe";
import { API_VERSION, type SandboxContext } from "./context.ts";
import { planDelivery } from "./webhooks.ts";

/** The events that the sandbox makes. `refund.*` and `charge.refund.updated` both exist at Stripe. */
export type EventType =
  | "payment_intent.created"
  | "payment_intent.requires_action"
  | "payment_intent.processing"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.pending"
  | "charge.succeeded"
  | "charge.failed"
  | "charge.refunded"
  | "charge.refund.updated"
  | "charge.dispute.created"
  | "charge.dispute.updated"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.funds_reinstated"
  | "charge.dispute.closed"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "checkout.session.completed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.expired";

/** Records an event with a snapshot of its object, and plans its webhook. */
export function recordEvent(context: SandboxContext, type: EventType, object: { id: string }): void {
  const { store, request } = context;
  const event = {
    id: context.newId("evt_"),
    object: "event",
    api_version: API_VERSION,
    created: context.seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
  } satisfies Omit<Stripe.EventBase, "data"> & { data: { object: { id: string } } };
  store.insert("event", event as unknown as Stripe.Event, object.id);
  planDelivery(context, event.id, type);
}
