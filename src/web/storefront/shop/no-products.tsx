import { href } from "react-router";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { LinkButton } from "../../ui/form/button.tsx";

export function NoProducts() {
  return (
    <div className="grid justify-items-center gap-3 py-20 text-center">
      <FlagGlyph className="size-16" />
      <h3 className="display text-heading">No products found</h3>
      <p className="max-w-[40ch] text-ink-2">Try adjusting your filters to find what you're looking for.</p>
      <LinkButton to={href("/shop")} className="mt-3">
        Reset Filters
      </LinkButton>
    </div>
  );
}
