import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstCategories as categories } from "#test/shop/catalog.ts";
import { noCodes } from "./options/item-codes.ts";
import { parseOptions } from "./options/option-names.ts";
import {
  changesBetween,
  parseBase,
  readProductFields,
  touchedFields,
  withCountsNow,
  withTheirs,
  withTouched,
  withTypedSince,
} from "./product-edit.ts";
import {
  checkProduct,
  emptyFields,
  errorsLeft,
  fieldsOf,
  messagesOf,
  type ProductErrors,
  type ProductFields,
  previewOf,
} from "./product-form.ts";

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
  test("accept a product with 0 pieces", () => {
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

  test("are said together, each once", () => {
    expect(messagesOf(errorsOf({ name: "", options: "S|M" }))).toBe(
      "Name must be at least 2 characters long, Quantity must be a non-negative integer",
    );
  });

  test("are left until what they are about is changed: pictures as well as text, one option's alone", () => {
    const sent = { ...valid, name: "", images: [], options: "S|M", stock: [] };
    const errors = { ...errorsOf(sent), "rename:S": "Taken", "sku:S": "Taken" };
    expect(Object.keys(errors)).toEqual(["name", "images", "stock:S", "stock:M", "rename:S", "sku:S"]);
    const left = (change: Partial<ProductFields>) =>
      Object.keys(errorsLeft(errors, sent, { ...sent, ...change }));
    const but = (...mended: string[]) => Object.keys(errors).filter((key) => !mended.includes(key));
    expect(left({})).toEqual(but());
    expect(left({ color: "Navy" })).toEqual(but());
    expect(left({ name: "Polo" })).toEqual(but("name"));
    expect(left({ images: [{ url: "/a.jpg", alt: "" }] })).toEqual(but("images"));
    expect(left({ stock: [{ option: "S", quantity: "3" }] })).toEqual(but("stock:S"));
    expect(left({ renames: [{ from: "S", to: "Small" }] })).toEqual(but("rename:S"));
    expect(left({ codes: [{ ...noCodes, option: "S", sku: "A-1" }] })).toEqual(but("sku:S"));
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

describe("[PF-6] two editors", () => {
  const base = { ...valid, options: "S|M", stock: boxes({ S: "3", M: "4" }), quantity: "" };
  function boxes(stock: Record<string, string>) {
    return Object.entries(stock).map(([option, quantity]) => ({ option, quantity }));
  }
  function codes(option: string, sku = "") {
    return { option, sku, gtin: "", mpn: "" };
  }

  test("only what this editor changed counts as touched; of the stock, single boxes", () => {
    const sent = { ...base, name: "New", stock: boxes({ S: "3", M: "9" }) };
    expect(touchedFields(sent, base)).toEqual({ name: "New", stock: boxes({ M: "9" }) });
    const now = { ...base, price: "80.00", stock: boxes({ S: "1", M: "4" }) };
    expect(withTouched(now, touchedFields(sent, base))).toMatchObject({
      name: "New",
      price: "80.00",
      stock: expect.arrayContaining(boxes({ S: "1", M: "9" })),
    });
  });

  test("what others changed is told in words, and can be taken over without losing one's own", () => {
    const theirs = { ...base, price: "80", options: "S|M|L", stock: boxes({ S: "1", M: "4", L: "6" }) };
    expect(changesBetween(base, theirs).map((change) => change.label)).toEqual([
      "Price",
      "Options",
      "Stock of S",
    ]);
    const mine = { ...base, name: "Mine", stock: boxes({ S: "3", M: "9" }) };
    expect(withTheirs(mine, base, theirs)).toMatchObject({
      ...{ name: "Mine", price: "80", options: "S|M|L" },
      stock: expect.arrayContaining(boxes({ S: "1", M: "9", L: "6" })),
    });
  });

  test("counts that were left alone follow what was sold meanwhile; those that were typed stay", () => {
    const now = { ...base, stock: boxes({ S: "2", M: "3" }) };
    const mine = { ...base, name: "Mine", stock: boxes({ S: "3", M: "9" }) };
    expect(withCountsNow(mine, base, now)).toEqual({ ...mine, stock: boxes({ S: "2", M: "9" }) });
    expect(withCountsNow({ ...valid, name: "Mine" }, valid, { ...valid, quantity: "7" }).quantity).toBe("7");
  });

  test("what is typed while a form is saved stays, beside what was stored of the rest", () => {
    const sent = { ...base, name: " Harbor Polo ", price: "80", codes: [codes("M", "HP-M")] };
    const stored = { ...sent, name: "Harbor Polo", price: "80.00", codes: [codes("S"), codes("M", "HP-M")] };
    expect(touchedFields(withTypedSince(stored, sent, sent), stored)).toEqual({});
    const typed = {
      ...{ ...sent, price: "85", options: "S|M|L", stock: boxes({ M: "9", S: "3", L: "2" }) },
      codes: [codes("M", "HP-M"), codes("S", "HP-S")],
    };
    expect(touchedFields(withTypedSince(stored, sent, typed), stored)).toEqual({
      ...{ price: "85", options: "S|M|L", stock: boxes({ M: "9", L: "2" }), codes: [codes("S", "HP-S")] },
    });
    const plain = { ...valid, quantity: "1" };
    expect(withTypedSince(plain, sent, { ...sent, options: "", quantity: "6" }).quantity).toBe("6");
  });

  test("what is typed of an option while it gets another name stays with it", () => {
    const sent = { ...base, codes: [codes("S"), codes("M")], renames: [{ from: "M", to: "Medium " }] };
    const stored = {
      ...{ ...base, options: "S|Medium", stock: boxes({ S: "3", Medium: "4" }) },
      codes: [codes("S"), codes("Medium")],
    };
    expect(withTypedSince(stored, sent, sent)).toEqual(stored);
    const typed = {
      ...{ ...sent, stock: boxes({ S: "3", M: "9" }), codes: [codes("S"), codes("M", "HP-M")] },
      renames: [
        { from: "M", to: "Mid" },
        { from: "S", to: "Small" },
      ],
    };
    expect(touchedFields(withTypedSince(stored, sent, typed), stored)).toEqual({
      ...{ stock: boxes({ Medium: "9" }), codes: [codes("Medium", "HP-M")] },
      renames: [
        { from: "Medium", to: "Mid" },
        { from: "S", to: "Small" },
      ],
    });
    // What others changed was taken over, and nothing is saved.
    const takenOver = { ...sent, price: "80.00", renames: [...sent.renames, { from: "S", to: "S" }] };
    expect(withTypedSince(takenOver, sent, typed)).toMatchObject({
      ...{ price: "80.00", options: "S|M", stock: boxes({ S: "3", M: "9" }) },
      renames: [
        { from: "M", to: "Mid" },
        { from: "S", to: "Small" },
      ],
    });
  });

  test("a form reads back as it was written; a field that was not sent is absent", () => {
    const form = new FormData();
    form.set("name", "A\u0000B");
    form.set("description", "one\r\ntwo");
    form.append("stockOption", "S");
    form.append("stockQuantity", "3");
    expect(readProductFields(form)).toEqual({
      name: "A B",
      description: "one\ntwo",
      stock: [{ option: "S", quantity: "3" }],
    });
    expect(parseBase(JSON.stringify(base))).toEqual(base);
    for (const strange of [null, "", "{", "[]", '{"name":1}']) expect(parseBase(strange)).toBeNull();
  });
});

test("a stored product becomes the text of its form and back", () => {
  const checked = checkProduct(valid, { categories });
  if (!checked.ok) throw new Error("not valid");
  const stock = checked.values.stock.map((line) => ({ ...line, held: 0 }));
  const rest = { id: "1", version: 1, wasSold: false, isHero: false, waiting: [], createdAt: "" };
  expect(checkProduct(fieldsOf({ ...checked.values, ...rest, stock }), { categories })).toEqual(checked);
});
