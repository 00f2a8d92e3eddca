import fc from "fast-check";
import { expect, test } from "vitest";
import { noOwnPrices } from "#domain/product/product.ts";
import { attributes, type ProductAttributes } from "#domain/product/product-fields.ts";
import type { EditableProduct, StockLine } from "#domain/product/product-form.ts";
import { type ImportGround, planImport } from "#domain/product/spreadsheet/plan-import.ts";
import { productCsvHead, productCsvLines } from "#domain/product/spreadsheet/write-rows.ts";
import { firstCategories } from "#test/shop/catalog.ts";
import { readProductCsv } from "./read-product-csv.ts";

/** "Bags" shares no word with another category; a "Cap Bag" is one. */
const categories = [...firstCategories, { id: "Bags", name: "Cap bags & more", slug: "BAGS" }];
const at = { origin: "https://shop.example", now: "2026-06-01T12:00", categories };

const readFile = (csv: string) => readProductCsv(csv.replaceAll("\r\n", "\n").replace("\uFEFF", ""), at);

const typed = (lengthMin: number, lengthMax: number, unit: string[]) =>
  fc
    .string({ unit: fc.constantFrom(...unit), minLength: lengthMin, maxLength: lengthMax })
    .map((text) => text.trim());
const SIGNS = [..."aB1 ,;'\"=+-@&<>|éß🏌", "Default Title", "TRUE"];
const line = (lengthMin: number, lengthMax = 20) =>
  typed(lengthMin, lengthMax, SIGNS)
    .map((text) => [...text.replace(/\s+/g, " ")].slice(0, 40).join("").trim())
    .filter((text) => [...text].length >= lengthMin);
const lines = (lengthMin: number) =>
  typed(lengthMin, 60, [...SIGNS, "\n", "  "]).filter((text) => [...text].length >= lengthMin);
const moment = fc.constantFrom("", "2026-05-01T00:00", "2026-06-30T09:30", "2027-01-01T00:00");
/** Without the characters that separate option names and codes in the form. */
const word = line(0).map((text) => text.replaceAll("|", " ").replace(/\s+/g, " ").trim());

const attributesOfAny: fc.Arbitrary<ProductAttributes> = fc
  .record({
    name: line(2),
    price: fc.integer({ min: 2, max: 99_999 }),
    sale: fc.option(fc.double({ min: 0.01, max: 0.99, noNaN: true })),
    saleStartsAt: moment,
    saleEndsAt: moment,
    category: fc.constantFrom("Hats", "Shirts", "Bags"),
    status: fc.constantFrom("active", "draft", "archived"),
    description: lines(10),
    type: line(0),
    tags: line(0),
    color: word,
    swatch: fc.constantFrom("", "#1f3d2b"),
    design: line(0),
    gender: fc.constantFrom("unisex", "men", "women"),
    ageGroup: fc.constantFrom("adult", "kids", "toddler", "infant", "newborn"),
    material: line(0),
    fit: lines(0),
    care: lines(0),
    weight: fc.option(fc.integer({ min: 1, max: 99_999 }).map((tenths) => tenths / 10)),
    cost: fc.option(fc.integer({ min: 0, max: 99_999 })),
    optionName: line(1, 8),
  })
  .map(({ sale, saleEndsAt, ...each }) => ({
    ...each,
    salePrice: sale === null ? null : Math.max(1, Math.floor(each.price * sale)),
    saleEndsAt: saleEndsAt > each.saleStartsAt ? saleEndsAt : "",
  })) as fc.Arbitrary<ProductAttributes>;

const optionLine = fc.record({
  onHand: fc.nat(1_000),
  sku: word,
  gtin: fc.constantFrom("", "4006381333931", "036000291452"),
  mpn: word,
  // A fraction of the product's price.
  ownPrice: fc.option(fc.double({ min: 0.5, max: 2, noNaN: true })),
  ownSale: fc.option(fc.double({ min: 0.1, max: 0.9, noNaN: true })),
});

/** An option's own price. A product without options has none. */
function ownPrices(
  price: number,
  { ownPrice, ownSale }: { ownPrice: number | null; ownSale: number | null },
) {
  const own = ownPrice === null ? null : Math.max(2, Math.round(price * ownPrice));
  const sale = ownSale === null ? null : Math.floor((own ?? price) * ownSale);
  return { price: own === price ? null : own, salePrice: sale === null || sale < 1 ? null : sale };
}

