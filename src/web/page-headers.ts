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
 * Headers of a page that belongs to one person. Its address is told to nobody outside; within the shop it
 * must be, because a form posted without a referrer carries the origin "null" and would be refused.
 */
export function privatePage(): HeadersInit {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };
}
