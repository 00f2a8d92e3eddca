import { href } from "react-router";
import {
  handleFailedMail,
  hasOutageLeftMails,
  listFailedMails,
  retryFailedMails,
} from "#server/mail/failed-mails.ts";
import { FailedMails } from "../../admin/emails/failed-emails.tsx";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../admin/frame/notice-line.tsx";
import { done, refused } from "../../admin/frame/notices.ts";
import { showAnswerOf } from "../../admin/frame/show-notice.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/mails";
import { type Asked, adminAction, answered } from "./admin-action.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Failed emails");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const [mails, hasMany] = await Promise.all([listFailedMails(shop), hasOutageLeftMails(shop)]);
  return { mails, hasMany };
}

/** 'Send again', 'Dismiss' and 'Send all again'. */
export const action = adminAction("dismiss", {
  retry: (asked) => handle(asked, "retry", "The email is being resent"),
  dismiss: (asked) => handle(asked, "dismiss", "The email was dismissed"),
  "retry-all": retryAll,
});

async function handle({ shop, form, actor }: Asked, action: "retry" | "dismiss", title: string) {
  const isDone = await handleFailedMail(shop, { id: form.get("id"), action, actor });
  return answered(isDone ? done(title) : refused(409, "This email was already handled"));
}

async function retryAll({ shop, form, actor }: Asked) {
  if (form.get("confirmed") === null)
    return answered(refused(422, "Not confirmed", "Please confirm it by ticking the box above the button."));
  const count = await retryFailedMails(shop, { actor });
  if (count === 0) return answered(refused(409, "These emails were already handled"));
  return answered(done(count === 1 ? "1 email is being resent" : `${count} emails are being resent`));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/dashboard")} label="Dashboard" />
      <PageTitle title="Failed emails" />
      <PageAnswer answer={actionData} />
      <FailedMails {...loaderData} action={href("/admin/mails")} />
    </>
  );
}

export const ErrorBoundary = failedPage("Failed emails", "Failed to load emails");
