import type { OnlineStore, SearchAction, WebSite, WithContext } from "schema-dts";
import type { BusinessInfo } from "#domain/settings/settings.ts";

/** The store itself and its website with the search, for the home page. What the owner has not said is left out. */
export function storeJsonLd(
  publicUrl: string,
  { storeName: name, email, phone, address, logoUrl }: BusinessInfo,
  { socialUrl }: { socialUrl: string },
): [WithContext<OnlineStore>, WithContext<WebSite>] {
  const organization = `${publicUrl}/#organization`;
  const search: SearchAction & { "query-input": string } = {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/shop?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  };
  return [
    {
      "@context": "https://schema.org",
      "@type": "OnlineStore",
      "@id": organization,
      name,
      url: `${publicUrl}/`,
      logo: logoUrl ? new URL(logoUrl, publicUrl).href : `${publicUrl}/icons/shop-512.png`,
      email: email || undefined,
      telephone: phone || undefined,
      address: address || undefined,
      sameAs: isProfile(socialUrl) ? socialUrl : undefined,
      // Where the page says how to send something back. It promises no number of days, and neither does this: a window, a
      // method or a fee would be a promise that the owner has not made.
      hasMerchantReturnPolicy: {
        "@type": "MerchantReturnPolicy",
        merchantReturnLink: `${publicUrl}/shipping`,
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name,
      url: `${publicUrl}/`,
      publisher: { "@id": organization },
      potentialAction: search,
    },
  ];
}

/** The front page of a network is nobody's. */
function isProfile(socialUrl: string): boolean {
  return URL.canParse(socialUrl) && new URL(socialUrl).pathname !== "/";
}
