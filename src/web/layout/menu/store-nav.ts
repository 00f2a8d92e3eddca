import { href } from "react-router";
/** The links of the header, in its order. */
export const storeLinks = [
  { to: href("/shop"), label: "SHOP" },
  { to: href("/about"), label: "ABOUT" },
  { to: href("/contact"), label: "CONTACT" },
] as const;

/** A link is active when the path equals it or starts with it plus a slash. */
export function isActivePath(path: string, link: string): boolean {
  return path === link || path.startsWith(`${link}/`);
}
