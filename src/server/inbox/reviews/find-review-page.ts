// Opens the page of an order's reviews for anyone who has the link from the email that asked for them. As with the link to
// the order itself, the database has only the token's hash; this one shows no email and no postal address.
import { optionsAre } from "#domain/catalog/listed-variants.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { REVIEW_DAYS, suggestName } from "#domain/reviews/review.ts";
import type { Shop } from "../../core/shop.ts";
import { accessTokenHash } from "../../mail/links/order-token.ts";
import { findAskedOrder, type StoredReview } from "./queries.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const DAY_MS = 24 * 60 * 60_000;

export type ReviewLine = {
  itemId: string;
  name: string;
  image: ProductImage | null;
  /** As it was sold; "" for none. */
  size: string;
  /** It has sizes, so whether they run small or large is asked. */
  asksFit: boolean;
  review: StoredReview | null;
};

export type ReviewPage = {
  orderId: string;
  suggestedName: string;
  /** ISO time until which reviews may be written and changed. */
  until: string;
  isOpen: boolean;
  /** The customer asked not to be asked again. */
  isStopped: boolean;
  lines: ReviewLine[];
};

/** The hash of the link's token; null for a text that can't be one. */
export function hashOfToken(token: string): string | null {
  return TOKEN.test(token) ? accessTokenHash(token) : null;
}

/** What the link's order may say; null for any other text. */
export async function findReviewPage(shop: Shop, { token }: { token: string }): Promise<ReviewPage | null> {
  const tokenHash = hashOfToken(token);
  const order = tokenHash === null ? null : await findAskedOrder(shop.db, tokenHash);
  if (!order) return null;
  const until = order.askedAt.getTime() + REVIEW_DAYS * DAY_MS;
  return {
    orderId: order.orderId,
    suggestedName: suggestName(order.customerName),
    until: new Date(until).toISOString(),
    isOpen: shop.clock() < until,
    isStopped: order.isStopped,
    lines: order.lines.map(({ itemId, name, image, size, optionName, review }) => {
      const asksFit = size !== "" && optionsAre({ optionName }) === "size";
      return { itemId, name, image, size, asksFit, review };
    }),
  };
}
