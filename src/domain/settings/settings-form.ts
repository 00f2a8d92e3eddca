// The settings as the owner types them: texts and switches, with the same rules in the browser and on the
// server. An input that depends on a switch does not count while the switch is off (a browser does not even
// send it), so its stored value stays.
import * as z from "zod";
import { defaultHoldCaps, HOLD_CAP_MAX, HOLD_CAP_MIN, type HoldCaps } from "../checkout/hold-caps.ts";
import { labeled, switchField, textField } from "../form/form-fields.ts";
import { type Cents, formatDollars, formatMoney } from "../money/money.ts";
import { parseDollars } from "../money/money-input.ts";
import { byName, collectErrors, type FieldParse } from "../text/fields.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";
import { isEmail, readEmail } from "../text/typed/email.ts";
import { isStoreTimeZone } from "./business-hours.ts";
import {
  DAYS_OFF_LENGTH_MAX,
  DAYS_OFF_MAX,
  DELIVERY_DAYS_MAX,
  formatDaysOff,
  parseDaysOff,
} from "./delivery-rules.ts";
import { FIX_MINUTES_MAX, parseFixMinutes } from "./fix-window.ts";
import {
  isRefundDays,
  parseReturnDays,
  REFUND_DAYS_MAX,
  RETURN_CONDITION_LENGTH_MAX,
  RETURN_DAYS_MAX,
  type ReturnTerms,
} from "./return-window.ts";
import { defaultStoreSettings, type StoreSettings } from "./settings.ts";
import { formatStateTaxes, parseStateRates, STATE_RATES_LENGTH_MAX } from "./state-rates.ts";
import { defaultStoreProfile, type StoreProfile } from "./store-profile.ts";

/** The data of the settings form; the logo is part of the look (domain/brand). */
export type StoreConfiguration = { settings: StoreSettings; profile: StoreProfile; holds: HoldCaps };

export type SettingsForm = ReturnType<typeof settingsFormOf>;

export type SettingsField = keyof SettingsForm;
export type SettingsSection = "business" | "tax" | "shipping" | "holds";

type FieldFacts = { label: string; section: SettingsSection; dependsOn?: SettingsField; lengthMax?: number };

export const settingsFields: Record<SettingsField, FieldFacts> = {
  storeName: { label: "Store Name", section: "business", lengthMax: 80 },
  email: { label: "Email", section: "business", lengthMax: 254 },
  phone: { label: "Phone", section: "business", lengthMax: 40 },
  address: { label: "Address", section: "business", lengthMax: 300 },
  businessHours: { label: "Business Hours", section: "business", lengthMax: 500 },
  timeZone: { label: "Time Zone", section: "business" },
  enableTax: { label: "Enable Tax", section: "tax" },
  defaultTaxRate: { label: "Default Tax Rate (%)", section: "tax", dependsOn: "enableTax" },
  includeTaxInPrice: { label: "Include Tax in Price", section: "tax", dependsOn: "enableTax" },
  taxByState: { label: "Rates by State", section: "tax", dependsOn: "enableTax" },
  stateRates: {
    label: "State Rates",
    section: "tax",
    dependsOn: "taxByState",
    lengthMax: STATE_RATES_LENGTH_MAX,
  },
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
  deliveryDaysMin: { label: "Fewest Delivery Days", section: "shipping" },
  deliveryDaysMax: { label: "Most Delivery Days", section: "shipping" },
  keepsFederalHolidays: { label: "Federal Holidays", section: "shipping" },
  daysOff: { label: "Days Off", section: "shipping", lengthMax: 6000 },
  returnDays: { label: "Return Window (days)", section: "shipping" },
  returnCondition: {
    label: "Return Condition",
    section: "shipping",
    lengthMax: RETURN_CONDITION_LENGTH_MAX,
  },
  returnsAreFree: { label: "Free Return Shipping", section: "shipping" },
  refundDays: { label: "Refund Time (days)", section: "shipping" },
  fixMinutes: { label: "Fix-it Window (minutes)", section: "shipping" },
  unitsPerVisitor: { label: "Most Unpaid Items per Shopper", section: "holds" },
};

const settingsFieldNames = Object.keys(settingsFields) as SettingsField[];

const FLAT_RATE_MAX: Cents = 1_000_000;
const FREE_SHIPPING_THRESHOLD_MAX: Cents = 100_000_000;

