// The sitemap: one file with the pages of the shop and of all products.

import { ABOUT_ID, pagePath } from "#domain/brand/own-page.ts";
import { productPath } from "#domain/product/product-path.ts";
import type { Shop } from "../../core/shop.ts";
import { loadConfiguration } from "../../settings/load-configuration.ts";
import { element, XML_START } from "./xml.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";

/**
 * Pages that are not products. Of the shop's filters and searches only these are listed: the others show the same
 * products. A test compares the list with the route table (test/pages/page-paths.test.ts).
 */
export const SITEMAP_PAGES = [
  "/",
  "/shop",
  "/shop?category=HATS",
  "/shop?category=SHIRTS",
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
  const own = brand.pages.filter(({ id }) => id !== ABOUT_ID).map(pagePath);
  const pages = [...SITEMAP_PAGES, ...own].map((path) => `<url>${element("loc", publicUrl + path)}</url>`);
  const products = catalog.in("newest").map(({ product }) => {
    const [main] = product.images;
    const picture = main
      ? `<image:image>${element("image:loc", new URL(main.url, publicUrl).href)}</image:image>`
      : "";
    const location = element("loc", publicUrl + productPath(product));
    return `<url>${location}${element("lastmod", product.updatedAt)}${picture}</url>`;
  });
  const open = `<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">`;
  return `${XML_START}${open}\n${[...pages, ...products].join("\n")}\n</urlset>\n`;
}
