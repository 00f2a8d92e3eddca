// Bugs with money: keys, amounts, orders.
import { AsyncLocalStorage } from "node:async_hooks";
import { settleIntent } from "#server/payments/settle-payment.ts";
import type { Shop } from "#server/shop.ts";
import type { Engine } from "../world/engine.ts";
import type { World } from "../world/world.ts";
import { allOf, alter, editFunction } from "./edit-function.ts";
import { editPosts, postedTo, withBody } from "./edit-request.ts";
import type { Mutant } from "./mutants.ts";

export const moneyMutants: readonly Mutant[] = [
  {
    name: "random-create-key",
    bug: "the payment is asked for with a new key each time instead of the stored one",
    shop: (shop, world) => ({
      ...shop,
      payments: {
        ...shop.payments,
        createIntent: (key, params) => shop.payments.createIntent(`${key}:${world.newId()}`, params),
      },
    }),
  },
  {
    name: "first-page-only",
    bug: "of the provider's lists only the first page is read",
    nets: ["reconciler"],
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        listIntents: async (query) => {
          const page = await shop.payments.listIntents(query);
          return page.ok ? { ok: true, value: { ...page.value, hasMore: false } } : page;
        },
      },
    }),
  },
  {
    name: "random-refund-key",
    bug: "a refund is sent with a new key each time instead of the stored one",
    shop: (shop, world) => ({
      ...shop,
      payments: {
        ...shop.payments,
        createRefund: (key, params) => shop.payments.createRefund(`${key}:${world.newId()}`, params),
      },
    }),
  },
  {
    name: "wallets-address-told-before",
    bug: "the shop tells the provider the address of a wallet's payment, which the wallet then can't tell",
    ask: (ask) => editPosts(ask, "create-payment-intent", ({ by_wallet: _, ...body }) => body),
  },
  {
    name: "price-from-browser",
    bug: "the amount that the browser sends is charged instead of the one that the prices give",
    ask: (ask) => async (request, peer) => {
      const body = await postedTo("create-payment-intent", request);
      const first = await ask(request, peer);
      if (!body || first.status !== 409) return first;
      const { error } = (await first.clone().json()) as {
        error: { details?: { totals?: { total: number } } };
      };
      const total = error.details?.totals?.total;
      if (total === undefined) return first;
      return amounts.run(body.amount as number, () =>
        ask(withBody(request, { ...body, amount: total }), peer),
      );
    },
    shop: (shop) => ({
      ...shop,
      payments: {
        ...shop.payments,
        createIntent: (key, params) =>
          shop.payments.createIntent(key, { ...params, amount: amounts.getStore() ?? params.amount }),
      },
    }),
  },
  {
    name: "amount-mismatch-ignored",
    bug: "an order that got another amount than its total is not flagged",
    database: (engine) =>
      editFunction(
        engine,
        "flag_order",
        "where id = p_order_id",
        "where p_reason <> 'amount_mismatch' and id = p_order_id",
      ),
  },
  {
    name: "second-order",
    bug: "settling looks for the order, then makes one, without a lock and without unique columns",
    database: async (engine) => {
      const { rows } = await engine.pool.query<{ name: string; column: string }>(
        `select conname as name, pg_get_constraintdef(oid) as column from pg_constraint
          where conrelid = 'orders'::regclass and contype = 'u' and conname <> 'orders_number_key'`,
      );
      const undos = [await dropOncePerLine(engine)];
      for (const { name, column } of rows)
        undos.push(
          await alter(
            engine,
            `alter table orders drop constraint ${name}`,
            `truncate orders cascade; alter table orders add constraint ${name} ${column}`,
          ),
        );
      return allOf(undos);
    },
    shop: (shop, world) => onSettle(shop, (values, run) => settleInTwoSteps(shop, world, values, run)),
  },
  {
    name: "stock-taken-later",
    bug: "the order is made in one transaction and its stock is taken in the next",
    database: async (engine) => {
      await engine.pool.query(await renamed(engine, "take_order_stock", "take_order_stock_later"));
      const undo = await editFunction(
        engine,
        "take_order_stock",
        /\bbegin\b[\s\S]*\bend\b(?! loop| if)/i,
        "begin null; end",
      );
      return allOf([
        async () => void (await engine.pool.query("drop function take_order_stock_later")),
        undo,
      ]);
    },
    shop: (shop, world) =>
      onSettle(shop, async (values, run) => {
        const answer = await run();
        const [settled] = (answer as { rows: { orderId: string; status: string }[] }).rows;
        if (settled?.status !== "paid") return answer;
        await world.scheduler.wait("mutant:gap");
        await shop.pool.query("select take_order_stock_later($1, $2, 'later', $3)", [
          settled.orderId,
          values[0],
          new Date(world.now),
        ]);
        return answer;
      }),
  },
  {
    name: "browser-word-trusted",
    bug: "the confirmation page's word that the payment has succeeded makes the order",
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
    name: "order-priced-anew",
    bug: "the order is made from today's prices instead of the checkout's snapshot",
    database: (engine) =>
      editFunction(
        engine,
        "settle_order",
        "'price', price",
        "'price', (select p.effective_price from products p where p.id = product_id)",
      ),
  },
  {
    name: "stale-read-wins",
    bug: "what was read from the provider earlier overwrites what was read later",
    database: (engine) =>
      editFunction(
        engine,
        "note_intent_status",
        /if coalesce\(c\.intent_status, ''\) in[\s\S]*?then/,
        "if false then",
      ),
  },
  {
    name: "restocked-twice",
    bug: "goods of a refunded order go back on the shelf each time the refund is heard of",
    database: async (engine) =>
      allOf([
        await dropOncePerLine(engine),
        await editFunction(engine, "restock_order", /on conflict [\s\S]*? do nothing/, ""),
      ]),
  },
  {
    name: "restocked-beyond",
    bug: "each refund puts back all pieces of the order, whatever went back before",
    database: (engine) =>
      editFunction(engine, "restock_order", /kind in \('sale', 'restock', 'retake'\)/, "kind = 'sale'"),
  },
];

