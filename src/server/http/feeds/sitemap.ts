// The sitemap: one file with the pages of the shop, of its collections, and of all products.

import { ABOUT_ID, pagePath } from "#domain/brand/own-page.ts";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import { shownCategories } from "#domain/category/category.ts";
import { collectionPath } from "#domain/collection/collection.ts";
import { productPath } from "#domain/product/product-path.ts";
import { listShownCollections } from "../../catalog/collections.ts";
import { loadSizeGuide } from "../../catalog/load-size-guide.ts";
import type { Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { element, XML_START } from "./xml.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";

/**
 * Pages that are neither categories nor products. Of the shop's filters and searches only these are listed: the others
 * show the same products. A test compares the list with the route table (test/pages/page-paths.test.ts).
 */
export const SITEMAP_PAGES = [
  "/",
  "/shop",
  "/shop?sale=true",
  "/about",
  "/contact",
  "/shipping",
  "/size-guide",
  "/privacy",
  "/terms",
];

export async function sitemap(shop: Shop): Promise<string> {
  const { publicUrl } = shop.env;
  const catalog = await shop.memory.catalog.read(shop);
  const { brand } = await loadConfiguration(shop);
  const { categories } = catalog.settings;
  const lists = shownCategories(categories).map(({ slug }) => `/shop${shopQuery({ category: slug })}`);
  const hasGuide = (await loadSizeGuide(shop)).charts.length > 0;
  const listed = SITEMAP_PAGES.filter((path) => path !== "/size-guide" || hasGuide);
  const own = brand.pages.filter(({ id }) => id !== ABOUT_ID).map(pagePath);
  const paths = listed.flatMap((path) => (path === "/shop" ? [path, ...lists] : [path]));
  const pages = [...paths, ...own].map((path) => `<url>${element("loc", publicUrl + path)}</url>`);
  const collections = (await listShownCollections(shop)).map(
    (collection) => `<url>${element("loc", publicUrl + collectionPath(collection))}</url>`,
  );
  const products = catalog.in("newest").map(({ product }) => {
    const [main] = product.images;
    const picture = main
      ? `<image:image>${element("image:loc", new URL(main.url, publicUrl).href)}</image:image>`
      : "";
    const location = element("loc", publicUrl + productPath(product));
    return `<url>${location}${element("lastmod", product.updatedAt)}${picture}</url>`;
  });
  const open = `<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">`;
  return `${XML_START}${open}\n${[...pages, ...collections, ...products].join("\n")}\n</urlset>\n`;
}
