// The shop's side of the sandbox's race for the last item: shoppers who do what the checkout page does, through the
// same use cases, all at once. Their orders are real orders of the demo shop.

import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { priceCart } from "#domain/checkout/pricing.ts";
import { effectivePrice, type ProductSummary } from "#domain/product/product.ts";
import type { RaceResult, RaceTrack } from "#sandbox/pages/race.ts";
import { listByIds } from "#server/catalog/list-by-ids.ts";
import { listProducts } from "#server/catalog/list-products.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import { findDiscounts } from "#server/discounts/queries.ts";
import { readDiscounts } from "#server/discounts/read-discounts.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { nowOf, type Shop } from "#server/shop.ts";

/** With more pieces than this it is no race for the last ones, and the shop would be busy for long. */
const PIECES_MAX = 40;
const SHOPPERS_MORE = 10;
const PAGES_LOOKED_AT = 4;

/** `shop` returns null until the shop is open. */
export function createRaceTrack(shop: () => Shop | null): RaceTrack {
  return {
    goods: async () => {
      const open = shop();
      if (!open) return [];
      const { products } = await listProducts(open, { ...defaultShopSearch, pages: PAGES_LOOKED_AT });
      return products
        .filter(isRaceable)
        .map(({ id, name, quantity }) => ({ id, name, left: quantity }))
        .sort((one, other) => one.left - other.left);
    },
    run: async (goodsId, pay) => {
      const open = shop();
      const product = open && (await listByIds(open, [goodsId])).find(isRaceable);
      return product ? race(open, product, pay) : null;
    },
  };
}

function isRaceable({ hasOptions, quantity }: ProductSummary): boolean {
  return !hasOptions && quantity > 0 && quantity <= PIECES_MAX;
}

async function race(
  shop: Shop,
  product: ProductSummary,
  pay: (intentId: string) => void,
): Promise<RaceResult> {
  const shoppers = product.quantity + SHOPPERS_MORE;
  const line = { productId: product.id, unitPrice: effectivePrice(product), quantity: 1 };
  const found = await findDiscounts(shop.db, {
    ...{ code: null, productIds: [product.id], email: null, now: nowOf(shop) },
  });
  const { discounts } = readDiscounts(found, null);
  const { total } = priceCart([line], { ...(await loadSettings(shop)), discounts });
  const outcomes = await Promise.all(
    Array.from({ length: shoppers }, (_, at) => buy(shop, requestOf(shop, product.id, total, at + 1), pay)),
  );
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  return {
    name: product.name,
    left: product.quantity,
    shoppers,
    orders: count("order"),
    soldOut: count("sold out"),
    other: count("other"),
  };
}

type Outcome = "order" | "sold out" | "other";

async function buy(shop: Shop, request: CheckoutRequest, pay: (intentId: string) => void): Promise<Outcome> {
  const started = await startCheckout(shop, { request });
  if (!started.ok) return started.reason === "out_of_stock" ? "sold out" : "other";
  try {
    pay(started.intentId);
  } catch {
    return "other";
  }
  const settled = await settlePayment(shop, { intentId: started.intentId, source: "browser" });
  return settled.ok && settled.orderId !== null ? "order" : "other";
}

function requestOf(shop: Shop, productId: string, amountSeen: number, shopper: number): CheckoutRequest {
  return {
    idempotencyKey: `race-${shop.newId()}`,
    orderId: shop.newId(),
    items: [{ productId, variation: "", quantity: 1 }],
    shipping: {
      name: `Racer ${shopper}`,
      email: `racer-${shopper}@example.com`,
      phone: "",
      address1: `${shopper} Fairway Lane`,
      address2: "",
      city: "Phoenix",
      state: "AZ",
      postalCode: "85001",
      country: "US",
    },
    amountSeen,
    supersedes: null,
  };
}
