// The settings as the owner types them: texts and claims, the same rules in the browser and on the server.
// Inputs that depend on a switch say nothing while it is off (a browser does not even send them), so their
// stored value stays. Two owners may edit at once: `mergeSettings` finds what the other one changed since
// this form was loaded, takes over what was not touched here and keeps what was.

import { type Cents, formatDollars, formatMoney } from "../money/money.ts";
import { parseDollars } from "../money/money-input.ts";
import { isEmail } from "../postal-address/shipping-address.ts";
import { collectErrors, type FieldErrors, type FieldParse, fieldsOf } from "../text/fields.ts";
import { oneLine, paragraphs } from "../text/one-line.ts";
import { isStoreTimeZone } from "./business-hours.ts";
import type { StoreSettings } from "./settings.ts";
import type { StoreProfile } from "./store-profile.ts";

/** Everything that the settings form holds. */
export type StoreConfiguration = { settings: StoreSettings; profile: StoreProfile };

export type SettingsForm = {
  storeName: string;
  email: string;
  phone: string;
  address: string;
  businessHours: string;
  timeZone: string;
  socialUrl: string;
  enableTax: boolean;
  defaultTaxRate: string;
  includeTaxInPrice: boolean;
  enableFlatRateShipping: boolean;
  flatRateShippingCost: string;
  enableFreeShipping: boolean;
  freeShippingThreshold: string;
};

export type SettingsField = keyof SettingsForm;
export type SettingsErrors = FieldErrors<SettingsField>;
export type SettingsSection = "business" | "tax" | "shipping";

type FieldFacts = { label: string; section: SettingsSection; dependsOn?: SettingsField; lengthMax?: number };

export const settingsFields: Record<SettingsField, FieldFacts> = {
  storeName: { label: "Store Name", section: "business", lengthMax: 80 },
  email: { label: "Email", section: "business", lengthMax: 254 },
  phone: { label: "Phone", section: "business", lengthMax: 40 },
  address: { label: "Address", section: "business", lengthMax: 300 },
  businessHours: { label: "Business Hours", section: "business", lengthMax: 500 },
  timeZone: { label: "Time Zone", section: "business" },
  socialUrl: { label: "Social Link", section: "business", lengthMax: 300 },
  enableTax: { label: "Enable Tax", section: "tax" },
  defaultTaxRate: { label: "Default Tax Rate (%)", section: "tax", dependsOn: "enableTax" },
  includeTaxInPrice: { label: "Include Tax in Price", section: "tax", dependsOn: "enableTax" },
  enableFlatRateShipping: { label: "Flat Rate Shipping", section: "shipping" },
  flatRateShippingCost: {
    label: "Flat Rate Cost ($)",
    section: "shipping",
    dependsOn: "enableFlatRateShipping",
  },
  enableFreeShipping: { label: "Free Shipping", section: "shipping" },
  freeShippingThreshold: {
    label: "Free Shipping Threshold ($)",
    section: "shipping",
    dependsOn: "enableFreeShipping",
  },
};

const settingsFieldNames = Object.keys(settingsFields) as SettingsField[];

const FLAT_RATE_MAX: Cents = 1_000_000;
const FREE_SHIPPING_THRESHOLD_MAX: Cents = 100_000_000;

/** The stored configuration as a form shows it. */
export function settingsFormOf({ settings, profile }: StoreConfiguration): SettingsForm {
  const { businessInfo, tax, shipping } = settings;
  const { storeName, email, phone, address } = businessInfo;
  const threshold = shipping.freeShippingThreshold;
  return {
    ...{ storeName, email, phone, address },
    ...profile,
    enableTax: tax.enableTax,
    defaultTaxRate: String(tax.defaultTaxRate),
    includeTaxInPrice: tax.includeTaxInPrice,
    enableFlatRateShipping: shipping.enableFlatRateShipping,
    flatRateShippingCost: formatDollars(shipping.flatRateShippingCost),
    enableFreeShipping: shipping.enableFreeShipping,
    freeShippingThreshold: threshold === null ? "" : formatDollars(threshold),
  };
}

/** Fields as a browser sends them (a claim that is true is "on", anything not sent is missing) → a form. */
export function readSettingsForm(fields: Record<string, unknown>, stored: SettingsForm): SettingsForm {
  const read = (name: SettingsField): string | boolean => {
    const { dependsOn } = settingsFields[name];
    const was = stored[name];
    const sent = fields[name];
    if (dependsOn && fields[dependsOn] !== "on")
      return typeof sent === "string" && sent !== "on" ? sent : was;
    if (typeof was === "boolean") return sent === "on";
    return typeof sent === "string" ? sent.replace(/\r\n?/g, "\n") : was;
  };
  return Object.fromEntries(settingsFieldNames.map((name) => [name, read(name)])) as SettingsForm;
}

