// Which URLs are one page. Otherwise the cache would hold a copy for every click on an ad, and a stranger could fill it
// with nonsense. Only the route table knows what pages there are, which are the same for everyone, and which search
// parameters each knows; it is handed in, so a page added there needs no second entry here.
import { isSlug } from "#domain/redirects/slug.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { PagePost } from "../door/door.ts";

/** A page of the route table: its path with its parameters ("/product/:id"; never "/*"). */
export type PageRoute = {
  pattern: string;
  isShared: boolean;
  /** Search parameters → the query of the same page in its one spelling; left out: the page knows none. */
  search?: CanonicalSearch;
  /** How it takes posts; left out: it takes none. */
  post?: PagePost;
};

export type CanonicalSearch = (params: URLSearchParams) => string;

/** All paths that lead nowhere and are not below a page share one cached page. */
export const NOT_FOUND_KEY = "/404";

/** The name of the first page's data, which has no path of its own to put ".data" behind. */
const INDEX_DATA = "/_";

export class PagePaths {
  /** Paths without parameters. */
  readonly #fixed: ReadonlyMap<string, PageRoute>;
  readonly #openRoutes: readonly PageRoute[];
  /** First segments of all paths: a path below a page that is not found renders for its own path. */
  readonly #roots: ReadonlySet<string | undefined>;

  constructor(routes: readonly PageRoute[]) {
    const isOpen = ({ pattern }: PageRoute) => pattern.includes(":");
    this.#openRoutes = routes.filter(isOpen);
    this.#fixed = new Map(routes.filter((route) => !isOpen(route)).map((route) => [route.pattern, route]));
    this.#roots = new Set(routes.map(({ pattern }) => rootOf(pattern)));
  }

  /**
   * The one name of a page that is the same for everyone, or of its data ("/shop.data"), whatever else its URL says; null
   * for a page that must never be shared between two people. `target`: path and query as the door admits them
   * (door/request-target.ts). The name is also the URL that the page is drawn for. It is asked for at every request.
   */
  nameOf(target: string): string | null {
    const queryAt = target.indexOf("?");
    const pathname = queryAt < 0 ? target : target.slice(0, queryAt);
    const { path, suffix } = withoutData(pathname);
    const isData = suffix !== "";
    const page = this.#find(path);
    if (!page) return isData || this.#roots.has(rootOf(path)) ? null : NOT_FOUND_KEY;
    if (!page.isShared || (path !== page.pattern && !hasNamesOnly(page.pattern, path))) return null;
    if (queryAt < 0) return pathname;
    const query = target.slice(queryAt + 1);
    // Part of a page's data only, as asked for by some navigations.
    if (isData && PART_OF_DATA.test(query)) return null;
    return page.search ? pathname + page.search(new URLSearchParams(query)) : pathname;
  }

  /** The page that a path leads to, by its pattern ("/orders/:token"), with ".data" behind that of its data; or null. */
  patternOf(pathname: string): string | null {
    const { path, suffix } = withoutData(pathname);
    const page = this.#find(path);
    return page ? page.pattern + suffix : null;
  }

  /** How the page at this path takes posts, as a document or as data; null: there is none, or it takes none. */
  postOf(pathname: string): PagePost | null {
    return this.#find(withoutData(pathname).path)?.post ?? null;
  }

  #find(path: string): PageRoute | undefined {
    // A fixed path wins over one with a parameter, as it does for the router.
    return (
      this.#fixed.get(path === INDEX_DATA ? "/" : path) ??
      this.#openRoutes.find(({ pattern }) => matches(pattern, path))
    );
  }

  /**
   * Where a relative link such as href="shop" on a nested page was meant to lead: "/product/shop" → "/shop".
   * null for every other path.
   */
  strayRelativePath(pathname: string): string | null {
    // A discount's code may be any word, also that of a page.
    if (this.#fixed.has(pathname) || pathname.startsWith("/discount/")) return null;
    const segments = pathname.split("/").slice(2);
    const ends = segments.map((_, index) => `/${segments.slice(index).join("/")}`);
    return ends.find((path) => path !== "/" && this.#fixed.has(path)) ?? null;
  }
}

const DATA = ".data";
const PART_OF_DATA = /(?:^|&)_routes=/;

function withoutData(pathname: string): { path: string; suffix: "" | typeof DATA } {
  if (!pathname.endsWith(DATA)) return { path: pathname, suffix: "" };
  return { path: pathname.slice(0, -DATA.length), suffix: DATA };
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

/** Ids are UUIDs, names are slugs. Anything else in their place would be an endless supply of pages that do not exist. */
function hasNamesOnly(pattern: string, path: string): boolean {
  const given = path.split("/");
  return pattern.split("/").every((part, index) => {
    if (part === ":slug") return isSlug(given[index]);
    return !part.startsWith(":") || (isUuid(given[index]) && !/[A-F]/.test(given[index]));
  });
}
