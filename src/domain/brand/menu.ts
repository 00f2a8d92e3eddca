// Where the storefront's links lead. A link names what it leads to, not its address: it follows when a page is renamed, and
// is left out where that is gone.
import { shopQuery } from "../catalog/shop-search.ts";
import { type Category, categories, categoryLabels } from "../product/product.ts";
import type { OwnPage } from "./own-page.ts";
import { pagePath } from "./own-page.ts";

export const linkKinds = { page: "Page", category: "Category", address: "Web address" } as const;

/** `ref`: the id of a page, the name of a category, or an address. */
export type StoreLink = { label: string; kind: keyof typeof linkKinds; ref: string };

export type Menu = {
  header: StoreLink[];
  /** The footer's three columns. */
  columns: { heading: string; links: StoreLink[] }[];
  /** https URLs. */
  socials: string[];
};

export const HEADER_LINKS_MAX = 6;
export const COLUMN_LINKS_MAX = 10;
export const FOOTER_COLUMNS = 3;
export const SOCIALS_MAX = 5;

/** Pages that every shop has, by the id that links name them by. */
export const fixedPages = {
  home: { path: "/", label: "Home" },
  shop: { path: "/shop", label: "All Products" },
  sale: { path: "/shop?sale=true", label: "Sale" },
  contact: { path: "/contact", label: "Contact" },
  orders: { path: "/orders", label: "Find your order" },
  "size-guide": { path: "/size-guide", label: "Size guide" },
  shipping: { path: "/shipping", label: "Shipping & returns" },
  privacy: { path: "/privacy", label: "Privacy" },
  terms: { path: "/terms", label: "Terms" },
} as const;

export type LinkTarget = { path: string; label: string };

/** Everything that a link may lead to, by kind and then by `ref`. The one place that knows what there is. */
export function linkTargets(pages: OwnPage[]): Record<"page" | "category", Map<string, LinkTarget>> {
  const own = pages.map((page) => [page.id, { path: pagePath(page), label: page.title }] as const);
  const ofCategory = (category: Category) => ({
    path: `/shop${shopQuery({ category })}`,
    label: categoryLabels[category],
  });
  return {
    page: new Map<string, LinkTarget>([...Object.entries(fixedPages), ...own]),
    category: new Map(categories.map((category) => [category, ofCategory(category)])),
  };
}

/** As the storefront draws it. */
export type ShownLink = { to: string; label: string };

/** The link with its address; null where what it leads to is gone. */
export function resolveLink(link: StoreLink, pages: OwnPage[]): ShownLink | null {
  const path = link.kind === "address" ? link.ref : linkTargets(pages)[link.kind].get(link.ref)?.path;
  return path === undefined ? null : { to: path, label: link.label };
}

export type ShownMenu = {
  header: ShownLink[];
  columns: { heading: string; links: ShownLink[] }[];
  socials: string[];
};

export function resolveMenu({ header, columns, socials }: Menu, pages: OwnPage[]): ShownMenu {
  const resolved = (links: StoreLink[]) => links.flatMap((link) => resolveLink(link, pages) ?? []);
  return {
    header: resolved(header),
    columns: columns.map(({ heading, links }) => ({ heading, links: resolved(links) })),
    socials,
  };
}
