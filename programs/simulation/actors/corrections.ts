// The owner, or the customer, corrects an order before it ships: where it goes, or which pieces.
import { CUSTOMER } from "#domain/order/corrections.ts";
import { correctAddress } from "#server/orders/corrections/correct-address.ts";
import { swapPieces } from "#server/orders/corrections/swap-pieces.ts";
import { orFailure } from "../world/faulty-database.ts";
import type { World } from "../world/world.ts";
import { ship } from "./parcels.ts";
import { armSlowRefund } from "./refunds.ts";
import { someOrder } from "./some-order.ts";

type Line = { id: string; product: string; seen: number };

export async function correctSomeOrder(world: World): Promise<void> {
  const { random } = world;
  const orderId = await someOrder(world, ["paid", "partially_refunded", "processing"]);
  if (!orderId || world.plan.nets.length === 1) return;
  if (random.chance(0.15)) return moveOrder(world, orderId);
  await swapSome(world, orderId);
  if (random.chance(0.3)) await swapSome(world, orderId);
  if (random.chance(0.3)) await ship(world, orderId);
}

/** Some pieces of a line for another option, mostly of another product, since two of three have but one. */
async function swapSome(world: World, orderId: string): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<Line>(
    `select i.id, i.product_id as product, (select count(*)::integer from order_corrections where order_id = $1) as seen
      from order_items i where i.order_id = $1 order by i.position, i.id`,
    [orderId],
  );
  const [first] = rows;
  if (!first) return;
  const line = random.pick(rows);
  const same = world.products.find(({ id }) => id === line.product) ?? random.pick(world.products);
  const product = random.chance(0.4) ? same : random.pick(world.products);
  const actor = random.chance(0.3) ? CUSTOMER : "owner";
  const request = {
    ...{ orderId, actor, seen: first.seen, itemId: line.id, pieces: 1 + random.below(2) },
    to: { productId: product.id, variation: random.pick(product.options) },
    isFree: random.chance(0.4),
    // Long enough for most orders of a schedule, and over for some.
    fixMinutes: 60,
  };
  if (random.chance(0.3)) armSlowRefund(world);
  const click = () =>
    world.scheduler.start(`${actor} swaps pieces`, async () => {
      const result = await orFailure(() => world.callShop(({ shop }) => swapPieces(shop, request)));
      world.say(`  swap: ${result === null ? "500" : result.ok ? "done" : result.reason}`);
      if (result?.ok) world.count(result.refund ? "pieces swapped for less" : "pieces swapped");
      if (result?.ok === false) world.count(`swap refused: ${result.reason}`);
    });
  await click();
  // The same form in another tab.
  if (random.chance(0.2)) await click();
}

async function moveOrder(world: World, orderId: string): Promise<void> {
  const { rows } = await world.engine.pool.query<{ seen: number }>(
    "select count(*)::integer as seen from order_corrections where order_id = $1",
    [orderId],
  );
  const address = {
    ...{ name: "Pat Example", email: "pat@example.com", phone: "", country: "US" as const },
    ...{ address1: `${1 + world.random.below(99)} Fairway Lane`, address2: "", city: "Tucson" },
    ...{ state: "AZ", postalCode: "85701" },
  };
  const request = { orderId, actor: "owner", seen: rows[0]?.seen ?? 0, address };
  await world.scheduler.start("owner corrects an address", async () => {
    const result = await orFailure(() => world.callShop(({ shop }) => correctAddress(shop, request)));
    if (result) world.count(result.ok ? "address corrected" : `address not corrected: ${result.reason}`);
  });
}
