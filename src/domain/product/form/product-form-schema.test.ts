import { describe, expect, test } from "vitest";
import { valueInWords } from "#domain/form/form-fields.ts";
import { readForm } from "#domain/form/form-saved.ts";
import { firstCategories as categories } from "#test/shop/catalog.ts";
import { noCodes } from "../options/item-codes.ts";
import { emptyFields, type ProductFields } from "../product-form.ts";
import { formOf, newProductForm, picturesIn, productForm, readProductForm } from "./product-form-schema.ts";
import { asOpened, withCountsNow } from "./typed-counts.ts";

const schema = productForm(categories);
const boxes = (stock: Record<string, string>) =>
  Object.entries(stock).map(([option, quantity]) => ({ option, quantity }));
const polo: ProductFields = {
  ...emptyFields,
  ...{ name: "Harbor Polo", price: "72", category: "Shirts", description: "A polo for the harbor." },
  ...{ images: [{ url: "/storage/product-images/a_1.webp", alt: "The front" }], options: "S|M" },
  stock: boxes({ S: "3", M: "4" }),
};

describe("[PF-2] the schema of the product form", () => {
  const errorsOf = (change: object) => {
    const read = readForm(schema, { ...formOf(polo), ...change });
    return read.ok ? {} : read.errors;
  };

  test("tells what is wrong at the fields of each option, in the order of the form", () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ name: "x", stock: boxes({ S: "1.5", M: "4" }) })).toEqual({
      name: "Name must be at least 2 characters long",
      "stock[0].quantity": "Quantity must be a non-negative integer",
    });
    const codes = [{ ...noCodes, option: "M", gtin: "12" }];
    expect(Object.keys(errorsOf({ codes }))).toEqual(["codes[1].gtin"]);
    expect(errorsOf({ renames: [{ from: "M", to: "S" }] })).toEqual({
      "renames[1].to": "There is an option “S” already",
    });
    expect(Object.keys(errorsOf({ prices: [{ option: "S", price: "free", salePrice: "" }] }))).toEqual([
      "prices[0].price",
    ]);
  });

  test("takes a difference for a count, and nothing else", () => {
    expect(errorsOf({ stock: boxes({ S: "+12", M: "-3" }) })).toEqual({});
    expect(Object.keys(errorsOf({ stock: boxes({ S: "+x", M: "3-1" }) }))).toHaveLength(2);
  });

  test("says all that a new product lacks", () => {
    const read = readForm(schema, newProductForm("Shirts"));
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([
      ...["name", "price", "description", "images", "quantity"],
    ]);
  });
});

test("[PF-6] a form reads back as it was written; a field that was not sent is absent", () => {
  expect(readProductForm(formOf(polo))).toEqual({
    ...polo,
    renames: [
      { from: "S", to: "S" },
      { from: "M", to: "M" },
    ],
  });
  const sent = { name: "A\u0000B", description: "one\r\ntwo", stock: [{ option: "S", quantity: "3" }] };
  expect(readProductForm(sent)).toEqual({ ...sent, name: "A B", description: "one\ntwo" });
  for (const strange of [{ stock: "x" }, { stock: [3] }, { images: "{" }, { images: "[null]" }])
    expect(() => readProductForm(strange)).not.toThrow();
  expect(picturesIn('[{"url":"/a","alt":1}]')).toEqual([{ url: "/a", alt: "" }]);
});

test("[PF-6] a second tab sees changes of lists in words", () => {
  const form = formOf({ ...polo, renames: [] });
  const inWords = (name: string, value: unknown) => Object.values(valueInWords(schema, name, value)).join();
  expect(inWords("stock", form.stock)).toBe("S: 3, M: 4");
  expect(inWords("images", form.images)).toBe("1 image(s) (The front)");
  const renames = [
    { from: "S", to: "S" },
    { from: "M", to: "Medium" },
  ];
  expect(inWords("renames", renames)).toBe("M: Medium");
  expect(inWords("codes", [{ option: "S", sku: "P-S", gtin: "", mpn: "7" }])).toBe("S: P-S / 7");
});

describe("[PF-6] counts", () => {
  const now = { ...polo, stock: boxes({ S: "2", M: "4" }) };

  test("that were left alone follow what was sold in the meantime; those that were typed are set", () => {
    expect(withCountsNow({ ...polo, stock: boxes({ S: "3", M: "9" }) }, polo, now).stock).toEqual(
      boxes({ S: "2", M: "9" }),
    );
    expect(withCountsNow({ stock: boxes({ S: "+5", M: "-9" }) }, polo, now).stock).toEqual(
      boxes({ S: "7", M: "-9" }),
    );
    const plain = { ...emptyFields, quantity: "5" };
    expect(withCountsNow(plain, plain, { ...plain, quantity: "4" }).quantity).toBe("4");
  });

  test("that were typed over a sale make the form outdated, others don't", () => {
    expect(asOpened(now, polo, polo)).toEqual(polo);
    expect(asOpened(now, { ...polo, stock: boxes({ S: "+5", M: "4" }) }, polo)).toEqual(polo);
    expect(asOpened(now, { ...polo, stock: boxes({ S: "9", M: "4" }) }, polo)).toEqual(now);
    expect(asOpened(now, { ...polo, options: "M", stock: boxes({ M: "4" }) }, polo)).toEqual(now);
  });
});
