// What the owner does in the back office: sync, refund, cancel, set stock, change a price.
import type { Cents } from "#domain/money/money.ts";
import { cancelOrder } from "#server/orders/cancel-order.ts";
import { startSync } from "#server/orders/sync-orders.ts";
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
    [2, () => countStock(world)],
    [1, () => changePrice(world)],
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

async function countStock(world: World): Promise<void> {
  const { random } = world;
  const product = random.pick(world.products);
  const [option, pieces] = [random.pick(product.options), random.below(6)];
  world.isDirty = true;
  try {
    await world.engine.pool.query("select set_on_hand($1, $2, $3, $4, 'owner', $5)", [
      product.id,
      option,
      pieces,
      product.options.indexOf(option),
      new Date(world.now),
    ]);
    world.say(`owner counts ${pieces} pieces`);
  } catch {
    world.count("stock set below what is held: refused");
  }
}

async function changePrice(world: World): Promise<void> {
  const product = world.random.pick(world.products);
  product.price += world.random.chance(0.5) ? 100 : -100;
  await world.engine.pool.query("update products set price = $2 where id = $1", [product.id, product.price]);
  world.say(`owner asks ${product.price} now`);
}
