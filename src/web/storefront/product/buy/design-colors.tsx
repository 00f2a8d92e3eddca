import { Link } from "react-router";
import type { ProductInColors } from "#domain/product/product.ts";
import { Picture } from "../../../ui/picture.tsx";
import { productPath } from "../../catalog/product-path.ts";

type DesignColorsProps = {
  product: ProductInColors;
  /** The names of the other colors, as a phrase. */
  others: string;
};

/** The colors of the product's design, each a page of its own. A sold-out one is struck through and can still be seen. */
export function DesignColors({ product, others }: DesignColorsProps) {
  return (
    <nav aria-label="Colors" className="mt-7">
      <p className="mb-2 wrap-anywhere">
        <span className="font-semibold">{product.color}</span>
        {product.color && " · "}
        {others}
      </p>
      <ul className="flex flex-wrap gap-3">
        {product.colors.map(({ id, color, image, isSoldOut }) => (
          <li key={id}>
            <Link
              to={productPath({ id })}
              prefetch="intent"
              viewTransition
              aria-current={id === product.id ? "page" : undefined}
              className="thumbnail relative size-14 rounded-full"
            >
              <Picture image={image} alt="" sizes="56px" placeholder="" className="size-full object-cover" />
              {isSoldOut && <span className="struck absolute inset-0" />}
              <span className="sr-only">
                {color}
                {isSoldOut && " (sold out)"}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
