// Files of other shops: what can't be imported is reported with its line, and the rest is imported.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstCategories } from "#test/shop/catalog.ts";
import type { ProductValues } from "../product-form.ts";
import type { FileColumn } from "./file-columns.ts";
import type { FileRow } from "./file-rows.ts";
import { planImport } from "./plan-import.ts";
import { readRows } from "./read-rows.ts";

const shop = { origin: "https://shop.example", categories: firstCategories };

function plan(given: FileRow[]) {
  const reading = readRows(given, shop);
  const spellings = { type: new Map(), color: new Map(), design: new Map(), optionName: new Map() };
  const ground = {
    products: new Map(),
    pictures: new Set<string>(),
    names: new Set<string>(),
    codes: [],
    categories: firstCategories,
    spellings,
  };
  const planned = planImport(reading.rows, ground);
  expect([reading.problems, planned.problems]).toEqual([[], []]);
  const created = planned.rows.flatMap((row) => (row.action === "create" ? [row] : []));
  const skipped = [...reading.skipped, ...planned.skipped];
  return { created, skipped, notes: [...reading.notes, ...planned.notes] };
}

/** Two colors by sizes; the pictures stand on any of the rows, as other shops write them. */
const tee: FileRow[] = ["Navy", "Clay"].flatMap((color, at) =>
  ["S", "M", "L"].map((size, place) => ({
    line: 2 + 3 * at + place,
    cells: {
      ...{ handle: "tee", name: "", description: "", optionName: "", option2Name: "", price: "30" },
      ...(at + place === 0 && {
        name: "Links Tee",
        description: "A tee for links.",
        optionName: "Color",
        option2Name: "Size",
      }),
      ...{ option: color, option2: size, stock: String(at + place), sku: `${color}-${size}` },
      image: place < 2 ? `https://cdn.example/${2 * at + place}.jpg` : "",
      variantImage: `https://cdn.example/${2 * at}.jpg`,
    },
  })),
);

describe("[CH-2] [kind: one bad product] a product of several colors", () => {
  test("becomes one per color of one design, each with its sizes, codes, and pictures", () => {
    const { rows } = readRows(tee, shop);
    expect(rows).toMatchObject([
      {
        ...{
          line: 2,
          options: ["S", "M", "L"],
          stock: ["0", "1", "2"],
          codes: { sku: ["Navy-S", "Navy-M", "Navy-L"] },
        },
        texts: {
          name: "Links Tee, Navy",
          color: "Navy",
          design: "Links Tee",
          optionName: "Size",
          price: "30",
        },
      },
      {
        line: 5,
        options: ["S", "M", "L"],
        texts: { name: "Links Tee, Clay", description: "A tee for links." },
      },
    ]);
    const pictures = rows.map(({ images }) => images?.map(({ url }) => url.slice(-5)));
    // Those of no one color go to the first.
    expect(pictures).toEqual([
      ["0.jpg", "1.jpg", "3.jpg"].map((name) => `/${name}`.slice(-5)),
      ["2.jpg"].map((name) => `/${name}`.slice(-5)),
    ]);
    expect(plan(tee).notes).toMatchObject([
      { line: 2, message: "Each of its 2 colors becomes a product, linked by design: Navy, Clay" },
    ]);
  });

  test("of 76 variants is imported but for the color that has too many sizes", () => {
    const sizes = (count: number) => Array.from({ length: count }, (_, size) => `Size ${size}`);
    const variants = [
      ["Navy", 21],
      ["Clay", 20],
      ["Moss", 20],
      ["Bone", 15],
    ] as const;
    const rows = variants.flatMap(([color, count]) =>
      sizes(count).map((option) => ({
        handle: "wig",
        name: "Wig",
        optionName: "Size",
        option,
        option2Name: "Shade color",
        option2: color,
        price: "9",
      })),
    );
    const { created, skipped } = plan(rows.map((cells, at) => ({ line: at + 2, cells })));
    expect(created.map(({ name, values }) => [name, values.stock.length])).toEqual([
      ["Wig, Clay", 20],
      ["Wig, Moss", 20],
      ["Wig, Bone", 15],
    ]);
    expect(skipped).toMatchObject([{ line: 2, reasons: [{ message: /^21 options are too many/ }] }]);
  });

  test("keeps them as variants where nothing else is chosen and they fit", () => {
    const caps = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        line: at + 2,
        cells: { handle: "cap", name: "Cap", optionName: "Color", option: `Color ${at}`, price: "9" },
      }));
    expect(plan(caps(20)).created.map(({ values }) => values.stock.length)).toEqual([20]);
    expect(
      plan(caps(21))
        .created.map(({ values }) => [values.stock.length, values.color])
        .at(-1),
    ).toEqual([1, "Color 20"]);
  });
});

