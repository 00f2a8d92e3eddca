import { href, Link, redirect, useSearchParams } from "react-router";
import { codeForm } from "#domain/auth/sign-in-forms.ts";
import { blankForm } from "#domain/form/form-fields.ts";
import { readForm } from "#domain/form/form-saved.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { findAdminSession } from "#server/auth/admin-session.ts";
import { completeSignIn, hasChallenge } from "#server/auth/second-factor/complete-sign-in.ts";
import { clientIpOf } from "#server/core/client-ip.ts";
import { answerForm } from "../../../admin/forms/form-outcome.ts";
import { valuesIn } from "../../../admin/forms/form-values.ts";
import { useOwnerForm } from "../../../admin/forms/use-owner-form.ts";
import { adminMeta } from "../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../admin/frame/go-to.ts";
import { LoginPanel } from "../../../admin/sign-in/login-panel.tsx";
import { refusedStep, SIGN_IN_FAILED } from "../../../admin/sign-in/refused-step.ts";
import { loginPath, secondStepPath } from "../../../admin/sign-in/return-path.ts";
import { signedIn, stepHeaders } from "../../../admin/sign-in/signed-in.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { Field } from "../../../ui/form/field.tsx";
import { orLogged } from "../admin-action.ts";
import type { Route } from "./+types/login-code";
import "../../../styles/office.css";

export const headers = stepHeaders;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Admin Login");

/** Asks for a code only if the right password was entered a moment ago. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const session = await findAdminSession(shop, request).catch(() => null);
  if (session) throw redirect(href("/admin/dashboard"), { headers: privatePage() });
  if (!(await hasChallenge(shop, request))) throw startAgain(url.searchParams.get("from"));
  return null;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  const form = await request.formData();
  const read = readForm(codeForm, valuesIn(form));
  if (!read.ok) return answerForm(form, codeForm, read, { refused: SIGN_IN_FAILED });
  const { code } = read.value;
  const ip = clientIpOf(request);
  const result = await orLogged(shop, "auth.sign_in_failed", completeSignIn(shop, request, { code, ip }));
  if (!result) return refusedStep(form, codeForm, result, texts);
  const from = url.searchParams.get("from");
  if (result.ok) return signedIn(from, result.headers);
  switch (result.reason) {
    case "expired":
      return startAgain(from);
    case "invalid":
    case "throttled":
      return refusedStep(form, codeForm, result, texts);
    default:
      return unreachable(result);
  }
}

const texts = {
  message: "Failed to sign in. Please check your code and try again.",
  invalid: "The code is wrong or was used already",
};

function startAgain(from: string | null): Response {
  return goTo(loginPath(from), "sign-in-expired");
}

export default function LoginCode({ actionData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  const isRecovery = searchParams.get("use") === "recovery";
  const here = secondStepPath(searchParams.get("from"));
  const other = isRecovery ? here : `${here}${here.includes("?") ? "&" : "?"}use=recovery`;
  const form = useOwnerForm({
    ...{ schema: codeForm, intent: "code", stored: blankForm(codeForm), answer: actionData },
    ...{ refused: SIGN_IN_FAILED, isGuarded: false },
  });
  return (
    <LoginPanel
      form={form}
      instead={
        <p className="text-center">
          <Link to={other} className="text-link" replace>
            {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
          </Link>
        </p>
      }
    >
      {isRecovery ? (
        <Field
          key="recovery"
          {...form.field("code")}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          hint="Each of your recovery codes works once."
          required
        />
      ) : (
        <Field
          key="app"
          {...form.field("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          hint="The 6-digit code that your authenticator app shows now."
          required
        />
      )}
    </LoginPanel>
  );
}
