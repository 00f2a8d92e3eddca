import { data, Form, href, useNavigation } from "react-router";
import { loadMailSetup, queueTestMail } from "#server/mail/mail-setup.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { success } from "../../../admin/frame/notices.ts";
import { useLookAgain } from "../../../admin/frame/use-look-again.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { MailCheck, Send } from "../../../admin/icons.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { StoreTabs } from "../../../admin/settings/store-tabs.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Button } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/settings-mail";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Mail");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, email } = adminOf(context);
  const { lastTest, ...setup } = await loadMailSetup(shop);
  return {
    ...setup,
    email,
    lastTest: lastTest && { ...lastTest, queuedAt: lastTest.queuedAt.toISOString() },
  };
}

/** 'Send a test mail'. */
export async function action({ context }: Route.ActionArgs) {
  const { shop, email } = adminOf(context);
  await queueTestMail(shop, { to: email });
  return data({ notice: success("Test mail queued", `It goes to ${email}.`) });
}

const states = {
  waiting: "waiting to be sent",
  retrying: "not sent yet; the shop tries again",
  sent: "sent",
  failed: "given up",
} as const;

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { smtpHost, mailFrom, hasMailbox, email, lastTest } = loaderData;
  const isSending = useNavigation().formMethod === "POST";
  useAnswerToast(actionData);
  useLookAgain(lastTest?.state === "waiting");
  return (
    <SettingsFrame>
      <StoreTabs current="mail" />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <div className="admin-card grid gap-5 p-5 sm:p-7">
        <dl className="grid gap-x-8 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="font-semibold">Mail server</dt>
          <dd className="wrap-anywhere max-sm:mb-3">
            {smtpHost ?? "None: mails go to the dev mailbox"}
            {hasMailbox && (
              <>
                {" "}
                (
                <a href="/dev/mailbox" className="text-link">
                  open it
                </a>
                )
              </>
            )}
          </dd>
          <dt className="font-semibold">Sender (MAIL_FROM)</dt>
          <dd className="wrap-anywhere max-sm:mb-3">{mailFrom ?? "Not set"}</dd>
          <dt className="font-semibold">Test mails go to</dt>
          <dd className="wrap-anywhere max-sm:mb-3">{email}</dd>
        </dl>
        <p className="text-sm text-ink-2">
          The mail server is set where the shop is started (SMTP_URL and MAIL_FROM), because its password does
          not belong into a web page.
        </p>
        <div role="status" className="empty:hidden">
          {lastTest && (
            <p className="flex gap-2.5 border-t border-line pt-5">
              <MailCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-fairway" />
              <span className="wrap-anywhere">
                Last test mail, <ShopTime at={lastTest.queuedAt} style="date and time" />, to {lastTest.to}:{" "}
                <strong>{states[lastTest.state]}</strong>
                {lastTest.error && ` (${lastTest.error})`}
              </span>
            </p>
          )}
        </div>
        <Form method="post" action={href("/admin/settings/mail")}>
          <Button type="submit" pending={isSending}>
            {!isSending && <Send aria-hidden="true" className="size-4" />}
            Send a test mail
          </Button>
        </Form>
      </div>
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
