// Seeded bugs of the worst kinds. A check that never fails proves nothing, so each of these breaks one part of the shop
// (a request or its response, a task, the connection to the provider or the database, an SQL function), and a run must
// catch it. The broken parts exist only here; the shop's own code does not know them.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Task } from "#process/worker.ts";
import type { Shop } from "#server/core/shop.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { settleIntent } from "#server/payments/settle-payment.ts";
import type { Engine } from "../world/engine.ts";
import type { Ask } from "../world/shop-process.ts";
import type { Net, World } from "../world/world.ts";
import { secondOrder, stockTakenLater } from "./double-order.ts";
import { alter, askWith, editFunction, postedTo } from "./edits.ts";

export type Mutant = {
  name: string;
  /** What is wrong with the shop. */
  bug: string;
  /** Turns off the safety nets that would hide it. */
  nets?: readonly Net[];
  /** Changes requests on their way in or responses on their way out. */
  ask?: (ask: Ask, shop: Shop) => Ask;
  /** Replaces tasks of the worker, by name. */
  tasks?: Readonly<Record<string, Task["run"]>>;
  /** Wraps the shop of each process. */
  shop?: (shop: Shop, world: World) => Shop;
  /** Replaces SQL functions or constraints; returns the undo. */
  database?: (engine: Engine) => Promise<() => Promise<void>>;
};

const withPayments = (shop: Shop, payments: Partial<PaymentProvider>): Shop => ({
  ...shop,
  payments: { ...shop.payments, ...payments },
});

/** The amount that the browser sent with the current request. */
const amounts = new AsyncLocalStorage<number>();

export const mutants: readonly Mutant[] = [
  secondOrder,
  stockTakenLater,
  {
    name: "random-create-key",
    bug: "the payment is created with a new key each time instead of the stored one",
    shop: (shop, world) =>
      withPayments(shop, {
        createIntent: (key, params) => shop.payments.createIntent(`${key}:${world.newId()}`, params),
      }),
  },
  {
    name: "random-refund-key",
    bug: "a refund is sent with a new key each time instead of the stored one",
    shop: (shop, world) =>
      withPayments(shop, {
        createRefund: (key, params) => shop.payments.createRefund(`${key}:${world.newId()}`, params),
      }),
  },
  {
    name: "swap-is-refunded-again",
    bug: "a unit that was swapped for another one can be refunded, too",
    database: (engine) => editFunction(engine, "refundable_lines", " and u.state <> 'replaced'", ""),
  },
  {
    name: "price-from-browser",
    bug: "the amount that the browser sends is charged instead of the sum of the prices",
    ask: (ask) => async (request, peer) => {
      const body = await postedTo("create-payment-intent", request);
      const first = await ask(request, peer);
      if (!body || first.status !== 409) return first;
      const { error } = (await first.clone().json()) as {
        error: { details?: { totals?: { total: number } } };
      };
      const total = error.details?.totals?.total;
      if (total === undefined) return first;
      const priced = { ...body, amount: total };
      return amounts.run(body.amount as number, () => askWith(ask, request, { body: priced, peer }));
    },
    shop: (shop) =>
      withPayments(shop, {
        createIntent: (key, params) =>
          shop.payments.createIntent(key, { ...params, amount: amounts.getStore() ?? params.amount }),
      }),
  },
  {
    name: "browser-word-trusted",
    bug: "the confirmation page's claim that the payment succeeded creates the order",
    ask: (ask, shop) => async (request, peer) => {
      const intentId = (await postedTo("verify-checkout-session", request))?.payment_intent_id;
      const intent = typeof intentId === "string" ? await shop.payments.retrieveIntent(intentId) : null;
      if (intent?.ok && intent.value.status !== "canceled") {
        const { value } = intent;
        const said = { ...value, status: "succeeded", amountReceived: value.amount };
        await settleIntent(shop, { intent: said, read: "1000000", source: "browser" });
      }
      return ask(request, peer);
    },
  },
  {
    name: "done-before-applied",
    bug: "a webhook's event is marked done first and applied second, so a crash loses its order",
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
    name: "no-hold",
    bug: "a checkout holds no stock",
    database: (engine) =>
      editFunction(engine, "hold_checkout_stock", /update inventory i set held[^;]*;/, ""),
  },
  {
    name: "released-before-cancel",
    bug: "the hold is released first and the payment is canceled second",
    shop: (shop) =>
      withPayments(shop, {
        cancelIntent: async (key, id) => {
          await shop.pool.query(
            "select release_checkout_stock(id) from checkouts where payment_intent_id = $1",
            [id],
          );
          return shop.payments.cancelIntent(key, id);
        },
      }),
  },
  {
    name: "never-released",
    bug: "the hold of a shopper who left is never released",
    tasks: { stock: async () => ({ closed: 0, kept: 0 }) },
  },
  {
    name: "last-use-not-checked",
    bug: "a new checkout does not check whether the code has a use left",
    database: (engine) =>
      editFunction(engine, "discount_refusal", "when d.uses >= d.uses_max then 'used_up'", ""),
  },
  {
    name: "email-without-key",
    bug: "an email is queued each time its cause is reported, not once per order and kind",
    database: (engine) =>
      editFunction(engine, "queue_mail", "p_kind || ':' || p_order_id", "p_kind || ':' || gen_random_uuid()"),
  },
  {
    name: "email-done-before-sent",
    bug: "an email is marked as sent first and sent second",
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
