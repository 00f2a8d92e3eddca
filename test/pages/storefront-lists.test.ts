// Lists, cards, and the product's page for a visitor without scripts: over HTTP, rendered by the real components,
// without a browser. Each product of the shelf covers one case.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productPath as pathOfProduct } from "#domain/product/product-path.ts";
import { createPageHandler } from "#test/pages/page-handler.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { type RunningApp, startApp } from "#test/shop/running-app.ts";
import { putOnShelf, type ShelfProduct } from "#test/shop/shelf.ts";
import { pageText } from "./page-text.ts";

const one = (onHand: number) => [{ variation: "", onHand }];
const sizes = (stock: Record<string, number>) =>
  Object.entries(stock).map(([variation, onHand]) => ({ variation, onHand }));
const pictures = (count: number) =>
  Array.from({ length: count }, (_, order) => ({
    url: `/storage/product-images/view_${order}.webp`,
    order: order + 1,
  }));

/** Newest first. */
const shelf: Record<string, ShelfProduct> = {
  "Plain Cap": { price: 3_000, options: one(12), alt: "A plain cap", color: "Pine" },
  "Nearly Gone Cap": { price: 3_100, options: one(4) },
  "Five Left Cap": { price: 3_200, options: one(5) },
  "Third Off Cap": { price: 3_000, salePrice: 1_999, options: one(9) },
  "Not Really Reduced Cap": { price: 4_000, salePrice: 4_000, options: one(9) },
  "Sized Shirt": {
    category: "Shirts",
    price: 7_000,
    options: sizes({ S: 0, M: 3, L: 6 }),
    extras: pictures(3),
  },
  "Sized Sale Shirt": { category: "Shirts", price: 8_000, salePrice: 2_500, options: sizes({ M: 5, XL: 5 }) },
  "Bare Shirt": { category: "Shirts", price: 5_000, options: one(8), image: null },
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at): [string, ShelfProduct] => {
      const number = String(at + 1).padStart(2, "0");
      const group = at < 12 ? { design: "Range Polo", color: `Color ${number}` } : {};
      return [
        `Range Polo ${number}`,
        { category: "Shirts", price: 6_000 + at, options: one(at === 1 ? 0 : 6), ...group },
      ];
    }),
  ),
  "Sold Out Cap": { price: 3_300, options: one(0) },
};
const names = Object.keys(shelf);

const store = sharedShop();
let app: RunningApp;
const ids = new Map<string, string>();
beforeAll(async () => {
  app = await startApp(store.shop, await createPageHandler(store.shop, () => true, { isDrawn: true }));
  for (const [at, [name, product]] of Object.entries(shelf).entries()) {
    const createdAt = new Date(Date.UTC(2026, 3, 1, -at)).toISOString();
    ids.set(name, await putOnShelf(store.shop, { name, createdAt, ...product }));
  }
});
afterAll(() => app?.stop());

async function open(target: string) {
  const answer = await fetch(app.origin + target, { redirect: "manual" });
  const html = await answer.text();
  return { status: answer.status, html, text: pageText(html), answer };
}

const productPath = (name: string) => pathOfProduct({ id: ids.get(name) ?? "", name });
const openProduct = async (name: string) => {
  const { html } = await open(productPath(name));
  const box = /<div class="buy-box[\s\S]*?(?=You may also like|<\/main>)/.exec(html)?.[0] ?? "";
  return { html, box, text: pageText(box) };
};

const CARD = '<article class="product-card">';
/** Each card of the list, without those that are shown below an empty one. */
function cardsIn(html: string): string[] {
  const [list = ""] = html.split(/>(?:Best sellers|New in the shop)</);
  return list
    .split(CARD)
    .slice(1)
    .map((rest) => rest.split("</article>")[0] ?? "");
}
const nameOn = (card: string) => /class="card-link"[^>]*>([^<]+)</.exec(card)?.[1] ?? "";
const listed = async (query: string) => cardsIn((await open(`/shop${query}`)).html).map(nameOn);

