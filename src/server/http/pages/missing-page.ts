// An address without a page: it leads to where its page has moved, or the owner hears of it. Of each visitor only so many
// are noted, so that a stranger can't fill the list with nonsense, and nothing that may name a person is
// (domain/redirects/redirect.ts).
import type { Limit, RateLimiter } from "../../auth/limits/rate-limit.ts";
import { findMovedPage } from "../../catalog/find-moved-page.ts";
import { errorText } from "../../core/log.ts";
import type { Shop } from "../../core/shop.ts";
import { noteMissing } from "../../settings/redirects/find-redirect.ts";
import { NOT_FOUND_KEY, type PagePaths } from "./page-path.ts";

export const MISSING_NOTED: Limit = { name: "missing-pages", requestsMax: 20, windowMs: 60 * 60_000 };

/** Pages that everybody may know of, by how their addresses begin; below other pages of the shop nothing is noted. */
const OPEN = /^\/(?:product|collections|pages)\//;

export type MissingPages = {
  /** Where the page of this path has moved to; null: nowhere. Never throws. */
  movedTo: (pathname: string, ip: string) => Promise<string | null>;
};

type MissingParts = { shop: Shop; limiter: RateLimiter; paths: PagePaths };

export function missingPages({ shop, limiter, paths }: MissingParts): MissingPages {
  const isNoted = (pathname: string) => OPEN.test(pathname) || paths.nameOf(pathname) === NOT_FOUND_KEY;
  const movedTo = async (pathname: string, ip: string) => {
    const target = await findMovedPage(shop, pathname);
    if (target !== null) return target;
    if (isNoted(pathname) && (await limiter.secondsToWait(MISSING_NOTED, ip)) === 0)
      await noteMissing(shop, pathname);
    return null;
  };
  return {
    movedTo: (pathname, ip) =>
      movedTo(pathname, ip).catch((error) => {
        shop.log.warn("http.missing_page_unknown", { error: errorText(error) });
        return null;
      }),
  };
}
