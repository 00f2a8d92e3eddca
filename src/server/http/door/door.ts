// Decides about every request before the shop sees it, from its head alone: one spelling of each path, the shop's own
// host, methods that the address has, posts from the shop's own pages, kinds of content, and how much of a body may be
// read. So no page, function, or tool has to handle these on its own, and a new one can't forget them.
import type { IncomingMessage } from "node:http";
import { type HostSettings, OwnHosts } from "./own-hosts.ts";
import { FORM_TYPES, type PostRule, STRANGER_BYTES_MAX } from "./post-rule.ts";
import { hasBody, type Refusal } from "./refusal.ts";
import { originOf } from "./request-origin.ts";
import { readTarget, type Target } from "./request-target.ts";

export type DoorParts = {
  env: HostSettings;
  /** How the page at a path takes posts; null: there is none, or it takes none. */
  pagePost: (pathname: string) => PagePost | null;
  /** The same for addresses outside the table of pages, by how their paths begin. They answer other methods themselves. */
  posted: Readonly<Record<string, PostRule>>;
};

/** isGuarded: only the owner gets to the page, which reads the body itself and stops at the limit. */
export type PagePost = PostRule & { isGuarded: boolean };

export type BodyPlan =
  /** Read before the shop sees the request; isForm: it must be a form that can be read. */
  | { way: "collect"; bytesMax: number; isForm: boolean }
  /** Left to the page, whose guard comes first. */
  | { way: "leave" }
  /** The shop is to answer without it. */
  | { way: "withhold" };

export type Verdict =
  | { kind: "refused"; refusal: Refusal }
  | { kind: "admitted"; target: string; body: BodyPlan | null };

export type Door = {
  /** Whether an answer from memory may be given: a plain request under the shop's own name. */
  isPlain: (request: IncomingMessage) => boolean;
  judge: (request: IncomingMessage) => Verdict;
};

type Plain = Extract<Target, { kind: "plain" }>;

/** For machines next to the shop, which know it by another name. */
const ANY_HOST = /^\/(?:healthz$|readyz$|metrics$|webhooks\/)/;
const SESSION_COOKIE = /(?:^|[;\s])(?:__Secure-|__Host-)?shop\.session_token=/;
const READING = ["GET", "HEAD"];

export function createDoor(parts: DoorParts): Door {
  const hosts = new OwnHosts(parts.env);
  return {
    isPlain: ({ headers }) =>
      hosts.knows(headers.host) &&
      headers["content-length"] === undefined &&
      headers["transfer-encoding"] === undefined,
    judge: (request) => {
      const { method = "GET", url = "/" } = request;
      const target = readTarget(url);
      const misplaced = refuseTarget(method, target) ?? refuseHost(parts, hosts, request, target);
      if (misplaced) return { kind: "refused", refusal: misplaced };
      const plain = target as Plain;
      if (READING.includes(method)) {
        if (hasBody(request))
          return refused(400, "unexpected_body", "A request for a page can't have a body.");
        return { kind: "admitted", target: plain.target, body: null };
      }
      return judgeSent(parts, request, plain);
    },
  };
}

function refused(status: number, code: string, words: string, headers: Record<string, string> = {}): Verdict {
  return { kind: "refused", refusal: { status, code, words, headers } };
}

function refuseTarget(method: string, target: Target): Refusal | null {
  if (target.kind === "plain") return null;
  if (target.kind === "moved" && READING.includes(method)) {
    const words = "This address has a different spelling.";
    return { status: 308, code: "moved", words, headers: { Location: target.to } };
  }
  const words = "This address can't be read. Check the spelling, or start at the home page.";
  return { status: 400, code: "malformed_address", words };
}

