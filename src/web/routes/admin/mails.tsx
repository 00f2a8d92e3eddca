import { data, href } from "react-router";
import { handleFailedMail, listFailedMails } from "#server/mail/failed-mails.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { BackToDashboard } from "../../admin/back-to-dashboard.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { FailedMails } from "../../admin/mails-failed.tsx";
import type { Notice } from "../../admin/notices.ts";
import { PageTitle } from "../../admin/page-title.tsx";
import { tellingOf } from "../../admin/tell-answer.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/mails";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Failed mails",
    description: "Mails that could not be sent.",
    path: "/admin/mails",
    noindex: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return { mails: await listFailedMails(shopOf(context)) };
}

/** 'Send again' and 'Dismiss'. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = adminOf(context).email;
  const form = await request.formData();
  const act = form.get("intent") === "retry" ? "retry" : "dismiss";
  const isDone = await handleFailedMail(shopOf(context), { id: form.get("id"), action: act, actor });
  const title = act === "retry" ? "The mail is being sent again" : "The mail was dismissed";
  const notice: Notice = isDone
    ? { tone: "success", title }
    : { tone: "error", title: "Somebody took care of this mail already" };
  return data({ notice }, { status: isDone ? 200 : 409 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackToDashboard />
      <PageTitle title="Failed mails" />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <FailedMails mails={loaderData.mails} action={href("/admin/mails")} />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Failed mails" />
      <LoadFailure message="Failed to load mails" />
    </>
  );
}
