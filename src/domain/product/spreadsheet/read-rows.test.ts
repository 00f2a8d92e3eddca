import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstCategories } from "#test/shop/catalog.ts";
import { columnNamed, ignoredColumns } from "./file-columns.ts";
import type { FileRow } from "./file-rows.ts";
import { htmlOf, plainText } from "./html-text.ts";
import { readRows } from "./read-rows.ts";

const ORIGIN = "https://shop.example";
const row = (line: number, cells: FileRow["cells"]): FileRow => ({ line, cells });
const read = (rows: FileRow[]) => readRows(rows, { origin: ORIGIN, categories: firstCategories });
const told = (each: { line: number; column: string; message: string }[]) =>
  each.map(({ line, column, message }) => [line, column, message]);

describe("[EA-3] a new product", () => {
  test("is all rows with one handle, whatever stands between them", () => {
    const { rows, notes, problems } = read([
      row(2, {
        ...{
          handle: "pine-polo",
          name: "Pine Polo",
          description: "<p>Dry.</p><ul><li>Soft</li></ul>",
          type: "Polo",
        },
        ...{ optionName: "Size", option: "S", sku: "PP-S", price: "80.00", compareAt: "95.00" },
        ...{ stock: "3", weight: "283.5", cost: "20", image: "https://cdn.example/1.jpg", status: "active" },
      }),
      row(3, { handle: "cap", name: "Dune Cap", option: "Default Title", price: "32", stock: "-2" }),
      row(4, { handle: "pine-polo", option: "M", sku: "PP-M", price: "84.00", stock: "0" }),
      row(5, { handle: "pine-polo", image: `${ORIGIN}/files/2.webp`, imagePosition: "1", imageAlt: "Back" }),
    ]);
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([
      {
        line: 2,
        id: "",
        optionLines: [2, 4],
        options: ["S", "M"],
        stock: ["3", "0"],
        codes: { sku: ["PP-S", "PP-M"] },
        prices: [
          { price: "", salePrice: "80.00" },
          { price: "84.00", salePrice: "" },
        ],
        texts: {
          name: "Pine Polo",
          category: "Shirts",
          optionName: "Size",
          price: "95.00",
          salePrice: "",
          weight: "10",
          cost: "20",
        },
        images: [
          { line: 5, url: "/files/2.webp", alt: "Back" },
          { line: 2, url: "https://cdn.example/1.jpg" },
        ],
      },
      { line: 3, options: [""], stock: ["0"], texts: { name: "Dune Cap", category: "Hats", price: "32" } },
    ]);
    expect(rows[0]?.texts.description).toBe("Dry.\n– Soft");
    expect(told(notes)).toEqual([
      [3, "Variant Inventory Qty", "A quantity of “-2” was set to 0: it must be from 0 to 1,000,000"],
    ]);
  });

  test("has options of several kinds as one list, a sale stays a sale, and a wrong bar code is left out", () => {
    const variant = (line: number, cut: string, size: string) =>
      row(line, {
        ...{ handle: "tee", name: "Tee", optionName: "Cut", option: cut, option2: size },
        ...{ price: "30", compareAt: "40", gtin: "'4006381333932" },
      });
    const { rows, notes } = read([
      variant(2, "Slim", "S"),
      variant(3, "Slim", "M|L"),
      variant(4, "Wide", "S"),
    ]);
    expect(rows[0]).toMatchObject({
      options: ["Slim / S", "Slim / M/L", "Wide / S"],
      codes: { gtin: ["", "", ""] },
      texts: { price: "40", salePrice: "30" },
    });
    expect(notes.map(({ line, column }) => [line, column])).toEqual([
      [2, "Option2 Name"],
      ...[2, 3, 4].map((line) => [line, "Variant Barcode"]),
    ]);
  });

  test("has no option name of what is the same for all, which is noted", () => {
    const options = (given: FileRow["cells"][]) => {
      const { rows, notes } = read(given.map((cells) => row(2, { handle: "polo", name: "Polo", ...cells })));
      const [polo] = rows;
      return {
        options: polo?.options,
        name: polo?.texts.optionName,
        notes: notes.map(({ message }) => message),
      };
    };
    const variant = (size: string) => ({
      ...{ optionName: "Color", option: "Navy", option2Name: "Size", option2: size },
    });
    const note = "“Navy” was skipped: all options share it";
    expect(options(["S", "M", "L"].map(variant))).toEqual({
      ...{ options: ["S", "M", "L"], name: "Size", notes: [note] },
    });
    // Shopify names a thing on the first row only.
    const short = [variant("S"), { optionName: "", option: "Navy", option2: "M" }];
    expect(options(short)).toEqual({ options: ["S", "M"], name: "Size", notes: [note] });
    expect(options([variant("S")])).toEqual({
      ...{ options: ["Navy"], name: "Color" },
      notes: ["“S” was skipped: all options share it"],
    });
    const plain = { optionName: "Title", option: "Default Title", option2Name: "Size" };
    expect(options(["S", "M"].map((size) => ({ ...plain, option2: size })))).toEqual({
      ...{ options: ["S", "M"], name: "Size", notes: [] },
    });
  });

  test("[kind: one bad row] is left out with its line when a row names none, and comes without a price that is no amount", () => {
    const { problems, skipped, notes, rows } = read([
      row(7, { price: "1" }),
      row(8, { handle: "x" }),
      row(9, { handle: "y", name: "Yes Cap", price: "free" }),
      row(10, { handle: "z", name: "Gift", giftCard: "true" }),
    ]);
    expect(problems).toEqual([]);
    expect(told(skipped.flatMap(({ reasons }) => reasons))).toEqual([
      [8, "Title", "No row with this handle has a title"],
      [10, "Gift Card", "This shop can't sell gift cards"],
      [7, "Handle", "The row has neither ID, handle, nor title"],
    ]);
    expect(rows).toMatchObject([{ line: 9, texts: { name: "Yes Cap", price: "" } }]);
    expect(told(notes)).toEqual([
      [9, "Variant Price", "“free” was skipped: Price must be a positive number"],
    ]);
  });
});

