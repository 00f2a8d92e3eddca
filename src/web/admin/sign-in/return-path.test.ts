import fc from "fast-check";
import { expect, test } from "vitest";
import { loginPath, parseReturnPath } from "./return-path.ts";

test("[AG-1] a page of the back office is kept with its query", () => {
  expect(parseReturnPath("/admin/orders?tab=paid")).toBe("/admin/orders?tab=paid");
  expect(parseReturnPath("/admin")).toBe("/admin");
  expect(loginPath("/admin/orders?q=a&tab=paid")).toBe(
    "/admin/login?from=%2Fadmin%2Forders%3Fq%3Da%26tab%3Dpaid",
  );
});

test.each([
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

test("whatever is typed, the way back stays on this origin and inside /admin", () => {
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
      expect(url.pathname === "/admin" || url.pathname.startsWith("/admin/")).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
