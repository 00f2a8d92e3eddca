// The actions of the page behind a reminder's link. Opening it changes nothing, since email clients open links
// themselves.
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import { refreshCartLines } from "../../catalog/refresh-cart.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { readReminderToken } from "../../mail/links/email-links.ts";
import { writeOptOut } from "../../mail/queries.ts";
import { findLeft, findReminded, noteCameBack } from "./queries.ts";

type Token = { token: string };

export type LeftCart = { lines: (FreshLine & { quantity: number })[]; isStopped: boolean };

/** The abandoned cart at today's prices; null: the link is not the shop's, or the checkout was deleted. */
export async function findLeftCart(shop: Shop, { token }: Token): Promise<LeftCart | null> {
  const id = readReminderToken(shop, token);
  const left = id === null ? null : await findLeft(shop.db, id);
  if (!left) return null;
  const fresh = await refreshCartLines(shop, left.lines);
  const lines = fresh.map((line, at) => ({ ...line, quantity: left.lines[at]?.quantity ?? 1 }));
  return { lines, isStopped: left.isStopped };
}

/** The shopper reopened the cart. */
export async function takeCartBack(shop: Shop, { token }: Token): Promise<void> {
  const id = readReminderToken(shop, token);
  if (id !== null) await noteCameBack(shop.db, id, nowOf(shop));
}

/**
 * Stops reminders for the recipient of this one, or resumes them. False: the link is not the shop's, or its checkout
 * was deleted.
 */
export async function stopReminders(
  shop: Shop,
  { token, isOut }: Token & { isOut: boolean },
): Promise<boolean> {
  const id = readReminderToken(shop, token);
  const emailHash = id === null ? null : await findReminded(shop.db, id);
  if (emailHash === null) return false;
  await writeOptOut(shop.db, { kind: "checkout_reminder", emailHash, isOut, now: nowOf(shop) });
  return true;
}
