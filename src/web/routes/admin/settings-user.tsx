import { useEffect, useRef } from "react";
import { data, Form, href, useNavigation } from "react-router";
import { changePassword } from "#server/auth/change-password.ts";
import { listSessions, signOutSessions } from "#server/auth/sessions.ts";
import { adminHeaders } from "../../admin/admin-headers.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import {
  changedPassword,
  endedSessions,
  parsePasswordForm,
  refusedPassword,
  type UserAnswer,
} from "../../admin/settings/password-answer.ts";
import { SessionList } from "../../admin/settings/session-list.tsx";
import { SettingsFrame } from "../../admin/settings/settings-frame.tsx";
import { useAnswerToast } from "../../admin/use-notice-toasts.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { Route } from "./+types/settings-user";

export const headers = adminHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "User Settings",
    description: "Password and sessions.",
    path: "/admin/settings/user",
    noindex: true,
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = adminOf(context);
  const sessions = await listSessions(shopOf(context), request);
  return {
    email,
    sessions: sessions.map(({ id, device, ipAddress, lastUsedAt, isCurrent }) => {
      return { id, device, ipAddress, lastUsedAt: lastUsedAt.toISOString(), isCurrent };
    }),
  };
}

/** 'Change Password', 'Sign out others' and 'Sign out' of one session. */
export async function action({ request, context }: Route.ActionArgs) {
  adminOf(context);
  const shop = shopOf(context);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "sign-out-others" || intent === "sign-out-one") {
    const which = intent === "sign-out-others" ? ("others" as const) : { id: String(form.get("session")) };
    return data<UserAnswer>(endedSessions(await signOutSessions(shop, request, { which })));
  }
  const parsed = parsePasswordForm(form);
  if (!parsed.ok) return data<UserAnswer>(parsed.answer, { status: 422 });
  const result = await changePassword(shop, request, parsed.value);
  if (result.ok) return data<UserAnswer>(changedPassword(result.sessionsEnded));
  return data<UserAnswer>(refusedPassword(result), { status: result.reason === "throttled" ? 429 : 422 });
}

export default function UserSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  useAnswerToast(actionData);
  const path = href("/admin/settings/user");
  return (
    <SettingsFrame>
      {actionData && <AnswerNote notice={actionData.notice} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PasswordForm action={path} email={loaderData.email} answer={actionData} />
        <SessionList sessions={loaderData.sessions} action={path} />
      </div>
    </SettingsFrame>
  );
}

type PasswordFormProps = { action: string; email: string; answer: UserAnswer | undefined };

function PasswordForm({ action, email, answer }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isSaving = navigation.formData?.get("intent") === "password";
  const errors = answer?.errors ?? {};
  useEffect(() => {
    if (answer?.notice.tone === "success") form.current?.reset();
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return (
    <section aria-labelledby="password" className="admin-card p-5 sm:p-7">
      <h2 id="password" className="display mb-4 text-xl">
        Change Password
      </h2>
      <Form ref={form} method="post" action={action} noValidate preventScrollReset className="grid gap-5">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Current Password"
          name="current"
          type="password"
          autoComplete="current-password"
          error={errors.current}
          required
        />
        <Field
          label="New Password"
          name="next"
          type="password"
          autoComplete="new-password"
          hint="At least 12 characters. Everybody else who is signed in is signed out."
          error={errors.next}
          required
        />
        <Field
          label="Repeat New Password"
          name="repeat"
          type="password"
          autoComplete="new-password"
          error={errors.repeat}
          required
        />
        <Button
          type="submit"
          name="intent"
          value="password"
          pending={isSaving}
          className="justify-self-start"
        >
          Change Password
        </Button>
      </Form>
    </section>
  );
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <LoadFailure message="Failed to load settings" />
    </SettingsFrame>
  );
}
