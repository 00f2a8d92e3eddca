// A report by collection adds up the rows of the report by product, since plain code knows which products a rule finds.
import { memberOf } from "#domain/collection/collection.ts";
import { IN_NO_COLLECTION, netSales, type ReportRow, sumOfRows } from "#domain/reports/sales-report.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { listCollectionRows } from "../products/collections/queries.ts";
import { type FoundReport, findReport, type ReportRequest } from "./queries.ts";

/** More than a shop has products. */
const PRODUCT_ROWS_MAX = 200_000;

/** A product counts in each collection that it is in now; the sum counts it once. */
export async function findCollectionReport(
  shop: Shop,
  request: Omit<ReportRequest, "kind">,
): Promise<FoundReport> {
  const byProduct = await findReport(shop.db, { ...request, kind: "product" }, { limit: PRODUCT_ROWS_MAX });
  const onSale = (await shop.memory.catalog.read(shop)).in("newest");
  const rest = new Set(byProduct.rows.map(({ key }) => key).filter((key) => key !== ""));
  const rows = (await listCollectionRows(shop.db)).flatMap((collection) => {
    const found = onSale.filter(memberOf(collection, nowOf(shop))).map(({ product }) => product.id);
    for (const id of found) rest.delete(id);
    return rowOf({ key: collection.id, name: collection.name }, byProduct.rows, new Set(found));
  });
  rows.sort((one, other) => netSales(other) - netSales(one));
  rows.push(...rowOf({ key: IN_NO_COLLECTION, name: null }, byProduct.rows, rest));
  rows.push(...byProduct.rows.filter(({ key }) => key === ""));
  return { ...byProduct, rows, count: rows.length };
}

/** None where nothing was sold. */
function rowOf(
  named: Pick<ReportRow, "key" | "name">,
  rows: readonly ReportRow[],
  products: ReadonlySet<string>,
): ReportRow[] {
  const own = rows.filter(({ key }) => products.has(key));
  return own.length === 0 ? [] : [{ ...sumOfRows(own), ...named, option: "" }];
}
