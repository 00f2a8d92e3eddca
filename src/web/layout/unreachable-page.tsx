import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useRetry } from "../page/failures/use-retry.ts";
import { FlagGlyph } from "../ui/flag-glyph.tsx";
import { Button } from "../ui/form/button.tsx";
import { Charged } from "./charged.tsx";
import { StorefrontFrame } from "./storefront-frame.tsx";

/**
 * Stands in for a page whose data did not arrive at all. One request carries the data of the whole page. When it
 * fails, even the root has none, and no page inside it can say what is missing: this one does, inside the
 * shop's frame.
 */
export function UnreachablePage() {
  const { pathname } = useLocation();
  const Failure = useOwnFailure(pathname);
  return (
    <StorefrontFrame>
      <title>Something went wrong</title>
      {Failure ? <Failure /> : <AnyFailure />}
    </StorefrontFrame>
  );
}

const ownFailures: [path: RegExp, routeId: string][] = [
  [/^\/shop$/, "routes/storefront/shop"],
  [/^\/product\//, "routes/storefront/product"],
];

/** The part of the router's table that says where the code of each page is. */
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, { module: string; css?: string[] } | undefined> };
  }
}

/** What the page itself shows for a failure. Its code is in its own file, at the URL that the router uses. */
async function loadFailureOf(path: string): Promise<ComponentType | null> {
  const routeId = ownFailures.find(([pattern]) => pattern.test(path))?.[1];
  const file = routeId && window.__reactRouterManifest?.routes[routeId]?.module;
  if (!file) return null;
  const page: { ErrorBoundary?: ComponentType } = await import(/* @vite-ignore */ file);
  return page.ErrorBoundary ?? null;
}

function useOwnFailure(pathname: string): ComponentType | null {
  const [own, setOwn] = useState<{ path: string; Failure: ComponentType | null } | null>(null);
  useEffect(() => {
    loadFailureOf(pathname).then(
      (Failure) => setOwn({ path: pathname, Failure }),
      () => {}, // Its code can't be fetched either: AnyFailure stays.
    );
  }, [pathname]);
  return own?.path === pathname ? own.Failure : null;
}

function AnyFailure() {
  const { isRetrying, retry } = useRetry();
  return (
    <div className="wrap grid min-h-[60dvh] content-center justify-items-center gap-5 py-16 text-center">
      <FlagGlyph className="size-20" />
      <h1 className="display text-title">Something went wrong</h1>
      <p className="text-lg text-ink-2">This page could not be loaded. Please try again in a moment.</p>
      <Charged />
      <Button pending={isRetrying} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
