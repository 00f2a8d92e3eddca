import { describe, expect, test } from "vitest";
import { defaultHoldCaps } from "../checkout/hold-caps.ts";
import { readForm } from "../form/form-saved.ts";
import { defaultStoreSettings } from "./settings.ts";
import {
  parseSettings,
  readSettingsForm,
  type SettingsForm,
  type StoreConfiguration,
  settingsForm,
  settingsFormOf,
} from "./settings-form.ts";
import { defaultStoreProfile } from "./store-profile.ts";

const stored: StoreConfiguration = {
  holds: defaultHoldCaps,
  settings: {
    ...defaultStoreSettings,
    businessInfo: {
      ...defaultStoreSettings.businessInfo,
      email: "pro@example.com",
      logoUrl: "/storage/l.webp",
    },
  },
  profile: defaultStoreProfile,
};
const form = settingsFormOf(stored);
const parse = (change: Partial<SettingsForm>) => parseSettings({ ...form, ...change }, stored);
const errorsOf = (change: Partial<SettingsForm>) => {
  const parsed = parse(change);
  return parsed.ok ? {} : parsed.errors;
};

describe("the settings form", () => {
  test("[ST-1] what is stored comes back unchanged, the logo included", () => {
    expect(parse({})).toEqual({ ok: true, value: stored });
    expect(form).toMatchObject({ flatRateShippingCost: "5.99", freeShippingThreshold: "50.00" });
  });

  test("[ST-1] amounts become cents and texts are tidied", () => {
    const parsed = parse({
      storeName: "  Pat's \n Pro Shop ",
      address: "1 Fairway Lane\r\nPhoenix ",
      enableTax: true,
      defaultTaxRate: "8.875%",
      flatRateShippingCost: "$7.5",
      enableFreeShipping: true,
      freeShippingThreshold: "1,000",
    });
    expect(parsed).toMatchObject({
      value: {
        settings: {
          businessInfo: { storeName: "Pat's Pro Shop", address: "1 Fairway Lane\nPhoenix" },
          tax: { enableTax: true, defaultTaxRate: 8.875, includeTaxInPrice: false },
          shipping: { flatRateShippingCost: 750, freeShippingThreshold: 100_000, enableFreeShipping: true },
        },
      },
    });
  });

  test.each<[Partial<SettingsForm>, Partial<Record<keyof SettingsForm, string>>]>([
    [{ storeName: "P" }, { storeName: "Store name must be at least 2 characters" }],
    [{ storeName: " P " }, { storeName: "Store name must be at least 2 characters" }],
    [{ email: "pat" }, { email: "Please enter a valid email" }],
    [{ email: "" }, { email: "Please enter a valid email" }],
    [
      { enableTax: true, defaultTaxRate: "101" },
      { defaultTaxRate: "Tax rate must be a number from 0 to 100" },
    ],
    [
      { enableTax: true, defaultTaxRate: "-1" },
      { defaultTaxRate: "Tax rate must be a number from 0 to 100" },
    ],
    [{ enableTax: true, defaultTaxRate: "" }, { defaultTaxRate: "Tax rate must be a number from 0 to 100" }],
    [{ enableTax: true, defaultTaxRate: "1.23456" }, { defaultTaxRate: "Use at most four decimals" }],
    [
      { flatRateShippingCost: "-1" },
      { flatRateShippingCost: "Flat rate cost must be a number of at least 0" },
    ],
    [{ flatRateShippingCost: "" }, { flatRateShippingCost: "Flat rate cost must be a number of at least 0" }],
    [
      { flatRateShippingCost: "10000.01" },
      { flatRateShippingCost: "Flat rate cost must be at most $10,000.00" },
    ],
    [
      { enableFreeShipping: true, freeShippingThreshold: " " },
      { freeShippingThreshold: "Free shipping needs a threshold: enter 0 to ship every order free" },
    ],
    [
      { enableFreeShipping: true, freeShippingThreshold: "fifty" },
      { freeShippingThreshold: "Free shipping threshold must be a number of at least 0" },
    ],
    [{ businessHours: "  " }, { businessHours: "Please enter your business hours" }],
    [{ timeZone: "Europe/Berlin" }, { timeZone: "Please choose a time zone" }],
    [{ deliveryDaysMin: "0" }, { deliveryDaysMin: "Enter a whole number from 1 to 30" }],
    [{ deliveryDaysMax: "soon" }, { deliveryDaysMax: "Enter a whole number from 1 to 30" }],
    [{ deliveryDaysMin: "6" }, { deliveryDaysMax: "Enter at least the minimum delivery days" }],
    [
      { daysOff: "12/24/2026\nEaster" },
      { daysOff: '"Easter" is not a valid date: enter 12/24/2026, or 12/24/2026 to 12/26/2026' },
    ],
    [{ fixMinutes: "1441" }, { fixMinutes: "Enter a whole number from 0 to 1440" }],
    [{ returnDays: "366" }, { returnDays: "Enter a whole number from 0 to 365, or leave it blank" }],
    [{ returnDays: "a month" }, { returnDays: "Enter a whole number from 0 to 365, or leave it blank" }],
    [{ phone: "5".repeat(41) }, { phone: "Use at most 40 characters" }],
  ])("[ST-1] refuses %j", (change, errors) => {
    expect(errorsOf(change)).toEqual(errors);
  });

  test("[ST-1] accepts the ends of every range, and an amount of zero", () => {
    expect(errorsOf({ enableTax: true, defaultTaxRate: "0" })).toEqual({});
    expect(errorsOf({ enableTax: true, defaultTaxRate: "100" })).toEqual({});
    expect(errorsOf({ flatRateShippingCost: "0" })).toEqual({});
    expect(errorsOf({ enableFreeShipping: true, freeShippingThreshold: "0" })).toEqual({});
    expect(errorsOf({ phone: "", address: "" })).toEqual({});
  });

  test("[ST-1] what depends on a switch that is off is neither checked nor changed", () => {
    const parsed = parse({
      defaultTaxRate: "nonsense",
      enableFlatRateShipping: false,
      flatRateShippingCost: "x",
    });
    expect(parsed).toMatchObject({
      value: { settings: { tax: { defaultTaxRate: 0 }, shipping: { flatRateShippingCost: 599 } } },
    });
  });

  test("[ST-1] a browser does not send disabled inputs: their stored values stay", () => {
    const { enableTax, defaultTaxRate, ...rest } = form;
    const ticked = { enableFlatRateShipping: "on", keepsFederalHolidays: "on" };
    const fields = { ...rest, ...ticked, enableFreeShipping: undefined };
    expect(readSettingsForm(fields, { ...form, defaultTaxRate: "7", includeTaxInPrice: true })).toEqual({
      ...form,
      defaultTaxRate: "7",
      includeTaxInPrice: true,
    });
    expect(readSettingsForm({ enableTax: "on" }, { ...form, includeTaxInPrice: true })).toMatchObject({
      enableTax: true,
      includeTaxInPrice: false,
      enableFlatRateShipping: false,
    });
  });

  test("[ST-1] the page knows each field's rule by the schema", () => {
    const fields = { ...form, storeName: "P", phone: "1".repeat(41), enableTax: "on", defaultTaxRate: "x" };
    expect(readForm(settingsForm, fields)).toMatchObject({
      errors: {
        storeName: "Store name must be at least 2 characters",
        phone: "Use at most 40 characters",
        defaultTaxRate: "Tax rate must be a number from 0 to 100",
      },
    });
    expect(readForm(settingsForm, form).ok).toBe(true);
  });
});
