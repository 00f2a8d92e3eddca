import type { BrandPicture } from "./picture.ts";

/** A page of the owner's. Its text is written as the legal texts are (settings/legal-text.ts). */
export type OwnPage = {
  id: string;
  /** "care" of "/pages/care". */
  slug: string;
  title: string;
  /** The small line above the heading; "" for none. */
  eyebrow: string;
  heading: string;
  picture: BrandPicture | null;
  text: string;
  /** For search engines; "": the title. */
  seoTitle: string;
  description: string;
};

export const OWN_PAGES_MAX = 50;
export const ABOUT_ID = "about";

/** About has an address of its own, and can't be deleted. */
export function pagePath({ id, slug }: Pick<OwnPage, "id" | "slug">): string {
  return id === ABOUT_ID ? "/about" : `/pages/${slug}`;
}
