// Long after a sale: the order has arrived, and its customer is asked for a review, writes, edits, and deletes it, from
// two tabs and twice, while the owner publishes and hides it.

import { decideReview } from "#server/inbox/reviews/decide-review.ts";
import { removeReview, writeReview } from "#server/inbox/reviews/write-review.ts";
import { reviewAccessToken } from "#server/mail/links/order-token.ts";
import { orFailure } from "../world/faulty-database.ts";
import { runTask } from "../world/tasks.ts";
import type { World } from "../world/world.ts";
import { shipSomeOrder } from "./shipments.ts";

export async function reviewMoves(world: World): Promise<void> {
  if (world.plan.nets.length === 1) return;
  await world.random.weighted<() => Promise<void>>([
    [6, () => daysPass(world)],
    [6, () => write(world)],
    [1, () => takeBack(world)],
    [3, () => decide(world)],
  ])();
}

/** Moves time for one shipment only, since a schedule has no weeks. Two workers look at the same time. */
async function daysPass(world: World): Promise<void> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    "select order_id as id from review_asks where state = 'waiting' order by order_id",
  );
  if (rows.length === 0) return shipSomeOrder(world);
  const { id } = world.random.pick(rows);
  await world.engine.pool.query("update review_asks set arrived_on = $2 where order_id = $1", [
    id,
    new Date(world.now - 10 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  ]);
  world.say("days pass for a shipment");
  await runTask(world, "follow-ups");
  await runTask(world, world.random.chance(0.5) ? "mails" : "follow-ups");
}

/** Someone with an order's link, and one of its lines or a line of another order. */
async function someLink(world: World): Promise<{ token: string; itemId: string; version: string } | null> {
  const { rows } = await world.engine.pool.query<{ order: string; item: string; version: number }>(
    `select a.order_id as order, i.id as item, coalesce(r.version, 0) as version
      from review_asks a join order_items i on i.order_id = a.order_id left join reviews r on r.order_item_id = i.id
      where a.token_hash is not null order by a.order_id, i.position, i.product_id, i.variation`,
  );
  if (rows.length === 0) return null;
  const [line, other] = [world.random.pick(rows), world.random.pick(rows)];
  const token = reviewAccessToken(world.process.shop.keys.orderLinks.current, line.order);
  const version = world.random.chance(0.8) ? line.version : 0;
  return { token, itemId: world.random.chance(0.9) ? line.item : other.item, version: `${version}` };
}

async function write(world: World): Promise<void> {
  const link = await someLink(world);
  if (!link) return;
  const { token, ...line } = link;
  const { random } = world;
  const stars = `${1 + random.below(5)}`;
  const sent = {
    ...line,
    stars,
    fit: random.pick(["", "small", "true", "large"]),
    text: "Good.",
    name: "Pat",
  };
  const post = () =>
    world.scheduler.start("customer writes a review", async () => {
      const outcome = await orFailure(() =>
        world.callShop(({ shop }) => writeReview(shop, { token, sent, ip: "192.0.2.9" })),
      );
      if (outcome) world.count(outcome.ok ? "review saved" : `review refused: ${outcome.reason}`);
    });
  await post();
  if (random.chance(0.3)) await post();
}

async function takeBack(world: World): Promise<void> {
  const link = await someLink(world);
  if (!link) return;
  const { token, itemId } = link;
  await world.scheduler.start("customer deletes a review", async () => {
    await orFailure(() =>
      world.callShop(({ shop }) => removeReview(shop, { token, itemId, ip: "192.0.2.9" })),
    );
  });
}

async function decide(world: World): Promise<void> {
  const { rows } = await world.engine.pool.query<{ id: string; version: number }>(
    "select id, version from reviews order by id",
  );
  if (rows.length === 0) return;
  const review = world.random.pick(rows);
  const to = world.random.chance(0.7) ? "shown" : "hidden";
  await world.scheduler.start(`owner decides: ${to}`, async () => {
    const result = await orFailure(() =>
      world.callShop(({ shop }) => decideReview(shop, { ...review, to, actor: "owner" })),
    );
    if (result?.ok) world.count(`review ${to}`);
  });
}
