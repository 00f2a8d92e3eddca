/** The links of the header, in its order. */
export const storeLinks = [
  { to: "/shop", label: "SHOP" },
  { to: "/about", label: "ABOUT" },
  { to: "/contact", label: "CONTACT" },
] as const;

/** A link is active when the path equals it or starts with it plus a slash. */
export function isActivePath(path: string, link: string): boolean {
  return path === link || path.startsWith(`${link}/`);
}
