// A product that is for sale, as each process keeps it in memory: with what lists, filters and searches ask of it.
import type { Cents } from "../money/money.ts";
import { effectivePrice, type Product, type ProductSummary } from "../product/product.ts";
import { type SearchTexts, writtenSize } from "../search/search-document.ts";
import { optionsText } from "./filters/facet-keys.ts";
import type { FacetTexts } from "./filters/facet-texts.ts";
import type { FacetName } from "./filters/facets.ts";
import { priceBandOf } from "./filters/price-bands.ts";

export type StoredProduct = {
  /** `repeatsColor` depends on the others of its design (design-colors.ts). */
  product: Omit<Product, "repeatsColor">;
  /** The owner's words for it, in small letters. */
  tags: readonly string[];
  /** When it was made, in ISO with microseconds. */
  madeAt: string;
  /** Part of the sample catalog. */
  isSample: boolean;
  /**
   * A sale that ends, whether or not it is on, with its times on the store's clocks; `startsAt` is "" for one without.
   * `prices`: of each option, or of a product without options; null where the sale is not for it.
   */
  datedSale: { prices: (Cents | null)[]; startsAt: string; endsAt: string } | null;
};

export type CatalogEntry = StoredProduct & {
  id: string;
  /** Its number in the word index. */
  number: number;
  isInStock: boolean;
  isOnSale: boolean;
  /** What a shopper pays. */
  price: Cents;
  /** The numbers of what it says for each filter; sizes are options that can be bought. */
  facets: Record<FacetName, number>;
  /** As colors of a design are compared: in any case of letters. */
  designKey: string;
  /** Sizes in stock as searches write them; what has no options has one size. */
  writtenSizes: readonly string[];
};

export function catalogEntry(
  stored: StoredProduct,
  number: number,
  texts: Record<FacetName, FacetTexts>,
): CatalogEntry {
  const { id, type, color, design, options, quantity, salePrice } = stored.product;
  const isInStock = quantity > 0;
  const price = effectivePrice(stored.product);
  const optionsInStock = options.filter(({ available }) => available > 0).map(({ variation }) => variation);
  const sizes = isInStock && optionsInStock.length === 0 ? ["One size"] : optionsInStock;
  return {
    ...stored,
    id,
    number,
    isInStock,
    isOnSale: salePrice !== null,
    price,
    facets: {
      types: texts.types.numberOf(type),
      colors: texts.colors.numberOf(color),
      sizes: texts.sizes.numberOf(optionsText(optionsInStock)),
      prices: texts.prices.numberOf(priceBandOf(price).value),
    },
    designKey: design.toLowerCase(),
    writtenSizes: sizes.map(writtenSize),
  };
}

/** What searches read of it. */
export function searchTextsOf({ product }: StoredProduct): SearchTexts {
  const { name, category, type, color, design, gender, ageGroup, material, options } = product;
  return {
    ...{ name, type, color, design, gender, ageGroup, material },
    category: category.name,
    options: options.map(({ variation }) => variation),
    prose: [product.description, product.fit, product.care].join(" "),
  };
}

/** What a card shows of it. */
export function summaryOf({ product }: StoredProduct): ProductSummary {
  const { id, path, name, price, salePrice, pricesVary, category, quantity, hasOptions, images, createdAt } =
    product;
  return {
    id,
    path,
    name,
    price,
    salePrice,
    ...(pricesVary && { pricesVary }),
    category,
    quantity,
    hasOptions,
    images: images.slice(0, 2),
    createdAt,
  };
}
