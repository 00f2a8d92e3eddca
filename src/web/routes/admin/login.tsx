import { data, Form, href, redirect, useNavigation } from "react-router";
import { findAdminSession } from "#server/auth/admin-session.ts";
import { CLIENT_IP_HEADER } from "#server/auth/auth.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { errorText } from "#server/log.ts";
import { adminHeaders } from "../../admin/admin-headers.ts";
import {
  type LoginAnswer,
  type LoginErrors,
  parseLogin,
  refusedAnswer,
  tryAgainAnswer,
} from "../../admin/login-answer.ts";
import { LoginPanel } from "../../admin/login-panel.tsx";
import { noticeCookie } from "../../admin/notices.ts";
import { parseReturnPath } from "../../admin/return-path.ts";
import { useAnswerToast, useRedirectNotice } from "../../admin/use-notice-toasts.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { Route } from "./+types/login";

export const headers = adminHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Admin Login",
    description: "Sign in to the shop's back office.",
    path: "/admin/login",
    noindex: true,
  });

/** Whoever is signed in goes on to the dashboard; its guard decides whether they may see it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const session = await findAdminSession(shop, request).catch(() => null);
  if (session) throw redirect(href("/admin/dashboard"), { headers: adminHeaders() });
  return { email: shop.env.mode === "demo" ? shop.env.adminEmail : "" };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  const login = parseLogin(await request.formData());
  if (!login.ok) return data<LoginAnswer>(login.answer, { status: 400 });
  const ip = request.headers.get(CLIENT_IP_HEADER) ?? "";
  const userAgent = request.headers.get("User-Agent") ?? "";
  const result = await signIn(shop, { ...login.value, ip, userAgent }).catch((error: unknown) => {
    shop.log.error("auth.sign_in_failed", { error: errorText(error) });
    return null;
  });
  const { email } = login.value;
  if (!result) return data<LoginAnswer>(tryAgainAnswer(email), { status: 500 });
  if (!result.ok) {
    const status = result.reason === "throttled" ? 429 : 401;
    const wait = result.retryAfterSeconds;
    return data<LoginAnswer>(refusedAnswer(email, result), {
      status,
      headers: wait ? { "Retry-After": String(wait) } : {},
    });
  }
  const target = parseReturnPath(url.searchParams.get("from")) ?? href("/admin/dashboard");
  const answerHeaders = new Headers(adminHeaders());
  for (const cookie of result.headers.getSetCookie()) answerHeaders.append("Set-Cookie", cookie);
  answerHeaders.append("Set-Cookie", noticeCookie("signed-in"));
  return redirect(target, { headers: answerHeaders });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  useRedirectNotice();
  useAnswerToast(actionData);
  const pending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const errors: LoginErrors = actionData?.errors ?? {};
  return (
    <LoginPanel message={actionData?.message ?? null}>
      <Form method="post" className="grid gap-5">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.email ?? loaderData.email}
          error={errors.email}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
          required
        />
        <Button type="submit" size="large" pending={pending}>
          Sign In
        </Button>
        <LinkButton to={href("/")} look="quiet" reloadDocument>
          Return to Website
        </LinkButton>
      </Form>
    </LoginPanel>
  );
}
