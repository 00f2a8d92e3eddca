import type { ProductOption } from "#domain/product/product.ts";
import { sizeKey } from "#domain/product/size.ts";

/**
 * What is chosen when a link asks for an option (`?option=XXL`): the one of this name, or of this size in other words.
 * null when it is sold out: whoever came for one size is not given another. Any other link leaves `otherwise`.
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
