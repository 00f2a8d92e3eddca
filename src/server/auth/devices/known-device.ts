// Browsers in which the owner has signed in, as OWASP's device cookies: a random id in a signed cookie that also names
// the account, its hash in the database. It opens nothing. It only gives the browser a count of failures of its own
// (auth/limits/sign-in-throttle.ts), so that guesses elsewhere can't block it. It is revoked with the sessions.
// With an old secret, renewed when its browser signs in, the cookie is still accepted.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { everyKey } from "../../core/secrets.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Db } from "../../db/transaction.ts";
import { isHttps } from "../auth.ts";
import { findDevice, insertDevice, touchDevice } from "./device-queries.ts";

const COOKIE = "shop_browser";
/** Of the back office: with scripts the password goes to /admin/login.data, which is not below /admin/login. */
const COOKIE_PATH = "/admin";
const COOKIE_DAYS = 180;

/** The hash of the known browser's id, or null where the cookie is missing, forged, revoked, or another account's. */
export async function findKnownDevice(
  shop: Shop,
  { cookies, email }: { cookies: string; email: string },
): Promise<string | null> {
  const { id, signature } = readCookie(cookies);
  if (!id || !signature) return null;
  const isSigned = everyKey(shop.keys.knownDevice).some((key) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, id, email))),
  );
  if (!isSigned) return null;
  const idHash = hashOf(id);
  return (await findDevice(shop.db, { idHash, email: normal(email) })) ? idHash : null;
}

/** Makes this browser known, or known again. Answers its hash and the Set-Cookie line. */
export async function rememberDevice(
  shop: Shop,
  db: Db,
  { userId, email, known, cookies }: { userId: string; email: string; known: string | null; cookies: string },
): Promise<{ device: string; setCookies: string[] }> {
  const now = nowOf(shop);
  if (known && (await touchDevice(db, known, now))) {
    const { id = "" } = readCookie(cookies);
    return { device: known, setCookies: [cookieOf(shop, id, email)] };
  }
  const id = randomBytes(32).toString("base64url");
  const device = hashOf(id);
  await insertDevice(db, { idHash: device, userId, now });
  return { device, setCookies: [cookieOf(shop, id, email)] };
}

function readCookie(cookies: string): { id?: string | undefined; signature?: string | undefined } {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})\\.([\\w-]{43})(?:;|$)`);
  const [, id, signature] = value.exec(cookies) ?? [];
  return { id, signature };
}

function cookieOf(shop: Shop, id: string, email: string): string {
  const secure = isHttps(shop.env) ? "; Secure" : "";
  const value = `${id}.${sign(shop.keys.knownDevice.current, id, email)}`;
  return `${COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${COOKIE_DAYS * 24 * 60 * 60}; HttpOnly; SameSite=Strict${secure}`;
}

function sign(key: string, id: string, email: string): string {
  return createHmac("sha256", key)
    .update(`${id} ${hashOf(normal(email))}`)
    .digest("base64url");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function normal(email: string): string {
  return email.trim().toLowerCase();
}
