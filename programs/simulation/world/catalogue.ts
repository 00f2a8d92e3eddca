// The stock of a schedule: three products with few units each, so that shoppers compete for the last one.

import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { priceCart } from "#domain/checkout/pricing.ts";
import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import type { Product, World } from "./world.ts";

const PRICES = [3200, 7200, 1500] as const;
const OPTIONS = [[""], ["S", "M"], [""]] as const;
const PIECES_MAX = 6;
const QUANTITY_MAX = 2;
/** Two shoppers share a network, so they reach this together. */
const FEW_UNPAID = 4;

/** `pieces` units of each option, or few of each in different numbers. */
export async function fillShelf(world: World, pieces?: number): Promise<void> {
  const { pool } = world.engine;
  for (const [index, price] of PRICES.entries()) {
    const options = [...OPTIONS[index]!];
    const product: Product = { id: world.newId(), price, options };
    await pool.query(
      `insert into products (id, name, category, price, variations, created_at, updated_at)
        values ($1, $2, 'Hats', $3, $4, $5, $5)`,
      [product.id, `Product ${index + 1}`, price, options[0] === "" ? null : options, new Date(world.now)],
    );
    for (const [position, option] of options.entries()) {
      await pool.query("select set_on_hand($1, $2, $3, $4, 'schedule', $5)", [
        product.id,
        option,
        pieces ?? 1 + world.random.below(PIECES_MAX),
        position,
        new Date(world.now),
      ]);
    }
    world.products.push(product);
  }
  // Half of the owners allow a client few unpaid pieces; the shop's own cap is more than is ever asked for here.
  if (pieces === undefined && world.random.chance(0.5))
    await pool.query("update store_settings set holds = $1", [
      JSON.stringify({ piecesPerClient: FEW_UNPAID, piecesPerOption: null }),
    ]);
}

/** One or two lines, sorted as the domain sorts them. */
export function pickItems(world: World): CheckoutRequest["items"] {
  const { random } = world;
  const products = world.products.filter(() => random.chance(0.5));
  const chosen = products.length > 0 ? products : [random.pick(world.products)];
  return chosen.map((product) => ({
    productId: product.id,
    variation: random.pick(product.options),
    quantity: 1 + random.below(QUANTITY_MAX),
  }));
}

/** The total that the shopper's screen shows for these items now. */
export function totalOf(world: World, items: CheckoutRequest["items"]): number {
  const lines = items.map(({ productId, quantity }) => ({
    quantity,
    unitPrice: world.products.find(({ id }) => id === productId)!.price,
  }));
  return priceCart(lines, settings).total;
}

const settings: StoreSettings = defaultStoreSettings;
