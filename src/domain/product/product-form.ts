// A product's form as texts, and the product that it is filled with. What makes the texts a product: form/check-product.ts.
import { type CategoryChoice, categoryNamed } from "../category/category.ts";
import { parseDollars } from "../money/money-input.ts";
import type { FieldErrors } from "../text/fields.ts";
import { withoutControls } from "../text/one-line.ts";
import type { ProductImage } from "./image.ts";
import { type CodeName, codesOf, type ItemCodes, noCodes } from "./options/item-codes.ts";
import { parseOptions } from "./options/option-names.ts";
import { noPriceTexts, type PriceName, type PriceTexts, priceTextsOf } from "./options/own-prices.ts";
import type { OptionRename } from "./options/rename-options.ts";
import type { OwnPrices, ProductSummary } from "./product.ts";
import {
  attributeNames,
  attributes,
  attributesOf,
  attributeTexts,
  DESCRIPTION_LENGTH_MIN,
  type FieldName,
  initialTexts,
  isAttribute,
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

export type SentFields = Partial<ProductFields>;

export function hasLines(name: string): boolean {
  return isAttribute(name) && attributes[name].input.kind === "text";
}

/** Text without control characters, with line breaks as the browser's text areas hold them. */
export function textOf(value: unknown, keepsLines = false): string {
  return typeof value === "string" ? withoutControls(value, { keepsLines }) : "";
}

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

/** The units typed; before any are, it is not sold out yet. */
function previewQuantity(fields: Pick<ProductFields, "options" | "stock" | "quantity">): number {
  const typed = stockBoxes(fields).filter(({ quantity }) => quantity.trim() !== "");
  if (typed.length === 0) return QUANTITY_MAX;
  return typed.reduce((sum, box) => sum + (parseQuantity(box.quantity) ?? 0), 0);
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

/** It has no price and no full description yet. A draft stays so when it is archived. */
export function isUnfinished({ status, price, description }: ProductAttributes): boolean {
  return status !== "active" && (price === 0 || [...description].length < DESCRIPTION_LENGTH_MIN);
}

/** "12" → 12; null for anything but a whole number from 0 to QUANTITY_MAX. */
export function parseQuantity(text: string): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const quantity = Number(text);
  return quantity <= QUANTITY_MAX ? quantity : null;
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
    quantity: previewQuantity(fields),
    hasOptions: parseOptions(fields.options).length > 0,
    images: fields.images.slice(0, 2).map(({ url, alt }) => ({ url, alt: alt || name })),
    createdAt,
  };
}
