// Stands before a file with people's data: asks for the password, then offers the file.
import { Download } from "lucide-react";
import { href, redirect } from "react-router";
import { adminMeta, BackLink, failedPage } from "../../admin/frame/admin-page.tsx";
import { PageTitle } from "../../admin/frame/page-title.tsx";
import { isPasswordAsked } from "../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../admin/password/password-question.tsx";
import { parseReturnPath } from "../../admin/sign-in/return-path.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import type { Route } from "./+types/password";
import { adminAction, asksPassword } from "./admin-action.ts";

const TITLE = "Export orders";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

/** Only the file itself can be asked for: no other page is reached from here. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { isPasswordFresh } = adminOf(context);
  const file = href("/admin/orders/export");
  const to = parseReturnPath(url.searchParams.get("to"));
  return { to: to?.split("?")[0] === file ? to : file, isPasswordFresh };
}

export const action = adminAction("confirm", {
  confirm: asksPassword(async ({ url }) => redirect(`${url.pathname}${url.search}`)),
});

export default function PasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, isPasswordFresh } = loaderData;
  const here = `${href("/admin/password")}?to=${encodeURIComponent(to)}`;
  const asked = isPasswordAsked(actionData) ? actionData : { asks: "password" as const, fields: [] };
  return (
    <>
      <BackLink to={href("/admin/orders")} label="All orders" />
      <PageTitle title={TITLE} />
      <div className="max-w-xl">
        {isPasswordFresh ? (
          <div className="admin-card grid justify-items-start gap-4 p-5">
            <p>Thank you. The file holds names and addresses: keep it only as long as you need it.</p>
            <LinkButton to={to} reloadDocument>
              <Download aria-hidden="true" className="size-4" />
              Download CSV
            </LinkButton>
          </div>
        ) : (
          <PasswordQuestion asked={asked} action={here} isInPage />
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load orders");
