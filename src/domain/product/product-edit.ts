// Two people, or two tabs, may edit one product. A form carries the fields it was opened with (its base), so
// the server can tell three things apart: what this editor changed, what somebody else changed in the
// meantime, and what nobody touched. Only this editor's changes are written, so that saving a new description
// never undoes a sale that was made while the form was open.
import * as z from "zod/mini";
import { byName, parseJson } from "../text/fields.ts";
import { withoutControls } from "../text/one-line.ts";
import { sameValues } from "../text/same-values.ts";
import { heldMessage, stillHeldMessage } from "./options/held-messages.ts";
import { type CodeName, codeFields, codeNames, codesOf, type ItemCodes } from "./options/item-codes.ts";
import { parseOptions } from "./options/option-names.ts";
import { type PriceTexts, priceLabels, priceNames } from "./options/own-prices.ts";
import { type OptionRename, optionNameOf, wantedRenames, withRenames } from "./options/rename-options.ts";
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
  stockBoxes,
  type TextName,
  textNames,
} from "./product-form.ts";

export type SentFields = Partial<ProductFields>;

/** Fields of options, which are compared option by option. */
type Special = "stock" | "codes" | "prices" | "renames";

function isSpecial(field: FieldName): field is Special {
  return field === "stock" || field === "codes" || field === "prices" || field === "renames";
}

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
  if (form.has("codeOption")) {
    const all = byName<Record<CodeName, FormDataEntryValue[]>>(codeNames, (name) => form.getAll(name));
    sent.codes = form.getAll("codeOption").map((option, index) => ({
      option: textOf(option),
      ...byName<ItemCodes>(codeNames, (name) => textOf(all[name][index])),
    }));
  }
  if (form.has("priceOption")) {
    const all = byName<Record<keyof PriceTexts, FormDataEntryValue[]>>(priceNames, (name) =>
      form.getAll(`${name}OfOption`),
    );
    sent.prices = form.getAll("priceOption").map((option, index) => ({
      option: textOf(option),
      ...byName<PriceTexts>(priceNames, (name) => textOf(all[name][index])),
    }));
  }
  if (form.has("renameFrom")) {
    sent.renames = pairsOf(form, "renameFrom", "renameTo").map(([from, to]) => ({ from, to }));
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
  renames: z.array(z.object({ from: z.string(), to: z.string() })),
  codes: z.array(z.object({ option: z.string(), sku: z.string(), gtin: z.string(), mpn: z.string() })),
  prices: z.array(z.object({ option: z.string(), price: z.string(), salePrice: z.string() })),
});

/** The fields a form was opened with, or null if they cannot be read. */
export function parseBase(text: unknown): ProductFields | null {
  return baseShape.safeParse(parseJson(text)).data ?? null;
}

