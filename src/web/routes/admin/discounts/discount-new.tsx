import { href } from "react-router";
import { discountFormOf, emptyDiscount } from "#domain/discount/discount-form.ts";
import { findDiscount } from "#server/checkout/discounts/list-discounts.ts";
import { listDiscountChoices } from "#server/checkout/discounts/queries.ts";
import { DiscountForm } from "../../../admin/discounts/discount-form.tsx";
import { formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction, asksPasswordWhen } from "../admin-action.ts";
import type { Route } from "./+types/discount-new";
import { isLarge, saveDiscountForm } from "./save-discount-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "New Discount");

/** `?copy=`: begins with what another discount has, without its code. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const copied = await findDiscount(shop, { id: url.searchParams.get("copy") ?? "" });
  const opened = copied ? { ...discountFormOf(copied.discount, copied.timeZone), code: "" } : emptyDiscount;
  return { opened, ...(await listDiscountChoices(shop.db, opened.productIds)) };
}

export const action = adminAction("save", {
  save: asksPasswordWhen(isLarge, (asked) => saveDiscountForm(asked, null)),
});

export default function NewDiscountPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/discounts")} label="All discounts" />
      <PasswordQuestion answer={actionData} action={href("/admin/discounts/new")} />
      <PageTitle title="New Discount" />
      <DiscountForm {...loaderData} isNew answer={formAnswerIn(actionData)} />
    </>
  );
}

export const ErrorBoundary = failedPage("New Discount", "Failed to load the form");
