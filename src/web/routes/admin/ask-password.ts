// What moves money, takes people's data out of the shop, or changes how one signs in needs the password again when it
// was last given a while ago. The form is answered with what it sent, so that it can be sent again with the password;
// nothing that was typed is lost, and nothing happens before.
import { data, href, redirect } from "react-router";
import { unreachable } from "#domain/text/unreachable.ts";
import { confirmPassword, type PasswordRefusal } from "#server/auth/password/own-password.ts";
import { PASSWORD_FIELD, type PasswordAsked } from "../../admin/password/password-asked.ts";
import { throttled } from "../../admin/sign-in/signed-in.ts";
import { throttledText } from "../../admin/sign-in/wait-text.ts";
import { privatePage } from "../../page/page-headers.ts";
import type { Asked } from "./admin-action.ts";

const FORBIDDEN = 403;

/** The question, or null once the form has brought the right password. */
export async function askPassword({ shop, request, form, text }: Asked) {
  const password = text(PASSWORD_FIELD);
  const sent = [...form].filter(([name]) => name !== PASSWORD_FIELD);
  const fields = sent.flatMap(([name, value]): PasswordAsked["fields"] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const asked: PasswordAsked = { asks: "password", fields };
  if (!form.has(PASSWORD_FIELD)) return data(asked, { status: FORBIDDEN });
  if (!password) return data({ ...asked, error: "Please enter your password" }, { status: FORBIDDEN });
  const known = await confirmPassword(shop, request, password);
  if (known.ok) return null;
  const init = known.reason === "throttled" ? throttled(known) : { status: FORBIDDEN };
  return data({ ...asked, error: refusedOwnPassword(known) }, init);
}

export function refusedOwnPassword(refusal: PasswordRefusal): string {
  switch (refusal.reason) {
    case "wrong_password":
      return "This is not your current password";
    case "throttled":
      return throttledText(refusal);
    default:
      return unreachable(refusal);
  }
}

/** For a file with people's data: leads to the page that asks, unless the password was given lately. */
export function demandPassword({ isPasswordFresh }: { isPasswordFresh: boolean }, url: URL): void {
  if (isPasswordFresh) return;
  const to = encodeURIComponent(`${url.pathname}${url.search}`);
  throw redirect(`${href("/admin/password")}?to=${to}`, { headers: privatePage() });
}
