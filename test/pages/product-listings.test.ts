// The shop's product data for Google, in the feed and on pages: by Google's rules, and the same in both.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { imageAtWidth } from "#domain/product/image.ts";
import { noCodes } from "#domain/product/options/item-codes.ts";
import { noOwnPrices } from "#domain/product/product.ts";
import { blankAttributes, type ProductAttributes } from "#domain/product/product-fields.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { sampleProducts } from "#sample/catalog.ts";
import { seedSampleCatalog } from "#server/catalog/sample/seed-sample-catalog.ts";
import { nowOf } from "#server/core/shop.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { PICTURE_WIDTHS } from "#server/files/pictures/picture-sizes.ts";
import { productFeed } from "#server/http/feeds/product-feed.ts";
import { insertProducts } from "#server/products/queries.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { variantOf } from "#test/shop/products.ts";
import { emptyShelves } from "#test/shop/shelf.ts";
import { productJsonLd } from "../../src/web/storefront/product/product-json-ld.ts";
import { feedFaults, merchantGaps } from "./merchant-feed.ts";
import { listingFaults, listingGaps, variantsIn } from "./merchant-listing.ts";
import { findProduct } from "./shown-product.ts";
import { parseXml, textsOf, type XmlElement } from "./xml.ts";

const ORIGIN = "https://shop.example";
const HOSTILE = `</g:title><script>alert("1")</script> & 'caps' ]]> \u0007\u{1f3cc} <`;
const GTIN = "4006381333931";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
beforeAll(async () => {
  await loadSettings(store.shop);
});
beforeEach(async () => {
  await emptyShelves(store.shop);
  await ship(defaultStoreSettings.shipping);
});

async function ship(shipping: typeof defaultStoreSettings.shipping) {
  await store.shop.db
    .updateTable("store_settings")
    .set({ shipping: JSON.stringify(shipping) })
    .execute();
}

type Option = { variation: string; onHand?: number; sku?: string; gtin?: string; mpn?: string };
type Entry = Partial<ProductAttributes> & {
  options?: (Option | string)[];
  images?: string[];
  daysAgo?: number;
};

/** A product as the owner would save it: a complete navy cap, unless overridden. */
async function sell({ options = [""], images, daysAgo = 0, ...attributes }: Entry = {}): Promise<string> {
  const id = store.shop.newId();
  const now = nowOf(store.shop);
  const urls = images ?? [`/storage/product-images/${id.replaceAll("-", "")}_1.webp`];
  const values = {
    ...blankAttributes,
    category: "Hats",
    name: "Plain Cap",
    price: 3_000,
    description: "A cap of cotton.",
    type: "Rope cap",
    color: "Navy",
    material: "Cotton",
    weight: 3.4,
    ...attributes,
    images: urls.map((url) => ({ url, alt: "" })),
    stock: options.map((option) => {
      return typeof option === "string"
        ? { variation: option, onHand: 5, ...noCodes, ...noOwnPrices }
        : { onHand: 5, ...noCodes, ...noOwnPrices, ...option };
    }),
  };
  const createdAt = new Date(now.getTime() - daysAgo * 86_400_000);
  await inTransaction(store.shop, (tx) => insertProducts(tx, [{ id, values, createdAt }], { now }));
  return id;
}

async function feedItems(): Promise<XmlElement[]> {
  let text = "";
  for await (const chunk of productFeed(store.shop)) text += chunk;
  const [channel] = parseXml(text).children;
  return channel?.children.filter(({ name }) => name === "item") ?? [];
}

const one = (item: XmlElement | undefined, name: string) => {
  const texts = item ? textsOf(item, name) : [];
  expect(texts.length, name).toBeLessThanOrEqual(1);
  return texts[0];
};
const groups = (items: XmlElement[]) => items.map((item) => one(item, "g:item_group_id"));

