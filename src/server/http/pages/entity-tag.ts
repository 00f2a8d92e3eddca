import { createHash } from "node:crypto";
import type { Encoding } from "./compression.ts";

/** The ETag of a body in an encoding: other bytes have another one, so no cache takes one encoding for the other. */
export function entityTag(body: Buffer): (encoding: Encoding) => string {
  const hash = createHash("sha1").update(body).digest("base64url");
  return (encoding) => (encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`);
}

/** Whether an If-None-Match header names the tag, perhaps among others, or as a proxy weakens it that has changed the bytes. */
export function isTagKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
