import { Form, href, Link, useNavigation } from "react-router";
import { type ForgetPlan, tellForgetting, tellObstacle } from "#domain/customer/forget.ts";
import { tellMoment } from "#domain/text/dates.ts";
import { useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";

type Line = ReturnType<typeof tellForgetting>[number];

const columns: Column<Line>[] = [
  { label: "There are", cell: ({ what }) => <span className="font-semibold">{what}</span> },
  { label: "What goes", cell: ({ goes }) => goes },
  { label: "What stays", cell: ({ stays }) => stays },
];

type ForgetFormProps = { plan: ForgetPlan; action: string; error: string | undefined };

/** What forgetting somebody does, why it can't be done yet if so, and the form that does it. */
export function ForgetForm({ plan: { email, traces, obstacles }, action, error }: ForgetFormProps) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <div className="grid gap-6">
      <p className="max-w-prose">
        Everything that says who <strong className="wrap-anywhere">{email}</strong> is goes out of the shop’s
        database. The shop’s books stay: every report is the same to the cent afterward.
      </p>
      <div className="admin-card overflow-hidden">
        <DataTable
          columns={columns}
          rows={tellForgetting(traces)}
          keyOf={({ what }) => what}
          caption="What goes and what stays"
        />
      </div>
      <div className="max-w-prose">
        <h2 className="display mb-2 text-xl">What this can’t reach</h2>
        <ul className="grid list-disc gap-1 pl-5">
          <li>Stripe keeps what it has of their payments. They can ask Stripe to delete it.</li>
          <li>Mails that were sent, and files and slips that you downloaded or printed.</li>
          <li>
            Backups from before. If you restore one on this machine, the shop forgets them again by itself
            within minutes of its start, and says so in the log on the page{" "}
            <Link to={href("/admin/privacy")} className="text-link">
              Privacy
            </Link>
            . A backup that you take to another machine brings them back, unless you put the file{" "}
            <code>backups/forgotten.txt</code> beside it: it holds no names, only marks that this shop knows,
            and times.
          </li>
        </ul>
      </div>
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <section aria-labelledby="forget" className="admin-card max-w-prose p-5 sm:p-7">
          <h2 id="forget" className="display mb-2 text-xl">
            This can’t be undone
          </h2>
          <Form method="post" action={action} noValidate preventScrollReset className="grid gap-4">
            <Field
              name="typed"
              type="email"
              label="Type their email address to confirm"
              autoComplete="off"
              spellCheck={false}
              required
              error={error}
            />
            <Button
              type="submit"
              name="intent"
              value="forget"
              look="danger"
              pending={isSending}
              className="justify-self-start"
            >
              Forget this person
            </Button>
          </Form>
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
              {tellObstacle(obstacle, until && tellMoment(until, timeZone, "date"))}{" "}
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
