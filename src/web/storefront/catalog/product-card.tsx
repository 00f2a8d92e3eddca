import { type ComponentType, type RefCallback, useState } from "react";
import { Link, useViewTransitionState } from "react-router";
import type { ProductSummary } from "#domain/product/product.ts";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";
import { CardAction } from "./card-action.tsx";
import { ProductBadges } from "./product-badges.tsx";

/** On a phone 344 points of a screen with two for each pixel: the stored 320 look alike, 640 weigh three times as much. */
const CARD_SIZES = "(width >= 80rem) 300px, (width >= 48rem) 30vw, 41vw";

export type ProductCardProps = {
  product: ProductSummary;
  /** The `sizes` attribute of its pictures, where the card is not one of a grid. */
  sizes?: string;
  /** For the first cards of a page: their pictures load right away. */
  priority?: boolean;
  /** What shows the price instead of a line of text. */
  PriceTag?: ComponentType<{ product: ProductSummary }> | undefined;
};

/** A product in a list. Its name is the one link, stretched over the card; the button lies above it. */
export function ProductCard({ product, sizes = CARD_SIZES, priority = false, PriceTag }: ProductCardProps) {
  const { path } = product;
  const picture = useMovingPicture(path);
  const [wasPointedAt, setWasPointedAt] = useState(false);
  const [first, second] = product.images;
  return (
    <article
      className="product-card"
      onPointerEnter={(event) => setWasPointedAt(event.pointerType === "mouse")}
    >
      <div ref={picture} className="card-picture">
        <Picture image={first} sizes={sizes} priority={priority} />
        {second && wasPointedAt && (
          <Picture image={second} alt="" sizes={sizes} priority className="card-picture-second" />
        )}
        <div className="card-badges absolute top-2.5 left-2.5 flex max-w-[calc(100%-1.25rem)] flex-wrap gap-1.5">
          <ProductBadges product={product} />
        </div>
      </div>
      <div className="grid flex-1 content-start gap-0.5 pt-3">
        <div className="flex justify-between gap-2 text-[0.75rem] text-ink-2">
          <p className="eyebrow">{product.category.name.toUpperCase()}</p>
          {product.hasOptions && <span>Options</span>}
        </div>
        <h3 className="leading-snug font-semibold">
          <Link to={path} prefetch="intent" viewTransition className="card-link">
            {product.name}
          </Link>
        </h3>
        {PriceTag ? (
          <PriceTag product={product} />
        ) : (
          <p className="mt-0.5">
            <Price product={product} />
          </p>
        )}
      </div>
      <CardAction product={product} />
    </article>
  );
}

/**
 * The picture becomes that of the product's page, and on the way back this one again. Of all pictures only one may move (a
 * product can stand in two lists, or below the page of another), or the browser moves none.
 */
function useMovingPicture(path: string): RefCallback<HTMLDivElement> {
  const isMoving = useViewTransitionState(path);
  return (picture) => {
    if (!picture || !isMoving || document.querySelector(".product-picture-moving")) return;
    picture.classList.add("product-picture-moving");
    return () => picture.classList.remove("product-picture-moving");
  };
}
