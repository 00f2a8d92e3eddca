import { href, redirect } from "react-router";
import { signOut } from "#server/auth/sign-out.ts";
import { errorText } from "#server/log.ts";
import { goTo } from "../../admin/sign-in/signed-in.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import type { Route } from "./+types/sign-out";

/** Ends the session. Who could not be signed out stays where they are and is told so. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  try {
    const result = await signOut(shop, request);
    if (!result.ok) return goTo(href("/admin/dashboard"), "sign-out-failed");
    return goTo(href("/admin/login"), "signed-out", result.headers);
  } catch (error) {
    shop.log.error("auth.sign_out_failed", { error: errorText(error) });
    return goTo(href("/admin/dashboard"), "sign-out-error");
  }
}

/** Signing out changes something, so it is asked for by a form; a plain visit of the address does nothing. */
export function loader() {
  throw redirect(href("/admin/dashboard"));
}
