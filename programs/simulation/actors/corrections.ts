// The owner or the customer corrects an order before it ships: its address or its items.
import { CUSTOMER } from "#domain/order/corrections.ts";
import { correctAddress } from "#server/orders/changes/correct-address.ts";
import { swapUnits } from "#server/orders/changes/swap-units.ts";
import { orFailure } from "../world/faulty-database.ts";
import type { World } from "../world/world.ts";
import { armSlowRefund } from "./refunds.ts";
import { ship } from "./shipments.ts";
import { someOrder } from "./some-order.ts";

/** isShort: the sale never got all of its units. */
type Line = { id: string; product: string; variation: string; seen: number; isShort: boolean };

export async function correctSomeOrder(world: World): Promise<void> {
  const { random } = world;
  if (world.plan.nets.length === 1) return;
  const orderId = random.chance(0.1)
    ? await someOrder(world, ["paid", "processing"])
    : await someCorrectable(world);
  if (!orderId) return;
  if (random.chance(0.1)) return moveOrder(world, orderId);
  await swapSome(world, orderId);
  // Repeated, so that swapped units are swapped again, and so are units next to them.
  if (random.chance(0.5)) await swapSome(world, orderId);
  if (random.chance(0.1)) await ship(world, orderId);
}

/** An order with units to ship. Orders that lack stock are rare, and are usually picked first. */
async function someCorrectable(world: World): Promise<string | null> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{ id: string; isShort: boolean }>(
    `select id, 'out_of_stock' = any (attention || attention_resolved) as "isShort" from orders
      where status in ('paid', 'partially_refunded') and fulfillment = 'unfulfilled' order by id`,
  );
  const short = rows.filter(({ isShort }) => isShort);
  const among = short.length > 0 && random.chance(0.7) ? short : rows;
  return among.length > 0 ? random.pick(among).id : null;
}

/**
 * Swaps some units of a line for another variant, usually of another product, since two of three products have only
 * one.
 */
async function swapSome(world: World, orderId: string): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<Line>(
    `select i.id, i.product_id as product, coalesce(i.variation, '') as variation,
        (select count(*)::integer from order_changes where order_id = $1 and state = 'done') as seen,
        not exists (select from stock_movements m where m.order_id = $1 and m.kind = 'sale'
          and m.variant_id = i.variant_id) as "isShort"
      from order_items i join orders o on o.id = i.order_id where i.order_id = $1
        and ($2 or exists (select from order_units u where u.order_item_id = i.id and u.refund_id is null and u.state <> 'replaced'))
      order by i.position, i.product_id, i.variation`,
    [orderId, random.chance(0.1)],
  );
  const [first] = rows;
  if (!first) return;
  const short = rows.filter(({ isShort }) => isShort);
  const line = random.pick(short.length > 0 && random.chance(0.6) ? short : rows);
  const to = await someOffer(world, line);
  const actor = to.productId === line.product && random.chance(0.3) ? CUSTOMER : "owner";
  const request = {
    ...{ orderId, actor, seen: first.seen, itemId: line.id, quantity: random.chance(0.75) ? 1 : 2, to },
    isFree: random.chance(0.6),
    // Expired for some by the time they arrive.
    fixMinutes: 60,
  };
  if (random.chance(0.3)) armSlowRefund(world);
  const click = () =>
    world.scheduler.start(`${actor} swaps units`, async () => {
      const result = await orFailure(() => world.callShop(({ shop }) => swapUnits(shop, request)));
      world.say(`  swap: ${result === null ? "500" : result.ok ? "done" : result.reason}`);
      if (result?.ok) world.count(result.refund ? "units swapped for less" : "units swapped");
      if (result?.ok === false) world.count(`swap refused: ${result.reason}`);
    });
  await click();
  // The same form in another tab.
  if (random.chance(0.2)) await click();
}

/** Usually a variant other than the line's, with stock. */
async function someOffer(world: World, line: Line): Promise<{ productId: string; variation: string }> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{ productId: string; variation: string }>(
    `select product_id as "productId", variation from inventory
      where on_hand > held and (product_id, variation) <> ($1, $2) order by product_id, variation`,
    [line.product, line.variation],
  );
  const product = random.pick(world.products);
  return rows.length > 0 && random.chance(0.85)
    ? random.pick(rows)
    : { productId: product.id, variation: random.pick(product.options) };
}

async function moveOrder(world: World, orderId: string): Promise<void> {
  const { rows } = await world.engine.pool.query<{ seen: number }>(
    "select count(*)::integer as seen from order_changes where order_id = $1 and state = 'done'",
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
