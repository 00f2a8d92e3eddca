import { data, href, redirect, useNavigation } from "react-router";
import { findLeftCart, stopReminders, takeCartBack } from "#server/checkout/reminders/answer-reminder.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { ReminderPage } from "../../../storefront/reminders/reminder-page.tsx";
import { textOf } from "../form-page.ts";
import type { Route } from "./+types/reminder";

export const headers = secretFormPage;

export async function loader({ context, params }: Route.LoaderArgs) {
  const left = await findLeftCart(shopOf(context), { token: params.token });
  return data(left, { status: left ? 200 : 404 });
}

/** The page's buttons, and the one click of an email client (RFC 8058), which sends its own field. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const [shop, form] = [shopOf(context), await request.formData()];
  const intent = textOf(form, "intent");
  if (intent === "back") {
    await takeCartBack(shop, params);
    return redirect(href("/checkout"));
  }
  const isKnown = await stopReminders(shop, { ...params, isOut: intent !== "resume" });
  return data(null, { status: isKnown ? 200 : 404 });
}

// Also after a refusal: the link leads to nothing anymore, and the page must say so.
export const shouldRevalidate = isAnswered;

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Your cart",
  description: "The items in your cart.",
  path: "/shop",
  noindex: true,
});

export default function Reminder({ loaderData }: Route.ComponentProps) {
  const { state } = useNavigation();
  return <ReminderPage left={loaderData} isSending={state === "submitting"} />;
}
