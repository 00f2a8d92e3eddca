// The only file of the settings room that holds SQL and turns the row into domain values. Its columns are JSON that
// a restored backup or a hand-written UPDATE may have left incomplete: what is missing or of the wrong kind counts
// as its default, so that no page of the shop fails because of it.
import { sql } from "kysely";
import type { Brand } from "#domain/brand/brand.ts";
import { readBrand } from "#domain/brand/brand-schema.ts";
import type { Category } from "#domain/category/category.ts";
import type { DeliveryRules } from "#domain/checkout/delivery.ts";
import { defaultHoldCaps, HOLD_CAP_MAX, HOLD_CAP_MIN, type HoldCaps } from "#domain/checkout/hold-caps.ts";
import type { PastOrder } from "#domain/checkout/settings-preview.ts";
import { isCents } from "#domain/money/money.ts";
import { isStoreTimeZone } from "#domain/settings/business-hours.ts";
import { DELIVERY_DAYS_MAX, deliveryRules, isDayRange } from "#domain/settings/delivery-rules.ts";
import { isFixMinutes } from "#domain/settings/fix-window.ts";
import type { LegalPageName } from "#domain/settings/legal-text.ts";
import { isRefundDays, isReturnDays } from "#domain/settings/return-window.ts";
import { type BusinessInfo, defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import type { StoreConfiguration } from "#domain/settings/settings-form.ts";
import { soundStateTaxes } from "#domain/settings/state-rates.ts";
import { defaultStoreProfile, type StoreProfile } from "#domain/settings/store-profile.ts";
import { fieldsOf } from "#domain/text/fields-of.ts";
import { isListed, isPaid } from "../db/order-rows.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { publishedDocument } from "./brand/queries.ts";
import { categoriesColumn } from "./category-queries.ts";
import { hasSizeChart } from "./size-chart-queries.ts";

/** The settings and the version that a change of them must name, or null when there is no row. */
export async function findSettings(db: Db): Promise<{ settings: StoreSettings; version: number } | null> {
  const row = await db
    .selectFrom("store_settings")
    .select(["business_info", "tax", "shipping", "version"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return row ? { settings: toSettings(row), version: row.version } : null;
}

/** What decides about a checkout: prices, what may be held, and when it arrives. */
export type CheckoutRules = { settings: StoreSettings; caps: HoldCaps; delivery: DeliveryRules };

/** The rules of a checkout from the row's columns as JSON (db/functions/checkout/checkout-facts.sql); null when there is no row. */
export function readRules(stored: unknown): CheckoutRules | null {
  if (stored === null) return null;
  const { business_info, tax, shipping, holds, profile } = fieldsOf(stored);
  const settings = toSettings({ business_info, tax, shipping });
  const delivery = deliveryRules(settings.shipping, toProfile(profile));
  return { settings, caps: toHoldCaps(holds), delivery };
}

/** Inserts the row; does nothing when another process was faster. */
export async function insertSettings(db: Db, settings: StoreSettings, now: Date): Promise<void> {
  await db
    .insertInto("store_settings")
    .values({ id: 1, ...settingsColumns(settings), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function settingsColumns({ businessInfo, tax, shipping }: StoreSettings) {
  return {
    business_info: JSON.stringify(businessInfo),
    tax: JSON.stringify(tax),
    shipping: JSON.stringify(shipping),
  };
}

/** Fills in email, phone and postal address until the settings are first saved; otherwise does nothing. */
export async function introduceBusiness(
  tx: Tx,
  business: Pick<BusinessInfo, "email" | "phone" | "address">,
  now: Date,
): Promise<void> {
  const untouched = JSON.stringify(defaultStoreSettings.businessInfo);
  await sql`update store_settings
    set business_info = business_info || ${JSON.stringify(business)}::jsonb, version = version + 1, updated_at = ${now}
    where id = 1 and version = 1 and business_info = ${untouched}::jsonb`.execute(tx);
}

export type StoredConfiguration = StoreConfiguration & {
  /** Rises with each change of anything in the row. */
  version: number;
  /** Own texts of legal pages; a page that is missing shows the shop's draft. */
  legalTexts: Partial<Record<LegalPageName, string>>;
  /** The owner's groups of words that mean the same to a search. */
  synonyms: string[][];
  /** An option with this many units or fewer is low. */
  lowLevel: number;
  /** Hours after which a shopper who left the checkout is reminded, if they want it; null: reminders are off. */
  reminderHours: number | null;
  /** The published document of the storefront (settings/brand). */
  brand: Brand;
  /** The id of its icons; null: those that the shop came with. */
  icons: string | null;
};

/** With what pages ask for at the same time. */
export type LoadedConfiguration = StoredConfiguration & {
  categories: Category[];
  /** Shoppers find a size chart. */
  hasSizeChart: boolean;
};

/** The whole row, or null. In a transaction with `lock` no one else can change it until the end. */
export async function findConfiguration(
  db: Db,
  { lock = false }: { lock?: boolean } = {},
): Promise<LoadedConfiguration | null> {
  const query = db
    .selectFrom("store_settings")
    .select([
      "business_info",
      "tax",
      "shipping",
      "profile",
      "legal_texts",
      "holds",
      "synonyms",
      "low_level",
      "reminder_hours",
      "icons",
      "version",
      publishedDocument.as("brand"),
    ])
    .select([categoriesColumn.as("categories"), hasSizeChart.as("has_size_chart")])
    .where("id", "=", 1);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return null;
  return {
    settings: toSettings(row),
    profile: toProfile(row.profile),
    legalTexts: toLegalTexts(row.legal_texts),
    holds: toHoldCaps(row.holds),
    synonyms: toSynonyms(row.synonyms),
    lowLevel: row.low_level,
    reminderHours: row.reminder_hours,
    version: row.version,
    brand: readBrand(row.brand),
    icons: row.icons,
    categories: row.categories,
    hasSizeChart: row.has_size_chart,
  };
}

/** Writes row 1, whether or not it is there. */
export async function upsertConfiguration(tx: Tx, next: StoredConfiguration, now: Date): Promise<void> {
  const { settings, profile, legalTexts, holds, synonyms, lowLevel, reminderHours, icons, version } = next;
  const values = {
    ...settingsColumns(settings),
    profile: JSON.stringify(profile),
    legal_texts: JSON.stringify(legalTexts),
    holds: JSON.stringify(holds),
    synonyms: JSON.stringify(synonyms),
    low_level: lowLevel,
    reminder_hours: reminderHours,
    icons,
    version,
    updated_at: now,
  };
  await tx
    .insertInto("store_settings")
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** The owner's groups of words that mean the same; none when there is no row. */
export async function findSynonyms(db: Db): Promise<string[][]> {
  const row = await db.selectFrom("store_settings").select("synonyms").where("id", "=", 1).executeTakeFirst();
  return toSynonyms(row?.synonyms);
}

/**
 * Lines, discounts and totals of the newest orders that were sold, newest first: those that reports count, too. A
 * discount that took nothing off the goods made the shipping free.
 */
export async function listPastOrders(db: Db, limit: number): Promise<PastOrder[]> {
  const { rows } = await sql<PastOrder>`
    select o.total, o.tax_state as "shipTo",
      case when o.discount > 0 then jsonb_build_object('kind', 'amount', 'value', o.discount)
        when o.discount_name is not null then jsonb_build_object('kind', 'shipping', 'value', 0) end as discount,
      (select jsonb_agg(jsonb_build_object('unitPrice', i.price, 'quantity', i.quantity))
      from order_items i where i.order_id = o.id and i.replaces is null) as lines
    from (select id, total, tax_state, discount, discount_name, created_at from orders o
      where ${isPaid} and ${isListed}
      order by created_at desc, id desc limit ${limit}) o
    where exists (select 1 from order_items i where i.order_id = o.id)
    order by o.created_at desc, o.id desc`.execute(db);
  return rows;
}

export type TestEmail = {
  to: string;
  queuedAt: Date;
  state: "waiting" | "sent" | "failed" | "retrying";
  error: string | null;
};

/** The test email that was asked for last. */
export async function findTestEmail(db: Db): Promise<TestEmail | null> {
  const row = await db
    .selectFrom("outbox")
    .select(["recipient", "created_at", "sent_at", "dead_at", "last_error"])
    // Spelled out, as the index of test emails has it.
    .where("kind", "=", sql.lit("test_mail"))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const waiting = row.last_error === null ? "waiting" : "retrying";
  const state = row.sent_at ? "sent" : row.dead_at ? "failed" : waiting;
  return {
    to: row.recipient ?? "",
    queuedAt: row.created_at,
    state,
    error: row.sent_at ? null : row.last_error,
  };
}

function toHoldCaps(stored: unknown): HoldCaps {
  const { unitsPerVisitor: units } = fieldsOf(stored);
  const isSound = Number.isInteger(units) && Number(units) >= HOLD_CAP_MIN && Number(units) <= HOLD_CAP_MAX;
  return isSound ? { unitsPerVisitor: Number(units) } : defaultHoldCaps;
}

function toProfile(stored: unknown): StoreProfile {
  const { businessHours, timeZone, ...profile } = overDefaults(defaultStoreProfile, stored);
  return {
    ...profile,
    businessHours: businessHours || defaultStoreProfile.businessHours,
    timeZone: isStoreTimeZone(timeZone) ? timeZone : defaultStoreProfile.timeZone,
  };
}

function toSynonyms(stored: unknown): string[][] {
  const groups = Array.isArray(stored) ? stored.filter((group) => Array.isArray(group)) : [];
  return groups.map((group: unknown[]) => group.filter((word) => typeof word === "string"));
}

function toLegalTexts(value: unknown): StoredConfiguration["legalTexts"] {
  const entries = Object.entries(fieldsOf(value)).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(entries);
}

function toSettings(row: { business_info: unknown; tax: unknown; shipping: unknown }): StoreSettings {
  const defaults = defaultStoreSettings;
  const info = overDefaults(defaults.businessInfo, row.business_info);
  const tax = overDefaults(defaults.tax, row.tax);
  const shipping = overDefaults(defaults.shipping, row.shipping);
  const cost = shipping.flatRateShippingCost;
  const { freeShippingThreshold: threshold } = fieldsOf(row.shipping);
  return {
    businessInfo: { ...info, storeName: info.storeName || defaults.businessInfo.storeName },
    tax: {
      ...tax,
      defaultTaxRate: isPercent(tax.defaultTaxRate) ? tax.defaultTaxRate : defaults.tax.defaultTaxRate,
      ...soundStateTaxes(tax),
    },
    shipping: {
      ...shipping,
      flatRateShippingCost: isCents(cost) ? cost : defaults.shipping.flatRateShippingCost,
      freeShippingThreshold: isCents(threshold) ? threshold : null,
      ...toDeliveryAndReturns(row.shipping),
    },
  };
}

function toDeliveryAndReturns(stored: unknown) {
  const {
    deliveryDaysMin: min,
    deliveryDaysMax: max,
    daysOff,
    returnDays,
    refundDays,
    fixMinutes,
  } = fieldsOf(stored);
  const isDays = (days: unknown): days is number =>
    typeof days === "number" && Number.isInteger(days) && days >= 1 && days <= DELIVERY_DAYS_MAX;
  const {
    deliveryDaysMin,
    deliveryDaysMax,
    returnDays: usual,
    refundDays: usualRefundDays,
  } = defaultStoreSettings.shipping;
  const days =
    isDays(min) && isDays(max) && min <= max
      ? { deliveryDaysMin: min, deliveryDaysMax: max }
      : { deliveryDaysMin, deliveryDaysMax };
  return {
    ...days,
    daysOff: Array.isArray(daysOff) ? daysOff.filter(isDayRange) : [],
    returnDays: isReturnDays(returnDays) ? returnDays : usual,
    refundDays: isRefundDays(refundDays) ? refundDays : usualRefundDays,
    fixMinutes: isFixMinutes(fixMinutes) ? fixMinutes : defaultStoreSettings.shipping.fixMinutes,
  };
}

/** The stored fields that are of the kind of their defaults; the defaults in place of all others. */
function overDefaults<T extends object>(defaults: T, stored: unknown): T {
  const fields = fieldsOf(stored);
  const sound = Object.entries(defaults).flatMap(([name, value]) =>
    typeof fields[name] === typeof value ? [[name, fields[name]]] : [],
  );
  return { ...defaults, ...Object.fromEntries(sound) };
}

function isPercent(value: number): boolean {
  return value >= 0 && value <= 100;
}
