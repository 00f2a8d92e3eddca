// Which category words speak of: the name of a photo, or what a file of products says.
import { type CategoryChoice, categoryNamed } from "./category.ts";

/** What is worn as the two categories of a new shop, while they have these names. */
const garments: Readonly<Record<string, RegExp>> = {
  shirts:
    /shirt|polo|\btee\b|henley|sleeve|quarter.?zip|half.?zip|1\/4|pullover|sweater|hood(?:ie|y)|sweatshirt|jacket|\bvest\b|\btop\b|jersey|crewneck|fleece/i,
  hats: /hat|cap|visor|beanie|bucket|snapback|trucker|headwear/i,
};
/** A "Polo Cap" is a shirt, and a "Cap Bag" is one of the owner's Bags. */
const order = Object.keys(garments);

/** The category that the words speak of, or null. */
export function guessCategory<C extends CategoryChoice>(words: string, categories: readonly C[]): C | null {
  const place = ({ name }: C) => order.indexOf(name.toLowerCase());
  const inOrder = categories.toSorted((one, other) => place(one) - place(other));
  return inOrder.find(({ name }) => wordsOf(name).test(words)) ?? null;
}

/** The category of a product that no words place: hats, or the first one. */
export function usualCategory<C extends CategoryChoice>(categories: readonly C[]): C | null {
  return categoryNamed(categories, "Hats") ?? categories[0] ?? null;
}

/**
 * The category that the column of a file names: its name, or a path of Shopify's or Google's, of which the last part that
 * says one counts ("Apparel & Accessories > Clothing Accessories > Belts" is of the owner's Accessories). null: none.
 */
export function categoryInFile<C extends CategoryChoice>(text: string, categories: readonly C[]): C | null {
  const whole = categoryNamed(categories, text);
  if (whole) return whole;
  const parts = text.split(">").map((part) => part.trim());
  // What all of a path's branches begin with says nothing.
  const telling = parts.length > 1 ? parts.slice(1) : parts;
  for (const part of telling.filter(Boolean).reverse()) {
    const found = categoryNamed(categories, part) ?? guessCategory(part, categories);
    if (found) return found;
  }
  return null;
}

/** As Shopify's list of categories has them. */
const shopifyPaths: Readonly<Record<string, string>> = {
  hats: "Apparel & Accessories > Clothing Accessories > Hats",
  shirts: "Apparel & Accessories > Clothing > Clothing Tops > Shirts",
};

/** The column of a file for a category; `categoryInFile` reads the same one out of it. */
export function categoryForFile({ name }: CategoryChoice): string {
  return shopifyPaths[name.toLowerCase()] ?? name;
}

/** The name as words, with or without its plural. */
function wordsOf(name: string): RegExp {
  const own = garments[name.toLowerCase()];
  if (own) return own;
  const stem = name.replace(/s$/i, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:e?s)?(?![\\p{L}\\p{N}])`, "iu");
}
