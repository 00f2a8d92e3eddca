// The router writes one table with all pages of the build and the files of each. Half of it is the back office, whose
// pages a shopper's browser never draws: every link that leads there loads a page of its own (`reloadDocument`). So pages
// of the storefront name a copy without them, written next to the router's own file after a build. So it is with
// the pages to which only links in emails lead. What a page does not have is left out of the copy: the router asks for no
// more than whether it is true. Routes that draw nothing are left out, too: no link in a page leads to them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const START = "window.__reactRouterManifest=";
const END = ";";
const FILE = /^manifest-\w+\.js$/;
/** A link in the storefront to one of these would find no page. */
const APART = [
  "routes/admin/",
  ...["reminders", "restock", "reviews"].map((room) => `routes/storefront/${room}/`),
];
const isApart = (id: string | undefined) => APART.some((start) => id?.startsWith(start));

type TableRoute = { hasDefaultExport?: boolean };

/** "/assets/manifest-5c1d2b.js" → "/assets/manifest-shop-5c1d2b.js" */
export function shopperTable(url: string): string {
  return url.replace("/manifest-", "/manifest-shop-");
}

/** Whether a page with these matches is one that no shopper's page leads to: it knows the table of all pages. */
export function isPageApart(matches: readonly { route: { id?: string } }[]): boolean {
  return matches.some(({ route }) => isApart(route.id));
}

/** Writes the shoppers' table into a build's folder of files for browsers; fails where the router's own is another than known. */
export function writeShopperTable(assets: string): void {
  const [file, ...more] = readdirSync(assets).filter((name) => FILE.test(name));
  if (!file || more.length > 0) throw new Error(`Expected one table of routes in ${assets}`);
  const text = readFileSync(path.join(assets, file), "utf8");
  if (!text.startsWith(START) || !text.endsWith(END)) throw new Error(`${file} is no table of routes`);
  const table: { url: string; routes: Record<string, TableRoute> } = JSON.parse(
    text.slice(START.length, -END.length),
  );
  const routes = Object.fromEntries(
    Object.entries(table.routes).filter(([id, { hasDefaultExport }]) => !isApart(id) && hasDefaultExport),
  );
  const url = shopperTable(table.url);
  writeFileSync(
    path.join(assets, path.basename(url)),
    START +
      JSON.stringify({ ...table, url, routes }, (_, value) => (value === false ? undefined : value)) +
      END,
  );
}
