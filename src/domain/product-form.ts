// The product form: what the owner types, as text, and the rules that turn it into a product. Browser and
// server apply the same rules, the server to what the stored product would become. A field that a form does
// not send is left alone, and zero is a quantity like any other.

import type { ProductImage } from "./image.ts";
import { PRODUCT_IMAGES_MAX, tooManyImages } from "./image-upload.ts";
import { type Cents, CHARGE_MAX, formatDollars, formatMoney } from "./money.ts";
import { parseDollars } from "./money-input.ts";
import { type Category, categories, OPTIONS_MAX, type ProductSummary, parseOptions } from "./product.ts";

export const productStatuses = ["active", "draft", "archived"] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const productStatusLabels: Record<ProductStatus, string> = {
  active: "Active",
  draft: "Draft",
  archived: "Archived",
};

export const NAME_LENGTH_MIN = 2;
export const NAME_LENGTH_MAX = 200;
export const DESCRIPTION_LENGTH_MIN = 10;
export const DESCRIPTION_LENGTH_MAX = 5_000;
export const QUANTITY_MAX = 1_000_000;
export const OPTION_LENGTH_MAX = 40;
export const ALT_LENGTH_MAX = 250;

export const quantityMessage = "Quantity must be a non-negative integer";
export const salePriceMessage = "Sale price must be below the price";

/** Pieces on the shelf of one option; variation "" stands for a product without options. */
export type StockLine = { variation: string; onHand: number };

/** A product as the owner edits it. */
export type EditableProduct = {
  id: string;
  /** Counts up with every change by the owner. */
  version: number;
  status: ProductStatus;
  name: string;
  price: Cents;
  salePrice: Cents | null;
  category: Category;
  description: string;
  /** At least one line. `held` of them belong to shoppers who are paying right now. */
  stock: (StockLine & { held: number })[];
  /** The main picture first. */
  images: ProductImage[];
  wasSold: boolean;
  createdAt: string;
};

/** What a whole, valid form says. */
export type ProductValues = Pick<
  EditableProduct,
  "status" | "name" | "price" | "salePrice" | "category" | "description" | "images"
> & { stock: StockLine[] };

/** The form's content as text. */
export type ProductFields = {
  name: string;
  price: string;
  salePrice: string;
  category: string;
  status: string;
  description: string;
  images: ProductImage[];
  /** Separated by pipes, "" for a product without options. */
  options: string;
  /** Pieces of each option; may hold more options than `options` names. */
  stock: { option: string; quantity: string }[];
  /** Pieces of a product without options. */
  quantity: string;
};

export type FieldName = keyof ProductFields;
export type ErrorKey = FieldName | `stock:${string}`;
export type ProductErrors = Partial<Record<ErrorKey, string>>;

export const emptyFields: ProductFields = {
  name: "",
  price: "",
  salePrice: "",
  category: "HATS",
  status: "active",
  description: "",
  images: [],
  options: "",
  stock: [],
  quantity: "",
};

/** A stored product → the text in its form. */
export function fieldsOf(product: EditableProduct): ProductFields {
  const options = product.stock.filter((line) => line.variation !== "");
  const plain = product.stock.find((line) => line.variation === "");
  return {
    name: product.name,
    price: formatDollars(product.price),
    salePrice: product.salePrice === null ? "" : formatDollars(product.salePrice),
    category: product.category,
    status: product.status,
    description: product.description,
    images: product.images,
    options: options.map((line) => line.variation).join("|"),
    stock: options.map(({ variation, onHand }) => ({ option: variation, quantity: String(onHand) })),
    quantity: options.length === 0 && plain ? String(plain.onHand) : "",
  };
}

/** The product as a checked form would say it, its keys in the order of checkProduct's. */
export function valuesOf(product: EditableProduct): ProductValues {
  const { name, price, salePrice, category, status, description, images, stock } = product;
  const lines = stock.map(({ variation, onHand }) => ({ variation, onHand }));
  return { name, price, salePrice, category, status, description, images, stock: lines };
}

/** The boxes for stock that the form shows: one per option, or one with option "". */
export function stockBoxes(fields: Pick<ProductFields, "options" | "stock" | "quantity">) {
  const options = parseOptions(fields.options);
  if (options.length === 0) return [{ option: "", quantity: fields.quantity }];
  return options.map((option) => ({ option, quantity: quantityOf(fields.stock, option) }));
}

export function quantityOf(stock: ProductFields["stock"], option: string): string {
  return stock.find((line) => line.option === option)?.quantity ?? "";
}

export type FormCheck = { ok: true; values: ProductValues } | { ok: false; errors: ProductErrors };

/**
 * Applies every rule of the form. Errors come in the order of the fields. A list of products may bring drafts
 * that get their pictures later; the form itself always wants one.
 */
