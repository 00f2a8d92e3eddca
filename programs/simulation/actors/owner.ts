// What the owner does in the back office: sync, refund, cancel, set stock, change a price.
import type { Cents } from "#domain/money/money.ts";
import { cancelOrder } from "#server/orders/cancel-order.ts";
import { fulfillOrder } from "#server/orders/parcels/fulfill-order.ts";
import { resolveAttention } from "#server/orders/resolve-attention.ts";
import { startSync } from "#server/orders/sync-orders.ts";
import { setStock } from "#server/products/set-stock.ts";
import { refundOrder } from "#server/refunds/refund-order.ts";
import { syncOrder } from "#server/refunds/sync-order.ts";
import { orFailure } from "../world/faulty-database.ts";
import { noteSettled, processing } from "../world/surroundings.ts";
import type { World } from "../world/world.ts";

export async function ownerMoves(world: World): Promise<void> {
  const { random } = world;
  await random.weighted<() => Promise<void>>([
    [2, () => syncSomeOrder(world)],
    [1, () => syncAllOrders(world)],
    [5, () => refundSomeOrder(world)],
    [3, () => countStock(world)],
    [3, () => changePrice(world)],
    [2, () => shipSomeOrder(world)],
    [4, () => resolveSomeFlag(world)],
    [8, () => cancelSomeOrder(world)],
  ])();
}

async function someOrder(world: World, statuses: string[]): Promise<string | null> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    "select id from orders where status = any($1) order by id",
    [statuses],
  );
  return rows.length > 0 ? world.random.pick(rows).id : null;
}

async function syncSomeOrder(world: World): Promise<void> {
  const orderId = await someOrder(world, ["pending", "processing", "paid", "failed", "canceled"]);
  if (!orderId || world.plan.nets.length === 1) return;
  await world.scheduler.start("owner syncs", async () => {
    await orFailure(() => world.callShop(({ shop }) => syncOrder(shop, { orderId })));
  });
}

/** A job, which asks about several orders at once. */
async function syncAllOrders(world: World): Promise<void> {
  if (world.plan.nets.length === 1) return;
  await world.scheduler.start("owner syncs all", async () => {
    await orFailure(() => world.callShop(({ shop }) => startSync(shop, { actor: "owner" })));
  });
}

export async function refundSomeOrder(world: World): Promise<void> {
  const orderId = await someOrder(world, ["paid", "partially_refunded"]);
  if (!orderId || world.plan.nets.length === 1) return;
  const { random } = world;
  const amount = random.chance(0.5) ? ("rest" as const) : 1 + random.below(2000);
  await refund(world, orderId, amount);
  // Items that came back in two parcels are refunded in two parts.
  if (amount !== "rest" && random.chance(0.5)) await refund(world, orderId, "rest");
}

async function refund(world: World, orderId: string, amount: Cents | "rest"): Promise<void> {
  const { random } = world;
  const restock = random.chance(0.5) && (random.chance(0.5) || (await somePieces(world, orderId)));
  const request = { orderId, amount, reason: "as asked", restock, actor: "owner" };
  const refundId = world.newId();
  const click = () =>
    world.scheduler.start("owner refunds", async () => {
      const result = await orFailure(() =>
        world.callShop(({ shop }) => refundOrder(shop, { ...request, refundId })),
      );
      world.say(
        `  refund of ${amount}: ${result === null ? "500" : result.ok ? result.status : result.reason}`,
      );
      if (result?.ok) world.count(`refund ${result.status}`);
    });
  if (random.chance(0.25)) world.sandbox.controls.arm({ kind: "drop_answer", path: "/v1/refunds", times: 3 });
  if (random.chance(0.3)) armSlowRefund(world);
  await click();
  if (!random.chance(0.3)) return;
  world.count("refund twice clicked");
  await click();
}

/** How many units of each line came back: none, some or all. */
async function somePieces(world: World, orderId: string): Promise<Record<string, number>> {
  const { rows } = await world.engine.pool.query<{ id: string; quantity: number }>(
    "select id, quantity from order_items where order_id = $1 order by position",
    [orderId],
  );
  return Object.fromEntries(rows.map(({ id, quantity }) => [id, world.random.below(quantity + 1)]));
}

/** The next refund takes days, and half of those come back. */
export function armSlowRefund(world: World): void {
  const { random } = world;
  const outcome = random.chance(0.5) ? ("succeeded" as const) : ("failed" as const);
  world.sandbox.controls.arm({ kind: "refund_pending", outcome, settleAfterMs: random.below(1800) * 1000 });
}

/** Cancels an order whose payment is under way or has failed; often the bank has just declined it. */
export async function cancelSomeOrder(world: World): Promise<void> {
  const [underway] = processing(world);
  if (underway && world.random.chance(0.6)) {
    world.isDirty = true;
    world.sandbox.controls.settlePayment(underway, "failed");
    noteSettled(world, [underway]);
  }
  const orderId = await someOrder(world, ["pending", "processing", "failed"]);
  if (!orderId || world.plan.nets.length === 1) return;
  await world.scheduler.start("owner cancels", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => cancelOrder(shop, { orderId, actor: "owner" })),
    );
    world.say(`  cancel: ${result === null ? "500" : result.ok ? result.status : result.reason}`);
    if (result)
      world.count(result.ok ? "order canceled by the owner" : `order not canceled: ${result.reason}`);
  });
}

/** Counts the pieces of an option; nothing is written when a sale came first, or shoppers hold more. */
async function countStock(world: World): Promise<void> {
  const { random } = world;
  const { id, options } = random.pick(world.products);
  const [variation, onHand] = [random.pick(options), random.below(6)];
  const { rows } = await world.engine.pool.query<{ was: number }>(
    "select on_hand as was from inventory where product_id = $1 and variation = $2",
    [id, variation],
  );
  const changes = [{ variation, was: rows[0]?.was ?? 0, onHand }];
  await world.scheduler.start(`owner counts ${onHand} pieces`, async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => setStock(shop, { id, changes, actor: "owner" })),
    );
    if (result?.ok === false) world.count("stock set below what is held: refused");
  });
}

/** Hands a parcel to the carrier; only paid orders have one. */
async function shipSomeOrder(world: World): Promise<void> {
  const orderId = await someOrder(world, ["paid", "partially_refunded", "processing"]);
  if (!orderId || world.plan.nets.length === 1) return;
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z999" } as const;
  await world.scheduler.start("owner ships", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => fulfillOrder(shop, { orderId, step, actor: "owner" })),
    );
    if (result) world.count(result.ok ? "order shipped" : "order not shipped");
  });
}

/** Says that the first reason why an order was flagged is dealt with. */
async function resolveSomeFlag(world: World): Promise<void> {
  const { rows } = await world.engine.pool.query<{ orderId: string; reason: string }>(
    `select id as "orderId", attention[1] as reason from orders where cardinality(attention) > 0 order by id`,
  );
  if (rows.length === 0 || world.plan.nets.length === 1) return;
  const flagged = world.random.pick(rows);
  await world.scheduler.start("owner resolves", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => resolveAttention(shop, { ...flagged, actor: "owner" })),
    );
    if (result?.ok) world.count("flag resolved");
  });
}

async function changePrice(world: World): Promise<void> {
  const product = world.random.pick(world.products);
  product.price += world.random.chance(0.5) ? 100 : -100;
  await world.engine.pool.query("update products set price = $2 where id = $1", [product.id, product.price]);
  world.say(`owner asks ${product.price} now`);
}
