import { data, href } from "react-router";
import { sessionRulesForm } from "#domain/auth/session-rules-form.ts";
import { changePassword } from "#server/auth/password/change-password.ts";
import { findSecondFactor } from "#server/auth/second-factor/second-factor.ts";
import {
  changeSessionRules,
  listSessions,
  loadSessionRules,
  signOutSessions,
} from "#server/auth/sessions.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-answer.ts";
import { valuesIn } from "../../../admin/forms/form-values.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { success } from "../../../admin/frame/notices.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { isPasswordAsked, otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import {
  changedPassword,
  endedSessions,
  parsePasswordForm,
  refusedPassword,
  type UserAnswer,
} from "../../../admin/settings/account/password-answer.ts";
import { PasswordForm } from "../../../admin/settings/account/password-form.tsx";
import { SecondFactorPanel } from "../../../admin/settings/account/second-factor-panel.tsx";
import { SessionList } from "../../../admin/settings/account/session-list.tsx";
import { SessionRulesForm } from "../../../admin/settings/account/session-rules-form.tsx";
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction, asksPassword, carriesPassword } from "../admin-action.ts";
import type { Route } from "./+types/settings-user";
import { secondFactorIntents } from "./second-factor-action.ts";

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
  password: carriesPassword(async ({ shop, request, form }) => {
    const parsed = parsePasswordForm(form);
    if (!parsed.ok) return data<UserAnswer>(parsed.answer, { status: 422 });
    const result = await changePassword(shop, request, parsed.value);
    if (result.ok) return data<UserAnswer>(changedPassword(result.sessionsEnded));
    const status = result.reason === "throttled" ? 429 : 422;
    return data<UserAnswer>(refusedPassword(result), { status });
  }),
  "sign-out-others": asksPassword(async ({ shop, request }) =>
    data<UserAnswer>(endedSessions(await signOutSessions(shop, request, { which: "others" }))),
  ),
  "sign-out-one": asksPassword(async ({ shop, request, form }) => {
    const which = { id: textOf(form, "session") };
    return data<UserAnswer>(endedSessions(await signOutSessions(shop, request, { which })));
  }),
  "session-rules": asksPassword(async ({ shop, request, form }) => {
    const saved = await changeSessionRules(shop, request, valuesIn(form));
    return answerForm(form, sessionRulesForm, saved, {
      saved: success("Session limits saved"),
      refused: "Session limits not saved",
    });
  }),
});

export default function UserSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = otherThanAsked(actionData);
  useAnswerToast(answer);
  const path = href("/admin/settings/user");
  return (
    <SettingsFrame>
      {isPasswordAsked(actionData) && <PasswordQuestion asked={actionData} action={path} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <PasswordForm
            action={path}
            email={loaderData.email}
            answer={answer && "kind" in answer && answer.kind === "user" ? answer : undefined}
          />
          <SessionList sessions={loaderData.sessions} action={path} />
        </div>
        <div className="grid gap-5">
          <SecondFactorPanel
            action={path}
            {...loaderData.secondFactor}
            answer={answer && "kind" in answer && answer.kind === "second-factor" ? answer : undefined}
          />
          <SessionRulesForm rules={loaderData.rules} action={path} answer={formAnswerIn(answer)} />
        </div>
      </div>
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
