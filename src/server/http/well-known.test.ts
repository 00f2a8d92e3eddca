import { beforeAll, expect, test } from "vitest";
import { listRoutes } from "#test/pages/page-handler.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { ACCOUNT_PATH, wellKnownRoutes } from "./well-known.ts";

const ORIGIN = "https://shop.example";
const DAY_MS = 24 * 60 * 60_000;

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
beforeAll(async () => {
  await loadSettings(store.shop);
});

const get = (path: string) => wellKnownRoutes(store.shop).request(ORIGIN + path);
const fieldsOf = async () => {
  const answer = await get("/.well-known/security.txt");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const lines = (await answer.text()).trimEnd().split("\n");
  return lines.map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)?.slice(1) ?? [line]);
};

test("security.txt names the contact from the store's settings, and never goes stale", async () => {
  const without = await fieldsOf();
  expect(without.filter(([name]) => name === "Contact")).toEqual([["Contact", `${ORIGIN}/contact`]]);
  const business = { storeName: "Cap Shop", email: "owner@example.com", phone: "", address: "", logoUrl: "" };
  await store.shop.db
    .updateTable("store_settings")
    .set({ business_info: JSON.stringify(business) })
    .execute();
  for (const days of [0, 400]) {
    store.clock.advance(days * DAY_MS);
    const fields = await fieldsOf();
    expect(fields.map(([name]) => name)).toEqual([
      "Contact",
      "Contact",
      "Expires",
      "Preferred-Languages",
      "Canonical",
    ]);
    const values = Object.fromEntries(fields.reverse());
    expect(values).toMatchObject({
      Contact: "mailto:owner@example.com",
      Canonical: `${ORIGIN}/.well-known/security.txt`,
    });
    const left = Date.parse(values.Expires ?? "") - store.clock.now();
    expect(left).toBeGreaterThan(100 * DAY_MS);
    expect(left).toBeLessThan(365 * DAY_MS);
  }
});

test("password managers find the page where the password is changed", async () => {
  const answer = await get("/.well-known/change-password");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, ACCOUNT_PATH]);
  const pages = listRoutes().map(({ pattern }) => pattern);
  expect(pages).toEqual(expect.arrayContaining([ACCOUNT_PATH, "/contact"]));
});
