import { discountPercent, type ProductSummary, stockLevel } from "#domain/product/product.ts";
import { Badge } from "../../ui/badge.tsx";

/** The discount, and low or no stock. */
export function ProductBadges({ product }: { product: ProductSummary }) {
  const percent = discountPercent(product);
  const stock = stockLevel(product.quantity);
  return (
    <>
      {percent > 0 && <Badge tone="sale">{percent}% OFF</Badge>}
      {stock === "low" && <Badge tone="sun">Low Stock</Badge>}
      {stock === "sold-out" && <Badge tone="dark">Sold Out</Badge>}
    </>
  );
}
