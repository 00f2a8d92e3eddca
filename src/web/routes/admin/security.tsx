import { href } from "react-router";
import { dismissSecurityReport, listSecurityReports } from "#server/security/security-reports.ts";
import { adminMeta, BackLink, failedPage } from "../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../admin/frame/answer-note.tsx";
import { done, refused } from "../../admin/frame/notices.ts";
import { PageTitle } from "../../admin/frame/page-title.tsx";
import { tellingOf } from "../../admin/frame/tell-answer.ts";
import { SecurityReports } from "../../admin/security/security-reports.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/security";
import { adminAction, answered } from "./admin-action.ts";

const TITLE = "Security reports";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ context }: Route.LoaderArgs) {
  return { reports: await listSecurityReports(adminOf(context).shop) };
}

/** 'Dismiss'. */
export const action = adminAction("dismiss", {
  dismiss: async ({ shop, form, actor }) => {
    const isDone = await dismissSecurityReport(shop, { id: form.get("id"), actor });
    return answered(isDone ? done("The report was dismissed") : refused(409, "This report is gone already"));
  },
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/dashboard")} label="Dashboard" />
      <PageTitle title={TITLE} />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <SecurityReports reports={loaderData.reports} action={href("/admin/security")} />
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load security reports");
