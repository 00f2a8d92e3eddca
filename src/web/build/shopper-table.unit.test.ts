import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isPageApart, shopperTable, writeShopperTable } from "./shopper-table.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-table-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const tableOf = (ids: string[], url: string) => ({
  routes: Object.fromEntries(
    ids.map((id) => [id, { id, hasDefaultExport: true, imports: ["/assets/a.js"] }]),
  ),
  url,
  version: "a1",
});

test("a shopper's table is the router's own without the back office and pages of emails, at an address that its pages name", () => {
  const ids = ["root", "routes/storefront/shop", "routes/admin/layout", "routes/admin/orders/order"];
  ids.push("routes/storefront/reminders/reminder");
  const all = `window.__reactRouterManifest=${JSON.stringify(tableOf(ids, "/assets/manifest-a1.js"))};`;
  write("manifest-a1.js", all);
  writeShopperTable(folder);
  const url = shopperTable("/assets/manifest-a1.js");
  expect(readFileSync(path.join(folder, path.basename(url)), "utf8")).toBe(
    `window.__reactRouterManifest=${JSON.stringify(tableOf(ids.slice(0, 2), url))};`,
  );
  expect(readFileSync(path.join(folder, "manifest-a1.js"), "utf8")).toBe(all);
});

test("a route that draws nothing is in no shopper's table", () => {
  const { routes, ...rest } = tableOf(["root"], "/assets/manifest-a1.js");
  const undrawn = { id: "data", hasLoader: true, hasDefaultExport: false, imports: ["/assets/a.js"] };
  const text = JSON.stringify({ ...rest, routes: { ...routes, data: undrawn } });
  write("manifest-a1.js", `window.__reactRouterManifest=${text};`);
  writeShopperTable(folder);
  const written = readFileSync(path.join(folder, "manifest-shop-a1.js"), "utf8").slice(29, -1);
  expect(Object.keys(JSON.parse(written).routes)).toEqual(["root"]);
});

test("a build whose table is another than known fails instead of serving half a table", () => {
  expect(() => writeShopperTable(folder)).toThrow("Expected one table of routes");
  write("manifest-a1.js", "export default {}");
  expect(() => writeShopperTable(folder)).toThrow("no table of routes");
});

test("pages of the back office know all pages", () => {
  const match = (id: string) => ({ route: { id } });
  expect(isPageApart([match("root"), match("routes/admin/sign-in/login")])).toBe(true);
  expect(isPageApart([match("root"), match("routes/storefront/not-found")])).toBe(false);
});
