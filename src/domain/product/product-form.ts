// The product form: what the owner types, as text, and the rules that turn it into a product. Browser and
// server apply the same rules, the server to the product as it would be stored. A field that a form does not
// send is left alone, and zero is a valid quantity.

import { type CategoryChoice, categoryMessage, categoryNamed } from "../category/category.ts";
import { parseDollars } from "../money/money-input.ts";
import { byName, type FieldErrors } from "../text/fields.ts";
import { parseUrl } from "../text/query-text.ts";
import { sameValues } from "../text/same-values.ts";
import type { ProductImage } from "./image.ts";
import { PRODUCT_IMAGES_MAX, tooManyImages } from "./image-upload.ts";
import { repeatedCodes } from "./options/code-owners.ts";
import {
  type CodeName,
  codeNames,
  codesOf,
  type ItemCodes,
  noCodes,
  parseCode,
} from "./options/item-codes.ts";
import { OPTION_LENGTH_MAX, OPTIONS_MAX, parseOptions } from "./options/option-names.ts";
import {
  noPriceTexts,
  type PriceName,
  type PriceTexts,
  parseOwnPrices,
  priceNames,
  priceTextsOf,
} from "./options/own-prices.ts";
import { type OptionRename, optionTooLong } from "./options/rename-options.ts";
import type { OwnPrices, ProductSummary } from "./product.ts";
import {
  type AttributeName,
  attributeNames,
  attributes,
  attributesOf,
  attributeTexts,
  DESCRIPTION_LENGTH_MIN,
  type FieldName,
  initialTexts,
  type ProductAttributes,
} from "./product-fields.ts";

export const QUANTITY_MAX = 1_000_000;
export const ALT_LENGTH_MAX = 250;

export const quantityMessage = "Quantity must be a non-negative integer";

/** Codes, own prices, and units on hand of one option; variation "" stands for a product without options. */
export type StockLine = ItemCodes & OwnPrices & { variation: string; onHand: number };

/** How many shoppers wait for a restock mail about an option; "" is a product without options. */
export type WaitingShoppers = { option: string; count: number };

/** A product as the owner edits it. */
export type EditableProduct = ProductAttributes & {
  id: string;
  /** Counts up with every change by the owner. */
  version: number;
  /** At least one line. `held` units of each are on hold for shoppers who are paying right now. */
  stock: (StockLine & { held: number })[];
  /** The main picture first. */
  images: ProductImage[];
  wasSold: boolean;
  /** The owner has it stand at the top of the home page. */
  isHero: boolean;
  waiting: WaitingShoppers[];
  createdAt: string;
};

/** The values of a valid form. */
export type ProductValues = ProductAttributes & { images: ProductImage[]; stock: StockLine[] };

/** The form's fields as text. `options` are separated by pipes; "" for a product without options. */
export type ProductFields = Record<TextName, string> & {
  images: ProductImage[];
  /** Units of each option; may include options that `options` no longer names. */
  stock: { option: string; quantity: string }[];
  /** Codes of each option, of a product without options under ""; may include options that `options` does not name. */
  codes: (ItemCodes & { option: string })[];
  /** Prices of each option's own; may include options that `options` does not name. */
  prices: (PriceTexts & { option: string })[];
  /** New names for options, which the other fields still call by their former ones. */
  renames: OptionRename[];
};

/** The fields that are one text. `quantity`: the units of a product without options. */
export const textNames = [...attributeNames, "options", "quantity"] as const;
export type TextName = (typeof textNames)[number];

export type ErrorKey =
  | FieldName
  | `stock:${string}`
  | `rename:${string}`
  | `${CodeName | PriceName}:${string}`;
export type ProductErrors = FieldErrors<ErrorKey>;

export const emptyFields: ProductFields = {
  ...initialTexts,
  images: [],
  options: "",
  stock: [],
  codes: [],
  prices: [],
  renames: [],
  quantity: "",
};

/** A stored product → the texts in its form. */
export function fieldsOf(product: ProductValues): ProductFields {
  const options = product.stock.filter((line) => line.variation !== "");
  const plain = product.stock.find((line) => line.variation === "");
  return {
    ...attributeTexts(product),
    images: product.images,
    options: options.map((line) => line.variation).join("|"),
    stock: options.map(({ variation, onHand }) => ({ option: variation, quantity: String(onHand) })),
    codes: product.stock.map((line) => ({ option: line.variation, ...codesOf(line) })),
    prices: options.map((line) => ({ option: line.variation, ...priceTextsOf(line) })),
    renames: [],
    quantity: options.length === 0 && plain ? String(plain.onHand) : "",
  };
}

