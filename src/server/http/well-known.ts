// Paths that programs know without having read a page: the contact for security reports (RFC 9116), and where a password
// is changed (https://w3c.github.io/webappsec-change-password-url/).
import { Hono } from "hono";
import { nowOf, type Shop } from "../core/shop.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { shareAnswer } from "./share-answer.ts";

const SECURITY_PATH = "/.well-known/security.txt";
const CONTACT_PATH = "/contact";
/** Where the owner changes the password; it leads to the sign-in first. */
export const ACCOUNT_PATH = "/admin/settings/user";

const DAY_MS = 24 * 60 * 60_000;
const SHARED_MS = 1_000;
/** The text is regenerated at most a second before, so it always has this long to run. */
const VALID_DAYS = 180;

export function wellKnownRoutes(shop: Shop): Hono {
  const routes = new Hono();
  const text = shareAnswer(SHARED_MS, () => securityText(shop));
  routes.get(SECURITY_PATH, async (c) =>
    c.text(await text(), 200, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=900",
    }),
  );
  routes.get("/security.txt", (c) => c.redirect(SECURITY_PATH, 301));
  routes.get("/.well-known/change-password", (c) => c.redirect(ACCOUNT_PATH, 302));
  return routes;
}

async function securityText(shop: Shop): Promise<string> {
  const { publicUrl } = shop.env;
  const email = (await loadSettings(shop)).businessInfo.email.trim();
  const expires = new Date(Math.floor(nowOf(shop).getTime() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS);
  return [
    ...(email ? [`Contact: mailto:${encodeURI(email)}`] : []),
    `Contact: ${publicUrl}${CONTACT_PATH}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}${SECURITY_PATH}`,
    "",
  ].join("\n");
}
