import { memo, Suspense, useState } from "react";
import type { DeliveryPromise } from "#domain/checkout/delivery.ts";
import { type ProductInColors, pricesOf, stockLevel } from "#domain/product/product.ts";
import type { ProductReviews } from "#server/inbox/reviews/page-of-reviews.ts";
import { firstTouch, lazyPart } from "../../../page/use-loaded.ts";
import { Price } from "../../../ui/price.tsx";
import { ProductBadges } from "../../catalog/product-badges.tsx";
import type { SentRestock } from "../../restock/restock-form.tsx";
import { RatingLink } from "../../reviews/rating-link.tsx";
import type { ProductFact } from "../product-facts.ts";
import { DesignColors } from "./design-colors.tsx";
import { FactRows } from "./fact-rows.tsx";
import { PurchaseForm } from "./purchase-form.tsx";
import { ShippingPromise } from "./shipping-promise.tsx";
import { useOption } from "./use-option.ts";

/**
 * The server draws it with the page, and it works without scripts. A browser loads its code where something is sold out:
 * at the first sign of a shopper, or right away for a link that asks for a variant.
 */
const RestockForm = import.meta.env.SSR
  ? (await import("../../restock/restock-form.tsx")).default
  : lazyPart(async () => {
      if (!/[?&]option=/.test(window.location.search)) await firstTouch();
      return import("../../restock/restock-form.tsx");
    });

type RestockProps = { product: ProductInColors; answer: SentRestock | undefined };

/** Picking a size must not rerender it before its code is there: until then React would show nothing in its place. */
const Restock = memo(function Restock(props: RestockProps) {
  return (
    <Suspense>
      <RestockForm {...props} />
    </Suspense>
  );
});

type BuyBoxProps = {
  product: ProductInColors;
  facts: ProductFact[];
  colorNames: string;
  delivery: DeliveryPromise;
  reviews: ProductReviews | null;
  restock: SentRestock | undefined;
};

/** Everything next to the pictures: name, price, description, and how to buy. */
export function BuyBox({ product, facts, colorNames, delivery, reviews, restock }: BuyBoxProps) {
  const isSoldOut = stockLevel(product.quantity) === "sold-out";
  const isShort = isSoldOut || product.options.some(({ available }) => available <= 0);
  // The item may be back in stock: the form stays, to say so.
  const [wasShort] = useState(isShort);
  const option = useOption(product);
  return (
    <div className="buy-box min-w-0 self-start md:sticky md:top-20">
      <p className="eyebrow text-ink-2">
        {[product.category.name.toUpperCase(), product.type].filter(Boolean).join(" · ")}
      </p>
      <h1 className="display mt-2 text-title">{product.name}</h1>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Price product={pricesOf(product, option.selected)} className="text-2xl" />
        <span className="flex gap-2">
          <ProductBadges product={{ ...product, ...pricesOf(product, option.selected) }} />
        </span>
        {reviews && <RatingLink {...reviews} />}
      </div>
      <p className="mt-5 max-w-[60ch] whitespace-pre-line text-ink-2">{product.description}</p>
      {colorNames && <DesignColors product={product} names={colorNames} />}
      {reviews?.fit && <p className="mt-5 -mb-4 font-medium">{reviews.fit}</p>}
      <PurchaseForm product={product} option={option} isSoldOut={isSoldOut} />
      {(wasShort || isShort || restock) && <Restock product={product} answer={restock} />}
      {!isSoldOut && <ShippingPromise delivery={delivery} />}
      <FactRows facts={facts} />
    </div>
  );
}