async function dropOncePerLine(engine: Engine): Promise<() => Promise<void>> {
  const { rows } = await engine.pool.query<{ source: string }>(
    "select pg_get_indexdef('stock_movements_once_per_order_line'::regclass) as source",
  );
  return alter(
    engine,
    "drop index stock_movements_once_per_order_line",
    `truncate stock_movements; ${rows[0]?.source}`,
  );
}

/** The amount that the browser has sent with the request being answered. */
const amounts = new AsyncLocalStorage<number>();

type Run = () => Promise<unknown>;

/** The text before the settle statement. */
function onSettle(shop: Shop, instead: (values: unknown[], run: Run) => Promise<unknown>): Shop {
  const query = (asked: { text: string; values: unknown[] } | string, values?: unknown[]) => {
    const run = () => shop.pool.query(asked as string, values);
    const isSettle = typeof asked !== "string" && asked.text.includes("settle_payment(");
    return isSettle ? instead(asked.values, run) : run();
  };
  return { ...shop, pool: { query } as unknown as Shop["pool"] };
}

async function settleInTwoSteps(shop: Shop, world: World, values: unknown[], run: Run): Promise<unknown> {
  const [checkoutId, facts, , source, now] = values as [string, string, string, string, Date];
  const intent = JSON.parse(facts) as { id: string; status: string; amount_received: number };
  if (intent.status !== "succeeded") return run();
  const found = await shop.pool.query("select id from orders where checkout_id = $1", [checkoutId]);
  if (found.rows.length > 0) return run();
  await world.scheduler.wait("mutant:gap");
  await shop.pool.query(
    `select create_order_with_items(null, c.total, $2, c.shipping_address,
        (select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity, 'price', price,
          'variation', variation, 'name', name) order by product_id, variation) from checkout_items where checkout_id = c.id),
        gen_random_uuid(), c.id, c.subtotal, c.tax, c.shipping, true, $3, $4) from checkouts c where c.id = $1`,
    [checkoutId, intent.id, source, now],
  );
  return run();
}

async function renamed(engine: Engine, name: string, to: string): Promise<string> {
  const { rows } = await engine.pool.query<{ source: string }>(
    "select pg_get_functiondef(oid) as source from pg_proc where proname = $1",
    [name],
  );
  return rows[0]!.source.replace(name, to);
}
