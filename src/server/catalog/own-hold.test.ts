import { expect, test } from "vitest";
import { type FreshLine, refreshCart } from "#domain/cart/cart-refresh.ts";
import { emptyDiscount } from "#domain/discount/discount-form.ts";
import { createDiscount } from "#server/checkout/discounts/save-discount.ts";
import { CLIENT_IP_HEADER } from "#server/core/client-ip.ts";
import { functionRoutes } from "#server/http/functions/function-routes.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct, variantOf } from "#test/shop/products.ts";

const store = sharedShop();

async function ask(body: object) {
  const answer = await functionRoutes(store.shop).request("/refresh-cart", {
    method: "POST",
    headers: { [CLIENT_IP_HEADER]: "203.0.113.7" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { lines: FreshLine[]; discounts: { name: string }[]; said: string | null };
}

test.each([
  { quantity: 1, stock: 1 },
  { quantity: 2, stock: 3 },
])(
  "[CA-1] $quantity of $stock stays in the cart of the shopper whose open checkout holds it",
  async ({ quantity, stock }) => {
    const productId = await addProduct(store.shop, { stock: { "": stock } });
    const started = await startSale(store, { quantity, productId });
    const cart = {
      lines: [
        {
          product: {
            id: productId,
            name: "Fairway Cap",
            image: null,
            price: 3200,
            salePrice: null,
            available: stock,
          },
          quantity,
          selectedOption: null,
          variantId: await variantOf(store.shop, productId),
        },
      ],
    };
    const { lines } = await ask({
      items: [{ product_id: productId, selectedOption: null }],
      order_id: started.orderId,
    });
    const refreshed = refreshCart(cart, lines);
    expect(refreshed).toEqual({ cart, changes: [] });
  },
);

test("[CA-1] stock that another shopper holds stays sold out, whatever order id the browser sends", async () => {
  const productId = await addProduct(store.shop, { stock: { "": 1 } });
  await startSale(store, { quantity: 1, productId });
  const other = await startSale(store);
  for (const order_id of [other.orderId, "not an id", null, undefined]) {
    const { lines } = await ask({ items: [{ product_id: productId, selectedOption: null }], order_id });
    expect(lines).toMatchObject([{ available: 0 }]);
  }
});

test("[DC-1] a shopper whose open checkout has a code's last use can keep using it", async () => {
  const saved = await createDiscount(store.shop, {
    form: { ...emptyDiscount, code: "SUMMER", value: "10", usesMax: "1" },
    actor: "owner@example.com",
  });
  expect(saved.ok).toBe(true);
  const started = await startSale(store, { change: { discountCode: "SUMMER", amountSeen: 6359 } });
  const answer = await ask({
    items: [{ product_id: started.productId, selectedOption: null }],
    discount_code: "SUMMER",
    order_id: started.orderId,
  });
  expect(answer.said).toBeNull();
});

test("[DC-1] after an order takes a code's last use, the code is used up for its shopper, too", async () => {
  const form = { ...emptyDiscount, code: "ONCE", value: "10", usesMax: "1" };
  expect(await createDiscount(store.shop, { form, actor: "owner@example.com" })).toMatchObject({ ok: true });
  const sale = await sell(store, { change: { discountCode: "ONCE", amountSeen: 6359 } });
  const answer = await ask({
    items: [{ product_id: sale.productId, selectedOption: null }],
    discount_code: "ONCE",
    order_id: sale.orderId,
  });
  expect(answer.said).not.toBeNull();
});

test("[DC-1] the last use of an automatic discount stays with the shopper whose open checkout has it", async () => {
  const form = { ...emptyDiscount, applies: "itself" as const, name: "June", value: "10", usesMax: "1" };
  expect(await createDiscount(store.shop, { form, actor: "owner@example.com" })).toMatchObject({ ok: true });
  const started = await startSale(store, { change: { amountSeen: 6359 } });
  const items = [{ product_id: started.productId, selectedOption: null }];
  expect((await ask({ items })).discounts).toEqual([]);
  expect((await ask({ items, order_id: started.orderId })).discounts).toMatchObject([{ name: "June" }]);
});
