import { Form, href, useNavigation } from "react-router";
import { reminderForm } from "#domain/reminders/reminder-form.ts";
import { reviewRulesForm } from "#domain/reviews/review-rules-form.ts";
import { loadReminders, saveReminders } from "#server/checkout/reminders/save-reminders.ts";
import { loadReviewRules, saveReviewRules } from "#server/inbox/reviews/save-review-rules.ts";
import { loadMailSetup, queueTestMail } from "#server/mail/mail-setup.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { done } from "../../../admin/frame/notices.ts";
import { useLookAgain } from "../../../admin/frame/use-look-again.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { MailCheck, Send } from "../../../admin/icons.tsx";
import { ReminderForm } from "../../../admin/settings/emails/reminder-form.tsx";
import { ReviewRulesForm } from "../../../admin/settings/emails/review-rules-form.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/settings-mail";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Emails");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, email } = adminOf(context);
  const { lastTest, ...setup } = await loadMailSetup(shop);
  return {
    ...setup,
    email,
    reminders: await loadReminders(shop),
    reviewRules: await loadReviewRules(shop),
    lastTest: lastTest && { ...lastTest, queuedAt: lastTest.queuedAt.toISOString() },
  };
}

/** 'Send a test email', and which emails customers get besides those about their orders. */
export const action = adminAction("test", {
  test: async ({ shop, actor }) => {
    await queueTestMail(shop, { to: actor });
    return answered(done("Test email queued", `We are sending it to ${actor}.`));
  },
  reminders: async ({ shop, actor, form, fields }) =>
    answerForm(form, reminderForm, await saveReminders(shop, { actor, fields })),
  "review-requests": async ({ shop, actor, form, fields }) =>
    answerForm(form, reviewRulesForm, await saveReviewRules(shop, { actor, fields })),
});

/** Also after a refusal: the forms then have what another tab has saved. */
export const shouldRevalidate = isAnswered;

const states = {
  waiting: "waiting to be sent",
  retrying: "not sent yet; we will try again",
  sent: "sent",
  failed: "failed",
} as const;

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { smtpHost, mailFrom, hasMailbox, email, lastTest, reminders, reviewRules } = loaderData;
  const isSending = useNavigation().formData?.get("intent") === "test";
  const answer = formAnswerIn(actionData);
  useAnswerToast(actionData);
  useLookAgain(lastTest?.state === "waiting");
  return (
    <SettingsFrame>
      <div className="admin-card grid gap-5 p-5 sm:p-7">
        <dl className="grid gap-x-8 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="font-semibold">Email server</dt>
          <dd className="wrap-anywhere max-sm:mb-3">
            {smtpHost ?? "None: emails go to the demo mailbox"}
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
          <dt className="font-semibold">Test emails go to</dt>
          <dd className="wrap-anywhere max-sm:mb-3">{email}</dd>
        </dl>
        <p className="text-sm text-ink-2">
          The email server is set where the shop runs (SMTP_URL and MAIL_FROM), so its password never appears
          on a web page.
        </p>
        <div role="status" className="empty:hidden">
          {lastTest && (
            <p className="flex gap-2.5 border-t border-line pt-5">
              <MailCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-fairway" />
              <span className="wrap-anywhere">
                Last test email, <ShopTime at={lastTest.queuedAt} style="date and time" />, to {lastTest.to}:{" "}
                <strong>{states[lastTest.state]}</strong>
                {lastTest.error && ` (${lastTest.error})`}
              </span>
            </p>
          )}
        </div>
        <Form method="post" action={href("/admin/settings/mail")}>
          <Button type="submit" name="intent" value="test" pending={isSending}>
            {!isSending && <Send aria-hidden="true" className="size-4" />}
            Send a test email
          </Button>
        </Form>
      </div>
      <div className="mt-5 grid gap-5">
        <ReminderForm {...reminders} answer={answer} />
        <ReviewRulesForm rules={reviewRules} answer={answer} />
      </div>
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