/** The stored configuration as a form shows it. */
export function settingsFormOf({ settings, profile, holds }: StoreConfiguration) {
  const { businessInfo, tax, shipping } = settings;
  const { logoUrl: _, ...texts } = businessInfo;
  const { taxedShipping: _states, ...taxes } = tax;
  const { flatRateShippingCost, freeShippingThreshold } = shipping;
  return {
    ...texts,
    ...profile,
    ...taxes,
    defaultTaxRate: String(tax.defaultTaxRate),
    stateRates: formatStateTaxes(tax),
    ...shipping,
    flatRateShippingCost: formatDollars(flatRateShippingCost),
    freeShippingThreshold: freeShippingThreshold === null ? "" : formatDollars(freeShippingThreshold),
    deliveryDaysMin: String(shipping.deliveryDaysMin),
    deliveryDaysMax: String(shipping.deliveryDaysMax),
    daysOff: formatDaysOff(shipping.daysOff),
    returnDays: shipping.returnDays === null ? "" : String(shipping.returnDays),
    refundDays: String(shipping.refundDays),
    fixMinutes: String(shipping.fixMinutes),
    unitsPerVisitor: String(holds.unitsPerVisitor),
  };
}

/** Fields as a browser sends them (a switch that is on is "on", one that is off is missing) → a form. */
export function readSettingsForm(fields: Record<string, unknown>, stored: SettingsForm): SettingsForm {
  return byName<SettingsForm>(settingsFieldNames, (name) => {
    const { dependsOn } = settingsFields[name];
    const was = stored[name];
    const sent = fields[name];
    if (dependsOn && fields[dependsOn] !== "on")
      return typeof sent === "string" && sent !== "on" ? sent : was;
    if (typeof was === "boolean") return sent === "on";
    return typeof sent === "string" ? sent.replace(/\r\n?/g, "\n") : was;
  });
}

/** A form → the configuration to store, or one message per field that can't be stored. */
export function parseSettings(
  form: SettingsForm,
  stored: StoreConfiguration,
): FieldParse<StoreConfiguration, SettingsField> {
  const { errors, say, hasErrors } = collectErrors<SettingsField>();
  const storeName = oneLine(form.storeName);
  const email = readEmail(form.email);
  say("storeName", [...storeName].length < 2, "Store name must be at least 2 characters");
  say("email", !isEmail(email), "Please enter a valid email");
  say("businessHours", form.businessHours.trim() === "", "Please enter your business hours");
  say("timeZone", !isStoreTimeZone(form.timeZone), "Please choose a time zone");
  for (const name of settingsFieldNames) {
    const { lengthMax } = settingsFields[name];
    const value = form[name];
    if (lengthMax && typeof value === "string")
      say(name, value.length > lengthMax, `Use at most ${lengthMax} characters`);
  }
  const tax = parseTax(form, stored.settings.tax, say);
  const shipping = parseShipping(form, stored.settings.shipping, say);
  const holds = parseHolds(form, say);
  if (hasErrors()) return { ok: false, errors };
  const { logoUrl } = stored.settings.businessInfo;
  const phone = oneLine(form.phone);
  const businessInfo = { storeName, email, phone, address: paragraphs(form.address), logoUrl };
  const profile = { businessHours: paragraphs(form.businessHours), timeZone: form.timeZone };
  return { ok: true, value: { settings: { businessInfo, tax, shipping }, profile, holds } };
}

type Say = (field: SettingsField, wrong: boolean, text: string) => void;