/** Each product's page as structured data. */
async function pages(): Promise<object[][]> {
  const settings = await loadSettings(store.shop);
  const rows = await store.shop.db
    .selectFrom("products")
    .select("id")
    .where("status", "=", "active")
    .execute();
  const products = await Promise.all(rows.map(({ id }) => findProduct(store.shop, { id })));
  return products.flatMap((product) => (product ? [productJsonLd(product, ORIGIN, settings, null)] : []));
}

/** What feed and pages say about the same variants. */
async function toldTwice() {
  const items = await feedItems();
  const fromFeed = items.map((item) => ({
    id: one(item, "g:id"),
    url: one(item, "g:link"),
    group: one(item, "g:item_group_id"),
    gtin: one(item, "g:gtin"),
    mpn: one(item, "g:mpn"),
    size: one(item, "g:size"),
    material: one(item, "g:material"),
    price: (one(item, "g:sale_price") ?? one(item, "g:price"))?.replace(" USD", ""),
    isInStock: one(item, "g:availability") === "in_stock",
  }));
  const fromPages = (await pages()).flatMap(variantsIn).map(({ node, group }) => {
    const offer = node.offers as Record<string, string>;
    return {
      id: node.sku,
      url: offer.url,
      group: group?.productGroupID,
      gtin: node.gtin,
      mpn: node.mpn,
      size: node.size,
      material: node.material,
      price: offer.price,
      isInStock: offer.availability === "https://schema.org/InStock",
    };
  });
  const inOrder = <T extends { id?: unknown }>(all: T[]) =>
    all.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  return { items, fromFeed: inOrder(fromFeed), fromPages: inOrder(fromPages) };
}

test("[RT-6] [CH-1] the feed has every field of a product without options", async () => {
  const id = await sell({
    name: "Red Clay Rope Cap",
    description: "Clay twill.\n\nHand wash.",
    price: 3_800,
    salePrice: 2_850,
    color: "Clay/Cream",
    gender: "men",
    ageGroup: "kids",
    material: "Cotton twill",
    weight: 3.6,
    images: ["/storage/product-images/a_1.webp", "https://pictures.example/product-images/b_1.webp"],
    options: [{ variation: "", sku: "RC-1", gtin: GTIN, mpn: "M-7" }],
  });
  const [item, another] = await feedItems();
  expect(another).toBeUndefined();
  const expected = {
    "g:id": "RC-1",
    "g:title": "Red Clay Rope Cap",
    "g:description": "Clay twill. Hand wash.",
    "g:link": `${ORIGIN}/product/${id}/red-clay-rope-cap`,
    "g:image_link": `${ORIGIN}/storage/product-images/a_1-whole.jpg`,
    "g:additional_image_link": `${ORIGIN}/storage/product-images/b_1-whole.jpg`,
    "g:availability": "in_stock",
    "g:price": "38.00 USD",
    "g:sale_price": "28.50 USD",
    "g:condition": "new",
    "g:brand": "Golf Pro Shop",
    "g:gtin": GTIN,
    "g:mpn": "M-7",
    "g:identifier_exists": "yes",
    "g:google_product_category": "173",
    "g:product_type": "Hats > Rope cap",
    "g:color": "Clay/Cream",
    "g:age_group": "kids",
    "g:gender": "male",
    "g:material": "Cotton twill",
    "g:size": "one size",
    "g:shipping_weight": "3.6 oz",
  };
  for (const [name, text] of Object.entries(expected)) expect(one(item, name), name).toBe(text);
  for (const name of ["g:item_group_id", "g:size_system"]) expect(one(item, name), name).toBeUndefined();
  const shipping = item?.children.find(({ name }) => name === "g:shipping");
  expect(shipping?.children.map(({ name, text }) => [name, text])).toEqual([
    ["g:country", "US"],
    ["g:service", "Standard"],
    ["g:price", "5.99 USD"],
    ["g:min_transit_time", "3"],
    ["g:max_transit_time", "5"],
  ]);
});

