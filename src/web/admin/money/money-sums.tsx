import type { Cents } from "#domain/money/money.ts";
import type { MoneyFigures } from "#domain/reconciliation/money-figures.ts";
import type { DaysOf } from "#domain/reports/report-period.ts";
import { formatDay } from "#domain/text/dates.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { formatCents } from "./format-cents.ts";

type Line = { label: string; provider: Cents; books: Cents };

const columns: Column<Line>[] = [
  { label: "Money", kind: "name", cell: ({ label }) => label },
  { label: "At Stripe", isNumber: true, cell: ({ provider }) => formatCents(provider) },
  { label: "In the books", isNumber: true, cell: ({ books }) => formatCents(books) },
  { label: "Difference", isNumber: true, cell: ({ provider, books }) => formatCents(provider - books) },
];

const tell = (day: string) => `${formatDay(day)}, ${day.slice(0, 4)}`;

/** What came in and went back in some days, on both sides. */
export function MoneySums({ days, figures }: { days: DaysOf; figures: MoneyFigures }) {
  const { providerIn, providerOut, booksIn, booksOut, payments, refunds, disputes, others } = figures;
  const lines: Line[] = [
    { label: "Received", provider: providerIn, books: booksIn },
    { label: "Refunded", provider: providerOut, books: booksOut },
    { label: "Net", provider: providerIn - providerOut, books: booksIn - booksOut },
  ];
  return (
    <>
      <DataTable
        columns={columns}
        rows={lines}
        keyOf={({ label }) => label}
        caption="Money at Stripe and in the books"
        className="report-table"
      />
      <div className="grid max-w-prose gap-2 px-5 py-4 text-[0.9375rem] text-ink-2">
        <p>
          {tell(days.from)} to {tell(days.to)}: {payments} {payments === 1 ? "payment" : "payments"},{" "}
          {refunds} {refunds === 1 ? "refund" : "refunds"}
          {disputes > 0 && `, ${disputes} ${disputes === 1 ? "dispute" : "disputes"}`}. Days are Stripe's.
          Refunds include lost disputes. Neither column includes Stripe's fees.
        </p>
        {others > 0 && (
          <p>
            {others === 1 ? "One payment or refund" : `${others} payments and refunds`} of other software on
            the same Stripe account {others === 1 ? "is" : "are"} not of this shop and left out.
          </p>
        )}
      </div>
    </>
  );
}
