import { pagePath } from "#domain/brand/own-page.ts";
import { drawingOf, shownPicture } from "#domain/brand/picture.ts";
import { fillAll } from "#domain/brand/shown-brand.ts";
import { legalFacts } from "#domain/settings/legal-facts.ts";
import { readLegalText } from "#domain/settings/legal-text.ts";
import type { Shop } from "../../core/shop.ts";
import { recallSettings } from "../recall-settings.ts";

/** The owner's page at a path ("/pages/care", also of its data), as shoppers see it; null: there is none. */
export async function findOwnPage(shop: Shop, path: string) {
  const { settings, brand } = await recallSettings(shop);
  const found = brand.pages.find((page) => pagePath(page) === path.replace(/\.data$/, ""));
  if (!found) return null;
  const facts = legalFacts(settings);
  const { text, seoTitle, ...page } = fillAll({ ...found, text: "" }, facts);
  return {
    ...page,
    picture: shownPicture(page.picture, brand.look),
    title: seoTitle || page.title,
    description: page.description || page.heading,
    document: readLegalText(found.text, facts),
    cardImage: found.picture && drawingOf(found.picture) === null ? found.picture : undefined,
  };
}
