export type Crumb = { name: string /** From the root: "/shop?category=HATS". */; path: string };

/** The breadcrumbs of a page in the terms of schema.org, with absolute URLs. */
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
