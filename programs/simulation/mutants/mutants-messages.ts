// Bugs in webhooks and mails.
import { AsyncLocalStorage } from "node:async_hooks";
import type { PaymentIntent } from "#server/payments/payment-provider.ts";
import { alter, editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const webhookMutants: readonly Mutant[] = [
  {
    name: "ok-before-inbox",
    bug: "a webhook is answered with success although it could not be stored",
    ask: (ask) => async (request, peer) => {
      const answer = await ask(request, peer);
      return answer.status === 503 && isWebhook(request) ? Response.json({ received: true }) : answer;
    },
  },
  {
    name: "done-before-applied",
    bug: "an event is marked done first and applied second",
    nets: ["webhook"],
    database: (engine) =>
      alter(
        engine,
        `create function finish_at_once() returns trigger language plpgsql as $$
          begin update payment_events set done_at = received_at where id = new.id; return null; end $$;
        create trigger finish_at_once after insert on payment_events for each row
          execute function finish_at_once()`,
        "drop function finish_at_once cascade",
      ),
  },
  {
    name: "event-body-trusted",
    bug: "the payment in the event's body is taken for the payment as it is now",
    nets: ["webhook"],
    ask: (ask) => async (request, peer) =>
      isWebhook(request)
        ? eventBodies.run(JSON.parse(await request.clone().text()).data.object, () => ask(request, peer))
        : ask(request, peer),
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        retrieveIntent: async (id) => {
          const object = eventBodies.getStore();
          const isMeant = object?.object === "payment_intent" && object.id === id;
          return isMeant ? { ok: true, value: intentOf(object) } : shop.payments.retrieveIntent(id);
        },
      },
    }),
  },
  {
    name: "signature-from-the-future",
    bug: "a signature whose time lies ahead is taken",
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        mayBeSigned: () => true,
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
    name: "last-asker-first",
    bug: "who asked last for an option hears first that it is back",
    database: (engine) =>
      editFunction(engine, "tell_restock_line", "order by place limit", "order by place desc limit"),
  },
  {
    name: "buyer-still-waits",
    bug: "who has bought an option is still told that it is back",
    database: (engine) =>
      editFunction(
        engine,
        "end_bought_request",
        "delete from restock_requests r using orders o",
        "perform 1 from restock_requests r, orders o",
      ),
  },
  {
    name: "mail-without-key",
    bug: "a mail is queued each time its reason is heard of, not once per order and kind",
    database: (engine) =>
      editFunction(engine, "queue_mail", "p_kind || ':' || p_order_id", "p_kind || ':' || gen_random_uuid()"),
  },
  {
    name: "mail-done-before-sent",
    bug: "a mail is marked as sent first and sent second",
    shop: (shop) => ({
      ...shop,
      mailer: {
        send: async (mail) => {
          const key = mail.messageId.slice(1).split("@")[0]!.replace(".", ":");
          const now = new Date(shop.clock());
          await shop.pool.query("update outbox set sent_at = $2 where unique_key = $1", [key, now]);
          await shop.mailer.send(mail);
        },
      },
    }),
  },
];

const isWebhook = (request: Request) => new URL(request.url).pathname.startsWith("/webhooks/");

/** What the event says that is being received. */
const eventBodies = new AsyncLocalStorage<Record<string, unknown>>();

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