describe("a product of the shop's own", () => {
  const id = "0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f";

  test("is all rows with one ID, and a row that was added for its handle; what the file lacks is absent", () => {
    const { rows } = read([
      row(2, { id: id.toUpperCase(), handle: "polo", option: "S", stock: "1,5" }),
      row(3, { id: "", handle: "Polo", option: "M", stock: "2" }),
    ]);
    expect(rows).toEqual([
      {
        ...{ line: 2, id, texts: {}, textLines: {}, optionLines: [2, 3], options: ["S", "M"] },
        ...{ stock: ["1,5", "2"], codes: {}, stockAtExport: new Map() },
      },
    ]);
  });

  test("takes no row in that names nothing, nor one that has its title alone", () => {
    const { rows, skipped } = read([
      row(2, { id, handle: "", name: "Polo" }),
      row(3, { id: "", handle: "", name: "Polo" }),
      row(4, { id: "", handle: "", name: "" }),
    ]);
    expect(rows.map((each) => [each.line, each.id])).toEqual([
      [2, id],
      [3, ""],
    ]);
    expect(skipped.map(({ line }) => line)).toEqual([4]);
  });

  test("must say the same of the product in all its rows", () => {
    const { problems } = read([
      row(2, { id, name: "Polo", option: "S", price: "80" }),
      row(3, { id, name: "", option: "M", price: "80.00" }),
      row(4, { id, name: "Polo II", option: "L", price: "80" }),
    ]);
    expect(told(problems)).toEqual([[4, "Title", "Line 2 has a different value for the same product"]]);
  });

  test("[VA-2] costs what most of its rows say, and a row that says otherwise has a price of its own", () => {
    const prices = (...cells: FileRow["cells"][]) => {
      const options = ["S", "M", "L"];
      const { rows, problems } = read(
        cells.map((each, at) => row(at + 2, { id, option: options[at]!, ...each })),
      );
      return problems.length > 0 ? told(problems) : [rows[0]?.texts, rows[0]?.prices];
    };
    const none = { price: "", salePrice: "" };
    const [small, large] = [{ price: "72" }, { price: "76,00" }];
    expect(prices(small, large, small)).toEqual([{ price: "72" }, [none, { ...none, price: "76.00" }, none]]);
    const sale = { price: "59", compareAt: "72" };
    expect(prices(sale, sale, { price: "59", compareAt: "76" })).toEqual([
      { price: "72", salePrice: "59" },
      [none, none, { ...none, price: "76" }],
    ]);
    expect(prices(sale, { ...small, compareAt: "" }, { ...large, compareAt: "" })).toEqual([
      { price: "72", salePrice: "" },
      [{ ...none, salePrice: "59" }, none, { ...none, price: "76.00" }],
    ]);
    const own = { price: "76", ownPrice: "76", ownSalePrice: "" };
    expect(prices(own, own, { price: "72", ownPrice: "", ownSalePrice: "" })).toEqual([
      { price: "72" },
      [{ ...none, price: "76" }, { ...none, price: "76" }, none],
    ]);
    expect(prices(own, own, own)).toEqual([{}, Array(3).fill({ ...none, price: "76" })]);
    expect(prices({ ...own, price: "78" }, small, small)).toEqual([
      [2, "Own price", "The price is 76 in this column but 78 in the others"],
    ]);
  });

  test("has amounts as spreadsheets of Europe write them, and a sale by its compare-at price", () => {
    const texts = (cells: FileRow["cells"]) => read([row(2, { id, ...cells })]).rows[0]?.texts;
    expect(texts({ price: "1.072,50" })).toEqual({ price: "1072.50" });
    expect(texts({ price: "60,00", compareAt: "80" })).toEqual({ price: "80", salePrice: "60.00" });
    expect(texts({ price: "80", compareAt: "" })).toEqual({ price: "80", salePrice: "" });
    expect(texts({ price: "80", compareAt: "", salePrice: "60,00" })).toEqual({
      price: "80",
      salePrice: "60.00",
    });
  });
});

