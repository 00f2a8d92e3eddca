import { formatMoney } from "#domain/money/money.ts";
import { discountPercent, isOnSale, type ProductSummary } from "#domain/product/product.ts";
import { Price } from "../../ui/price.tsx";

/** A sale price as three cells of a scorecard: what it was, what it is, how much under. */
export function ScorecardPrice({ product }: { product: ProductSummary }) {
  if (!isOnSale(product)) return <Price product={product} />;
  return (
    <dl className="scorecard-price numerals">
      <div>
        <dt>Was</dt>
        <dd>
          <s>{formatMoney(product.price)}</s>
        </dd>
      </div>
      <div data-now="">
        <dt>Now</dt>
        <dd>{formatMoney(product.salePrice)}</dd>
      </div>
      <div>
        <dt>Under</dt>
        <dd>−{discountPercent(product)}%</dd>
      </div>
    </dl>
  );
}
