import { data } from "react-router";
import { findReviewPage } from "#server/inbox/reviews/find-review-page.ts";
import { stopAsking } from "#server/inbox/reviews/write-review.ts";
import { shopOf } from "../../../middleware/shop-context.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { secretFormPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { DeadReviewLink } from "../../../storefront/reviews/dead-review-link.tsx";
import { StopPage } from "../../../storefront/reviews/stop-page.tsx";
import { textOf } from "../form-page.ts";
import type { Route } from "./+types/reviews-stop";

export const headers = secretFormPage;

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await findReviewPage(shopOf(context), { token: params.token });
  return data(page && { isStopped: page.isStopped }, { status: page ? 200 : 404 });
}

/** Also what an email client posts when its reader unsubscribes: nothing but "List-Unsubscribe=One-Click". */
export async function action({ request, context, params }: Route.ActionArgs) {
  const isOut = textOf(await request.formData(), "intent") !== "resume";
  const isKnown = await stopAsking(shopOf(context), { token: params.token, isOut });
  return data(null, { status: isKnown ? 200 : 404 });
}

// Also after a refusal: the link opens nothing anymore, and the page must say so.
export const shouldRevalidate = isAnswered;

export const meta = metaOf({
  title: "Review requests",
  description: "Choose whether we ask you to review your orders.",
  path: "/shop",
  noindex: true,
});

export default function StopReviews({ loaderData: page }: Route.ComponentProps) {
  return page ? <StopPage isStopped={page.isStopped} /> : <DeadReviewLink />;
}
