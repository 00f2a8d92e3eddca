import { href } from "react-router";
import type { ShownLink } from "#domain/brand/menu.ts";
import { useRootData } from "./root-data.ts";

/** Where a shopper's questions are answered. The last one is a legal page, too. */
export const helpLinks = [
  { to: href("/orders"), label: "Find your order" },
  { to: href("/size-guide"), label: "Size guide" },
  { to: href("/shipping"), label: "Shipping & returns" },
] as const;

/** The links of the header, and the parts of the shop: the footer's first column without those. */
export function useStoreLinks(): { header: ShownLink[]; range: ShownLink[] } {
  const { header, columns } = useRootData().brand.menu;
  const range = columns[0]?.links.filter(({ to }) => !header.some((link) => link.to === to)) ?? [];
  return { header, range };
}

/** A link is active when the path equals it or starts with it plus a slash. */
export function isActivePath(path: string, link: string): boolean {
  return path === link || path.startsWith(`${link}/`);
}
