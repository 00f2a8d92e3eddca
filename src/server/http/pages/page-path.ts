// Which URLs are one page. Otherwise the cache would hold a copy for every campaign parameter, and a stranger could
// fill it with nonsense. Only the route table knows what pages there are and which are the same for everybody; it is
// handed in, so a page added there needs no second entry here.
import { parseShopSearch, shopQuery } from "#domain/catalog/shop-search.ts";
import { isUuid } from "#domain/text/uuid.ts";

/** A page of the route table: its path with its parameters ("/product/:id"; never "/*"). */
export type PageRoute = { pattern: string; isShared: boolean };

/** All paths that lead nowhere and are not below a page share one cached page. */
export const NOT_FOUND_KEY = "/404";

/** The name of the first page's data, which has no path of its own to put ".data" behind. */
const INDEX_DATA = "/_";

export class PagePaths {
  readonly #routes: readonly PageRoute[];
  /** Paths without parameters. */
  readonly #fixed: ReadonlySet<string>;
  /** First segments of all paths: a path below a page that is not found renders for its own path. */
  readonly #roots: ReadonlySet<string | undefined>;

  constructor(routes: readonly PageRoute[]) {
    // A fixed path wins over one with a parameter, as it does for the router.
    this.#routes = [...routes].sort(
      (a, b) => Number(a.pattern.includes(":")) - Number(b.pattern.includes(":")),
    );
    this.#fixed = new Set(routes.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes(":")));
    this.#roots = new Set(routes.map(({ pattern }) => rootOf(pattern)));
  }

  /**
   * The canonical name of a page that is the same for everybody, or of its data (`/shop.data`); null for a
   * page that must never be shared between two people. Only the shop's list has search parameters that count.
   */
  keyOf({ pathname, searchParams }: URL): string | null {
    // Part of a page's data only, as asked for by some navigations.
    if (searchParams.has("_routes")) return null;
    const isData = pathname.endsWith(".data");
    const suffix = isData ? ".data" : "";
    const path = isData ? pathname.slice(0, -suffix.length) : pathname;
    const page = this.#routes.find(({ pattern }) => matches(pattern, path === INDEX_DATA ? "/" : path));
    if (!page) return isData || this.#roots.has(rootOf(path)) ? null : NOT_FOUND_KEY;
    if (!page.isShared || !hasIdsOnly(page.pattern, path)) return null;
    return path + suffix + (path === "/shop" ? shopQuery(parseShopSearch(searchParams)) : "");
  }

  /** The page of a path, without what stands in place of its parameters: "/orders/:token". */
  patternOf(pathname: string): string {
    const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
    return this.#routes.find(({ pattern }) => matches(pattern, path))?.pattern ?? NOT_FOUND_KEY;
  }

  /**
   * Where a relative link such as href="shop" on a nested page was meant to lead: "/product/shop" → "/shop".
   * null for every other path.
   */
  strayRelativePath(pathname: string): string | null {
    if (this.#fixed.has(pathname)) return null;
    const segments = pathname.split("/").slice(2);
    const ends = segments.map((_, index) => `/${segments.slice(index).join("/")}`);
    return ends.find((path) => path !== "/" && this.#fixed.has(path)) ?? null;
  }
}

/** "/about/us" → "about". */
const rootOf = (path: string): string | undefined => path.split("/")[1];

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]))
  );
}

/** Ids are UUIDs. Anything else in their place would be an endless supply of pages that do not exist. */
function hasIdsOnly(pattern: string, path: string): boolean {
  const given = path.split("/");
  return pattern
    .split("/")
    .every((part, index) => !part.startsWith(":") || (isUuid(given[index]) && !/[A-F]/.test(given[index])));
}
