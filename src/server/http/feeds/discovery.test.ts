import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { feedFaults } from "#test/merchant-feed.ts";
import { emptyShelves, putOnShelf } from "#test/shelf.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { parseXml, textsOf, type XmlElement } from "#test/xml.ts";
import { discoveryRoutes } from "./discovery.ts";
import { productFeed } from "./product-feed.ts";
import { keepSitemapParts, sitemap } from "./sitemap.ts";

const HOSTILE = `</g:title><script>alert("1")</script> & 'caps' ]]> \u0007\u{1f3cc} <`;

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop({ env: { PUBLIC_URL: "https://shop.example" } });
});
afterAll(() => store.close());
beforeEach(async () => {
  await emptyShelves(store.shop);
  await ship(defaultStoreSettings.shipping);
});

const get = (path: string) => discoveryRoutes(store.shop).request(`https://shop.example${path}`);

async function ship(shipping: typeof defaultStoreSettings.shipping) {
  await store.shop.db
    .updateTable("store_settings")
    .set({ shipping: JSON.stringify(shipping) })
    .execute();
}

async function feedItems(limits?: { productsMax?: number; batch?: number }): Promise<XmlElement[]> {
  let text = "";
  for await (const piece of productFeed(store.shop, limits)) text += piece;
  const [channel] = parseXml(text).children;
  return channel?.children.filter(({ name }) => name === "item") ?? [];
}

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

test("[RT-6] the feed has every field of a product without options", async () => {
  const id = await putOnShelf(store.shop, {
    name: "Red Clay Rope Cap",
    description: "Clay twill.\n\nHand wash.",
    price: 3_800,
    salePrice: 2_850,
    image: "/storage/product-images/a_1.webp",
    alt: "Clay cap with a cream brim",
    extras: [{ url: "/storage/product-images/b_1.webp", order: 1 }],
  });
  const [item, another] = await feedItems();
  expect(another).toBeUndefined();
  const expected = {
    "g:id": id,
    "g:title": "Red Clay Rope Cap",
    "g:description": "Clay twill. Hand wash.",
    "g:link": `https://shop.example/product/${id}`,
    "g:image_link": "https://shop.example/storage/product-images/a_1.webp",
    "g:additional_image_link": "https://shop.example/storage/product-images/b_1.webp",
    "g:availability": "in_stock",
    "g:price": "38.00 USD",
    "g:sale_price": "28.50 USD",
    "g:condition": "new",
    "g:brand": "Golf Pro Shop",
    "g:identifier_exists": "no",
    "g:google_product_category": "173",
    "g:product_type": "Hats",
    "g:color": "clay",
    "g:age_group": "adult",
    "g:gender": "unisex",
  };
  for (const [name, text] of Object.entries(expected)) expect(one(item, name), name).toBe(text);
  expect(one(item, "g:item_group_id")).toBeUndefined();
  expect(one(item, "g:size")).toBe("one size");
  const shipping = item?.children.find(({ name }) => name === "g:shipping");
  expect(shipping?.children.map(({ name, text }) => [name, text])).toEqual([
    ["g:country", "US"],
    ["g:service", "Standard"],
    ["g:price", "5.99 USD"],
    ["g:min_transit_time", "3"],
    ["g:max_transit_time", "5"],
  ]);
});

test("[RT-6] each option is an item of its product's group, with its own size, stock and short id", async () => {
  const id = await putOnShelf(store.shop, {
    name: "First Tee Polo",
    category: "Shirts",
    price: 7_200,
    options: [
      { variation: "M", onHand: 3, held: 3 },
      { variation: "One size, fits most heads & hats", onHand: 2 },
    ],
  });
  const [medium, long] = await feedItems();
  expect(one(medium, "g:id")).toBe(`${id}-M`);
  expect(one(medium, "g:title")).toBe("First Tee Polo - M");
  expect(one(medium, "g:size")).toBe("M");
  expect(one(medium, "g:availability")).toBe("out_of_stock");
  expect(one(medium, "g:google_product_category")).toBe("212");
  expect(one(medium, "g:sale_price")).toBeUndefined();
  expect(one(long, "g:availability")).toBe("in_stock");
  expect(one(long, "g:size")).toBe("One size, fits most heads & hats");
  expect(one(long, "g:id")?.length).toBeLessThanOrEqual(50);
  expect(one(long, "g:id")).not.toBe(one(medium, "g:id"));
  for (const item of [medium, long]) expect(one(item, "g:item_group_id")).toBe(id);
});

