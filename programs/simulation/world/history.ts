// What happened before a schedule begins: more payments than fit on one page of the provider's lists, and more of
// everything than the shop takes in one batch. Most became orders. Some did not, because their webhook was lost and the
// browser was closed: the oldest of all, which only a second page shows, and others in between. In some schedules a
// crowd has also walked away. It is written in a few statements to be fast. In some schedules orders have arrived and
// customers request returns; in some, orders are still to ship.
import { KEPT_ASIDE_DAYS } from "#domain/returns/return-request.ts";
import { accessTokenHash, orderAccessToken } from "#server/mail/links/order-token.ts";
import { SECRET_KEY } from "../shop-parts.ts";
import type { World } from "./world.ts";

const PAGE = 100;
const APART_MS = 20_000;
const PRICE = 2500;
const HOLD_MS = 15 * 60_000;
const UNSENT_MAILS = 30;
/** More than the expiry sweep takes in one round. */
const CROWD = 55;

type Past = {
  id: string;
  order: string;
  intent: string;
  at: string;
  until: string;
  /** lost: paid, and the shop does not know it. */
  end: "ordered" | "lost" | "left";
  /** Lee's when omitted. */
  email?: string;
};

/** Fills provider and shop; the clock stops after the last event. */
export async function liveThrough(world: World): Promise<void> {
  const { random } = world;
  const product = await stockFor(world, 2 * PAGE);
  const paid = PAGE + 4 + random.below(20);
  const crowd = random.chance(0.25) ? CROWD : 0;
  world.sandbox.controls.arm({ kind: "webhook_lost", times: 20 * (paid + crowd) });
  const past: Past[] = [];
  for (let count = 0; count < paid; count += 1) {
    const isLost = count < 2 || random.chance(0.04);
    past.push(await pastCheckout(world, { end: isLost ? "lost" : "ordered" }));
  }
  for (let count = 0; count < crowd; count += 1) past.push(await pastCheckout(world, { end: "left" }));
  world.sandbox.controls.clearFaults();
  await writeDown(world, product, past);
  for (const { order, end } of past) if (end === "ordered") world.mailedBefore.add(order);
  const lost = past.filter(({ end }) => end === "lost").length;
  world.say(`earlier: ${paid} payments, ${lost} of them without an order; ${crowd} walked away`);
  world.count("more than a page of payments");
  if (crowd > 0) world.count("more than a batch of holds");
}

export type Leaver = { email: string; buysAfter: boolean };

/** Checkouts that were just left by shoppers who opted in to a reminder; some of them buy afterward. */
export async function leaveCheckouts(world: World, leavers: readonly Leaver[]): Promise<void> {
  const { pool } = world.engine;
  const product = await stockFor(world, 2 * leavers.length);
  const buyers = leavers.filter(({ buysAfter }) => buysAfter);
  world.sandbox.controls.arm({ kind: "webhook_lost", times: 20 * leavers.length });
  const left: Past[] = [];
  for (const { email } of leavers) left.push({ ...(await pastCheckout(world, { end: "left" })), email });
  const bought: Past[] = [];
  for (const { email } of buyers) bought.push({ ...(await pastCheckout(world, { end: "ordered" })), email });
  world.sandbox.controls.clearFaults();
  await writeDown(world, product, [...left, ...bought]);
  await pool.query(
    "insert into checkout_reminders (checkout_id, asked_at) select id, created_at from checkouts where id = any ($1)",
    [left.map(({ id }) => id)],
  );
}

async function stockFor(world: World, quantity: number): Promise<string> {
  const { pool } = world.engine;
  const id = world.newId();
  await pool.query(
    `insert into products (id, name, category, price, created_at, updated_at)
      values ($1, 'Sold before', 'Hats', $2, $3, $3)`,
    [id, PRICE, new Date(world.now)],
  );
  const counted = [id, "", quantity, 0, new Date(world.now)];
  await pool.query("select set_on_hand($1, $2, $3, $4, 'schedule', $5)", counted);
  return id;
}

async function pastCheckout(
  world: World,
  { end, amount = PRICE }: Pick<Past, "end"> & { amount?: number },
): Promise<Past> {
  world.now += APART_MS;
  const [id, order] = [world.newId(), world.newId()];
  const at = new Date(world.now).toISOString();
  const until = new Date(world.now + HOLD_MS).toISOString();
  const answer = await world.sandbox.fetch(
    new Request("http://localhost/v1/payment_intents", {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({
        amount: String(amount),
        currency: "usd",
        "automatic_payment_methods[enabled]": "true",
        "metadata[checkout_id]": id,
        "metadata[order_id]": order,
      }),
    }),
  );
  const { id: intent } = (await answer.json()) as { id: string };
  if (end !== "left") world.sandbox.controls.pay(intent, "4242424242424242");
  return { id, order, intent, at, until, end };
}

