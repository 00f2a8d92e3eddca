import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInches, shownLengths, writeInches } from "./inches.ts";
import { chartFor, chartNotes, type SizeChart, shownCharts } from "./size-chart.ts";

const chart = (change: Partial<SizeChart>): SizeChart => ({
  ...{ id: "1", name: "Chart", caption: "", advice: "", picture: null, isSample: false },
  measures: [{ name: "Chest", isInches: true }],
  rows: [
    { size: "M", values: ["38-40"] },
    { size: "XXL", values: [""] },
  ],
  ...{ categories: [], types: [], productIds: [] },
  ...change,
});

test("[BR-5] the nearest chart is a product's: its own, its type's, its category's", () => {
  const category = chart({ id: "category", categories: ["Shirts"] });
  const type = chart({ id: "type", types: ["Quarter Zip"] });
  const own = chart({ id: "own", productIds: ["p1"] });
  const product = { id: "p1", type: "quarter  zip", categoryId: "Shirts" };
  const of = (change: Partial<typeof product>, charts = [category, type, own]) =>
    chartFor({ ...product, ...change }, charts)?.id ?? null;
  expect(of({})).toBe("own");
  expect(of({ id: "p2" })).toBe("type");
  expect(of({ id: "p2", type: "Polo" })).toBe("category");
  expect(of({ id: "p2", type: "", categoryId: "Belts" })).toBeNull();
});

test("[BR-5] a sample chart is shown while samples are all that is on sale, and an owner's always", () => {
  const sample = chart({ id: "sample", isSample: true });
  const hers = chart({ id: "hers" });
  const shown = (...products: boolean[]) =>
    shownCharts(
      [sample, hers],
      products.map((isSample) => ({ isSample })),
    ).map(({ id }) => id);
  expect(shown(true, true)).toEqual(["sample", "hers"]);
  for (const products of [[], [false], [true, false]]) expect(shown(...products)).toEqual(["hers"]);
});

test("[BR-5] lengths are read as owners type them, and shown in inches and centimeters", () => {
  const shown = (text: string) => {
    const lengths = shownLengths(text);
    return lengths && [lengths.inches, lengths.centimeters];
  };
  expect(shown("35-37")).toEqual(["35-37 in", "89-94 cm"]);
  for (const typed of ["21 1/4 - 22.5", "21¼–22½ in", '21.25 to 22 1/2"'])
    expect(shown(typed)).toEqual(["21¼-22½ in", "54-57 cm"]);
  expect(shown("16.3")).toEqual(["16.3 in", "41 cm"]);
  for (const none of ["", "M", "0", "40-38", "35-", "-35", "1e3", "201", "35 cm", "١٢"])
    expect(shown(none)).toBeNull();
  const length = fc.integer({ min: 1, max: 800 }).map((eighths) => eighths / 8);
  fc.assert(fc.property(length, (inches) => parseInches(writeInches([inches]))?.[0] === inches));
});

test("[BR-5] gaps and sizes that don't match are reported, and block nothing", () => {
  const products = [{ name: "Polo", sizes: ["M", "2XL", "XS"] }];
  expect(chartNotes(chart({ categories: ["Shirts"] }), products)).toEqual([
    "Chest is missing for XXL. Shoppers see a dash there.",
    "Products come in XS, but this chart doesn't list them.",
  ]);
  const few = [{ name: "Polo", sizes: ["M"] }];
  expect(chartNotes(chart({ categories: ["Shirts"] }), few)).toContain("No product comes in XXL.");
  expect(chartNotes(chart({}), [])).toContain(
    "No product uses this chart yet. Choose categories, types, or products.",
  );
});
