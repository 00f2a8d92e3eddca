// The sizes that this browser has chosen, the last one first and one for each type of product. They never leave the
// browser, and unknown values are dropped.

import type { Product } from "#domain/product/product.ts";
import { fieldsOf } from "#domain/text/fields-of.ts";
import type { KeptIn } from "../../../page/kept-value.ts";
import { sizesIn } from "./kept-sizes.ts";

const SIZES_MAX = 12;
/** Longer than any type or option of a product may be. */
const TEXT_MAX = 200;

const chosenFields = ["category", "type", "optionName", "size"] as const;
export type ChosenSize = Record<(typeof chosenFields)[number], string>;

export function chosenSizes(storage?: KeptIn): ChosenSize[] {
  const stored = sizesIn(storage).load();
  return (Array.isArray(stored) ? stored : []).filter(isChosenSize).slice(0, SIZES_MAX);
}

/** A storage that refuses (private mode, full) only loses the preselection next time. */
export function rememberSize(
  { category, type, optionName }: Pick<Product, "category" | "type" | "optionName">,
  size: string,
  storage?: KeptIn,
): void {
  const isOther = (chosen: ChosenSize) =>
    chosen.category !== category.slug || chosen.type !== type || chosen.optionName !== optionName;
  const others = chosenSizes(storage).filter(isOther);
  sizesIn(storage).save([{ category: category.slug, type, optionName, size }, ...others].slice(0, SIZES_MAX));
}

function isChosenSize(value: unknown): value is ChosenSize {
  const fields = fieldsOf(value);
  return chosenFields.every((name) => {
    const text = fields[name];
    return typeof text === "string" && text.length <= TEXT_MAX;
  });
}
