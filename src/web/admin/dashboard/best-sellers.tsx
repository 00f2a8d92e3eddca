import type { BestSeller } from "#domain/dashboard/dashboard.ts";
import { formatMoney } from "#domain/money/money.ts";
import { productPath } from "#domain/product/product-path.ts";
import { type Column, DataTable, TableCard } from "../lists/data-table.tsx";

const columns: Column<BestSeller>[] = [
  {
    label: "Product",
    cell: ({ productId: id, name }) => (
      <a href={productPath({ id, name })} className="text-link font-semibold">
        {name}
      </a>
    ),
  },
  { label: "Sold", isNumber: true, cell: ({ quantity }) => quantity },
  { label: "Revenue", isNumber: true, cell: ({ revenue }) => formatMoney(revenue) },
];

/** The products that sold the most units in the report's days. */
export function BestSellers({ products, days }: { products: BestSeller[]; days: number }) {
  return (
    <TableCard id="best-sellers" title="Best sellers">
      {products.length === 0 ? (
        <p className="px-5 pb-6 text-ink-2">Nothing was sold in the last {days} days.</p>
      ) : (
        <DataTable columns={columns} rows={products} keyOf={({ productId }) => productId} />
      )}
    </TableCard>
  );
}
