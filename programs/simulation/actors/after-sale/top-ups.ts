// The owner asks a customer to pay for a dearer swap. The customer pays, tries, or leaves it; meanwhile the order ships, is
// canceled or refunded, or the owner withdraws it.

import { orderAccessToken } from "#server/mail/links/order-token.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { askTopUp } from "#server/orders/top-ups/ask-top-up.ts";
import { resendTopUp, withdrawTopUp } from "#server/orders/top-ups/change-top-up.ts";
import { openTopUp } from "#server/orders/top-ups/pay-top-up.ts";
import { orFailure } from "../../world/faulty-database.ts";
import type { World } from "../../world/world.ts";
import { ship } from "../parcels.ts";
import { BAD_CARDS, GOOD_CARDS } from "../paying.ts";
import { refundSomeOrder } from "../refunds.ts";

type Open = { id: string; orderId: string; intentId: string | null };

export async function topUpMoves(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<Open>(
    `select t.id, t.order_id as "orderId", c.payment_intent_id as "intentId"
      from order_changes t join checkouts c on c.id = t.id where t.ended_at is null order by t.id`,
  );
  if (rows.length === 0 || random.chance(0.25)) return askSome(world);
  const open = random.pick(rows);
  await random.weighted<() => unknown>([
    [6, () => payTopUp(world, open)],
    [3, () => openPage(world, open)],
    [1, () => withdrawIt(world, open)],
    [1, () => raceOn(world, open)],
    [1, () => sendAgain(world, open)],
  ])();
}

type Line = { orderId: string; id: string; price: number; seen: number };

/** Asks for what costs more; the first answer says how much that is. */
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
      pieces: 1,
      to: random.pick(dearer),
    },
  };
  const ask = (amountSeen: number) =>
    orFailure(() => world.callShop(({ shop }) => askTopUp(shop, { ...request, amountSeen })));
  await world.scheduler.start("owner asks for a difference", async () => {
    const looked = await ask(-1);
    if (looked === null || looked.ok || looked.reason !== "amount_changed") return;
    const asked = await ask(looked.more);
    world.say(`  top-up: ${asked === null ? "500" : asked.ok ? "asked" : asked.reason}`);
    if (asked) world.count(asked.ok ? "top-up asked for" : `top-up not asked for: ${asked.reason}`);
  });
}

/** What a browser does at the provider; what comes of it the shop hears by an event, if that is not lost. */
function payTopUp(world: World, { intentId }: Open): void {
  if (intentId === null) return;
  world.isDirty = true;
  const card = world.random.pick(world.random.chance(0.8) ? GOOD_CARDS : BAD_CARDS);
  try {
    world.sandbox.controls.pay(intentId, card);
    world.say(`top-up ${intentId.slice(-6)} is paid with ${card.slice(-4)}`);
  } catch {
    world.say(`top-up ${intentId.slice(-6)} can't be paid`);
  }
}

/** The page asks what became of it, too. */
async function openPage(world: World, { orderId }: Open): Promise<void> {
  await world.scheduler.start("customer opens a top-up", async () => {
    const opened = await orFailure(() =>
      world.callShop(({ shop }) =>
        openTopUp(shop, { token: orderAccessToken(shop.keys.orderLinks.current, orderId) }),
      ),
    );
    if (opened) world.count(opened.ok ? "top-up opened" : `top-up not opened: ${opened.reason}`);
  });
}

async function withdrawIt(world: World, { id: topUpId, orderId }: Open): Promise<void> {
  await world.scheduler.start("owner withdraws a top-up", async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => withdrawTopUp(shop, { orderId, topUpId, actor: "owner" })),
    );
    if (result) world.count(result.ok ? "top-up withdrawn" : `top-up not withdrawn: ${result.reason}`);
  });
}

async function sendAgain(world: World, { id: topUpId, orderId }: Open): Promise<void> {
  await world.scheduler.start("owner asks for a top-up again", async () => {
    await orFailure(() =>
      world.callShop(({ shop }) => resendTopUp(shop, { orderId, topUpId, actor: "owner" })),
    );
  });
}

/** It is paid, and at the same moment the order becomes another one. */
async function raceOn(world: World, open: Open): Promise<void> {
  const { random } = world;
  const { orderId } = open;
  if (random.chance(0.5)) payTopUp(world, open);
  if (random.chance(0.4)) return ship(world, orderId);
  if (random.chance(0.4)) return refundSomeOrder(world);
  await world.scheduler.start("owner cancels a topped-up order", async () => {
    await orFailure(() =>
      world.callShop(({ shop }) => cancelPaidOrder(shop, { orderId, actor: "owner", reason: "asked for" })),
    );
  });
}
