/** A product of the sample catalog, as a fresh shop is filled with it. */
export type SampleProduct = {
  name: string;
  category: "Hats" | "Shirts";
  /** Cents. */
  price: number;
  /** Cents, always below `price`; null when the product is not on sale. */
  salePrice: number | null;
  description: string;
  /** One entry with variation "" for a product without options. */
  options: { variation: string; quantity: number }[];
  /** The first picture is the main one; `file` is a name inside `sample/pictures`. */
  pictures: { file: string; alt: string }[];
  /** Age of the product on the day the shop is filled, so that "newest" sorts sensibly. */
  createdDaysAgo: number;
};

type Options = SampleProduct["options"];

export const oneSize = (quantity: number): Options => [{ variation: "", quantity }];

/** Options in the order given: `{ S: 8, M: 14 }`. */
export const sizes = (stock: Record<string, number>): Options =>
  Object.entries(stock).map(([variation, quantity]) => ({ variation, quantity }));
