// The rules that turn the texts of a product's form into a product. The page, the server, and a file of products apply the
// same ones. Zero is a valid quantity.
import { type CategoryChoice, categoryMessage, categoryNamed } from "../../category/category.ts";
import { byName } from "../../text/fields.ts";
import { parseUrl } from "../../text/query-text.ts";
import type { ProductImage } from "../image.ts";
import { PRODUCT_IMAGES_MAX, tooManyImages } from "../image-upload.ts";
import { repeatedCodes } from "../options/code-owners.ts";
import { codeNames, type ItemCodes, parseCode } from "../options/item-codes.ts";
import { OPTION_LENGTH_MAX, OPTIONS_MAX } from "../options/option-names.ts";
import { noPriceTexts, parseOwnPrices, priceNames } from "../options/own-prices.ts";
import { optionTooLong } from "../options/rename-options.ts";
import {
  type AttributeName,
  attributeNames,
  attributes,
  DESCRIPTION_LENGTH_MIN,
  type ProductAttributes,
} from "../product-fields.ts";
import {
  ALT_LENGTH_MAX,
  codesIn,
  type ErrorKey,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  parseQuantity,
  pricesIn,
  QUANTITY_MAX,
  quantityMessage,
  type StockLine,
  stockBoxes,
} from "../product-form.ts";

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
  const refuse: Refuse = (key, message) => {
    if (message) errors[key] = message;
  };
  const isUnsold = fields.status !== "active";
  const mayLack = mayBeUnfinished && isUnsold;
  // Whole only when nothing is refused.
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
  const stock = stockLines(fields, refuse);
  Object.assign(errors, repeatedCodes(stock));
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  // Cut between characters, never inside of one.
  const shortened = (text: string) => [...text.trim()].slice(0, ALT_LENGTH_MAX).join("");
  const images = fields.images.map(({ url, alt }) => ({ url, alt: shortened(alt) }));
  return { ok: true, values: { ...values, images, stock } };
}

type Refuse = (key: ErrorKey, message: string | null) => void;

/** Units, codes, and own prices of each option. */
function stockLines(fields: ProductFields, refuse: Refuse): StockLine[] {
  return stockBoxes(fields).map(({ option, quantity }) => {
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
}

/** What an unfinished product holds instead of what it lacks; null for a field that has its text. */
function insteadOfLacking(name: AttributeName, fields: ProductFields): string | number | null {
  const text = fields[name].trim();
  if (name === "price") return text === "" ? 0 : null;
  if (name !== "description") return null;
  return attributes.description.parse(text, fields).ok || text.length > DESCRIPTION_LENGTH_MIN ? null : text;
}

function imagesError(images: ProductImage[]): string | null {
  if (images.length === 0) return "At least one image is required";
  if (images.length > PRODUCT_IMAGES_MAX) return tooManyImages;
  if (new Set(images.map((image) => image.url)).size < images.length)
    return "Each image can be added only once";
  return images.every((image) => isPictureUrl(image.url)) ? null : "Must be a valid URL";
}

/** A URL path of this shop or an absolute URL. */
function isPictureUrl(url: string): boolean {
  if (/\s/.test(url) || parseUrl(url, "http://shop.invalid") === null) return false;
  return /^\/(?![/\\])/.test(url) || /^https?:\/\//.test(url);
}

function optionsError(options: string): string | null {
  const names = options.split("|").map((name) => name.trim());
  if (new Set(names.filter(Boolean)).size > OPTIONS_MAX)
    return `A product can have at most ${OPTIONS_MAX} options`;
  const isLong = names.some((name) => [...name].length > OPTION_LENGTH_MAX);
  return isLong ? optionTooLong : null;
}

function quantityError(text: string): string {
  return /^\d+$/.test(text.trim())
    ? `Quantity must be at most ${QUANTITY_MAX.toLocaleString("en-US")}`
    : quantityMessage;
}
