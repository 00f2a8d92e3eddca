// Bugs in webhooks and mails.

import { sendDueMails } from "#server/mail/send-due-mails.ts";
import type { PaymentIntent } from "#server/payments/payment-provider.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { receiveEvent } from "#server/provider-events/receive-event.ts";
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const webhookMutants: readonly Mutant[] = [
  {
    name: "ok-before-inbox",
    bug: "a webhook is answered with success although it could not be stored",
    uses: {
      receiveEvent: (shop, webhook) => receiveEvent(shop, webhook).catch(() => "received" as const),
    },
  },
  {
    name: "done-before-applied",
    bug: "an event is marked done first and applied second",
    nets: ["webhook"],
    uses: {
      receiveEvent: async (shop, { rawBody, signature }) => {
        const event = shop.payments.readEvent(rawBody, signature);
        if (!event) return "refused";
        const now = new Date(shop.clock());
        const { rowCount } = await shop.pool.query(
          `insert into payment_events (id, type, object_id, received_at, next_at, done_at)
            values ($1, $2, $3, $4, $4, $4) on conflict (id) do nothing`,
          [event.id, event.type, event.intentId, now],
        );
        if (rowCount === 0) return "received";
        await shop.reached?.("webhook:stored");
        if (event.type.startsWith("payment_intent.") && event.intentId)
          await settlePayment(shop, { intentId: event.intentId, source: "webhook" });
        return "received";
      },
    },
  },
  {
    name: "event-body-trusted",
    bug: "the payment in the event's body is taken for the payment as it is now",
    nets: ["webhook"],
    uses: {
      receiveEvent: (shop, { rawBody, signature }) => {
        const { object } = (JSON.parse(rawBody) as { data: { object: Record<string, unknown> } }).data;
        const retrieveIntent = async (id: string) =>
          object.object === "payment_intent" && object.id === id
            ? { ok: true as const, value: intentOf(object) }
            : shop.payments.retrieveIntent(id);
        const trusting = { ...shop, payments: { ...shop.payments, retrieveIntent } };
        return receiveEvent(trusting, { rawBody, signature });
      },
    },
  },
  {
    name: "signature-from-the-future",
    bug: "a signature whose time lies ahead is taken",
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        readEvent: (body, signature) => {
          const { id, type, data } = JSON.parse(body);
          const stamped = Number(/t=(\d+)/.exec(signature)?.[1]);
          if (stamped <= shop.clock() / 1000 + 1) return shop.payments.readEvent(body, signature);
          return { id, type, objectId: data.object.id, intentId: null };
        },
      },
    }),
  },
];

export const mailMutants: readonly Mutant[] = [
  {
    name: "mail-without-key",
    bug: "a mail is queued each time its reason is heard of, not once per order and kind",
    database: (engine) =>
      editFunction(engine, "queue_mail", "p_kind || ':' || p_order_id", "p_kind || ':' || gen_random_uuid()"),
  },
  {
    name: "mail-done-before-sent",
    bug: "a mail is marked as sent first and sent second",
    uses: {
      sendDueMails: (shop, round) =>
        sendDueMails(
          {
            ...shop,
            mailer: {
              send: async (mail) => {
                const key = mail.messageId.slice(1).split("@")[0]!.replace(".", ":");
                const now = new Date(shop.clock());
                await shop.pool.query("update outbox set sent_at = $2 where unique_key = $1", [key, now]);
                await shop.reached?.("mail:composed");
                await shop.mailer.send(mail);
              },
            },
          },
          round,
        ),
    },
  },
];

function intentOf(object: Record<string, unknown>): PaymentIntent {
  const metadata = object.metadata as Record<string, string>;
  return {
    id: String(object.id),
    status: String(object.status),
    amount: Number(object.amount),
    amountReceived: Number(object.amount_received),
    currency: String(object.currency),
    clientSecret: null,
    checkoutId: metadata.checkout_id ?? null,
    createdAt: Number(object.created) * 1000,
  } as PaymentIntent;
}
