// Stands before a file with people's data: asks for the password, then offers the file.

import { href, redirect } from "react-router";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { Download } from "../../admin/icons.tsx";
import { guardedFile } from "../../admin/password/guarded-files.ts";
import { isPasswordAsked } from "../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../admin/password/password-question.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import type { Route } from "./+types/password";
import { adminAction, asksPassword } from "./admin-action.ts";

const TITLE = "Download a file";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

/** Only such a file can be asked for: no other page is reached from here. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { isPasswordFresh } = adminOf(context);
  return { ...guardedFile(url.searchParams.get("to")), isPasswordFresh };
}

export const action = adminAction("confirm", {
  confirm: asksPassword(async ({ url }) => redirect(`${url.pathname}${url.search}`)),
});

export default function PasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, title, note, download, back, isPasswordFresh } = loaderData;
  const here = `${href("/admin/password")}?to=${encodeURIComponent(to)}`;
  const asked = isPasswordAsked(actionData) ? actionData : { asks: "password" as const, fields: [] };
  return (
    <>
      <BackLink {...back} />
      <PageTitle title={title} />
      <div className="max-w-xl">
        {isPasswordFresh ? (
          <div className="admin-card grid justify-items-start gap-4 p-5">
            <p>{note}</p>
            <LinkButton to={to} reloadDocument>
              <Download aria-hidden="true" className="size-4" />
              {download}
            </LinkButton>
          </div>
        ) : (
          <PasswordQuestion answer={asked} action={here} isInPage />
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the file");
