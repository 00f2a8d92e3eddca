// A discount as the owner sees it: its values, its uses, and what it does now.
import type { DiscountValues } from "./discount-form.ts";

export type DiscountRow = DiscountValues & {
  id: string;
  isOn: boolean;
  version: number;
  /** The one of `collectionId`; null: there is none, or it was deleted. */
  collection: { name: string; isShown: boolean } | null;
  /** Uses of paid orders, and these together with those that open checkouts hold. */
  taken: number;
  uses: number;
};

export type DiscountState = "active" | "scheduled" | "ended" | "used_up" | "no_collection" | "off";

export function discountState(
  { isOn, startsAt, endsAt, uses, usesMax, collectionId, collection }: Omit<DiscountRow, "id">,
  now: number,
): DiscountState {
  if (!isOn) return "off";
  if (endsAt !== null && Date.parse(endsAt) <= now) return "ended";
  if (usesMax !== null && uses >= usesMax) return "used_up";
  if (collectionId !== null && !collection?.isShown) return "no_collection";
  return startsAt !== null && Date.parse(startsAt) > now ? "scheduled" : "active";
}

export const discountStateLabels: Record<DiscountState, string> = {
  active: "Active",
  scheduled: "Scheduled",
  ended: "Ended",
  used_up: "Used up",
  no_collection: "Collection not in the shop",
  off: "Off",
};

/** "12 of 100", and what open checkouts hold: "12 of 100, 1 in a checkout". */
export function tellUses({ taken, uses, usesMax }: Pick<DiscountRow, "taken" | "uses" | "usesMax">): string {
  const held = uses - taken;
  const of = usesMax === null ? String(taken) : `${taken} of ${usesMax}`;
  return held === 0 ? of : `${of}, ${held} in ${held === 1 ? "a checkout" : "checkouts"}`;
}
