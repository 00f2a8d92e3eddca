// The proof that a browser belongs to a returning customer: a cookie that names a paid order, signed by the shop. It is
// set when the confirmation page finds the order paid, and by the link in the order's emails, so a shopper with a new
// phone gets it by opening that email. It can't be obtained without paying. It counts only while the order stays paid:
// a refunded or disputed one proves nothing.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "#domain/text/uuid.ts";
import { everyKey } from "../../core/secrets.ts";
import type { Shop } from "../../core/shop.ts";
import { isPaidOrder } from "./queries.ts";

const DAYS = 400;

type Signing = Pick<Shop, "env" | "keys">;

/** The Set-Cookie header for the customer who paid for this order. */
export function paidBeforeCookie(shop: Signing, orderId: string): string {
  const secure = isSecure(shop) ? "; Secure" : "";
  return `${nameOf(shop)}=${orderId}.${sign(shop.keys.orderLinks.current, orderId)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DAYS * 24 * 60 * 60}${secure}`;
}

const answers = new WeakMap<Request, Promise<string | null>>();

/** The paid order that the cookies of a request prove, or null. Callers with the same request share one result. */
export function findPaidOrder(shop: Shop, request: Request): Promise<string | null> {
  const known = answers.get(request) ?? readPaidOrder(shop, request.headers.get("cookie") ?? "");
  answers.set(request, known);
  // One read may be interrupted where the next succeeds.
  known.catch(() => answers.delete(request));
  return known;
}

async function readPaidOrder(shop: Shop, cookies: string): Promise<string | null> {
  const name = `${nameOf(shop)}=`;
  const value = cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(name))
    ?.slice(name.length);
  if (value === undefined) return null;
  const [orderId = "", signature = ""] = value.split(".");
  const isSigned = everyKey(shop.keys.orderLinks).some((key) => isEqual(signature, sign(key, orderId)));
  if (!isUuid(orderId) || !isSigned) return null;
  return (await isPaidOrder(shop.db, orderId)) ? orderId : null;
}

function sign(key: string, orderId: string): string {
  return createHmac("sha256", key).update(`paid-before:${orderId}`).digest("base64url");
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const isSecure = ({ env }: Signing) => env.publicUrl.startsWith("https:");
const nameOf = (shop: Signing) => (isSecure(shop) ? "__Host-paid-before" : "paid-before");
