/**
 * Headers of a page that is the same for everyone. The process keeps it in its page cache until the catalog or
 * the settings change; browsers ask again each time and mostly get a 304. A page with merely recalled settings
 * is not kept: the root route says so in its headers, which come before those of each page.
 */
export function cachedPage({ parentHeaders }: { parentHeaders?: Headers } = {}): HeadersInit {
  if (parentHeaders?.get("Cache-Control") === "no-store") return uncachedPage();
  return { "Cache-Control": "public, max-age=0, must-revalidate" };
}

/**
 * Headers of a page that opens for anyone who has its URL, and which has plain forms: the shop alone sees the URL, or the
 * forms would come from nowhere (see privatePage).
 */
export function secretFormPage(): Record<string, string> {
  return { ...privatePage(), "X-Robots-Tag": "noindex, nofollow, noarchive" };
}

/** Headers of a page of one purchase. Its URL names an order and a payment, so no other page learns it. */
export function purchasePage(): HeadersInit {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" };
}

/** Headers of a cached page whose loader may fall back on recalled data: then the loader's headers win. */
export function freshPage(headers: { loaderHeaders: Headers; parentHeaders?: Headers }): HeadersInit {
  return headers.loaderHeaders.has("Cache-Control") ? headers.loaderHeaders : cachedPage(headers);
}

/** Headers of a page that must not be kept: it shows outdated data. */
export function uncachedPage(): HeadersInit {
  return { "Cache-Control": "no-store" };
}

/**
 * Headers of an answer that belongs to one person: a shopper's forms and the whole back office. It is stored
 * nowhere, and other sites never see its URL. The shop itself must: without a referrer a browser sends plain
 * forms with the origin "null", which the guard against forged forms refuses, so signing in without scripts
 * would be impossible.
 */
export function privatePage(): Record<string, string> {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };
}
