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

/** The links of the header, and the shop's sections: the footer's first column without a second link to the whole shop. */
export function useStoreLinks(): { header: ShownLink[]; range: ShownLink[] } {
  const { header, columns } = useRootData().brand.menu;
  const range = columns[0]?.links.filter(({ to }) => to !== "/shop" || !isAmong(header, to)) ?? [];
  return { header, range };
}

export function isAmong(links: ShownLink[], path: string): boolean {
  return links.some(({ to }) => to === path);
}

/** A link is active when the path equals it or starts with it plus a slash. */
export function isActivePath(path: string, link: string): boolean {
  return path === link || path.startsWith(`${link}/`);
}
