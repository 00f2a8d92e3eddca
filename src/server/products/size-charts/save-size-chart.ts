import { sql } from "kysely";
import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import type { SizeChart } from "#domain/size-chart/size-chart.ts";
import {
  parseSizeChart,
  type SizeChartValues,
  sizeChartForm,
  sizeChartFormOf,
  sizeChartValuesIn,
} from "#domain/size-chart/size-chart-form.ts";
import { moved } from "#domain/text/moved.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { type PictureChange, readPictureChange, replacePicture } from "../../files/pictures/only-picture.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listSizeCharts } from "../../settings/size-chart-queries.ts";

export type SaveSizeChart = {
  /** null: a new one. */
  id: string | null;
  /** Those of sizeChartForm, and `base`, what the form was opened with. */
  fields: FormValues;
  picture: PictureChange;
  actor: string;
};

export type SizeChartSaved = (FormSaved & { id?: string }) | { ok: false; reason: "not_found" };

/**
 * A sample chart that the owner saves becomes the owner's, and is shown with all of the owner's products that it is
 * for.
 */
export async function saveSizeChart(
  shop: Shop,
  { id, fields, picture, actor }: SaveSizeChart,
): Promise<SizeChartSaved> {
  const read = readForm(sizeChartForm, fields);
  if (!read.ok) return read;
  const change = await readPictureChange(shop, picture);
  if (!change.ok) return { ok: false, reason: "invalid", errors: { picture: change.error } };
  const result = await inTransaction(shop, async (tx): Promise<SizeChartSaved> => {
    await lockCharts(tx);
    const before = id === null ? null : await findIn(tx, id);
    if (id !== null && !before) return { ok: false, reason: "not_found" };
    const stored = before && sizeChartFormOf(before);
    if (stored && isOutdated(fields.base, stored)) return { ok: false, reason: "changed", now: stored };
    const shown = before?.picture?.url ?? null;
    const url = change.over(shown);
    const parsed = parseSizeChart({ ...read.value, ...read.value.grid }, { hasPicture: url !== null });
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    const saved = before?.id ?? shop.newId();
    const columns = columnsOf(parsed.value, url);
    if (before) await tx.updateTable("size_charts").set(columns).where("id", "=", saved).execute();
    else
      await tx
        .insertInto("size_charts")
        .values({
          id: saved,
          ...columns,
          position: sql`(select coalesce(max(position), 0) + 1 from size_charts)`,
        })
        .execute();
    await replacePicture(tx, { before: shown, after: url, now: nowOf(shop) });
    const action = before ? "size_chart.changed" : "size_chart.created";
    const logged = { before: before && told(before), after: told(parsed.value) };
    await insertAudit(tx, { actor, action, object: saved, ...logged }, nowOf(shop));
    return { ok: true, id: saved, now: sizeChartValuesIn(parsed.value) };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

const lockCharts = (tx: Tx) => sql`select from size_charts order by id for update`.execute(tx);

/** Puts it one place up or down: of charts that are equally near to a product, the first is shown. */
export async function moveSizeChart(
  shop: Shop,
  { id, isUp, actor }: { id: string; isUp: boolean; actor: string },
): Promise<void> {
  await inTransaction(shop, async (tx) => {
    await lockCharts(tx);
    const charts = await listSizeCharts(tx);
    const from = charts.findIndex((chart) => chart.id === id);
    const now = moved(charts, from, from + (isUp ? -1 : 1));
    if (now === charts) return;
    const ids = now.map((chart) => chart.id);
    await sql`update size_charts c set position = o.position
      from unnest(${ids}::uuid[]) with ordinality o (id, position) where o.id = c.id`.execute(tx);
    const named = (list: readonly SizeChart[]) => ({ charts: list.map(({ name }) => name) });
    const logged = { before: named(charts), after: named(now) };
    await insertAudit(tx, { actor, action: "size_charts.ordered", object: id, ...logged }, nowOf(shop));
  });
  await shop.catalogChanged();
}

/** False when there is no such chart. */
export async function deleteSizeChart(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<boolean> {
  const isDeleted = await inTransaction(shop, async (tx) => {
    const before = await findIn(tx, id);
    if (!before) return false;
    const now = nowOf(shop);
    await tx.deleteFrom("size_charts").where("id", "=", id).execute();
    await replacePicture(tx, { before: before.picture?.url ?? null, after: null, now });
    const entry = { actor, action: "size_chart.deleted", object: id, before: told(before) } as const;
    await insertAudit(tx, entry, now);
    return true;
  });
  if (isDeleted) await shop.catalogChanged();
  return isDeleted;
}

async function findIn(tx: Tx, id: string): Promise<SizeChart | null> {
  if (!isUuid(id)) return null;
  return (await listSizeCharts(tx)).find((chart) => chart.id === id) ?? null;
}

function columnsOf(values: SizeChartValues, url: string | null) {
  const { name, caption, advice, alt, measures, rows, categories, types, productIds } = values;
  return {
    ...{ name, caption, advice, categories, types },
    measures: JSON.stringify(measures),
    rows: JSON.stringify(rows),
    product_ids: productIds,
    image_url: url,
    image_alt: url === null ? "" : alt,
    is_sample: false,
  };
}

type ChartSummary = Pick<SizeChart, "name" | "measures" | "rows" | "categories" | "types" | "productIds">;

/** For the activity log. */
function told({ name, measures, rows, categories, types, productIds }: ChartSummary) {
  return {
    ...{ name, categories, types, productIds },
    measures: measures.map((measure) => measure.name).join(", "),
    sizes: rows.map(({ size, values }) => `${size}: ${values.join(" | ")}`).join("; "),
  };
}
