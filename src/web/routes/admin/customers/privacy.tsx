// What the shop keeps of people, why, and for how long; what went; and the way to somebody who never bought or wrote.
import { data, href, redirect } from "react-router";
import { listKept } from "#domain/privacy/privacy-rules.ts";
import { loadReminders, saveReminders } from "#server/checkout/reminders/save-reminders.ts";
import { findCustomerByEmail } from "#server/customers/find-customer.ts";
import { loadPrivacy, savePrivacyRules } from "#server/customers/privacy/privacy-rules.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { done, type Notice, refused } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { FindPersonForm } from "../../../admin/privacy/find-person-form.tsx";
import { KeptTable } from "../../../admin/privacy/kept-table.tsx";
import { PrivacyLog } from "../../../admin/privacy/privacy-log.tsx";
import { type PrivacyAnswer, PrivacyRulesForm } from "../../../admin/privacy/privacy-rules-form.tsx";
import { type ReminderAnswer, ReminderForm } from "../../../admin/privacy/reminder-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Privacy");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  return { ...(await loadPrivacy(shop)), reminders: await loadReminders(shop) };
}

type Answer = { notice: Notice; reminder?: ReminderAnswer } & Partial<PrivacyAnswer>;

/** How long is kept, who has this email, and whether shoppers are reminded of a checkout. */
export const action = adminAction("rules", {
  rules: async ({ shop, actor, form }) => {
    const fields = Object.fromEntries(form);
    const saved = await savePrivacyRules(shop, { actor, fields });
    if (saved.ok) return data<Answer>({ notice: done("Saved").notice });
    const { notice, status } = refused(
      422,
      "Nothing was saved",
      "Please look at the fields that are marked.",
    );
    return data<Answer>({ notice, errors: saved.errors, fields: textsOf(fields) }, { status });
  },
  reminders: async ({ shop, actor, form }) => {
    const saved = await saveReminders(shop, { actor, fields: Object.fromEntries(form) });
    if (saved.ok) return data<Answer>({ notice: done("Saved").notice });
    const { notice, status } = refused(422, "Nothing was saved", saved.error);
    const reminder = {
      error: saved.error,
      reminds: textOf(form, "reminds") === "on",
      hours: textOf(form, "hours"),
    };
    return data<Answer>({ notice, reminder }, { status });
  },
  find: async ({ shop, form }) => {
    const email = textOf(form, "email");
    const id = await findCustomerByEmail(shop, { email });
    if (id !== null) return redirect(href("/admin/customers/:id", { id }));
    const why = "The shop knows nobody with this email address.";
    const { notice, status } = refused(404, "Nobody found", why);
    return data<Answer>({ notice, emailError: why, email }, { status });
  },
});

function textsOf(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

/** Also after a refusal: the form then knows what somebody else has set. */
export const shouldRevalidate = isAnswered;

export default function PrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, entries, removed, reminders } = loaderData;
  return (
    <>
      <PageTitle title="Privacy" />
      {actionData && <AnswerNote notice={actionData.notice} />}
      <div className="grid gap-8">
        <KeptTable kept={listKept(rules)} />
        <PrivacyRulesForm key={JSON.stringify(rules)} rules={rules} answer={actionData} />
        <FindPersonForm answer={actionData} />
        <ReminderForm key={reminders.hours} {...reminders} answer={actionData?.reminder} />
        <PrivacyLog entries={entries} removed={removed} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Privacy", "Failed to load what is kept");
