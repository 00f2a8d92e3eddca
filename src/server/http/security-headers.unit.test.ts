import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { baseHeaders, contentSecurityPolicy, sealPage } from "./security-headers.ts";

const MARK = "a8Zr-mark_of_this-render";
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");
const own = (content: string, more = "") => `<script nonce="${MARK}"${more}>${content}</script>`;

describe("[TR-10] only scripts that carry this render's mark are allowed", () => {
  test("[TR-10] own scripts of every kind get their hash, and the mark is taken out of the page", () => {
    const html = `<link rel="modulepreload" nonce="${MARK}" href="/a.js"/>${own("start()")}<p>x</p>${own("import 1", ' type="module" async=""')}`;
    const page = sealPage(html, MARK);
    expect(page.scriptHashes).toEqual([hashOf("start()"), hashOf("import 1")]);
    expect(page.html).toBe(
      '<link rel="modulepreload" href="/a.js"/><script>start()</script><p>x</p><script type="module" async="">import 1</script>',
    );
  });

  test.each([
    ["without a mark", "<script>steal()</script>"],
    ["with a guessed mark", "<script nonce='guess'>steal()</script>"],
    ["with an empty mark", '<script nonce="">steal()</script>'],
    ["in capitals", "<SCRIPT>steal()</SCRIPT>"],
    ["as a module", "<script type=module>steal()</script>"],
    ["with the mark of another render", '<script nonce="a8Zr-mark_of_that-render">steal()</script>'],
    ["with the mark's name as text", `<script>steal() // nonce="${MARK.slice(0, -1)}"</script>`],
    ["left open before an own one", "<script>steal()//"],
    ["left open inside a tag", "<script a=b "],
    ["inside an attribute", `<img alt="<script>steal()</script>">`],
  ])("[TR-10] a script %s is not in the policy", (_how, injected) => {
    const { scriptHashes } = sealPage(`<h1>${injected}</h1>${own("start()")}`, MARK);
    const policy = contentSecurityPolicy(scriptHashes, {
      usesStripe: true,
      imageOrigin: null,
      isSecure: true,
    });
    for (const hash of scriptHashes) expect(hash).toBe(hashOf("start()"));
    expect(policy).not.toContain(hashOf("steal()"));
  });

  test("[TR-10] a page whose renderer named no mark may run no inline script at all", () => {
    for (const mark of [null, ""]) {
      expect(sealPage(`${own("start()")}<script>steal()</script>`, mark).scriptHashes).toEqual([]);
    }
  });

  test("[TR-10] no policy allows inline styles, inline scripts as such, eval, or a foreign host of scripts but Stripe's", () => {
    for (const usesStripe of [true, false]) {
      const policy = contentSecurityPolicy([hashOf("start()")], {
        usesStripe,
        imageOrigin: "https://pictures.example",
        isSecure: true,
      });
      expect(policy).not.toMatch(/unsafe|\*(?!\.)|http:|strict-dynamic/);
      const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ");
      const stripe = usesStripe ? ["https://js.stripe.com", "https://*.js.stripe.com"] : [];
      expect(sources).toEqual(["'self'", `'sha256-${hashOf("start()")}'`, ...stripe]);
      // What the first rule allows is left to no other kind of load.
      const rules = ["object", "media", "script", "style", "connect", "frame", "img", "font", "manifest"];
      for (const rule of rules) expect(policy).toContain(`; ${rule}-src `);
      expect(policy).toMatch(/report-uri \/[^;]+; report-to \w+$/);
    }
  });
});

test("a browser is asked to stay on https for this host, for names below it if the settings say so, and not at all without https", () => {
  const hsts = (publicUrl: string, hstsSubdomains = false) =>
    baseHeaders({ publicUrl, hstsSubdomains })["Strict-Transport-Security"];
  expect(hsts("https://shop.example")).toBe("max-age=31536000");
  expect(hsts("https://shop.example", true)).toBe("max-age=31536000; includeSubDomains");
  expect(hsts("http://localhost:3000")).toBeUndefined();
});