describe("a list", () => {
  test("[SH-1] [SH-3] shows what its URL says, newest first; unknown values count as the default", async () => {
    const newest = names.filter((name) => !/Sold Out|Polo 02/.test(name)).slice(0, 24);
    expect(await listed("")).toEqual(newest);
    for (const query of ["?category=CAPS&sale=1&sort=random", "?category=hats", "?sale=TRUE", "?sort="])
      expect(await listed(query), query).toEqual(newest);
    const hats = names.filter((name) => name.endsWith("Cap"));
    expect(await listed("?category=HATS")).toEqual(hats);
    expect(await listed("?category=HATS&sale=true&sort=price-low")).toEqual(["Third Off Cap"]);
    expect(await listed("?sale=true")).toEqual(["Third Off Cap", "Sized Sale Shirt"]);
    expect((await listed("?sort=price-low")).slice(0, 3)).toEqual([
      "Third Off Cap",
      "Sized Sale Shirt",
      "Plain Cap",
    ]);
    expect((await listed("?sort=price-high"))[0]).toBe("Sized Shirt");
    expect((await open("/shop?category=HATS&category=SHIRTS&sale=true&sale=false")).text).toContain(
      "Hats on Sale",
    );
  });

  test("[SH-8] grows by its URL, up to its end", async () => {
    expect(await listed("?pages=2")).toHaveLength(names.length);
    expect((await open("/shop")).html).toMatch(/<a [^>]*href="\/shop\?pages=2"[^>]*>Load more</);
    expect((await open("/shop?pages=2")).text).not.toContain("Load more");
    for (const query of ["?pages=0", "?pages=-1", "?pages=x", "?pages=1e9"])
      expect(await listed(query), query).toHaveLength(24);
  });

  test("[SH-1] a hostile query answers with a list, and its words stay text", async () => {
    const hostile = [
      "?category[]=HATS",
      "?category=HATS'--&sort=1;drop table products",
      "?sale=true%00&sort=%00",
      "?__proto__=x&constructor=y&toString=z",
      "?sort=price-low%20&category=%E2%80%AEHATS",
      `?utm_source=${"x".repeat(4_000)}`,
      "?&&&===&?&",
      "?pages=99999999999999999999",
    ];
    for (const query of hostile) {
      const { status, text } = await open(`/shop${query}`);
      expect({ query: query.slice(0, 60), status }).toEqual({ query: query.slice(0, 60), status: 200 });
      expect(text, query).toContain(`${names.length} products`);
    }
    const words = [
      "%",
      "_",
      "\\",
      "'",
      '"><script>alert(1)</script>',
      "%00",
      "💥".repeat(200),
      "a".repeat(3_000),
    ];
    const queries = words.flatMap((word) =>
      ["q", "size"].map((name) => `?${name}=${encodeURIComponent(word)}`),
    );
    for (const query of [...queries, "?q=%", "?q=%E0%A4%A", "?q=%FF%FE", "?category=%C0%AF"]) {
      const { status, html } = await open(`/shop${query}`);
      expect({ query: query.slice(0, 40), status }).toEqual({ query: query.slice(0, 40), status: 200 });
      expect(html).not.toContain("<script>alert");
    }
  });

  test("[FI-4] its filters are a plain form with a count for each choice; a filtered list is not indexed", async () => {
    const { html } = await open("/shop?category=HATS");
    expect(html).toMatch(
      /<input(?=[^>]*type="checkbox")(?=[^>]*name="color")(?=[^>]*value="green")[^>]*aria-label="Green, 1 product"/,
    );
    expect(html).toMatch(/<form[^>]*id="list-form"|<form[^>]*method="get"/i);
    expect(html).toMatch(/<noscript>[\s\S]*?>Apply</);
    const green = await open("/shop?category=HATS&color=green");
    expect(cardsIn(green.html).map(nameOn)).toEqual(["Plain Cap"]);
    expect(green.html).toMatch(/<meta name="robots" content="[^"]*noindex/);
    expect(html).not.toMatch(/<meta name="robots"/);
  });

  test("[SH-6] [FI-3] an empty list says so, offers a reset, and shows other products below", async () => {
    const { html, text } = await open("/shop?category=HATS&sale=true&q=galoshes");
    expect(text).toContain("No products found Try adjusting your filters to find what you're looking for.");
    expect(html).toMatch(/<a [^>]*href="\/shop"[^>]*>Reset Filters</);
    expect(html.split(">New in the shop<")[1]?.split(CARD)).toHaveLength(5);
  });
});

test("[FI-1] suggestions have one cache key each and refuse nothing", async () => {
  const ask = async (query: string) => {
    const { status, html, answer } = await open(`/search-suggestions${query}`);
    expect(status, query).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    return (JSON.parse(html) as { products: { name: string }[] }).products.map(({ name }) => name);
  };
  const found = await ask("?q=plain+cap");
  expect(found).toContain("Plain Cap");
  for (const query of ["?q=PLAIN%20%20CAP", "?utm=1&q=plain+cap&gclid=x"])
    expect(await ask(query)).toEqual(found);
  for (const query of [
    "",
    "?q=",
    "?q=c",
    "?q=%00%00",
    "?q=%25%25",
    "?q=');drop",
    `?q=${"x".repeat(1_500)}`,
    "?q[]=cap",
  ])
    expect(await ask(query), query).toEqual([]);
});

test("[PC-1] [PC-2] cards show picture, category, name, price, sale, and stock as they are", async () => {
  const cards = cardsIn((await open("/shop?pages=2")).html);
  const card = (name: string) => cards.find((each) => nameOn(each) === name) ?? "";
  const texts = {
    "Plain Cap": "HATS Plain Cap $30.00 Add to Cart",
    "Third Off Cap": "33% OFF HATS Third Off Cap Sale price $19.99 , original price $30.00 Add to Cart",
    "Not Really Reduced Cap": "HATS Not Really Reduced Cap $40.00 Add to Cart",
    "Nearly Gone Cap": "Low Stock HATS Nearly Gone Cap $31.00 Add to Cart",
    "Five Left Cap": "HATS Five Left Cap $32.00 Add to Cart",
    "Sold Out Cap": "Sold Out HATS Sold Out Cap $33.00",
    "Sized Sale Shirt":
      "69% OFF SHIRTS Options Sized Sale Shirt Sale price $25.00 , original price $80.00 View Options",
    "Bare Shirt": "Picture coming soon SHIRTS Bare Shirt $50.00 Add to Cart",
  };
  for (const [name, text] of Object.entries(texts)) expect(pageText(card(name))).toBe(text);
  expect(card("Plain Cap")).toContain('alt="A plain cap"');
  expect(card("Third Off Cap")).toMatch(/<s[^>]*>\$30\.00<\/s>/);
  expect(card("Bare Shirt")).not.toContain("<img");
});