const address = JSON.stringify({
  customer_name: "Lee Example",
  customer_email: "lee@example.com",
  line1: "2 Fairway Lane",
  line2: null,
  city: "Phoenix",
  state: "AZ",
  postal_code: "85001",
  country: "US",
});

/** As if the shop had written it: checkouts with their holds, the settled orders, most emails sent. */
async function writeDown(world: World, product: string, past: Past[]): Promise<void> {
  const { pool } = world.engine;
  const rows = JSON.stringify(past);
  const read = `jsonb_to_recordset($1::jsonb) as p(id uuid, "order" uuid, intent text, at timestamptz,
    until timestamptz, "end" text, email text)`;
  await pool.query(
    `insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping, total,
        shipping_address, expires_at, hold_minutes, hold_active, payment_intent_id, created_at, updated_at)
      select p.id, p.order, 'earlier-' || p.id, '', 'paying', $2, 0, 0, $2,
        $3::jsonb || jsonb_strip_nulls(jsonb_build_object('customer_email', p.email)),
        p.until, 15, true, p.intent, p.at, p.at
      from ${read}`,
    [rows, PRICE, address],
  );
  await pool.query(
    `insert into checkout_items (checkout_id, product_id, variant_id, quantity, price, name)
      select p.id, v.product_id, v.id, 1, $3, 'Sold before' from ${read}
        join inventory v on v.product_id = $2 and v.variation = ''`,
    [rows, product, PRICE],
  );
  await pool.query(`select hold_checkout_stock(p.id) from ${read}`, [rows]);
  await pool.query(
    `select count(settle_payment(p.id, jsonb_build_object('id', p.intent, 'status', 'succeeded', 'amount', $2::int,
        'amount_received', $2::int, 'currency', 'usd'), nextval('payment_reads'), 'webhook', p.at))
      from ${read} where p.end = 'ordered'`,
    [rows, PRICE],
  );
  await pool.query(
    `update outbox set sent_at = created_at
      where id not in (select id from outbox order by created_at desc, id limit $1)`,
    [UNSENT_MAILS],
  );
}

/** Delivered orders with requested returns. */
const ARRIVED_MAX = 3;

/** Sells some of each product, delivers it, and lets its customer request a return of a part. */
export async function bringOrders(world: World): Promise<void> {
  const { random } = world;
  const count = 1 + random.below(ARRIVED_MAX);
  world.sandbox.controls.arm({ kind: "webhook_lost", times: 20 * count });
  for (let order = 0; order < count; order += 1) await bringOrder(world);
  world.sandbox.controls.clearFaults();
}

async function bringOrder(world: World): Promise<void> {
  const { random } = world;
  const { pool } = world.engine;
  const past = await sellOrder(world, { isShort: false });
  await pool.query(
    `select add_shipment($2, $1, 'carrier', 'UPS', '1Z999', jsonb_object_agg(id, quantity), 'owner', $3)
      from order_items where order_id = $1`,
    [past.order, world.newId(), past.at],
  );
  if (random.chance(0.5)) await deliver(world, past);
  const { rows } = await pool.query<{ item: string }>(
    "select id as item from order_items where order_id = $1 order by position",
    [past.order],
  );
  for (const { item } of rows) if (random.chance(0.8)) await askBack(world, { ...past, item });
  world.say(`earlier: order ${past.order.slice(-4)} came`);
}

/** More than the stock ever is. */
const TOO_MANY = 40;

/** Paid orders to be shipped. For some lines the sale never got the units: the payment came after the hold. */
export async function sellBefore(world: World): Promise<void> {
  const { random } = world;
  const count = 1 + random.below(2);
  world.sandbox.controls.arm({ kind: "webhook_lost", times: 20 * count });
  for (let order = 0; order < count; order += 1) {
    const isShort = random.chance(0.4);
    const past = await sellOrder(world, { isShort });
    world.say(`earlier: order ${past.order.slice(-4)} was sold${isShort ? ", and lacks units" : ""}`);
  }
  world.sandbox.controls.clearFaults();
}

