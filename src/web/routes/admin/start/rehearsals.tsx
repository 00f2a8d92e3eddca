import { Form, href, useNavigation } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { CLEARED_AT_ONCE_MAX, type Rehearsals } from "#domain/rehearsals/rehearsals.ts";
import {
  clearRehearsals,
  loadRehearsals,
  type RehearsalsCleared,
} from "#server/operations/rehearsals/clear-rehearsals.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { done, type Outcome, refused } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { type Column, DataTable } from "../../../admin/lists/data-table.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button } from "../../../ui/form/button.tsx";
import { adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/rehearsals";

const TITLE = "Rehearsals";
const back = <BackLink to={href("/admin/start")} label="Getting started" />;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export function loader({ context }: Route.LoaderArgs) {
  return loadRehearsals(adminOf(context).shop);
}

export const action = adminAction("clear", {
  clear: async ({ shop, actor }) => answered(outcomeOf(await clearRehearsals(shop, { actor }))),
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

function outcomeOf(result: RehearsalsCleared): Outcome {
  if (!result.ok) {
    const who = result.count === 1 ? "A test payment is" : `${result.count} test payments are`;
    return refused(
      409,
      "Nothing was cleared",
      `${who} still open. Finish it, or wait until its hold has run out.`,
    );
  }
  if (result.cleared === 0) return done("There was nothing to clear");
  return done(result.cleared === 1 ? "One rehearsal cleared" : `${result.cleared} rehearsals cleared`);
}

type Line = { what: string; count: string; fate: string };

function linesOf({ orders, revenue, pieces, mails, returns, reviews }: Rehearsals): Line[] {
  const count = (number: number) => number.toLocaleString("en-US");
  return [
    {
      what: "Orders",
      count: count(orders),
      fate: "Leave every list, search, figure, and report. Their numbers are not used again.",
    },
    { what: "Revenue", count: formatMoney(revenue), fate: "Is no longer counted." },
    { what: "Pieces", count: count(pieces), fate: "Go back in stock." },
    { what: "Mails that wait", count: count(mails), fate: "Are not sent." },
    { what: "Open returns", count: count(returns), fate: "End." },
    { what: "Reviews", count: count(reviews), fate: "Are deleted." },
  ];
}

const columns: Column<Line>[] = [
  { label: "What", kind: "name", cell: ({ what }) => what },
  { label: "How much", isNumber: true, cell: ({ count }) => count },
  { label: "What becomes of it", cell: ({ fate }) => <span className="max-sm:text-left">{fate}</span> },
];

export default function RehearsalsPage({ loaderData: rehearsals, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === "POST";
  const { orders, openPayments, underWay } = rehearsals;
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <p className="mb-4 max-w-prose text-ink-2">
        Orders that were paid with Stripe's test keys or in the payment sandbox. They count in your figures
        until you clear them. Orders that were paid with real money are never among them.
      </p>
      {orders === 0 ? (
        <EmptyList title="No rehearsals">
          <p className="text-ink-2">
            {underWay === 0
              ? "Buy something with test keys, and it is listed here."
              : "The payment or a refund of each is still under way."}
          </p>
        </EmptyList>
      ) : (
        <>
          <div className="admin-card mb-5 overflow-hidden">
            <DataTable
              columns={columns}
              rows={linesOf(rehearsals)}
              keyOf={({ what }) => what}
              caption="What would go"
              className="slim-rows"
            />
          </div>
          {underWay > 0 && (
            <p className="mb-4 text-ink-2">
              {underWay === 1 ? "One more stays" : `${underWay} more stay`}: the payment or a refund is under
              way.
            </p>
          )}
          {openPayments > 0 && (
            <p className="mb-4 text-warn">
              Somebody may still be paying:{" "}
              {openPayments === 1 ? "one test payment is" : `${openPayments} test payments are`} open. Nothing
              can be cleared before that has ended.
            </p>
          )}
          <Form method="post">
            <Button type="submit" look="danger" name="intent" value="clear" pending={isPending}>
              {orders > CLEARED_AT_ONCE_MAX
                ? `Clear the oldest ${CLEARED_AT_ONCE_MAX} rehearsals`
                : orders === 1
                  ? "Clear one rehearsal"
                  : `Clear ${orders} rehearsals`}
            </Button>
          </Form>
        </>
      )}
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the rehearsals", back);
