// A variant is restocked while two workers read who waits for it, and those who wait unsubscribe, ask, and buy.

import { confirmRestock, endRestock } from "#server/inbox/restock/answer-request.ts";
import { askForRestock } from "#server/inbox/restock/ask-for-restock.ts";
import { restockPath } from "#server/mail/links/email-links.ts";
import { pat } from "#test/sales/people.ts";
import type { World } from "../world.ts";
import { someWeb } from "./shopper-races.ts";

const EMAILS = [pat.email, "ann@example.com", "bob@example.com", "cy@example.com", "dee@example.com"];

/** The ids of confirmed requests for each option of the shelf, from all of these people. */
export async function fillLines(world: World): Promise<string[]> {
  const { pool } = world.process("web 1").shop;
  const ids: string[] = [];
  for (const { id: productId, options } of world.products)
    for (const option of options)
      for (const email of EMAILS) {
        const id = world.newId();
        ids.push(id);
        await pool.query(
          `insert into restock_requests (id, variant_id, email, asked_at, confirmed_at)
            select $1, v.id, $4, $5, $5 from inventory v where v.product_id = $2 and v.variation = $3`,
          [id, productId, option, email, new Date(world.now)],
        );
      }
  return ids;
}

export async function unsubscribe(world: World, ids: string[]): Promise<void> {
  const token = tokenOf(world, world.random.pick(ids));
  await world.start("unsubscribes", someWeb(world), (shop) => endRestock(shop, { token }));
}

export async function confirm(world: World, ids: string[]): Promise<void> {
  const token = tokenOf(world, world.random.pick(ids));
  await world.start("confirms", someWeb(world), (shop) => confirmRestock(shop, { token }));
}

/** Mostly refused, since the variant is in stock; else the one who was notified asks again. */
export async function ask(world: World): Promise<void> {
  const { random } = world;
  const product = random.pick(world.products);
  const form = { productId: product.id, option: random.pick(product.options), email: random.pick(EMAILS) };
  const ip = `198.51.100.${1 + random.below(100)}`;
  await world.start("asks for a restock email", someWeb(world), (shop) =>
    askForRestock(shop, { ...form, ip }),
  );
}

function tokenOf(world: World, id: string): string {
  return restockPath(world.process("web 1").shop, id).slice("/restock/".length);
}
