/**
 * Headers of a page that is the same for everybody: the process keeps it in its page cache until the
 * catalogue or the settings change, browsers ask again each time (and mostly get a 304). Not kept when the
 * settings on it are only recalled.
 */
export function cachedPage({ parentHeaders }: { parentHeaders?: Headers } = {}): HeadersInit {
  if (parentHeaders?.get("Cache-Control") === "no-store") return uncachedPage();
  return { "Cache-Control": "public, max-age=0, must-revalidate" };
}

/**
 * Headers of a page that opens to whoever has its address: the address itself is the secret, so no other
 * page, not even one of the shop's own, is told where the visitor came from.
 */
export function secretPage(): HeadersInit {
  return {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
  };
}

/** The same for a page whose loader may have had to make do: then the loader's own headers stand. */
export function freshPage(headers: { loaderHeaders: Headers; parentHeaders?: Headers }): HeadersInit {
  return headers.loaderHeaders.has("Cache-Control") ? headers.loaderHeaders : cachedPage(headers);
}

/** Headers of a page that must not be kept: it shows what was true some time ago. */
export function uncachedPage(): HeadersInit {
  return { "Cache-Control": "no-store" };
}

/**
 * Headers of an answer that belongs to one person: a shopper's own pages and everything of the back office.
 * Nobody stores it, and its address is told to nobody outside. Within the shop it must be told: without a
 * referrer a browser sends plain forms with the origin "null", which the guard against forged forms refuses,
 * so signing in without scripts would be impossible.
 */
export function privatePage(): Record<string, string> {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };
}
