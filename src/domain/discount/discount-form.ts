// A discount as the owner types it, and the rules of what may be stored. Times are on the store's clocks.
import * as z from "zod";
import { labeled } from "../form/form-fields.ts";
import type { FormValues } from "../form/form-saved.ts";
import { type Cents, CHARGE_MAX, formatDollars } from "../money/money.ts";
import { parseDollars } from "../money/money-input.ts";
import { byName, collectErrors, type FieldErrors, type FieldParse } from "../text/fields.ts";
import { oneLine } from "../text/one-line.ts";
import { isEmail } from "../text/typed/email.ts";
import { emailKey } from "../text/typed/email-key.ts";
import { isUuid } from "../text/uuid.ts";
import { localTimeOf, momentOfLocal } from "../text/zone-time.ts";
import { CODE_LENGTH_MAX, type DiscountKind, discountKinds, normalCode } from "./discount.ts";

/** What is stored. */
export type DiscountValues = {
  /** Null: it applies automatically. */
  code: string | null;
  name: string;
  kind: DiscountKind;
  value: number;
  /** ISO times. */
  startsAt: string | null;
  endsAt: string | null;
  usesMax: number | null;
  usesPerEmailMax: number | null;
  subtotalMin: Cents;
  /** The only customer who may use the code, by emailKey; null: everyone. */
  forEmail: string | null;
  /** All null: everything. */
  productIds: string[] | null;
  categories: string[] | null;
  collectionId: string | null;
};

export const discountScopes = ["all", "categories", "collection", "products"] as const;
export type DiscountScope = (typeof discountScopes)[number];

export type DiscountForm = {
  applies: "code" | "itself";
  code: string;
  name: string;
  kind: DiscountKind;
  value: string;
  startsAt: string;
  endsAt: string;
  usesMax: string;
  usesPerEmailMax: string;
  subtotalMin: string;
  forEmail: string;
  scope: DiscountScope;
  productIds: string[];
  categories: string[];
  collectionId: string;
};

export type DiscountField = keyof DiscountForm;
export type DiscountErrors = FieldErrors<DiscountField>;

export const emptyDiscount: DiscountForm = {
  applies: "code",
  code: "",
  name: "",
  kind: "percent",
  value: "",
  startsAt: "",
  endsAt: "",
  usesMax: "",
  usesPerEmailMax: "",
  subtotalMin: "",
  forEmail: "",
  scope: "all",
  productIds: [],
  categories: [],
  collectionId: "",
};

const NAME_LENGTH_MAX = 60;
const USES_MAX = 1_000_000;
export const DISCOUNT_PRODUCTS_MAX = 500;
const CATEGORIES_MAX = 100;
/** None is chosen, or it was deleted. */
export const CHOOSE_COLLECTION = "Choose a collection";

/** A stored discount as its form shows it. */
export function discountFormOf(values: DiscountValues, timeZone: string): DiscountForm {
  const time = (at: string | null) => (at === null ? "" : localTimeOf(new Date(at), timeZone));
  const count = (number: number | null) => (number === null ? "" : String(number));
  const { code, name, kind, value, productIds, categories, collectionId } = values;
  return {
    applies: code === null ? "itself" : "code",
    code: code ?? "",
    name,
    kind,
    value: kind === "amount" ? formatDollars(value) : kind === "percent" ? String(value) : "",
    startsAt: time(values.startsAt),
    endsAt: time(values.endsAt),
    usesMax: count(values.usesMax),
    usesPerEmailMax: count(values.usesPerEmailMax),
    subtotalMin: values.subtotalMin === 0 ? "" : formatDollars(values.subtotalMin),
    forEmail: values.forEmail ?? "",
    scope: scopeOf(values),
    productIds: productIds ?? [],
    categories: categories ?? [],
    collectionId: collectionId ?? "",
  };
}

function scopeOf({ productIds, categories, collectionId }: DiscountValues): DiscountScope {
  if (productIds !== null) return "products";
  if (categories !== null) return "categories";
  return collectionId !== null ? "collection" : "all";
}

/** What a browser sends → a form; anything odd is blank. */
export function readDiscountForm(fields: FormValues): DiscountForm {
  const { applies, kind, scope } = emptyDiscount;
  const text = (name: DiscountField) => (typeof fields[name] === "string" ? fields[name] : "");
  const all = (name: DiscountField) =>
    [fields[name]].flat().filter((value) => typeof value === "string" && value !== "") as string[];
  return {
    ...byName<DiscountForm>(Object.keys(emptyDiscount) as DiscountField[], text),
    applies: text("applies") === "itself" ? "itself" : applies,
    kind: discountKinds.find((known) => known === text("kind")) ?? kind,
    scope: discountScopes.find((known) => known === text("scope")) ?? scope,
    productIds: all("productIds"),
    categories: all("categories"),
  };
}

const labels: Record<DiscountField, string> = {
  applies: "Applies",
  code: "Code",
  name: "Name",
  kind: "Discount type",
  value: "Percent or amount",
  startsAt: "From",
  endsAt: "To",
  usesMax: "Total uses",
  usesPerEmailMax: "Uses per customer",
  subtotalMin: "Minimum subtotal ($)",
  forEmail: "Only for this customer (email)",
  scope: "Applies to",
  productIds: "Products",
  categories: "Categories",
  collectionId: "Collection",
};

