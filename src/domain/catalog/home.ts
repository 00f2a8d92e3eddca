import type { ProductImage } from "../product/image.ts";
import type { Category, ProductSummary } from "../product/product.ts";

/** Everything the home page shows of the catalog. */
export type HomePage = {
  /** Pictures of each category's products; the browser picks one at random. */
  categories: Record<Category, ProductImage[]>;
  newest: ProductSummary[];
  onSale: ProductSummary[];
  hero: ProductSummary | null;
  /** What buyers wrote last, where the page shows it. */
  reviews: HomeReview[];
};

export type HomeReview = {
  id: string;
  stars: number;
  text: string;
  name: string;
  product: { id: string; name: string };
};
