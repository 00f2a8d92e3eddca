import { redirect } from "react-router";
import { findMovedPage } from "#server/catalog/find-moved-page.ts";
import type { Shop } from "#server/core/shop.ts";

/**
 * Leads to where the page of this path has moved, if it has. A link inside the shop asks for a page's data alone, which the
 * server's own answer to a missing page (server/http/pages/missing-page.ts) does not see.
 */
export async function leadToMoved(shop: Shop, pathname: string): Promise<void> {
  const target = await findMovedPage(shop, pathname);
  if (target !== null) throw redirect(target, 301);
}
