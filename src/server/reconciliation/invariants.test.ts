// Each rule's alarm is tested by breaking the rule by hand, inside a transaction that is rolled back. Triggers
// and constraints that would forbid the damage are put aside for it: the rules must not lean on them.

import { type RawBuilder, sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { sellWithExtraPayment } from "#test/sales/extra-payments.ts";
import { OWNER } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { allIntents } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { checkBooks } from "#test/shop/provider-books.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { expireHolds } from "../checkout/expire-holds.ts";
import type { Tx } from "../db/transaction.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { examineShop, reportText } from "../operations/doctor/examine-shop.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { swapUnits } from "../orders/changes/swap-units.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import type { PaymentIntent } from "../payments/payment-provider.ts";
import { checkInvariants } from "./invariants.ts";
import type { RuleId, Violation } from "./rules/rule.ts";

const store = freshShop();
let paid: Awaited<ReturnType<typeof sell>>;
let expired: Awaited<ReturnType<typeof startSale>>;

/** One paid order that is partly refunded and restocked, and one checkout that ran out. */
beforeEach(async () => {
  expired = await startSale(store);
  store.clock.advance(16 * 60_000);
  await expireHolds(store.shop);
  paid = await sell(store);
  await refundOrder(store.shop, {
    orderId: paid.orderId,
    amount: 1000,
    reason: "stained",
    restock: true,
    actor: OWNER,
  });
  await sendDueMails(store.shop, { limit: 20 });
});

const lineOf = ({ id, problem }: Violation) => `${id} ${problem}`;

/** What the rules of the tables say when they are asked of some ids, and then of all others. */
async function alarmsOfHalves(tx: Tx): Promise<string[]> {
  const middle = "80000000-0000-0000-0000-000000000000";
  const low = (id: RawBuilder<unknown>) => sql`${id} < ${middle}`;
  const high = (id: RawBuilder<unknown>) => sql`${id} >= ${middle}`;
  const found = new Set<string>();
  // Ids of tests are all in the low half.
  const elsewhere = { orders: high, checkouts: high, products: high };
  const said = await checkInvariants({ db: tx }, { atRest: false, among: elsewhere });
  expect(said.map(lineOf), "asked of rows that are not there").toEqual([]);
  for (const half of [low, high]) {
    const among = { orders: half, checkouts: half, products: half };
    for (const broken of await checkInvariants({ db: tx }, { atRest: true, among }))
      found.add(lineOf(broken));
  }
  return (await checkInvariants({ db: tx }, { atRest: true }))
    .map(lineOf)
    .filter((line) => found.delete(line));
}

class Undo extends Error {}

/** The rules that say something of the broken books, each as its id and problem; nothing of the damage stays. */
async function alarmsAfter(
  damage: (tx: Tx) => Promise<unknown>,
  intents?: PaymentIntent[],
): Promise<string[]> {
  let alarms: string[] = [];
  const known = intents ?? (await allIntents(store));
  await store.shop.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await damage(tx);
      const violations = await checkBooks({ db: tx }, { atRest: true, intents: known });
      alarms = violations.map(lineOf);
      expect(await alarmsOfHalves(tx), "asked of one half of all rows and then of the other").toEqual(
        (await checkInvariants({ db: tx }, { atRest: true })).map(lineOf),
      );
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return alarms;
}

/** Beginnings of what the rules say, in their order. */
const beginWith = (alarms: string[]) => alarms.map((line) => expect.stringMatching(`^${line}`));

test("books that are right raise no alarm, at rest and compared with the provider", async () => {
  expect(await checkBooks(store.shop, { atRest: true, intents: await allIntents(store) })).toEqual([]);
});

const now = sql`now()`;
const DISCOUNT = countedUuid(502);
const addDiscount = sql`insert into discounts (id, code, name, kind, value, is_on, created_at, updated_at)
  values (${DISCOUNT}, 'SUMMER', 'SUMMER', 'percent', 10, true, ${now}, ${now})`;
/** What breaks the rule, and everything that the rules say of it. */
const damages: [RuleId, string, string[], () => RawBuilder<unknown>[]][] = [
  [
    "I1",
    "an order is paid on a payment that failed",
    ["I1 an order is paid, but its payment"],
    () => [sql`update checkouts set intent_status = 'requires_payment_method' where state = 'completed'`],
  ],
  [
    "I2",
    "a paid checkout lost its order",
    [
      "I2 a payment succeeded, but its checkout",
      "I5 stock was taken for an order that is not paid",
      "I11",
      "I2 a payment of ours succeeded",
    ],
    () => [sql`update orders set status = 'canceled' where id = ${paid.orderId}`],
  ],
  [
    "I3",
    "a checkout has two orders",
    [
      "I3 a checkout or a payment has more than one order",
      "I7 an order's total does not match its items",
      "I5 a unit is refunded or canceled without",
      "I10",
      "I11",
    ],
    () => [
      sql`alter table orders drop constraint orders_checkout_id_key`,
      sql`insert into orders (id, checkout_id, status, subtotal, total, shipping_address, source, created_at, updated_at)
      select ${countedUuid(501)}, checkout_id, 'failed', subtotal, total, shipping_address, source, created_at, updated_at from orders where id = ${paid.orderId}`,
    ],
  ],
  [
    "I4",
    "a unit is missing from stock",
    ["I4 stock on hand"],
    () => [
      sql`update inventory set on_hand = on_hand - 1 where product_id = ${paid.productId}`,
      sql`update products set stock = stock - 1 where id = ${paid.productId}`,
    ],
  ],
  [
    "I4",
    "a unit is held for no checkout",
    ["I4 held stock"],
    () => [
      sql`update inventory set held = held + 1 where product_id = ${paid.productId}`,
      sql`update products set stock = stock - 1 where id = ${paid.productId}`,
    ],
  ],
  [
    "I4",
    "the product shows more than there is",
    ["I4 a product's stock"],
    () => [sql`update products set stock = stock + 1 where id = ${paid.productId}`],
  ],
  [
    "I5",
    "a paid order took nothing from the shelf",
    [
      "I4 stock on hand",
      "I5 a line of a paid order was not sold",
      "I5 more units of a line were restocked",
      "I5 the stock ledger",
    ],
    () => [sql`delete from stock_movements where kind = 'sale'`],
  ],
  [
    "I5",
    "a unit forgot that it went back on the shelf",
    ["I5 the stock ledger"],
    () => [sql`update order_units set stock = 'taken' where stock = 'shelved'`],
  ],
  [
    "I5",
    "a unit went back into stock that was never sold",
    ["I5 more units of a line were restocked", "I5 the stock ledger"],
    () => [
      sql`update stock_movements set quantity = 3 where kind = 'restock'`,
      sql`update inventory set on_hand = on_hand + 1 where product_id = ${paid.productId}`,
      sql`update products set stock = stock + 1 where id = ${paid.productId}`,
    ],
  ],
  [
    "I5",
    "a unit forgot which refund paid for it",
    ["I5 a unit is refunded or canceled without"],
    () => [sql`update order_units set refund_id = null`],
  ],
  [
    "I5",
    "a unit is canceled, and its order waits to ship it",
    ["I5 a unit is refunded or canceled without"],
    () => [sql`update orders set has_to_send = not has_to_send`],
  ],
  [
    "I5",
    "a unit was sold for a cent more",
    ["I5 an order's units do not match the items sold", "I6 the parts of a refund"],
    () => [sql`update order_units set paid_cents = paid_cents + 1`],
  ],
  [
    "I6",
    "a refund has no items",
    ["I5 a unit is refunded or canceled without", "I6 the parts of a refund"],
    () => [sql`delete from refund_units`],
  ],
  [
    "I6",
    "more went back than came in",
    ["I6 more was refunded"],
    () => [sql`update refunds set amount = 7000, adjustment = adjustment + 7000 - amount`],
  ],
  [
    "I6",
    "the order forgot its refund",
    ["I6 more was refunded"],
    () => [sql`update orders set amount_refunded = 0 where id = ${paid.orderId}`],
  ],
  [
    "I7",
    "the total is not the sum",
    ["I7 an order's total does not match its items", "I7 an order's total is not the amount of its payment"],
    () => [
      sql`update orders set total = total + 1, amount_received = amount_received + 1 where id = ${paid.orderId}`,
    ],
  ],
  [
    "I7",
    "something else was received",
    ["I7 an order's total does not match its items"],
    () => [
      sql`update orders set amount_received = 1 where id = ${paid.orderId}`,
      sql`update orders set amount_refunded = 1 where id = ${paid.orderId}`,
      sql`update refunds set amount = 1, adjustment = adjustment + 1 - amount`,
    ],
  ],
  [
    "I8",
    "a hold was released under a live payment",
    ["I8 stock was released without canceling the payment"],
    () => [sql`update checkouts set intent_status = 'requires_payment_method' where state = 'expired'`],
  ],
  [
    "I8",
    "an open checkout holds nothing",
    ["I8 stock was released without canceling the payment", "I9 unfinished work is left"],
    () => [sql`update checkouts set state = 'paying', hold_active = false where state = 'expired'`],
  ],
  [
    "I9",
    "an email was queued twice",
    ["I9 a paid order does not have exactly one"],
    () => [sql`delete from outbox where kind = 'order_confirmation'`],
  ],
  [
    "I9",
    "an event was left lying",
    ["I9 unfinished work is left"],
    () => [
      sql`insert into payment_events (id, type, received_at, next_at) values ('evt_1', 'refund.updated', ${now}, ${now})`,
    ],
  ],
  [
    "I9",
    "a call was left lying",
    ["I9 unfinished work is left"],
    () => [sql`update payment_operations set state = 'todo' where kind = 'refund'`],
  ],
  [
    "I9",
    "a refund waits for a call that nobody will make",
    ["I6 more was refunded", "I9 unfinished work is left"],
    () => [sql`update refunds set provider_refund_id = null, status = 'pending'`],
  ],
  [
    "I9",
    "a refund waits for a call that will never be made, while another's waits for the owner",
    ["I6 more was refunded", "I9 unfinished work is left"],
    () => [
      sql`update refunds set provider_refund_id = null, status = 'pending'`,
      sql`update payment_operations set state = 'needs_human', params = params || '{"refundId": "another"}' where kind = 'refund'`,
    ],
  ],
  [
    "I10",
    "a sold item changed its price",
    ["I5 an order's units do not match the items sold", "I10"],
    () => [
      sql`update order_items set price = 1, quantity = quantity`,
      sql`update orders set subtotal = 2, shipping = total - 2`,
    ],
  ],
  ["I10", "a sold item changed its name", ["I10"], () => [sql`update order_items set name = 'Another Cap'`]],
  [
    "I11",
    "the history skips a step",
    ["I11"],
    () => [sql`delete from order_events where to_status = 'paid'`],
  ],
  [
    "I11",
    "the history does not begin at its beginning",
    ["I11"],
    () => [
      sql`delete from order_events where to_status = 'pending'`,
      sql`update order_events set from_status = null where to_status = 'paid'`,
    ],
  ],
  [
    "I11",
    "the history goes where it may not",
    [
      "I2 a payment succeeded, but its checkout",
      "I5 stock was taken for an order that is not paid",
      "I11",
      "I2 a payment of ours succeeded",
    ],
    () => [
      sql`update order_events set to_status = 'failed' where to_status = 'partially_refunded'`,
      sql`update orders set status = 'failed' where id = ${paid.orderId}`,
    ],
  ],
  [
    "I14",
    "a paid order took no use of its discount",
    ["I14 a paid order"],
    () => [addDiscount, sql`update orders set discount_id = ${DISCOUNT} where id = ${paid.orderId}`],
  ],
  [
    "I14",
    "a checkout that is over still holds a use of a discount",
    ["I14 a use of a discount"],
    () => [
      addDiscount,
      sql`update checkouts set discount_id = ${DISCOUNT} where state = 'expired'`,
      sql`insert into discount_uses (checkout_id, discount_id, email)
        select id, discount_id, 'pat@example.com' from checkouts where state = 'expired'`,
    ],
  ],
  [
    "I14",
    "a use of a discount was taken for an unpaid checkout",
    ["I14 a use of a discount"],
    () => [
      addDiscount,
      sql`update checkouts set discount_id = ${DISCOUNT} where state = 'expired'`,
      sql`insert into discount_uses (checkout_id, discount_id, email, taken_at)
        select id, discount_id, 'pat@example.com', ${now} from checkouts where state = 'expired'`,
    ],
  ],
  [
    "I14",
    "an open checkout holds no use of its discount",
    ["I4 held stock", "I14 a use of a discount", "I9 unfinished work is left"],
    () => [
      addDiscount,
      sql`update checkouts set discount_id = ${DISCOUNT}, state = 'paying', hold_active = true where state = 'expired'`,
    ],
  ],
];

describe("the alarm of each rule", () => {
  test.each(damages)("%s: %s", async (_id, _what, told, statements) => {
    const alarms = await alarmsAfter(async (tx) => {
      for (const statement of statements()) await statement.execute(tx);
    });
    expect(alarms).toEqual(beginWith(told));
  });

  test("every rule of the books has an alarm that a test sets off", () => {
    const ids = new Set(damages.map(([id]) => id));
    expect([...ids]).toEqual(["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I11", "I14"]);
  });

  test("I1, I2, I3, I7 and I8 hear it from the provider alone, too", async () => {
    const intents = await allIntents(store);
    const say = (id: string, change: Partial<PaymentIntent>) =>
      intents.map((intent) => (intent.id === id ? { ...intent, ...change } : intent));
    const tell = (intentId: string) => (tx: Tx) =>
      sql`insert into payment_alerts (key, intent_id, reason, first_seen, last_seen)
        values (${`payment:${intentId}`}, ${intentId}, 'unknown_checkout', ${now}, ${now})`.execute(tx);
    const alarms = (said: PaymentIntent[]) => alarmsAfter(tell("pi_else"), said);
    expect(await alarms(say(paid.paymentIntentId, { status: "canceled" }))).toEqual(
      beginWith(["I1 an order is paid and the provider says"]),
    );
    expect(await alarms(say(paid.paymentIntentId, { amount: 1 }))).toEqual(
      beginWith(["I7 an order's total is not the amount of its payment"]),
    );
    const live = say(expired.paymentIntentId, { status: "requires_payment_method" });
    expect(await alarms(live)).toEqual(
      beginWith(["I8 stock was released and the provider still has a live payment"]),
    );
    expect(await alarmsAfter(tell(expired.paymentIntentId), live)).toEqual([]);
    const twin = intents.find((intent) => intent.id === paid.paymentIntentId) as PaymentIntent;
    const doubled = [...intents, { ...twin, id: "pi_twin", status: "succeeded" }];
    expect(await alarms(doubled)).toEqual(
      beginWith(["I2 a payment of ours succeeded", "I3 a checkout has more than one live payment"]),
    );
    expect(await alarmsAfter(tell("pi_twin"), doubled)).toEqual([]);
    const foreign = ["pi_a", "pi_b"].map(
      (id): PaymentIntent => ({ ...twin, id, status: "requires_action", checkoutId: countedUuid(9) }),
    );
    expect(await alarms([...intents, ...foreign]), "another shop with this key").toEqual([]);
  });

  /** Of an order of caps one is swapped for something cheaper. */
  async function swapOne(): Promise<void> {
    const { orderId } = await sell(store);
    const to = { productId: await addProduct(store.shop, { price: 2000 }), variation: "" };
    const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
    const swapped = await swapUnits(store.shop, { orderId, itemId, quantity: 1, to, seen: 0, actor: OWNER });
    expect(swapped).toMatchObject({ ok: true });
    await sendDueMails(store.shop, { limit: 20 });
  }

  test("I5: a swap names a refund of its difference that nobody knows", async () => {
    await swapOne();
    const alarms = await alarmsAfter((tx) =>
      sql`update order_changes set refund_id = gen_random_uuid()`.execute(tx),
    );
    expect(alarms).toEqual(beginWith(["I6 the parts of a refund", "I5 a swap did not take its new units"]));
  });

  test("I5: a swap names the refund of another order", async () => {
    await swapOne();
    const alarms = await alarmsAfter((tx) =>
      sql`update order_changes set refund_id = (select id from refunds where order_id = ${paid.orderId})`.execute(
        tx,
      ),
    );
    expect(alarms).toEqual(beginWith(["I6 the parts of a refund", "I5 a swap did not take its new units"]));
  });

  test("I5: a swap put back other units than it swapped", async () => {
    await swapOne();
    const alarms = await alarmsAfter(async (tx) => {
      const { rows } = await sql<{ old: string; fresh: string }>`
        select f.variant_id as old, t.variant_id as fresh from order_changes s
          join order_items f on f.id = s.item_id join order_items t on t.id = s.id`.execute(tx);
      const { old, fresh } = rows[0] ?? { old: "", fresh: "" };
      for (const [id, by] of [[old, -1] as const, [fresh, 1] as const]) {
        await sql`update inventory set on_hand = on_hand + ${by} where id = ${id}`.execute(tx);
        await sql`update products set stock = stock + ${by}
          where id = (select product_id from inventory where id = ${id})`.execute(tx);
      }
      await sql`update stock_movements set variant_id = ${fresh}
        where kind = 'restock' and change_id is not null`.execute(tx);
    });
    expect(alarms).toEqual(beginWith(["I5 the stock ledger", "I5 a swap did not take its new units"]));
  });

  test.each([
    ["is of other units", [], sql`replaces = gen_random_uuid()`],
    ["has another tax", ["I5 an order's units do not match the items sold"], sql`tax_cents = tax_cents + 1`],
    [
      "has more units for the same money",
      ["I5 an order's units do not match the items sold"],
      sql`quantity = 2, price = price / 2`,
    ],
    [
      "has another discount",
      ["I5 an order's units do not match the items sold"],
      sql`discount_cents = discount_cents + 1`,
    ],
  ])("I5: the line of a swap %s", async (_what, others, change) => {
    await swapOne();
    const alarms = await alarmsAfter((tx) =>
      sql`update order_items set ${change} where replaces is not null`.execute(tx),
    );
    expect(alarms).toEqual(beginWith([...others, "I5 a swap did not take its new units"]));
  });

  /** An order for whose dearer swap $12.00 came in, of which $5.00 went back. */
  async function extraPaymentOne(): Promise<string> {
    const { orderId } = await sellWithExtraPayment(store);
    const asked = { orderId, amount: 500, reason: "late", restock: false, actor: OWNER };
    expect(await refundOrder(store.shop, asked)).toMatchObject({ ok: true, isSent: true });
    await sendDueMails(store.shop, { limit: 20 });
    return orderId;
  }

  test("I2: an extra payment was paid, and no swap names it", async () => {
    await extraPaymentOne();
    const alarms = await alarmsAfter((tx) =>
      sql`update order_changes set state = 'ended', end_reason = 'changed'`.execute(tx),
    );
    expect(alarms).toEqual(beginWith(["I2 an extra payment was received"]));
  });

  test("I6: more of an extra payment went back than came in, and what was canceled went nowhere", async () => {
    const orderId = await extraPaymentOne();
    const refunded = (status: string, sum: number) => async (tx: Tx) => {
      await sql`update refunds set status = ${status}, amount = 1300, adjustment = adjustment + 1300 - amount
        where order_id = ${orderId}`.execute(tx);
      await sql`update orders set amount_refunded = ${sum} where id = ${orderId}`.execute(tx);
    };
    expect(await alarmsAfter(refunded("succeeded", 1300))).toEqual(
      beginWith(["I6 more of an extra payment was refunded"]),
    );
    expect(await alarmsAfter(refunded("canceled", 0))).toEqual([]);
  });

  test("I5, I6: a refund that was canceled counts for nothing, and nobody is asked what it was for", async () => {
    const canceled = async (tx: Tx) => {
      await sql`update refunds set status = 'canceled'`.execute(tx);
      await sql`update order_units set refund_id = null, state = 'to_ship'`.execute(tx);
      await sql`update orders set amount_refunded = 0, has_to_send = true where id = ${paid.orderId}`.execute(
        tx,
      );
    };
    expect(await alarmsAfter(canceled)).toEqual([]);
    const unsaid = async (tx: Tx) => {
      await canceled(tx);
      await sql`delete from refund_units`.execute(tx);
      await sql`update refunds set goods = null, tax = null, shipping = null, adjustment = null`.execute(tx);
    };
    expect(await alarmsAfter(unsaid)).toEqual([]);
  });

  test("a flagged order is an exception, also after the owner has dealt with it", async () => {
    for (const column of ["attention", "attention_resolved"]) {
      const alarms = await alarmsAfter(async (tx) => {
        await sql`delete from stock_movements where kind in ('sale', 'restock')`.execute(tx);
        await sql`update order_units set stock = 'none'`.execute(tx);
        await sql`update inventory set on_hand = 10 where product_id = ${paid.productId}`.execute(tx);
        await sql`update orders set ${sql.ref(column)} = '{out_of_stock}' where id = ${paid.orderId}`.execute(
          tx,
        );
      });
      expect(alarms).toEqual([]);
    }
  });
});

describe("the doctor", () => {
  test("the doctor finds a shop in order, and says what waits for the owner without calling it broken", async () => {
    const healthy = await examineShop(store.shop);
    expect(healthy).toMatchObject({ isHealthy: true });
    expect(reportText(healthy)).toContain("The shop is healthy.");
    await store.shop.db
      .updateTable("orders")
      .set({ attention: ["refund_failed"] })
      .execute();
    const report = reportText(await examineShop(store.shop));
    expect(report).toMatch(/! Orders need your attention: 1\n {4}ORD-\d{3}: refund_failed/);
    expect(report).toContain("The shop is healthy.");
  });

  test("the doctor finds a broken rule and names its rows", async () => {
    const change = (by: number) =>
      store.shop.db
        .updateTable("products")
        .set((eb) => ({ stock: eb("stock", "+", by) }))
        .where("id", "=", paid.productId)
        .execute();
    await change(1);
    const sick = await examineShop(store.shop);
    expect(sick.isHealthy).toBe(false);
    expect(reportText(sick)).toMatch(/✗ I4: a product's stock/);
    await change(-1);
    expect((await examineShop(store.shop)).isHealthy).toBe(true);
  });

  test("[I7] the doctor finds that the provider has another amount, until it has the right one", async () => {
    store.clock.advance(11 * 60_000);
    const { payments } = store.shop;
    const dearer = (intent: PaymentIntent) => ({ ...intent, amountReceived: intent.amountReceived + 100 });
    const lying = {
      ...store.shop,
      payments: {
        ...payments,
        listIntents: async (query: Parameters<typeof payments.listIntents>[0]) => {
          const listed = await payments.listIntents(query);
          return listed.ok
            ? { ...listed, value: { ...listed.value, items: listed.value.items.map(dearer) } }
            : listed;
        },
        retrieveIntent: async (id: string) => {
          const found = await payments.retrieveIntent(id);
          return found.ok ? { ...found, value: dearer(found.value) } : found;
        },
      },
    };
    const report = async (shop: typeof store.shop) => reportText(await examineShop(shop));
    expect(await report(lying)).toContain("✗ Differences that the money check found: 1");
    store.clock.advance(11 * 60_000);
    await report(store.shop);
    store.clock.advance(11 * 60_000);
    expect(await report(store.shop)).not.toContain("Differences");
  });

  test("the doctor asks a silent provider in vain, says so, and checks what can be checked without it", async () => {
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    const report = reportText(await examineShop(store.shop));
    expect(report).toMatch(/✗ The payment provider does not respond/);
    expect(report).toContain("✓ The shop's records are consistent");
  });
});
