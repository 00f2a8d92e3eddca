import { href } from "react-router";
import type { BestSellers } from "#server/catalog/list-best-sellers.ts";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { ProductGrid } from "../catalog/product-grid.tsx";
import { HelpLink } from "./help-link.tsx";

type NothingFoundProps = {
  /** The page that answers the query. */
  help: { to: string; label: string } | null;
  /** The query, if nothing else narrows the list. */
  words: string;
  /** Left out while the shop can't be read. */
  instead: BestSellers | undefined;
};

/** A list without a product: the page that may answer, and what others buy. */
export default function NothingFound({ help, words, instead }: NothingFoundProps) {
  return (
    <>
      <div className="grid justify-items-center gap-3 py-16 text-center">
        <FlagGlyph className="size-16" />
        <h3 className="display text-heading">No products found</h3>
        {help ? (
          <HelpLink help={help} />
        ) : (
          <p className="max-w-[40ch] wrap-anywhere text-ink-2">
            {words
              ? `No products match “${words}”. Try another word, or browse the shop.`
              : "Try adjusting your filters to find what you're looking for."}
          </p>
        )}
        <LinkButton to={href("/shop")} className="mt-3">
          {words ? "See all products" : "Reset Filters"}
        </LinkButton>
      </div>
      {instead && instead.products.length > 0 && (
        <>
          <h3 className="display mb-6 text-heading">
            {instead.areSold ? "Best sellers" : "New in the shop"}
          </h3>
          <ProductGrid products={instead.products} />
        </>
      )}
    </>
  );
}
