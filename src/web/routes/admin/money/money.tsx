import { data, Form, href, Link, useNavigation } from "react-router";
import { type FixRefusal, fixRefusals, problems } from "#domain/reconciliation/difference.ts";
import { moneySearchText } from "#domain/reconciliation/money-search.ts";
import {
  askForMoneyCheck,
  checkAgain,
  countAgain,
  explain,
  type FixResult,
  takeOver,
} from "#server/reconciliation/fix-difference.ts";
import { loadMoney } from "#server/reconciliation/load-money.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { done, failure, type Notice, type Outcome, refused } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { useLookAgain } from "../../../admin/frame/use-look-again.ts";
import { Download, RefreshCw } from "../../../admin/icons.tsx";
import { TableCard } from "../../../admin/lists/data-table.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { DifferenceItem } from "../../../admin/money/difference-item.tsx";
import { ExplainedList } from "../../../admin/money/explained-list.tsx";
import { MoneySums } from "../../../admin/money/money-sums.tsx";
import { MoneyVerdict } from "../../../admin/money/money-verdict.tsx";
import { PeriodForm } from "../../../admin/reports/period-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/money";
import "../../../admin/reports/reports.css";

const TITLE = "Money check";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ url, context }: Route.LoaderArgs) {
  return loadMoney(adminOf(context).shop, url.searchParams);
}

type Answer = { notice: Notice; orderId?: string };

/** 'Check Now', and the fixes of each difference. */
export const action = adminAction("check-now", {
  "check-now": async ({ shop, actor }) => {
    const { started } = await askForMoneyCheck(shop, { actor });
    return answer(
      started
        ? done("Check started", "You can leave this page.")
        : done("A check is already running", "This page shows its progress."),
    );
  },
  "take-over-money": async ({ shop, actor, text }) =>
    answerFixed(await takeOver(shop, { key: text("id"), actor })),
  "check-again": async ({ shop, actor, text }) =>
    answerFixed(await checkAgain(shop, { key: text("id"), actor })),
  explain: async ({ shop, actor, text }) => {
    const explained = await explain(shop, { key: text("id"), note: text("note"), actor });
    return answer(
      explained.ok
        ? done("Marked as explained", "It's listed below and no longer counts, unless an amount changes.")
        : refusal(explained.reason),
    );
  },
  "count-again": async ({ shop, actor, text }) => {
    const counted = await countAgain(shop, { key: text("id"), actor });
    return answer(counted.ok ? done("Counted again") : refusal(counted.reason));
  },
});

function answer({ notice, status }: Outcome, orderId?: string) {
  return data<Answer>(orderId ? { notice, orderId } : { notice }, { status });
}

const refusal = (reason: FixRefusal) => refused(reason === "bad_note" ? 400 : 409, fixRefusals[reason]);

function answerFixed(fixed: FixResult) {
  if (!fixed.ok) return answer(refusal(fixed.reason));
  const { problem, wasProblem, order } = fixed;
  // It was looked at, and that worked.
  if (problem !== null) {
    const { title, advice } = problems[problem];
    return answer({ notice: failure(`It still differs: ${title.toLowerCase()}`, advice), status: 200 });
  }
  const lines =
    wasProblem === "refund_not_in_books" && order
      ? `On the page of ${order.name}, enter which items were refunded.`
      : undefined;
  return answer(done("It matches now", lines), order?.id);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function MoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, state, figures, differences, next, explained, now } = loaderData;
  const path = href("/admin/money");
  const query = moneySearchText(search);
  const isAsking = useNavigation().formData?.get("intent") === "check-now";
  useLookAgain(state.isChecking);
  return (
    <>
      <PageTitle title={TITLE}>
        <div className="page-actions items-center gap-3">
          <LinkButton to={`${href("/admin/money/export")}${query}`} look="secondary" reloadDocument>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </LinkButton>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="check-now" pending={isAsking || state.isChecking}>
              {!isAsking && !state.isChecking && <RefreshCw aria-hidden="true" className="size-4" />}
              Check Now
            </Button>
          </Form>
        </div>
      </PageTitle>
      <PageAnswer answer={actionData} />
      {actionData?.orderId && (
        <p className="mb-5">
          <Link to={href("/admin/orders/:id", { id: actionData.orderId })} className="text-link">
            Open the order
          </Link>
        </p>
      )}
      <MoneyVerdict state={state} now={now} />
      {differences.length > 0 && (
        <section aria-labelledby="differences" className="mt-6">
          <h2 id="differences" className="sr-only">
            What doesn't match
          </h2>
          <ul className="grid gap-4">
            {differences.map((difference) => (
              <li key={difference.key}>
                <DifferenceItem difference={difference} action={path} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ListPager
        label="Pages of differences"
        first={search.after && { label: "Newest", to: `${path}${query}` }}
        next={next && { label: "Older", to: `${path}${moneySearchText({ ...search, after: next })}` }}
      />
      <ExplainedList differences={explained} count={state.explained} action={path} />
      <div className="mt-8">
        <PeriodForm
          {...search}
          path={path}
          label="Period of the totals"
          textOf={(preset) => moneySearchText({ days: search.days, preset })}
        />
        <TableCard id="sums" title="Totals">
          <MoneySums days={search.days} figures={figures} />
        </TableCard>
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the money check. Please try again.");