export function checkProduct(fields: ProductFields, { mayLackImages = false } = {}): FormCheck {
  const errors: ProductErrors = {};
  const refuse = (key: ErrorKey, message: string | null) => {
    if (message) errors[key] = message;
  };
  const name = fields.name.trim().replace(/\s+/g, " ");
  const description = fields.description.trim();
  const price = parseDollars(fields.price);
  const salePrice = fields.salePrice.trim() === "" ? null : parseDollars(fields.salePrice);
  const category = categories.find((known) => known === fields.category);
  const status = productStatuses.find((known) => known === fields.status);
  refuse("name", nameError(name));
  refuse("price", priceError(price));
  refuse("salePrice", salePriceError(fields.salePrice, salePrice, price));
  if (!category) refuse("category", "Category must be Hats or Shirts");
  if (!status) refuse("status", "Status must be Active, Draft or Archived");
  refuse("description", descriptionError(description));
  const lacksImages = mayLackImages && fields.images.length === 0 && status !== "active";
  refuse("images", lacksImages ? null : imagesError(fields.images));
  refuse("options", optionsError(fields.options));
  const stock = stockBoxes(fields).map(({ option, quantity }) => {
    const onHand = parseQuantity(quantity);
    if (onHand === null) refuse(option === "" ? "quantity" : `stock:${option}`, quantityError(quantity));
    return { variation: option, onHand: onHand ?? 0 };
  });
  if (Object.keys(errors).length > 0 || price === null || !category || !status) return { ok: false, errors };
  const images = fields.images.map(({ url, alt }) => ({ url, alt: shortened(alt.trim(), ALT_LENGTH_MAX) }));
  return { ok: true, values: { name, price, salePrice, category, status, description, images, stock } };
}

/** At most so many characters, none of them cut in half. */
function shortened(text: string, lengthMax: number): string {
  return [...text].slice(0, lengthMax).join("");
}

function nameError(name: string): string | null {
  const length = [...name].length;
  if (length < NAME_LENGTH_MIN) return "Name must be at least 2 characters long";
  return length > NAME_LENGTH_MAX ? `Name must be at most ${NAME_LENGTH_MAX} characters long` : null;
}

function priceError(price: Cents | null): string | null {
  if (price === null || price <= 0) return "Price must be a positive number";
  return price > CHARGE_MAX ? `Price must be at most ${formatMoney(CHARGE_MAX)}` : null;
}

function salePriceError(text: string, salePrice: Cents | null, price: Cents | null): string | null {
  if (text.trim() === "") return null;
  if (salePrice === null || salePrice <= 0) return "Sale price must be a positive number";
  return price !== null && price > 0 && salePrice >= price ? salePriceMessage : null;
}

function descriptionError(description: string): string | null {
  const length = [...description].length;
  if (length < DESCRIPTION_LENGTH_MIN) return "Description must be at least 10 characters long";
  if (length <= DESCRIPTION_LENGTH_MAX) return null;
  return `Description must be at most ${DESCRIPTION_LENGTH_MAX} characters long`;
}

function imagesError(images: ProductImage[]): string | null {
  if (images.length === 0) return "At least one image is required";
  if (images.length > PRODUCT_IMAGES_MAX) return tooManyImages;
  if (new Set(images.map((image) => image.url)).size < images.length) return "An image is there twice";
  return images.every((image) => isPictureAddress(image.url)) ? null : "Must be a valid URL";
}

/** A path of this shop or a whole web address. */
function isPictureAddress(url: string): boolean {
  if (/\s/.test(url) || !URL.canParse(url, "http://shop.invalid")) return false;
  return /^\/(?![/\\])/.test(url) || /^https?:\/\//.test(url);
}

function optionsError(options: string): string | null {
  const names = options.split("|").map((name) => name.trim());
  if (new Set(names.filter(Boolean)).size > OPTIONS_MAX) return `At most ${OPTIONS_MAX} options are possible`;
  const isLong = names.some((name) => [...name].length > OPTION_LENGTH_MAX);
  return isLong ? `An option must be at most ${OPTION_LENGTH_MAX} characters long` : null;
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

/** All messages together: 'Validation error: …'. A message that several fields have is said once. */
export function validationError(errors: ProductErrors): string {
  return `Validation error: ${[...new Set(Object.values(errors))].join(", ")}`;
}

/** How the card in the shop would look with what the form says so far; what is not valid yet is left out. */
export function previewOf(fields: ProductFields, createdAt: string): ProductSummary {
  const price = parseDollars(fields.price) ?? 0;
  const salePrice = parseDollars(fields.salePrice);
  const name = fields.name.trim() || "Product name";
  return {
    id: "preview",
    name,
    category: categories.find((known) => known === fields.category) ?? "SHIRTS",
    price,
    salePrice: salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : null,
    quantity: stockBoxes(fields).reduce((sum, box) => sum + (parseQuantity(box.quantity) ?? 0), 0),
    hasOptions: parseOptions(fields.options).length > 0,
    images: fields.images.slice(0, 2).map(({ url, alt }) => ({ url, alt: alt || name })),
    createdAt,
  };
}
