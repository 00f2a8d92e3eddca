// What is there before the races begin: a shelf with few units, checkouts that are open, paid, or ordered. It is made
// without stops, through the shop's own use cases.
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { priceCart } from "#domain/checkout/pricing.ts";
import type { Discount } from "#domain/discount/discount.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import { verifyCheckout } from "#server/orders/verify-checkout.ts";
import { pat } from "#test/sales/people.ts";
import { HarnessError } from "../problems.ts";
import type { Product, World } from "../world.ts";

const PRICES = [3200, 7200, 1500] as const;
const OPTIONS = [[""], ["S", "M"], [""]] as const;
const CARD = "4242424242424242";

export type Items = CheckoutRequest["items"];
/** A checkout that the setting made. */
export type Known = { orderId: string; intentId: string; request: CheckoutRequest };

/** `quantity` of each option, or from one to six. */
export async function fillShelf(world: World, quantity?: number): Promise<void> {
  const { pool } = world.process("web 1").shop;
  for (const [index, price] of PRICES.entries()) {
    const product: Product = { id: world.newId(), price, options: [...(OPTIONS[index] ?? [])] };
    await pool.query(
      `insert into products (id, name, description, category, price, variations, image_url, created_at, updated_at)
        values ($1, $2, 'For a sunny day.', 'Hats', $3, $4, '/images/hat.jpg', $5, $5)`,
      [
        product.id,
        `Product ${index + 1}`,
        price,
        product.options.length === 1 ? null : product.options,
        new Date(world.now),
      ],
    );
    world.products.push(product);
  }
  const rows = world.products.flatMap(({ id, options }) =>
    options.map((option, position) => ({ id, option, position, place: world.random.next() })),
  );
  // A plan that reads the table from its beginning meets the rows in another order than an index has.
  for (const { id, option, position } of rows.sort((a, b) => a.place - b.place))
    await pool.query("select set_on_hand($1, $2, $3, $4, 'schedule', $5)", [
      ...[id, option, quantity ?? 1 + world.random.below(6), position],
      new Date(world.now),
    ]);
}

/** One to three lines. Their order is the shopper's, so two shoppers ask for the same goods in different orders. */
export function pickItems(world: World): Items {
  const { random, products } = world;
  const chosen = products.filter(() => random.chance(0.6));
  const lines = (chosen.length > 0 ? chosen : [random.pick(products)]).map((product) => ({
    productId: product.id,
    variation: random.pick(product.options),
    quantity: 1 + random.below(2),
  }));
  return random.chance(0.5) ? lines : lines.reverse();
}

/** One of everything. */
export function allItems({ products, random }: World): Items {
  const lines = products.flatMap(({ id, options }) =>
    options.map((variation) => ({ productId: id, variation, quantity: 1 })),
  );
  return random.chance(0.5) ? lines : lines.reverse();
}

/** One unit of the last size of a product that has sizes. */
export function oneOption({ products }: World): Items {
  const sized = products.find(({ options }) => options.length > 1);
  const variation = sized?.options.toSorted().at(-1);
  if (!sized || variation === undefined) throw new HarnessError("no product of the setting has sizes");
  return [{ productId: sized.id, variation, quantity: 1 }];
}

/** A code of ten percent with so many uses. */
export async function offerCode(world: World, usesMax: number): Promise<Discount> {
  const { pool } = world.process("web 1").shop;
  const code: Discount = {
    ...{ id: world.newId(), code: "LAST", name: "LAST", kind: "percent", value: 10 },
    ...{ subtotalMin: 0, productIds: null },
  };
  await pool.query(
    `insert into discounts (id, code, name, kind, value, uses_max, is_on, created_at, updated_at)
      values ($1, $2, $2, 'percent', $3, $4, true, $5, $5)`,
    [code.id, code.code, code.value, usesMax, new Date(world.now)],
  );
  return code;
}

type Asks = { supersedes?: string | null; code?: Discount | null };

export function requestFor(
  world: World,
  items: Items,
  { supersedes = null, code = null }: Asks = {},
): CheckoutRequest {
  const orderId = world.newId();
  const lines = items.map(({ productId, quantity }) => ({
    quantity,
    unitPrice: world.products.find(({ id }) => id === productId)?.price ?? 0,
  }));
  const amountSeen = priceCart(lines, { ...defaultStoreSettings, discounts: code ? [code] : [] }).total;
  const idempotencyKey = `key-of-${orderId}`;
  const discountCode = code?.code ?? null;
  return { idempotencyKey, orderId, items, shipping: pat, amountSeen, supersedes, discountCode };
}

/** Null when the shelf has too little. */
export async function openCheckout(
  world: World,
  items: Items = pickItems(world),
  code: Discount | null = null,
): Promise<Known | null> {
  const request = requestFor(world, items, { code });
  const result = await startCheckout(world.process("web 1").shop, { request });
  if (!result.ok) return null;
  return { orderId: request.orderId ?? "", intentId: result.intentId, request };
}

/** A checkout of a visitor who never paid that is held at Pay; null when the shelf has too little. */
export async function openUnheld(world: World, items: Items): Promise<Known | null> {
  const request = requestFor(world, items);
  const visitor = { key: `network of ${request.orderId}`, isCapped: true, hasPaid: false };
  const result = await startCheckout(world.process("web 1").shop, { request, visitor });
  if (!result.ok) return null;
  if (result.started.isHeld) throw new HarnessError("so much is held from the start in the setting");
  return { orderId: request.orderId ?? "", intentId: result.intentId, request };
}

export function pay(world: World, { intentId }: Pick<Known, "intentId">): void {
  try {
    world.sandbox.controls.pay(intentId, CARD);
    world.say(`the provider takes the money of ${intentId.slice(-6)}`);
  } catch (error) {
    if (Object(error).error === undefined) throw error;
    world.say(`the provider takes no money of ${intentId.slice(-6)}`);
  }
}

/** A checkout whose order is there. */
export async function openOrder(world: World, items?: Items): Promise<Known | null> {
  const known = await openCheckout(world, items);
  if (!known) return null;
  pay(world, known);
  const verified = await verifyCheckout(world.process("web 1").shop, known);
  if (!verified.ok) throw new HarnessError(`a paid checkout is ${verified.reason} in the setting`);
  return known;
}
