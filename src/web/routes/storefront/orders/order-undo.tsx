import { data, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { findEmailUndo, undoEmail } from "#server/orders/changes/undo-email.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { UndoEmailPage } from "../../../storefront/orders/undo-email-page.tsx";
import type { Route } from "./+types/order-undo";

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

/** An email program that opens links changes nothing: only the page's button does. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findEmailUndo(shopOf(context), params);
  return data(found, { status: statusOf(found), headers: secretFormPage() });
}

export async function action({ context, params }: Route.ActionArgs) {
  const result = await undoEmail(shopOf(context), params);
  return data(result, { status: statusOf(result), headers: secretFormPage() });
}

function statusOf(result: { ok: boolean; reason?: string }): number {
  if (result.ok) return 200;
  return result.reason === "not_found" ? 404 : 410;
}

// The answer says how it is now: by then the link is used up.
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Undo the email change",
  description: "Get the emails about your order at this address again.",
  path: "/orders",
  noindex: true,
});

export default function OrderUndo({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  return <UndoEmailPage look={loaderData} result={actionData} isSending={state === "submitting"} />;
}
