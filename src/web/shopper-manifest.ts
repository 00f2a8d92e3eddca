// The table of routes that every page loads, without the back office's for shoppers: those are more than half of
// it, and nothing in the storefront goes there without loading a document. Written beside the router's own when
// the build ends (react-router.config.ts); pages name the one that they need (entry.server.tsx).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const ASSIGNMENT = "window.__reactRouterManifest=";

type Manifest = { url: string; routes: Record<string, unknown> };

export const isBackOfficeRoute = (id: string): boolean => id.startsWith("routes/admin/");

/** "/assets/manifest-1a2b.js" → "/assets/manifest-1a2b-shop.js". */
export function shopperManifestUrl(url: string): string {
  return url.replace(/\.js$/, "-shop.js");
}

/** Throws when the build did not write exactly one table, or one of another form. */
export function writeShopperManifest(assetsFolder: string): void {
  const [file, ...more] = readdirSync(assetsFolder).filter((name) => /^manifest-[0-9a-f]+\.js$/.test(name));
  if (!file || more.length > 0) throw new Error(`one table of routes was expected in ${assetsFolder}`);
  const text = readFileSync(path.join(assetsFolder, file), "utf8");
  if (!text.startsWith(ASSIGNMENT)) throw new Error(`${file} does not begin with ${ASSIGNMENT}`);
  const whole = JSON.parse(text.slice(ASSIGNMENT.length).replace(/;\s*$/, "")) as Manifest;
  const routes = Object.entries(whole.routes).filter(([id]) => !isBackOfficeRoute(id));
  const own: Manifest = { ...whole, url: shopperManifestUrl(whole.url), routes: Object.fromEntries(routes) };
  writeFileSync(path.join(assetsFolder, shopperManifestUrl(file)), `${ASSIGNMENT}${JSON.stringify(own)};`);
}
