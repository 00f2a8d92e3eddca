// The blocks of the home page: the fields of each kind.
import type { StoreLink } from "./menu.ts";
import type { BrandPicture } from "./picture.ts";

type Base = { id: string; isOn: boolean };

export type AnnouncementBlock = Base & {
  kind: "announcement";
  text: string;
  link: StoreLink | null;
  /** Days of the store, "2026-06-01"; "" for no limit. The last day is included. */
  from: string;
  until: string;
};
export type HeroBlock = Base & {
  kind: "hero";
  eyebrow: string;
  heading: string;
  text: string;
  first: StoreLink | null;
  second: StoreLink | null;
  picture: BrandPicture;
  showsProduct: boolean;
};
export type CategoriesBlock = Base & { kind: "categories"; heading: string };
export type NewestBlock = Base & { kind: "newest"; heading: string; linkLabel: string };
export type SaleBlock = Base & { kind: "sale"; heading: string; text: string; linkLabel: string };
export type CollectionBlock = Base & {
  kind: "collection";
  /** The block is left out while this collection is not in the shop. */
  collectionId: string;
  /** "": the name of the collection. */
  heading: string;
  linkLabel: string;
};
export type PictureTextBlock = Base & {
  kind: "picture-text";
  heading: string;
  text: string;
  link: StoreLink | null;
  picture: BrandPicture | null;
  side: "left" | "right";
};
export type Reason = { name: string; note: string; text: string };
export type ReasonsBlock = Base & {
  kind: "reasons";
  heading: string;
  /** In front of the number of each reason; "" for none. */
  label: string;
  reasons: Reason[];
};
export type ReviewsBlock = Base & { kind: "reviews"; heading: string };
export type QuoteBlock = Base & { kind: "quote"; text: string; who: string };

export type HomeBlock =
  | AnnouncementBlock
  | HeroBlock
  | CategoriesBlock
  | NewestBlock
  | SaleBlock
  | CollectionBlock
  | PictureTextBlock
  | ReasonsBlock
  | ReviewsBlock
  | QuoteBlock;

export type BlockKind = HomeBlock["kind"];

export const BLOCKS_MAX = 20;
export const REASONS_MAX = 6;

export const blockKinds: Record<BlockKind, { label: string; isRepeatable?: true }> = {
  announcement: { label: "Announcement bar" },
  hero: { label: "Hero" },
  categories: { label: "Categories" },
  newest: { label: "New products" },
  sale: { label: "Products on sale" },
  collection: { label: "Collection", isRepeatable: true },
  "picture-text": { label: "Picture with text", isRepeatable: true },
  reasons: { label: "Reasons" },
  reviews: { label: "Reviews" },
  quote: { label: "Quote", isRepeatable: true },
};
