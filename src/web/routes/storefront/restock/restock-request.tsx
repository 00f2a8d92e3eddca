import { data, useNavigation } from "react-router";
import { confirmRestock, endRestock, findRestockRequest } from "#server/inbox/restock/answer-request.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { RestockPage } from "../../../storefront/restock/restock-page.tsx";
import { textOf } from "../form-page.ts";
import type { Route } from "./+types/restock-request";

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const request = await findRestockRequest(shopOf(context), { token: params.token });
  return data(request, { status: request ? 200 : 404, headers: secretFormPage() });
}

/** The page's buttons, and the one click of an email client (RFC 8058), which sends its own field. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const [shop, form] = [shopOf(context), await request.formData()];
  const isOneClick = textOf(form, "List-Unsubscribe") === "One-Click";
  const intent = isOneClick ? "end" : textOf(form, "intent");
  if (intent === "end") {
    const isOurs = await endRestock(shop, params);
    return data(isOurs ? ("ended" as const) : null, {
      status: isOurs ? 200 : 404,
      headers: secretFormPage(),
    });
  }
  if (intent === "confirm") await confirmRestock(shop, params);
  const isThere = (await findRestockRequest(shop, params)) !== null;
  const done = isThere && intent === "confirm" ? ("confirmed" as const) : null;
  return data(done, { status: isThere ? 200 : 404, headers: secretFormPage() });
}

// Also after a refusal: the link leads to nothing anymore, and the page must say so.
export const shouldRevalidate = isAnswered;

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Tell me when it's back",
  description: "One email when your item is back in stock.",
  path: "/shop",
  noindex: true,
});

export default function RestockRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  return <RestockPage request={loaderData} done={actionData ?? null} isSending={state === "submitting"} />;
}
