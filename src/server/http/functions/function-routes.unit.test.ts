// What holds for each function before its use case is asked: no shop is needed for it.
import { expect, test } from "vitest";
import type { Shop } from "../../core/shop.ts";
import { functionRoutes } from "./function-routes.ts";

const routes = functionRoutes({} as Shop);
const POSTED = [
  "/create-payment-intent",
  "/create-checkout-session",
  "/verify-checkout-session",
  "/extend-hold",
  "/hold-at-pay",
  "/refresh-cart",
  "/list-products",
  "/find-product",
];

async function ask(path: string, init: RequestInit) {
  const answer = await routes.request(path, init);
  const { error } = (await answer.json()) as { error?: { code: string } };
  return [answer.status, error?.code, answer.headers.get("Cache-Control")];
}

test.each(POSTED)("%s refuses invalid input, and the response is not cached", async (path) => {
  const post = (body: string) => ask(path, { method: "POST", body });
  expect(await post("{")).toEqual([400, "malformed", "no-store"]);
  expect(await post("[7]")).toEqual([400, "malformed", "no-store"]);
  expect(await post(" ".repeat(70_000))).toEqual([413, "too_large", "no-store"]);
  expect(await ask(path, {})).toEqual([405, "method_not_allowed", "no-store"]);
});

test("a function is not asked with another method, and what is no function is not found", async () => {
  expect(await ask("/whoami", { method: "POST" })).toEqual([405, "method_not_allowed", "no-store"]);
  expect(await ask("/create-payment", { method: "POST" })).toEqual([404, "not_found", "no-store"]);
});

test("[PA-3] the places of ZIP codes are the same for everyone and may be cached; anything else is no prefix", async () => {
  const answer = await routes.request("/zip-places/852");
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=86400");
  const { places } = (await answer.json()) as { places: { city: string; zips: string[] }[] };
  expect(places.find(({ city }) => city === "Scottsdale")?.zips).toContain("85251");
  const unknown = await routes.request("/zip-places/000");
  expect([unknown.status, await unknown.json()]).toEqual([200, { places: [] }]);
  for (const prefix of ["85", "8525", "85x", "..%2F", "%E0%A4%A"])
    expect(await ask(`/zip-places/${prefix}`, {})).toEqual([404, "not_found", "no-store"]);
  expect(await ask("/zip-places/852", { method: "POST" })).toEqual([405, "method_not_allowed", "no-store"]);
});