/** The values of a form that holds the stored product. */
export function valuesOf(product: EditableProduct): ProductValues {
  const stock = product.stock.map(({ held: _, ...line }) => line);
  return { ...attributesOf(product), images: product.images, stock };
}

/** The stock boxes in the form: one per option, or one with option "". */
export function stockBoxes(fields: Pick<ProductFields, "options" | "stock" | "quantity">) {
  const options = parseOptions(fields.options);
  if (options.length === 0) return [{ option: "", quantity: fields.quantity }];
  return options.map((option) => ({ option, quantity: quantityOf(fields.stock, option) }));
}

/** The codes that a form holds for an option. */
export function codesIn(codes: ProductFields["codes"], option: string): ItemCodes {
  return codes.find((line) => line.option === option) ?? noCodes;
}

/** The own prices that a form holds for an option. */
export function pricesIn(prices: ProductFields["prices"], option: string): PriceTexts {
  return prices.find((line) => line.option === option) ?? noPriceTexts;
}

export function quantityOf(stock: ProductFields["stock"], option: string): string {
  return stock.find((line) => line.option === option)?.quantity ?? "";
}

type FormCheck = { ok: true; values: ProductValues } | { ok: false; errors: ProductErrors };

type CheckedFor = {
  /** Those that there are. The field names one in any way. */
  categories: readonly CategoryChoice[];
  mayLackImages?: boolean;
  mayBeUnfinished?: boolean;
};

/**
 * Applies every rule of the form. Errors come in the order of the fields. A spreadsheet may contain what is
 * not for sale and gets its pictures later (`mayLackImages`); the form itself always requires one. What a photo or a file
 * of another shop began may also lack its price and description until it is for sale (`mayBeUnfinished`).
 */
export function checkProduct(
  fields: ProductFields,
  { categories, mayLackImages = false, mayBeUnfinished = false }: CheckedFor,
): FormCheck {
  const errors: ProductErrors = {};
  const refuse = (key: ErrorKey, message: string | null) => {
    if (message) errors[key] = message;
  };
  // Whole only when nothing is refused.
  const isUnsold = fields.status !== "active";
  const mayLack = mayBeUnfinished && isUnsold;
  const values = byName<ProductAttributes>(attributeNames, (name) => {
    const lacking = mayLack ? insteadOfLacking(name, fields) : null;
    if (lacking !== null) return lacking;
    if (name === "category") {
      const category = categoryNamed(categories, fields.category);
      if (!category) refuse(name, categoryMessage(categories));
      return category?.id ?? "";
    }
    const parsed = attributes[name].parse(fields[name], fields);
    if (!parsed.ok) refuse(name, parsed.message);
    return parsed.ok ? parsed.value : null;
  });
  const lacksImages = (mayLackImages || mayLack) && fields.images.length === 0 && isUnsold;
  refuse("images", lacksImages ? null : imagesError(fields.images));
  refuse("options", optionsError(fields.options));
  const stock = stockBoxes(fields).map(({ option, quantity }) => {
    const onHand = parseQuantity(quantity);
    if (onHand === null) refuse(option === "" ? "quantity" : `stock:${option}`, quantityError(quantity));
    const codes = byName<ItemCodes>(codeNames, (name) => {
      const parsed = parseCode(name, codesIn(fields.codes, option)[name]);
      if (!parsed.ok) refuse(`${name}:${option}`, parsed.message);
      return parsed.ok ? parsed.value : "";
    });
    const own = parseOwnPrices(option === "" ? noPriceTexts : pricesIn(fields.prices, option), fields);
    for (const name of priceNames) refuse(`${name}:${option}`, own.errors[name] ?? null);
    return { variation: option, onHand: onHand ?? 0, ...codes, ...own.values };
  });
  Object.assign(errors, repeatedCodes(stock));
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  // Cut between characters, never inside of one.
  const shortened = (text: string) => [...text.trim()].slice(0, ALT_LENGTH_MAX).join("");
  const images = fields.images.map(({ url, alt }) => ({ url, alt: shortened(alt) }));
  return { ok: true, values: { ...values, images, stock } };
}

