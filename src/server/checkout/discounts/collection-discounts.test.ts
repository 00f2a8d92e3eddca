import fc from "fast-check";
import { expect, test } from "vitest";
import { priceCart } from "#domain/checkout/pricing.ts";
import { type DiscountForm, emptyDiscount } from "#domain/discount/discount-form.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { listCollection } from "../../catalog/collections.ts";
import { newCollectionForm } from "../../catalog/list-collections.ts";
import { deleteCollection, saveCollection } from "../../products/collections/save-collection.ts";
import { startCheckout } from "../start-checkout.ts";
import { findDiscount } from "./list-discounts.ts";
import { lookUpDiscounts } from "./look-up-discounts.ts";
import { createDiscount, saveDiscount, switchDiscount } from "./save-discount.ts";

const store = freshShop();

type Fields = Record<string, unknown>;
async function addCollection(fields: Fields, id: string | null = null): Promise<string> {
  const form = { ...newCollectionForm, name: "Gifts", isOn: "on", ...fields };
  const saved = await saveCollection(store.shop, { actor, id, fields: form });
  if (!saved.ok || !saved.id) throw new Error(JSON.stringify(saved));
  return saved.id;
}

const formFor = (collectionId: string, change: Partial<DiscountForm> = {}): DiscountForm => ({
  ...emptyDiscount,
  ...{ code: "GIFT10", value: "10", scope: "collection", collectionId },
  ...change,
});
async function addDiscount(collectionId: string, change: Partial<DiscountForm> = {}): Promise<string> {
  const created = await createDiscount(store.shop, { form: formFor(collectionId, change), actor });
  if (!created.ok) throw new Error(JSON.stringify(created));
  return created.id;
}

const lookUp = (productIds: string[], code: string | null = "GIFT10") => {
  const visitor = { key: "v", isCapped: false, hasPaid: false };
  return lookUpDiscounts(store.shop, { code, productIds, visitor });
};

let starts = 0;
function buy(productIds: string[], amountSeen: number) {
  starts += 1;
  return startCheckout(store.shop, {
    request: {
      ...{ idempotencyKey: `gifts-of-a-shopper-${starts}`, orderId: countedUuid(5_000_000 + starts) },
      items: productIds.map((productId) => ({ productId, variation: "", quantity: 2 })),
      ...{ shipping: pat, amountSeen, supersedes: null, discountCode: "GIFT10" },
    },
  });
}

test("[DC-1] [BR-6] whatever the rule, a discount takes its percent off what the collection has, in the cart and when the payment begins", async () => {
  const shelf: string[] = [];
  for (const [at, category] of (["Hats", "Shirts", "Hats", "Shirts", "Hats", "Shirts"] as const).entries()) {
    const color = ["Navy", "Bone/Green", "Pine"][at % 3] ?? "";
    const salePrice = at % 2 === 0 ? 2_000 + at : null;
    const options = [{ variation: "", onHand: 1_000 }];
    shelf.push(await putOnShelf(store.shop, { category, color, salePrice, options, price: 3_000 + at * 7 }));
  }
  const unitPrice = (at: number) => (at % 2 === 0 ? 2_000 + at : 3_000 + at * 7);
  const id = await addCollection({ colors: "navy" });
  await addDiscount(id);
  const rules = fc.record({
    categories: fc.constantFrom("", "Hats", ["Hats", "Shirts"]),
    colors: fc.constantFrom("", "green", "navy"),
    isOnSale: fc.constantFrom("", "on"),
    isNew: fc.constantFrom("", "on"),
  });
  const asksForNothing = (rule: Fields) => Object.values(rule).every((value) => value === "");
  const hand = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
  const collections = fc.oneof(
    rules.filter((rule) => !asksForNothing(rule)),
    hand.map((places) => ({ way: "hand", productIds: places.map((at) => shelf[at]).join() })),
  );
  const carts = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(collections, carts, async (fields, cart) => {
      await addCollection({ colors: "", ...fields }, id);
      const listed = await listCollection(store.shop, { slug: "gifts", sort: null, pages: 1 });
      const inIt = new Set(listed?.products.map((product) => product.id));
      const asked = cart.map((at) => shelf[at] ?? "");
      const lines = cart.map((at) => ({
        ...{ productId: shelf[at] ?? "", unitPrice: unitPrice(at), quantity: 2 },
      }));
      const { discounts } = await lookUp(asked);
      expect(discounts[0]?.productIds?.toSorted()).toEqual(asked.filter((each) => inIt.has(each)).toSorted());
      const totals = priceCart(lines, { ...defaultStoreSettings, discounts });
      const eligible = lines.filter(({ productId }) => inIt.has(productId));
      const sum = eligible.reduce((all, line) => all + line.unitPrice * line.quantity, 0);
      expect(totals.discount?.amount ?? 0).toBe(Math.round(sum / 10));
      expect(await buy(asked, totals.total)).toMatchObject({ ok: true });
    }),
    { numRuns: 12 },
  );
});

