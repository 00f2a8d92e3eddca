import type { SampleProduct } from "#server/catalog/sample/seed-sample-catalog.ts";

export type { SampleProduct };

type Options = SampleProduct["options"];

export const oneSize = (quantity: number): Options => [{ variation: "", quantity }];

/** Options in the order given: `{ S: 8, M: 14 }`. */
export const sizes = (stock: Record<string, number>): Options =>
  Object.entries(stock).map(([variation, quantity]) => ({ variation, quantity }));
