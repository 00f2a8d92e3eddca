import { data, useNavigation } from "react-router";
import { clientIpOf } from "#server/client-ip.ts";
import { sendOrderLink } from "#server/orders/send-order-link.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { type FindOrderAnswer, FindOrderPage } from "../../orders/find-order-page.tsx";
import { cachedPage, privatePage } from "../../page-headers.ts";
import type { Route } from "./+types/find-order";

/** The page is everybody's; the answer to a sent form is the sender's. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : cachedPage();

const statuses = { invalid: 422, rate_limited: 429, unavailable: 503 } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const sent = { number: textOf(form, "number"), email: textOf(form, "email") };
  const outcome = await sendOrderLink(shopOf(context), { ...sent, ip: clientIpOf(request) });
  const answer: FindOrderAnswer = { outcome, values: sent };
  return data(answer, { status: outcome.ok ? 200 : statuses[outcome.reason], headers: privatePage() });
}

function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.slice(0, 200) : "";
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Find your order",
    description: "Enter your order number and your email, and we send you the link to your order.",
    path: "/orders",
    noindex: true,
  });

export default function FindOrder({ actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  return <FindOrderPage answer={actionData} isSending={navigation.formAction === "/orders"} />;
}
