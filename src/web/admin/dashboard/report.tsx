import { href, Link } from "react-router";
import { type DayFigures, type Report, reportPeriods } from "#domain/dashboard/report.ts";
import { formatMoney } from "#domain/money/money.ts";
import { formatDay } from "#domain/text/dates.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { Chart } from "./chart.tsx";

const count = new Intl.NumberFormat("en-US");

/** Revenue and orders over the chosen days, as drawings and as a table. */
export function DashboardReport({ report }: { report: Report }) {
  return (
    <section aria-labelledby="report" className="mb-3 sm:mb-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="report" className="display text-xl max-sm:sr-only">
          Revenue and orders
        </h2>
        <nav aria-label="Days of the report" className="flex flex-wrap gap-2">
          {reportPeriods.map((period) => (
            <Link
              key={period}
              to={`${href("/admin/dashboard")}?days=${period}`}
              className="admin-tab"
              aria-current={period === report.period ? "page" : undefined}
              preventScrollReset
            >
              {period} days
            </Link>
          ))}
        </nav>
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-1 md:gap-5 lg:grid-cols-2">
        <Chart title="Revenue" report={report} what="revenue" format={formatMoney} />
        <Chart title="Orders" report={report} what="orders" format={(orders) => count.format(orders)} />
      </div>
      <details className="disclosure admin-card mt-1 px-5 py-1 max-md:border-0 max-md:bg-transparent max-md:px-1 max-md:py-0 md:mt-5">
        <summary>Show as a table</summary>
        <ReportTable report={report} />
      </details>
    </section>
  );
}

type Days = { day: DayFigures; before: DayFigures | undefined };

function ReportTable({ report }: { report: Report }) {
  const columns: Column<Days>[] = [
    { label: "Day", cell: ({ day }) => formatDay(day.day) },
    { label: "Revenue", isNumber: true, cell: ({ day }) => formatMoney(day.revenue) },
    { label: "Orders", isNumber: true, cell: ({ day }) => count.format(day.orders) },
    {
      label: `Revenue ${report.period} days before`,
      isNumber: true,
      cell: ({ before }) => formatMoney(before?.revenue ?? 0),
    },
    {
      label: `Orders ${report.period} days before`,
      isNumber: true,
      cell: ({ before }) => count.format(before?.orders ?? 0),
    },
  ];
  return (
    <DataTable
      columns={columns}
      rows={report.current.map((day, index) => ({ day, before: report.previous[index] })).reverse()}
      keyOf={({ day }) => day.day}
      caption="Revenue and orders per day, the latest day first"
      className="mb-3"
    />
  );
}