test("[EA-3] columns are known under their old and their new names, and others are named", () => {
  const heads = [
    ["Handle", "Title", "Body (HTML)", "Variant Price", "Variant Inventory Qty", "Image Src"],
    ["URL handle", "Title", "Description", "Price", "Inventory quantity", "Product image URL"],
  ];
  const [old = [], since = []] = heads.map((head) => head.map(columnNamed));
  expect(old).toEqual(since);
  expect(old).not.toContain(null);
  expect(ignoredColumns(["Handle", "Vendor", "Image Position", " SEO Title ", ""])).toEqual([
    "Vendor",
    "SEO Title",
  ]);
});

test("[EA-3] a description in HTML becomes text, and what could run is gone", () => {
  expect(plainText("A <b>soft</b>&nbsp;cap &amp; more &#8211; &frac14; zip<br/>Made\n well")).toBe(
    "A soft cap & more – ¼ zip\nMade well",
  );
  expect(plainText("<h2>Fit</h2><p>True.</p><ul><li>One</li><li>Two</li></ul><p>End</p>")).toBe(
    "Fit\n\nTrue.\n– One\n– Two\n\nEnd",
  );
  expect(plainText("x<script>alert(1)</script>y<style>p{}</style><!-- no -->z")).toBe("x y z");
  expect(plainText("Line one\n\nLine two, 5 < 6 and 7 > 6")).toBe("Line one\n\nLine two, 5 < 6 and 7 > 6");
  expect(plainText("<scr<script>x</script>ipt>alert(1)")).not.toContain("<");
  expect(plainText("&#0;&#27;&#xD800;&bogus;")).toBe("&bogus;");
});

test("any description comes back from the HTML that the shop writes", () => {
  const text = fc.string({
    unit: fc.constantFrom("\n", " ", "<", ">", "&", "lt;", "<br>", "</p>", "<p>", "– ", "a"),
  });
  fc.assert(
    fc.property(text, (each) => {
      expect(plainText(htmlOf(each))).toBe(each);
    }),
  );
});

test("[EA-3] any cells are read in a moment, and make products of this shop's", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...["<script ", "<!--", "&#", "<li ", "< ", "-1|"].map((part) => part.repeat(30_000)),
      "a|b",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          handle: fc.constantFrom("a", "b"),
          name: text,
          description: text,
          price: text,
          weight: text,
        }),
      ),
      (all) => {
        const { rows } = read(all.map((cells, at) => row(at + 2, { ...cells, option: cells.price })));
        expect(rows.length).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 60 },
  );
});
