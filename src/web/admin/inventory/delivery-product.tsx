import { href, Link } from "react-router";
import type { PickVariant } from "#domain/product/pick.ts";
import { ProductPicker } from "../lists/product-picker.tsx";

/** Which product a delivery is for. */
export function DeliveryProduct() {
  return (
    <div className="max-w-2xl">
      <ProductPicker label="Product">
        {({ id, name, variants }) => (
          <>
            <Link
              to={`${href("/admin/inventory/receive")}?product=${id}`}
              className="text-link font-semibold wrap-anywhere"
            >
              {name}
            </Link>
            <p className="numerals text-sm text-ink-2">{stockText(variants)}</p>
          </>
        )}
      </ProductPicker>
    </div>
  );
}

/** "20 in stock: S 5, M 0, L 15" */
function stockText(variants: readonly PickVariant[]): string {
  const total = variants.reduce((sum, { free }) => sum + free, 0);
  const sizes = variants.filter(({ variation }) => variation !== "");
  const each = sizes.map(({ variation, free }) => `${variation} ${free}`).join(", ");
  return `${total.toLocaleString("en-US")} in stock${each && `: ${each}`}`;
}
