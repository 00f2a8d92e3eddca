import { createHash } from "node:crypto";
import { type Attack, unless } from "../attack.ts";

const PAGES = ["/", "/shop", "/contact", "/checkout", "/admin/login", "/nowhere"];
const SECRET_PAGES = ["/checkout", `/orders/${"x".repeat(43)}`];
const OTHERS = [
  "/healthz",
  "/robots.txt",
  "/sitemap.xml",
  "/favicon.svg",
  "/assets/none-12345678.js",
  "/storage/product-images/none.webp",
  "/.well-known/security.txt",
  "/functions/v1/none",
  "/webhooks/stripe",
];

export const policy: Attack[] = [
  {
    promise: "TR-10",
    name: "every page has a policy that names its own scripts and nothing loose",
    run: async (shop) => {
      const broken: string[] = [];
      for (const target of [...PAGES, ...PAGES]) {
        const { headers, body } = await shop.ask({ target });
        const text = headers.get("content-security-policy") ?? "";
        broken.push(
          ...unless(
            /^default-src 'self'; object-src 'none'; media-src 'none'/.test(text) &&
              !/unsafe|http:|\s\*/.test(text),
            `${target}: ${text}`,
          ),
        );
        broken.push(...unless(!body.includes("nonce="), `${target} carries a nonce`));
        const hashes = [...body.matchAll(/<script(?: type="module" async="")?>([\s\S]*?)<\/script>/g)].map(
          ([, script = ""]) => createHash("sha256").update(script, "latin1").digest("base64"),
        );
        broken.push(
          ...unless(
            hashes.length > 0 && hashes.every((hash) => text.includes(hash)),
            `${target}: an own script is refused`,
          ),
        );
        const scripts = /script-src ([^;]*)/.exec(text)?.[1] ?? "";
        const foreign = scripts.split(" ").filter((source) => source.startsWith("http"));
        broken.push(
          ...unless(
            foreign.every((source) => source.endsWith("js.stripe.com")),
            `${target}: ${foreign.join()}`,
          ),
        );
      }
      return broken;
    },
  },
  {
    promise: "TR-10",
    name: "reports: too large, of a wrong type, not JSON, with GET",
    run: async (shop) => {
      const send = async (type: string, body: string, method = "POST") => {
        const headers: [string, string][] = [
          ["Content-Type", type],
          ["Content-Length", String(body.length)],
        ];
        return (await shop.ask({ method, target: "/csp-reports", headers, body: [body] })).status;
      };
      const cases: [string, number, number][] = [
        ["17 KB", await send("application/csp-report", `"${"x".repeat(17_000)}"`), 413],
        ["text/plain", await send("text/plain", "{}"), 415],
        ["no JSON", await send("application/csp-report", "{"), 400],
        ["GET", await send("application/csp-report", "", "GET"), 405],
      ];
      return cases.flatMap(([name, got, wanted]) =>
        unless(got === wanted, `${name}: ${got} instead of ${wanted}`),
      );
    },
  },
  {
    promise: "headers",
    name: "every answer carries the security headers and opens nothing to other origins",
    run: async (shop) => {
      const broken: string[] = [];
      for (const target of [...PAGES, ...SECRET_PAGES, ...OTHERS]) {
        const { headers } = await shop.ask({ target, headers: [["Origin", "https://evil.example"]] });
        const wanted = [
          "x-content-type-options",
          "referrer-policy",
          "cross-origin-opener-policy",
          "cross-origin-resource-policy",
          "permissions-policy",
          "content-security-policy",
          "cache-control",
        ];
        if (shop.mode === "live") wanted.push("strict-transport-security");
        const missing = wanted.filter((name) => !headers.has(name));
        const opened = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
        broken.push(
          ...unless(
            missing.length === 0 && opened.length === 0,
            `${target}: without ${missing} with ${opened}`,
          ),
        );
      }
      for (const target of SECRET_PAGES) {
        const { headers } = await shop.ask({ target });
        const isSilent =
          headers.get("referrer-policy") === "no-referrer" &&
          /no-store/.test(headers.get("cache-control") ?? "");
        broken.push(...unless(isSilent, `${target} may leak or be stored`));
      }
      return broken;
    },
  },
];
