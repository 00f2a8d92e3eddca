import { href, redirect } from "react-router";
import { signOut } from "#server/auth/sign-out.ts";
import { goTo } from "../../../admin/frame/go-to.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { orLogged } from "../admin-action.ts";
import type { Route } from "./+types/sign-out";

/** Ends the session. If that fails, the owner stays signed in and sees why. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = shopOf(context);
  const result = await orLogged(shop, "auth.sign_out_failed", signOut(shop, request));
  if (!result) return goTo(href("/admin/dashboard"), "sign-out-error");
  if (!result.ok) return goTo(href("/admin/dashboard"), "sign-out-failed");
  return goTo(href("/admin/login"), "signed-out", result.headers);
}

/** Signing out changes something, so it takes a form post; visiting the URL does nothing. */
export function loader() {
  throw redirect(href("/admin/dashboard"));
}
