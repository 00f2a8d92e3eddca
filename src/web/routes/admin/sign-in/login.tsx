import { href, redirect } from "react-router";
import { signInForm } from "#domain/auth/sign-in-forms.ts";
import { readForm } from "#domain/form/form-saved.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { findAdminSession } from "#server/auth/admin-session.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { clientIpOf } from "#server/core/client-ip.ts";
import { answerForm } from "../../../admin/forms/form-outcome.ts";
import { valuesIn } from "../../../admin/forms/form-values.ts";
import { useOwnerForm } from "../../../admin/forms/use-owner-form.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { withCookies } from "../../../admin/frame/go-to.ts";
import { LoginPanel } from "../../../admin/sign-in/login-panel.tsx";
import { refusedStep, SIGN_IN_FAILED } from "../../../admin/sign-in/refused-step.ts";
import { secondStepPath } from "../../../admin/sign-in/return-path.ts";
import { signedIn, stepHeaders } from "../../../admin/sign-in/signed-in.ts";
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
  const form = await request.formData();
  const read = readForm(signInForm, valuesIn(form));
  if (!read.ok) return answerForm(form, signInForm, read, { refused: SIGN_IN_FAILED });
  const ip = clientIpOf(request);
  const userAgent = request.headers.get("User-Agent") ?? "";
  const cookies = request.headers.get("Cookie") ?? "";
  const signingIn = signIn(shop, { ...read.value, ip, userAgent, cookies });
  const result = await orLogged(shop, "auth.sign_in_failed", signingIn);
  if (!result) return refusedStep(form, signInForm, result, texts);
  const from = url.searchParams.get("from");
  if (result.ok) return signedIn(from, result.headers);
  switch (result.reason) {
    case "second_step":
      return redirect(secondStepPath(from), { headers: withCookies(result.headers) });
    case "invalid":
    case "throttled":
      return refusedStep(form, signInForm, result, texts);
    default:
      return unreachable(result);
  }
}

const texts = {
  message: "Failed to sign in. Please check your credentials and try again.",
  invalid: "Invalid email or password",
};

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const stored = { email: loaderData.email, password: "" };
  const form = useOwnerForm({
    ...{ schema: signInForm, intent: "sign-in", stored, answer: actionData, refused: SIGN_IN_FAILED },
    isGuarded: false,
  });
  return (
    <LoginPanel form={form}>
      <Field {...form.field("email")} type="email" autoComplete="username" required />
      <Field {...form.field("password")} type="password" autoComplete="current-password" required />
    </LoginPanel>
  );
}
