// A customer says what something they bought is like, changes it, or takes it back. Only who has the link of the order may,
// only of what the order sold, and one review for each of its lines; what was written waits for the owner's look. Sent
// twice it is one; from an older tab it is refused, so that the text in the newer one isn't lost.
import { parseReview, type ReviewErrors, type ReviewFields } from "#domain/reviews/review.ts";
import { countUse } from "../../auth/limits/count-use.ts";
import { networkOf } from "../../core/client-ip.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { setOptOut } from "./ask-queries.ts";
import { findReviewPage, hashOfToken, type ReviewLine } from "./find-review-page.ts";
import { deleteReview, upsertReview } from "./queries.ts";

export const REVIEWS_PER_CLIENT_MAX = 60;
const WINDOW_MS = 60 * 60_000;

export type ReviewOutcome =
  | { ok: true; is: "saved" | "removed" }
  | { ok: false; reason: "invalid"; errors: ReviewErrors }
  /** over: too long ago. changed: another tab has saved something else. */
  | { ok: false; reason: "not_found" | "not_bought" | "over" | "changed" | "rate_limited" | "unavailable" };

type ReviewInput = ReviewFields & {
  itemId: string;
  /** The version of the review that the form was opened with; "0" for none. */
  version: string;
};

export async function writeReview(
  shop: Shop,
  { token, sent, ip }: { token: string; sent: ReviewInput; ip: string },
): Promise<ReviewOutcome> {
  try {
    const found = await findLine(shop, { token, itemId: sent.itemId, ip });
    if (!found.ok) return found;
    const { line, isOpen } = found;
    if (!isOpen) return { ok: false, reason: "over" };
    const parsed = parseReview(sent, line);
    if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
    if (isSame(line.review, parsed.value)) return { ok: true, is: "saved" };
    const version = /^\d{1,9}$/.test(sent.version) ? Number(sent.version) : 0;
    const written = { ...parsed.value, id: shop.newId(), itemId: line.itemId, version, now: nowOf(shop) };
    if (await upsertReview(shop.db, written)) return { ok: true, is: "saved" };
    const now = await findLine(shop, { token, itemId: sent.itemId, ip });
    if (!now.ok) return now;
    return isSame(now.line.review, parsed.value)
      ? { ok: true, is: "saved" }
      : { ok: false, reason: "changed" };
  } catch (error) {
    shop.log.error("review.not_stored", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

/** Deletes it, at any time: it is the writer's. */
export async function removeReview(
  shop: Shop,
  { token, itemId, ip }: { token: string; itemId: string; ip: string },
): Promise<ReviewOutcome> {
  try {
    const found = await findLine(shop, { token, itemId, ip });
    if (!found.ok) return found;
    await deleteReview(shop.db, found.line.itemId);
    return { ok: true, is: "removed" };
  } catch (error) {
    shop.log.error("review.not_stored", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

/** Whether the customer of the link's order is asked for reviews again. False: the link opens nothing. */
export async function stopAsking(
  shop: Shop,
  { token, isOut }: { token: string; isOut: boolean },
): Promise<boolean> {
  const tokenHash = hashOfToken(token);
  return tokenHash !== null && setOptOut(shop.db, { tokenHash, isOut, now: nowOf(shop) });
}

type ReviewTarget =
  | { ok: true; line: ReviewLine; isOpen: boolean }
  | { ok: false; reason: "not_found" | "not_bought" | "rate_limited" };

async function findLine(
  shop: Shop,
  { token, itemId, ip }: { token: string; itemId: string; ip: string },
): Promise<ReviewTarget> {
  const key = `review:${shop.hashClient(networkOf(ip))}`;
  const uses = await countUse(shop.db, { key, now: shop.clock(), windowMs: WINDOW_MS });
  if (uses > REVIEWS_PER_CLIENT_MAX) return { ok: false, reason: "rate_limited" };
  const page = await findReviewPage(shop, { token });
  if (!page) return { ok: false, reason: "not_found" };
  const line = page.lines.find((known) => known.itemId === itemId);
  return line ? { ok: true, line, isOpen: page.isOpen } : { ok: false, reason: "not_bought" };
}

function isSame(
  stored: ReviewLine["review"],
  written: Omit<NonNullable<ReviewLine["review"]>, "state" | "version">,
) {
  if (!stored) return false;
  const { stars, fit, text, name } = stored;
  return stars === written.stars && fit === written.fit && text === written.text && name === written.name;
}
