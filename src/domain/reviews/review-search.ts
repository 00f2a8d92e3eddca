// The owner's list of reviews, and how the owner wants customers to be asked.
import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { queryText } from "../text/query-text.ts";
import { type Review, type ReviewState, reviewStates } from "./review.ts";

export type OwnersReview = Review & {
  id: string;
  state: ReviewState;
  version: number;
  size: string;
  product: { id: string; name: string };
  orderId: string;
  /** ISO time of its latest words. */
  at: string;
};

/** `after`: the review after which a page begins. */
export type ReviewSearch = { show: ReviewState; after: Cursor | null };

export function parseReviewSearch(params: URLSearchParams): ReviewSearch {
  const show = reviewStates.find((state) => state === params.get("show")) ?? "pending";
  return { show, after: parseCursor(params.get("after")) };
}

export function reviewSearchText({ show, after }: ReviewSearch): string {
  return queryText({ show: show !== "pending" && show, after: after && cursorText(after) });
}

/** Whether customers are asked for a review, and how many days after their shipment came. */
export type ReviewRules = { asks: boolean; afterDays: number };
export const defaultReviewRules: ReviewRules = { asks: true, afterDays: 7 };
export const ASK_DAYS_MAX = 60;
