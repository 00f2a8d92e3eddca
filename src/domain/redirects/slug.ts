// The part of an address that people read: small ASCII letters, digits and single hyphens. A slug follows from a name by
// this rule alone, so the same name has the same address in every process, mail and feed.

export const SLUG_LENGTH_MAX = 60;

/** Letters that no decomposition turns into ASCII. */
const ascii: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/**
 * First words of the shop's own pages. A relative link to one of them from a nested page leads to that page (RT-3), so
 * nothing else may have such an address. test/pages/page-paths.test.ts compares the list with the route table.
 */
export const reservedSlugs: readonly string[] = [
  "about",
  "admin",
  "checkout",
  "checkout-confirmation",
  "contact",
  "orders",
  "privacy",
  "search-suggestions",
  "shipping",
  "shop",
  "shop-counts",
  "size-guide",
  "terms",
];

/** "Café Polo – Men's 👕" → "cafe-polo-mens"; "" for a name without any letter or digit of ASCII. Cut at a word. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => ascii[letter] ?? "")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (words.length <= SLUG_LENGTH_MAX) return words;
  const cut = words.slice(0, SLUG_LENGTH_MAX + 1);
  const end = cut.lastIndexOf("-");
  return end > 0 ? cut.slice(0, end) : words.slice(0, SLUG_LENGTH_MAX);
}

/** Whether a text is a slug as slugOf writes it. */
export function isSlug(text: string | undefined): text is string {
  return text !== undefined && text.length <= SLUG_LENGTH_MAX && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}
