// Headers that every answer carries, and the content security policy of pages. Cached pages can't carry
// nonces (everybody gets the same bytes), so the policy names the hash of each inline script instead; it
// is computed once, when a page is rendered, and kept with it.
import { createHash } from "node:crypto";

const STRIPE_SCRIPTS = "https://js.stripe.com https://*.js.stripe.com";

export type PagePolicy = { usesStripe: boolean; imageOrigin: string | null; isSecure: boolean };

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** The policy of one rendered page. */
export function contentSecurityPolicy(html: string, policy: PagePolicy): string {
  const stripe = policy.usesStripe ? ` ${STRIPE_SCRIPTS}` : "";
  const images = policy.imageOrigin ? ` ${policy.imageOrigin}` : "";
  return [
    "default-src 'none'",
    `script-src 'self'${hashesOf(html, INLINE_SCRIPT)}${stripe}`,
    `style-src 'self'${hashesOf(html, INLINE_STYLE)}`,
    `connect-src 'self'${policy.usesStripe ? " https://api.stripe.com" : ""}`,
    `frame-src 'self'${policy.usesStripe ? ` ${STRIPE_SCRIPTS} https://hooks.stripe.com` : ""}`,
    `img-src 'self' data: blob:${images}${policy.usesStripe ? " https://*.stripe.com" : ""}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashesOf(html: string, pattern: RegExp): string {
  const hashes = new Set<string>();
  for (const match of html.matchAll(pattern)) {
    const attributes = match.length > 2 ? (match[1] ?? "") : "";
    if (/type="?application\/(ld\+)?json/.test(attributes)) continue;
    const content = match.at(-1) ?? "";
    hashes.add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  }
  return [...hashes].map((hash) => ` ${hash}`).join("");
}

/** What goes with every answer, whatever it is. */
export function baseHeaders(isSecure: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    ...(isSecure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
