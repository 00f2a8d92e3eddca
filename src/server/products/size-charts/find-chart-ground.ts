import { sql } from "kysely";
import { listNames } from "#domain/category/category.ts";
import { chartFor, chartNotes, type SizeChart, shownCharts } from "#domain/size-chart/size-chart.ts";
import type { Shop } from "../../core/shop.ts";
import type { Db } from "../../db/transaction.ts";
import { listCategories } from "../../settings/category-queries.ts";
import { listSizeCharts } from "../../settings/size-chart-queries.ts";

export type ChartRow = { chart: SizeChart; products: number; notes: string[] };

type Sized = {
  id: string;
  name: string;
  type: string;
  categoryId: string;
  isSample: boolean;
  sizes: string[];
};

/** Each chart with the number of products on sale that show it, and warnings for the owner. Three statements. */
export async function listChartRows(shop: Shop): Promise<ChartRow[]> {
  const charts = await listSizeCharts(shop.db);
  if (charts.length === 0) return [];
  const [products, categories] = await Promise.all([listSized(shop.db), listCategories(shop.db)]);
  const shown = shownCharts(charts, products);
  const sized = products.filter(({ sizes }) => sizes.length > 0);
  const shownWith = Map.groupBy(sized, (product) => chartFor(product, shown)?.id ?? "");
  return charts.map((chart, at) => {
    const own = shownWith.get(chart.id) ?? [];
    const before = charts.slice(0, at).filter(({ isSample }) => isSample === chart.isSample);
    const covered = categories.filter(
      ({ id }) => chart.categories.includes(id) && before.some((other) => other.categories.includes(id)),
    );
    const names = listNames(covered.map(({ name }) => name));
    const notes = chartNotes(chart, own);
    if (names !== "")
      notes.push(`Another chart for ${names} comes first. Remove the category from one of the two.`);
    return { chart, products: own.length, notes };
  });
}

/** Products on sale with the sizes that they come in. */
async function listSized(db: Db): Promise<Sized[]> {
  const { rows } = await sql<Sized>`
    select p.id, p.name, p.type, p.category as "categoryId", p.is_sample as "isSample",
      coalesce(array_agg(i.variation order by i.position) filter (where i.variation <> ''), '{}') as sizes
    from products p left join inventory i on i.product_id = p.id
    where p.status = 'active' group by p.id`.execute(db);
  return rows;
}
