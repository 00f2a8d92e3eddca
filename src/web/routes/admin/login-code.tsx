import { data, Form, href, Link, redirect, useNavigation, useSearchParams } from "react-router";
import { findAdminSession } from "#server/auth/admin-session.ts";
import { completeSignIn, hasChallenge } from "#server/auth/complete-sign-in.ts";
import { clientIpOf } from "#server/client-ip.ts";
import { errorText } from "#server/log.ts";
import { type CodeAnswer, missingCode, refusedCode, tryCodeAgain } from "../../admin/login-answer.ts";
import { LoginPanel } from "../../admin/login-panel.tsx";
import { noticeCookie } from "../../admin/notices.ts";
import { loginPath, secondStepPath } from "../../admin/return-path.ts";
import { signedIn } from "../../admin/signed-in.ts";
import { useAnswerToast, useRedirectNotice } from "../../admin/use-notice-toasts.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import type { Route } from "./+types/login-code";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Admin Login",
    description: "Sign in to the shop's back office.",
    path: "/admin/login/code",
    noindex: true,
  });

/** Only whoever has given the right password a moment ago is asked for a code. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const session = await findAdminSession(shop, request).catch(() => null);
  if (session) throw redirect(href("/admin/dashboard"), { headers: privatePage() });
  if (!(await hasChallenge(shop, request))) throw startAgain(url.searchParams.get("from"));
  return null;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  const code = String((await request.formData()).get("code") ?? "");
  if (!code.trim()) return data<CodeAnswer>(missingCode(), { status: 400 });
  const ip = clientIpOf(request);
  const result = await completeSignIn(shop, request, { code, ip }).catch((error: unknown) => {
    shop.log.error("auth.sign_in_failed", { error: errorText(error) });
    return null;
  });
  if (!result) return data<CodeAnswer>(tryCodeAgain(), { status: 500 });
  if (result.ok) return signedIn(url.searchParams.get("from"), result.headers);
  if (result.reason === "expired") return startAgain(url.searchParams.get("from"));
  if (result.reason === "invalid") return data<CodeAnswer>(refusedCode(result), { status: 401 });
  const wait = { "Retry-After": String(result.retryAfterSeconds) };
  return data<CodeAnswer>(refusedCode(result), { status: 429, headers: wait });
}

function startAgain(from: string | null): Response {
  const headers = new Headers(privatePage());
  headers.append("Set-Cookie", noticeCookie("sign-in-expired"));
  return redirect(loginPath(from), { headers });
}

export default function LoginCode({ actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const [searchParams] = useSearchParams();
  useRedirectNotice();
  useAnswerToast(actionData);
  const pending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const isRecovery = searchParams.get("use") === "recovery";
  const here = secondStepPath(searchParams.get("from"));
  const other = isRecovery ? here : `${here}${here.includes("?") ? "&" : "?"}use=recovery`;
  return (
    <LoginPanel message={actionData?.message ?? null}>
      <Form method="post" className="grid gap-5">
        {isRecovery ? (
          <Field
            key="recovery"
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            hint="Each of your recovery codes works once."
            error={actionData?.error}
            required
          />
        ) : (
          <Field
            key="app"
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            hint="The 6 digits that your authenticator app shows now."
            error={actionData?.error}
            required
          />
        )}
        <Button type="submit" size="large" pending={pending}>
          Sign In
        </Button>
        <p className="text-center">
          <Link to={other} className="text-link" replace>
            {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
          </Link>
        </p>
        <LinkButton to={href("/")} look="quiet" reloadDocument>
          Return to Website
        </LinkButton>
      </Form>
    </LoginPanel>
  );
}
