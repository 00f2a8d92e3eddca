import { href } from "react-router";
import { useLoadFailure } from "../../page/failures/use-load-failure.ts";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";

const FAILURE = "Failed to load product details. Please try again later.";

/** The product could not be loaded; whether it exists is unknown. */
export function ProductFailure() {
  const { isFirst, isRetrying, retry } = useLoadFailure(FAILURE);
  if (isFirst) return <div aria-busy="true" className="wrap min-h-[60dvh]" />;
  return (
    <div className="wrap grid min-h-[60dvh] content-center justify-items-center gap-5 py-16 text-center">
      <FlagGlyph className="size-16" />
      <h1 className="display text-heading">{FAILURE}</h1>
      <div className="flex flex-wrap justify-center gap-3">
        <Button pending={isRetrying} onClick={retry}>
          Retry
        </Button>
        <LinkButton to={href("/shop")} look="secondary">
          Back to Shop
        </LinkButton>
      </div>
    </div>
  );
}
