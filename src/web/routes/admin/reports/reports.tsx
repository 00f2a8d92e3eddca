import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { revenueNote } from "#domain/dashboard/dashboard.ts";
import { monthOf } from "#domain/reports/report-period.ts";
import {
  isOfUnits,
  type ReportKind,
  type ReportSearch,
  reportKinds,
  reportSearchText,
  type SalesReport,
} from "#domain/reports/sales-report.ts";
import { addDays, formatDay, formatMonth } from "#domain/text/dates.ts";
import { loadReport } from "#server/reports/load-report.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { sectionPath } from "../../../admin/frame/nav/places.ts";
import { Download, Printer } from "../../../admin/icons.tsx";
import { TableCard } from "../../../admin/lists/data-table.tsx";
import { FiguresLine } from "../../../admin/reports/figures-line.tsx";
import { PeriodForm } from "../../../admin/reports/period-form.tsx";
import { ReportTable } from "../../../admin/reports/report-table.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/reports";
import "../../../admin/reports/reports.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Reports");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  return loadReport(shop, url.searchParams);
}

const tell = (day: string) => `${formatDay(day)}, ${day.slice(0, 4)}`;

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { search, today, report } = loaderData;
  const { kind, days } = search;
  const path = href("/admin/reports");
  const isOfTax = kind === "state";
  const { enableTax, includeTaxInPrice } = useRootData().settings.tax;
  const hasTax = (enableTax && !includeTaxInPrice) || report.sum.tax > 0 || report.sum.taxBack > 0;
  return (
    <>
      <PageTitle title={isOfTax ? "Sales tax" : "Reports"}>
        <div className="page-actions items-center">
          <ExportButton search={search}>Export CSV</ExportButton>
          {/* A phone prints from its own menu. */}
          <Button look="secondary" className="max-md:hidden" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        </div>
      </PageTitle>
      <PeriodForm
        {...search}
        path={path}
        label="Days of the report"
        textOf={(preset) => reportSearchText({ kind, days, preset })}
        hidden={{ by: kind }}
      />
      {isOfTax && !hasTax && (
        <p className="mb-4 max-w-prose">
          {enableTax
            ? "Your prices include tax, so the cart adds none and the report can't show it."
            : "Sales tax is off, so none was collected."}{" "}
          <Link to={sectionPath("tax")} className="text-link">
            Tax settings
          </Link>
        </p>
      )}
      <FiguresLine {...{ kind, report, hasTax }} />
      {!isOfTax && (
        <LinkTabs
          label="Figures by"
          className="tab-row mb-4"
          tabs={(Object.keys(reportKinds) as ReportKind[])
            .filter((each) => each !== "state")
            .map((each) => ({
              to: `${path}${reportSearchText({ ...search, kind: each })}`,
              label: `By ${reportKinds[each].toLowerCase()}`,
              isHere: each === kind,
            }))}
        />
      )}
      <TableCard id="report" title={`${tell(days.from)} to ${tell(days.to)}`}>
        {report.count === 0 ? (
          <p className="px-5 pb-5 text-ink-2">Nothing was sold or refunded on these days.</p>
        ) : (
          <ReportTable {...{ kind, report, hasTax }} />
        )}
      </TableCard>
      {isOfTax && hasTax && <LastMonthButton search={search} today={today} />}
      <Basis search={search} report={report} />
    </>
  );
}

/** Of the report that these words ask for. */
function ExportButton({ search, children }: { search: ReportSearch; children: ReactNode }) {
  return (
    <LinkButton
      to={`${href("/admin/reports/export")}${reportSearchText(search)}`}
      look="secondary"
      reloadDocument
    >
      <Download aria-hidden="true" className="size-4" />
      {children}
    </LinkButton>
  );
}

/** The month whose tax is due, unless it is the one shown. */
function LastMonthButton({ search, today }: { search: ReportSearch; today: string }) {
  if (search.preset === "last-month") return null;
  const lastMonth = formatMonth(monthOf(addDays(monthOf(today), -1)));
  return (
    <div className="mt-4 print:hidden">
      <ExportButton search={{ ...search, preset: "last-month" }}>
        Download sales tax for {lastMonth}
      </ExportButton>
    </div>
  );
}

export const ErrorBoundary = failedPage("Reports", "Failed to load the report. Please try again.");

/** By which rules the figures were added up. */
function Basis({ search: { kind }, report }: { search: ReportSearch; report: SalesReport }) {
  const { rows, count, openDisputes } = report;
  const { zoneName } = useRootData().profile;
  return (
    <div className="mt-4 grid max-w-prose gap-2 text-[0.9375rem] text-ink-2">
      {count > rows.length && (
        <p>
          Showing the top {rows.length} of {count} rows. The total and the CSV include all of them.
        </p>
      )}
      <p>
        {isOfUnits(kind) ? "Net sales are" : "Total is revenue,"} {revenueNote(openDisputes)}.
      </p>
      <p>
        Sales count on the day of the order, refunds and lost disputes on their own day ({zoneName}). Refunds
        not tied to an item are counted against sales.
      </p>
      {kind === "state" && <p>The state is the one used for tax, even if the address was corrected later.</p>}
      {kind === "category" && <p>Each product counts toward the category it is in now.</p>}
      {kind === "collection" && (
        <p>
          Each product counts toward every collection it is in now, so the rows can add up to more than the
          total.
        </p>
      )}
      {isOfUnits(kind) && (
        <p>
          Shipping and tax are in the reports by day, state, and discount. Swapped items count as the variant
          sold first.
        </p>
      )}
    </div>
  );
}
