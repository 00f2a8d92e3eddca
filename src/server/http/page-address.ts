// Which addresses are one page. The cache would otherwise hold a copy for every campaign parameter, and a
// stranger could fill it with nonsense.
import { parseShopSearch, shopQuery } from "#domain/shop-search.ts";

const SHARED = ["/", "/shop", "/about", "/contact", "/privacy", "/terms", "/shipping", "/size-guide"];
const PRIVATE_ROOTS = ["admin", "checkout", "checkout-confirmation", "orders", "feeds"];
const SHARED_ROOTS = [
  "",
  "shop",
  "about",
  "contact",
  "privacy",
  "terms",
  "shipping",
  "size-guide",
  "product",
  "_root",
];

/** All addresses that lead nowhere are one page. */
export const NOT_FOUND_KEY = "/404";

/**
 * The canonical name of a page that is the same for everybody, or of its data (`/shop.data`); null for a
 * page that must never be shared between two people.
 */
export function pageKey(url: URL): string | null {
  const { searchParams } = url;
  // Part of a page's data only, as asked for by some navigations.
  if (searchParams.has("_routes")) return null;
  const isData = url.pathname.endsWith(".data");
  const pathname = isData ? url.pathname.slice(0, -".data".length) : url.pathname;
  const suffix = isData ? ".data" : "";
  if (pathname === "/shop") return `/shop${suffix}${shopQuery(parseShopSearch(searchParams))}`;
  if (SHARED.includes(pathname) || pathname === "/_root") return pathname + suffix;
  if (/^\/product\/[0-9a-f-]{36}$/.test(pathname)) return pathname + suffix;
  const root = pathname.split("/")[1] ?? "";
  if (isData || PRIVATE_ROOTS.includes(root) || SHARED_ROOTS.includes(root)) return null;
  return NOT_FOUND_KEY;
}

const RELATIVE_PATHS = [
  "admin/login",
  "admin",
  "shop",
  "about",
  "contact",
  "checkout/confirmation",
  "checkout",
];
const ROUTED = ["/admin/login", "/checkout/confirmation"];

/**
 * Where a relative link such as href="shop" on a nested page was meant to lead: "/product/shop" → "/shop".
 * null for every other path.
 */
export function strayRelativePath(pathname: string): string | null {
  if (ROUTED.includes(pathname)) return null;
  const meant = RELATIVE_PATHS.find(
    (relative) => pathname.endsWith(`/${relative}`) && pathname !== `/${relative}`,
  );
  return meant ? `/${meant}` : null;
}
