import { Form, href } from "react-router";
import { discountFormOf, isLargeDiscount } from "#domain/discount/discount-form.ts";
import { formatUses } from "#domain/discount/discount-state.ts";
import { findDiscount } from "#server/checkout/discounts/list-discounts.ts";
import { listDiscountChoices } from "#server/checkout/discounts/queries.ts";
import { switchDiscount } from "#server/checkout/discounts/save-discount.ts";
import { DiscountForm } from "../../../admin/discounts/discount-form.tsx";
import { DiscountBadge } from "../../../admin/discounts/discounts-table.tsx";
import { formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../admin/frame/go-to.ts";
import { done, refused } from "../../../admin/frame/notices.ts";
import { useAnswerToast } from "../../../admin/frame/use-notice-toasts.ts";
import { otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useRootData } from "../../../page/root-data.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, answered, asksPasswordWhen } from "../admin-action.ts";
import type { Route } from "./+types/discount";
import { isLarge, saveDiscountForm } from "./save-discount-form.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminMeta(matches, loaderData ? `Discount ${loaderData.title}` : "Discount");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const found = await findDiscount(shop, params);
  if (!found) throw goTo(href("/admin/discounts"), "discount-not-found");
  const { discount, timeZone } = found;
  return {
    discount,
    title: discount.code ?? discount.name,
    opened: discountFormOf(discount, timeZone),
    ...(await listDiscountChoices(shop.db, discount.productIds ?? [])),
  };
}

/** The form, 'Switch off' and 'Switch on'. */
export const action = adminAction("save", {
  save: asksPasswordWhen(isLarge, (asked) => saveDiscountForm(asked, asked.params.id ?? "")),
  "switch-off": (asked) => turn(asked, false),
  "switch-on": asksPasswordWhen(isStoredLarge, (asked) => turn(asked, true)),
});

async function isStoredLarge({ shop, params }: Asked): Promise<boolean> {
  const found = await findDiscount(shop, { id: params.id ?? "" });
  return found !== null && isLargeDiscount(found.discount);
}

async function turn({ shop, actor, params }: Asked, isOn: boolean) {
  const switched = await switchDiscount(shop, { id: params.id ?? "", isOn, actor });
  if (switched === "not_found") return goTo(href("/admin/discounts"), "discount-not-found");
  if (switched === "collection_deleted")
    return answered(
      refused(422, "Choose another collection first", "This discount's collection was deleted."),
    );
  const said = isOn
    ? "Shoppers can use it within its dates and limits."
    : "New orders no longer get it. Shoppers who are paying right now keep it.";
  return answered(done(isOn ? "Discount switched on" : "Discount switched off", said));
}

export default function DiscountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { discount, title, opened, products, collections, isCut } = loaderData;
  const { publicUrl } = useRootData();
  const answer = otherThanAsked(actionData);
  const path = href("/admin/discounts/:id", { id: discount.id });
  useAnswerToast(answer);
  return (
    <>
      <BackLink to={href("/admin/discounts")} label="All discounts" />
      <PasswordQuestion answer={actionData} action={path} />
      <PageTitle title={<span className="wrap-anywhere">{title}</span>}>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`${href("/admin/discounts/new")}?copy=${discount.id}`} look="secondary">
            Duplicate
          </LinkButton>
          <Form method="post" action={path} preventScrollReset>
            <Button
              type="submit"
              name="intent"
              value={discount.isOn ? "switch-off" : "switch-on"}
              look="secondary"
            >
              {discount.isOn ? "Switch Off" : "Switch On"}
            </Button>
          </Form>
        </div>
      </PageTitle>
      <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <DiscountBadge state={discount.state} />
        {discount.state === "scheduled" && discount.startsAt !== null && (
          <p>
            Starts <ShopTime at={discount.startsAt} style="date and time" />
          </p>
        )}
        {discount.collectionId !== null && !discount.collection?.isShown && (
          <p>
            {discount.collection
              ? `${discount.collection.name} is not in the shop now, so no order gets this discount.`
              : "Its collection was deleted. Choose another one."}
          </p>
        )}
        <p>Used: {formatUses(discount)}</p>
        {discount.code !== null && (
          <p className="wrap-anywhere text-ink-2">
            Link for ads and emails: {publicUrl}
            {href("/discount/:code", { code: discount.code })}
          </p>
        )}
      </div>
      <DiscountForm
        key={discount.id}
        opened={opened}
        answer={formAnswerIn(actionData)}
        products={products}
        collections={collections}
        isCut={isCut}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Discount", "Failed to load the discount");
