import type { MetaDescriptor } from "react-router";
import { rootDataOf } from "./root-data.ts";

type PageMeta = {
  /** Without the store's name, which is added; left out for the home page. */
  title?: string;
  description: string;
  /** Path and canonical query of the page, e.g. "/shop?category=HATS". */
  path: string;
  /** Path of a picture for link previews; without one, the shop's own. */
  image?: string | undefined;
  type?: "website" | "product";
  /** Pages that no search engine should list. */
  noindex?: boolean;
};

/** 1200×630, drawn by scripts/render-icons.ts. */
const DEFAULT_PICTURE = "/og.jpg";

type Matches = Parameters<typeof rootDataOf>[0];

/** The `meta` of a route whose head never varies. */
export function metaOf(page: PageMeta) {
  return ({ matches }: { matches: Matches }) => pageMeta(matches, page);
}

/** Title, description, canonical URL and link preview of one page. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const { settings, publicUrl } = rootDataOf(matches);
  const { storeName } = settings.businessInfo;
  const title = page.title ? `${page.title} · ${storeName}` : storeName;
  const address = `${publicUrl}${page.path}`;
  // A picture in outside storage already has a full URL.
  const picture = page.image?.startsWith("http") ? page.image : publicUrl + (page.image ?? DEFAULT_PICTURE);
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: "description", content: page.description },
    { property: "og:site_name", content: storeName },
    { property: "og:title", content: page.title ?? storeName },
    { property: "og:description", content: page.description },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:url", content: address },
    { property: "og:image", content: picture },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:image", content: picture },
  ];
  if (page.noindex) descriptors.push({ name: "robots", content: "noindex" });
  else descriptors.push({ tagName: "link", rel: "canonical", href: address });
  return descriptors;
}
