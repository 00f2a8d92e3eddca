// The size charts as every room reads them.
import { sql } from "kysely";
import type { ChartScope, SizeChart } from "#domain/size-chart/size-chart.ts";
import type { Db } from "../db/transaction.ts";

/** Charts that shoppers find (domain/size-chart/size-chart.ts shownCharts). */
const isShown = sql`(not c.is_sample or (select bool_and(p.is_sample) from products p where p.status = 'active'))`;

/** Whether there is one, as a column of a statement. */
export const hasSizeChart = sql<boolean>`exists (select from size_charts c where ${isShown})`;

/** All charts in the owner's order, as a column of a statement. */
export const sizeChartsColumn = sql<SizeChart[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'caption', c.caption, 'advice', c.advice,
      'measures', c.measures, 'rows', c.rows, 'categories', c.categories, 'types', c.types,
      'productIds', c.product_ids, 'isSample', c.is_sample,
      'picture', case when c.image_url is not null then json_build_object('url', c.image_url, 'alt', c.image_alt) end)
    order by c.position, c.id), '[]') from size_charts c)`;

/** One statement. */
export async function listSizeCharts(db: Db): Promise<SizeChart[]> {
  const { rows } = await sql<{ all: SizeChart[] }>`select ${sizeChartsColumn} as "all"`.execute(db);
  return rows[0]?.all ?? [];
}

/** One statement: what the charts that shoppers find are for, in the owner's order. */
export async function listShownCharts(db: Db): Promise<ChartScope[]> {
  const { rows } = await sql<ChartScope>`
    select c.id, c.name, c.categories, c.types, c.product_ids as "productIds"
    from size_charts c where ${isShown} order by c.position, c.id`.execute(db);
  return rows;
}
