import type { MerchantReturnPolicy, OnlineStore, SearchAction, WebSite, WithContext } from "schema-dts";
import { iconPath } from "#domain/brand/icons.ts";
import type { ReturnTerms } from "#domain/settings/return-window.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { parseUrl } from "#domain/text/query-text.ts";

/** The store itself and its website with the search, for the home page. What the owner has not said is left out. */
export function storeJsonLd(
  publicUrl: string,
  { businessInfo, shipping }: StoreSettings,
  { socials, icons }: { socials: string[]; icons?: string | undefined },
): [WithContext<OnlineStore>, WithContext<WebSite>] {
  const { storeName: name, email, phone, address, logoUrl } = businessInfo;
  const profiles = socials.filter(isProfile);
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
      logo: logoUrl ? new URL(logoUrl, publicUrl).href : publicUrl + iconPath(icons, "icons/shop-512.png"),
      email: email || undefined,
      telephone: phone || undefined,
      address: address || undefined,
      sameAs: profiles.length > 0 ? profiles : undefined,
      hasMerchantReturnPolicy: returnPolicy(publicUrl, shipping),
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

/** The owner's terms and where the page says how. */
function returnPolicy(
  publicUrl: string,
  { returnDays: days, returnsAreFree }: ReturnTerms,
): MerchantReturnPolicy {
  const policy = { "@type": "MerchantReturnPolicy" as const, merchantReturnLink: `${publicUrl}/shipping` };
  if (days === null) return policy;
  const isFinal = days === 0;
  return {
    ...policy,
    applicableCountry: "US",
    returnPolicyCategory: isFinal
      ? "https://schema.org/MerchantReturnNotPermitted"
      : "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: isFinal ? undefined : days,
    returnFees: isFinal
      ? undefined
      : `https://schema.org/${returnsAreFree ? "FreeReturn" : "ReturnFeesCustomerResponsibility"}`,
  };
}

/** The front page of a network is nobody's. */
function isProfile(url: string): boolean {
  return !["/", undefined].includes(parseUrl(url)?.pathname);
}
