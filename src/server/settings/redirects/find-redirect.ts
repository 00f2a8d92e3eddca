import { missingPageOf, redirectKey } from "#domain/redirects/redirect.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { findTarget, listMissingPages, listRedirectRows, noteMissingPage } from "./queries.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Addresses in the list of missing pages, however many are asked for. */
export const MISSING_PAGES_MAX = 200;
const MISSING_PAGES_LISTED = 50;
const REDIRECTS_LISTED = 50;

/** Where a path without a page leads for good, within the shop; null: nowhere. One statement. */
export function findRedirect(shop: Pick<Shop, "db">, pathname: string): Promise<string | null> {
  return findTarget(shop.db, redirectKey(pathname));
}

/** Somebody asked for a page that is not there. An address that may say something of a person is not kept. */
export async function noteMissing(shop: Pick<Shop, "db" | "clock">, pathname: string): Promise<void> {
  const path = missingPageOf(pathname);
  if (path === null) return;
  await noteMissingPage(shop.db, { path, now: nowOf(shop), rowsMax: MISSING_PAGES_MAX });
}

/** The missing pages of the last week, those asked for most first. */
export function listMissing(shop: Pick<Shop, "db" | "clock">) {
  return listMissingPages(shop.db, new Date(shop.clock() - WEEK_MS), MISSING_PAGES_LISTED);
}

/** One page of the redirects. `after`: the path after which it begins; any text is fine. `next`: that of the next page. */
export async function listRedirects(shop: Pick<Shop, "db">, search: { query: string; after: string | null }) {
  const rows = await listRedirectRows(shop.db, { ...search, limit: REDIRECTS_LISTED + 1 });
  const redirects = rows.slice(0, REDIRECTS_LISTED);
  return { redirects, next: rows.length > redirects.length ? (redirects.at(-1)?.path ?? null) : null };
}
