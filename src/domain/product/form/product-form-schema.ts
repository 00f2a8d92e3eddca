// The product form as the page and the server read it: its fields with their labels, and what is wrong with each. Its lists
// have a row for each option, which belongs to the option by its name as it is stored.
import * as z from "zod";
import type { CategoryChoice } from "../../category/category.ts";
import { labeled } from "../../form/form-fields.ts";
import type { FormErrors, FormValues } from "../../form/form-saved.ts";
import { byName, parseJson } from "../../text/fields.ts";
import type { ProductImage } from "../image.ts";
import { noCodes } from "../options/item-codes.ts";
import { parseOptions } from "../options/option-names.ts";
import { attributes, isAttribute, productFields } from "../product-fields.ts";
import {
  emptyFields,
  fieldsOf,
  hasLines,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  type SentFields,
  type TextName,
  textNames,
  textOf,
} from "../product-form.ts";
import { checkForm } from "./check-form.ts";
import { withoutDifferences } from "./typed-counts.ts";

const text = (keepsLines = false) => z.unknown().transform((value) => textOf(value, keepsLines));

/** Rows of texts. `inWords`: a row as it is told to a second tab; "" for one that says nothing. */
function rows<Row extends Record<string, string>>(
  label: string,
  names: (keyof Row & string)[],
  inWords: (row: Row) => string,
) {
  const listed = z
    .unknown()
    .transform((sent) =>
      Array.isArray(sent) ? sent.map((row) => byName<Row>(names, (name) => textOf(row?.[name]))) : [],
    );
  const words = (value: unknown) =>
    [value]
      .flat()
      .flatMap((each) => (each ? inWords(each as Row) || [] : []))
      .join(", ");
  return labeled(label, listed.optional(), words);
}

const ofOption = ({ option, ...texts }: { option: string; [name: string]: string }) => {
  const said = Object.values(texts).filter(Boolean).join(" / ");
  return said && (option === "" ? said : `${option}: ${said}`);
};

/** The pictures are sent as one text. */
const images = labeled(productFields.images.label, z.unknown().transform(picturesIn).optional(), (value) => {
  const pictures = picturesIn(value);
  const alts = pictures.flatMap(({ alt }) => alt || []).join(", ");
  return `${pictures.length} image(s)${alts && ` (${alts})`}`;
});

const labelOf = (name: TextName) => {
  if (!isAttribute(name)) return productFields[name].label;
  const { label, title = label } = attributes[name] as { label: string; title?: string };
  return title;
};

/** Its fields. One that is not sent stays as it is stored. */
const productFormFields = z.object({
  ...byName<Record<TextName, z.ZodOptional<z.ZodType<string>>>>(textNames, (name) =>
    labeled(labelOf(name), text(hasLines(name)).optional()),
  ),
  images,
  stock: rows<ProductFields["stock"][number]>("Stock", ["option", "quantity"], ofOption),
  codes: rows<ProductFields["codes"][number]>("Codes", ["option", "sku", "gtin", "mpn"], ofOption),
  prices: rows<ProductFields["prices"][number]>(
    "Prices of options",
    ["option", "price", "salePrice"],
    ofOption,
  ),
  renames: rows<ProductFields["renames"][number]>("Names of options", ["from", "to"], ({ from, to }) =>
    from === to ? "" : `${from}: ${to}`,
  ),
});

/** The same with all that is wrong with a form that is sent as a whole. */
export const productForm = (categories: readonly CategoryChoice[]) =>
  productFormFields.superRefine((sent, context) => {
    const fields = { ...emptyFields, ...sentFields(sent) };
    const checked = checkForm(withoutDifferences(fields), { categories, stored: [] });
    if (checked.ok) return;
    for (const [name, message] of Object.entries(namedErrors(checked.errors, fields)))
      context.addIssue({ code: "custom", path: pathOf(name), message: message ?? "" });
  });

/** What a form says, without the fields that it did not send. */
export function readProductForm(sent: FormValues): SentFields {
  return sentFields(productFormFields.parse(sent));
}

function sentFields(sent: z.output<typeof productFormFields>): SentFields {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/** A product as the form shows it. */
export function productFormOf(product: ProductValues): FormValues {
  return formOf(fieldsOf(product));
}

/** The form of a new product. */
export function newProductForm(category: string): FormValues {
  return formOf({ ...emptyFields, category, codes: [{ ...noCodes, option: "" }] });
}

export function formOf(fields: ProductFields): FormValues {
  const renames = parseOptions(fields.options).map((option) => ({ from: option, to: option }));
  return { ...fields, images: picturesText(fields.images), renames };
}

export function picturesText(pictures: readonly ProductImage[]): string {
  return JSON.stringify(pictures.map(({ url, alt }) => ({ url, alt })));
}

/** Pictures from their text; whatever else is in it is left out. */
export function picturesIn(sent: unknown): ProductImage[] {
  const list = Array.isArray(sent) ? sent : parseJson(sent);
  if (!Array.isArray(list)) return [];
  return list.map((each) => ({ url: textOf(each?.url), alt: textOf(each?.alt) }));
}

const fieldOfKey: Record<string, string> = {
  stock: "stock[].quantity",
  rename: "renames[].to",
  ...{ sku: "codes[].sku", gtin: "codes[].gtin", mpn: "codes[].mpn" },
  ...{ price: "prices[].price", salePrice: "prices[].salePrice" },
};

/** Errors at the names of the form's fields: that of "stock:M" at "stock[1].quantity". */
export function namedErrors(errors: ProductErrors, { options }: Pick<ProductFields, "options">): FormErrors {
  const listed = parseOptions(options);
  const named: Record<string, string> = {};
  for (const [key, message] of Object.entries(errors)) {
    const [, kind = "", option = ""] = /^([a-zA-Z]+):(.*)$/s.exec(key) ?? [];
    const row = option === "" ? 0 : listed.indexOf(option);
    const field = fieldOfKey[kind]?.replace("[]", `[${row}]`) ?? key;
    named[row < 0 ? "options" : field] ??= message ?? "";
  }
  return named;
}

/** "stock[1].quantity" → ["stock", 1, "quantity"] */
function pathOf(name: string): (string | number)[] {
  const [, list, row, field] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
  return list && field ? [list, Number(row), field] : [name];
}
