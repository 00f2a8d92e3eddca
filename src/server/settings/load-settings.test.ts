import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { loadSettings } from "./load-settings.ts";
import { findSettings } from "./queries.ts";

const store = sharedShop();

const set = (column: "business_info" | "tax" | "shipping", value: unknown) =>
  sql`update store_settings set ${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`.execute(store.shop.db);

describe("the store's settings", () => {
  test("[DB-4] the settings of a new shop are the defaults", async () => {
    expect(await loadSettings(store.shop)).toEqual(defaultStoreSettings);
  });

  test("[DB-4] settings whose row is missing are stored with the defaults, once", async () => {
    await store.shop.db.deleteFrom("store_settings").execute();
    for (const _ of [1, 2]) expect(await loadSettings(store.shop)).toEqual(defaultStoreSettings);
    const rows = await store.shop.db.selectFrom("store_settings").select("id").execute();
    expect(rows).toEqual([{ id: 1 }]);
    expect(await findSettings(store.shop.db)).toEqual({ settings: defaultStoreSettings, version: 1 });
  });

  test("the settings are what the owner saved", async () => {
    const businessInfo = {
      storeName: "Pat's Pro Shop",
      email: "pat@example.com",
      phone: "1",
      address: "2",
      logoUrl: "",
    };
    const tax = {
      enableTax: true,
      defaultTaxRate: 8.875,
      includeTaxInPrice: true,
      taxByState: true,
      stateRates: { AZ: 8.6 },
      taxedShipping: ["AZ"],
    };
    const shipping = {
      enableFlatRateShipping: false,
      flatRateShippingCost: 0,
      freeShippingThreshold: 0,
      enableFreeShipping: true,
      deliveryDaysMin: 1,
      deliveryDaysMax: 4,
      keepsFederalHolidays: false,
      daysOff: [{ from: "2026-12-24", to: "2027-01-02" }],
      returnDays: null,
      returnCondition: "As new",
      returnsAreFree: true,
      refundDays: 14,
      fixMinutes: 15,
    };
    await Promise.all([set("business_info", businessInfo), set("tax", tax), set("shipping", shipping)]);
    expect(await loadSettings(store.shop)).toEqual({ businessInfo, tax, shipping });
  });

  test("settings fall back to the default wherever a value is missing or of the wrong kind", async () => {
    await set("business_info", { storeName: "", email: 7 });
    await set("tax", "none");
    const days = {
      deliveryDaysMin: 9,
      deliveryDaysMax: 2,
      keepsFederalHolidays: "yes",
      daysOff: [{ from: "never", to: "2026-12-26" }, 7],
      returnDays: 366,
      returnCondition: 7,
      returnsAreFree: "yes",
      refundDays: 0,
      fixMinutes: -1,
    };
    await set("shipping", { flatRateShippingCost: -5, enableFreeShipping: "yes", ...days });
    expect(await loadSettings(store.shop)).toEqual({
      ...defaultStoreSettings,
      shipping: { ...defaultStoreSettings.shipping, freeShippingThreshold: null },
    });
    await set("tax", { defaultTaxRate: 101, enableTax: true, taxByState: "yes", stateRates: { AZ: "8" } });
    expect((await loadSettings(store.shop)).tax).toEqual({ ...defaultStoreSettings.tax, enableTax: true });
  });
});
