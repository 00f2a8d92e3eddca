// What browsers report about a page's content security policy, in both formats that they send. Anyone can post
// anything here, and honest reports hold more than the shop wants to know: whole URLs with their secrets, and what
// the extensions of one visitor do. So only words of a fixed list, the origin of what was refused, and the path of
// the page come out, and the caller turns that path into the name of a page.

/** `blocked`: "inline", "eval", "data:", or an origin such as "https://example.com". `path`: of the page. */
export type Refusal = { rule: string; blocked: string; path: string };

/** Reports in one body that are looked at. */
export const REPORTS_PER_BODY_MAX = 20;
const ORIGIN_LENGTH_MAX = 120;

export const policyRules = [
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "connect-src",
  "frame-src",
  "child-src",
  "font-src",
  "media-src",
  "object-src",
  "worker-src",
  "manifest-src",
  "form-action",
  "base-uri",
  "frame-ancestors",
  "default-src",
] as const;

const WORDS = new Set(["inline", "eval", "wasm-eval", "self"]);
const WEB_SCHEMES = new Set(["http:", "https:", "ws:", "wss:"]);
const BARE_SCHEMES = new Set(["data:", "blob:", "filesystem:"]);

/**
 * The reports of a body that JSON.parse has read; null when it is none of the two formats. Reports about other sites
 * (`isOwn` says no), of extensions, and of rules that the shop does not know are left out.
 */
export function readReports(body: unknown, isOwn: (origin: string) => boolean): Refusal[] | null {
  const entries = entriesOf(body);
  return entries?.flatMap((entry) => refusalOf(entry, isOwn) ?? []) ?? null;
}

type Entry = { page: unknown; rule: unknown; blocked: unknown; source: unknown };

function entriesOf(body: unknown): Entry[] | null {
  if (Array.isArray(body)) {
    return body.slice(0, REPORTS_PER_BODY_MAX).flatMap((report: unknown) => {
      const { type, body: facts } = fieldsOf(report);
      if (type !== "csp-violation") return [];
      const { documentURL, effectiveDirective, blockedURL, sourceFile } = fieldsOf(facts);
      return [{ page: documentURL, rule: effectiveDirective, blocked: blockedURL, source: sourceFile }];
    });
  }
  const facts = fieldsOf(body)["csp-report"];
  if (typeof facts !== "object" || facts === null) return null;
  const report = fieldsOf(facts);
  const rule = report["effective-directive"] ?? report["violated-directive"];
  return [
    { page: report["document-uri"], rule, blocked: report["blocked-uri"], source: report["source-file"] },
  ];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function refusalOf({ page, rule, blocked, source }: Entry, isOwn: (origin: string) => boolean) {
  const url = urlOf(page);
  const [named = ""] = String(rule).split(" ");
  const known = policyRules.find((each) => each === named);
  const what = blockedText(blocked);
  if (!url || !isOwn(url.origin) || !known || what === null || isExtension(source)) return null;
  return { rule: known, blocked: what, path: url.pathname };
}

/** Null for what extensions and browsers themselves bring into a page. */
function blockedText(blocked: unknown): string | null {
  if (typeof blocked !== "string") return null;
  if (blocked === "") return "inline";
  if (WORDS.has(blocked)) return blocked;
  if (BARE_SCHEMES.has(`${blocked}:`)) return `${blocked}:`;
  const url = urlOf(blocked);
  if (!url) return null;
  if (BARE_SCHEMES.has(url.protocol)) return url.protocol;
  if (!WEB_SCHEMES.has(url.protocol)) return null;
  const origin = `${url.protocol}//${url.host}`;
  return origin.length <= ORIGIN_LENGTH_MAX ? origin : null;
}

/** A script of an extension did it: the scheme of its file is not the web's. */
function isExtension(source: unknown): boolean {
  if (typeof source !== "string" || source === "") return false;
  if (/^[a-z-]*extension$/i.test(source)) return true;
  const url = urlOf(source);
  return url !== null && !WEB_SCHEMES.has(url.protocol) && !BARE_SCHEMES.has(url.protocol);
}

function urlOf(value: unknown): URL | null {
  return typeof value === "string" ? URL.parse(value) : null;
}
