import { beforeAll, describe, expect, test, vi } from "vitest";
import { pageRoutesOf } from "#process/page-renderer.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import type { Shop } from "#server/core/shop.ts";
import { NOT_FOUND_KEY } from "#server/http/pages/page-path.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { createPageHandler, loadRouteTable, underRoot } from "./page-handler.ts";

const store = sharedShop();

const isShopPage = ({ id }: { id: string }) => ["root", "routes/storefront/shop"].includes(id);

const shared = pageRoutesOf({ routes: await underRoot(await loadRouteTable()) }).filter(
  ({ isShared }) => isShared,
);

/** The same process, with a database that does not respond. */
function withoutDatabase(shop: Shop, memory: Shop["memory"]): Shop {
  const db = shop.db.withPlugin({
    transformQuery: () => {
      throw new Error("the database does not respond");
    },
    transformResult: async ({ result }) => result,
  });
  return { ...shop, db, memory };
}

const neverRead = () => ({ settings: null, catalog: new KeptCatalog({ isTold: false }) });

async function openShopPage(shop: Shop): Promise<Response> {
  const handle = await createPageHandler(shop, isShopPage, { isDrawn: true });
  return handle(new Request(`${shop.env.publicUrl}/shop`));
}

test("[SH-7] without the database, the last product list is shown but not cached; samples say that the shop is unavailable", async () => {
  const fresh = await openShopPage(store.shop);
  expect(fresh.status).toBe(200);
  expect(fresh.headers.get("cache-control")).toContain("public");

  const recalled = await openShopPage(withoutDatabase(store.shop, store.shop.memory));
  expect(recalled.status).toBe(200);
  expect(recalled.headers.get("cache-control")).toBe("no-store");

  const samples = await openShopPage(withoutDatabase(store.shop, neverRead()));
  expect(samples.status).toBe(503);
  expect(samples.headers.get("cache-control")).toBe("no-store");
  const section = /aria-label="Sample products"[\s\S]*?<\/section>/.exec(await samples.text())?.[0] ?? "";
  expect(section.match(/<li /g)).toHaveLength(4);
  expect(section.match(/>Sample</g)).toHaveLength(8);
  expect(section).not.toMatch(/<a |<button/);
});

/** An address that contains "Plain Cap". */
const SLUG = "plain-cap";

describe("a page that is the same for everyone", () => {
  let productId: string;
  beforeAll(async () => {
    productId = await addProduct(store.shop, { name: "Plain Cap" });
  });
  const open = async (shop: Shop, path: string) => {
    const handle = await createPageHandler(shop, () => true, { hasRoot: true });
    const answer = await handle(new Request(`${shop.env.publicUrl}${path}`));
    return { status: answer.status, control: answer.headers.get("cache-control") };
  };

  test.each([...shared.map(({ pattern }) => pattern), NOT_FOUND_KEY])(
    "%s without the database either fails or forbids caching, even by the page cache",
    async (pattern) => {
      const path = pattern.replace(":id", productId).replace(":slug", SLUG);
      // Without words it has nothing to read from the database.
      const query = pattern === "/search-suggestions" ? "?q=cap" : "";
      expect((await open(store.shop, path + query)).control).toContain("public");
      // The router's text on a failing page.
      vi.spyOn(console, "error").mockImplementation(() => {});
      for (const memory of [store.shop.memory, neverRead()]) {
        for (const suffix of pattern === "/" || pattern === NOT_FOUND_KEY ? [""] : ["", ".data"]) {
          const { status, control } = await open(withoutDatabase(store.shop, memory), path + suffix + query);
          expect(status >= 500 || control === "no-store", `${suffix} ${status} ${control}`).toBe(true);
        }
      }
    },
  );
});