test("[RT-6] [CH-1] each option is a separate item, with its codes, size, stock and the page that chooses it", async () => {
  const long = "One size, fits most heads & hats";
  const id = await sell({
    name: "First Tee Polo",
    category: "Shirts",
    type: "",
    options: [
      { variation: "M", onHand: 0, mpn: "FT-M" },
      { variation: "XXL", sku: "FT-XXL", gtin: GTIN },
      long,
    ],
  });
  const [medium, large, other] = await feedItems();
  expect([medium, large, other].map((item) => one(item, "g:id"))).toEqual([
    await variantOf(store.shop, id, "M"),
    "FT-XXL",
    await variantOf(store.shop, id, long),
  ]);
  const said = (name: string) => [medium, large, other].map((item) => one(item, name));
  expect(said("g:title")).toEqual(["M", "XXL", long].map((option) => `First Tee Polo - ${option}`));
  expect(said("g:size")).toEqual(["M", "2XL", long]);
  expect(said("g:size_system")).toEqual(["US", "US", undefined]);
  expect(said("g:link")).toEqual([
    `${ORIGIN}/product/${id}/first-tee-polo?option=M`,
    `${ORIGIN}/product/${id}/first-tee-polo?option=XXL`,
    `${ORIGIN}/product/${id}/first-tee-polo?option=One%20size%2C%20fits%20most%20heads%20%26%20hats`,
  ]);
  expect(said("g:availability")).toEqual(["out_of_stock", "in_stock", "in_stock"]);
  expect(said("g:identifier_exists")).toEqual(["yes", "yes", "no"]);
  expect(said("g:google_product_category")).toEqual(["212", "212", "212"]);
  expect(said("g:product_type")).toEqual(["Shirts", "Shirts", "Shirts"]);
  expect(groups([medium, large, other] as XmlElement[])).toEqual([id, id, id]);
});

describe("[RT-6] [CH-2] the groups of the feed", () => {
  test("all colors and sizes of a design are one group, in any spelling, and no two of them are the same", async () => {
    await sell({ design: "Rope Cap", color: "Navy", daysAgo: 3 });
    await sell({ design: "ROPE cap", color: "Bone/Green", options: ["S/M", "L/XL"] });
    await sell({ design: "Rope Cap", color: "" });
    const twin = await sell({ design: "rope cap", color: "NAVY", daysAgo: 2, options: ["One size"] });
    await sell({ design: "Rope Cap", color: "Navy", daysAgo: 1 });
    const items = await feedItems();
    expect(groups(items).sort()).toEqual([
      twin,
      "design-rope-cap",
      "design-rope-cap",
      "design-rope-cap",
      undefined,
      undefined,
    ]);
    expect(feedFaults(items)).toEqual(["Plain Cap: g:color must be there"]);
  });

  test("different designs are different groups with plain names", async () => {
    for (const design of ["Rope Cap", "Rope-Cap", "Ropé Cap", "x".repeat(60), "<&>"]) await sell({ design });
    const names = groups(await feedItems());
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^design-[a-z0-9-]{1,43}$/);
  });

  test("options named color, material, or pattern are not sizes", async () => {
    await sell({ name: "Two Tones", optionName: "Color", design: "Rope Cap", options: ["Moss", "Clay"] });
    await sell({ name: "Two Cloths", optionName: "fabric", options: ["Wool", "Linen"] });
    await sell({ name: "Two Prints", optionName: "Pattern", options: ["Plain", "Striped"] });
    await sell({ name: "Two Lengths", optionName: "Length", options: ["Short", "Long"] });
    const items = await feedItems();
    const said = (name: string, field: string) =>
      items.filter((item) => one(item, "g:title")?.startsWith(name)).map((item) => one(item, field));
    expect(said("Two Tones", "g:color")).toEqual(["Moss", "Clay"]);
    expect(said("Two Cloths", "g:material")).toEqual(["Wool", "Linen"]);
    expect(said("Two Prints", "g:pattern")).toEqual(["Plain", "Striped"]);
    expect(said("Two Lengths", "g:size")).toEqual(["Short", "Long"]);
    expect(said("Two Prints", "g:size")).toEqual(["one size", "one size"]);
    expect(feedFaults(items)).toEqual([]);
  });
});