function parseTax(form: SettingsForm, stored: StoreSettings["tax"], say: Say): StoreSettings["tax"] {
  if (!form.enableTax) return { ...stored, enableTax: false };
  const text = form.defaultTaxRate.trim().replace(/\s*%$/, "");
  const rate = /^(?:\d{1,3}(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  say("defaultTaxRate", !(rate >= 0 && rate <= 100), "Tax rate must be a number from 0 to 100");
  say("defaultTaxRate", /\.\d{5,}/.test(text), "Use at most four decimals");
  const { includeTaxInPrice, taxByState } = form;
  const all = { enableTax: true, defaultTaxRate: rate, includeTaxInPrice, taxByState };
  if (!taxByState) return { ...all, stateRates: stored.stateRates, taxedShipping: stored.taxedShipping };
  const { rates, taxedShipping, wrong } = parseStateRates(form.stateRates);
  say("stateRates", wrong.length > 0, wrong[0]?.said ?? "");
  say("stateRates", Object.keys(rates).length === 0, "Add at least one state, or turn rates by state off");
  return { ...all, stateRates: rates, taxedShipping };
}

function parseShipping(
  form: SettingsForm,
  stored: StoreSettings["shipping"],
  say: Say,
): StoreSettings["shipping"] {
  const { enableFlatRateShipping, enableFreeShipping } = form;
  const amount = (field: "flatRateShippingCost" | "freeShippingThreshold", name: string, max: Cents) => {
    const cents = parseDollars(form[field]);
    say(field, cents === null, `${name} must be a number of at least 0`);
    say(field, (cents ?? 0) > max, `${name} must be at most ${formatMoney(max)}`);
    return cents;
  };
  let { flatRateShippingCost, freeShippingThreshold } = stored;
  if (enableFlatRateShipping) {
    flatRateShippingCost = amount("flatRateShippingCost", "Flat rate cost", FLAT_RATE_MAX) ?? 0;
  }
  if (enableFreeShipping) {
    const isMissing = form.freeShippingThreshold.trim() === "";
    say(
      "freeShippingThreshold",
      isMissing,
      "Free shipping needs a threshold: enter 0 to ship every order free",
    );
    freeShippingThreshold = amount(
      "freeShippingThreshold",
      "Free shipping threshold",
      FREE_SHIPPING_THRESHOLD_MAX,
    );
  }
  return {
    ...{ enableFlatRateShipping, flatRateShippingCost, freeShippingThreshold, enableFreeShipping },
    ...parseDelivery(form, say),
    ...parseReturnTerms(form, say),
    fixMinutes: parseFixWindow(form, say),
  };
}

function parseFixWindow({ fixMinutes }: SettingsForm, say: Say): number {
  const minutes = parseFixMinutes(fixMinutes);
  say("fixMinutes", minutes === undefined, `Enter a whole number from 0 to ${FIX_MINUTES_MAX}`);
  return minutes ?? 0;
}

function parseReturnTerms(form: SettingsForm, say: Say): ReturnTerms {
  const returnDays = parseReturnDays(form.returnDays);
  const text = `Enter a whole number from 0 to ${RETURN_DAYS_MAX}, or leave it blank`;
  say("returnDays", returnDays === undefined, text);
  const refundDays = /^\d{1,2}$/.test(form.refundDays.trim()) ? Number(form.refundDays) : 0;
  say("refundDays", !isRefundDays(refundDays), `Enter a whole number from 1 to ${REFUND_DAYS_MAX}`);
  // The page ends the sentence.
  const returnCondition = oneLine(form.returnCondition).replace(/\.$/, "");
  return { returnDays: returnDays ?? null, returnCondition, returnsAreFree: form.returnsAreFree, refundDays };
}

function parseDelivery(
  form: SettingsForm,
  say: Say,
): Pick<
  StoreSettings["shipping"],
  "deliveryDaysMin" | "deliveryDaysMax" | "keepsFederalHolidays" | "daysOff"
> {
  const count = (field: "deliveryDaysMin" | "deliveryDaysMax") => {
    const days = /^\d{1,3}$/.test(form[field].trim()) ? Number(form[field]) : 0;
    const isOutside = days < 1 || days > DELIVERY_DAYS_MAX;
    say(field, isOutside, `Enter a whole number from 1 to ${DELIVERY_DAYS_MAX}`);
    return days;
  };
  const [deliveryDaysMin, deliveryDaysMax] = [count("deliveryDaysMin"), count("deliveryDaysMax")];
  say("deliveryDaysMax", deliveryDaysMax < deliveryDaysMin, "Enter at least the minimum delivery days");
  const { keepsFederalHolidays } = form;
  const daysOff = parseDaysOff(form.daysOff);
  if (!daysOff.ok) {
    const { line, reason } = daysOff;
    say(
      "daysOff",
      reason === "no_day",
      `"${line}" is not a valid date: enter 12/24/2026, or 12/24/2026 to 12/26/2026`,
    );
    say(
      "daysOff",
      reason === "too_long",
      `"${line}" is too long: enter at most ${DAYS_OFF_LENGTH_MAX} days at a time`,
    );
    return { deliveryDaysMin, deliveryDaysMax, keepsFederalHolidays, daysOff: [] };
  }
  say("daysOff", daysOff.value.length > DAYS_OFF_MAX, `Enter at most ${DAYS_OFF_MAX} lines`);
  return { deliveryDaysMin, deliveryDaysMax, keepsFederalHolidays, daysOff: daysOff.value };
}

function parseHolds(form: SettingsForm, say: Say): HoldCaps {
  const text = form.unitsPerVisitor.trim().replace(/(?<=\d),(?=\d{3}$)/, "");
  if (text === "") return defaultHoldCaps;
  const unitsPerVisitor = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const isOutside = unitsPerVisitor < HOLD_CAP_MIN || unitsPerVisitor > HOLD_CAP_MAX;
  say("unitsPerVisitor", isOutside, "Enter a whole number from 1 to 9,999");
  return { unitsPerVisitor };
}

/** What a store has that has set nothing. */
const unset: StoreConfiguration = {
  settings: defaultStoreSettings,
  profile: defaultStoreProfile,
  holds: defaultHoldCaps,
};

const fields = byName<Record<SettingsField, z.ZodType<string | boolean>>>(settingsFieldNames, (name) => {
  const { label, lengthMax } = settingsFields[name];
  const isSwitch = typeof settingsFormOf(unset)[name] === "boolean";
  const text = lengthMax ? z.string().max(lengthMax, `Use at most ${lengthMax} characters`) : z.string();
  return labeled(label, isSwitch ? switchField() : textField(text));
});

/** The fields with what parseSettings has against them. */
export const settingsForm = z.object(fields).superRefine((form, context) => {
  const parsed = parseSettings(form as SettingsForm, unset);
  if (parsed.ok) return;
  for (const [field, message] of Object.entries(parsed.errors))
    context.addIssue({ code: "custom", path: [field], message });
});