test("shipping in the feed follows the store's settings", async () => {
  await putOnShelf(store.shop, { price: 6_000 });
  const cost = async () => {
    const shipping = (await feedItems())[0]?.children.find(({ name }) => name === "g:shipping");
    return shipping && textsOf(shipping, "g:price")[0];
  };
  await ship({ ...defaultStoreSettings.shipping, enableFreeShipping: true });
  expect(await cost()).toBe("0.00 USD");
  await ship({ ...defaultStoreSettings.shipping, flatRateShippingCost: 850 });
  expect(await cost()).toBe("8.50 USD");
});

test("a hostile name stays text, in the feed and in the group's items", async () => {
  await putOnShelf(store.shop, {
    name: HOSTILE,
    description: HOSTILE,
    options: [{ variation: `"<S>&`, onHand: 1 }],
  });
  const [item] = await feedItems();
  expect(one(item, "g:title")).toBe(`</g:title><script>alert("1")</script> & 'caps' ]]> \u{1f3cc} < - "<S>&`);
  expect(one(item, "g:size")).toBe(`"<S>&`);
});

test("[RT-6] every item has what Merchant Center asks for, whatever the catalogue holds", async () => {
  const long = "Long words of a product ".repeat(400);
  const sizes = ["S", "M", "2XL", "One size, fits most heads & hats", "x".repeat(120)];
  await putOnShelf(store.shop, { name: "Plain Cap" });
  await putOnShelf(store.shop, { name: HOSTILE, description: HOSTILE, alt: HOSTILE });
  await putOnShelf(store.shop, { name: long.slice(0, 200), description: long, alt: "Navy cap" });
  await putOnShelf(store.shop, { name: "Sale Cap", price: 3_000, salePrice: 2_999 });
  await putOnShelf(store.shop, { name: "Not Really Reduced Cap", price: 3_000, salePrice: 3_000 });
  await putOnShelf(store.shop, { name: "Gone Cap", options: [{ variation: "", onHand: 0 }] });
  await putOnShelf(store.shop, {
    name: "Many Sizes",
    category: "Shirts",
    options: sizes.map((variation) => ({ variation, onHand: 1 })),
    extras: Array.from({ length: 12 }, (_, order) => ({
      url: `/storage/product-images/x_${order}.webp`,
      order: order + 1,
    })),
  });
  const items = await feedItems();
  expect(items).toHaveLength(6 + sizes.length);
  expect(feedFaults(items)).toEqual([]);
});

test("[RT-6] a product without a picture is left out, because Google lists none without one", async () => {
  await putOnShelf(store.shop, { name: "Bare Cap", image: null });
  const shown = await putOnShelf(store.shop, { name: "Shown Cap" });
  expect((await feedItems()).map((item) => one(item, "g:id"))).toEqual([shown]);
});

test("the check of the feed finds what Merchant Center would refuse", async () => {
  await putOnShelf(store.shop, { price: 3_000, salePrice: 2_000 });
  const [item] = await feedItems();
  const broken = (name: string, text: string | null) => ({
    ...(item as XmlElement),
    children: (item as XmlElement).children.flatMap((child) =>
      child.name !== name ? [child] : text === null ? [] : [{ ...child, text }],
    ),
  });
  const cases: [string, string | null][] = [
    ["g:image_link", null],
    ["g:availability", "in stock"],
    ["g:price", "$30"],
    ["g:sale_price", "31.00 USD"],
    ["g:gender", "everybody"],
    ["g:shipping", null],
    ["g:title", "x".repeat(151)],
  ];
  for (const [name, text] of cases) expect(feedFaults([broken(name, text)]), name).not.toEqual([]);
  expect(feedFaults([item as XmlElement, item as XmlElement])).not.toEqual([]);
});

test("the feed reads the catalogue in batches, gives each product once and stops at its bound", async () => {
  for (let count = 0; count < 7; count += 1) await putOnShelf(store.shop, { name: `Cap ${count}` });
  const ids = (await feedItems({ batch: 2 })).map((item) => one(item, "g:id"));
  expect(new Set(ids).size).toBe(7);
  expect(await feedItems({ batch: 2, productsMax: 5 })).toHaveLength(5);
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
