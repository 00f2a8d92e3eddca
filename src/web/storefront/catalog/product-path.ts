import { href } from "react-router";

/** The URL path of a product's page, from the route table. */
export function productPath(product: { id: string }): string {
  return href("/product/:id", { id: product.id });
}
