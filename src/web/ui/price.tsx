import { type Cents, formatMoney } from "#domain/money/money.ts";
import { isOnSale } from "#domain/product/product.ts";

type PriceProps = {
  /** `pricesVary`: they are the lowest of several. */
  product: { price: Cents; salePrice: Cents | null; pricesVary?: true };
  className?: string;
};

/** The price, or the sale price in color with the original struck through, both labeled for screen readers. */
export function Price({ product, className = "" }: PriceProps) {
  const from = product.pricesVary ? "from " : "";
  if (!isOnSale(product)) {
    return (
      <span className={`numerals font-semibold ${className}`}>{`${from}${formatMoney(product.price)}`}</span>
    );
  }
  return (
    <span className={`numerals inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className="sr-only">Sale price</span>
      <span className="font-bold text-flag">{`${from}${formatMoney(product.salePrice)}`}</span>
      <span className="sr-only">, original price</span>
      <s className="text-[0.88em] text-ink-2">{formatMoney(product.price)}</s>
    </span>
  );
}
