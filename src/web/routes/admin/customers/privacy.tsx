// The way to everything that is stored about one person, how long data is kept, and a log of what was deleted.
import { href, redirect } from "react-router";
import { findPersonForm } from "#domain/customer/find-person-form.ts";
import { listKept } from "#domain/privacy/privacy-rules.ts";
import { privacyRulesForm } from "#domain/privacy/privacy-rules-form.ts";
import { findCustomerByEmail } from "#server/customers/find-customer.ts";
import { loadPrivacy, savePrivacyRules } from "#server/customers/privacy/privacy-rules.ts";
import { answerForm } from "../../../admin/forms/form-outcome.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { FindPersonForm } from "../../../admin/privacy/find-person-form.tsx";
import { KeptTable } from "../../../admin/privacy/kept-table.tsx";
import { PrivacyLog } from "../../../admin/privacy/privacy-log.tsx";
import { PrivacyRulesForm } from "../../../admin/privacy/privacy-rules-form.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Privacy");

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  return loadPrivacy(shop);
}

/** How long data is kept, and who has this email. */
export const action = adminAction("rules", {
  rules: async ({ shop, actor, form, fields }) =>
    answerForm(form, privacyRulesForm, await savePrivacyRules(shop, { actor, fields })),
  find: async ({ shop, form }) => {
    const id = await findCustomerByEmail(shop, { email: String(form.get("email")) });
    if (id !== null) return redirect(href("/admin/customers/:id", { id }));
    const errors = { email: "We have no data for this email address." };
    const refused = "Not found";
    return answerForm(form, findPersonForm, { ok: false, reason: "invalid", errors }, { refused });
  },
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

/** Also after a refusal: the form then has what another tab has saved. */
export const shouldRevalidate = isAnswered;

export default function PrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, entries, removed } = loaderData;
  return (
    <SettingsFrame>
      <div className="grid gap-5">
        <FindPersonForm answer={actionData} />
        <PrivacyRulesForm rules={rules} answer={actionData} />
        <details className="disclosure admin-card px-5 py-1">
          <summary>What we keep</summary>
          <KeptTable kept={listKept(rules)} />
        </details>
        <details className="disclosure admin-card px-5 py-1">
          <summary>Log</summary>
          <PrivacyLog entries={entries} removed={removed} />
        </details>
      </div>
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load the privacy settings");
