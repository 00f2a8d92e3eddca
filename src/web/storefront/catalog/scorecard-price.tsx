import { formatMoney } from "#domain/money/money.ts";
import { discountPercent, isOnSale, type ProductSummary } from "#domain/product/product.ts";
import { Price } from "../../ui/price.tsx";

/** A sale price in three cells: was, now, and what is saved. */
export function ScorecardPrice({ product }: { product: ProductSummary }) {
  if (!isOnSale(product)) return <Price product={product} />;
  const cells = [
    { label: "Was", value: <s>{formatMoney(product.price)}</s> },
    {
      label: product.pricesVary ? "From" : "Now",
      value: <span className="font-bold text-flag">{formatMoney(product.salePrice)}</span>,
    },
    { label: "Save", value: `${discountPercent(product)}%` },
  ];
  return (
    <dl className="numerals mt-2 grid grid-cols-[1fr_1fr_1fr] overflow-hidden rounded-[6px] border border-edge bg-surface text-center">
      {cells.map(({ label, value }) => (
        <div key={label} className="border-line not-first:border-l">
          <dt className="border-b border-line p-0.5 text-[0.6875rem] font-semibold tracking-[0.08em] text-ink-2 uppercase">
            {label}
          </dt>
          <dd className="px-0.5 py-1 text-[0.9375rem] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