/** The fields with what parseDiscount has against them. */
export const discountForm = (timeZone: string) =>
  z
    .object(
      byName<Record<DiscountField, z.ZodType>>(Object.keys(labels) as DiscountField[], (name) =>
        labeled(labels[name], z.unknown().optional()),
      ),
    )
    .superRefine((fields, context) => {
      const parsed = parseDiscount(readDiscountForm(fields), timeZone);
      if (parsed.ok) return;
      for (const [field, message] of Object.entries(parsed.errors))
        context.addIssue({ code: "custom", path: [field], message });
    });

/** From here on a discount gives so much away that the owner confirms it with the password. */
const LARGE_PERCENT = 50;

export function isLargeDiscount({ kind, value }: { kind: DiscountKind; value: string | number }): boolean {
  return kind === "percent" && Number(value) >= LARGE_PERCENT;
}

/** A form → what to store, or one sentence for each field that can't be stored. */
export function parseDiscount(
  form: DiscountForm,
  timeZone: string,
): FieldParse<DiscountValues, DiscountField> {
  const { errors, say, hasErrors } = collectErrors<DiscountField>();
  const isCode = form.applies === "code";
  const code = normalCode(form.code);
  say(
    "code",
    isCode && code === "",
    `A code has 2 to ${CODE_LENGTH_MAX} letters, digits, hyphens or underscores, and begins with a letter or digit`,
  );
  const name = oneLine(form.name);
  say("name", !isCode && name === "", "Enter a name. Shoppers see it next to their total");
  say("name", name.length > NAME_LENGTH_MAX, `Use at most ${NAME_LENGTH_MAX} characters`);
  const value = numberOf(form);
  say("value", typeof value === "string", String(value));
  const subtotalMin = form.subtotalMin.trim() === "" ? 0 : parseDollars(form.subtotalMin);
  say(
    "subtotalMin",
    subtotalMin === null || subtotalMin > CHARGE_MAX,
    "Enter an amount such as 50 or 49.50, or leave it blank",
  );
  const forEmail = isCode ? form.forEmail.trim() : "";
  say("forEmail", forEmail !== "" && !isEmail(forEmail), "Please enter a valid email");
  const usesMax = countOf(form.usesMax);
  say("usesMax", usesMax === undefined, "Enter a whole number from 1 to 1,000,000, or leave it blank");
  const usesPerEmailMax = countOf(form.usesPerEmailMax);
  say(
    "usesPerEmailMax",
    usesPerEmailMax === undefined,
    "Enter a whole number from 1 to 1,000,000, or leave it blank",
  );
  const startsAt = timeOf(form.startsAt, timeZone);
  const endsAt = timeOf(form.endsAt, timeZone);
  say("startsAt", startsAt === undefined, "Choose a date and a time, or leave both blank");
  say("endsAt", endsAt === undefined, "Choose a date and a time, or leave both blank");
  say("endsAt", Boolean(startsAt && endsAt && endsAt <= startsAt), "The end must be after the start");
  const productIds = [...new Set(form.productIds.filter(isUuid).map((id) => id.toLowerCase()))];
  const categories = [...new Set(form.categories.map((name) => oneLine(name)).filter(Boolean))];
  say("productIds", form.scope === "products" && productIds.length === 0, "Choose at least one product");
  say(
    "productIds",
    productIds.length > DISCOUNT_PRODUCTS_MAX,
    `Choose at most ${DISCOUNT_PRODUCTS_MAX} products, or whole categories`,
  );
  say("categories", form.scope === "categories" && categories.length === 0, "Choose at least one category");
  const isForCollection = form.scope === "collection";
  say("collectionId", isForCollection && !isUuid(form.collectionId), CHOOSE_COLLECTION);
  say("categories", categories.length > CATEGORIES_MAX, `Choose at most ${CATEGORIES_MAX} categories`);
  if (hasErrors()) return { ok: false, errors };
  return {
    ok: true,
    value: {
      code: isCode ? code : null,
      name: name || code,
      kind: form.kind,
      value: Number(value),
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      usesMax: usesMax ?? null,
      usesPerEmailMax: usesPerEmailMax ?? null,
      subtotalMin: subtotalMin ?? 0,
      forEmail: forEmail === "" ? null : emailKey(forEmail),
      productIds: form.scope === "products" ? productIds : null,
      categories: form.scope === "categories" ? categories : null,
      collectionId: isForCollection ? form.collectionId.toLowerCase() : null,
    },
  };
}

/** The value, or what is wrong with it. */
function numberOf({ kind, value }: DiscountForm): number | string {
  if (kind === "shipping") return 0;
  if (kind === "percent") {
    const percent = /^\d{1,3}$/.test(value.trim()) ? Number(value) : 0;
    return percent >= 1 && percent <= 100 ? percent : "Percent must be a whole number from 1 to 100";
  }
  const cents = parseDollars(value);
  return cents && cents <= CHARGE_MAX ? cents : "Enter an amount such as 5 or 7.50";
}

/** Undefined: it can't be read. */
function countOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= USES_MAX ? count : undefined;
}

/** Undefined: it can't be read. */
function timeOf(text: string, timeZone: string): Date | null | undefined {
  return text.trim() === "" ? null : (momentOfLocal(text, timeZone) ?? undefined);
}
