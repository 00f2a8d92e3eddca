import { expect, test } from "vitest";
import { handleKey, missingPageOf, parseRedirect, redirectKey } from "./redirect.ts";

const SHOP = "https://shop.example";
const parse = (from: string, to: string) => parseRedirect({ from, to }, SHOP);

test.each([
  ["/products/blue-cap", "/shop", "/products/blue-cap", "/shop"],
  ["  /Products/Blue-Cap/  ", "/shop?category=HATS#new", "/products/blue-cap", "/shop?category=HATS#new"],
  ["https://old.example/pages/story?utm=1", "https://shop.example/about", "/pages/story", "/about"],
  ["/collections/all/products/cap", "/shop", "/products/cap", "/shop"],
  ["/pages/größen", "/size-guide", "/pages/gr%c3%b6%c3%9fen", "/size-guide"],
  ["/about/us", "/about", "/about/us", "/about"],
])("[BR-8] %s may lead to %s", (from, to, path, target) => {
  expect(parse(from, to)).toEqual({ ok: true, redirect: { path, target } });
});

test.each([
  "https://elsewhere.example/",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "https://shop.example//elsewhere.example",
  "/.//elsewhere.example",
  "https://shop.example@elsewhere.example/",
  "http://shop.example/",
  "javascript:alert(1)",
  "elsewhere",
  "",
  "https://[",
  `/${"x".repeat(400)}`,
])("[BR-8] no redirect leads to %j", (to) => {
  expect(parse("/old", to)).toEqual({ ok: false, errors: { to: expect.any(String) } });
});

test.each(["", "cap", "/", "/shop", "/ADMIN/orders", "/contact/", "?q=1", `/${"é".repeat(200)}`])(
  "[BR-8] no redirect begins at %j",
  (from) => {
    expect(parse(from, "/size-guide")).toEqual({ ok: false, errors: { from: expect.any(String) } });
  },
);

test("[BR-8] a redirect does not lead to itself, however it is written", () => {
  expect(parse("/old", "/OLD/?again")).toEqual({ ok: false, errors: { to: expect.any(String) } });
});

test("[BR-8] a handle of an import is the address of its Shopify product", () => {
  expect(handleKey(" Blue-Cap ")).toBe("/products/blue-cap");
  expect(handleKey("größe")).toBe(redirectKey("/products/gr%C3%B6%C3%9Fe"));
  for (const handle of ["", "a/b", "a?b", "a b", "\ud800", "x".repeat(400)])
    expect(handleKey(handle)).toBeNull();
});

test.each([
  ["/Products/Blue-Cap-2024/", "/products/blue-cap-2024"],
  ["/blogs/news/our_story.html", "/blogs/news/our_story.html"],
  [
    "/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f/plain-cap",
    "/product/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f",
  ],
])("[BR-8] the owner hears of %s as %s", (path, name) => {
  expect(missingPageOf(path)).toBe(name);
});

test.each([
  "/",
  "/unsubscribe/pat@example.com",
  "/account/6025550142",
  "/reset/dGhpcyBpcyBhIHRva2Vu",
  "/login/a8f3c2d1e5b74f60",
  "/0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f",
  "/wp-login.php",
  "/.env",
  "/a/b/c/d/e",
  "/pat%20example",
  `/${"word-".repeat(40)}word`,
])("[BR-8] nothing is kept of %s", (path) => {
  expect(missingPageOf(path)).toBeNull();
});
