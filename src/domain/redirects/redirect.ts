// An address that leads to another one for good: what the shop, or the one before it, was known by. A redirect answers only
// where no page is, leads only into this shop, and never to another redirect.

import { parseUrl } from "../text/query-text.ts";
import { isUuid } from "../text/uuid.ts";
import { reservedSlugs } from "./slug.ts";

export const ADDRESS_LENGTH_MAX = 300;

export type RedirectForm = { from: string; to: string };
/** `path`: as redirectKey writes it. `target`: a path of this shop with its query. */
export type Redirect = { path: string; target: string };

export type ParsedRedirect =
  | { ok: true; redirect: Redirect }
  | { ok: false; errors: Partial<Record<keyof RedirectForm, string>> };

/**
 * A path as redirects are looked up: in small letters, without a slash at the end. Shopify has each product below its
 * collections, too.
 */
export function redirectKey(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, "") || "/";
  return path.replace(/^\/collections\/[^/]+(?=\/products\/[^/]+$)/, "");
}

/** "/shop?sale=true#new" → "/shop". */
export const pathOfTarget = (target: string): string => target.split(/[?#]/, 1)[0] ?? "";

/** Any text is fine. `publicUrl`: the shop's own, so that its addresses can be pasted whole. */
export function parseRedirect(form: RedirectForm, publicUrl: string): ParsedRedirect {
  const from = readPath(form.from, publicUrl);
  const to = readPath(form.to, publicUrl);
  const path = from && redirectKey(from.pathname);
  const errors = { from: refusalOf(path), to: to === null ? NO_PATH : refusalOfTarget(to, publicUrl) };
  if (path === null || to === null || errors.from || errors.to) return { ok: false, errors };
  if (redirectKey(to.pathname) === path)
    return { ok: false, errors: { to: "Both addresses are the same. Enter another one." } };
  return { ok: true, redirect: { path, target: to.pathname + to.search + to.hash } };
}

const NO_PATH = "Enter an address that starts with /, such as /shop.";

/** A path, or a whole address of any website. */
function readPath(text: string, base: string): URL | null {
  const typed = text.trim();
  if (!/^(?:\/|https?:\/\/)/i.test(typed) || typed.length > ADDRESS_LENGTH_MAX) return null;
  return parseUrl(typed, base);
}

function refusalOf(path: string | null): string | undefined {
  if (path === null || path.length > ADDRESS_LENGTH_MAX) return NO_PATH;
  const [, first = "", ...deeper] = path.split("/");
  const isOwn = path === "/" || first === "admin" || (deeper.length === 0 && reservedSlugs.includes(first));
  return isOwn ? "The shop has a page at this address." : undefined;
}

/** "//elsewhere.example" and "/\elsewhere.example" would be another website to a browser. */
function refusalOfTarget(to: URL, publicUrl: string): string | undefined {
  if (to.origin !== new URL(publicUrl).origin || to.pathname.startsWith("//"))
    return "Redirects only work within this shop. Enter an address that starts with /.";
  return to.href.length > publicUrl.length + ADDRESS_LENGTH_MAX ? NO_PATH : undefined;
}

/** The address of a Shopify product; null for what can't be a handle. */
export function handleKey(handle: string): string | null {
  const name = handle.trim();
  if (name === "" || name.length > 255 || /[/?#\\\s]/.test(name) || !name.isWellFormed()) return null;
  const key = redirectKey(`/products/${encodeURI(name)}`);
  return key.length <= ADDRESS_LENGTH_MAX ? key : null;
}

/** Parts of addresses that people give to pages; nothing that could be a token, a number of somebody, or an email. */
const WORD = /^(?:[a-z]{1,24}|\d{1,4}|[a-z]{1,12}\d{1,4}|\d{1,3}[a-z]{1,12})$/;
const DEPTH_MAX = 4;
const MISSING_LENGTH_MAX = 120;

/**
 * The name under which the owner hears of a missing page; null for an address of which nothing is kept, since it might say
 * something of a person, or is no page's.
 */
export function missingPageOf(pathname: string): string | null {
  const key = redirectKey(pathname);
  const [, room, id, ...rest] = key.split("/");
  if (room === "product" && isUuid(id) && rest.length <= 1) return `/product/${id}`;
  const parts = key
    .replace(/\.html?$/, "")
    .split("/")
    .slice(1);
  const isPlain = parts.every((part) => part.split(/[-_]/).every((word) => WORD.test(word)));
  return isPlain && parts.length <= DEPTH_MAX && key.length <= MISSING_LENGTH_MAX ? key : null;
}
