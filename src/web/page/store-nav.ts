import { href } from "react-router";
import type { ShownLink } from "#domain/brand/menu.ts";
import { type RootData, useRootData } from "./root-data.ts";

/** Where a shopper's questions are answered. The last one is a legal page, too. */
export function helpLinks({ hasSizeChart }: Pick<RootData, "hasSizeChart">) {
  return [
    { to: href("/orders"), label: "Find your order" },
    ...(hasSizeChart ? [{ to: href("/size-guide"), label: "Size guide" }] : []),
    { to: href("/shipping"), label: "Shipping & returns" },
  ];
}

/**
 * The links of the header; the shop's sections, which are the footer's first column without a second link to the whole shop;
 * and what the header has besides them.
 */
export function useStoreLinks(): Record<"header" | "range" | "others", ShownLink[]> {
  const { header, columns } = useRootData().brand.menu;
  const without = (links: ShownLink[], listed: ShownLink[]) =>
    links.filter(({ to }) => !listed.some((link) => link.to === to));
  const shop = header.filter(({ to }) => to === href("/shop"));
  const range = without(columns[0]?.links ?? [], shop);
  return { header, range, others: without(header, range) };
}

/** A link is active when the path equals it or starts with it plus a slash. */
export function isActivePath(path: string, link: string): boolean {
  return path === link || path.startsWith(`${link}/`);
}
