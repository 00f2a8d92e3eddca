// What a product is to shoppers and owner alike. One rule decides what is on sale everywhere (card, page, cart,
// filter, sort, order): a sale price counts only when it is below the price. One number decides "low stock"
// for shoppers: 1 to 4 left. The database has the same two rules as generated columns.

import type { CategoryChoice } from "../category/category.ts";
import type { Cents } from "../money/money.ts";
import type { ProductImage } from "./image.ts";
import type { ItemCodes } from "./options/item-codes.ts";
import type { ListAttributes, PageAttributes } from "./product-fields.ts";

/** One variant of a product ("M"), its codes, what it costs, and how many units of it can be sold right now. */
export type ProductOption = ItemCodes & Priced & { id: string; variation: string; available: number };

/** What a variant costs where the owner has said so; null: what the product costs. */
export type OwnPrices = { price: Cents | null; salePrice: Cents | null };

export const noOwnPrices: OwnPrices = { price: null, salePrice: null };

/** What a list shows of a product. The sale price is present only while it is below the price and the sale is on. */
export type ProductSummary = Omit<ListAttributes, "category"> & {
  id: string;
  /** The address of its page (product-path.ts). */
  path: string;
  category: CategoryChoice;
  /** How many can be sold: the sum over the options. */
  quantity: number;
  hasOptions: boolean;
  /** Its options cost different amounts: the prices are those of the cheapest that can be bought. */
  pricesVary?: true;
  /** The main picture, then the next one if there is one. */
  images: ProductImage[];
  /** ISO time. */
  createdAt: string;
};

/** A product as its own page shows it. */
export type Product = ProductSummary &
  PageAttributes & {
    /** In the owner's order; empty for a product that is sold without options. */
    options: ProductOption[];
    /** Those of a product that is sold without options; empty texts where each option has its own. */
    codes: ItemCodes;
    /** An older product of its design has its color. */
    repeatsColor: boolean;
    updatedAt: string;
  };

/** A color of a design: a product of its own. */
export type DesignColor = {
  id: string;
  path: string;
  color: string;
  image: ProductImage | null;
  isSoldOut: boolean;
};

/** A product with the colors of its design, itself among them if its color has a name; none when it has only one. */
export type ProductInColors = Product & {
  colors: DesignColor[];
  /** Its chart in the size guide; null: none, and the guide is not offered. */
  sizeChart: string | null;
};

/** How many colors of a design its pages link. */
export const COLORS_MAX = 12;

export const LOW_STOCK_MAX = 4;

export type Priced = { price: Cents; salePrice: Cents | null };

/** The price a shopper pays for one unit. */
export function effectivePrice(product: Priced): Cents {
  return isOnSale(product) ? product.salePrice : product.price;
}

export function isOnSale<P extends Priced>(product: P): product is P & { salePrice: Cents } {
  return product.salePrice !== null && product.salePrice < product.price;
}

/** Whole percent off the price, or 0 when the product is not on sale. */
export function discountPercent(product: Priced): number {
  if (!isOnSale(product)) return 0;
  return Math.round(((product.price - product.salePrice) * 100) / product.price);
}

export type StockLevel = "sold-out" | "low" | "in-stock";

export function stockLevel(quantity: number): StockLevel {
  if (quantity <= 0) return "sold-out";
  return quantity <= LOW_STOCK_MAX ? "low" : "in-stock";
}

/** What the cheapest option that can be bought costs, as lists say it; when all are sold out, the cheapest of them. */
export function listPrices(
  product: Priced & { options: (Priced & { available: number })[] },
): Priced & Pick<ProductSummary, "pricesVary"> {
  const { price, salePrice, options } = product;
  const sellable = options.filter(({ available }) => available > 0);
  const [first, ...others] = sellable.length > 0 ? sellable : options;
  if (!first) return { price, salePrice };
  const cheapest = others.reduce<Priced>(
    (least, option) => (effectivePrice(option) < effectivePrice(least) ? option : least),
    first,
  );
  const shown = { price: cheapest.price, salePrice: cheapest.salePrice };
  const pricesVary = others.some((option) => effectivePrice(option) !== effectivePrice(first));
  return pricesVary ? { ...shown, pricesVary } : shown;
}

/** What one of this option costs; where none is chosen, what lists say. */
export function pricesOf(
  product: Priced & { options: (Priced & { variation: string })[] },
  selectedOption: string | null,
): Priced & Pick<ProductSummary, "pricesVary"> {
  const chosen = product.options.find(({ variation }) => variation === selectedOption);
  return chosen ? { price: chosen.price, salePrice: chosen.salePrice } : product;
}

/** How many of one option (or of a product without options) can be sold; 0 for an unknown option. */
export function availableOf(
  product: Pick<Product, "quantity"> & { options: Pick<ProductOption, "variation" | "available">[] },
  selectedOption: string | null,
): number {
  if (product.options.length === 0) return selectedOption === null ? product.quantity : 0;
  return product.options.find((option) => option.variation === selectedOption)?.available ?? 0;
}

/** The last day of a sale that ends then ("2026-11-30T00:00" → "2026-11-29"); null for one without an end. */
export function lastSaleDay(saleEndsAt: string): string | null {
  const end = Date.parse(`${saleEndsAt}Z`);
  return Number.isNaN(end) ? null : new Date(end - 1).toISOString().slice(0, 10);
}
