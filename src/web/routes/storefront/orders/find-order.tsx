import { href, useNavigation } from "react-router";
import { clientIpOf } from "#server/core/client-ip.ts";
import { sendOrderLink } from "#server/orders/links/send-order-link.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { FindOrderPage } from "../../../storefront/orders/find-order-page.tsx";
import { formPageHeaders, respond, textOf } from "../form-page.ts";
import type { Route } from "./+types/find-order";

export const headers = formPageHeaders;

/** Far more than either field needs; the typed values come back with the response. */
const FIELD_LENGTH_MAX = 200;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const [number, email] = [textOf(form, "number"), textOf(form, "email")];
  const sent = { number: number.slice(0, FIELD_LENGTH_MAX), email: email.slice(0, FIELD_LENGTH_MAX) };
  const outcome = await sendOrderLink(shopOf(context), { ...sent, ip: clientIpOf(request) });
  return respond({ outcome, values: sent });
}

export const meta = metaOf({
  title: "Find your order",
  description: "Enter your order number and email, and we'll send you a link to your order.",
  path: "/orders",
  noindex: true,
});

export default function FindOrder({ actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  return <FindOrderPage answer={actionData} isSending={navigation.formAction === href("/orders")} />;
}
