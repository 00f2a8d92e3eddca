// What a page showed when it was drawn, so that it is drawn again when that has changed, and not when something else has.
// The reads of the catalog note it (`shop.shown`); nobody else needs to know which page asks.
import type { Category, ProductSummary } from "#domain/product/product.ts";
import type { ProductChange, ShownChange } from "./change.ts";

/** A list that was shown. Who is in it may change although nothing of what it showed has. */
export type ShownList = {
  /** null: of all categories. */
  category: Category | null;
  /** What decides who is in it, beside being sold at all: their texts and prices, whether they can be bought, or in which sizes. */
  by: readonly ("edits" | "stock" | "sizes")[];
  /** Of a full list of the newest: when its last one was made. Nobody older comes in. null: anybody may. */
  since: number | null;
  /** Of a list of those older than a product: when that was made. Nobody newer comes in. */
  upTo?: number;
};

/**
 * harmful: a shopper who sees the old page is told something wrong. brief: it may be seen for a moment longer. harmless: it
 * may be seen until it is drawn anew, and nobody needs to wait for that.
 */
export type Harm = "harmful" | "brief" | "harmless";

export class Shown {
  /** Ids of products that it showed as a card or line. */
  readonly cards = new Set<string>();
  /** Ids of products that it showed with all their options, or would have shown. */
  readonly whole = new Set<string>();
  readonly lists: ShownList[] = [];
  /** Designs whose colors it showed, or would have shown, as the database compares them. */
  readonly designs = new Set<string>();
  /** Whether it answers somebody's own words, of which there is no end (a search, a size that nothing has). */
  isOfOwnWords = false;
  /** Pictures that it offered without AVIF. */
  readonly pictures = new Set<string>();

  noteProduct(id: string, images: ProductSummary["images"] = []): void {
    this.whole.add(id.toLowerCase());
    this.notePictures(images);
  }

  noteList(list: ShownList, products: readonly Pick<ProductSummary, "id" | "images">[]): void {
    this.lists.push(list);
    for (const { id, images } of products) {
      this.cards.add(id);
      this.notePictures(images);
    }
  }

  noteColors(design: string, colors: readonly { image: ProductSummary["images"][number] | null }[]): void {
    if (design !== "") this.designs.add(design);
    this.notePictures(colors.flatMap(({ image }) => image ?? []));
  }

  notePictures(images: ProductSummary["images"]): void {
    for (const { url, hasAvif } of images) if (!hasAvif) this.pictures.add(url);
  }
}

/** The `since` of a list of the newest, which has at most `limit` products. */
export function sinceOf(newest: readonly Pick<ProductSummary, "createdAt">[], limit: number): number | null {
  const last = newest.length < limit ? undefined : newest.at(-1);
  return last === undefined ? null : Date.parse(last.createdAt);
}

/** What the change does to a page that showed this; null: nothing. */
export function harmOf(change: ShownChange, shown: Shown): Harm | null {
  if (change.kind === "everything") return "harmful";
  if (change.kind === "picture") return shown.pictures.has(change.url) ? "harmless" : null;
  const { harm, onCards, onColors } = rules[change.what];
  if (shown.whole.has(change.id)) return harm;
  const isColor = onColors && change.designs.some((design) => shown.designs.has(design));
  if (isColor || (onCards && shown.cards.has(change.id))) return harm === "harmful" ? harm : "harmless";
  if (!shown.lists.some((list) => mayMove(list, change))) return null;
  // What the owner lists or edits must be seen in its new place; what sells may keep it for a moment.
  return change.what === "listed" || change.what === "edited" ? "harmful" : "harmless";
}

type Rule = {
  /**
   * On the product's own page. What the owner did must be seen at the next look, and nobody is offered what is sold out;
   * cards keep the rest for longer.
   */
  harm: "harmful" | "brief";
  /** Whether cards show it. They know nothing of options and count nothing. */
  onCards: boolean;
  /** Whether the pages of the other colors of its design show it: that it is there, and whether it is sold out. */
  onColors: boolean;
  /** Which lists may get other products by it. */
  moves: "all" | readonly ShownList["by"][number][];
};

const rules: Record<ProductChange["what"], Rule> = {
  listed: { harm: "harmful", onCards: true, onColors: true, moves: "all" },
  edited: { harm: "harmful", onCards: true, onColors: true, moves: ["edits", "sizes"] },
  sold_out: { harm: "harmful", onCards: true, onColors: true, moves: ["stock", "sizes"] },
  back: { harm: "brief", onCards: true, onColors: true, moves: ["stock", "sizes"] },
  level: { harm: "brief", onCards: true, onColors: false, moves: [] },
  stock: { harm: "brief", onCards: false, onColors: false, moves: [] },
  option_sold_out: { harm: "harmful", onCards: false, onColors: false, moves: ["sizes"] },
  option_back: { harm: "brief", onCards: false, onColors: false, moves: ["sizes"] },
  option_stock: { harm: "brief", onCards: false, onColors: false, moves: [] },
  // What the owner has hidden must be gone at the next look.
  reviewed: { harm: "harmful", onCards: false, onColors: false, moves: [] },
};

/** Whether another product may come into the list, or leave it, by the change. */
function mayMove({ category, by, since, upTo }: ShownList, change: ProductChange): boolean {
  if (category !== null && !change.categories.includes(category)) return false;
  if (since !== null && change.created < since) return false;
  if (upTo !== undefined && change.created > upTo) return false;
  const { moves } = rules[change.what];
  return moves === "all" || by.some((reason) => moves.includes(reason));
}
