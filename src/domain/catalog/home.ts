import type { ProductImage } from "../product/image.ts";
import type { Category, ProductSummary } from "../product/product.ts";

/** Everything the home page shows of the catalog. */
export type HomePage = {
  /** Pictures of each category's products; the browser picks one at random. */
  categories: Record<Category, ProductImage[]>;
  newest: ProductSummary[];
  onSale: ProductSummary[];
  hero: ProductSummary | null;
};
