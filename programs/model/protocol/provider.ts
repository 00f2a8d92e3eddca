// The payment provider: its payments, its page, and its memory of keys.
import { isPayable, type Scene } from "./scene.ts";
import type { Checkout, Slot } from "./world.ts";

/** Makes the payment of a key, or finds the one that was made under it. */
export function makeIntent({ checkout: c, rules }: Scene): Slot {
  const isSecond = c.createKey === "renewed" || (rules.bug === "no-key" && c.first !== "none");
  const slot = isSecond ? "second" : "first";
  if (c[slot] === "none") c[slot] = "requires_payment_method";
  return slot;
}

export function makePage({ checkout: c }: Scene): void {
  if (c.pageStatus === "none") c.pageStatus = "open";
}

/** `cancels`: the provider cancels an unpaid payment of the page along with it. */
export function expirePage(c: Checkout, cancels: boolean): void {
  if (c.pageStatus !== "open") return;
  c.pageStatus = "expired";
  if (cancels && isPayable(c.page)) c.page = "canceled";
}

/** The first payment that is alive, else one that is canceled, by the checkout's name in it. */
export function findIntent(c: Checkout): Slot | null {
  const made = (["first", "page", "second"] as const).filter((slot) => c[slot] !== "none");
  return made.find((slot) => c[slot] !== "canceled") ?? made[0] ?? null;
}

/** The bank took the money, or is still thinking: the page is over. */
export function notePage(c: Checkout): void {
  if (c.pageStatus === "open" && (c.page === "succeeded" || c.page === "processing"))
    c.pageStatus = "complete";
}
