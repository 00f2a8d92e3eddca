import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleBusiness } from "#domain/settings/sample-business.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { sell } from "#test/sales/sales.ts";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { dismissFirstRun, loadFirstRun, skipStep } from "./load-first-run.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const open = async () =>
  (await loadFirstRun(store.shop)).steps.flatMap(({ step, state }) => (state === "open" ? [step] : []));

test("[EA-4] each step is done by the state of the shop, and only skips are stored", async () => {
  const all = ["name", "logo", "address", "email", "tax", "shipping", "product", "keys", "purchase"];
  expect(await open()).toEqual(all);
  await addProduct(store.shop);
  const own = { storeName: "Links & Co", address: "1 Fairway", email: sampleBusiness.email, logoUrl: "" };
  const { tax, shipping } = defaultStoreSettings;
  const [business_info, ...rest] = [own, tax, shipping].map((part) => JSON.stringify(part));
  await store.shop.db
    .insertInto("store_settings")
    .values({ id: 1, business_info: business_info ?? "", tax: rest[0] ?? "", shipping: rest[1] ?? "" })
    .onConflict((row) => row.column("id").doUpdateSet({ business_info: business_info ?? "" }))
    .execute();
  expect(await open(), "the sample's email does not count as the owner's").toEqual([
    "logo",
    "email",
    "tax",
    "shipping",
    "keys",
    "purchase",
  ]);
  await sell(store);
  expect(await open()).toEqual(["logo", "email", "tax", "shipping", "keys"]);

  await Promise.all(
    (["logo", "email", "tax"] as const).map((step) => skipStep(store.shop, { step, isSkipped: true })),
  );
  expect(await open()).toEqual(["shipping", "keys"]);
  await skipStep(store.shop, { step: "tax", isSkipped: false });
  expect(await open()).toEqual(["tax", "shipping", "keys"]);
  await dismissFirstRun(store.shop, { isDismissed: true });
  expect(await loadFirstRun(store.shop)).toMatchObject({ isDismissed: true, isOver: false });

  // With live keys, test orders are among real ones, which is one more thing to do.
  const { payments } = store.shop;
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_live_1" } });
  expect(await loadFirstRun(store.shop)).toMatchObject({ rehearsalsLeft: 1, isOver: false });
});