/** What an unfinished product holds instead of what it lacks; null for a field that has its text. */
function insteadOfLacking(name: AttributeName, fields: ProductFields): string | number | null {
  const text = fields[name].trim();
  if (name === "price") return text === "" ? 0 : null;
  if (name !== "description") return null;
  return attributes.description.parse(text, fields).ok || text.length > DESCRIPTION_LENGTH_MIN ? null : text;
}

/** Nobody has typed a price or a whole description yet. A draft stays so when it is archived. */
export function isUnfinished({ status, price, description }: ProductAttributes): boolean {
  return status !== "active" && (price === 0 || [...description].length < DESCRIPTION_LENGTH_MIN);
}

function imagesError(images: ProductImage[]): string | null {
  if (images.length === 0) return "At least one image is required";
  if (images.length > PRODUCT_IMAGES_MAX) return tooManyImages;
  if (new Set(images.map((image) => image.url)).size < images.length) return "An image is there twice";
  return images.every((image) => isPictureUrl(image.url)) ? null : "Must be a valid URL";
}

/** A URL path of this shop or an absolute URL. */
function isPictureUrl(url: string): boolean {
  if (/\s/.test(url) || parseUrl(url, "http://shop.invalid") === null) return false;
  return /^\/(?![/\\])/.test(url) || /^https?:\/\//.test(url);
}

function optionsError(options: string): string | null {
  const names = options.split("|").map((name) => name.trim());
  if (new Set(names.filter(Boolean)).size > OPTIONS_MAX) return `At most ${OPTIONS_MAX} options are possible`;
  const isLong = names.some((name) => [...name].length > OPTION_LENGTH_MAX);
  return isLong ? optionTooLong : null;
}

/** "12" → 12; null for anything but a whole number from 0 to QUANTITY_MAX. */
export function parseQuantity(text: string): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const quantity = Number(text);
  return quantity <= QUANTITY_MAX ? quantity : null;
}

function quantityError(text: string): string {
  return /^\d+$/.test(text.trim())
    ? `Quantity must be at most ${QUANTITY_MAX.toLocaleString("en-US")}`
    : quantityMessage;
}

/** All messages together. One that several fields share appears once. */
export function messagesOf(errors: ProductErrors): string {
  return [...new Set(Object.values(errors))].join(", ");
}

/** Without the errors of what was changed since. */
export function errorsLeft(errors: ProductErrors, sent: ProductFields, now: ProductFields): ProductErrors {
  const left = (Object.keys(errors) as ErrorKey[]).filter((key) =>
    sameValues(blamedBy(key, sent), blamedBy(key, now)),
  );
  return Object.fromEntries(left.map((key) => [key, errors[key]]));
}

/** What an error is about. */
function blamedBy(key: ErrorKey, fields: ProductFields): unknown {
  const end = key.indexOf(":");
  if (end < 0) return fields[key as FieldName];
  const [kind, option] = [key.slice(0, end) as "stock" | "rename" | CodeName | PriceName, key.slice(end + 1)];
  if (kind === "stock") return quantityOf(fields.stock, option);
  if (kind === "rename") return fields.renames.find(({ from }) => from === option)?.to ?? option;
  if (kind === "price" || kind === "salePrice") return pricesIn(fields.prices, option)[kind];
  return codesIn(fields.codes, option)[kind];
}

/** The product card in the shop as the form stands; values that are not valid yet are left out. */
export function previewOf(
  fields: ProductFields,
  createdAt: string,
  categories: readonly CategoryChoice[],
): ProductSummary {
  const price = parseDollars(fields.price) ?? 0;
  const salePrice = parseDollars(fields.salePrice);
  const name = fields.name.trim() || "Product name";
  return {
    id: "preview",
    path: "",
    name,
    category: categoryNamed(categories, fields.category) ?? { id: "", slug: "", name: "" },
    price,
    salePrice: salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : null,
    quantity: stockBoxes(fields).reduce((sum, box) => sum + (parseQuantity(box.quantity) ?? 0), 0),
    hasOptions: parseOptions(fields.options).length > 0,
    images: fields.images.slice(0, 2).map(({ url, alt }) => ({ url, alt: alt || name })),
    createdAt,
  };
}
