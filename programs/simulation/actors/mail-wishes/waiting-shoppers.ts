// Shoppers who want an email when a variant is back in stock: they ask for it, confirm, wait, and unsubscribe. One of
// them has the other shoppers' email, so buying ends that request.

import { confirmRestock, endRestock } from "#server/inbox/restock/answer-request.ts";
import { askForRestock } from "#server/inbox/restock/ask-for-restock.ts";
import { restockPath } from "#server/mail/links/email-links.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { pat } from "#test/sales/people.ts";
import { orFailure } from "../../world/faulty-database.ts";
import type { World } from "../../world/world.ts";

const EMAILS = [pat.email, "ann@example.com", "bob@example.com", "cy@example.com", "dee@example.com"];
const NETWORKS = 40;

/** In a shop that opens with a sold-out variant, some wait already. */
export async function fillLine(world: World): Promise<void> {
  const { random } = world;
  const { pool } = world.engine;
  const { id, options } = random.pick(world.products);
  const option = random.pick(options);
  world.restock.isAsked = true;
  await pool.query("select set_on_hand($1, $2, 0, 0, 'schedule', $3)", [id, option, new Date(world.now)]);
  for (const email of EMAILS.filter(() => random.chance(0.7)))
    await pool.query(
      `insert into restock_requests (id, variant_id, email, asked_at, confirmed_at)
        select $1, v.id, $4, $5, $5 from inventory v where v.product_id = $2 and v.variation = $3`,
      [world.newId(), id, option, email, new Date(world.now)],
    );
}

export async function waitingShopperMoves(world: World): Promise<void> {
  await world.random.weighted<() => Promise<void>>([
    [6, () => asks(world)],
    [6, () => confirms(world)],
    [1.5, () => unsubscribes(world)],
    [4, () => unitsArrive(world)],
  ])();
}

async function asks(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{ id: string; option: string }>(
    "select product_id as id, variation as option from inventory where on_hand = held order by 1, 2",
  );
  const option = rows.length > 0 && random.chance(0.9) ? random.pick(rows) : null;
  const product = random.pick(world.products);
  const wanted = option ?? { id: product.id, option: random.pick(product.options) };
  const ask = {
    ...{ productId: wanted.id, option: wanted.option, email: random.pick(EMAILS) },
    ip: `198.51.100.${1 + random.below(NETWORKS)}`,
  };
  world.restock.isAsked = true;
  await world.scheduler.start(`${ask.email} asks for a restock email`, async () => {
    const outcome = await orFailure(() => world.callShop(({ shop }) => askForRestock(shop, ask)));
    if (outcome?.ok) world.count("restock request made");
    else if (outcome) world.say(`  not taken: ${outcome.reason}`);
  });
}

async function confirms(world: World): Promise<void> {
  const token = await someToken(world, "confirmed_at is null");
  if (token === null) return;
  await world.scheduler.start("a restock request is confirmed", async () => {
    await orFailure(() => world.callShop(({ shop }) => confirmRestock(shop, { token })));
    world.count("restock request confirmed");
  });
}

async function unsubscribes(world: World): Promise<void> {
  const token = await someToken(world, "true");
  if (token === null) return;
  await world.scheduler.start("a restock request is ended", async () => {
    await orFailure(() => world.callShop(({ shop }) => endRestock(shop, { token })));
    world.count("restock request ended");
  });
}

/** The owner counts a variant that shoppers wait for: some units are in stock, or none again. */
async function unitsArrive(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<{ id: string; variation: string; was: number }>(
    `select product_id as id, variation, on_hand as was from inventory
      where id in (select variant_id from restock_requests)
      order by 1, 2`,
  );
  if (rows.length === 0) return;
  const { id, variation, was } = random.pick(rows);
  const changes = [{ variation, was, onHand: was > 0 && random.chance(0.5) ? 0 : was + 1 + random.below(2) }];
  await world.scheduler.start("units arrive", async () => {
    await orFailure(() => world.callShop(({ shop }) => setStock(shop, { id, changes, actor: "owner" })));
  });
}

async function someToken(world: World, where: string): Promise<string | null> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    `select id from restock_requests where ${where} order by place`,
  );
  if (rows.length === 0) return null;
  return restockPath(world.process.shop, world.random.pick(rows).id).slice("/restock/".length);
}
