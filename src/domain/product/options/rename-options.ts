// Renaming variants in the product form. What refers to a variant does so by its id, so a name is free once no variant of
// the product has it.
import { OPTION_LENGTH_MAX, parseOptions } from "./option-names.ts";

/** `from`: what the option is called as stored; `to`: what it will be called. */
export type OptionRename = { from: string; to: string };

type Texts = {
  options: string;
  stock: { option: string; quantity: string }[];
  codes: { option: string; sku: string; gtin: string; mpn: string }[];
  prices: { option: string; price: string; salePrice: string }[];
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
    prices: fields.prices.map((line) => ({ ...line, option: nameOf(line.option) })),
    renames: [],
  };
}

type NameErrors = { [K in `rename:${string}`]?: string };

/** Why options can't be called as a form wants. `stored`: the names of the product's variants. */
export function nameErrors(
  fields: Pick<Texts, "options">,
  renames: OptionRename[],
  stored: string[],
): NameErrors {
  const errors: NameErrors = {};
  const names = [...parseOptions(fields.options), ...stored];
  for (const [index, { from, to }] of renames.entries()) {
    const isTwice = renames.some((other, at) => at < index && other.to === to);
    const message =
      shapeError(to) ?? (isTwice || names.includes(to) ? `There is an option “${to}” already` : null);
    if (message) errors[`rename:${from}`] = message;
  }
  return errors;
}

function shapeError(name: string): string | null {
  if (name === "") return "An option needs a name";
  if (name.includes("|")) return "The name of an option must not contain |";
  return [...name].length > OPTION_LENGTH_MAX ? optionTooLong : null;
}

export const optionTooLong = `An option must be at most ${OPTION_LENGTH_MAX} characters long`;
