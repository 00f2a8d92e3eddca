// Renaming options. A renamed option keeps its pieces and codes, and carts and orders that say its former name still find
// it. So a name is of one option: what it is called now, or what it was called before.

import { stillHeldMessage } from "./held-messages.ts";
import { OPTION_LENGTH_MAX, parseOptions } from "./option-names.ts";

/** `from`: what the option is called as stored; `to`: what it will be called. */
export type OptionRename = { from: string; to: string };

/** A name that an option had before. `wasSold`: orders say it. */
export type FormerOption = { name: string; variation: string; wasSold: boolean };

type Named = { stock: { variation: string; held: number }[]; former: FormerOption[] };
type Texts = {
  options: string;
  stock: { option: string; quantity: string }[];
  codes: { option: string; sku: string; gtin: string; mpn: string }[];
  renames: OptionRename[];
};

/** A name as it is stored. */
export function optionNameOf(typed: string): string {
  return typed.trim().replace(/\s+/g, " ");
}

/** The renames among what a form says: of options that it lists, to another name. */
export function wantedRenames({ options, renames }: Pick<Texts, "options" | "renames">): OptionRename[] {
  const listed = parseOptions(options);
  return renames
    .map(({ from, to }) => ({ from, to: optionNameOf(to) }))
    .filter(({ from, to }) => from !== to && listed.includes(from));
}

/** The fields as they are after the renames: options, stock, and codes under their new names. */
export function withRenames<T extends Texts>(fields: T, renames: OptionRename[]): T {
  if (renames.length === 0) return { ...fields, renames: [] };
  const nameOf = (option: string) => renames.find(({ from }) => from === option)?.to ?? option;
  return {
    ...fields,
    options: fields.options
      .split("|")
      .map((name) => nameOf(optionNameOf(name)))
      .join("|"),
    stock: fields.stock.map((box) => ({ ...box, option: nameOf(box.option) })),
    codes: fields.codes.map((line) => ({ ...line, option: nameOf(line.option) })),
    renames: [],
  };
}

type NameErrors = { [K in `rename:${string}` | "options"]?: string };

/** Why options can't be called as a form wants. `product`: as it is stored; null for a new one. */
export function nameErrors(
  fields: Pick<Texts, "options">,
  renames: OptionRename[],
  product: Named | null,
): NameErrors {
  const errors: NameErrors = {};
  const stored = product?.stock.map((line) => line.variation) ?? [];
  const former = product?.former ?? [];
  const names = [...parseOptions(fields.options), ...stored];
  for (const [index, { from, to }] of renames.entries()) {
    const held = product?.stock.find((line) => line.variation === from)?.held ?? 0;
    const isTwice = renames.some((other, at) => at < index && other.to === to);
    const other = former.find((name) => name.name === to && name.variation !== from && name.wasSold);
    const message =
      shapeError(to) ??
      (isTwice || names.includes(to) ? `There is an option “${to}” already` : null) ??
      (other ? wasCalledMessage(other, "Choose another name") : null) ??
      (held > 0 ? stillHeldMessage(from, held, "renamed") : null);
    if (message) errors[`rename:${from}`] = message;
  }
  const taken = parseOptions(fields.options)
    .filter((name) => !stored.includes(name))
    .flatMap((name) => former.find((each) => each.name === name) ?? [])[0];
  if (taken) errors.options = wasCalledMessage(taken, `To call it so again, rename ${taken.variation}`);
  return errors;
}

function shapeError(name: string): string | null {
  if (name === "") return "An option needs a name";
  if (name.includes("|")) return "The name of an option must not contain |";
  return [...name].length > OPTION_LENGTH_MAX ? optionTooLong : null;
}

export const optionTooLong = `An option must be at most ${OPTION_LENGTH_MAX} characters long`;

function wasCalledMessage({ name, variation }: FormerOption, todo: string): string {
  return `“${name}” is what “${variation}” was called before, and carts and orders still say so. ${todo}`;
}

/** What a file that was exported earlier calls options, as they are called now. */
export function namesNow(names: string[], former: FormerOption[]): string[] {
  return names.map((name) => former.find((each) => each.name === name)?.variation ?? name);
}
