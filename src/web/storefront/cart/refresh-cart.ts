// Asks the server for the current prices and stock of the cart's items. Changes are kept until the shopper has seen them,
// on any page: the one that asked may be gone when the answer comes.
import { useSyncExternalStore } from "react";
import type { Cart } from "#domain/cart/cart.ts";
import { type CartChange, type FreshLine, refreshCart } from "#domain/cart/cart-refresh.ts";
import { type Discount, normalCode } from "#domain/discount/discount.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { askFunction } from "../../page/functions-client.ts";
import { sharedValue } from "../../ui/shared-value.ts";
import { freshSettings, heldOrderId, loadCode, noteCodeAnswer } from "./cart-settings.ts";
import type { CartStore } from "./cart-store.ts";

/** `discounts`: those that may lower the price; `isStopped`: no code is checked for a while. */
export type RefreshAnswer = {
  lines: FreshLine[];
  settings: StoreSettings;
  discounts?: Discount[];
  isStopped?: true;
};
export type AskForFreshLines = (cart: Cart) => Promise<RefreshAnswer>;

/** Discounts that are not for this shopper's email. An answer about a cart has them, since it knows of no email. */
let usedUp: readonly string[] = [];

/** `ids`: as a payment was refused last, whichever email it was for; undefined: it said nothing of them. */
export function noteUsedUp(ids: readonly string[] | undefined): void {
  usedUp = ids ?? usedUp;
}

let isStopped: true | undefined;

/** What a total that is shown was computed by. */
export function noteStopped(answer: RefreshAnswer): void {
  isStopped = answer.isStopped;
}

/**
 * The code for a payment. A total in which the shop did not look at the code is paid without it; and a text that can't be
 * one lowers no total, which the field has said.
 */
export const codeToPay = (): string | null => (isStopped ? null : normalCode(loadCode()) || null);

export const askServer: AskForFreshLines = async (cart) => {
  const items = cart.lines.map((line) => ({
    product_id: line.product.id,
    selectedOption: line.selectedOption,
    variant_id: line.variantId,
  }));
  const code = loadCode();
  const asked = { items, discount_code: code, order_id: heldOrderId() };
  const {
    discounts = [],
    said = null,
    ...answer
  } = (await askFunction("refresh-cart", asked)) as RefreshAnswer & { said?: string | null };
  if (code !== null) noteCodeAnswer(code, { said, ...answer });
  return { ...answer, discounts: discounts.filter(({ id }) => !usedUp.includes(id)) };
};

const nothing: readonly CartChange[] = [];
const untold = sharedValue(nothing);

/** The changes in the cart since the shopper last saw them. */
export function useUntoldChanges(): readonly CartChange[] {
  return useSyncExternalStore(untold.subscribe, untold.get, untold.get);
}

/** Takes them: the shopper sees them now, or has read them. */
export function takeUntoldChanges(): readonly CartChange[] {
  const changes = untold.get();
  untold.set(nothing);
  return changes;
}

/** A later change of the same kind replaces it; a price change starts from the price that the shopper knows. */
function noteUntold(changes: readonly CartChange[]): void {
  if (changes.length === 0) return;
  const all = new Map<string, CartChange>();
  for (const change of [...untold.get(), ...changes]) {
    const key = change.kind + change.name;
    const known = all.get(key);
    const isPrice = known?.kind === "price" && change.kind === "price";
    all.set(key, isPrice ? { ...change, before: known.before } : change);
  }
  untold.set([...all.values()]);
}

/** How many were asked, and to which the last answer was that was taken: two answers may overtake each other. */
let questions = 0;
let taken = 0;

/**
 * Brings the stored cart up to date and returns what changed. The shopper may have edited the cart while the answer was on
 * its way, here or in another tab: it is applied to the cart as it is then. An answer older than one that was taken changes
 * nothing. Null when the server can't be asked.
 */
export async function refreshStoredCart(
  store: CartStore,
  ask: AskForFreshLines = askServer,
): Promise<CartChange[] | null> {
  if (store.get().lines.length === 0) return null;
  questions += 1;
  const question = questions;
  try {
    const answer = await ask(store.get());
    if (question < taken) return [];
    taken = question;
    const { lines, settings, discounts = [] } = answer;
    noteStopped(answer);
    freshSettings.set({ ...settings, discounts });
    store.reload();
    const { cart, changes } = refreshCart(store.get(), lines);
    noteUntold(changes);
    if (JSON.stringify(cart) !== JSON.stringify(store.get())) store.set(cart);
    return changes;
  } catch {
    return null;
  }
}

/** One sentence per change, as the shopper reads it. */
export function formatChange(change: CartChange): string {
  switch (change.kind) {
    case "gone":
      return `${change.name} is no longer sold and was removed.`;
    case "sold-out":
      return `${change.name} is sold out and was removed.`;
    case "less":
      return `Only ${change.quantity} of ${change.name} left; the quantity was reduced.`;
    case "price":
      return `${change.name} now costs ${formatMoney(change.after)} instead of ${formatMoney(change.before)}.`;
  }
}