const anyProduct: fc.Arbitrary<EditableProduct> = fc
  .record({
    product: attributesOfAny,
    id: fc.uuid({ version: 4 }),
    options: fc.uniqueArray(
      word.filter((name) => name !== "" && !/^default title$/i.test(name)),
      { maxLength: 4 },
    ),
    stock: fc.array(optionLine, { minLength: 4, maxLength: 4 }),
    images: fc.uniqueArray(fc.constantFrom("/files/a.webp", "/files/b.webp", "https://cdn.example/c.webp")),
    alt: line(0),
  })
  .map(({ product, id, options, stock, images, alt }) => ({
    ...product,
    id,
    version: 1,
    stock: (options.length > 0 ? options : [""]).map((variation, index) => {
      const { ownPrice, ownSale, ...line } = stock[index]!;
      const own = variation === "" ? noOwnPrices : ownPrices(product.price, { ownPrice, ownSale });
      return { ...line, ...own, variation, held: 0 };
    }),
    images: images.map((url) => ({ url, alt })),
    ...{ wasSold: false, isHero: false, waiting: [], createdAt: "" },
  }));

const groundOf = (products: EditableProduct[]): ImportGround => ({
  products: new Map(products.map((product) => [product.id, product])),
  pictures: new Set(products.flatMap(({ images }) => images.map(({ url }) => url))),
  names: new Set(),
  codes: [],
  categories,
  spellings: { type: new Map(), color: new Map(), design: new Map(), optionName: new Map() },
});

test("[AP-1] importing an export changes no product, whatever products there are", async () => {
  const differing = { selector: ({ id }: EditableProduct) => id };
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyProduct, { ...differing, minLength: 1, maxLength: 3 }),
      async (all) => {
        // Codes are unique.
        const products = all.map((product, index) =>
          index === 0
            ? product
            : { ...product, stock: product.stock.map((each) => ({ ...each, sku: "", gtin: "" })) },
        );
        for (const each of products[0]!.stock.slice(1)) Object.assign(each, { sku: "", gtin: "" });
        const linesOf = productCsvLines(at);
        const reading = await readFile(productCsvHead + products.map(linesOf).join(""));
        if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
        expect([reading.problems, reading.notes, reading.ignored]).toEqual([[], [], []]);
        const plan = planImport(reading.rows, groundOf(products));
        expect(plan.problems).toEqual([]);
        expect(plan.rows.map((row) => [row.action, "changes" in row ? row.changes : []])).toEqual(
          products.map(() => ["keep", []]),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test("[EA-3] a product that comes back without its ID becomes a new product with the same values", async () => {
  await fc.assert(
    fc.asyncProperty(anyProduct, async (product) => {
      for (const each of product.stock.slice(1)) Object.assign(each, { sku: "", gtin: "" });
      // A price equal to the product's is explicit afterward.
      Object.assign(product.stock[0]!, noOwnPrices);
      const csv = productCsvHead + productCsvLines(at)(product);
      const reading = await readFile(csv.replaceAll(product.id, ""));
      if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
      const ground = { ...groundOf([]), pictures: new Set(product.images.map(({ url }) => url)) };
      const plan = planImport(reading.rows, ground);
      expect([reading.problems, plan.problems]).toEqual([[], []]);
      const [row] = plan.rows;
      if (row?.action !== "create") throw new Error("it is not new");
      const { stock, images, optionName: _, status: _status, ...texts } = row.values;
      for (const name of Object.keys(texts) as (keyof typeof texts)[])
        expect(texts[name], attributes[name].label).toEqual(product[name]);
      expect(images).toEqual(product.images);
      const told = ({ variation, onHand, price, salePrice }: StockLine) => ({
        variation,
        onHand,
        price,
        salePrice,
      });
      expect(stock.map(told)).toEqual(product.stock.map(told));
    }),
    { numRuns: 200 },
  );
});

test("[kind: limits before parsing] blank lines, endless rows, and one product in all rows are read quickly, without blocking other work", async () => {
  const many = (count: number, row: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at)).join("");
  const files = [
    `ID,Title\n,Cap\n${"\n".repeat(100_000)}`,
    `ID,Title,A,B\n,Cap,,\n${",,,\n".repeat(100_000)}`,
    `ID,Title\n,Cap${",x".repeat(500_000)}\n`,
    `Handle,Title,Option1 Value,Price\n${many(90_000, (at) => `a,Cap,S${at},${at}\n`)}`,
    `Handle,Title,Option1 Name,Option1 Value,Option2 Value\n${many(90_000, (at) => `a,Cap,Color,C${at},S\n`)}`,
    `Handle,Title,Image Src\n${many(90_000, (at) => `a,Cap,https://cdn.example/${at}.jpg\n`)}`,
  ];
  for (const file of files) {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const reading = await readFile(file);
    clearInterval(timer);
    expect(reading.ok && [...reading.rows, ...reading.skipped]).toHaveLength(1);
    if (file.split("\n", 1_000).length === 1_000) expect(turns).toBeGreaterThan(0);
  }
}, 20_000);
