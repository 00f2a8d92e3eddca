// What the owner chooses products from: for a swap in an order, or for a delivery.
import type { Cents } from "../money/money.ts";
import type { ProductImage } from "./image.ts";

/** So many are listed; words narrow the list. */
export const PICKS_MAX = 12;
/** Longer texts are cut. */
export const PICK_WORDS_MAX = 80;

/** `free`: how many of it can be sold now. A product without options has one variant, named "". */
export type PickVariant = { variation: string; free: number; price: Cents };

export type ProductPick = { id: string; name: string; image: ProductImage | null; variants: PickVariant[] };
