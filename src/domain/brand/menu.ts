// Where the storefront's links lead. A link names its target, not its address: it follows when the target is renamed, and is
// left out where the target was deleted or is not shown.
import type { CategoryChoice } from "../category/category.ts";
import { categoryPath } from "../category/category-path.ts";
import { type Collection, collectionPath } from "../collection/collection.ts";
import type { OwnPage } from "./own-page.ts";
import { pagePath } from "./own-page.ts";
import { type Social, socialOf } from "./social.ts";

export const linkKinds = {
  page: "Page",
  category: "Category",
  collection: "Collection",
  address: "Web address",
} as const;

type LinkKind = keyof typeof linkKinds;

/** `ref`: the id of a page, a category, or a collection, or an address. */
export type StoreLink = { label: string; kind: LinkKind; ref: string };

/** As the fields of a link begin. */
export const blankLink: StoreLink = { label: "", kind: "page", ref: "shop" };

/** In a footer column: a link for each category, by its name and in the owner's order. */
export type CategoryLinks = { kind: "categories" };
export type ColumnLink = StoreLink | CategoryLinks;

export type Menu = {
  header: StoreLink[];
  /** The footer's three columns. */
  columns: { heading: string; links: ColumnLink[] }[];
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

/** What links may lead to: for shoppers without hidden categories and collections, for the owner's forms with them. */
export type LinkGround = {
  pages: readonly OwnPage[];
  categories: readonly CategoryChoice[];
  collections: readonly Pick<Collection, "id" | "slug" | "name">[];
};

export type LinkTarget = { path: string; label: string };
export type TargetKind = Exclude<LinkKind, "address">;

/** Everything that a link may lead to, by kind and then by `ref`. The one place that lists it. */
export function linkTargets(ground: LinkGround): Record<TargetKind, Map<string, LinkTarget>> {
  const pages = ground.pages.map((page) => [page.id, { path: pagePath(page), label: page.title }] as const);
  const categories = ground.categories.map((each) => [each.id, categoryTarget(each)] as const);
  const collections = ground.collections.map(
    (each) => [each.id, { path: collectionPath(each), label: each.name }] as const,
  );
  return {
    page: new Map<string, LinkTarget>([...Object.entries(fixedPages), ...pages]),
    category: new Map(categories),
    collection: new Map(collections),
  };
}

function categoryTarget(category: CategoryChoice): LinkTarget {
  return { path: categoryPath(category), label: category.name };
}

/** As the storefront draws it. */
export type ShownLink = { to: string; label: string };

/** The link with its address; null where its target is not there. */
export function resolveLink(link: StoreLink, ground: LinkGround): ShownLink | null {
  const path = link.kind === "address" ? link.ref : linkTargets(ground)[link.kind].get(link.ref)?.path;
  return path === undefined ? null : { to: path, label: link.label };
}

export type ShownMenu = {
  header: ShownLink[];
  columns: { heading: string; links: ShownLink[] }[];
  socials: Social[];
};

export function resolveMenu({ header, columns, socials }: Menu, ground: LinkGround): ShownMenu {
  const resolved = (links: readonly ColumnLink[]) => links.flatMap((link) => resolveColumnLink(link, ground));
  return {
    header: resolved(header),
    columns: columns.map(({ heading, links }) => ({ heading, links: resolved(links) })),
    socials: socials.map(socialOf),
  };
}

function resolveColumnLink(link: ColumnLink, ground: LinkGround): ShownLink[] {
  if (link.kind !== "categories") {
    const shown = resolveLink(link, ground);
    return shown ? [shown] : [];
  }
  return ground.categories.map((category) => {
    const { path, label } = categoryTarget(category);
    return { to: path, label };
  });
}

/** Whether a part of the document names collections, in links or blocks, so that they need to be read. */
export function namesCollections(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("kind" in value && value.kind === "collection") return true;
  return Object.values(value).some(namesCollections);
}
