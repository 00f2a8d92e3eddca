import type { ProductImage } from "../product/image.ts";
import type { Category, ProductSummary } from "../product/product.ts";

/** Everything the home page shows of the catalogue. */
export type HomePage = {
  /** Pictures of products of the category that have one; the browser picks one at random. */
  categories: Record<Category, ProductImage[]>;
  newest: ProductSummary[];
  onSale: ProductSummary[];
  hero: ProductSummary | null;
};
