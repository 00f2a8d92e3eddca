import { href } from "react-router";

/** The URL path of a product's page, from the route table. */
export function productPath(product: { id: string }): string {
  return href("/product/:id", { id: product.id });
}

/** The same with an option chosen; "" for a product without options. */
export function optionPath(product: { id: string }, option: string): string {
  return option === "" ? productPath(product) : `${productPath(product)}?${new URLSearchParams({ option })}`;
}
