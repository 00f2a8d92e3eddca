import { href, Link } from "react-router";
import { eraseForm } from "#domain/customer/erase-form.ts";
import { type ForgetPlan, formatErasure, formatObstacle } from "#domain/customer/forget.ts";
import { formatMoment } from "#domain/text/dates.ts";
import { useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";

type Line = ReturnType<typeof formatErasure>[number];

const columns: Column<Line>[] = [
  { label: "Data", cell: ({ what }) => <span className="font-semibold">{what}</span> },
  { label: "Erased", cell: ({ goes }) => goes },
  { label: "Kept", cell: ({ stays }) => stays },
];

type ForgetFormProps = { plan: ForgetPlan; action: string; answer: FormAnswer | undefined };

/** What forgetting somebody does, why it can't be done yet if so, and the form that does it. */
export function ForgetForm({ plan: { email, traces, obstacles }, action, answer }: ForgetFormProps) {
  const form = useOwnerForm({
    ...{ schema: eraseForm, intent: "forget", stored: { typed: "" }, answer, isGuarded: false },
  });
  return (
    <div className="grid gap-6">
      <p className="max-w-prose">
        Erases everything that identifies <strong className="wrap-anywhere">{email}</strong>. Your reports
        stay the same.
      </p>
      <div className="admin-card overflow-hidden">
        <DataTable
          columns={columns}
          rows={formatErasure(traces)}
          keyOf={({ what }) => what}
          caption="What is erased and what is kept"
        />
      </div>
      <div className="max-w-prose">
        <h2 className="display mb-2 text-xl">What this can’t erase</h2>
        <ul className="grid list-disc gap-1 pl-5">
          <li>Payment records at Stripe, which the customer can ask Stripe to delete</li>
          <li>Emails that were sent, and files and slips you downloaded or printed</li>
          <li>Earlier backups, unless you restore one here: then the shop erases the data again</li>
        </ul>
      </div>
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <section aria-labelledby="forget" className="admin-card max-w-prose p-5 sm:p-7">
          <h2 id="forget" className="display mb-2 text-xl">
            This can’t be undone
          </h2>
          <OwnerForm form={form} action={action} className="grid gap-4">
            <Field {...form.field("typed")} type="email" autoComplete="off" spellCheck={false} required />
            <Button type="submit" look="danger" pending={form.isSaving} className="justify-self-start">
              Erase Personal Data
            </Button>
          </OwnerForm>
        </section>
      )}
    </div>
  );
}

function Obstacles({ obstacles }: Pick<ForgetPlan, "obstacles">) {
  const { timeZone } = useRootData().profile;
  return (
    <section aria-labelledby="not-yet" className="admin-card max-w-prose p-5 sm:p-7">
      <h2 id="not-yet" className="display mb-2 text-xl">
        Not possible yet
      </h2>
      <ul className="grid list-disc gap-2 pl-5">
        {obstacles.map((obstacle) => {
          const { kind, order, until } = obstacle;
          return (
            <li key={`${kind} ${order?.id ?? ""}`}>
              {formatObstacle(obstacle, until && formatMoment(until, timeZone, "date"))}{" "}
              {order && (
                <Link to={href("/admin/orders/:id", { id: order.id })} className="text-link">
                  Open the order
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
