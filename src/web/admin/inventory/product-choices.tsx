import { href, Link } from "react-router";
import type { AdminProduct } from "#domain/product/admin-product-search.ts";
import { SearchForm } from "../lists/search-form.tsx";

/** Which product a delivery is for. */
export function ProductChoices({ products, query }: { products: AdminProduct[]; query: string }) {
  const path = href("/admin/inventory/receive");
  return (
    <div className="grid max-w-2xl gap-4">
      <SearchForm action={path} query={query} what="products" by="by name" />
      {products.length === 0 ? (
        <p className="text-ink-2">No products found.</p>
      ) : (
        <ul className="admin-card divide-y divide-line">
          {products.map(({ id, name }) => (
            <li key={id}>
              <Link to={`${path}?product=${id}`} className="found-row text-link font-semibold wrap-anywhere">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