test("a type's words determine Google's category where the shop's category would be wrong", async () => {
  const types = ["Rain Jacket", "Quilted vest", "Golf pants", "Jacket-style polo", "Jacketed"];
  for (const [index, type] of types.entries()) {
    await sell({ type, category: "Shirts", name: `Item ${index}` });
  }
  const items = await feedItems();
  const numbers = types.map((_, index) => {
    const item = items.find((candidate) => one(candidate, "g:title") === `Item ${index}`);
    return one(item, "g:google_product_category");
  });
  expect(numbers).toEqual(["5598", "1831", "204", "5598", "212"]);
});

test("shipping in the feed follows the store's settings", async () => {
  await sell({ price: 6_000 });
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
  await sell({ name: HOSTILE, description: HOSTILE, options: [`"<S>&`] });
  const [item] = await feedItems();
  expect(one(item, "g:title")).toBe(`</g:title><script>alert("1")</script> & 'caps' ]]> \u{1f3cc} < - "<S>&`);
  expect(one(item, "g:size")).toBe(`"<S>&`);
});

test("[RT-6] [CH-1] the sample catalog has everything that Google requires and recommends, in the feed and on pages", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-pictures-"));
  const small = await sharp({ create: { width: 8, height: 10, channels: 3, background: "green" } })
    .jpeg()
    .toBuffer();
  const names = sampleProducts.flatMap(({ pictures }) =>
    pictures.flatMap(({ file }) => PICTURE_WIDTHS.map((width) => imageAtWidth(file, width))),
  );
  await Promise.all(names.map((name) => writeFile(path.join(folder, name), small)));
  await seedSampleCatalog(store.shop, { products: sampleProducts, picturesFolder: folder });
  await rm(folder, { recursive: true });
  const { items, fromFeed, fromPages } = await toldTwice();
  expect(items.length).toBeGreaterThan(sampleProducts.length);
  expect(feedFaults(items)).toEqual([]);
  expect(items.flatMap(merchantGaps)).toEqual([]);
  for (const page of await pages()) expect([listingFaults(page), listingGaps(page)]).toEqual([[], []]);
  expect(fromPages).toEqual(fromFeed);
});

test("[RT-6] the feed has a scheduled sale's start and end, even before it starts", async () => {
  const wall = (hours: number) => {
    const at = new Date(nowOf(store.shop).getTime() + hours * 3_600_000);
    // Phoenix has no daylight saving time: it is seven hours behind UTC.
    return new Date(at.getTime() - 7 * 3_600_000).toISOString().slice(0, 16);
  };
  const utc = (text: string) => `${new Date(`${text}-07:00`).toISOString().slice(0, 16)}Z`;
  const sale = { salePrice: 2_000 };
  const [past, before, after, later] = [wall(-48), wall(-1), wall(1), wall(48)];
  await sell({ name: "Plain Sale", ...sale });
  await sell({ name: "On", ...sale, saleStartsAt: before, saleEndsAt: later });
  await sell({ name: "Ahead", ...sale, saleStartsAt: after, saleEndsAt: later });
  await sell({ name: "Over", ...sale, saleStartsAt: past, saleEndsAt: before });
  await sell({ name: "At Once", ...sale, saleEndsAt: after });
  await sell({ name: "No End", ...sale, saleStartsAt: before });
  await sell({ name: "Ahead Without End", ...sale, saleStartsAt: after });
  const items = await feedItems();
  expect(feedFaults(items)).toEqual([]);
  const told = items.map((item) => [
    one(item, "g:title"),
    one(item, "g:sale_price"),
    one(item, "g:sale_price_effective_date"),
  ]);
  const now = nowOf(store.shop).toISOString().slice(0, 16);
  expect(told.sort()).toEqual([
    ["Ahead Without End", undefined, undefined],
    ["Ahead", "20.00 USD", `${utc(after)}/${utc(later)}`],
    ["At Once", "20.00 USD", `${now}Z/${utc(after)}`],
    ["No End", "20.00 USD", undefined],
    ["On", "20.00 USD", `${utc(before)}/${utc(later)}`],
    ["Over", undefined, undefined],
    ["Plain Sale", "20.00 USD", undefined],
  ]);
});

