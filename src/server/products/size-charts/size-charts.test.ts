import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  emptyChartForm,
  gridIn,
  gridText,
  type SizeChartForm,
  sizeChartFormOf,
  sizeChartValuesIn,
} from "#domain/size-chart/size-chart-form.ts";
import { loadProductPage } from "#server/catalog/load-product-page.ts";
import { loadSizeGuide } from "#server/catalog/load-size-guide.ts";
import { sitemap } from "#server/http/feeds/sitemap.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { listSizeCharts } from "#server/settings/size-chart-queries.ts";
import { OWNER } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { addSizeChart } from "#test/shop/size-charts.ts";
import { listChartRows } from "./find-chart-ground.ts";
import { deleteSizeChart, moveSizeChart, saveSizeChart } from "./save-size-chart.ts";

const store = freshShop();

const guide = async () => (await loadSizeGuide(store.shop)).charts.map(({ name }) => name);
const hasGuide = async () => (await loadConfiguration(store.shop)).hasSizeChart;

async function chartOf(id: string): Promise<string | null> {
  const page = await loadProductPage(store.shop, { id, relatedMax: 1, after: null });
  return page?.product.sizeChart ?? null;
}

const sizes = [{ variation: "M", onHand: 3 }];
const chest: Partial<SizeChartForm> = {
  name: "Tops",
  measures: [{ name: "Chest", isInches: true }],
  rows: [{ size: "M", values: ["38 - 40"] }],
};
const save = (form: Partial<SizeChartForm>, id: string | null = null, base?: object) =>
  saveSizeChart(store.shop, {
    id,
    fields: {
      ...sizeChartValuesIn({ ...emptyChartForm, ...form }),
      ...(base && { base: JSON.stringify(base) }),
    },
    picture: null,
    actor: OWNER,
  });

test("[BR-5] a shop without a chart offers no size guide", async () => {
  const polo = await putOnShelf(store.shop, { category: "Shirts", options: sizes });
  expect([await chartOf(polo), await guide(), await hasGuide()]).toEqual([null, [], false]);
  expect(await sitemap(store.shop)).not.toContain("/size-guide");
});

test("[BR-5] a product shows the closest of the owner's charts, and the guide shows all", async () => {
  const polo = await putOnShelf(store.shop, { category: "Shirts", options: sizes });
  const cap = await putOnShelf(store.shop, { options: sizes });
  const shirts = await addSizeChart(store.shop);
  expect([await chartOf(polo), await chartOf(cap)]).toEqual([shirts, null]);
  const own = await addSizeChart(store.shop, { name: "One polo", categories: [], productIds: [polo] });
  expect(await chartOf(polo)).toBe(own);
  expect([await guide(), await hasGuide()]).toEqual([["Shirts", "One polo"], true]);
  expect(await sitemap(store.shop)).toContain("/size-guide");
  expect(await deleteSizeChart(store.shop, { id: own, actor: OWNER })).toBe(true);
  expect(await deleteSizeChart(store.shop, { id: own, actor: OWNER })).toBe(false);
  expect(await chartOf(polo)).toBe(shirts);
});

test("[BR-5] the sample chart leaves with the owner's first product on sale, until the owner saves it", async () => {
  const id = await addSizeChart(store.shop);
  const sample = await putOnShelf(store.shop, { category: "Shirts", options: sizes });
  await store.shop.db.updateTable("size_charts").set({ is_sample: true }).execute();
  await store.shop.db.updateTable("products").set({ is_sample: true }).execute();
  const shown = async () => [await chartOf(sample), await guide(), await hasGuide()];
  const counted = async () => (await listChartRows(store.shop))[0]?.products;
  expect([await shown(), await counted()]).toEqual([[id, ["Shirts"], true], 1]);
  const hers = await putOnShelf(store.shop, { category: "Shirts" });
  expect([await shown(), await counted(), await chartOf(hers)]).toEqual([[null, [], false], 0, null]);
  await save({ ...chest, categories: ["Shirts"] }, id);
  expect([await chartOf(sample), await chartOf(hers), await hasGuide()]).toEqual([id, id, true]);
});

