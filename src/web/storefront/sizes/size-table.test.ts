import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sizeKey } from "#domain/product/size.ts";
import { sampleProducts } from "#sample/catalog.ts";
import { sampleSizeCharts } from "#sample/size-charts.ts";
import { SizeTable } from "./size-table.tsx";

const drawn = (chart: Omit<Parameters<typeof SizeTable>[0]["table"], "id" | "picture">, isNamed = false) =>
  renderToStaticMarkup(createElement(SizeTable, { table: { ...chart, id: "1", picture: null }, isNamed }));

test.each(sampleSizeCharts)(
  "[CH-1] the size guide has the sizes of the samples, as they are called there: $name",
  (chart) => {
    const rows = [...drawn(chart).matchAll(/<th scope="row"[^>]*>([^<]+)</g)].map(([, size = ""]) => size);
    expect(rows.map(sizeKey)).toEqual(rows);
    const sold = sampleProducts
      .filter((product) => product.category === chart.category)
      .flatMap((product) => product.options.map(({ variation }) => variation || "One size"));
    expect(rows).toEqual(expect.arrayContaining([...new Set(sold)]));
  },
);

test("[BR-5] inches stand with their centimeters, what is no length as it is, and a gap as a dash", () => {
  const table = drawn({
    ...{ name: "Belts", caption: "", advice: "" },
    measures: [
      { name: "Waist", isInches: true },
      { name: "Belt size", isInches: false },
    ],
    rows: [
      { size: "M", values: ["32-34", "M/34"] },
      { size: "L", values: ["", ""] },
    ],
  });
  const cells = [...table.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) =>
    cell.replace(/<[^>]+>/g, " ").trim(),
  );
  expect(table).toContain(">Belts</caption>");
  expect(cells).toEqual(["32-34 in  81-86 cm", "M/34", "–", "–"]);
});

test("[BR-5] a chart below its name repeats it for screen readers only", () => {
  const chart = { name: "Belts", advice: "", measures: [], rows: [] };
  expect(drawn({ ...chart, caption: "" })).toMatch(/<caption class="(?!sr-only)[^"]*">Belts</);
  expect(drawn({ ...chart, caption: "" }, true)).toContain('<caption class="sr-only">Belts<');
  expect(drawn({ ...chart, caption: "Belts by waist" }, true)).toMatch(
    /<caption class="(?!sr-only)[^"]*">Belts by waist</,
  );
});