function refuseHost(
  { env }: DoorParts,
  hosts: OwnHosts,
  { headers, method = "GET" }: IncomingMessage,
  target: Target,
): Refusal | null {
  if (target.kind !== "plain" || ANY_HOST.test(target.pathname)) return null;
  const host = hosts.judge(target.authority ?? headers.host);
  if (host === "own") return null;
  if (host === "malformed") {
    return { status: 400, code: "malformed_host", words: "The request must name one host." };
  }
  const words = `The shop is at ${env.publicUrl}. Please continue there.`;
  if (!READING.includes(method)) return { status: 421, code: "other_host", words };
  return {
    status: 308,
    code: "other_host",
    words,
    headers: { Location: env.publicUrl + target.target },
  };
}

/** A request that may change something. */
function judgeSent(parts: DoorParts, request: IncomingMessage, { pathname, target }: Plain): Verdict {
  const { method = "GET" } = request;
  const post = postAt(parts, pathname);
  if (post.kind === "page" && (method !== "POST" || !post.rule)) {
    const allowed = (post.rule ? [...READING, "POST"] : READING).join(", ");
    const words = `This address does not accept ${method}. It accepts ${allowed}.`;
    return refused(405, "method_not_allowed", words, { Allow: allowed });
  }
  if (!post.rule?.isFromAnywhere && !isFromOwnPage(parts, request)) {
    const words = `This was sent from another site, so it was ignored. Open ${parts.env.publicUrl} and send it from there.`;
    return refused(403, "foreign_origin", words);
  }
  if (method !== "POST" || !post.rule) return { kind: "admitted", target, body: { way: "withhold" } };
  return judgeBody(request, target, post.rule);
}

type PostAt = { kind: "page"; rule: PagePost | null } | { kind: "other"; rule: PagePost };

function postAt({ posted, pagePost }: DoorParts, pathname: string): PostAt {
  const begin = Object.keys(posted).find((path) => pathname === path || pathname.startsWith(path));
  const rule = begin === undefined ? undefined : posted[begin];
  if (rule) return { kind: "other", rule: { ...rule, isGuarded: false } };
  const page = pagePost(pathname);
  if (!page || page.isGuarded) return { kind: "page", rule: page };
  return { kind: "page", rule: { ...page, bytesMax: Math.min(page.bytesMax, STRANGER_BYTES_MAX) } };
}

/** Programs don't say where they come from; but a request with the owner's session must come from one of the shop's pages. */
function isFromOwnPage({ env }: DoorParts, { headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  const from = originOf(env, {
    origin: headers.origin,
    site: Array.isArray(site) ? site.join() : site,
    host: headers.host ?? "",
  });
  return from === "own" || (from === "unnamed" && !SESSION_COOKIE.test(headers.cookie ?? ""));
}

function judgeBody(request: IncomingMessage, target: string, rule: PagePost): Verdict {
  const refusal = rule.refuseHead?.(request.headers);
  if (refusal) return { kind: "refused", refusal };
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (rule.types && !rule.types.includes(type)) {
    const words = `This address only accepts ${rule.types.join(" or ")}.`;
    return refused(415, "unsupported_type", words, { Accept: rule.types.join(", ") });
  }
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  const isUpload = rule.isGuarded && rule.bytesMax > STRANGER_BYTES_MAX;
  // Browsers send the length of uploads, so a body without one gets no more than a stranger's.
  if (isUpload && !Number.isNaN(length)) {
    return { kind: "admitted", target, body: { way: length > rule.bytesMax ? "withhold" : "leave" } };
  }
  const bytesMax = isUpload ? STRANGER_BYTES_MAX : rule.bytesMax;
  if (length > bytesMax) return { kind: "refused", refusal: tooLarge(bytesMax) };
  const isForm = FORM_TYPES.some((form) => form === type) && rule.types !== null;
  return { kind: "admitted", target, body: { way: "collect", bytesMax, isForm } };
}

export function tooLarge(bytesMax: number): Refusal {
  const words = `This is larger than the ${Math.floor(bytesMax / 1024)} KB that may be sent here. Go back, shorten it, and send it again.`;
  return { status: 413, code: "too_large", words };
}