type Kept = (values: ProductValues, at: number) => boolean;
/** The amounts that the product says of the variant in a row. */
const amounts = ({ price, salePrice, stock }: ProductValues, at: number) => {
  const own = stock[at];
  return [own?.price ?? price, own?.salePrice ?? salePrice];
};

/** What a cell may hold, and whether the product has it. */
const cells: Partial<Record<FileColumn, Record<string, Kept>>> = {
  price: {
    "30": (values, at) => amounts(values, at).includes(3_000),
    "$1,030.50": (values, at) => amounts(values, at).includes(103_050),
    free: () => false,
    "-5": () => false,
    "9999999": () => false,
  },
  compareAt: {
    "40": (values, at) => (values.stock[at]?.price ?? values.price) === 4_000,
    "0": () => true,
    old: () => false,
  },
  stock: {
    "3": ({ stock }, at) => stock[at]?.onHand === 3,
    "1,200": ({ stock }, at) => stock[at]?.onHand === 1_200,
    "-2": () => false,
    many: () => false,
  },
  sku: {
    A1: ({ stock }, at) => stock[at]?.sku === "A1",
    '="007"': ({ stock }, at) => stock[at]?.sku === "007",
    "9.40551E+21": () => false,
    ["x".repeat(60)]: () => false,
  },
  gtin: {
    "4006381333931": ({ stock }, at) => stock[at]?.gtin === "4006381333931",
    "36000291452": () => false,
  },
  cost: { "9": ({ cost }) => cost === 900, cheap: () => false },
  weight: { "283.5": ({ weight }) => weight === 10, "0": () => true, heavy: () => false, "-1": () => false },
  gender: { Male: ({ gender }) => gender === "men", Robots: () => false },
  status: { draft: ({ status }) => status === "draft", unlisted: () => false },
  tags: {
    "new, gift": ({ tags }) => tags === "new, gift",
    ["tag, ".repeat(60)]: () => false,
  },
  swatch: { "#1f3d2b": ({ swatch }) => swatch === "#1f3d2b", green: () => false },
  material: { Cotton: ({ material }) => material === "Cotton", ["long ".repeat(60)]: () => false },
  salePrice: {
    "20": ({ salePrice }) => salePrice === 2_000,
    "50": ({ salePrice }) => salePrice === 5_000,
    half: () => false,
  },
  saleStartsAt: { "12/1/2026": ({ saleStartsAt }) => saleStartsAt === "2026-12-01T00:00", soon: () => false },
  saleEndsAt: {
    "2026-12-25": ({ saleEndsAt }) => saleEndsAt === "2026-12-25T00:00",
    "11/1/2026 9:00": ({ saleEndsAt }) => saleEndsAt === "2026-11-01T09:00",
  },
};

const anyCells = fc.record(
  Object.fromEntries(
    Object.entries(cells).map(([column, pool]) => [column, fc.constantFrom("", ...Object.keys(pool))]),
  ),
) as fc.Arbitrary<FileRow["cells"]>;

/** Another row than the first has the sale, and a third its dates. */
const blank = Object.fromEntries(Object.keys(cells).map((column) => [column, ""]));
const aSaleThatEndsBeforeItStarts = [
  blank,
  { ...blank, price: "30", compareAt: "40" },
  { ...blank, saleStartsAt: "12/1/2026", saleEndsAt: "11/1/2026 9:00" },
];

test("[EA-3] [kind: nothing is lost in silence] each cell of a file is in its product, or told with its line", () => {
  fc.assert(
    fc.property(fc.array(anyCells, { minLength: 1, maxLength: 3 }), (all) => {
      const rows = all.map((each, at) => ({
        line: at + 2,
        cells: { handle: "a", name: "A cap", option: ["S", "M", "L"][at] ?? "", ...each },
      }));
      const { created, skipped, notes } = plan(rows);
      expect(skipped).toEqual([]);
      const values = created[0]!.values;
      for (const [at, row] of rows.entries())
        for (const [column, pool] of Object.entries(cells)) {
          const text = row.cells[column as FileColumn] ?? "";
          const isKept = text === "" || pool[text]?.(values, at);
          const lines = rows
            .filter((each) => each.cells[column as FileColumn] === text)
            .map(({ line }) => line);
          const isTold = notes.some(({ line }) => lines.includes(line));
          expect(
            isKept || isTold,
            `${column} of line ${row.line}: ${text}\n${JSON.stringify(notes, null, 1)}`,
          ).toBe(true);
        }
    }),
    { numRuns: 1_000, examples: [[aSaleThatEndsBeforeItStarts]] },
  );
});
