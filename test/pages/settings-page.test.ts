// The owner's settings by real requests: a plain form post, and the pages of the shop after it.
import { beforeAll, expect, test } from "vitest";
import { settingsFormOf } from "#domain/settings/settings-form.ts";
import { loadConfiguration } from "#server/settings/load-configuration.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { signInOwner } from "./owner-session.ts";
import { createPageHandler, type PageHandler } from "./page-handler.ts";

const ORIGIN = "http://localhost:3000";

const store = sharedShop({ env: { PUBLIC_URL: ORIGIN } });
let pages: PageHandler;
let cookie: string;
beforeAll(async () => {
  const isWanted = ({ pattern }: { pattern: string }) =>
    /^\/admin(\/|$)/.test(pattern) || pattern === "/contact";
  pages = await createPageHandler(store.shop, isWanted, { hasRoot: true });
  cookie = await signInOwner(store.shop);
});

/** The current form with some fields changed, posted like a browser without scripts. */
async function save(change: Record<string, string>): Promise<number> {
  const stored = await loadConfiguration(store.shop);
  const form = settingsFormOf(stored);
  const sent = Object.entries(form).flatMap(([name, value]) =>
    typeof value === "boolean" ? (value ? [[name, "on"]] : []) : [[name, value]],
  );
  const hidden = { intent: "save", base: JSON.stringify(form) };
  const body = new URLSearchParams({ ...Object.fromEntries(sent), ...hidden, ...change });
  const headers = { Origin: ORIGIN, Host: new URL(ORIGIN).host, Cookie: cookie };
  return (await pages(new Request(`${ORIGIN}/admin/settings`, { method: "POST", headers, body }))).status;
}

const dataOf = async (path: string) => (await pages(new Request(`${ORIGIN}${path}.data`))).text();

test("[ST-1] a plain form saves the settings, and the shop's pages show them right away", async () => {
  expect(await dataOf("/contact")).not.toContain("Saturday: 9am to noon");
  const hours = { businessHours: "Saturday: 9am to noon", timeZone: "America/New_York" };
  expect(await save({ email: "pro@example.com", ...hours, enableTax: "on", defaultTaxRate: "8.6" })).toBe(
    200,
  );
  const contact = await dataOf("/contact");
  for (const text of ["Saturday: 9am to noon", "America/New_York"]) expect(contact).toContain(text);
  const { settings } = await loadConfiguration(store.shop);
  expect(settings.tax).toMatchObject({ enableTax: true, defaultTaxRate: 8.6 });
});

test("[ST-1] a plain form that breaks a rule is refused, and stores nothing", async () => {
  const before = await loadConfiguration(store.shop);
  expect(await save({ storeName: "P", phone: "602-555-0199" })).toBe(422);
  expect(await loadConfiguration(store.shop)).toEqual(before);
});
