import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseXml, textsOf, type XmlElement } from "#test/pages/xml.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { discoveryRoutes } from "./discovery.ts";
import { keepSitemapParts, sitemap } from "./sitemap.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop({ env: { PUBLIC_URL: "https://shop.example" } });
});
afterAll(() => store.close());
beforeEach(() => emptyShelves(store.shop));

const get = (path: string) => discoveryRoutes(store.shop).request(`https://shop.example${path}`);

const one = (item: XmlElement | undefined, name: string) => {
  const texts = item ? textsOf(item, name) : [];
  expect(texts.length, name).toBeLessThanOrEqual(1);
  return texts[0];
};

test("[RT-6] robots.txt closes what is nobody's to index and names the sitemap", async () => {
  const answer = await get("/robots.txt");
  expect(answer.headers.get("content-type")).toContain("text/plain");
  const lines = (await answer.text()).split("\n");
  for (const path of ["/admin", "/checkout", "/functions/"]) expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).not.toContain("Disallow: /");
  expect(lines).toContain("Sitemap: https://shop.example/sitemap.xml");
});

test("[RT-6] the sitemap lists the pages and every product that is sold, with its date and picture", async () => {
  const sold = await putOnShelf(store.shop, { name: "Sold Cap", image: "/storage/product-images/a_1.webp" });
  await putOnShelf(store.shop, { name: "Draft Cap", status: "draft" });
  const answer = await get("/sitemap.xml");
  expect(answer.headers.get("content-type")).toContain("application/xml");
  const root = parseXml(await answer.text());
  expect(root.name).toBe("urlset");
  expect(root.attributes.xmlns).toBe("http://www.sitemaps.org/schemas/sitemap/0.9");
  const addresses = root.children.map((url) => one(url, "loc"));
  expect(addresses).toEqual(
    expect.arrayContaining(["https://shop.example/", "https://shop.example/shop?category=HATS"]),
  );
  expect(addresses.filter((address) => address?.includes("/product/"))).toEqual([
    `https://shop.example/product/${sold}`,
  ]);
  const product = root.children.at(-1);
  expect(Number.isNaN(Date.parse(one(product, "lastmod") ?? ""))).toBe(false);
  const picture = product?.children.find(({ name }) => name === "image:image");
  expect(picture && textsOf(picture, "image:loc")).toEqual([
    "https://shop.example/storage/product-images/a_1.webp",
  ]);
});

test("[RT-6] a large catalogue's sitemap is an index whose parts hold each product once", async () => {
  const ids = new Set<string>();
  for (let count = 0; count < 7; count += 1) ids.add(await putOnShelf(store.shop, { name: `Cap ${count}` }));
  const index = parseXml((await sitemap(store.shop, { part: null, size: 3 })) ?? "");
  expect(index.name).toBe("sitemapindex");
  const listed: string[] = [];
  for (const entry of index.children) {
    const part = new URL(one(entry, "loc") ?? "").searchParams.get("part");
    const set = parseXml((await sitemap(store.shop, { part, size: 3 })) ?? "");
    listed.push(...set.children.map((url) => one(url, "loc") ?? ""));
  }
  const products = listed.filter((address) => address.includes("/product/"));
  expect(products).toHaveLength(7);
  expect(new Set(products.map((address) => address.split("/").at(-1)))).toEqual(ids);
  expect(listed.filter((address) => address === "https://shop.example/")).toHaveLength(1);
});

test("[RT-6] a large catalogue's parts stay as they were written down, and hold what was added since", async () => {
  const ids = new Set<string>();
  const add = async () => ids.add(await putOnShelf(store.shop, { name: `Cap ${ids.size}` }));
  for (let count = 0; count < 6; count += 1) await add();
  await keepSitemapParts(store.shop, { size: 2 });
  const index = await sitemap(store.shop, { part: null, size: 2 });
  for (let count = 0; count < 5; count += 1) await add();
  expect(await sitemap(store.shop, { part: null, size: 2 })).toBe(index);
  const parts = parseXml(index ?? "").children.map((entry) =>
    new URL(one(entry, "loc") ?? "").searchParams.get("part"),
  );
  expect(parts).toHaveLength(3);
  const listed: string[] = [];
  for (const part of parts) {
    const set = parseXml((await sitemap(store.shop, { part, size: 2 })) ?? "");
    listed.push(...set.children.map((url) => one(url, "loc") ?? ""));
  }
  const products = listed.filter((address) => address.includes("/product/"));
  expect(products.map((address) => address.split("/").at(-1) ?? "").sort()).toEqual([...ids].sort());
  await keepSitemapParts(store.shop, { size: 20 });
  expect(parseXml((await sitemap(store.shop, { part: null, size: 20 })) ?? "").name).toBe("urlset");
});

test("[RT-6] a large catalogue's parts hold each product that is sold once, and no part is empty, whatever else there is", async () => {
  const sold = new Set<string>();
  const status = ["archived", "draft", "archived", "active", "active"] as const;
  for (let count = 0; count < 40; count += 1) {
    const id = await putOnShelf(store.shop, { name: `Cap ${count}`, status: status[count % 5] });
    if (status[count % 5] === "active") sold.add(id);
  }
  const listed = async () => {
    const index = parseXml((await sitemap(store.shop, { part: null, size: 3 })) ?? "");
    const addresses: string[] = [];
    for (const entry of index.children) {
      const part = new URL(one(entry, "loc") ?? "").searchParams.get("part");
      const set = parseXml((await sitemap(store.shop, { part, size: 3 })) ?? "");
      const products = set.children
        .map((url) => one(url, "loc") ?? "")
        .filter((loc) => loc.includes("/product/"));
      expect(products.length).toBeGreaterThan(0);
      addresses.push(...products);
    }
    return addresses.map((address) => address.split("/").at(-1) ?? "").sort();
  };
  expect(await listed()).toEqual([...sold].sort());
  await keepSitemapParts(store.shop, { size: 3 });
  expect(await listed()).toEqual([...sold].sort());
});

test("[RT-6] a part of the sitemap in which nothing is sold any more is not found", async () => {
  for (let count = 0; count < 4; count += 1) await putOnShelf(store.shop, { name: `Cap ${count}` });
  await keepSitemapParts(store.shop, { size: 2 });
  const index = parseXml((await sitemap(store.shop, { part: null, size: 2 })) ?? "");
  const parts = index.children.map((entry) => new URL(one(entry, "loc") ?? "").searchParams.get("part"));
  await store.shop.db.updateTable("products").set({ status: "archived" }).execute();
  const texts = await Promise.all(parts.map((part) => sitemap(store.shop, { part, size: 2 })));
  expect(texts.map((text) => text && parseXml(text).children.length > 0)).toEqual([true, null]);
});

test("a part of the sitemap that cannot be is not found", async () => {
  expect((await get("/sitemap.xml?part=1%27--")).status).toBe(404);
});

test("[RT-6] the feed's address answers RSS that may be kept", async () => {
  const answer = await get("/feeds/google.xml");
  expect(answer.headers.get("content-type")).toContain("application/xml");
  expect(answer.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
  const root = parseXml(await answer.text());
  expect(root.name).toBe("rss");
  expect(root.attributes["xmlns:g"]).toBe("http://base.google.com/ns/1.0");
});

test("the web manifest carries the store's own name and icons of every kind", async () => {
  const answer = await get("/site.webmanifest");
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await answer.json()) as { name: string; icons: { sizes: string; purpose: string }[] };
  expect(manifest.name).toBe("Golf Pro Shop");
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
});
