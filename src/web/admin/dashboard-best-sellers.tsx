import { href } from "react-router";
import type { BestSeller } from "#domain/dashboard.ts";
import { formatMoney } from "#domain/money.ts";

/** The products of which most pieces were sold in the report's days. */
export function BestSellers({ products, days }: { products: BestSeller[]; days: number }) {
  return (
    <section aria-labelledby="best-sellers" className="admin-card overflow-hidden">
      <h2 id="best-sellers" className="display px-5 pt-5 pb-3 text-xl">
        Best sellers
      </h2>
      {products.length === 0 ? (
        <p className="px-5 pb-6 text-ink-2">Nothing was sold in the last {days} days.</p>
      ) : (
        <table className="admin-table slim-rows">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" data-number>
                Sold
              </th>
              <th scope="col" data-number>
                Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.productId}>
                <th scope="row" data-label="Product">
                  <a
                    href={href("/product/:id", { id: product.productId })}
                    className="text-link font-semibold"
                  >
                    {product.name}
                  </a>
                </th>
                <td data-label="Sold" data-number>
                  {product.quantity}
                </td>
                <td data-label="Revenue" data-number>
                  {formatMoney(product.revenue)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
