import { data } from "react-router";
import { clientIpOf } from "#server/core/client-ip.ts";
import { findReviewPage } from "#server/inbox/reviews/find-review-page.ts";
import { removeReview, writeReview } from "#server/inbox/reviews/write-review.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { DeadReviewLink } from "../../../storefront/reviews/dead-review-link.tsx";
import { ReviewPage } from "../../../storefront/reviews/review-page.tsx";
import { respond, textOf } from "../form-page.ts";
import type { Route } from "./+types/reviews";

export const headers = secretFormPage;

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await findReviewPage(shopOf(context), { token: params.token });
  return data(page, { status: page ? 200 : 404 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const shop = shopOf(context);
  const form = await request.formData();
  const itemId = textOf(form, "item");
  const sent = {
    stars: textOf(form, "stars"),
    fit: textOf(form, "fit"),
    text: textOf(form, "text"),
    name: textOf(form, "name"),
  };
  const who = { token: params.token, ip: clientIpOf(request) };
  const outcome =
    textOf(form, "intent") === "remove"
      ? await removeReview(shop, { ...who, itemId })
      : await writeReview(shop, { ...who, sent: { ...sent, itemId, version: textOf(form, "version") } });
  return respond({ itemId, outcome, values: sent });
}

// Also after a refusal: "save again" refers to the stored review.
export const shouldRevalidate = isAnswered;

// The path without the token: a link preview or a bookmark service must not carry it on.
export const meta = metaOf({
  title: "Your review",
  description: "Your review helps other shoppers choose.",
  path: "/shop",
  noindex: true,
});

export default function Reviews({ loaderData: page, actionData }: Route.ComponentProps) {
  return page ? <ReviewPage page={page} answer={actionData} /> : <DeadReviewLink />;
}