test("[DC-1] [BR-6] the code says which collection it is for, and that it is for none of the cart", async () => {
  const cap = await putOnShelf(store.shop);
  const polo = await putOnShelf(store.shop, { category: "Shirts" });
  await addDiscount(await addCollection({ categories: "Hats" }));
  expect((await lookUp([cap, polo])).discounts).toMatchObject([{ appliesTo: "Gifts", productIds: [cap] }]);
  expect((await lookUp([polo])).discounts).toMatchObject([{ appliesTo: "Gifts", productIds: [] }]);
  await addDiscount("", { code: "HATS", scope: "categories", categories: ["Hats", "Shirts"] });
  expect((await lookUp([cap], "HATS")).discounts).toMatchObject([{ appliesTo: "Hats, Shirts" }]);
});

test("[DC-1] [BR-6] a collection that ends, is hidden, or is deleted ends its discounts, and the owner sees why", async () => {
  const cap = await putOnShelf(store.shop);
  const id = await addCollection({ categories: "Hats" });
  const coded = await addDiscount(id);
  const automatic = await addDiscount(id, { applies: "itself", name: "Gift week", value: "5" });
  const stateOf = async (discount: string) => (await findDiscount(store.shop, { id: discount }))?.discount;
  expect((await lookUp([cap])).discounts.map(({ name }) => name)).toEqual(["GIFT10", "Gift week"]);
  await addCollection({ categories: "Hats", isOn: "" }, id);
  expect(await lookUp([cap])).toEqual({ discounts: [], said: "GIFT10 has ended." });
  expect(await stateOf(coded)).toMatchObject({ state: "no_collection", collection: { name: "Gifts" } });
  expect(await buy([cap], 1)).toMatchObject({ ok: false, reason: "discount_refused", why: "ended" });
  await addCollection({ categories: "Hats" }, id);
  expect((await lookUp([cap])).discounts).toHaveLength(2);
  await deleteCollection(store.shop, { actor, id });
  expect((await lookUp([cap], null)).discounts).toEqual([]);
  for (const discount of [coded, automatic]) expect(await stateOf(discount)).toMatchObject({ state: "off" });
  const switched = await switchDiscount(store.shop, { id: coded, isOn: true, actor });
  expect([switched, await stateOf(coded)]).toMatchObject([
    "collection_deleted",
    { state: "off", collection: null },
  ]);
  expect(await saveDiscount(store.shop, { id: coded, base: null, form: formFor(id), actor })).toMatchObject({
    errors: { collectionId: "Choose a collection" },
  });
});

test("[DC-1] [BR-6] many automatic discounts for other collections don't hide the one for the cart", async () => {
  const cap = await putOnShelf(store.shop);
  const shirts = await addCollection({ name: "Shirts only", categories: "Shirts" });
  for (let at = 0; at < 20; at += 1) await addDiscount(shirts, { applies: "itself", name: `Shirts ${at}` });
  await addDiscount(await addCollection({ categories: "Hats" }), { applies: "itself", name: "Hats" });
  await addDiscount("", { applies: "itself", name: "All", scope: "all", value: "5" });
  const eligible = (await lookUp([cap], null)).discounts.filter(({ productIds }) => productIds?.length !== 0);
  expect(eligible.map(({ name }) => name).toSorted()).toEqual(["All", "Hats"]);
});