test("[RT-6] [CH-1] every item and page meets Google's requirements for any catalog", async () => {
  const long = "Long words of a product ".repeat(400);
  const sizes = ["S", "M", "2XL", "One size, fits most heads & hats", "x".repeat(120)];
  await sell({ name: HOSTILE, description: HOSTILE, type: "a > b & <c>", material: HOSTILE });
  await sell({ name: long.slice(0, 200).trim(), description: long.slice(0, 5_000).trim() });
  await sell({ name: "Sale Cap", salePrice: 2_999 });
  await sell({ name: "Not Really Reduced Cap", salePrice: 3_000 });
  await sell({ name: "Gone Cap", options: [{ variation: "", onHand: 0 }] });
  await sell({ name: "Motley Cap", color: " Navy/ Bone //Clay/Moss" });
  await sell({
    name: "Little Cap",
    ageGroup: "infant",
    gender: "women",
    type: "",
    material: "",
    weight: null,
  });
  await sell({ name: "Same Size Twice", options: ["XXL", "2XL", "xx-large"] });
  await sell({ name: "Numbers", options: ["7 1/4", "57", "32"] });
  await sell({ name: "Draft Cap", status: "draft" });
  await sell({ name: "Old Cap", design: "Cap", daysAgo: 9 });
  await sell({ name: "New Cap", design: "CAP", options: ["S", "M"] });
  await sell({ name: "Light Cap", weight: 0.01, images: ["https://elsewhere.example/cap.png"] });
  await sell({
    name: "Coded",
    options: [
      { variation: "S", gtin: "00012348" },
      { variation: "M", mpn: "A|B" },
    ],
  });
  await sell({
    name: "Many Sizes",
    category: "Shirts",
    options: sizes,
    images: Array.from({ length: 13 }, (_, order) => `/storage/product-images/x_${order}.webp`),
  });
  const { items, fromFeed, fromPages } = await toldTwice();
  expect(items).toHaveLength(24);
  expect(feedFaults(items)).toEqual([]);
  for (const page of await pages()) expect(listingFaults(page)).toEqual([]);
  const cut = (text: unknown, lengthMax: number) => [...String(text)].slice(0, lengthMax).join("");
  const asInFeed = fromPages.map((variant) => ({
    ...variant,
    size: cut(variant.size, 100),
    material:
      variant.material === HOSTILE
        ? one(
            items.find((item) => one(item, "g:id") === variant.id),
            "g:material",
          )
        : variant.material,
  }));
  expect(asInFeed).toEqual(fromFeed);
});

test("[CH-7] reviews are in the page's structured data by Google's rules, and nothing is there without reviews", async () => {
  await sell({ name: "Sized Cap", options: ["S", "M"] });
  await sell({ name: "Plain Cap" });
  const settings = await loadSettings(store.shop);
  const rows = await store.shop.db.selectFrom("products").select("id").execute();
  for (const { id } of rows) {
    const product = await findProduct(store.shop, { id });
    if (!product) throw new Error("no product");
    const review = { id, stars: 4, fit: null, size: "M", name: "Pat G.", text: HOSTILE };
    const reviews = {
      average: "4.4",
      count: 12,
      reviews: [{ ...review, at: "2026-06-01T12:00:00.000Z" }],
    };
    const page = productJsonLd(product, ORIGIN, settings, reviews);
    expect([listingFaults(page), listingGaps(page)]).toEqual([[], []]);
    expect(page[0]).toMatchObject({
      aggregateRating: { ratingValue: "4.4", reviewCount: 12, bestRating: 5 },
      review: [{ author: { name: "Pat G." }, datePublished: "2026-06-01", reviewBody: HOSTILE }],
    });
    const broken = JSON.parse(JSON.stringify(page).replace('"reviewCount"', '"votes"'));
    expect(listingFaults(broken)).toEqual(["AggregateRating has no reviewCount"]);
    expect(JSON.stringify(productJsonLd(product, ORIGIN, settings, null))).not.toContain("ating");
  }
});

