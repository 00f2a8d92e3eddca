// A new product, often of another shop, is held to the rules of the form, but one thing that it can't have as the file says
// does not keep it out: it comes without, as a draft, and that is reported.

import type { CategoryChoice } from "../../category/category.ts";
import { checkProduct } from "../form/check-product.ts";
import { PRODUCT_IMAGES_MAX } from "../image-upload.ts";
import { codeFields } from "../options/item-codes.ts";
import { initialTexts, isAttribute } from "../product-fields.ts";
import type { ErrorKey, ProductErrors, ProductFields } from "../product-form.ts";

/** What was left out: its text in the file, and why. */
export type LostText = { key: ErrorKey; text: string; message: string };
export type NewCheck = { checked: ReturnType<typeof checkProduct>; lost: LostText[] };

export function checkNew(fields: ProductFields, categories: readonly CategoryChoice[]): NewCheck {
  const check = (each: ProductFields) =>
    checkProduct(each, { categories, mayLackImages: true, mayBeUnfinished: true });
  const given = check(fields);
  if (given.ok) return { checked: given, lost: [] };
  const draft = { ...fields, status: fields.status === "archived" ? "archived" : "draft" };
  const second = check(draft);
  const errors = second.ok ? {} : second.errors;
  const lost = [...Object.entries(errors), ...withSale(fields, errors)].flatMap(
    ([key, message]): LostText[] => {
      const text = textOf(fields, key as ErrorKey);
      return text === null ? [] : [{ key: key as ErrorKey, text: short(text), message: message ?? "" }];
    },
  );
  if (fields.status !== draft.status)
    lost.unshift({ key: "status", text: fields.status, message: Object.values(given.errors)[0] ?? "" });
  return { checked: check(lost.reduce((rest, { key }) => without(rest, key), draft)), lost };
}

const short = (text: string) => [...text].slice(0, 40).join("");

/** What an error is about; null for what no product can be without. */
function textOf(fields: ProductFields, key: ErrorKey): string | null {
  if (key === "images") return `Picture ${PRODUCT_IMAGES_MAX + 1}`;
  if (isAttribute(key)) return key === "name" ? null : fields[key];
  const { list, name, option } = partOf(key);
  const line = list && fields[list].find((each) => each.option === option);
  return (line as Record<string, string> | undefined)?.[name] ?? null;
}

/** "sku:M" → the SKU of M among the codes. */
function partOf(key: ErrorKey): { list: "codes" | "prices" | null; name: string; option: string } {
  const at = key.indexOf(":");
  const [name, option] = [key.slice(0, at), key.slice(at + 1)];
  if (Object.hasOwn(codeFields, name)) return { list: "codes", name, option };
  return { list: name === "price" || name === "salePrice" ? "prices" : null, name, option };
}

/** A sale whose days can't be read would begin today, or never end: all of it goes with them. */
function withSale(fields: ProductFields, errors: ProductErrors): [ErrorKey, string][] {
  const message = errors.saleStartsAt ?? errors.saleEndsAt;
  if (message === undefined) return [];
  const own = fields.prices.filter(({ salePrice }) => salePrice !== "");
  const keys: ErrorKey[] = [
    ...saleNames.filter((name) => fields[name] !== ""),
    ...own.map(({ option }): ErrorKey => `salePrice:${option}`),
  ];
  return keys.filter((key) => errors[key] === undefined).map((key) => [key, message]);
}

const saleNames = ["salePrice", "saleStartsAt", "saleEndsAt"] as const;

function without(fields: ProductFields, key: ErrorKey): ProductFields {
  if (key === "images") return { ...fields, images: fields.images.slice(0, PRODUCT_IMAGES_MAX) };
  if (key === "status") return fields;
  if (isAttribute(key)) return { ...fields, [key]: initialTexts[key] };
  const { list, name, option } = partOf(key);
  if (!list) return fields;
  const lines = fields[list].map((line) => (line.option === option ? { ...line, [name]: "" } : line));
  return { ...fields, [list]: lines };
}
