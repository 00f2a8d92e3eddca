import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { findProduct } from "#test/pages/shown-product.ts";
import { pat } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { refreshCartLines } from "../catalog/refresh-cart.ts";
import { startCheckout } from "../checkout/start-checkout.ts";
import { bulkEdit } from "./bulk/bulk-edit.ts";
import { turnDueSales } from "./turn-sales.ts";

// The tests' clock stands at noon UTC of June 1, which is 5:00 in Phoenix.
const HOUR_MS = 3_600_000;

const store = freshShop();

/** $32, and $24 from 6:00 to 8:00 store time. */
async function addSale(): Promise<string> {
  const id = await addProduct(store.shop, { stock: { "": 9 } });
  const times = { from: "2026-06-01T06:00", to: "2026-06-01T08:00" };
  const edit = { action: "sale-percent", value: 25, ...times } as const;
  const changed = await bulkEdit(store.shop, { ids: [id], edit, actor: "owner@example.com" });
  expect(changed).toMatchObject({ changed: 1 });
  return id;
}

const shown = async (id: string) => {
  const product = await findProduct(store.shop, { id });
  return product?.salePrice;
};
const inCart = async (productId: string) =>
  (await refreshCartLines(store.shop, [{ productId, selectedOption: null }]))[0]?.salePrice;

let requests = 0;
async function buyFor(productId: string, price: number) {
  requests += 1;
  return startCheckout(store.shop, {
    request: {
      ...{ idempotencyKey: `dated-sale-${requests}`, orderId: countedUuid(5_000_000 + requests) },
      ...{ items: [{ productId, variation: "", quantity: 1 }], shipping: pat },
      ...{ amountSeen: price + 599, supersedes: null },
    },
  });
}

describe("a sale with a start and an end", () => {
  test("[DC-2] cart and checkout follow the clock to the second, pages as soon as the worker has switched the price", async () => {
    const id = await addSale();
    expect([await shown(id), await inCart(id)]).toEqual([null, null]);
    store.clock.advance(HOUR_MS - 1);
    expect(await buyFor(id, 3200)).toMatchObject({ ok: true });
    expect(await turnDueSales(store.shop)).toBe(0);
    store.clock.advance(1);
    expect(await inCart(id)).toBe(2400);
    expect(await buyFor(id, 3200)).toMatchObject({
      ok: false,
      reason: "total_changed",
      totals: { subtotal: 2400 },
    });
    expect(await buyFor(id, 2400)).toMatchObject({ ok: true });
    expect(await turnDueSales(store.shop)).toBe(1);
    expect(await turnDueSales(store.shop)).toBe(0);
    expect(await shown(id)).toBe(2400);
    store.clock.advance(2 * HOUR_MS);
    expect(await buyFor(id, 2400)).toMatchObject({ ok: false, reason: "total_changed" });
    expect(await buyFor(id, 3200)).toMatchObject({ ok: true });
    expect(await turnDueSales(store.shop)).toBe(1);
    expect(await shown(id)).toBeNull();
  });

  test("[DC-2] it follows the store's time zone, whichever the owner sets", async () => {
    const id = await addSale();
    store.clock.advance(HOUR_MS - 1);
    expect(await inCart(id)).toBeNull();
    await sql`update store_settings set profile = profile || '{"timeZone": "America/Chicago"}'`.execute(
      store.shop.db,
    );
    expect(await inCart(id)).toBe(2400);
  });

  test("[DC-2] one without a start begins right away, and ends to the second", async () => {
    const id = await addProduct(store.shop, { stock: { "": 9 } });
    const edit = { action: "sale-percent", value: 25, from: "", to: "2026-06-01T08:00" } as const;
    await bulkEdit(store.shop, { ids: [id], edit, actor: "owner@example.com" });
    expect([await shown(id), await inCart(id)]).toEqual([2400, 2400]);
    store.clock.advance(3 * HOUR_MS);
    expect(await inCart(id)).toBeNull();
    expect(await turnDueSales(store.shop)).toBe(1);
    expect(await shown(id)).toBeNull();
  });

  test("[DC-2] a scheduled one whose dates are removed is shown right away", async () => {
    const id = await addSale();
    expect(await shown(id)).toBeNull();
    const edit = { action: "sale-percent", value: 25, from: "", to: "" } as const;
    const changed = await bulkEdit(store.shop, { ids: [id], edit, actor: "owner@example.com" });
    expect(changed).toMatchObject({ changed: 1 });
    expect(await shown(id)).toBe(2400);
  });
});
