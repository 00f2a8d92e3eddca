// The stock of a schedule: three products with few units each, so that shoppers compete for the last one.

import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { priceCart } from "#domain/checkout/pricing.ts";
import type { Discount } from "#domain/discount/discount.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import type { Product, World } from "./world.ts";

const PRICES = [3200, 7200, 1500] as const;
const OPTIONS = [[""], ["S", "M"], [""]] as const;
const UNITS_MAX = 6;
const QUANTITY_MAX = 2;
/** Two shoppers share a network, so they reach this limit together. */
const FEW_UNPAID = 4;

/** The variants that have their own price. */
const OWN_PRICES: Readonly<Record<string, number>> = { M: 7600 };

/** `quantity` units of each variant, or a few of each in different numbers. */
export async function fillShelf(world: World, quantity?: number): Promise<void> {
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
        quantity ?? 1 + world.random.below(UNITS_MAX),
        position,
        new Date(world.now),
      ]);
    }
    world.products.push(product);
  }
  for (const [option, price] of Object.entries(OWN_PRICES))
    await pool.query("update inventory set price = $1 where variation = $2", [price, option]);
  // Half of the owners allow few unpaid units per visitor; the shop's own limit is never reached here.
  if (quantity === undefined && world.random.chance(0.5))
    await pool.query("update store_settings set holds = $1", [
      JSON.stringify({ unitsPerVisitor: FEW_UNPAID }),
    ]);
}

/**
 * A code with few uses, or an automatic discount that runs out, in half of the schedules. All shoppers type the same
 * email address.
 */
export async function offerDiscounts(world: World): Promise<void> {
  const { random } = world;
  if (!random.chance(0.5)) return;
  const isByItself = random.chance(0.3);
  const discount: Discount = {
    ...{ id: world.newId(), code: isByItself ? null : "LAST", name: "Last days", kind: "percent" },
    ...{ value: 10 + random.below(30), subtotalMin: random.chance(0.3) ? 3000 : 0, productIds: null },
  };
  await world.engine.pool.query(
    `insert into discounts (id, code, name, kind, value, uses_max, uses_per_email_max, subtotal_min, is_on, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $9)`,
    [
      ...[discount.id, discount.code, discount.name, discount.kind, discount.value, 1 + random.below(2)],
      ...[random.chance(0.3) ? 1 : null, discount.subtotalMin, new Date(world.now)],
    ],
  );
  world.discounts.push(discount);
}

/** One or two lines, sorted the way the domain sorts them. */
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

/** Half of the shops add sales tax by the shipping state, more often for Pat's. */
export async function setTaxes(world: World): Promise<void> {
  const { random } = world;
  if (!random.chance(0.5)) return;
  // In thousandths of a percent, so that amounts of half a cent occur.
  const rate = () => random.below(15_000) / 1000;
  const stateRates = {
    ...(random.chance(0.8) ? { AZ: rate() } : {}),
    ...(random.chance(0.5) ? { OR: rate() } : {}),
  };
  const taxedShipping = Object.keys(stateRates).filter(() => random.chance(0.5));
  const { tax, ...others } = defaultStoreSettings;
  world.rules = { ...others, tax: { ...tax, enableTax: true, taxByState: true, stateRates, taxedShipping } };
  await world.engine.pool.query("update store_settings set tax = $1", [JSON.stringify(world.rules.tax)]);
}

type Buying = { items: CheckoutRequest["items"]; code: string | null; shipTo: string };

/** The total on the shopper's screen now for these items, this code, and this state. */
export function totalOf(world: World, { items, code, shipTo }: Buying): number {
  const lines = items.map(({ productId, variation, quantity }) => ({
    quantity,
    unitPrice: OWN_PRICES[variation] ?? world.products.find(({ id }) => id === productId)!.price,
  }));
  const discounts = world.discounts.filter((discount) => discount.code === null || discount.code === code);
  return priceCart(lines, { ...world.rules, discounts, shipTo }).total;
}
