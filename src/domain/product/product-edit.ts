// Two people, or two tabs, may edit one product. A form carries the fields it was opened with (its base), so
// the server can tell three things apart: what this editor changed, what somebody else changed in the
// meantime, and what nobody touched. Only this editor's changes are written, so that saving a new description
// never undoes a sale that was made while the form was open.
import * as z from "zod/mini";
import { parseJson } from "../text/fields.ts";
import { withoutControls } from "../text/one-line.ts";
import { sameValues } from "../text/same-values.ts";
import { heldMessage, stillHeldMessage } from "./bulk-edit.ts";
import { parseOptions } from "./product.ts";
import { inWords } from "./product-attribute.ts";
import { attributes, type FieldName, fieldNames, isAttribute, productFields } from "./product-fields.ts";
import {
  type EditableProduct,
  type ErrorKey,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  quantityOf,
  stockBoxes,
  type TextName,
  textNames,
} from "./product-form.ts";

export type SentFields = Partial<ProductFields>;

/** One change by somebody else, in words. */
export type FieldChange = { field: FieldName; label: string; was: string; now: string };

/** Reads a posted form. A field that was not sent is absent. Nothing is refused here. */
export function readProductFields(form: FormData): SentFields {
  const sent: SentFields = {};
  for (const name of textNames) {
    if (form.has(name)) sent[name] = textOf(form.get(name), hasLines(name));
  }
  if (form.has("images")) {
    sent.images = pairsOf(form, "imageUrl", "imageAlt").map(([url, alt]) => ({ url, alt }));
  }
  if (form.has("stockOption")) {
    const pairs = pairsOf(form, "stockOption", "stockQuantity");
    sent.stock = pairs.map(([option, quantity]) => ({ option, quantity }));
  }
  return sent;
}

/** The texts of two fields that a form repeats side by side. */
function pairsOf(form: FormData, first: string, second: string): [string, string][] {
  const seconds = form.getAll(second);
  return form.getAll(first).map((text, index) => [textOf(text), textOf(seconds[index])]);
}

export function hasLines(name: string): boolean {
  return isAttribute(name) && attributes[name].input.kind === "text";
}

/** Text without control characters, with line breaks as the browser's text areas hold them. */
export function textOf(value: unknown, keepsLines = false): string {
  return typeof value === "string" ? withoutControls(value, { keepsLines }) : "";
}

const baseShape = z.object({
  ...(Object.fromEntries(textNames.map((name) => [name, z.string()])) as Record<TextName, z.ZodMiniString>),
  images: z.array(z.object({ url: z.string(), alt: z.string() })),
  stock: z.array(z.object({ option: z.string(), quantity: z.string() })),
});

/** The fields a form was opened with, or null if they cannot be read. */
export function parseBase(text: unknown): ProductFields | null {
  return baseShape.safeParse(parseJson(text)).data ?? null;
}

/** The sent fields that differ from the base; for stock, the boxes that differ. Without a base, all. */
export function touchedFields(sent: SentFields, base: ProductFields | null): SentFields {
  if (!base) return sent;
  const touched: SentFields = {};
  for (const name of fieldNames) {
    if (sent[name] === undefined || name === "stock" || isSame(sent[name], base[name])) continue;
    Object.assign(touched, { [name]: sent[name] });
  }
  const boxes = sent.stock?.filter((box) => box.quantity.trim() !== quantityOf(base.stock, box.option));
  if (boxes && boxes.length > 0) touched.stock = boxes;
  return touched;
}

/** The stored product's fields, overlaid with the touched ones. */
export function withTouched(current: ProductFields, touched: SentFields): ProductFields {
  const stock = [...(touched.stock ?? [])];
  for (const box of current.stock) if (!stock.some(({ option }) => option === box.option)) stock.push(box);
  return { ...current, ...touched, stock };
}

/** How a product differs now from what a form was opened with. Stock is compared box by box. */
export function changesBetween(base: ProductFields, now: ProductFields): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of fieldNames) {
    if (field === "stock" || field === "quantity" || isSame(base[field], now[field])) continue;
    const [was, is] = [wordsOf(base, field), wordsOf(now, field)];
    // Pictures in another order, or texts that differ after their first words.
    changes.push({ field, label: productFields[field].label, was, now: was === is ? `${is}, changed` : is });
  }
  return [...changes, ...stockChanges(base, now)];
}

/**
 * Stock that this editor wants to set although it has changed since the form was opened. Sales do not
 * increase the product's version, so they are found here.
 */
export function contestedStock(base: ProductFields, now: ProductFields, touched: SentFields): FieldChange[] {
  const wanted = new Set(touched.stock?.map((box) => box.option) ?? []);
  if (touched.quantity !== undefined) wanted.add("");
  return stockChanges(base, now).filter(
    (change) => wanted.has(change.option) && change.was !== "" && change.now !== "",
  );
}

/** Stock can't go below what shoppers who are paying hold: an error for each option that would. */
export function heldErrors(current: EditableProduct, values: ProductValues): ProductErrors {
  const errors: ProductErrors = {};
  for (const { variation, held } of current.stock.filter((line) => line.held > 0)) {
    const wanted = values.stock.find((line) => line.variation === variation);
    const key: ErrorKey = variation === "" ? "quantity" : `stock:${variation}`;
    if (!wanted) errors.options = stillHeldMessage(variation, held);
    else if (wanted.onHand < held) errors[key] = heldMessage(held);
  }
  return errors;
}

function stockChanges(base: ProductFields, now: ProductFields): (FieldChange & { option: string })[] {
  const before = new Map(stockBoxes(base).map((box) => [box.option, box.quantity]));
  return stockBoxes(now).flatMap(({ option, quantity }) => {
    const was = before.get(option);
    if (was === undefined || was === quantity) return [];
    const field: FieldName = option === "" ? "quantity" : "stock";
    const name = productFields[field].label;
    const label = option === "" ? name : `${name} of ${option}`;
    return [{ field, label, was, now: quantity, option }];
  });
}

/** The editor's fields, with the other editor's where those changed; stock box by box. */
export function withTheirs(mine: ProductFields, base: ProductFields, theirs: ProductFields): ProductFields {
  const result = { ...mine };
  for (const { field } of changesBetween(base, theirs)) {
    if (field !== "stock") Object.assign(result, { [field]: theirs[field] });
  }
  const changed = new Set(stockChanges(base, theirs).map((change) => change.option));
  const options = new Set([...parseOptions(result.options), ...mine.stock.map((box) => box.option)]);
  result.stock = [...options].map((option) => {
    const isMine = !changed.has(option) && mine.stock.some((box) => box.option === option);
    return { option, quantity: quantityOf((isMine ? mine : theirs).stock, option) };
  });
  return result;
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? a.trim() === b.trim() : sameValues(a, b);
}

function wordsOf(fields: ProductFields, field: Exclude<FieldName, "stock">): string {
  if (field === "images") return `${fields.images.length} image(s)`;
  return inWords(fields[field], isAttribute(field) ? attributes[field].input : undefined);
}
