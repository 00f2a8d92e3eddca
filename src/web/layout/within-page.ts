import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For the `shouldRevalidate` of a route: back from a place within a page (`/checkout#payment`) stays on that page, so there
 * is nothing to load. On the way to another page a route that opted out would have the rest drawn for this shopper alone.
 */
export const loadsAnew = ({
  currentUrl: { href, hash },
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && (hash === "" || nextUrl.href + hash !== href);
