import { href } from "react-router";
import { FlagGlyph } from "../../../ui/flag-glyph.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";

/** Stands in place of the list: nothing matches, or there is nothing yet. */
export function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="admin-card grid justify-items-center gap-3 px-6 py-14 text-center">
      <FlagGlyph className="size-14 text-fairway" />
      <p className="text-lg font-semibold">No products found</p>
      <p className="text-ink-2">
        {isFiltered ? "No product matches this list and search." : "Add the first one and it is in the shop."}
      </p>
      {isFiltered && (
        <LinkButton to={href("/admin/products")} look="secondary">
          Show all products
        </LinkButton>
      )}
    </div>
  );
}
