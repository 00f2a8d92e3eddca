// Several drafts in one table: what stands in its fields, what each draft lacks before it can be sold, and what becomes
// of one when its row is saved. What a row leaves empty may come from the line "for all".
import type { CategoryChoice } from "../../category/category.ts";
import { checkProduct } from "../form/check-product.ts";
import { optionPresets, parseOptions } from "../options/option-names.ts";
import {
  type EditableProduct,
  type ErrorKey,
  fieldsOf,
  type ProductErrors,
  type ProductFields,
  type ProductValues,
  stockBoxes,
} from "../product-form.ts";

export const DRAFTS_PER_PAGE = 25;

export const draftFieldNames = ["name", "category", "price", "options", "stock", "description"] as const;
export type DraftFieldName = (typeof draftFieldNames)[number];

/** What stands in the fields of a row. `options` "" leaves them as they are; `stock` is one number, or one for each. */
export type DraftTexts = Record<DraftFieldName, string>;

/** What the line "for all" may say. */
export const sharedFieldNames = ["price", "options", "stock", "description"] as const;
export type SharedTexts = Pick<DraftTexts, (typeof sharedFieldNames)[number]>;

export const noShared: SharedTexts = { price: "", options: "", stock: "", description: "" };

export type DraftErrors = Partial<Record<DraftFieldName | "images", string>>;

const WITHOUT_OPTIONS = "none";

/** Sets of options that a row offers. */
export const optionChoices = [
  { value: WITHOUT_OPTIONS, label: "No sizes" },
  ...optionPresets.map(({ label, options }) => ({ value: options, label })),
];

/** A row as it is opened. `sizes`: those that the draft has, in words. */
export type OpenedDraft = DraftTexts & { sizes: string };
export const openedNames = [...draftFieldNames, "sizes"] as const;

export function openedDraft(product: ProductValues): OpenedDraft {
  const { name, category, price, description } = fieldsOf(product);
  const stock = stockText(product);
  return { name, category, price, options: "", stock, description, sizes: sizesOf(product) };
}

/** What another tab has changed of what a row would write, but its counts (`rowCount`). */
export function changedSince(
  opened: OpenedDraft,
  product: EditableProduct,
  typed: DraftTexts,
  categories: readonly CategoryChoice[],
): DraftErrors {
  const now = openedDraft(product);
  const errors: DraftErrors = {};
  for (const name of ["name", "category", "price", "description"] as const) {
    if (opened[name] === now[name] || typed[name] === now[name]) continue;
    const category = name === "category" && categories.find(({ id }) => id === now.category);
    errors[name] = changedMessage(category ? category.name : now[name]);
  }
  if (opened.sizes !== now.sizes) errors.options = changedMessage(now.sizes);
  return errors;
}

const SHOWN_LENGTH_MAX = 80;

function changedMessage(now: string): string {
  if (now === "") return "It was cleared in another tab";
  const shown = now.length > SHOWN_LENGTH_MAX ? `${now.slice(0, SHOWN_LENGTH_MAX)}…` : now;
  return `Another tab saved “${shown}”`;
}

/** "4" where each option has so many, else one number for each: "3|0|7"; nothing where there is nothing. */
function stockText({ stock }: Pick<ProductValues, "stock">): string {
  const counts = stock.map(({ onHand }) => onHand);
  if (counts.every((count) => count === 0)) return "";
  return new Set(counts).size === 1 ? String(counts[0]) : counts.join("|");
}

function sizesOf({ stock }: Pick<ProductValues, "stock">): string {
  const names = stock.map(({ variation }) => variation).filter(Boolean);
  return names.length === 0 ? "No sizes" : names.join(", ");
}

/** A row's own texts, and those for all where it has none. A draft that has sizes, keeps them. */
export function withShared(own: DraftTexts, shared: SharedTexts, product: EditableProduct): DraftTexts {
  const texts = { ...own };
  for (const name of sharedFieldNames) {
    const isTaken = name === "options" && product.stock.some(({ variation }) => variation !== "");
    if (own[name].trim() === "" && !isTaken) texts[name] = shared[name];
  }
  return texts;
}

