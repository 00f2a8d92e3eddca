export type Crumb = { name: string /** From the root: "/shop?category=HATS". */; path: string };

/** The way from the shop's front to a page, as schema.org names it. Addresses become absolute. */
export function breadcrumbJsonLd(crumbs: Crumb[], publicUrl: string) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  };
}
