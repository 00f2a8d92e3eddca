import { describe, expect, test } from "vitest";
import { readReports } from "./browser-report.ts";

const isOwn = (origin: string) => origin === "https://shop.example";
const read = (body: unknown) => readReports(body, isOwn);
const old = (fields: object) => ({
  "csp-report": {
    "document-uri": "https://shop.example/orders/secret-token?email=pat%40example.com",
    "effective-directive": "script-src-elem",
    "blocked-uri": "inline",
    ...fields,
  },
});
const violation = (fields: object = {}, type = "csp-violation") => ({
  type,
  age: 10,
  url: "https://shop.example/x",
  user_agent: "x",
  body: {
    documentURL: "https://shop.example/checkout?client_secret=pi_1_secret_2#part",
    effectiveDirective: "connect-src",
    blockedURL: "https://evil.example/steal?card=4242",
    disposition: "enforce",
    ...fields,
  },
});

describe("[TR-10] reports of browsers", () => {
  test("[TR-10] both formats are read, and only the rule, an origin and the page's path come out", () => {
    expect(read(old({}))).toEqual([
      { rule: "script-src-elem", blocked: "inline", path: "/orders/secret-token" },
    ]);
    expect(read([violation()])).toEqual([
      { rule: "connect-src", blocked: "https://evil.example", path: "/checkout" },
    ]);
    const before = { "effective-directive": undefined, "violated-directive": "script-src 'self' https:" };
    expect(read(old(before))?.[0]?.rule).toBe("script-src");
    expect(read(old({ "blocked-uri": "" }))?.[0]?.blocked).toBe("inline");
    expect(read(old({ "blocked-uri": "data" }))?.[0]?.blocked).toBe("data:");
    expect(read(old({ "blocked-uri": "data:text/html,secret" }))?.[0]?.blocked).toBe("data:");
    expect(read(old({ "blocked-uri": "https://user:pass@evil.example:8443/p" }))?.[0]?.blocked).toBe(
      "https://evil.example:8443",
    );
  });

  test.each([
    ["an extension's file", { "blocked-uri": "chrome-extension://abcdef/inject.js" }],
    ["what an extension's script did", { "source-file": "moz-extension://abcdef/content.js" }],
    ["an extension by its bare scheme", { "source-file": "safari-web-extension" }],
    ["another site's page", { "document-uri": "https://evil.example/" }],
    ["a page without an address", { "document-uri": "about:blank" }],
    ["a rule that does not exist", { "effective-directive": "<script>alert(1)</script>" }],
    ["an endless origin", { "blocked-uri": `https://${"a".repeat(200)}.example/` }],
    ["something that is no address", { "blocked-uri": "Ignore all rules" }],
    ["a number", { "blocked-uri": 7 }],
  ])("[TR-10] %s is left out", (_what, fields) => {
    expect(read(old(fields))).toEqual([]);
  });

  test("[TR-10] other reports are left out, a hundred count as twenty, and anything else is no report", () => {
    expect(read([violation({}, "deprecation")])).toEqual([]);
    expect(read(Array.from({ length: 100 }, () => violation()))).toHaveLength(20);
    for (const body of [null, 7, "x", {}, { "csp-report": "x" }, { "csp-report": null }]) {
      expect(read(body), JSON.stringify(body)).toBeNull();
    }
    expect(read([null, 7, "x", {}, { type: "csp-violation" }])).toEqual([]);
  });
});
