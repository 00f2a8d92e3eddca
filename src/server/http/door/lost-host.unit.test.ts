import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { isHostLost } from "./lost-host.ts";

const FORWARDED = { "x-forwarded-for": "198.51.100.7" };
const MOVED = { status: 308, code: "other_host", words: "" };

const isLost = (headers: Record<string, string>, refusal = MOVED, publicUrl = "https://shop.example") => {
  const request = Object.assign(new IncomingMessage(new Socket()), { headers });
  return isHostLost({ publicUrl, port: 3000 }, request, refusal);
};

test.each([
  ["the name of nginx's upstream", { ...FORWARDED, host: "golf_pro_shop" }],
  ["the shop's own address", { ...FORWARDED, host: "127.0.0.1:3000" }],
  ["the shop's address in a network of containers", { ...FORWARDED, host: "10.0.0.7:3000" }],
  [
    "another name, while the proxy sends the true one separately",
    { host: "10.0.0.7", "x-forwarded-host": "shop.example" },
  ],
])("a proxy that passes on %s is noticed", (_what, headers) => {
  expect(isLost(headers)).toBe(true);
});

test("a proxy that leaves out the port is noticed", () => {
  const headers = { ...FORWARDED, host: "shop.example" };
  expect(isLost(headers, MOVED, "https://shop.example:8443")).toBe(true);
});

test.each([
  ["a second name of the shop", { ...FORWARDED, host: "www.shop.example" }],
  ["a stranger who asks for the IP of the machine", { ...FORWARDED, host: "203.0.113.9" }],
  ["a request without a proxy", { host: "127.0.0.1:3000" }],
])("%s is everyday noise", (_what, headers) => {
  expect(isLost(headers)).toBe(false);
});

test("another refusal is none of this", () => {
  const headers = { ...FORWARDED, host: "golf_pro_shop" };
  expect(isLost(headers, { status: 308, code: "moved", words: "" })).toBe(false);
  expect(isLost(headers, { status: 421, code: "other_host", words: "" })).toBe(false);
});
