import { useEffect, useState } from "react";
import { href } from "react-router";
import type { ProductSummary } from "#domain/product/product.ts";
import { askFunction } from "../../page/functions-client.ts";
import { ProductBand } from "./product-band.tsx";
import { ProductRow } from "./product-row.tsx";
import { keepViewed, rememberViewed, viewedIds } from "./viewed-products.ts";

const SHOWN_MAX = 4;

/** Draws nothing when nothing was viewed or none of it is still sold. */
export function RecentlyViewedBand({ shownId }: { shownId: string }) {
  useEffect(() => {
    if (shownId !== "") rememberViewed(shownId);
  }, [shownId]);
  const products = useViewedProducts().filter(({ id }) => id !== shownId);
  if (products.length === 0) return null;
  return (
    <ProductBand heading="Recently viewed" link={{ to: href("/shop"), label: "See everything" }}>
      <ProductRow products={products.slice(0, SHOWN_MAX)} />
    </ProductBand>
  );
}

/** The viewed products with current data. Deleted products are dropped; a failed request shows none. */
function useViewedProducts(): ProductSummary[] {
  const [products, setProducts] = useState<ProductSummary[]>([]);
  useEffect(() => {
    const ids = viewedIds();
    if (ids.length === 0) return;
    let isCurrent = true;
    askFunction("list-products", { ids }).then(
      (answer) => {
        if (!isCurrent) return;
        const { products: found } = answer as { products: ProductSummary[] };
        setProducts(found);
        const isGone = (id: string) => ids.includes(id) && !found.some((product) => product.id === id);
        if (found.length < ids.length) keepViewed(viewedIds().filter((id) => !isGone(id)));
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return products;
}
