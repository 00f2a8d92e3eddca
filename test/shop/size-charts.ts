import { emptyChartForm, type SizeChartForm, sizeChartValuesIn } from "#domain/size-chart/size-chart-form.ts";
import type { Shop } from "#server/core/shop.ts";
import { saveSizeChart } from "#server/products/size-charts/save-size-chart.ts";

/** A chart of the owner, by default of shirts, and its id. */
export async function addSizeChart(shop: Shop, change: Partial<SizeChartForm> = {}): Promise<string> {
  const form = {
    ...emptyChartForm,
    name: "Shirts",
    measures: [{ name: "Chest", isInches: true }],
    rows: [{ size: "M", values: ["38-40"] }],
    categories: ["Shirts"],
    ...change,
  };
  const saved = await saveSizeChart(shop, {
    id: null,
    fields: sizeChartValuesIn(form),
    picture: null,
    actor: "owner@example.com",
  });
  if (!saved.ok || !saved.id) throw new Error(JSON.stringify(saved));
  return saved.id;
}
