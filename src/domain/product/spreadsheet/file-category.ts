// The one place where a product's category becomes a cell of a file, and a cell a category. Files have Shopify's names.
import type { CategoryChoice } from "../../category/category.ts";
import {
  categoryForFile,
  categoryInFile,
  guessCategory,
  usualCategory,
} from "../../category/guess-category.ts";
import type { Group } from "./file-rows.ts";

/** `id`: of a category. One that the list lacks is told by it. */
export function categoryCell(id: string, categories: readonly CategoryChoice[]): string {
  const category = categories.find((each) => each.id === id);
  return category ? categoryForFile(category) : id;
}

/** The file's own category counts before the words of a name or a type. null: the file tells none. */
export function categoryOfCell({ isOwn, has, said, note, categories }: Group): string | null {
  const own = said("category");
  const told = categoryInFile(own, categories);
  if (told) return told.id;
  if (isOwn) return has("category") ? own : null;
  const guessed = guessCategory([said("name"), said("type"), own, said("tags")].join(" "), categories);
  if (guessed) return guessed.id;
  const usual = usualCategory(categories);
  note("type", `No matching category: it was added to ${usual?.name}`);
  return usual?.id ?? null;
}
