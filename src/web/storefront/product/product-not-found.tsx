import { href } from "react-router";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { LinkButton } from "../../ui/form/button.tsx";

export default function ProductNotFound() {
  return (
    <div className="wrap grid min-h-[60dvh] content-center justify-items-center gap-4 py-16 text-center">
      <FlagGlyph className="size-20" />
      <h1 className="display text-title">Product Not Found</h1>
      <p className="text-lg text-ink-2">The product you're looking for doesn't exist or has been removed.</p>
      <LinkButton to={href("/shop")} size="large" className="mt-2">
        Back to Shop
      </LinkButton>
    </div>
  );
}
