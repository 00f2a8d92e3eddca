// The target of a request line, before anything reads it. A proxy's rules, the page cache and the routers must all see
// the same path, so there is one spelling of each: what browsers send already. Another spelling that means the same
// moves to it; what two readers could take for two paths is refused.
import { UUID_PATTERN } from "#domain/text/uuid.ts";

export type Target =
  /** `authority`: the host that an absolute-form target names. `target` is path and query. */
  | { kind: "plain"; authority: string | null; pathname: string; target: string }
  | { kind: "moved"; to: string }
  | { kind: "malformed" };

const ABSOLUTE = /^https?:\/\/([^/?#\\]*)(.*)$/is;
const UNRESERVED = /[A-Za-z0-9._~-]/;
/** An id, which the shop writes in small letters, as a whole segment or the one of a page's data. */
const CAPITAL_ID = new RegExp(`(?<=/)${UUID_PATTERN}(?=/|$|\\.data$)`, "gi");

export function readTarget(raw: string): Target {
  const absolute = ABSOLUTE.exec(raw);
  const rest = absolute ? fromRoot(absolute[2] ?? "") : raw;
  const queryAt = rest.indexOf("?");
  const given = queryAt < 0 ? rest : rest.slice(0, queryAt);
  const query = queryAt < 0 ? "" : rest.slice(queryAt);
  if (!isSoundPath(given) || query.includes("#")) return { kind: "malformed" };
  const pathname = given
    .replace(/\/{2,}/g, "/")
    .replace(/%[0-9A-Fa-f]{2}/g, decodeUnreserved)
    .replace(CAPITAL_ID, (id) => id.toLowerCase());
  if (pathname !== given) return { kind: "moved", to: pathname + query };
  return { kind: "plain", authority: absolute?.[1] ?? null, pathname, target: pathname + query };
}

const fromRoot = (rest: string) => (rest.startsWith("/") ? rest : `/${rest}`);

function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return UNRESERVED.test(character) ? character : encoded;
}

/** From the root, in ASCII, and without anything that could mean another path once it is decoded. */
function isSoundPath(path: string): boolean {
  if (!path.startsWith("/") || !/^[!-~]*$/.test(path) || /[\\#]|%2f/i.test(path)) return false;
  const decoded = decode(path);
  if (decoded === null || hasControlCharacter(decoded) || decoded.includes("\\")) return false;
  return !decoded.split("/").some((segment) => segment === "." || segment === "..");
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
