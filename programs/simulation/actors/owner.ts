// What the owner does in the back office: sync, refund, cancel, set stock, change a price.
import { switchDiscount } from "#server/checkout/discounts/save-discount.ts";
import { cancelOrder } from "#server/orders/changes/cancel-order.ts";
import { resolveAttention } from "#server/orders/resolve-attention.ts";
import { startSync } from "#server/orders/sync-orders.ts";
import { syncOrder } from "#server/payments/refunds/sync-order.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { orFailure } from "../world/faulty-database.ts";
import { noteSettled, processing } from "../world/surroundings.ts";
import type { World } from "../world/world.ts";
import { correctSomeOrder } from "./corrections.ts";
import { assignSomeRefund, cancelPaid, refundSomeOrder } from "./refunds.ts";
import { shipSomeOrder } from "./shipments.ts";
import { someOrder } from "./some-order.ts";

export async function ownerMoves(world: World): Promise<void> {
  const { random } = world;
  // An open question about a refund is usually answered first.
  if (random.chance(0.7) && (await assignSomeRefund(world))) return;
  await random.weighted<() => Promise<void>>([
    [2, () => syncSomeOrder(world)],
    [1, () => syncAllOrders(world)],
    [9, () => refundSomeOrder(world)],
    [3, () => countStock(world)],
    [3, () => changePrice(world)],
    [2, () => switchSomeDiscount(world)],
    [6, () => shipSomeOrder(world)],
    [4, () => resolveSomeFlag(world)],
    [8, () => cancelSomeOrder(world)],
    [4, () => cancelPaid(world)],
    [7, () => correctSomeOrder(world)],
  ])();
}

async function syncSomeOrder(world: World): Promise<void> {
  const orderId = await someOrder(world, ["pending", "processing", "paid", "failed", "canceled"]);
  if (!orderId || world.plan.nets.length === 1) return;
  await world.scheduler.start("owner syncs", async () => {
    await orFailure(() => world.callShop(({ shop }) => syncOrder(shop, { orderId })));
  });
}

/** A job that reads several orders at once. */
async function syncAllOrders(world: World): Promise<void> {
  if (world.plan.nets.length === 1) return;
  await world.scheduler.start("owner syncs all", async () => {
    await orFailure(() => world.callShop(({ shop }) => startSync(shop, { actor: "owner" })));
  });
}

/** Cancels an order whose payment is processing or has failed, often right after the bank declined it. */
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

/** Counts the units of a variant. Nothing is written when a sale came first, or when shoppers hold more. */
async function countStock(world: World): Promise<void> {
  const { random } = world;
  const { id, options } = random.pick(world.products);
  const [variation, onHand] = [random.pick(options), random.below(6)];
  const { rows } = await world.engine.pool.query<{ was: number }>(
    "select on_hand as was from inventory where product_id = $1 and variation = $2",
    [id, variation],
  );
  const changes = [{ variation, was: rows[0]?.was ?? 0, onHand }];
  await world.scheduler.start(`owner counts ${onHand} units`, async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => setStock(shop, { id, changes, actor: "owner" })),
    );
    if (result?.ok === false) world.count("stock set below what is held: refused");
  });
}

/** Marks the first reason for an order's flag as resolved. */
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

async function switchSomeDiscount(world: World): Promise<void> {
  const [discount] = world.discounts;
  if (!discount) return;
  const isOn = world.random.chance(0.6);
  await world.scheduler.start(`owner switches the discount ${isOn ? "on" : "off"}`, async () => {
    await orFailure(() =>
      world.callShop(({ shop }) => switchDiscount(shop, { id: discount.id, isOn, actor: "owner" })),
    );
  });
}

async function changePrice(world: World): Promise<void> {
  const product = world.random.pick(world.products);
  product.price += world.random.chance(0.5) ? 100 : -100;
  await world.engine.pool.query("update products set price = $2 where id = $1", [product.id, product.price]);
  world.say(`owner asks ${product.price} now`);
}