/** A form → what will be stored, or one text per field that can't be. */
export function parseSettings(
  form: SettingsForm,
  stored: StoreConfiguration,
): FieldParse<StoreConfiguration, SettingsField> {
  const { errors, say, hasErrors } = collectErrors<SettingsField>();
  const line = (field: "storeName" | "email" | "phone" | "socialUrl") => oneLine(form[field]);
  say("storeName", [...line("storeName")].length < 2, "Store name must be at least 2 characters");
  say("email", !isEmail(line("email")), "Please enter a valid email");
  say("businessHours", form.businessHours.trim() === "", "Please enter your business hours");
  say("timeZone", !isStoreTimeZone(form.timeZone), "Please choose a time zone");
  say("socialUrl", !isLinkOrNone(line("socialUrl")), "Please enter a full address that begins with https://");
  for (const name of settingsFieldNames) {
    const { lengthMax } = settingsFields[name];
    const value = form[name];
    if (lengthMax && typeof value === "string")
      say(name, value.length > lengthMax, `Use at most ${lengthMax} characters`);
  }
  const tax = parseTax(form, stored.settings.tax, say);
  const shipping = parseShipping(form, stored.settings.shipping, say);
  if (hasErrors()) return { ok: false, errors };
  const { logoUrl } = stored.settings.businessInfo;
  const businessInfo = {
    storeName: line("storeName"),
    email: line("email"),
    phone: line("phone"),
    address: paragraphs(form.address),
    logoUrl,
  };
  const profile = {
    businessHours: paragraphs(form.businessHours),
    timeZone: form.timeZone,
    socialUrl: line("socialUrl"),
  };
  return { ok: true, value: { settings: { businessInfo, tax, shipping }, profile } };
}

type Say = (field: SettingsField, wrong: boolean, text: string) => void;

function parseTax(form: SettingsForm, stored: StoreSettings["tax"], say: Say): StoreSettings["tax"] {
  if (!form.enableTax) return { ...stored, enableTax: false };
  const text = form.defaultTaxRate.trim().replace(/\s*%$/, "");
  const rate = /^(?:\d{1,3}(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  say("defaultTaxRate", !(rate >= 0 && rate <= 100), "Tax rate must be a number from 0 to 100");
  say("defaultTaxRate", /\.\d{5,}/.test(text), "Use at most four decimals");
  return { enableTax: true, defaultTaxRate: rate, includeTaxInPrice: form.includeTaxInPrice };
}

function parseShipping(
  form: SettingsForm,
  stored: StoreSettings["shipping"],
  say: Say,
): StoreSettings["shipping"] {
  const { enableFlatRateShipping, enableFreeShipping } = form;
  let { flatRateShippingCost, freeShippingThreshold } = stored;
  if (enableFlatRateShipping) {
    const cost = parseDollars(form.flatRateShippingCost);
    say("flatRateShippingCost", cost === null, "Flat rate cost must be a number of at least 0");
    const isTooMuch = (cost ?? 0) > FLAT_RATE_MAX;
    say("flatRateShippingCost", isTooMuch, `Flat rate cost must be at most ${formatMoney(FLAT_RATE_MAX)}`);
    flatRateShippingCost = cost ?? 0;
  }
  if (enableFreeShipping) {
    const text = form.freeShippingThreshold.trim();
    const threshold = parseDollars(text);
    const field = "freeShippingThreshold";
    say(field, text === "", "Free shipping needs a threshold: enter 0 to ship every order free");
    say(field, threshold === null, "Free shipping threshold must be a number of at least 0");
    const isTooMuch = (threshold ?? 0) > FREE_SHIPPING_THRESHOLD_MAX;
    say(
      field,
      isTooMuch,
      `Free shipping threshold must be at most ${formatMoney(FREE_SHIPPING_THRESHOLD_MAX)}`,
    );
    freeShippingThreshold = threshold;
  }
  return { enableFlatRateShipping, flatRateShippingCost, freeShippingThreshold, enableFreeShipping };
}

/** A field that somebody else changed meanwhile; `typed` is there when it was changed here, too. */
export type SettingsChange = { field: SettingsField; before: string; now: string; typed: string | null };

/** What another editor saved since `base` was loaded, and the form with both works in it. */
export function mergeSettings(
  base: SettingsForm,
  typed: SettingsForm,
  current: SettingsForm,
): { form: SettingsForm; changes: SettingsChange[] } {
  const form: Record<string, string | boolean> = { ...typed };
  const changes: SettingsChange[] = [];
  for (const field of settingsFieldNames) {
    if (base[field] === current[field] || typed[field] === current[field]) continue;
    const isTouched = typed[field] !== base[field];
    if (!isTouched) form[field] = current[field];
    changes.push({
      field,
      before: shown(base[field]),
      now: shown(current[field]),
      typed: isTouched ? shown(typed[field]) : null,
    });
  }
  return { form: form as SettingsForm, changes };
}

/** The form as it was loaded, out of a hidden field. What is missing in it counts as `otherwise`. */
export function parseSettingsBase(text: unknown, otherwise: SettingsForm): SettingsForm {
  let values: Record<string, unknown> = {};
  try {
    values = fieldsOf(JSON.parse(String(text)));
  } catch {
    // Not ours: then nothing is known about what was loaded.
  }
  const entries = settingsFieldNames.map((name) => {
    const value = values[name];
    return [name, typeof value === typeof otherwise[name] ? value : otherwise[name]];
  });
  return Object.fromEntries(entries) as SettingsForm;
}

export function isSameSettings(a: SettingsForm, b: SettingsForm): boolean {
  return settingsFieldNames.every((name) => a[name] === b[name]);
}

function shown(value: string | boolean): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === "" ? "(blank)" : value;
}

function isLinkOrNone(text: string): boolean {
  if (text === "") return true;
  return /^https:\/\/[^\s/]+\.[^\s/]+/i.test(text) && URL.canParse(text);
}