/** The count that a row means, compared with the one that it was opened with (`was`). */
export type RowCount =
  /** "" for none: what is on hand stays as it is, with every sale since. */
  | { ok: true; stock: string }
  /** It was counted before a unit was sold or restocked. */
  | { ok: false; message: string };

/** Sales do not increase a draft's version, so they are found here. Other sizes take the counts of all before along. */
export function rowCount(product: EditableProduct, { options, stock }: DraftTexts, was: string): RowCount {
  const typed = stock.trim();
  if (options === "" && (typed === "" || typed === was.trim())) return { ok: true, stock: "" };
  const now = stockText(product);
  if (now === was.trim()) return { ok: true, stock };
  const message = `It was ${was.trim() || "0"} when you began and is ${now || "0"} now, for example because of a sale. Save again to replace it`;
  return { ok: false, message };
}

type Checked =
  | { ok: true; values: ProductValues; lacks: DraftErrors }
  /** Texts that are wrong, no matter what else is missing. */
  | { ok: false; errors: DraftErrors };

/** What a row says, as the draft would be. `lacks`: why it can't be sold yet; empty for one that is complete. */
export function checkDraft(
  product: EditableProduct,
  texts: DraftTexts,
  categories: readonly CategoryChoice[],
): Checked {
  const fields = fieldsFor(product, texts);
  if (typeof fields === "string") return { ok: false, errors: { stock: fields } };
  const draft = checkProduct({ ...fields, status: "draft" }, { categories, mayBeUnfinished: true });
  if (!draft.ok) return { ok: false, errors: errorsOf(draft.errors) };
  return { ok: true, values: draft.values, lacks: lacksOf(fields, draft.values, categories) };
}

/** Why a draft can't be sold yet; empty for one that is complete. */
export function lacksNow(product: EditableProduct, categories: readonly CategoryChoice[]): DraftErrors {
  return lacksOf(fieldsOf(product), product, categories);
}

function lacksOf(
  fields: ProductFields,
  { stock }: Pick<ProductValues, "stock">,
  categories: readonly CategoryChoice[],
): DraftErrors {
  const sold = checkProduct({ ...fields, status: "active" }, { categories });
  const lacks = sold.ok ? {} : errorsOf(sold.errors);
  if (stock.every(({ onHand }) => onHand === 0)) lacks.stock ??= "Enter the quantity";
  return lacks;
}

/** The texts of the form that a row stands for, or what is wrong with its stock. */
function fieldsFor(product: EditableProduct, texts: DraftTexts): ProductFields | string {
  const before = fieldsOf(product);
  const options =
    texts.options === "" ? before.options : texts.options === WITHOUT_OPTIONS ? "" : texts.options;
  if (texts.options !== "" && !optionChoices.some(({ value }) => value === texts.options)) {
    return "Choose sizes from the list, or edit the product to type others";
  }
  const { name, category, price, description } = texts;
  const fields = { ...before, name, category, price, description, options };
  const names = parseOptions(options);
  const typed = texts.stock.trim();
  const counts = typed === "" ? [] : typed.split("|").map((count) => count.trim());
  if (counts.length > 1 && counts.length !== names.length) {
    return names.length === 0
      ? "Type one number"
      : `Type one number for all sizes, or ${names.length} separated by |`;
  }
  // As they are; a new size has no count yet.
  const kept = new Map(stockBoxes(before).map((box) => [box.option, box.quantity]));
  const countOf = (option: string, index: number) =>
    typed === "" ? kept.get(option) || "0" : (counts[index] ?? counts[0] ?? "0");
  return {
    ...fields,
    stock: names.map((option, index) => ({ option, quantity: countOf(option, index) })),
    quantity: names.length > 0 ? "" : countOf("", 0),
  };
}

/** Errors of the form under the fields of a row. */
function errorsOf(errors: ProductErrors): DraftErrors {
  const found: DraftErrors = {};
  for (const [key, message] of Object.entries(errors) as [ErrorKey, string][]) {
    const [field = ""] = key.split(":", 1);
    const name = field === "quantity" ? "stock" : field;
    const known = [...draftFieldNames, "images" as const].find((each) => each === name);
    found[known ?? "name"] ??= message;
  }
  return found;
}
