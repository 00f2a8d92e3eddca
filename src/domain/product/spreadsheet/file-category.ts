// The one place where a product's category becomes a cell of a file, and a cell a category. Files have Shopify's names.
import { guessedCategory, guessedLabel, tellsCategory } from "../drafts/photo-names.ts";
import type { Category } from "../product.ts";
import type { Group } from "./file-rows.ts";

const shopifyCategories: Record<Category, string> = {
  HATS: "Apparel & Accessories > Clothing Accessories > Hats",
  SHIRTS: "Apparel & Accessories > Clothing > Clothing Tops > Shirts",
};

export function categoryCell(category: Category): string {
  return shopifyCategories[category];
}

/** A name may speak of both, as "Polo Cap" does; where the file's own category tells, it counts. null: the file tells none. */
export function categoryOfCell({ isOwn, has, said, note }: Group): string | null {
  const own = said("category");
  if (tellsCategory(own)) return guessedCategory(own);
  if (isOwn) return has("category") ? own : null;
  const all = [said("name"), said("type"), own, said("tags")].join(" ");
  if (!tellsCategory(all))
    note("type", `Neither hat nor shirt by its words: it comes as ${guessedLabel(all)}`);
  return guessedCategory(all);
}