test("[RT-6] a product without a picture is left out, because Google requires one", async () => {
  await sell({ name: "Bare Cap", images: [] });
  const shown = await sell({ name: "Shown Cap" });
  expect((await feedItems()).map((item) => one(item, "g:id"))).toEqual([shown]);
});

describe("the checks find what Google would refuse", () => {
  test("in the feed", async () => {
    await sell({
      salePrice: 2_000,
      saleEndsAt: "2099-01-01T00:00",
      options: [{ variation: "S", gtin: GTIN }],
    });
    const [item] = await feedItems();
    const broken = (name: string, text: string | null) => ({
      ...(item as XmlElement),
      children: (item as XmlElement).children.flatMap((child) =>
        child.name !== name ? [child] : text === null ? [] : [{ ...child, text }],
      ),
    });
    expect(feedFaults([item as XmlElement])).toEqual([]);
    const cases: [string, string | null][] = [
      ["g:image_link", null],
      ["g:color", null],
      ["g:color", "#fff"],
      ["g:color", "a/b/c/d"],
      ["g:availability", "in stock"],
      ["g:price", "$30"],
      ["g:sale_price", "31.00 USD"],
      ["g:sale_price_effective_date", "tomorrow"],
      ["g:gender", "everybody"],
      ["g:gtin", "4006381333932"],
      ["g:gtin", null],
      ["g:identifier_exists", "no"],
      ["g:item_group_id", "a b"],
      ["g:shipping", null],
      ["g:shipping_weight", "heavy"],
      ["g:title", "x".repeat(151)],
    ];
    for (const [name, text] of cases) {
      expect(feedFaults([broken(name, text)]), `${name} ${text}`).not.toEqual([]);
    }
    expect(feedFaults([item as XmlElement, item as XmlElement])).not.toEqual([]);
    expect(merchantGaps(broken("g:material", null))).toContain("g:material");
  });

  test("on a page", async () => {
    await sell({ options: ["S", "M"] });
    const [page = []] = await pages();
    expect(listingFaults(page)).toEqual([]);
    const text = JSON.stringify(page);
    const cases: [found: string, instead: string][] = [
      ['"price":"30.00"', '"price":"$30"'],
      ['"price":"30.00",', ""],
      ["schema.org/InStock", "schema.org/Plenty"],
      ['"size":"M"', '"size":"S"'],
      ['"size":"M",', ""],
      ['"@id":"#shipping","', '"@id":"#other","'],
      ['"unisex"', '"all"'],
      ['"productGroupID"', '"group"'],
    ];
    for (const [found, instead] of cases) {
      expect(text).toContain(found);
      const broken = JSON.parse(text.replace(found, () => instead));
      expect(listingFaults(broken), found).not.toEqual([]);
    }
    expect(listingGaps(JSON.parse(text.replace('"brand"', '"maker"')))).toEqual(["ProductGroup: brand"]);
  });
});

test("the feed gives each product once, even a catalog of several chunks", async () => {
  const now = nowOf(store.shop);
  const products = Array.from({ length: 501 }, (_, count) => ({
    id: store.shop.newId(),
    values: {
      ...blankAttributes,
      category: "Hats",
      name: `Cap ${count}`,
      price: 3_000,
      images: [{ url: "/storage/product-images/shared.webp", alt: "" }],
      stock: [{ variation: "", onHand: 1, ...noCodes, ...noOwnPrices }],
    },
    createdAt: now,
  }));
  await inTransaction(store.shop, (tx) => insertProducts(tx, products, { now }));
  const ids = (await feedItems()).map((item) => one(item, "g:id"));
  expect([ids.length, new Set(ids).size]).toEqual([501, 501]);
});