describe("[BR-5] the form of a chart", () => {
  test.each<[string, Partial<SizeChartForm>, object]>([
    ["no name", { name: " " }, { name: expect.any(String) }],
    ["no measure", { measures: [] }, { measures: expect.stringContaining("at least one measure") }],
    ["no size", { rows: [] }, { rows: "Add at least one size" }],
    [
      "a size without a name",
      { rows: [{ size: "", values: ["38"] }] },
      { rows: "Row 1 has measurements but no size" },
    ],
    [
      "a size in two spellings",
      { rows: ["XXL", "2XL"].map((size) => ({ size, values: ["50"] })) },
      { rows: "2XL is there twice" },
    ],
    [
      "a word for inches",
      { rows: [{ size: "M", values: ["wide"] }] },
      { "cell:0:0": expect.stringContaining("inches") },
    ],
    [
      "a range that goes down",
      { rows: [{ size: "M", values: ["40-38"] }] },
      { "cell:0:0": expect.any(String) },
    ],
    ["20,000 characters", { advice: "x".repeat(20_000) }, { advice: "Use at most 500 characters" }],
  ])("refuses %s", async (_, change, errors) => {
    expect(await save({ ...chest, ...change })).toEqual({ ok: false, reason: "invalid", errors });
  });

  test("leaves the files of a picture to the sweep once no chart shows it", async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#345" } })
      .png()
      .toBuffer();
    const fields = sizeChartValuesIn({ ...emptyChartForm, ...chest, alt: "Where to measure" });
    const saved = await saveSizeChart(store.shop, { id: null, fields, picture, actor: OWNER });
    if (!saved.ok || !saved.id) throw new Error("not saved");
    const chart = (await listSizeCharts(store.shop.db)).find(({ id }) => id === saved.id);
    await deleteSizeChart(store.shop, { id: saved.id, actor: OWNER });
    const spare = await store.shop.db.selectFrom("spare_images").select("url").execute();
    expect(spare).toEqual([{ url: chart?.picture?.url }]);
  });

  test("stores lengths in one spelling, and leaves out blank rows and columns", async () => {
    const measures = [
      ...(chest.measures ?? []),
      { name: "", isInches: true },
      { name: "Letter", isInches: false },
    ];
    const rows = [
      { size: "M", values: ["38 1/2 to 40", "", "M <b>"] },
      { size: "", values: ["", "", ""] },
    ];
    await save({ ...chest, measures, rows });
    const [stored] = (await loadSizeGuide(store.shop)).charts;
    expect(stored?.measures.map(({ name }) => name)).toEqual(["Chest", "Letter"]);
    expect(stored?.rows).toEqual([{ size: "M", values: ["38½-40", "M <b>"] }]);
  });

  test("reads its grid from one text, and whatever else is sent", () => {
    const grid = { measures: [{ name: "Chest", isInches: true }], rows: [{ size: "S", values: ["35"] }] };
    expect(gridIn(gridText(grid))).toEqual(grid);
    expect(gridIn('{"measures":[{"name":"Chest"}],"rows":[{"size":"M"},null]}')).toEqual({
      measures: [{ name: "Chest", isInches: true }],
      rows: [
        { size: "M", values: [""] },
        { size: "", values: [""] },
      ],
    });
    for (const strange of [undefined, "", "[]", "{"])
      expect(gridIn(strange)).toEqual({ measures: [], rows: [] });
  });

  test("refuses the second of two tabs", async () => {
    const id = await addSizeChart(store.shop);
    const opened = sizeChartFormOf((await listSizeCharts(store.shop.db))[0]!);
    expect(await save(chest, id, opened)).toMatchObject({ ok: true });
    expect(await save(chest, id, opened)).toMatchObject({ ok: false, reason: "changed" });
    expect(await save(chest, store.shop.newId())).toEqual({ ok: false, reason: "not_found" });
  });
});

test("[BR-5] the owner is warned of gaps, sizes that no product has, and a chart that another one covers", async () => {
  await putOnShelf(store.shop, { category: "Shirts", options: [...sizes, { variation: "XS", onHand: 1 }] });
  const rows = [
    { size: "M", values: [""] },
    { size: "4XL", values: ["60"] },
  ];
  await addSizeChart(store.shop, { rows });
  await addSizeChart(store.shop, { name: "Covered" });
  const [first, second] = await listChartRows(store.shop);
  expect(first).toMatchObject({ products: 1 });
  expect(first?.notes).toEqual([
    "Chest is missing for M. Shoppers see a dash there.",
    "No product comes in 4XL.",
    "Products come in XS, but this chart doesn't list them.",
  ]);
  expect(second?.notes).toContain(
    "Another chart for Shirts comes first. Remove the category from one of the two.",
  );
});

test("[BR-5] of two charts for one category the owner puts the one that is shown first", async () => {
  const polo = await putOnShelf(store.shop, { category: "Shirts", options: sizes });
  const [first, second] = [
    await addSizeChart(store.shop),
    await addSizeChart(store.shop, { name: "Second" }),
  ];
  expect(await chartOf(polo)).toBe(first);
  await moveSizeChart(store.shop, { id: second, isUp: true, actor: OWNER });
  expect([await chartOf(polo), await guide()]).toEqual([second, ["Second", "Shirts"]]);
  await moveSizeChart(store.shop, { id: second, isUp: true, actor: OWNER });
  await moveSizeChart(store.shop, { id: "gone", isUp: true, actor: OWNER });
  expect(await chartOf(polo)).toBe(second);
});
