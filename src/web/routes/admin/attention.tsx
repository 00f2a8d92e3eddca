import { href } from "react-router";
import { formatRefusal } from "#domain/alerts/alert.ts";
import { closeAlert, retryAlert } from "#server/operations/alerts/decide-alert.ts";
import { listAlerts } from "#server/operations/alerts/list-alerts.ts";
import { Alerts } from "../../admin/alerts/alert-list.tsx";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../admin/frame/notice-line.tsx";
import { done, refused } from "../../admin/frame/notices.ts";
import { showAnswerOf } from "../../admin/frame/show-notice.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/attention";
import { adminAction, answered } from "./admin-action.ts";

const TITLE = "Payments to review";
const NOTE_LENGTH_MAX = 500;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ context }: Route.LoaderArgs) {
  return { alerts: await listAlerts(adminOf(context).shop) };
}

/** 'Try again' and 'Close'. */
export const action = adminAction("close", {
  retry: async ({ shop, actor, text }) => {
    const decision = await retryAlert(shop, { id: text("id"), actor });
    return answeredDecision(decision, "Trying again");
  },
  close: async ({ shop, actor, text }) => {
    const note = text("note").trim();
    if (note === "" || note.length > NOTE_LENGTH_MAX) {
      const title = `Please say in 1 to ${NOTE_LENGTH_MAX} characters why you're closing it`;
      return answered(refused(400, title));
    }
    const decision = await closeAlert(shop, { id: text("id"), actor, note });
    return answeredDecision(decision, "Closed");
  },
});

function answeredDecision(decision: Awaited<ReturnType<typeof retryAlert>>, title: string) {
  return answered(decision.ok ? done(title) : refused(409, formatRefusal(decision)));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function AlertsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/dashboard")} label="Dashboard" />
      <PageTitle title={TITLE} />
      <PageAnswer answer={actionData} />
      <Alerts alerts={loaderData.alerts} action={href("/admin/attention")} />
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load what needs attention");