/** The sent fields that differ from the base; for stock and codes, the boxes that differ. Without a base, all. */
export function touchedFields(sent: SentFields, base: ProductFields | null): SentFields {
  if (!base) return sent;
  const touched: SentFields = {};
  for (const name of fieldNames) {
    if (sent[name] === undefined || isSpecial(name)) continue;
    if (isSame(sent[name], base[name])) continue;
    Object.assign(touched, { [name]: sent[name] });
  }
  const boxes = sent.stock?.filter((box) => box.quantity.trim() !== quantityOf(base.stock, box.option));
  if (boxes && boxes.length > 0) touched.stock = boxes;
  const renames = sent.renames?.filter(({ from, to }) => optionNameOf(to) !== from);
  if (renames && renames.length > 0) touched.renames = renames;
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

/** How a product differs now from what a form was opened with. Stock is compared box by box. */
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
 * Stock that this editor wants to set, or to take off with its option, although it has changed since the form was opened:
 * the pieces of an option that goes away may be counted in a new one. Sales do not increase the product's version, so
 * they are found here.
 */
export function contestedStock(base: ProductFields, now: ProductFields, touched: SentFields): FieldChange[] {
  const wanted = new Set(touched.stock?.map((box) => box.option) ?? []);
  if (touched.quantity !== undefined) wanted.add("");
  const kept = new Set(stockBoxes(withTouched(now, touched)).map((box) => box.option));
  return stockChanges(base, now).filter(
    ({ option, was, now }) => (wanted.has(option) || !kept.has(option)) && was !== "" && now !== "",
  );
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

/** Counts that this editor has left alone follow the product: a sale is nobody's edit, to be saved over. */
export function withCountsNow(mine: ProductFields, base: ProductFields, now: ProductFields): ProductFields {
  const changes = stockChanges(base, now);
  const countOf = (option: string, typed: string) =>
    changes.find((change) => change.option === option && change.was === typed.trim())?.now ?? typed;
  return {
    ...mine,
    quantity: countOf("", mine.quantity),
    stock: mine.stock.map(({ option, quantity }) => ({ option, quantity: countOf(option, quantity) })),
  };
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

/** Options that came or went are changes of the options. */
function codeChanges(base: ProductFields, now: ProductFields): (FieldChange & { option: string })[] {
  return now.codes.flatMap(({ option, ...codes }) => {
    if (!base.codes.some((line) => line.option === option)) return [];
    const before = codesIn(base.codes, option);
    return codeNames.flatMap((name) => {
      if (codes[name] === before[name]) return [];
      const code = codeFields[name].name;
      const label = option === "" ? code : `${code} of ${option}`;
      return [
        { field: "codes" as const, label, was: before[name] || "none", now: codes[name] || "none", option },
      ];
    });
  });
}

function priceChanges(base: ProductFields, now: ProductFields): (FieldChange & { option: string })[] {
  return now.prices.flatMap(({ option, ...prices }) => {
    if (!base.prices.some((line) => line.option === option)) return [];
    const before = pricesIn(base.prices, option);
    return priceNames.flatMap((name) => {
      if (prices[name] === before[name]) return [];
      const [was, is] = [before[name], prices[name]].map((text) =>
        text === "" ? "the product's" : `$${text}`,
      );
      const label = `${priceLabels[name]} of ${option}`;
      return [{ field: "prices" as const, label, was: was ?? "", now: is ?? "", option }];
    });
  });
}

/** The editor's fields, with the other editor's where those changed; stock box by box. */
export function withTheirs(mine: ProductFields, base: ProductFields, theirs: ProductFields): ProductFields {
  const result = { ...mine };
  for (const { field } of changesBetween(base, theirs)) {
    if (!isSpecial(field)) Object.assign(result, { [field]: theirs[field] });
  }
  const changed = new Set(stockChanges(base, theirs).map((change) => change.option));
  const recoded = new Set(codeChanges(base, theirs).map((change) => change.option));
  const options = new Set([...parseOptions(result.options), ...mine.stock.map((box) => box.option)]);
  result.stock = [...options].map((option) => {
    const isMine = !changed.has(option) && mine.stock.some((box) => box.option === option);
    return { option, quantity: quantityOf((isMine ? mine : theirs).stock, option) };
  });
  result.codes = [...new Set([...options, ...mine.codes.map((line) => line.option)])].map((option) => {
    const isMine = !recoded.has(option) && mine.codes.some((line) => line.option === option);
    return { option, ...codesOf(codesIn((isMine ? mine : theirs).codes, option)) };
  });
  const repriced = new Set(priceChanges(base, theirs).map((change) => change.option));
  const untouched = mine.prices.filter(({ option }) => !repriced.has(option));
  result.prices = overlaid(theirs.prices, untouched).filter(({ option }) => options.has(option));
  return result;
}

/**
 * What an answer says of a form, with all that was typed since the form was sent. `answered` has the options of a form that
 * was saved under their new names; of one that was not, it has the renames.
 */
export function withTypedSince(
  answered: ProductFields,
  sent: ProductFields,
  typed: ProductFields,
): ProductFields {
  const renamed = answered.renames.length > 0 ? [] : wantedRenames(sent);
  const now = withRenames(typed, renamed);
  const before = withRenames(sent, renamed);
  // A code that is typed for an option that had none.
  before.codes = now.codes.map(({ option }) => ({ option, ...codesIn(before.codes, option) }));
  before.prices = now.prices.map(({ option }) => ({ option, ...pricesIn(before.prices, option) }));
  const renames = typed.renames
    .filter(({ from, to }) => to !== nameIn(sent.renames, from))
    .map(({ from, to }) => ({ from: nameIn(renamed, from), to }));
  return {
    ...withTheirs(answered, before, now),
    quantity: typed.quantity === sent.quantity ? answered.quantity : typed.quantity,
    renames: [
      ...answered.renames.filter(({ from }) => !renames.some((since) => since.from === from)),
      ...renames,
    ],
  };
}

function nameIn(renames: OptionRename[], option: string): string {
  return renames.find(({ from }) => from === option)?.to ?? option;
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? a.trim() === b.trim() : sameValues(a, b);
}

function wordsOf(fields: ProductFields, field: Exclude<FieldName, Special>): string {
  if (field === "images") return `${fields.images.length} image(s)`;
  return inWords(fields[field], isAttribute(field) ? attributes[field].input : undefined);
}
