// A list of the shop, and what the search suggests while a shopper types.
import { type Category, categoryAt } from "../category/category.ts";
import type { ProductSummary } from "../product/product.ts";
import { formatDropped } from "../search/let-go.ts";
import type { Catalog } from "./catalog.ts";
import { summaryOf } from "./catalog-entry.ts";
import type { Facets } from "./filters/facets.ts";
import { filterAndCount, filterOf } from "./filters/filter-and-count.ts";
import { formatPriceRange } from "./filters/price-range.ts";
import { type Found, listOrder, searchCatalog } from "./search-catalog.ts";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, type ShopSearch } from "./shop-search.ts";

export type ProductList = {
  /** What the list is of; null for the whole shop, as for an address that no category has. */
  category: Pick<Category, "slug" | "name" | "text" | "picture"> | null;
  products: ProductSummary[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** All matches. */
  count: number;
  /** What the words were taken for, when they are misspelled; otherwise null. */
  correction: string | null;
  /** What nothing has of what was asked for, and what is shown instead: "No women's polos. White polos:"; otherwise null. */
  letGo: string | null;
  /** Of all that is found, also where a search finds more than all pages show. */
  facets: Facets;
};

/** The first `search.pages` pages of the products that match, and to how many each filter would narrow them. */
export function listCatalog(catalog: Catalog, search: ShopSearch): ProductList {
  const { entries, offer, terms, missing } = find(catalog, search);
  const { passing, facets } = filterAndCount(entries, search, catalog);
  const isPriced = search.under !== null || search.over !== null;
  if (passing.length === 0 && isPriced && terms.length > 0) {
    const anyPrice = listCatalog(catalog, { ...search, under: null, over: null });
    const said = formatDropped({ terms, missing, price: formatPriceRange(search) });
    if (anyPrice.count > 0) return { ...anyPrice, letGo: said };
  }
  const first = offer?.entries.find(filterOf(search, catalog));
  const category = categoryAt(catalog.settings.categories, search.category);
  const products = passing.slice(0, Math.min(search.pages, SHOP_PAGES_MAX) * SHOP_PAGE_SIZE).map(summaryOf);
  return {
    category: category ? shownOf(category) : null,
    products,
    hasMore: search.pages < SHOP_PAGES_MAX && passing.length > products.length,
    count: passing.length,
    correction: offer && first ? offer.wordsOf(first) : null,
    letGo: missing.length > 0 && passing.length > 0 ? formatDropped({ terms, missing }) : null,
    facets,
  };
}

const shownOf = ({ slug, name, text, picture }: Category) => ({ slug, name, text, picture });

function find(catalog: Catalog, search: ShopSearch): Found {
  if (search.query.trim() !== "" || search.traits.length > 0) return searchCatalog(catalog, search);
  return { entries: catalog.in(listOrder(search.sort)), offer: null, terms: [], missing: [] };
}
