import { href, Link } from "react-router";
import { LOW_STOCK_BELOW, type LowStockProduct } from "#domain/dashboard/dashboard.ts";
import { Price } from "../../ui/price.tsx";
import { type Column, DataTable, TableCard } from "../lists/data-table.tsx";
import { StockCount } from "../lists/stock-count.tsx";

const columns: Column<LowStockProduct>[] = [
  {
    label: "Product",
    cell: ({ id, name }) => (
      <Link to={href("/admin/products/edit/:id", { id })} className="text-link font-semibold">
        {name}
      </Link>
    ),
  },
  { label: "Category", cell: ({ category }) => category.name },
  { label: "Price", cell: (product) => <Price product={product} /> },
  { label: "Stock", isNumber: true, cell: ({ quantity }) => <StockCount quantity={quantity} /> },
];

/** Products that are about to run out, lowest stock first. `count` includes those that are not shown. */
export function LowStock({ products, count }: { products: LowStockProduct[]; count: number }) {
  return (
    <TableCard
      id="low-stock"
      title="Low Stock Products"
      aside={
        <Link to={href("/admin/inventory")} className="text-link">
          Inventory
        </Link>
      }
    >
      <p className="px-5 pb-3 text-ink-2">
        {products.length === 0
          ? `Every product has at least ${LOW_STOCK_BELOW} in stock.`
          : `Fewer than ${LOW_STOCK_BELOW} left, all sizes together.`}
      </p>
      {products.length > 0 && (
        <DataTable columns={columns} rows={products} keyOf={({ id }) => id} className="low-rows" />
      )}
      {count > products.length && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink-2">
          Showing the {products.length} lowest of {count}.
        </p>
      )}
    </TableCard>
  );
}
