import fc from "fast-check";
import { expect, test } from "vitest";
import { fromShopify, type ShopifyRow } from "./from-shopify.ts";
import { plainText } from "./plain-text.ts";
import { ignoredColumns, isShopifyHead, shopifyColumn } from "./shopify-columns.ts";

const row = (line: number, cells: ShopifyRow["cells"]): ShopifyRow => ({ line, cells });

test("[EA-3] rows with one handle are one product with its options, whatever stands between them", () => {
  const { rows, notes, problems, pictures, photoName } = fromShopify([
    row(2, {
      ...{ handle: "pine-polo", title: "Pine Polo", body: "<p>Dry.</p><ul><li>Soft</li></ul>", type: "Polo" },
      ...{ option1Name: "Size", option1Value: "S", sku: "PP-S", price: "80.00", compareAt: "95.00" },
      ...{ quantity: "3", grams: "283.5", cost: "20", image: "https://cdn.example/1.jpg", status: "active" },
    }),
    row(3, { handle: "cap", title: "Dune Cap", option1Value: "Default Title", price: "32", quantity: "-2" }),
    row(4, { handle: "pine-polo", option1Value: "M", sku: "PP-M", price: "84.00", quantity: "0" }),
    row(5, { handle: "pine-polo", image: "https://cdn.example/2.jpg" }),
  ]);
  expect(problems).toEqual([]);
  expect(rows.map(({ line, cells }) => [line, cells.Name, cells.Category, cells.Status])).toEqual([
    [2, "Pine Polo", "Shirts", "Draft"],
    [3, "Dune Cap", "Hats", "Draft"],
  ]);
  const [polo, cap] = rows.map(({ cells }) => cells);
  expect(polo).toMatchObject({ Options: "S|M", Stock: "3|0", SKU: "PP-S|PP-M", "Option name": "Size" });
  expect(polo).toMatchObject({ Price: "84.00", "Sale price": "", "Weight (oz)": "10", Cost: "20" });
  expect(polo?.Description).toBe("Dry.\n– Soft");
  expect(cap).toMatchObject({ Options: "", Stock: "0", Price: "32.00" });
  expect(notes.map(({ line, message }) => [line, message])).toEqual([
    [2, "Its options cost $80.00 to $84.00, and one price counts for all: $84.00"],
  ]);
  expect([pictures, photoName]).toEqual([2, "pine-polo-1.jpg"]);
});

test("[EA-3] options of several kinds become one list, a sale stays a sale, and a wrong bar code is left out", () => {
  const variant = (color: string, size: string) =>
    row(2, {
      ...{ handle: "tee", title: "Tee", option1Name: "Color", option1Value: color, option2Value: size },
      ...{ price: "30", compareAt: "40", barcode: "'4006381333932" },
    });
  const { rows, notes } = fromShopify([variant("Navy", "S"), variant("Navy", "M|L"), variant("Clay", "S")]);
  expect(rows[0]?.cells).toMatchObject({ Options: "Navy / S|Navy / M/L|Clay / S", GTIN: "" });
  expect(rows[0]?.cells).toMatchObject({ Price: "40.00", "Sale price": "30.00" });
  expect(notes.map(({ column }) => column)).toEqual([
    "Option2 Name",
    ...["Variant Barcode", "Variant Barcode", "Variant Barcode"],
  ]);
});

test("[EA-3] what is the same for all options is left out with a note, and does not name them", () => {
  const options = (given: ShopifyRow["cells"][]) => {
    const { rows, notes } = fromShopify(
      given.map((cells) => row(2, { handle: "polo", title: "Polo", ...cells })),
    );
    const { Options, "Option name": name } = rows[0]?.cells ?? {};
    return { options: Options, name, notes: notes.map(({ column, message }) => [column, message]) };
  };
  const variant = (size: string) => ({
    ...{ option1Name: "Color", option1Value: "Navy", option2Name: "Size", option2Value: size },
  });
  const note = ["Option1 Value", "“Navy” is left out: all its options have it"];
  expect(options(["S", "M", "L"].map(variant))).toEqual({ options: "S|M|L", name: "Size", notes: [note] });
  // Shopify names a thing on the first row only.
  const short = [variant("S"), { option1Value: "Navy", option2Value: "M" }];
  expect(options(short)).toEqual({ options: "S|M", name: "Size", notes: [note] });
  expect(options([variant("S")])).toEqual({
    ...{ options: "Navy", name: "Color" },
    notes: [["Option2 Value", "“S” is left out: all its options have it"]],
  });
  const plain = { option1Name: "Title", option1Value: "Default Title", option2Name: "Size" };
  expect(options(["S", "M"].map((size) => ({ ...plain, option2Value: size })))).toEqual({
    ...{ options: "S|M", name: "Size", notes: [] },
  });
});

test("[EA-3] a row that names no product is told with its line", () => {
  expect(
    fromShopify([row(7, { price: "1" }), row(8, { handle: "x" })]).problems.map(({ line }) => line),
  ).toEqual([7, 8]);
});

test("[EA-3] columns are known under their old and their new names, and others are named", () => {
  const heads = [
    ["Handle", "Title", "Body (HTML)", "Variant Price", "Variant Inventory Qty", "Image Src"],
    ["URL handle", "Title", "Description", "Price", "Inventory quantity", "Product image URL"],
  ];
  const [old = [], since = []] = heads.map((head) => head.map(shopifyColumn));
  expect(old).toEqual(since);
  expect(old).not.toContain(null);
  expect(heads.every(isShopifyHead)).toBe(true);
  expect(isShopifyHead(["ID", "Name", "Price", "SKU"])).toBe(false);
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

test("[EA-3] any cells are read in a moment, and make rows of this shop's", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...["<script ", "<!--", "&#", "<li ", "< ", "-1|"].map((part) => part.repeat(30_000)),
      "a|b",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ handle: fc.constantFrom("a", "b"), title: text, body: text, price: text })),
      (all) => {
        const { rows } = fromShopify(
          all.map((cells, index) => row(index + 2, { ...cells, option1Value: cells.price })),
        );
        expect(rows.length).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 60 },
  );
});
