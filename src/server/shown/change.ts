// What the database says when something that pages show has changed: db/functions/tell-*.sql sends it with the commit of
// the change, to every process (process/machines/follow-changes.ts).
import { type Category, categoryFromStored } from "#domain/product/product.ts";

export const CHANGE_CHANNEL = "catalog";

/**
 * listed: it came, went, or changed its place in lists. edited: the owner changed anything else. level: few are
 * left, or no longer few. stock, option_stock: how many are left crossed another step that the product's own page shows.
 * reviewed: other reviews of it are shown.
 */
const changesOfProduct = [
  "listed",
  "edited",
  "sold_out",
  "back",
  "level",
  "option_sold_out",
  "option_back",
  "stock",
  "option_stock",
  "reviewed",
] as const;

export type ProductChange = {
  kind: "product";
  id: string;
  what: (typeof changesOfProduct)[number];
  /** The category, and the one before if it changed. */
  categories: Category[];
  /** When the product was made, in milliseconds since 1970. */
  created: number;
  /** The design, and the one before if it changed, as the database compares them; none if the other colors don't show the change. */
  designs: string[];
};

export type ShownChange =
  | ProductChange
  /** A picture can be offered as AVIF, too. */
  | { kind: "picture"; url: string }
  /** The settings, or something that is not known: any page may show something else. */
  | { kind: "everything" };

/** Never throws: what can't be understood may have changed everything. */
export function readChange(payload: string): ShownChange {
  try {
    const { product, what, categories, created, designs, picture } = JSON.parse(payload) as Record<
      string,
      unknown
    >;
    if (typeof picture === "string") return { kind: "picture", url: picture };
    const known = changesOfProduct.find((change) => change === what);
    const isWhole = Array.isArray(categories) && Array.isArray(designs) && typeof created === "number";
    if (typeof product === "string" && known && isWhole) {
      const named = categories.map((category) => categoryFromStored(String(category)));
      return {
        kind: "product",
        id: product,
        what: known,
        categories: named,
        created,
        designs: designs.map(String),
      };
    }
  } catch {
    // As below.
  }
  return { kind: "everything" };
}
