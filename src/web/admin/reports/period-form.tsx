import { Form, href, Link } from "react-router";
import { presets } from "#domain/reports/report-period.ts";
import { type ReportSearch, reportSearchText } from "#domain/reports/sales-report.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";

/** Which days: one of the usual ones by a tap, or any that are typed. */
export function PeriodForm({ search }: { search: ReportSearch }) {
  const { kind, days, preset, said } = search;
  return (
    <div className="report-controls mb-5 grid gap-4">
      <nav aria-label="Days of the report" className="flex flex-wrap gap-2">
        {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
          <Link
            key={name}
            to={`${href("/admin/reports")}${reportSearchText({ kind, days, preset: name })}`}
            className="admin-tab"
            aria-current={name === preset ? "page" : undefined}
            preventScrollReset
          >
            {presets[name]}
          </Link>
        ))}
      </nav>
      <Form
        key={`${days.from} ${days.to}`}
        action={href("/admin/reports")}
        className="flex flex-wrap items-end gap-3"
        preventScrollReset
      >
        <input type="hidden" name="by" value={kind} />
        <Field label="First day" type="date" name="from" defaultValue={days.from} required className="w-44" />
        <Field label="Last day" type="date" name="to" defaultValue={days.to} required className="w-44" />
        <Button type="submit" look="secondary">
          Show
        </Button>
      </Form>
      <div role="alert">{said && <p className="font-medium text-err">{said}</p>}</div>
    </div>
  );
}
