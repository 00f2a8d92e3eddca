import { data, href, redirect } from "react-router";
import { unreachable } from "#domain/text/unreachable.ts";
import { findAdminSession } from "#server/auth/admin-session.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { clientIpOf } from "#server/core/client-ip.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { withCookies } from "../../../admin/frame/go-to.ts";
import {
  type LoginAnswer,
  type LoginErrors,
  parseLogin,
  refusedAnswer,
  tryAgainAnswer,
} from "../../../admin/sign-in/login-answer.ts";
import { LoginPanel } from "../../../admin/sign-in/login-panel.tsx";
import { secondStepPath } from "../../../admin/sign-in/return-path.ts";
import { signedIn, stepHeaders, throttled } from "../../../admin/sign-in/signed-in.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { Field } from "../../../ui/form/field.tsx";
import { orLogged } from "../admin-action.ts";
import type { Route } from "./+types/login";
import "../../../styles/office.css";

export const headers = stepHeaders;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Admin Login");

/** A visitor who is signed in goes on to the dashboard; its guard decides whether they may see it. */
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
  const cookies = request.headers.get("Cookie") ?? "";
  const signingIn = signIn(shop, { ...login.value, ip, userAgent, cookies });
  const result = await orLogged(shop, "auth.sign_in_failed", signingIn);
  const { email } = login.value;
  if (!result) return data<LoginAnswer>(tryAgainAnswer(email), { status: 500 });
  const from = url.searchParams.get("from");
  if (result.ok) return signedIn(from, result.headers);
  switch (result.reason) {
    case "second_step":
      return redirect(secondStepPath(from), { headers: withCookies(result.headers) });
    case "invalid":
      return data<LoginAnswer>(refusedAnswer(email, result), { status: 401 });
    case "throttled":
      return data<LoginAnswer>(refusedAnswer(email, result), throttled(result));
    default:
      return unreachable(result);
  }
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const errors: LoginErrors = actionData?.errors ?? {};
  return (
    <LoginPanel answer={actionData}>
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
    </LoginPanel>
  );
}
