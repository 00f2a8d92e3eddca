import type { CategoryChoice } from "../category/category.ts";
import type { ProductImage } from "../product/image.ts";
import type { ProductSummary } from "../product/product.ts";

/** Everything the home page shows of the catalog. */
export type HomePage = {
  categories: CategoryDoor[];
  newest: ProductSummary[];
  onSale: ProductSummary[];
  hero: ProductSummary | null;
};

export type CategoryDoor = CategoryChoice & {
  /** The owner's; null: one of its products' stands in the door. */
  picture: ProductImage | null;
  /** Of its products; the browser picks one at random. */
  pictures: ProductImage[];
};
