// The key to an order's status page, for a guest without a password. It is a MAC of the order's id under the shop's
// secret, so it can be derived again for a later email without being stored, and it can't be forged for another order
// without the secret. The database has only its hash, so reading the tables does not open the pages. Hashes need no
// constant-time comparison, since an attacker can't control the output of a hash.
import { createHash, createHmac } from "node:crypto";

/**
 * 256 bits as base64url (43 characters). `secret` must have at least 32 characters. `turns`: how often the order's link
 * was replaced.
 */
export function orderAccessToken(secret: string, orderId: string, turns = 0): string {
  if (secret.length < 32) throw new Error("the secret for order links is too short");
  return createHmac("sha256", secret)
    .update(`order-access:${orderId}${turns === 0 ? "" : `:${turns}`}`)
    .digest("base64url");
}

/** The key to the page where an order's customer writes reviews, derived the same way. It opens no other page of the order. */
export function reviewAccessToken(secret: string, orderId: string): string {
  return orderAccessToken(secret, `review:${orderId}`);
}

/** The stored form of the token: its SHA-256 in hex. */
export function accessTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
