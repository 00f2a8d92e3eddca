import { reservedSlugs, slugOf } from "../redirects/slug.ts";

/** What its page says of itself behind its id; "" for a name without letters that an address can have. */
export function productSlug(name: string): string {
  const slug = slugOf(name);
  return reservedSlugs.includes(slug) ? `${slug}-product` : slug;
}

/**
 * The address of a product's page; with one of its options chosen. The id alone finds the product, so two products may
 * have one slug, and an address with a former slug leads to the one with the current.
 */
export function productPath(
  { id, name }: { id: string; name: string },
  option: string | null = null,
): string {
  const slug = productSlug(name);
  const path = slug === "" ? `/product/${id}` : `/product/${id}/${slug}`;
  return option === null || option === "" ? path : `${path}?option=${encodeURIComponent(option)}`;
}
