// The key to an order's status page, for a guest without a password. It is a MAC of the order's id under the shop's
// secret, so it can be made again for a later mail without being stored, and nobody without the secret can make one for
// another order. The database has only its hash, so reading the tables does not open the pages. Hashes need no
// constant-time comparison, since nobody can steer what a hash comes out as.
import { createHash, createHmac } from "node:crypto";

/**
 * 256 bits as base64url (43 characters). `secret` must have at least 32 characters. `turns`: how often the order's link
 * was replaced by another one.
 */
export function orderAccessToken(secret: string, orderId: string, turns = 0): string {
  if (secret.length < 32) throw new Error("the secret for order links is too short");
  return createHmac("sha256", secret)
    .update(`order-access:${orderId}${turns === 0 ? "" : `:${turns}`}`)
    .digest("base64url");
}

/** The key to the page on which an order's customer writes reviews; it opens no other page of the order. As above. */
export function reviewAccessToken(secret: string, orderId: string): string {
  return orderAccessToken(secret, `review:${orderId}`);
}

/** What is stored in place of the token: its SHA-256 in hex. */
export function accessTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
