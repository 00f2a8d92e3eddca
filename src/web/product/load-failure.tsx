import { Button, LinkButton } from "../ui/button.tsx";
import { FlagGlyph } from "../ui/flag-glyph.tsx";

type LoadFailureProps = { message: string; isRetrying: boolean; onRetry: () => void };

/** In place of a page whose data could not be loaded. */
export function LoadFailure({ message, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <div className="wrap grid min-h-[60dvh] content-center justify-items-center gap-5 py-16 text-center">
      <FlagGlyph className="size-16" />
      <h1 className="display text-heading">{message}</h1>
      <div className="flex flex-wrap justify-center gap-3">
        <Button pending={isRetrying} onClick={onRetry}>
          Retry
        </Button>
        <LinkButton to="/shop" look="secondary">
          Back to Shop
        </LinkButton>
      </div>
    </div>
  );
}
