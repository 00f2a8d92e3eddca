import { Link } from "react-router";
import type { ProductInColors } from "#domain/product/product.ts";
import { Picture } from "../../../ui/picture.tsx";

type DesignColorsProps = {
  product: ProductInColors;
  /** Its color and the names of the others. */
  names: string;
};

/** Its color, and those of its design, each with its own page. A sold-out one is struck through and can still be seen. */
export function DesignColors({ product, names }: DesignColorsProps) {
  return (
    <div className="mt-7">
      <p className="wrap-anywhere">
        <span className="font-semibold">Color</span> {names}
      </p>
      {product.colors.length > 0 && (
        <nav aria-label="Colors" className="mt-2">
          <ul className="flex flex-wrap gap-3">
            {product.colors.map(({ id, path, color, image, isSoldOut }) => (
              <li key={id}>
                <Link
                  to={path}
                  prefetch="intent"
                  viewTransition
                  aria-current={id === product.id ? "page" : undefined}
                  className="thumbnail relative size-14 rounded-full"
                >
                  <Picture
                    image={image}
                    alt=""
                    sizes="56px"
                    placeholder=""
                    className="size-full object-cover"
                  />
                  {isSoldOut && <span className="struck absolute inset-0" />}
                  <span className="sr-only">{isSoldOut ? `${color} (sold out)` : color}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
