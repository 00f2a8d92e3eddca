import type { BrandPicture } from "./picture.ts";

/** A page of the owner. Its text has the format of the legal texts (settings/legal-text.ts). */
export type OwnPage = {
  id: string;
  /** "care" of "/pages/care". */
  slug: string;
  title: string;
  /** The line above the heading; "" for none. */
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

/** About has its own address, and can't be deleted. */
export function pagePath({ id, slug }: Pick<OwnPage, "id" | "slug">): string {
  return id === ABOUT_ID ? "/about" : `/pages/${slug}`;
}
