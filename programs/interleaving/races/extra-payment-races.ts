// A customer is asked to pay for a dearer swap: the payment comes in while the order ships, is canceled or refunded, or the
// owner withdraws what was asked for.

import { askExtraPayment } from "#server/orders/extra-payments/ask-extra-payment.ts";
import { withdrawExtraPayment } from "#server/orders/extra-payments/change-extra-payment.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import type { World } from "../world.ts";
import { type Known, pay } from "./setting.ts";
import { someWeb } from "./shopper-races.ts";

const actor = "owner@example.com";

type Open = { id: string; orderId: string; intentId: string };

/** Asks for what one unit of the order costs more than another product; null when nothing is dearer or left. */
async function ask(world: World, { orderId }: Known) {
  const { rows } = await world.harness.monitor.query<{ id: string; price: number; seen: number }>(
    `select i.id, i.price, (select count(*)::integer from order_changes where order_id = $1 and state = 'done') as seen
      from order_items i where i.order_id = $1 order by i.position, i.id`,
    [orderId],
  );
  const line = rows.find(({ price }) => world.products.some((product) => product.price > price));
  const dearest = world.products.toSorted((one, other) => other.price - one.price)[0];
  if (!line || !dearest) return null;
  const to = { productId: dearest.id, variation: world.random.pick(dearest.options) };
  return {
    orderId,
    actor,
    seen: line.seen,
    itemId: line.id,
    quantity: 1,
    to,
    amountSeen: dearest.price - line.price,
  };
}

/** Before the races: the order is asked for an extra payment, and often the money is on its way. */
export async function openExtraPayment(world: World, known: Known): Promise<void> {
  const request = await ask(world, known);
  if (!request) return;
  const asked = await askExtraPayment(world.process("web 1").shop, request);
  if (!asked.ok) return;
  const [open] = await listOpen(world);
  if (open && world.random.chance(0.6)) pay(world, open);
}

async function listOpen(world: World): Promise<Open[]> {
  const { rows } = await world.harness.monitor.query<Open>(
    `select t.id, t.order_id as "orderId", c.payment_intent_id as "intentId"
      from order_changes t join checkouts c on c.id = t.id
      where c.payment_intent_id is not null order by t.number`,
  );
  return rows;
}

export async function askAgain(world: World, known: Known): Promise<void> {
  const request = await ask(world, known);
  if (!request) return;
  await world.start("asks for an extra payment", someWeb(world), (shop) => askExtraPayment(shop, request));
}

export async function payIt(world: World): Promise<void> {
  const open = (await listOpen(world)).at(-1);
  if (open) pay(world, open);
}

export async function settle(world: World): Promise<void> {
  const open = (await listOpen(world)).at(-1);
  if (!open) return;
  const { intentId } = open;
  await world.start("settles an extra payment", someWeb(world), (shop) =>
    settlePayment(shop, { intentId, source: "webhook" }),
  );
}

export async function withdraw(world: World): Promise<void> {
  const open = (await listOpen(world)).at(-1);
  if (!open) return;
  const { id: extraPaymentId, orderId } = open;
  await world.start("withdraws an extra payment", someWeb(world), (shop) =>
    withdrawExtraPayment(shop, { orderId, extraPaymentId, actor }),
  );
}
