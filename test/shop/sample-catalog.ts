// The sample catalog in memory, for tests of searches.
import type { Catalog } from "#domain/catalog/catalog.ts";
import { type SampleProduct, sampleProducts } from "#sample/catalog.ts";
import { catalogOf } from "./catalog.ts";

/** Missing in the samples: a curly apostrophe inside a word. */
const others: SampleProduct[] = [
  {
    name: "O’Neill Links Beanie",
    category: "Hats",
    price: 3_000,
    salePrice: null,
    description: "Knit for the second cut.",
    type: "Beanie",
    color: "Maroon",
    options: [{ variation: "", quantity: 4 }],
    pictures: [],
    createdDaysAgo: 400,
  },
];

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
/** The samples, and a beanie with a curly apostrophe. */
export function sampleCatalog(): Catalog {
  return catalogOf(
    [...sampleProducts, ...others].map(
      ({ category, options, pictures: _, createdDaysAgo, isHero: __, ...attributes }) => {
        const stock = Object.fromEntries(options.map(({ variation, quantity }) => [variation, quantity]));
        const { "": quantity } = stock;
        return {
          ...attributes,
          category,
          createdAt: new Date(NOW - createdDaysAgo * DAY_MS).toISOString(),
          ...(quantity === undefined ? { stock } : { quantity }),
        };
      },
    ),
  );
}
