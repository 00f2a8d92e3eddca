import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstCategories as categories } from "#test/shop/catalog.ts";
import { checkProduct } from "./form/check-product.ts";
import { parseOptions } from "./options/option-names.ts";
import { changesBetween, touchedFields, withTouched } from "./product-changes.ts";
import { emptyFields, fieldsOf, type ProductErrors, type ProductFields, previewOf } from "./product-form.ts";

function boxes(stock: Record<string, string>) {
  return Object.entries(stock).map(([option, quantity]) => ({ option, quantity }));
}

const valid: ProductFields = {
  ...emptyFields,
  category: "Shirts",
  name: "Harbor Polo",
  price: "72",
  description: "Piqué cotton with a soft collar.",
  images: [{ url: "/storage/product-images/a_1.webp", alt: "" }],
  quantity: "0",
};

function errorsOf(change: Partial<ProductFields>): ProductErrors {
  const checked = checkProduct({ ...valid, ...change }, { categories });
  return checked.ok ? {} : checked.errors;
}

describe("[PF-2] the rules of the form", () => {
  test("accept a product with a quantity of 0", () => {
    expect(checkProduct(valid, { categories })).toMatchObject({
      ok: true,
      values: { price: 7_200, salePrice: null, stock: [{ variation: "", onHand: 0 }] },
    });
  });

  test.each<[Partial<ProductFields>, ProductErrors]>([
    [{ name: " x " }, { name: "Name must be at least 2 characters long" }],
    [{ price: "0" }, { price: "Price must be a positive number" }],
    [{ price: "1.005" }, { price: "Price must be a positive number" }],
    [{ salePrice: "-2" }, { salePrice: "Sale price must be a positive number" }],
    [{ salePrice: "72" }, { salePrice: "Sale price must be below the price" }],
    [{ quantity: "" }, { quantity: "Quantity must be a non-negative integer" }],
    [{ quantity: "-1" }, { quantity: "Quantity must be a non-negative integer" }],
    [{ quantity: "1.5" }, { quantity: "Quantity must be a non-negative integer" }],
    [{ description: "too short" }, { description: "Description must be at least 10 characters long" }],
    [{ images: [] }, { images: "At least one image is required" }],
    [{ images: [{ url: "javascript:alert(1)", alt: "" }] }, { images: "Must be a valid URL" }],
    [{ images: [{ url: "//evil.example/a.png", alt: "" }] }, { images: "Must be a valid URL" }],
    [
      { images: Array.from({ length: 5 }, (_, index) => ({ url: `/${index}`, alt: "" })) },
      { images: "You can only upload a maximum of 4 images per product" },
    ],
    [{ category: "SHOES" }, { category: "Category must be Hats or Shirts" }],
    [{ options: "S|M" }, { "stock:S": expect.any(String), "stock:M": expect.any(String) } as ProductErrors],
  ])("refuse %j", (change, errors) => {
    expect(errorsOf(change)).toEqual(errors);
  });

  test("take a time with or without seconds, and none that says half of the day or a time zone", () => {
    const sale = (saleStartsAt: string) =>
      checkProduct({ ...valid, salePrice: "60", saleStartsAt }, { categories });
    for (const typed of ["2026-11-27 09:30", "2026-11-27T09:30", " 2026-11-27T09:30:00 "]) {
      expect(sale(typed)).toMatchObject({ ok: true, values: { saleStartsAt: "2026-11-27T09:30" } });
    }
    for (const typed of ["2026-11-27 09:30 PM", "2026-11-27T09:30:00Z", "2026-11-27T09:30-07:00"]) {
      expect(sale(typed)).toMatchObject({
        errors: { saleStartsAt: expect.stringMatching(/must be a date and a time, such as/) },
      });
    }
  });

  test("hold for any text: what passes is a product that the database takes", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("5", "0", "36.50", "S|M", "HATS", "x".repeat(300)));
    fc.assert(
      fc.property(text, text, text, text, text, (name, price, salePrice, options, quantity) => {
        const stock = parseOptions(options).map((option) => ({ option, quantity }));
        const checked = checkProduct(
          { ...valid, name, price, salePrice, options, quantity, stock },
          { categories },
        );
        if (!checked.ok) return Object.keys(checked.errors).length > 0;
        const { values } = checked;
        return (
          Number.isSafeInteger(values.price) &&
          values.price > 0 &&
          (values.salePrice === null || (values.salePrice > 0 && values.salePrice < values.price)) &&
          values.stock.length > 0 &&
          values.stock.every((line) => Number.isSafeInteger(line.onHand) && line.onHand >= 0)
        );
      }),
    );
  });
});

describe("what a file changes of a product", () => {
  const base = { ...valid, options: "S|M", stock: boxes({ S: "3", M: "4" }), quantity: "" };

  test("only what differs counts as touched; of the stock, single options", () => {
    const sent = { ...base, name: "New", stock: boxes({ S: "3", M: "9" }) };
    expect(touchedFields(sent, base)).toEqual({ name: "New", stock: boxes({ M: "9" }) });
    const now = { ...base, price: "80.00", stock: boxes({ S: "1", M: "4" }) };
    expect(withTouched(now, touchedFields(sent, base))).toMatchObject({
      name: "New",
      price: "80.00",
      stock: expect.arrayContaining(boxes({ S: "1", M: "9" })),
    });
  });

  test("is told in words", () => {
    const after = { ...base, price: "80", options: "S|M|L", stock: boxes({ S: "1", M: "4", L: "6" }) };
    expect(changesBetween(base, after).map(({ label, was, now }) => [label, was, now])).toEqual([
      ["Price", "$72", "$80"],
      ["Options", "S|M", "S|M|L"],
      ["Stock of S", "3", "1"],
    ]);
  });
});

test("[PF-1] the preview shows a sale only where there is one, and the sum of the options", () => {
  const stock = [
    { option: "S", quantity: "3" },
    { option: "M", quantity: "x" },
  ];
  const preview = previewOf(
    { ...valid, salePrice: "80", options: "S|M", stock },
    "2026-01-01T00:00:00Z",
    categories,
  );
  expect(preview).toMatchObject({ price: 7_200, salePrice: null, quantity: 3, hasOptions: true });
});

test("[PF-1] the preview is sold out only once zero units are typed", () => {
  const quantityOf = (change: Partial<ProductFields>) =>
    previewOf({ ...emptyFields, ...change }, "2026-01-01T00:00:00Z", categories).quantity;
  expect(quantityOf({})).toBeGreaterThan(0);
  expect(quantityOf({ options: "S|M" })).toBeGreaterThan(0);
  expect(quantityOf({ quantity: "0" })).toBe(0);
  expect(quantityOf({ options: "S|M", stock: [{ option: "S", quantity: "0" }] })).toBe(0);
});

test("a stored product becomes the text of its form and back", () => {
  const checked = checkProduct(valid, { categories });
  if (!checked.ok) throw new Error("not valid");
  const stock = checked.values.stock.map((line) => ({ ...line, held: 0 }));
  const rest = {
    id: "1",
    version: 1,
    wasSold: false,
    isHero: false,

    waiting: [],
    createdAt: "",
  };
  expect(checkProduct(fieldsOf({ ...checked.values, ...rest, stock }), { categories })).toEqual(checked);
});
