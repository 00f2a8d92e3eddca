import { data, href } from "react-router";
import { passwordForm } from "#domain/auth/password-form.ts";
import { sessionRulesForm } from "#domain/auth/session-rules-form.ts";
import { blankForm } from "#domain/form/form-fields.ts";
import { readForm } from "#domain/form/form-saved.ts";
import { changePassword } from "#server/auth/password/change-password.ts";
import { findSecondFactor } from "#server/auth/second-factor/second-factor.ts";
import {
  changeSessionRules,
  listSessions,
  loadSessionRules,
  signOutSessions,
} from "#server/auth/sessions.ts";
import { answerAnew, answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { success } from "../../../admin/frame/notices.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import {
  passwordChanged,
  passwordErrors,
  sessionsEnded,
} from "../../../admin/settings/account/account-texts.ts";
import { PasswordForm } from "../../../admin/settings/account/password-form.tsx";
import { SecondFactorPanel } from "../../../admin/settings/account/second-factor-panel.tsx";
import { SessionList } from "../../../admin/settings/account/session-list.tsx";
import { SessionRulesForm } from "../../../admin/settings/account/session-rules-form.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction, asksPassword, carriesPassword } from "../admin-action.ts";
import type { Route } from "./+types/settings-user";
import { type FactorAnswer, secondFactorIntents } from "./second-factor-action.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "User Settings");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { shop, email } = adminOf(context);
  const sessions = await listSessions(shop, request);
  return {
    email,
    secondFactor: await findSecondFactor(shop, request),
    rules: await loadSessionRules(shop),
    sessions: sessions.map(({ id, device, ipAddress, isCurrent, ...times }) => {
      const [lastUsedAt, latestEnd] = [times.lastUsedAt.toISOString(), times.latestEnd.toISOString()];
      return { id, device, ipAddress, isCurrent, lastUsedAt, latestEnd };
    }),
  };
}

/** 'Change Password', two-step sign-in, 'Sign out others', 'Sign out' of one session, and how long sessions last. */
export const action = adminAction("password", {
  ...secondFactorIntents,
  password: carriesPassword(async ({ shop, request, form, fields }) => {
    const refused = "Password not changed";
    const read = readForm(passwordForm, fields);
    if (!read.ok) return answerForm(form, passwordForm, read, { refused });
    const result = await changePassword(shop, request, read.value);
    if (result.ok)
      return answerAnew("password", passwordChanged(result.sessionsEnded), blankForm(passwordForm));
    const status = result.reason === "throttled" ? 429 : 422;
    const saved = { ok: false, reason: "invalid", errors: passwordErrors(result) } as const;
    return answerForm(form, passwordForm, saved, { refused, init: { status } });
  }),
  "sign-out-others": asksPassword(async ({ shop, request }) =>
    data({ notice: sessionsEnded(await signOutSessions(shop, request, { which: "others" })) }),
  ),
  "sign-out-one": asksPassword(async ({ shop, request, text }) => {
    const which = { id: text("session") };
    return data({ notice: sessionsEnded(await signOutSessions(shop, request, { which })) });
  }),
  "session-rules": asksPassword(async ({ shop, request, form, fields }) => {
    const saved = await changeSessionRules(shop, request, fields);
    return answerForm(form, sessionRulesForm, saved, {
      saved: success("Session limits saved"),
      refused: "Session limits not saved",
    });
  }),
});

export default function UserSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = otherThanAsked(actionData);
  useAnswerToast(answer);
  const formAnswer: FactorAnswer | undefined = formAnswerIn(answer);
  const path = href("/admin/settings/user");
  return (
    <SettingsFrame>
      <PasswordQuestion answer={actionData} action={path} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <PasswordForm action={path} email={loaderData.email} answer={formAnswer} />
          <SessionList sessions={loaderData.sessions} action={path} />
        </div>
        <div className="grid gap-5">
          <SecondFactorPanel action={path} {...loaderData.secondFactor} answer={formAnswer} />
          <SessionRulesForm rules={loaderData.rules} action={path} answer={formAnswer} />
        </div>
      </div>
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
