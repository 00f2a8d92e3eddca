import type { CategoryChoice } from "../category/category.ts";
import type { ProductImage } from "../product/image.ts";
import type { ProductSummary } from "../product/product.ts";

/** Everything the home page shows of the catalog. */
export type HomePage = {
  categories: CategoryDoor[];
  newest: ProductSummary[];
  onSale: ProductSummary[];
  hero: ProductSummary | null;
  /** The latest reviews, where the page shows them. */
  reviews: HomeReview[];
  /** By the ids that the page's blocks name; those that are not in the shop now are missing. */
  collections: Record<string, HomeCollection>;
};

export type HomeCollection = { name: string; path: string; products: ProductSummary[] };

export type HomeReview = {
  id: string;
  stars: number;
  text: string;
  name: string;
  product: Pick<ProductSummary, "path" | "name">;
};

export type CategoryDoor = CategoryChoice & {
  /** The owner's; null: one of its products' stands in the door. */
  picture: ProductImage | null;
  /** Of its products; the browser picks one at random. */
  pictures: ProductImage[];
};
