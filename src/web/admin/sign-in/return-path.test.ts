import fc from "fast-check";
import { expect, test } from "vitest";
import { isDemoTool, loginPath, parseReturnPath } from "./return-path.ts";

test("[AG-1] a page of the back office is kept with its query", () => {
  expect(parseReturnPath("/admin/orders?tab=paid")).toBe("/admin/orders?tab=paid");
  expect(parseReturnPath("/admin")).toBe("/admin");
  expect(loginPath("/admin/orders?q=a&tab=paid")).toBe(
    "/admin/login?from=%2Fadmin%2Forders%3Fq%3Da%26tab%3Dpaid",
  );
});

test("[TR-6] a tool of a public demo is returned to, and asked of the server", () => {
  for (const path of ["/dev/mailbox", "/dev/mailbox/12?x=1", "/sandbox", "/sandbox/state"]) {
    expect(parseReturnPath(path)).toBe(path);
    expect(isDemoTool(path)).toBe(true);
  }
  expect(isDemoTool("/admin/orders")).toBe(false);
});

test.each([
  "/dev",
  "/sandboxes",
  "/sandbox/../shop",
  "https://evil.example/admin",
  "//evil.example/admin",
  "/\\evil.example/admin",
  "\\\\evil.example/admin",
  "/\t/evil.example/admin",
  "javascript:alert(1)",
  "/administrator",
  "/shop",
  "/admin/../shop",
  "/admin/login?from=/admin",
  "/admin/sign-out",
  "",
  null,
  42,
])("%j is no page to return to", (text) => {
  expect(parseReturnPath(text)).toBeNull();
});

test("whatever is typed, the way back stays on this origin and with the owner", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    "admin",
    "..",
    ".",
    "@",
    ":",
    "evil.example",
    "?",
    "#",
    "\t",
    "%2f",
    "//",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = parseReturnPath(`/${pieces.join("")}`);
      if (path === null) return;
      const url = new URL(path, "https://shop.example");
      expect(url.origin).toBe("https://shop.example");
      expect(url.pathname).toMatch(/^\/(admin|sandbox|dev\/mailbox)(\/|$)/);
    }),
    { numRuns: 2_000 },
  );
});
