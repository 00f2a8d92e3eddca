import { data, href } from "react-router";
import { changePassword } from "#server/auth/password/change-password.ts";
import { findSecondFactor } from "#server/auth/second-factor/second-factor.ts";
import { listSessions, signOutSessions } from "#server/auth/sessions.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
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
import { failedSettings, SettingsFrame } from "../../../admin/settings/settings-frame.tsx";
import { UserTabs } from "../../../admin/settings/user-tabs.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { adminAction } from "../admin-action.ts";
import type { Route } from "./+types/settings-user";
import { secondFactorIntents } from "./second-factor-action.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "User Settings");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { shop, email } = adminOf(context);
  const sessions = await listSessions(shop, request);
  return {
    email,
    secondFactor: await findSecondFactor(shop, request),
    sessions: sessions.map(({ id, device, ipAddress, lastUsedAt, isCurrent }) => {
      return { id, device, ipAddress, lastUsedAt: lastUsedAt.toISOString(), isCurrent };
    }),
  };
}

/** 'Change Password', two-step sign-in, 'Sign out others' and 'Sign out' of one session. */
export const action = adminAction("password", {
  ...secondFactorIntents,
  password: async ({ shop, request, form }) => {
    const parsed = parsePasswordForm(form);
    if (!parsed.ok) return data<UserAnswer>(parsed.answer, { status: 422 });
    const result = await changePassword(shop, request, parsed.value);
    if (result.ok) return data<UserAnswer>(changedPassword(result.sessionsEnded));
    const status = result.reason === "throttled" ? 429 : 422;
    return data<UserAnswer>(refusedPassword(result), { status });
  },
  "sign-out-others": async ({ shop, request }) =>
    data<UserAnswer>(endedSessions(await signOutSessions(shop, request, { which: "others" }))),
  "sign-out-one": async ({ shop, request, form }) => {
    const which = { id: textOf(form, "session") };
    return data<UserAnswer>(endedSessions(await signOutSessions(shop, request, { which })));
  },
});

export default function UserSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  useAnswerToast(actionData);
  const path = href("/admin/settings/user");
  return (
    <SettingsFrame>
      <UserTabs current="account" />
      {actionData && !isHydrated && <AnswerNote notice={actionData.notice} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <PasswordForm
            action={path}
            email={loaderData.email}
            answer={actionData?.kind === "user" ? actionData : undefined}
          />
          <SessionList sessions={loaderData.sessions} action={path} />
        </div>
        <SecondFactorPanel
          action={path}
          {...loaderData.secondFactor}
          answer={actionData?.kind === "second-factor" ? actionData : undefined}
        />
      </div>
    </SettingsFrame>
  );
}

export const ErrorBoundary = failedSettings("Failed to load settings");
