// The owner refunds units of an order, an amount, or all of it, and assigns refunds made at the provider.
import type { AskedRefund } from "#domain/order/refund-parts.ts";
import { assignRefund } from "#server/orders/changes/assign-refund.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { type RefundOrder, refundOrder } from "#server/orders/changes/refund-order.ts";
import { orFailure } from "../world/faulty-database.ts";
import type { World } from "../world/world.ts";
import { ship, someOfIt } from "./shipments.ts";
import { someOrder } from "./some-order.ts";

type RefundChoice = Pick<RefundOrder, "amount" | "restock"> & { parts?: AskedRefund };

export async function refundSomeOrder(world: World): Promise<void> {
  const orderId = await someOrder(world, ["paid", "partially_refunded"]);
  if (!orderId || world.plan.nets.length === 1) return;
  // A part may have shipped before.
  if (world.random.chance(0.3)) await ship(world, orderId, await someOfIt(world, orderId));
  const asked = await pickRefund(world, orderId);
  await refund(world, orderId, asked);
  // One unit was sold out, and the rest ships.
  if (asked.amount === "parts" && world.random.chance(0.5)) return ship(world, orderId);
  // Units that came back in two shipments are refunded in two parts.
  if (asked.amount !== "rest" && world.random.chance(0.5)) await refund(world, orderId, all(world));
}

const all = ({ random }: World): RefundChoice => ({ amount: "rest", restock: random.chance(0.5) });

function pickRefund(world: World, orderId: string): RefundChoice | Promise<RefundChoice> {
  return world.random.weighted<() => RefundChoice | Promise<RefundChoice>>([
    [6, () => someUnits(world, orderId)],
    [2, () => all(world)],
    [1, () => ({ amount: 1 + world.random.below(2000), restock: false })],
  ])();
}

/** None, some, or all units of each line, sometimes more than there are, for their price or another amount. */
async function someUnits(world: World, orderId: string): Promise<RefundChoice & { parts: AskedRefund }> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{
    id: string;
    quantity: number;
    shipping: number;
    sent: number;
  }>(
    `select i.id, i.quantity, o.shipping, (select count(*)::integer from order_units u where u.order_item_id = i.id and u.shipment_id is not null and u.state <> 'replaced') as sent
      from order_items i join orders o on o.id = i.order_id where o.id = $1 order by i.position`,
    [orderId],
  );
  const beyond = random.chance(0.1) ? 1 : 0;
  const counts = rows.map(({ id, quantity, sent: all }) => {
    const [sent, unsent] = [random.below(all + 1), random.below(quantity - all + 1) + beyond];
    return { id, sent, unsent, units: sent + unsent };
  });
  const [first] = counts;
  if (first && counts.every(({ units }) => units === 0)) [first.unsent, first.units] = [1, 1];
  const units = counts.map(({ id, unsent, sent }) => [id, { unsent, sent }] as const);
  const isAllBack = random.chance(0.6);
  const restock = counts.map(({ id, units: all }) => [id, isAllBack ? all : random.below(all + 1)] as const);
  const shipping = random.chance(0.3) ? (rows[0]?.shipping ?? 0) : 0;
  return {
    amount: random.chance(0.8) ? "parts" : 1 + random.below(4000),
    parts: { units: Object.fromEntries(units), shipping },
    restock: Object.fromEntries(restock),
  };
}

async function refund(world: World, orderId: string, asked: RefundChoice): Promise<void> {
  const { random } = world;
  const request = { orderId, reason: "as asked", actor: "owner", ...asked };
  const refundId = world.newId();
  const click = () =>
    world.scheduler.start("owner refunds", async () => {
      const result = await orFailure(() =>
        world.callShop(({ shop }) => refundOrder(shop, { ...request, refundId })),
      );
      const told = result === null ? "500" : result.ok ? result.status : result.reason;
      world.say(`  refund of ${asked.amount}: ${told}`);
      if (result?.ok) world.count(`refund ${result.status}`);
      if (result?.ok && asked.amount === "parts") world.count("units refunded");
      if (told === "too_many_units") world.count("too many units: refused");
    });
  if (random.chance(0.25)) world.sandbox.controls.arm({ kind: "drop_answer", path: "/v1/refunds", times: 3 });
  if (random.chance(0.4)) armSlowRefund(world);
  await click();
  if (!random.chance(0.3)) return;
  world.count("refund clicked twice");
  await click();
}

/** The next refund takes days, and half of those come back. */
export function armSlowRefund(world: World): void {
  const { random } = world;
  const outcome = random.chance(0.5) ? ("succeeded" as const) : ("failed" as const);
  world.sandbox.controls.arm({ kind: "refund_pending", outcome, settleAfterMs: random.below(1800) * 1000 });
}

/** Assigns a refund made at the provider to these units, or to none. False: there is none to assign. */
export async function assignSomeRefund(world: World): Promise<boolean> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{ orderId: string; refundId: string }>(
    `select order_id as "orderId", id as "refundId" from refunds where goods is null and status not in ('failed', 'canceled')
      order by id`,
  );
  if (rows.length === 0 || world.plan.nets.length === 1) return false;
  const known = random.pick(rows);
  const chosen = random.chance(0.7) ? await someUnits(world, known.orderId) : null;
  const parts = chosen?.parts ?? { units: {}, shipping: 0 };
  const restock = chosen && typeof chosen.restock === "object" ? chosen.restock : {};
  await world.scheduler.start("owner assigns a refund", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => assignRefund(shop, { ...known, parts, restock, actor: "owner" })),
    );
    if (result) world.count(result.ok ? "refund at provider assigned" : `not assigned: ${result.reason}`);
  });
  return true;
}

/** Cancels a paid order; its refund may fail, right away or days later. */
export async function cancelPaid(world: World): Promise<void> {
  const { random } = world;
  const orderId = await someOrder(world, ["paid", "partially_refunded", "refunded"]);
  if (!orderId || world.plan.nets.length === 1) return;
  if (random.chance(0.3)) armSlowRefund(world);
  const request = { orderId, reason: "as asked", actor: "owner" };
  await world.scheduler.start("owner cancels a paid order", async () => {
    const result = await orFailure(() => world.callShop(({ shop }) => cancelPaidOrder(shop, request)));
    world.say(`  cancel: ${result === null ? "500" : result.ok ? "canceled" : result.reason}`);
    if (result) world.count(result.ok ? "paid order canceled" : `paid order not canceled: ${result.reason}`);
  });
}
