// The owner's storefront: one document, drafted, previewed, and published as a whole (server/settings/brand). Its defaults
// are the golf brand that the shop comes with (default-brand.ts).
import { listNames, shownCategories } from "../category/category.ts";
import type { HomeBlock } from "./home-blocks.ts";
import type { Look } from "./look.ts";
import type { Menu } from "./menu.ts";
import type { OwnPage } from "./own-page.ts";

export type Brand = {
  look: Look;
  home: HomeBlock[];
  pages: OwnPage[];
  menu: Menu;
  words: BrandWords;
};

export type BrandPart = keyof Brand;

/** How many published versions are kept. */
export const BRAND_VERSIONS_MAX = 10;

/** Texts of pages that every shop has. Words in braces stand for values of the settings (settings/legal-text.ts). */
export const brandWords = {
  trade: { label: "Your trade", hint: "Comes before your categories in page titles, such as Golf." },
  range: {
    label: "What you sell",
    hint: "Used in page titles and the search field. Leave blank to use your categories.",
  },
  homeTitle: { label: "Title of the home page in link previews" },
  homeDescription: { label: "Description of the home page for search engines" },
  shopHeading: { label: "Heading of the shop page" },
  shippingPromise: { label: "Shipping promise on product pages" },
  claim: { label: "Line in the footer" },
  notFound: { label: "Line on the page for missing addresses", hint: "Next to the number 404" },
} as const satisfies Record<string, { label: string; hint?: string }>;

export type BrandWords = Record<keyof typeof brandWords, string>;

/** "Hats and Shirts": the owner's words, or else the names of the categories. */
export function rangeOf(
  { range }: Pick<BrandWords, "range">,
  categories: readonly { name: string; isHidden?: boolean }[],
): string {
  return range || listNames(shownCategories(categories).map(({ name }) => name));
}
