import type { MetaDescriptor } from "react-router";
import { whatIsSold } from "#domain/brand/brand.ts";
import { iconPath } from "#domain/brand/icons.ts";
import { CARD_PX, jpegPath, type ProductImage } from "#domain/product/image.ts";
import { rootDataOf } from "./root-data.ts";

type PageMeta = {
  /** Without the store's name, which is added; left out for the home page. */
  title?: string;
  /** For link previews, which show the store's name with it; the title if omitted. */
  previewTitle?: string;
  description: string;
  /** Path and canonical query of the page, e.g. "/shop?category=HATS". */
  path: string;
  /** A picture for link previews; without one, the shop's own. */
  image?: ProductImage | undefined;
  type?: "website" | "product";
  /** Pages that no search engine should list. */
  noindex?: boolean;
};

type Matches = Parameters<typeof rootDataOf>[0];

/** The `meta` of a route whose head never varies. */
export function metaOf(page: PageMeta) {
  return ({ matches }: { matches: Matches }) => pageMeta(matches, page);
}

/** Title, description, canonical URL and link preview of one page. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const { settings, brand, icons, publicUrl } = rootDataOf(matches);
  const { storeName } = settings.businessInfo;
  const title = page.title ? `${page.title} · ${storeName}` : storeName;
  const address = `${publicUrl}${page.path}`;
  const { image } = page;
  const card = image ? jpegPath(image.url, "card") : iconPath(icons, "og.jpg");
  const preview = {
    title: page.previewTitle ?? page.title ?? storeName,
    description: page.description,
    type: page.type ?? "website",
    url: address,
    // A picture from elsewhere has a full URL.
    image: card ? publicUrl + card : image?.url,
    "image:alt": image?.alt ?? whatIsSold(brand.words),
    ...(import.meta.env.SSR && sameOnEveryPage(storeName, card !== null)),
  };
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: "description", content: page.description },
    ...Object.entries(preview).map(([name, content]) => ({ property: `og:${name}`, content })),
  ];
  // Everything else it takes from the others.
  if (import.meta.env.SSR) descriptors.push({ name: "twitter:card", content: "summary_large_image" });
  if (page.noindex) descriptors.push({ name: "robots", content: "noindex" });
  else descriptors.push({ tagName: "link", rel: "canonical", href: address });
  return descriptors;
}

/** Data from the server's page stays on navigation, so the browser doesn't need it again. */
function sameOnEveryPage(storeName: string, isCard: boolean): Record<string, string> {
  // The size of an external picture is unknown.
  const size = { "image:width": `${CARD_PX.width}`, "image:height": `${CARD_PX.height}` };
  return { site_name: storeName, ...(isCard ? size : {}) };
}
