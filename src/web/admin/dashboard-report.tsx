import { href, Link } from "react-router";
import { tellDay } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { type Report, reportPeriods } from "#domain/report.ts";
import { Chart } from "./chart.tsx";

const count = new Intl.NumberFormat("en-US");

/** Revenue and orders over the chosen days, as drawings and as a table. */
export function DashboardReport({ report }: { report: Report }) {
  return (
    <section aria-labelledby="report" className="mb-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="report" className="display text-xl">
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
      <div className="grid gap-5 lg:grid-cols-2">
        <Chart title="Revenue" report={report} what="revenue" format={formatMoney} />
        <Chart title="Orders" report={report} what="orders" format={(orders) => count.format(orders)} />
      </div>
      <details className="disclosure admin-card mt-5 px-5 py-1">
        <summary>Show these days as a table</summary>
        <ReportTable report={report} />
      </details>
    </section>
  );
}

function ReportTable({ report }: { report: Report }) {
  return (
    <table className="admin-table mb-3">
      <caption className="sr-only">Revenue and orders per day, the latest day first</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" data-number>
            Revenue
          </th>
          <th scope="col" data-number>
            Orders
          </th>
          <th scope="col" data-number>
            Revenue {report.period} days before
          </th>
          <th scope="col" data-number>
            Orders {report.period} days before
          </th>
        </tr>
      </thead>
      <tbody>
        {report.current
          .map((day, index) => ({ day, before: report.previous[index] }))
          .reverse()
          .map(({ day, before }) => (
            <tr key={day.day}>
              <th scope="row" data-label="Day">
                {tellDay(day.day)}
              </th>
              <td data-label="Revenue" data-number>
                {formatMoney(day.revenue)}
              </td>
              <td data-label="Orders" data-number>
                {count.format(day.orders)}
              </td>
              <td data-label={`Revenue ${report.period} days before`} data-number>
                {formatMoney(before?.revenue ?? 0)}
              </td>
              <td data-label={`Orders ${report.period} days before`} data-number>
                {count.format(before?.orders ?? 0)}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
