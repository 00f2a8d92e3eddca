import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptSums, longSpans } from "#domain/reports/kept-sums.ts";
import type { ReportKind } from "#domain/reports/sales-report.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { addProduct } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { countReports } from "./load-report.ts";
import { type Asked, findReport, listReportRows } from "./queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const figures = sql.raw(
  "orders, units, units_back, sales, discounts, refunds, shipping, shipping_back, tax, tax_back",
);
const added = sql.raw(
  "orders units units_back sales discounts refunds shipping shipping_back tax tax_back"
    .split(" ")
    .map((name) => `sum(${name})::bigint`)
    .join(", "),
);

/** Sums that are not those of their days, are missing, or too many. */
async function wrongSums(): Promise<unknown[]> {
  const spans = sql`(values ('month'), ('quarter'), ('year'), ('ever')) long (span)`;
  const since = sql`case long.span when 'ever' then '0001-01-01' else date_trunc(long.span, since)::date end`;
  const days = sql`select since, by, key, ${figures} from report_figures where span = 'day' union all
    select since, 'product', split_part(key, E'\t', 1), ${figures} from report_figures where span = 'day' and by = 'option'`;
  const plain = sql`select long.span, by, ${since} as since, key, ${added} from (${days}) days, ${spans}
    group by 1, 2, 3, 4`;
  const kept = sql`select span, by, since, key, ${figures} from report_figures where span <> 'day'`;
  const { rows } = await sql`(${plain} except ${kept}) union all (${kept} except ${plain})`.execute(
    store.shop.db,
  );
  return rows;
}

async function sellOver(months: number): Promise<string[]> {
  const orders = [];
  for (let month = 0; month < months; month += 1) {
    const productId = await addProduct(store.shop, { name: `Cap ${month}`, stock: { S: 9, M: 9 } });
    for (const variation of ["S", "M"])
      orders.push(
        (await sell(store, { change: { items: [{ productId, variation, quantity: 1 }], amountSeen: 3799 } }))
          .orderId,
      );
    store.clock.advance(33 * DAY_MS);
  }
  return orders;
}

test("[KN-2] months, quarters, and years are the sums of their days, also after something of them is gone", async () => {
  const orders = await sellOver(5);
  await countReports(store.shop);
  expect(await wrongSums()).toEqual([]);
  const { rows: counted } = await sql`select from report_figures where span = 'year'`.execute(store.shop.db);
  expect(counted.length).toBeGreaterThan(0);
  await refundOrder(store.shop, {
    ...{ orderId: orders[0] as string, amount: 500, reason: "late", restock: false, actor },
  });
  await countReports(store.shop);
  expect(await wrongSums()).toEqual([]);
  const now = new Date(store.clock.now());
  await sql`update orders set cleared_at = ${now} where id = any (${orders.slice(0, 3)}::uuid[])`.execute(
    store.shop.db,
  );
  await sql`insert into report_days_due select day from orders`.execute(store.shop.db);
  await sql`insert into report_days_due select shop_day(created_at) from refunds`.execute(store.shop.db);
  await countReports(store.shop);
  expect(await wrongSums()).toEqual([]);
  await sql`update orders set cleared_at = ${now}`.execute(store.shop.db);
  await sql`insert into report_days_due select day from orders`.execute(store.shop.db);
  await countReports(store.shop);
  const { rows: left } = await sql`select from report_figures`.execute(store.shop.db);
  expect(left).toEqual([]);
});

test("[KN-2] rows by their keys, so many at a time, are those of the whole report", async () => {
  await sellOver(4);
  await countReports(store.shop);
  for (const days of [
    { from: "2026-01-01", to: "2026-12-31" },
    { from: "2026-05-20", to: "2026-08-15" },
  ])
    for (const kind of ["product", "option", "state"] satisfies ReportKind[]) {
      const asked: Asked = { kind, days, isByMonth: false, sums: keptSums(days, longSpans) };
      const { rows, count } = await findReport(store.shop.db, asked, 100);
      const listed = [];
      let after: string | null = null;
      for (;;) {
        const next = await listReportRows(store.shop.db, asked, { limit: 3, after });
        listed.push(...next);
        if (next.length < 3) break;
        after = next.at(-1)?.key ?? null;
      }
      expect(listed).toHaveLength(count);
      expect(new Map(listed.map((row) => [row.key, row]))).toEqual(
        new Map(rows.map((row) => [row.key, row])),
      );
    }
});
