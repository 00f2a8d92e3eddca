import type { Product, ProductOption } from "#domain/product/product.ts";
import { sizeKey } from "#domain/product/size.ts";
import { type ChosenSize, chosenSizes } from "./chosen-sizes.ts";

// With the sizes that a choice is made by comes what remembers it.
export { rememberSize } from "./chosen-sizes.ts";

type Choice = Pick<Product, "category" | "type" | "optionName" | "options">;

/** The preselected variant: the one in a link, else a size that was chosen before, else `otherwise`. */
export function preselectedOption(
  product: Choice,
  search: string,
  otherwise: string | null,
  sizes: readonly ChosenSize[] = chosenSizes(),
): string | null {
  return linkedOption(product.options, search, usualOption(product, sizes) ?? otherwise);
}

/**
 * What is chosen when a link asks for an option (`?option=XXL`): the one of this name, or of this size in other words.
 * null when it is sold out: a shopper who came for one size doesn't get another. Any other link leaves `otherwise`.
 */
export function linkedOption(
  options: readonly ProductOption[],
  search: string,
  otherwise: string | null,
): string | null {
  const wanted = new URLSearchParams(search).get("option");
  if (!wanted) return otherwise;
  const linked =
    options.find(({ variation }) => variation === wanted) ??
    options.find(({ variation }) => sizeKey(variation) === sizeKey(wanted));
  if (!linked) return otherwise;
  return linked.available > 0 ? linked.variation : null;
}

/**
 * The size that was chosen last among products of this type, else of this category, if it can be bought here. A hat's M
 * says nothing of a shirt's.
 */
export function usualOption(product: Choice, sizes: readonly ChosenSize[]): string | null {
  const { category, type, optionName, options } = product;
  const comparable = sizes.filter(
    (chosen) => chosen.category === category.slug && chosen.optionName === optionName,
  );
  const isOfType = (chosen: ChosenSize) => chosen.type === type;
  for (const { size } of [...comparable.filter(isOfType), ...comparable]) {
    const here = options.find(
      ({ variation, available }) => available > 0 && sizeKey(variation) === sizeKey(size),
    );
    if (here) return here.variation;
  }
  return null;
}
