import { href, Link } from "react-router";
import type { LowStockProduct } from "#domain/dashboard.ts";
import { categoryLabels } from "#domain/product.ts";
import { Price } from "../ui/price.tsx";
import { StockCount } from "./stock-count.tsx";

/** Products that are about to run out, fewest first. `count` is how many there are, shown or not. */
export function LowStock({ products, count }: { products: LowStockProduct[]; count: number }) {
  return (
    <section aria-labelledby="low-stock" className="admin-card overflow-hidden">
      <h2 id="low-stock" className="display px-5 pt-5 pb-3 text-xl">
        Low Stock Products
      </h2>
      {products.length === 0 ? (
        <p className="px-5 pb-6 text-ink-2">Every product has ten pieces or more.</p>
      ) : (
        <table className="admin-table slim-rows">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Category</th>
              <th scope="col">Price</th>
              <th scope="col" data-number>
                Stock
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id}>
                <th scope="row" data-label="Product">
                  <Link
                    to={href("/admin/products/edit/:id", { id: product.id })}
                    className="text-link font-semibold"
                  >
                    {product.name}
                  </Link>
                </th>
                <td data-label="Category">{categoryLabels[product.category]}</td>
                <td data-label="Price">
                  <Price product={product} />
                </td>
                <td data-label="Stock" data-number>
                  <StockCount quantity={product.quantity} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > products.length && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink-2">
          The {products.length} lowest of {count} products are shown.
        </p>
      )}
    </section>
  );
}
