import { href } from "react-router";
import { type ReviewState, reviewStates } from "#domain/reviews/review.ts";
import { parseReviewSearch, reviewSearchText } from "#domain/reviews/review-search.ts";
import { decideReview, listReviews } from "#server/inbox/reviews/decide-review.ts";
import { adminMeta, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../admin/frame/link-tabs.tsx";
import { PageAnswer } from "../../admin/frame/notice-line.tsx";
import { done, refused } from "../../admin/frame/notices.ts";
import { showAnswerOf } from "../../admin/frame/show-notice.ts";
import { ListPager } from "../../admin/lists/list-pager.tsx";
import { ReviewList } from "../../admin/reviews/review-list.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import { isAnswered } from "../../page/keep-form.ts";
import type { Route } from "./+types/reviews";
import { type Asked, adminAction, answered } from "./admin-action.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Reviews");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const search = parseReviewSearch(url.searchParams);
  return { search, ...(await listReviews(shop, search)) };
}

/** 'Show' and 'Hide'. */
export const action = adminAction("hide", {
  show: (asked) => decide(asked, "shown", "The review is shown"),
  hide: (asked) => decide(asked, "hidden", "The review is hidden"),
});

const refusals = {
  changed: refused(409, "This review has changed", "Read the new text below, then decide."),
  not_found: refused(404, "This review is gone", "The customer deleted it."),
};

async function decide({ shop, form, actor }: Asked, to: "shown" | "hidden", title: string) {
  const version = Number(form.get("version"));
  const result = await decideReview(shop, { id: form.get("id"), version, to, actor });
  return answered(result.ok ? done(title) : refusals[result.reason]);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

/** Also after a refusal: the page then shows what somebody else has written. */
export const shouldRevalidate = isAnswered;

const tabLabels: Record<ReviewState, string> = { pending: "To approve", shown: "Shown", hidden: "Hidden" };

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, reviews, next } = loaderData;
  const pathOf = (wanted: typeof search) => `${href("/admin/reviews")}${reviewSearchText(wanted)}`;
  return (
    <>
      <PageTitle title="Reviews" />
      <PageAnswer answer={actionData} />
      <LinkTabs
        label="Review lists"
        tabs={reviewStates.map((show) => ({
          to: pathOf({ show, after: null }),
          label: tabLabels[show],
          isHere: show === search.show,
        }))}
      />
      <ReviewList reviews={reviews} show={search.show} action={pathOf(search)} />
      <ListPager
        label="Pages of reviews"
        first={search.after && { label: "Newest reviews", to: pathOf({ ...search, after: null }) }}
        next={next && { label: "Older reviews", to: pathOf({ ...search, after: next }) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Reviews", "Failed to load reviews");
