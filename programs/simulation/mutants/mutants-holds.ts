// Bugs in holds: stock that is released too early or never held.
import { alter, editFunction } from "./edit-function.ts";
import { editPosts } from "./edit-request.ts";
import type { Mutant } from "./mutants.ts";

export const closeMutants: readonly Mutant[] = [
  {
    name: "no-hold",
    bug: "a checkout holds no stock",
    database: (engine) =>
      editFunction(engine, "hold_checkout_stock", /update inventory i set held[^;]*;/, ""),
  },
  {
    name: "flagged-instead-of-sold",
    bug: "a paid order gives its hold back, takes no stock, and is flagged as short of it",
    database: (engine) =>
      editFunction(
        engine,
        "take_order_stock",
        "if not take_stock(",
        `if has_hold then
          update inventory set held = held - line.quantity
            where product_id = line.product_id and variation = line.variation;
          perform flag_order(p_order_id, 'out_of_stock', p_now);
        elsif not take_stock(`,
      ),
  },
  {
    name: "released-before-cancel",
    bug: "the stock is given back first and the payment is canceled second",
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        cancelIntent: async (key, id) => {
          await shop.pool.query(
            "select release_checkout_stock(id) from checkouts where payment_intent_id = $1",
            [id],
          );
          return shop.payments.cancelIntent(key, id);
        },
      },
    }),
  },
  {
    name: "released-by-the-clock",
    bug: "a hold that ran out is released without asking the provider",
    tasks: {
      holds: async (shop) => {
        const { rows } = await shop.pool.query<{ id: string }>(
          "select id from checkouts where state in ('open', 'paying') and expires_at < $1 order by id",
          [new Date(shop.clock())],
        );
        for (const { id } of rows) {
          await shop.pool.query("select release_checkout_stock($1)", [id]);
          await shop.pool.query("update checkouts set state = 'expired' where id = $1", [id]);
        }
        return { closed: rows.length, kept: 0 };
      },
    },
  },
  {
    name: "released-on-decline",
    bug: "a declined card gives the stock back although the shopper may try another card",
    database: (engine) =>
      editFunction(
        engine,
        "bring_order_to_payment",
        "'requires_action') then",
        "'requires_action') then perform release_checkout_stock(c.id);",
      ),
  },
  {
    name: "cancel-refused-means-canceled",
    bug: "whatever the provider answers to a cancel, the checkout counts as canceled",
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        cancelIntent: async (key, id) => {
          const answer = await shop.payments.cancelIntent(key, id);
          return answer.ok ? { ok: true, value: { ...answer.value, status: "canceled" } } : answer;
        },
      },
    }),
  },
  {
    name: "superseded-stays-payable",
    bug: "a changed cart makes a new payment and leaves the old one open",
    ask: (ask) => editPosts(ask, "create-payment-intent", (body) => ({ ...body, supersedes: null })),
  },
  {
    name: "client-not-counted",
    bug: "what a client holds in its other checkouts is not counted against its cap",
    // The shop takes each for its owner at this machine, who is not capped.
    ask: (ask) => (request) => ask(request, "127.0.0.1"),
  },
  {
    name: "client-remembered",
    bug: "a checkout that is over still knows who its client was",
    database: (engine) => editFunction(engine, "forget_client", "new.client := null;", ""),
  },
  {
    name: "declined-out-released",
    bug: "after too many declines the stock is released without a word to the provider",
    database: (engine) =>
      alter(
        engine,
        `create function release_declined_out() returns trigger language plpgsql as $$
          begin perform release_checkout_stock(new.id); return null; end $$;
        create trigger release_declined_out after update of declined_out on checkouts for each row
          when (new.declined_out and not old.declined_out) execute function release_declined_out()`,
        "drop function release_declined_out cascade",
      ),
  },
  {
    name: "page-left-open",
    bug: "a payment page counts as closed although the provider was never asked to close it",
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        expireSession: async (_key, id) => {
          const page = await shop.payments.retrieveSession(id);
          return page.ok ? { ok: true, value: { ...page.value, status: "expired" } } : page;
        },
      },
    }),
  },
  {
    name: "random-page-key",
    bug: "the payment page is asked for with a new key each time instead of the stored one",
    shop: (shop, world) => ({
      ...shop,
      payments: {
        ...shop.payments,
        createSession: (key, params) => shop.payments.createSession(`${key}:${world.newId()}`, params),
      },
    }),
  },
  {
    name: "hold-released-twice",
    bug: "giving stock back does not look whether it was given back already",
    database: (engine) =>
      editFunction(
        engine,
        "release_checkout_stock",
        /where id = p_checkout_id and hold_active;\s*if not found then return; end if;/,
        "where id = p_checkout_id;",
      ),
  },
];
