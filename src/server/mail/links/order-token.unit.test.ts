import { expect, test } from "vitest";
import { accessTokenHash, orderAccessToken } from "./order-token.ts";

const secret = "a secret of the shop with enough letters";

test("an order's link key is the same each time, 256 bits long, and different for every order and secret", () => {
  const token = orderAccessToken(secret, "order-1");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(orderAccessToken(secret, "order-1")).toBe(token);
  expect(orderAccessToken(secret, "order-2")).not.toBe(token);
  expect(orderAccessToken(`${secret}!`, "order-1")).not.toBe(token);
});

test("what is stored is a hash that does not show the key", () => {
  const token = orderAccessToken(secret, "order-1");
  expect(accessTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(accessTokenHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a secret that is too short is refused", () => {
  expect(() => orderAccessToken("short", "order-1")).toThrow("too short");
});
