import { data, Form, href, redirect, useNavigation } from "react-router";
import { findAdminSession } from "#server/auth/admin-session.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { clientIpOf } from "#server/client-ip.ts";
import { errorText } from "#server/log.ts";
import {
  type LoginAnswer,
  type LoginErrors,
  parseLogin,
  refusedAnswer,
  tryAgainAnswer,
} from "../../admin/login-answer.ts";
import { LoginPanel } from "../../admin/login-panel.tsx";
import { secondStepPath } from "../../admin/return-path.ts";
import { signedIn, withCookies } from "../../admin/signed-in.ts";
import { useAnswerToast, useRedirectNotice } from "../../admin/use-notice-toasts.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { Route } from "./+types/login";

export const headers = privatePage;

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
  if (session) throw redirect(href("/admin/dashboard"), { headers: privatePage() });
  return { email: shop.env.mode === "demo" ? shop.env.adminEmail : "" };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  const login = parseLogin(await request.formData());
  if (!login.ok) return data<LoginAnswer>(login.answer, { status: 400 });
  const ip = clientIpOf(request);
  const userAgent = request.headers.get("User-Agent") ?? "";
  const result = await signIn(shop, { ...login.value, ip, userAgent }).catch((error: unknown) => {
    shop.log.error("auth.sign_in_failed", { error: errorText(error) });
    return null;
  });
  const { email } = login.value;
  if (!result) return data<LoginAnswer>(tryAgainAnswer(email), { status: 500 });
  const from = url.searchParams.get("from");
  if (result.ok) return signedIn(from, result.headers);
  if (result.reason === "second_step") {
    return redirect(secondStepPath(from), { headers: withCookies(result.headers) });
  }
  if (result.reason === "invalid") return data<LoginAnswer>(refusedAnswer(email, result), { status: 401 });
  const wait = { "Retry-After": String(result.retryAfterSeconds) };
  return data<LoginAnswer>(refusedAnswer(email, result), { status: 429, headers: wait });
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
