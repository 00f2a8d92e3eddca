import { sql } from "kysely";
import { listNames } from "#domain/category/category.ts";
import { chartFor, chartNotes, type SizeChart } from "#domain/size-chart/size-chart.ts";
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
  const shownWith = Map.groupBy(products, (product) => chartFor(product, charts)?.id ?? "");
  return charts.map((chart, at) => {
    const own = shownWith.get(chart.id) ?? [];
    const before = charts.slice(0, at).filter(({ isSample }) => isSample === chart.isSample);
    const covered = categories.filter(
      ({ id }) => chart.categories.includes(id) && before.some((other) => other.categories.includes(id)),
    );
    const names = listNames(covered.map(({ name }) => name));
    const notes = chartNotes(chart, own);
    if (names !== "")
      notes.push(`Another chart for ${names} comes first. Take the category out of one of them.`);
    return { chart, products: own.length, notes };
  });
}

/** Products on sale that come in sizes. */
async function listSized(db: Db): Promise<Sized[]> {
  const { rows } = await sql<Sized>`
    select p.id, p.name, p.type, p.category as "categoryId", p.is_sample as "isSample",
      array_agg(i.variation order by i.position) as sizes
    from products p join inventory i on i.product_id = p.id and i.variation <> ''
    where p.status = 'active' group by p.id`.execute(db);
  return rows;
}
