import { Form, href, useNavigation } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { CLEARED_AT_ONCE_MAX, type Rehearsals } from "#domain/rehearsals/rehearsals.ts";
import {
  clearRehearsals,
  loadRehearsals,
  type RehearsalsCleared,
} from "#server/operations/rehearsals/clear-rehearsals.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { done, type Outcome, refused } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { type Column, DataTable } from "../../../admin/lists/data-table.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button } from "../../../ui/form/button.tsx";
import { adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/rehearsals";

const TITLE = "Test orders";
const back = <BackLink to={href("/admin/start")} label="Getting started" />;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export function loader({ context }: Route.LoaderArgs) {
  return loadRehearsals(adminOf(context).shop);
}

export const action = adminAction("clear", {
  clear: async ({ shop, actor }) => answered(outcomeOf(await clearRehearsals(shop, { actor }))),
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

function outcomeOf(result: RehearsalsCleared): Outcome {
  if (!result.ok) {
    const who = result.count === 1 ? "A test payment is" : `${result.count} test payments are`;
    return refused(409, "Nothing was cleared", `${who} still open. Finish it, or wait until it expires.`);
  }
  if (result.cleared === 0) return done("Nothing to clear");
  return done(result.cleared === 1 ? "1 test order cleared" : `${result.cleared} test orders cleared`);
}

type Line = { what: string; count: string; fate: string };

function linesOf({ orders, revenue, units, mails, returns, reviews }: Rehearsals): Line[] {
  const count = (number: number) => number.toLocaleString("en-US");
  return [
    {
      what: "Orders",
      count: count(orders),
      fate: "Removed from lists, search, figures, and reports.",
    },
    { what: "Revenue", count: formatMoney(revenue), fate: "No longer counted." },
    { what: "Items", count: count(units), fate: "Back in stock." },
    { what: "Queued emails", count: count(mails), fate: "Not sent." },
    { what: "Open returns", count: count(returns), fate: "Closed." },
    { what: "Reviews", count: count(reviews), fate: "Deleted." },
  ];
}

const columns: Column<Line>[] = [
  { label: "What", kind: "name", cell: ({ what }) => what },
  { label: "How much", isNumber: true, cell: ({ count }) => count },
  { label: "Result", cell: ({ fate }) => <span className="max-sm:text-left">{fate}</span> },
];

export default function RehearsalsPage({ loaderData: rehearsals, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formMethod === "POST";
  const { orders, openPayments, underWay } = rehearsals;
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      <PageAnswer answer={actionData} />
      <p className="mb-4 max-w-prose text-ink-2">
        Test orders were paid with Stripe's test keys or in the payment sandbox. They count in your figures
        until you clear them. Real payments are never included.
      </p>
      {orders === 0 ? (
        <EmptyList title="No test orders">
          <p className="text-ink-2">
            {underWay === 0
              ? "Buy something with test keys to see it here."
              : "A payment or refund of each is still in progress."}
          </p>
        </EmptyList>
      ) : (
        <>
          <div className="admin-card mb-5 overflow-hidden">
            <DataTable
              columns={columns}
              rows={linesOf(rehearsals)}
              keyOf={({ what }) => what}
              caption="What clearing does"
            />
          </div>
          {underWay > 0 && (
            <p className="mb-4 text-ink-2">
              {underWay === 1 ? "1 more stays" : `${underWay} more stay`}: a payment or refund is in progress.
            </p>
          )}
          {openPayments > 0 && (
            <p id="open-payments" className="mb-4 text-warn">
              {openPayments === 1
                ? "1 test payment is still open. You can clear once it is paid or expires."
                : `${openPayments} test payments are still open. You can clear once they are paid or expire.`}
            </p>
          )}
          <Form method="post">
            <Button
              type="submit"
              look="danger"
              name="intent"
              value="clear"
              disabled={openPayments > 0}
              aria-describedby={openPayments > 0 ? "open-payments" : undefined}
              pending={isPending}
            >
              {orders > CLEARED_AT_ONCE_MAX
                ? `Clear the oldest ${CLEARED_AT_ONCE_MAX} test orders`
                : orders === 1
                  ? "Clear 1 test order"
                  : `Clear ${orders} test orders`}
            </Button>
          </Form>
        </>
      )}
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load test orders", back);
