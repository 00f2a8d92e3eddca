import { otherHats, ropeCaps } from "./hats.ts";
import type { SampleProduct } from "./product.ts";
import { layers, polos } from "./shirts.ts";

export type { SampleProduct };

/** The sixteen products of a fresh shop. Names, descriptions and pictures are the shop's own; the pictures
 * are rendered by the studio next to this file. */
export const sampleProducts: SampleProduct[] = [...ropeCaps, ...otherHats, ...polos, ...layers];
