import type { MetaDescriptor } from "react-router";
import { whatIsSold } from "#domain/brand/what-is-sold.ts";
import { CARD_PX, jpegPath, type ProductImage } from "#domain/product/image.ts";
import { type RootData, rootDataOf } from "./root-data.ts";

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

/** Of a card's size, drawn by scripts/render-icons.ts. */
const DEFAULT_PICTURE = "/og.jpg";

const DESCRIPTION_MAX = 155;

type Matches = Parameters<typeof rootDataOf>[0];

/** The `meta` of a route whose head never varies. */
export function metaOf(page: PageMeta) {
  return ({ matches }: { matches: Matches }) => pageMeta(matches, page);
}

/**
 * Title, canonical URL, and for search engines and link previews the rest, which they read in the server's HTML: a browser
 * that goes on to another page takes it away (layout/route-announcer.tsx).
 */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const root = rootDataOf(matches);
  if (!root) return [];
  const { storeName } = root.settings.businessInfo;
  const descriptors: MetaDescriptor[] = [
    { title: page.title ? `${page.title} · ${storeName}` : storeName },
    ...(import.meta.env.SSR ? previewOf(root, page) : []),
  ];
  if (page.noindex) descriptors.push({ name: "robots", content: "noindex" });
  else descriptors.push({ tagName: "link", rel: "canonical", href: `${root.publicUrl}${page.path}` });
  return descriptors;
}

function previewOf({ settings, brand, publicUrl }: RootData, page: PageMeta): MetaDescriptor[] {
  const { storeName } = settings.businessInfo;
  const { image } = page;
  const card = image ? jpegPath(image.url, "card") : DEFAULT_PICTURE;
  const preview = {
    title: page.previewTitle ?? page.title ?? storeName,
    description: page.description,
    type: page.type ?? "website",
    url: publicUrl + page.path,
    // A picture from elsewhere has a full URL.
    image: card ? publicUrl + card : image?.url,
    "image:alt": image?.alt ?? whatIsSold(brand.words),
    site_name: storeName,
    // The size of an external picture is unknown.
    ...(card && { "image:width": `${CARD_PX.width}`, "image:height": `${CARD_PX.height}` }),
  };
  return [
    { name: "description", content: page.description },
    ...Object.entries(preview).map(([name, content]) => ({ property: `og:${name}`, content })),
    // Everything else it takes from the others.
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** At most 155 characters of one line, cut at a word. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  const cut = line.slice(0, DESCRIPTION_MAX - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).replace(/[,.;:]$/, "")}…`;
}
