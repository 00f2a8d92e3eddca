// Compares the checkout page as it was received with what the shop writes: its scripts with the inventory, its
// security headers with those that this shop's settings mean. Each difference is one line; the texts hold
// nothing of a visitor, since the page is asked for without one.
import { createHash } from "node:crypto";
import {
  baseHeaders,
  contentSecurityPolicy,
  type HeaderSettings,
  type PagePolicy,
} from "../security-headers.ts";
import { builtNameOf, builtScripts, inlineScripts } from "./checkout-scripts.ts";

export type ReceivedPage = { html: string; headers: Headers };
type Expected = { policy: PagePolicy; settings: HeaderSettings };

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script/gi;
/** Named in the page itself, or for the script that asks for them after the paint. */
const PRELOADED = /<link\b[^>]*\brel="(?:modulepreload|later)"[^>]*>/gi;
const FOREIGN_ELEMENTS = /<(iframe|object|embed|base|style)\b/gi;
const SHOWN_LENGTH = 60;

export type Comparison = {
  /** Empty when the page is as it was built. */
  differences: string[];
  /** Paths of the built files that the page loads, each once. */
  files: string[];
};

export function compareCheckoutPage({ html, headers }: ReceivedPage, expected: Expected): Comparison {
  const differences: string[] = [];
  const files = new Set<string>();
  const hashes: string[] = [];
  const isKnownFile = (address: string) => builtScripts.some(({ name }) => name === builtNameOf(address));
  const scripts = [...html.matchAll(SCRIPT)];
  if (scripts.length !== (html.match(/<script\b/gi) ?? []).length)
    differences.push("a broken script element");
  for (const [, attributes = "", content = ""] of scripts) {
    const source = attributeOf(attributes, "src");
    if (source !== null) {
      if (isKnownFile(source)) files.add(source);
      else differences.push(`a script from ${shown(source)}`);
    } else if (!/\btype="application\/(ld\+)?json"/.test(attributes)) {
      hashes.push(sha256(content));
      if (!inlineScripts.some(({ text }) => text.test(content))) {
        differences.push(`a script in the page: ${shown(content)}`);
      }
    }
  }
  for (const [link] of html.matchAll(PRELOADED)) {
    const address = attributeOf(link, "href") ?? "";
    if (isKnownFile(address)) files.add(address);
    else differences.push(`a script from ${shown(address)}`);
  }
  for (const [, element] of html.matchAll(FOREIGN_ELEMENTS)) differences.push(`an element <${element}>`);
  differences.push(...headerDifferences(headers, hashes, expected));
  return { differences: [...new Set(differences)], files: [...files] };
}

function headerDifferences(headers: Headers, hashes: string[], { policy, settings }: Expected): string[] {
  const wanted: Record<string, string> = {
    ...baseHeaders(settings),
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": contentSecurityPolicy([...new Set(hashes)], policy),
  };
  const differing = Object.entries(wanted).filter(
    ([name, value]) => !isAsWanted(name, value, headers.get(name)),
  );
  const opened = headers.has("access-control-allow-origin") ? ["Access-Control-Allow-Origin"] : [];
  return [...differing.map(([name]) => name), ...opened].map((name) => `the header ${name}`);
}

/** A proxy may bind browsers to https for longer, or for more hosts, than the shop itself does. */
function isAsWanted(name: string, wanted: string, received: string | null): boolean {
  if (name === "Strict-Transport-Security") return /\bmax-age=\d{7,}/.test(received ?? "");
  return received === wanted;
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? "") : null;
}

function shown(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, SHOWN_LENGTH);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
