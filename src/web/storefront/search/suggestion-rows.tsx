import type { MouseEvent, ReactNode } from "react";
import { href, Link } from "react-router";
import { SHOP_PAGE_SIZE, SHOP_PAGES_MAX, shopQuery } from "#domain/catalog/shop-search.ts";
import { stockLevel } from "#domain/product/product.ts";
import type { SuggestedProduct } from "#server/catalog/search/suggest-products.ts";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";
import { helpLinkFor } from "./help-link.ts";
import type { Found } from "./use-suggestions.ts";

type Row = { to: string; content: ReactNode };

type SuggestionRowsProps = {
  found: Found;
  active: number;
  rowId: (row: number) => string;
  onFollow: (event: MouseEvent) => void;
};

/** Links as options of a list box. They take the layer's place in the browser's history. */
export function SuggestionRows({ found, active, rowId, onFollow }: SuggestionRowsProps) {
  return rowsOf(found).map(({ to, content }, row) => (
    <Link
      key={to}
      to={to}
      replace
      id={rowId(row)}
      role="option"
      aria-selected={row === active}
      tabIndex={-1}
      className="search-row"
      onClick={onFollow}
    >
      {content}
    </Link>
  ));
}

/** The page that answers a question, what was likely meant, the products, and the way to all of them; with nothing found, to the whole shop. */
export function rowsOf({ text, suggestions }: Found): Row[] {
  const { collections, products, count, correction } = suggestions;
  const listOf = (query: string) => href("/shop") + shopQuery({ query });
  const help = helpLinkFor(text);
  return [
    ...(help ? [{ to: help.to, content: help.label }] : []),
    ...(correction ? [{ to: listOf(correction), content: <Correction text={correction} /> }] : []),
    ...collections.map((each) => ({ to: `/collections/${each.slug}`, content: each.name })),
    ...products.map((product) => ({ to: product.path, content: <ProductRow product={product} /> })),
    products.length === 0
      ? { to: href("/shop"), content: "See all products" }
      : { to: listOf(text), content: allOf(count) },
  ];
}

/** The count ends at one more than all pages show. */
function allOf(count: number): string {
  if (count > SHOP_PAGES_MAX * SHOP_PAGE_SIZE) return "See all results";
  return count === 1 ? "See the 1 result" : `See all ${count} results`;
}

function Correction({ text }: { text: string }) {
  return (
    <span>
      Did you mean <b>{text}</b>?
    </span>
  );
}

function ProductRow({ product }: { product: SuggestedProduct }) {
  return (
    <>
      <span className="search-picture">
        <Picture image={product.image} alt="" sizes="56px" placeholder=" " />
      </span>
      <span className="search-name">
        {product.name}
        <small>
          {[product.category.name, stockLevel(product.quantity) === "sold-out" && "Sold Out"]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      <Price product={product} className="search-price" />
    </>
  );
}