describe("the product's page", () => {
  test("[PD-1] shows pictures with thumbnails, category, name, price, and sale", async () => {
    const shirt = await openProduct("Sized Shirt");
    for (const words of ["SHIRTS", "Sized Shirt", "$70.00"]) expect(shirt.text).toContain(words);
    expect(shirt.html.split('aria-label="Thumbnails"')[1]?.split("</ul>")[0]?.match(/<a /g)).toHaveLength(4);
    for (const name of ["Plain Cap", "Bare Shirt"])
      expect((await openProduct(name)).html).not.toContain("Thumbnails");
    expect((await openProduct("Bare Shirt")).html).toContain("Picture coming soon");
    const reduced = await openProduct("Third Off Cap");
    expect(reduced.text).toContain("Sale price $19.99 , original price $30.00 33% OFF");
  });

  test("[PD-2] offers what can be bought, and says what is sold out", async () => {
    const { box, text } = await openProduct("Sized Shirt");
    const radios = [
      ...box.matchAll(/<input type="radio"[^>]*value="(\w+)"[^>]*>|<input [^>]*type="radio"[^>]*>/g),
    ].map(([input]) => ({
      size: /value="(\w+)"/.exec(input)?.[1],
      isChosen: input.includes("checked"),
      isSoldOut: input.includes("disabled"),
    }));
    expect(radios).toEqual([
      { size: "S", isChosen: false, isSoldOut: true },
      { size: "M", isChosen: true, isSoldOut: false },
      { size: "L", isChosen: false, isSoldOut: false },
    ]);
    for (const words of [
      "S (sold out)",
      "In Stock · Only 3 left",
      "Add to Cart · M",
      "Buy Now · M",
      "Tell me when it's back",
    ])
      expect(text).toContain(words);
    expect(box).toContain("The cart needs JavaScript. Please turn it on to buy.");
    const soldOut = await openProduct("Sold Out Cap");
    expect(soldOut.text).toContain("Out of Stock");
    expect(soldOut.box).not.toMatch(/purchase-controls|Add to Cart|3-5 Day Shipping/);
  });

  test("[CH-2] [CH-3] links the colors of a design, sold-out ones as well, and has a closed row for each known fact", async () => {
    await store.shop.db
      .updateTable("products")
      .set({ material: "Piqué.", care: "Wash cold.", fit: "Slim." })
      .where("name", "=", "Range Polo 01")
      .execute();
    const { box, text } = await openProduct("Range Polo 01");
    expect(text).toContain("Color Color 01 · Also in Color 02, Color 03, Color 04, Color 05 and 7 more");
    const dots = box.split('aria-label="Colors"')[1]?.split("</nav>")[0] ?? "";
    expect([...dots.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual(
      names.filter((name) => /Polo (0\d|1[0-2])$/.test(name)).map(productPath),
    );
    expect(pageText(dots)).toMatch(/Color 01 Color 02 \(sold out\) Color 03 /);
    expect(dots.match(/aria-current="page"/g)).toHaveLength(1);
    const rows = (html: string) => [...html.matchAll(/<summary[^>]*>([^<]+)/g)].map(([, name]) => name);
    expect(rows(box)).toEqual(["Fabric &amp; feel", "Fit &amp; size", "Care", "Shipping &amp; returns"]);
    expect(box).not.toMatch(/<details[^>]*\bopen/);
    expect(text).toContain("Delivered in 3-5 business days. Shipping is $5.99");
    expect(rows((await openProduct("Range Polo 02")).box)).toEqual(["Shipping &amp; returns"]);
    expect((await openProduct("Plain Cap")).html).not.toContain('aria-label="Colors"');
  });

  test("[PD-6] of an unknown or archived product says so with 404", async () => {
    for (const target of ["/product/%00", "/product/..%2f"]) expect((await open(target)).status).toBe(400);
    const unknown = ["00000000-0000-4000-8000-00000000abcd", "1", "9".repeat(3_000)];
    await store.shop.db
      .updateTable("products")
      .set({ status: "archived" })
      .where("name", "=", "Range Polo 20")
      .execute();
    for (const id of [...unknown, ids.get("Range Polo 20")]) {
      const { status, text } = await open(`/product/${id}`);
      expect(status).toBe(404);
      expect(text).toContain(
        "Product Not Found The product you're looking for doesn't exist or has been removed. Back to Shop",
      );
    }
  });
});
