import { sql } from "kysely";
import type { SizeChart } from "#domain/size-chart/size-chart.ts";
import {
  parseSizeChart,
  type SizeChartErrors,
  type SizeChartForm,
  type SizeChartValues,
} from "#domain/size-chart/size-chart-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { type PictureChange, readPictureChange, replacePicture } from "../../files/pictures/only-picture.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listSizeCharts } from "../../settings/size-chart-queries.ts";

export type SaveSizeChart = {
  /** null: a new one. */
  id: string | null;
  version: number;
  form: SizeChartForm;
  picture: PictureChange;
  actor: string;
};

export type SizeChartSaved =
  | { ok: true; id: string }
  | { ok: false; reason: "invalid"; errors: SizeChartErrors }
  | { ok: false; reason: "changed_meanwhile" | "not_found" };

/**
 * A sample chart that the owner saves becomes the owner's, and is shown with all of the owner's products that it is
 * for.
 */
export async function saveSizeChart(
  shop: Shop,
  { id, version, form, picture, actor }: SaveSizeChart,
): Promise<SizeChartSaved> {
  const change = await readPictureChange(shop, picture);
  if (!change.ok) return { ok: false, reason: "invalid", errors: { picture: change.error } };
  const result = await inTransaction(shop, async (tx): Promise<SizeChartSaved> => {
    await sql`select from size_charts order by id for update`.execute(tx);
    const before = id === null ? null : await findIn(tx, id);
    if (id !== null && !before) return { ok: false, reason: "not_found" };
    if (before && before.version !== version) return { ok: false, reason: "changed_meanwhile" };
    const shown = before?.picture?.url ?? null;
    const url = change.over(shown);
    const parsed = parseSizeChart(form, { hasPicture: url !== null });
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    const saved = before?.id ?? shop.newId();
    const columns = columnsOf(parsed.value, url);
    if (before)
      await tx
        .updateTable("size_charts")
        .set({ ...columns, version: sql`version + 1` })
        .where("id", "=", saved)
        .execute();
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
    return { ok: true, id: saved };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

/** False when the chart does not exist. */
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

type Told = Pick<SizeChart, "name" | "measures" | "rows" | "categories" | "types" | "productIds">;

/** For the activity log. */
function told({ name, measures, rows, categories, types, productIds }: Told) {
  return {
    ...{ name, categories, types, productIds },
    measures: measures.map((measure) => measure.name).join(", "),
    sizes: rows.map(({ size, values }) => `${size}: ${values.join(" | ")}`).join("; "),
  };
}
