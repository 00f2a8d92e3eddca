// Headers that every answer carries, and the content security policy of pages. A script runs only when it comes from
// the shop's own files (or from Stripe) or when the shop itself wrote it into the page. The renderer marks the inline
// scripts that it writes with a random value, new for each render, that nothing in the page's data can know. Only
// scripts with that mark get their hash into the policy; then the mark is taken out. So cached pages are the same
// bytes for everyone, and a script that came in with a product's text is refused by the browser.
import { createHash } from "node:crypto";
import type { Environment } from "../core/env.ts";

const STRIPE_SCRIPTS = "https://js.stripe.com https://*.js.stripe.com";

/** Where browsers report what a page's policy refused. */
export const REPORTS_PATH = "/csp-reports";
const REPORTS_GROUP = "security";

/** A renderer's answer names its mark in this header. It never reaches a client. */
export const SCRIPT_MARK_HEADER = "x-shop-script-mark";

export type PagePolicy = {
  usesStripe: boolean;
  imageOrigin: string | null;
  isSecure: boolean;
  /** The back office shows it in a frame: the preview of a draft. */
  isFramed?: boolean;
};

/** What the policy of this shop's pages depends on. */
export function pagePolicyOf(env: Pick<Environment, "stripe" | "s3" | "publicUrl">): PagePolicy {
  return {
    usesStripe: env.stripe !== null,
    imageOrigin: env.s3 ? new URL(env.s3.publicUrl).origin : null,
    isSecure: env.publicUrl.startsWith("https:"),
  };
}

const INLINE_SCRIPT = /<script([^<>]*)>([\s\S]*?)<\/script/g;

export type SealedPage = { html: string; scriptHashes: string[] };

/** The page without its mark, and the hashes of the inline scripts that carried it. Without a mark no script counts. */
export function sealPage(html: string, mark: string | null): SealedPage {
  if (mark === null || mark === "") return { html, scriptHashes: [] };
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", content = ""] of html.matchAll(INLINE_SCRIPT)) {
    if (!attributes.includes(attribute) || attributes.includes(" src=")) continue;
    hashes.add(createHash("sha256").update(content).digest("base64"));
  }
  return { html: html.replaceAll(attribute, ""), scriptHashes: [...hashes] };
}

/** The policy of one page whose own inline scripts have these hashes. */
export function contentSecurityPolicy(scriptHashes: string[], policy: PagePolicy): string {
  const stripe = policy.usesStripe ? ` ${STRIPE_SCRIPTS}` : "";
  const images = policy.imageOrigin ? ` ${policy.imageOrigin}` : "";
  const hashes = scriptHashes.map((hash) => ` 'sha256-${hash}'`).join("");
  return [
    // Firefox asks this rule alone whether a page may be fetched before it is opened; all else has a rule of its own.
    "default-src 'self'",
    "object-src 'none'",
    "media-src 'none'",
    `script-src 'self'${hashes}${stripe}`,
    "style-src 'self'",
    `connect-src 'self'${policy.usesStripe ? " https://api.stripe.com" : ""}`,
    `frame-src 'self'${policy.usesStripe ? ` ${STRIPE_SCRIPTS} https://hooks.stripe.com` : ""}`,
    `img-src 'self' data: blob:${images}${policy.usesStripe ? " https://*.stripe.com" : ""}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${policy.isFramed ? "'self'" : "'none'"}`,
    `report-uri ${REPORTS_PATH}`,
    // Named endpoints exist on https only, and a browser that knows them forgets report-uri over report-to.
    ...(policy.isSecure ? [`report-to ${REPORTS_GROUP}`] : []),
  ].join("; ");
}

/** The policy of everything that is no page: opened directly it runs and loads nothing, and it can't be framed. */
export const FILE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What every page gets in addition to the headers of every response. */
export function pageSecurityHeaders(scriptHashes: string[], policy: PagePolicy): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(scriptHashes, policy),
    ...(policy.isSecure ? { "reporting-endpoints": `${REPORTS_GROUP}="${REPORTS_PATH}"` } : {}),
  };
}

export type HeaderSettings = Pick<Environment, "publicUrl" | "hstsSubdomains">;

/**
 * The headers of every response; a response's own values win. `Strict-Transport-Security` is about this
 * host alone unless the settings say otherwise: other names of the merchant's domain are not the shop's to bind.
 */
export function baseHeaders({ publicUrl, hstsSubdomains }: HeaderSettings): Record<string, string> {
  const hsts = `max-age=31536000${hstsSubdomains ? "; includeSubDomains" : ""}`;
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    ...(publicUrl.startsWith("https:") ? { "Strict-Transport-Security": hsts } : {}),
  };
}
