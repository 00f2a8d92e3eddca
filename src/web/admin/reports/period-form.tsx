import { Form } from "react-router";
import { type Period, type Preset, presets } from "#domain/reports/report-period.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { LinkTabs } from "../frame/link-tabs.tsx";

type PeriodFormProps = Period & {
  /** The page that it leads to. */
  path: string;
  label: string;
  /** The query of the page for these days. */
  textOf: (preset: Preset) => string;
  /** What else the page is told. */
  hidden?: Record<string, string>;
};

/** Which days: one of the usual ones by a tap, or any that are typed. */
export function PeriodForm({
  path,
  label,
  days,
  preset,
  said,
  typed = days,
  textOf,
  hidden = {},
}: PeriodFormProps) {
  return (
    <div className="report-controls mb-3 grid gap-1 print:hidden">
      <LinkTabs
        label={label}
        className="tab-row"
        tabs={(Object.keys(presets) as Preset[]).map((name) => ({
          to: `${path}${textOf(name)}`,
          label: presets[name],
          isHere: name === preset,
        }))}
      />
      <details key={`${typed.from} ${typed.to}`} className="disclosure" open={preset === null}>
        <summary>Other days</summary>
        <Form action={path} className="flex flex-wrap items-end gap-3 pb-2" preventScrollReset>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <DayField label="First day" name="from" defaultValue={typed.from} />
          <DayField label="Last day" name="to" defaultValue={typed.to} />
          <Button type="submit" look="secondary">
            Show
          </Button>
        </Form>
        <div role="alert">{said && <p className="pb-2 font-medium text-err">{said}</p>}</div>
      </details>
    </div>
  );
}

function DayField(props: { label: string; name: string; defaultValue: string }) {
  return <Field {...props} type="date" required className="min-w-0 flex-1 basis-32 sm:w-44 sm:flex-none" />;
}
