// The colors of a design are products of their own. Of two that have the same color, the older one stands for it.
import { COLORS_MAX, type DesignColor } from "../product/product.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { byAge } from "./entry-order.ts";

/** The products that stand for the colors of designs, by design and color in any case of letters. */
export type ColorLeaders = ReadonlyMap<string, ReadonlyMap<string, CatalogEntry>>;

export function colorLeaders(entries: readonly CatalogEntry[]): ColorLeaders {
  const leaders = new Map<string, Map<string, CatalogEntry>>();
  for (const entry of entries) {
    const color = colorKeyOf(entry);
    if (entry.designKey === "" || color === "") continue;
    const colors = leaders.get(entry.designKey) ?? new Map<string, CatalogEntry>();
    leaders.set(entry.designKey, colors);
    const leader = colors.get(color);
    if (!leader || byAge(leader, entry) < 0) colors.set(color, entry);
  }
  return leaders;
}

/** Whether an older product has its color of its design. */
export function repeatsColor(entry: CatalogEntry, leaders: ColorLeaders): boolean {
  const leader = leaders.get(entry.designKey)?.get(colorKeyOf(entry));
  return leader !== undefined && leader.id !== entry.id;
}

/**
 * The colors of its design in one order on each of their pages, with the product itself in the place of its color; none when
 * there is no other.
 */
export function designColors(entry: CatalogEntry, leaders: ColorLeaders): DesignColor[] {
  const own = colorOf(entry);
  const named = [...(leaders.get(entry.designKey) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = named.map(([key, leader]) => (key === colorKeyOf(entry) ? own : colorOf(leader)));
  const isCut = all.indexOf(own) >= COLORS_MAX;
  const colors = isCut ? [...all.slice(0, COLORS_MAX - 1), own] : all.slice(0, COLORS_MAX);
  return colors.some((other) => other !== own) ? colors : [];
}

function colorKeyOf({ product }: CatalogEntry): string {
  return product.color.toLowerCase();
}

function colorOf({ product: { id, path, color, images, quantity } }: CatalogEntry): DesignColor {
  const [main] = images;
  // Next to the name of its color a picture needs no text.
  return { id, path, color, image: main ? { ...main, alt: "" } : null, isSoldOut: quantity === 0 };
}