/** isShort: there are too few units for its first line. */
async function sellOrder(world: World, { isShort }: { isShort: boolean }): Promise<Past> {
  const { random } = world;
  const { pool } = world.engine;
  const lines = world.products
    .filter(({ options }) => options.length > 1 || random.chance(0.5))
    .map(({ id, price, options }, at) => ({
      id,
      price,
      option: random.pick(options),
      quantity: isShort && at === 0 ? TOO_MANY : 1 + random.below(3),
    }));
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const past = await pastCheckout(world, { end: "ordered", amount: subtotal });
  const token = orderAccessToken(world.process.shop.keys.orderLinks.current, past.order);
  for (const { id, option, quantity } of lines.slice(isShort ? 1 : 0))
    await pool.query(
      `select set_on_hand(product_id, variation, on_hand + $3, position, 'schedule', $4) from inventory
        where product_id = $1 and variation = $2`,
      [id, option, quantity, past.at],
    );
  await pool.query(
    `insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping, total,
        shipping_address, expires_at, hold_minutes, payment_intent_id, access_token_hash, created_at, updated_at, hold_active)
      values ($1, $2, $3, '', 'paying', $4, 0, 0, $4, $5, $6, 15, $7, $8, $9, $9, $10)`,
    [
      ...[past.id, past.order, `earlier-${past.id}`, subtotal, address, past.until, past.intent],
      ...[accessTokenHash(token), past.at, !isShort],
    ],
  );
  for (const { id, option, quantity, price } of lines)
    await pool.query(
      `insert into checkout_items (checkout_id, product_id, variant_id, variation, quantity, price, name)
        select $1, v.product_id, v.id, v.variation, $4, $5, 'Came before'
          from inventory v where v.product_id = $2 and v.variation = $3`,
      [past.id, id, option, quantity, price],
    );
  if (!isShort) await pool.query("select hold_checkout_stock($1)", [past.id]);
  await pool.query(
    `select settle_payment($1, jsonb_build_object('id', $2::text, 'status', 'succeeded', 'amount', $3::int,
      'amount_received', $3::int, 'currency', 'usd'), nextval('payment_reads'), 'webhook', $4)`,
    [past.id, past.intent, subtotal, past.at],
  );
  // Never held, as if someone had released it, so its order may lack units.
  if (isShort) world.releasedByHand.add(past.id);
  // At the prices of that time.
  world.seenCheckouts.add(past.id);
  return past;
}

async function deliver({ engine: { pool } }: World, { order, at }: Past): Promise<void> {
  await pool.query("update orders set fulfillment = 'delivered' where id = $1", [order]);
  await pool.query(
    "insert into fulfillment_events (order_id, to_status, actor, created_at) values ($1, 'delivered', 'owner', $2)",
    [order, at],
  );
}

/** A request for some units of a line, half of them for another variant; half of the requests are approved. */
async function askBack(world: World, { order, at, item }: Past & { item: string }): Promise<void> {
  const { pool } = world.engine;
  const [id, most] = [world.newId(), 1 + world.random.below(3)];
  const isExchange = world.random.chance(0.5);
  await pool.query(
    `insert into return_requests (id, order_id, wish, reason, note, created_at, updated_at)
      values ($1, $2, $4, 'too-small', '', $3, $3)`,
    [id, order, at, isExchange ? "exchange" : "return"],
  );
  await pool.query(
    `insert into return_lines (return_id, order_item_id, quantity, wanted, wanted_id)
      select $1, i.id, least(i.quantity, $3), w.variation, w.id from order_items i
        left join lateral (select v.id, v.variation from inventory v where $4 and v.product_id = i.product_id
          order by v.id = i.variant_id, v.variation limit 1) w on true
        where i.id = $2`,
    [id, item, most, isExchange],
  );
  if (!world.random.chance(0.5)) return;
  // For some, the reservation of the replacement has expired.
  const days = world.random.chance(0.3) ? -1 : KEPT_ASIDE_DAYS;
  const { rows } = await pool.query<{ missing: string | null }>(
    "select hold_return($1, shop_day($2) + $3::integer) as missing",
    [id, at, days],
  );
  if (rows[0]?.missing !== null) return;
  await pool.query("update return_requests set state = 'approved', decided_at = $2 where id = $1", [id, at]);
  await pool.query(
    `insert into outbox (kind, unique_key, order_id, payload, created_at, next_at)
      values ('return_approved', 'return_approved:' || $1, $2, jsonb_build_object('returnId', $1::text), $3, $3)`,
    [id, order, at],
  );
}
