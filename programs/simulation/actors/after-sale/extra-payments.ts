// The owner asks a customer to pay for a dearer swap. The customer pays, tries, or leaves it. In the meantime the order
// ships, is canceled or refunded, or the owner withdraws the request.

import { orderAccessToken } from "#server/mail/links/order-token.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { askExtraPayment } from "#server/orders/extra-payments/ask-extra-payment.ts";
import {
  resendExtraPayment,
  withdrawExtraPayment,
} from "#server/orders/extra-payments/change-extra-payment.ts";
import { openExtraPayment } from "#server/orders/extra-payments/pay-extra-payment.ts";
import { orFailure } from "../../world/faulty-database.ts";
import type { World } from "../../world/world.ts";
import { BAD_CARDS, GOOD_CARDS } from "../paying.ts";
import { refundSomeOrder } from "../refunds.ts";
import { ship } from "../shipments.ts";

type Open = { id: string; orderId: string; intentId: string | null };

export async function extraPaymentMoves(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<Open>(
    `select t.id, t.order_id as "orderId", c.payment_intent_id as "intentId"
      from order_changes t join checkouts c on c.id = t.id where t.ended_at is null order by t.id`,
  );
  if (rows.length === 0 || random.chance(0.25)) return askSome(world);
  const open = random.pick(rows);
  await random.weighted<() => unknown>([
    [6, () => payExtraPayment(world, open)],
    [3, () => openPage(world, open)],
    [1, () => withdrawIt(world, open)],
    [1, () => raceOn(world, open)],
    [1, () => sendAgain(world, open)],
  ])();
}

type Line = { orderId: string; id: string; price: number; seen: number };

/** Requests the difference; the first response says how much it is. */
async function askSome(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<Line>(
    `select o.id as "orderId", i.id, i.price, (select count(*)::integer from order_changes where order_id = o.id and state = 'done') as seen
      from orders o join order_items i on i.order_id = o.id
      where o.status in ('paid', 'partially_refunded') and o.fulfillment = 'unfulfilled'
        and exists (select from order_units u where u.order_item_id = i.id and u.refund_id is null and u.state <> 'replaced')
      order by o.id, i.id`,
  );
  if (rows.length === 0) return;
  const line = random.pick(rows);
  const { rows: dearer } = await world.engine.pool.query<{ productId: string; variation: string }>(
    `select v.product_id as "productId", v.variation from inventory v join products p on p.id = v.product_id
      where p.status = 'active' and p.effective_price > $1 order by v.on_hand > v.held desc, v.product_id, v.variation limit 4`,
    [line.price],
  );
  if (dearer.length === 0) return;
  const request = {
    ...{
      orderId: line.orderId,
      actor: "owner",
      seen: line.seen,
      itemId: line.id,
      quantity: 1,
      to: random.pick(dearer),
    },
  };
  const ask = (amountSeen: number) =>
    orFailure(() => world.callShop(({ shop }) => askExtraPayment(shop, { ...request, amountSeen })));
  await world.scheduler.start("owner asks for a difference", async () => {
    const looked = await ask(-1);
    if (looked === null || looked.ok || looked.reason !== "amount_changed") return;
    const asked = await ask(looked.more);
    world.say(`  extra payment: ${asked === null ? "500" : asked.ok ? "asked" : asked.reason}`);
    if (asked)
      world.count(asked.ok ? "extra payment asked for" : `extra payment not asked for: ${asked.reason}`);
  });
}

/** What a browser does at the provider; what comes of it the shop hears by an event, if that is not lost. */
function payExtraPayment(world: World, { intentId }: Open): void {
  if (intentId === null) return;
  world.isDirty = true;
  const card = world.random.pick(world.random.chance(0.8) ? GOOD_CARDS : BAD_CARDS);
  try {
    world.sandbox.controls.pay(intentId, card);
    world.say(`extra payment ${intentId.slice(-6)} is paid with ${card.slice(-4)}`);
  } catch {
    world.say(`extra payment ${intentId.slice(-6)} can't be paid`);
  }
}

/** The page asks for its outcome, too. */
async function openPage(world: World, { orderId }: Open): Promise<void> {
  await world.scheduler.start("customer opens an extra payment", async () => {
    const opened = await orFailure(() =>
      world.callShop(({ shop }) =>
        openExtraPayment(shop, { token: orderAccessToken(shop.keys.orderLinks.current, orderId) }),
      ),
    );
    if (opened)
      world.count(opened.ok ? "extra payment opened" : `extra payment not opened: ${opened.reason}`);
  });
}

async function withdrawIt(world: World, { id: extraPaymentId, orderId }: Open): Promise<void> {
  await world.scheduler.start("owner withdraws an extra payment", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => withdrawExtraPayment(shop, { orderId, extraPaymentId, actor: "owner" })),
    );
    if (result)
      world.count(result.ok ? "extra payment withdrawn" : `extra payment not withdrawn: ${result.reason}`);
  });
}

async function sendAgain(world: World, { id: extraPaymentId, orderId }: Open): Promise<void> {
  await world.scheduler.start("owner asks for an extra payment again", async () => {
    await orFailure(() =>
      world.callShop(({ shop }) => resendExtraPayment(shop, { orderId, extraPaymentId, actor: "owner" })),
    );
  });
}

/** It is paid, and at the same moment the order becomes another one. */
async function raceOn(world: World, open: Open): Promise<void> {
  const { random } = world;
  const { orderId } = open;
  if (random.chance(0.5)) payExtraPayment(world, open);
  if (random.chance(0.4)) return ship(world, orderId);
  if (random.chance(0.4)) return refundSomeOrder(world);
  await world.scheduler.start("owner cancels an order with an extra payment", async () => {
    await orFailure(() =>
      world.callShop(({ shop }) => cancelPaidOrder(shop, { orderId, actor: "owner", reason: "asked for" })),
    );
  });
}
