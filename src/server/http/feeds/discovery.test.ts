import { beforeEach, expect, test } from "vitest";
import { parseXml, textsOf, type XmlElement } from "#test/pages/xml.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { discoveryRoutes } from "./discovery.ts";

const store = sharedShop({ env: { PUBLIC_URL: "https://shop.example" } });
beforeEach(() => emptyShelves(store.shop));

const get = (path: string) => discoveryRoutes(store.shop).request(`https://shop.example${path}`);

const one = (item: XmlElement | undefined, name: string) => {
  const texts = item ? textsOf(item, name) : [];
  expect(texts.length, name).toBeLessThanOrEqual(1);
  return texts[0];
};

test("[RT-6] robots.txt excludes private pages and names the sitemap", async () => {
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
    `https://shop.example/product/${sold}/sold-cap`,
  ]);
  const product = root.children.at(-1);
  expect(Number.isNaN(Date.parse(one(product, "lastmod") ?? ""))).toBe(false);
  const picture = product?.children.find(({ name }) => name === "image:image");
  expect(picture && textsOf(picture, "image:loc")).toEqual([
    "https://shop.example/storage/product-images/a_1.webp",
  ]);
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
