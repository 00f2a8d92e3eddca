/** The store itself and its website with the search, for the home page. */
export function storeJsonLd(
  storeName: string,
  publicUrl: string,
  info: { email: string; logoUrl: string },
): object[] {
  const { email, logoUrl } = info;
  const organization = `${publicUrl}/#organization`;
  return [
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      "@id": organization,
      name: storeName,
      url: `${publicUrl}/`,
      logo: logoUrl ? new URL(logoUrl, publicUrl).href : `${publicUrl}/icons/shop-512.png`,
      ...(email ? { email } : {}),
    },
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: storeName,
      url: `${publicUrl}/`,
      publisher: { "@id": organization },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/shop?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}
