// What a file, or a table of drafts, changes of a product: the fields that differ from the stored ones, what they were and
// are in words, and what stock can't be. A field that was not sent is left alone.

import { byName } from "../text/fields.ts";
import { sameValues } from "../text/same-values.ts";
import { heldMessage, stillHeldMessage } from "./options/held-messages.ts";
import { codeFields, codeNames, codesOf, type ItemCodes } from "./options/item-codes.ts";
import { type PriceTexts, priceLabels, priceNames } from "./options/own-prices.ts";
import type { OptionRename } from "./options/rename-options.ts";
import { inWords } from "./product-attribute.ts";
import { attributes, type FieldName, fieldNames, isAttribute, productFields } from "./product-fields.ts";
import {
  codesIn,
  type EditableProduct,
  type ErrorKey,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  pricesIn,
  quantityOf,
  type SentFields,
  stockBoxes,
} from "./product-form.ts";

/** Fields of options, which are compared option by option. */
type Special = "stock" | "codes" | "prices" | "renames";

function isSpecial(field: FieldName): field is Special {
  return field === "stock" || field === "codes" || field === "prices" || field === "renames";
}

/** One change, in words. */
export type FieldChange = { field: FieldName; label: string; was: string; now: string };

/** The sent fields that differ from the base; for stock, codes, and prices, the lines that differ. */
export function touchedFields(sent: SentFields, base: ProductFields): SentFields {
  const touched: SentFields = {};
  for (const name of fieldNames) {
    if (sent[name] === undefined || isSpecial(name)) continue;
    if (isSame(sent[name], base[name])) continue;
    Object.assign(touched, { [name]: sent[name] });
  }
  const boxes = sent.stock?.filter((box) => box.quantity.trim() !== quantityOf(base.stock, box.option));
  if (boxes && boxes.length > 0) touched.stock = boxes;
  const codes = sent.codes?.filter(
    (line) => !sameValues(trimmed(codesOf(line)), codesOf(codesIn(base.codes, line.option))),
  );
  if (codes && codes.length > 0) touched.codes = codes;
  const prices = sent.prices?.filter((line) => !isSamePrice(line, pricesIn(base.prices, line.option)));
  if (prices && prices.length > 0) touched.prices = prices;
  return touched;
}

/** The stored product's fields, overlaid with the touched ones. */
export function withTouched(current: ProductFields, touched: SentFields): ProductFields {
  const stock = overlaid(current.stock, touched.stock);
  const codes = overlaid(current.codes, touched.codes);
  const prices = overlaid(current.prices, touched.prices);
  return { ...current, ...touched, stock, codes, prices };
}

/** What is touched of some options, and the rest as it is. */
function overlaid<T extends { option: string }>(current: T[], touched: T[] = []): T[] {
  return [...touched, ...current.filter((line) => !touched.some(({ option }) => option === line.option))];
}

function isSamePrice(a: PriceTexts, b: PriceTexts): boolean {
  return priceNames.every((name) => a[name].trim() === b[name].trim());
}

function trimmed(codes: ItemCodes): ItemCodes {
  return byName<ItemCodes>(codeNames, (name) => codes[name].trim());
}

/** How a product differs from what it was. Stock is compared option by option. */
export function changesBetween(base: ProductFields, now: ProductFields): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of fieldNames) {
    if (isSpecial(field) || field === "quantity") continue;
    if (isSame(base[field], now[field])) continue;
    const [was, is] = [wordsOf(base, field), wordsOf(now, field)];
    // Pictures in another order, or texts that differ after their first words.
    changes.push({ field, label: productFields[field].label, was, now: was === is ? `${is}, changed` : is });
  }
  return [...changes, ...stockChanges(base, now), ...codeChanges(base, now), ...priceChanges(base, now)];
}

/**
 * Stock can't go below what shoppers who are paying hold: an error for each option that would. `renames`: those that
 * `values` has under a new name.
 */
export function heldErrors(
  current: EditableProduct,
  values: ProductValues,
  renames: OptionRename[] = [],
): ProductErrors {
  const errors: ProductErrors = {};
  for (const { variation, held } of current.stock.filter((line) => line.held > 0)) {
    const name = renames.find(({ from }) => from === variation)?.to ?? variation;
    const wanted = values.stock.find((line) => line.variation === name);
    const key: ErrorKey = variation === "" ? "quantity" : `stock:${variation}`;
    if (!wanted) errors.options = stillHeldMessage(variation, held);
    else if (wanted.onHand < held) errors[key] = heldMessage(held);
  }
  return errors;
}

function stockChanges(base: ProductFields, now: ProductFields): FieldChange[] {
  const before = new Map(stockBoxes(base).map((box) => [box.option, box.quantity]));
  return stockBoxes(now).flatMap(({ option, quantity }) => {
    const was = before.get(option);
    if (was === undefined || was === quantity) return [];
    const field: FieldName = option === "" ? "quantity" : "stock";
    const name = productFields[field].label;
    const label = option === "" ? name : `${name} of ${option}`;
    return [{ field, label, was, now: quantity }];
  });
}

/** Options that came or went are changes of the options. */
function codeChanges(base: ProductFields, now: ProductFields): FieldChange[] {
  return now.codes.flatMap(({ option, ...codes }) => {
    if (!base.codes.some((line) => line.option === option)) return [];
    const before = codesIn(base.codes, option);
    return codeNames.flatMap((name) => {
      if (codes[name] === before[name]) return [];
      const code = codeFields[name].name;
      const label = option === "" ? code : `${code} of ${option}`;
      return [{ field: "codes" as const, label, was: before[name] || "none", now: codes[name] || "none" }];
    });
  });
}

function priceChanges(base: ProductFields, now: ProductFields): FieldChange[] {
  return now.prices.flatMap(({ option, ...prices }) => {
    if (!base.prices.some((line) => line.option === option)) return [];
    const before = pricesIn(base.prices, option);
    return priceNames.flatMap((name) => {
      if (prices[name] === before[name]) return [];
      const [was, is] = [before[name], prices[name]].map((text) =>
        text === "" ? "the product's" : `$${text}`,
      );
      const label = `${priceLabels[name]} of ${option}`;
      return [{ field: "prices" as const, label, was: was ?? "", now: is ?? "" }];
    });
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? a.trim() === b.trim() : sameValues(a, b);
}

function wordsOf(fields: ProductFields, field: Exclude<FieldName, Special>): string {
  if (field === "images") return `${fields.images.length} image(s)`;
  return inWords(fields[field], isAttribute(field) ? attributes[field].input : undefined);
}
