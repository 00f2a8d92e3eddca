// The owner sends shipments.
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { orFailure } from "../world/faulty-database.ts";
import type { World } from "../world/world.ts";
import { someOrder } from "./some-order.ts";

/** Sends an order, in one shipment or in two; only paid orders have something to send. */
export async function shipSomeOrder(world: World): Promise<void> {
  const orderId = await someOrder(world, ["paid", "partially_refunded", "processing"]);
  if (!orderId || world.plan.nets.length === 1) return;
  if (world.random.chance(0.6)) {
    await ship(world, orderId, await someOfIt(world, orderId));
    if (world.random.chance(0.5)) return;
  }
  await ship(world, orderId);
}

/** One unit, now and then many more than there are. */
export async function someOfIt(world: World, orderId: string): Promise<Record<string, number>> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    "select id from order_items where order_id = $1 order by position",
    [orderId],
  );
  return rows.length > 0 ? { [world.random.pick(rows).id]: world.random.chance(0.1) ? 9 : 1 } : {};
}

/** `units`: by the id of their line; left out: all that are to be sent. */
export async function ship(
  world: World,
  orderId: string,
  units?: Readonly<Record<string, number>>,
): Promise<void> {
  const withdraws = units === undefined;
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z999", units, withdraws } as const;
  await world.scheduler.start("owner ships", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => fulfillOrder(shop, { orderId, step, actor: "owner" })),
    );
    if (!result) return;
    if (!result.ok) world.count("order not shipped");
    else world.count(result.left > 0 ? "part of an order shipped" : "order shipped");
  });
}

/** Says that all of an order has arrived. */
export async function arrive(world: World, orderId: string): Promise<void> {
  await world.scheduler.start("owner says that it arrived", async () => {
    const request = { orderId, step: { to: "delivered" }, actor: "owner" } as const;
    const result = await orFailure(() => world.callShop(({ shop }) => fulfillOrder(shop, request)));
    if (result?.ok) world.count("order delivered");
  });
}
