import type { IncomingHttpHeaders } from "node:http";
import type { Refusal } from "./refusal.ts";

/** What an address takes by POST. It is declared with the address; the door applies it to every sender. */
export type PostRule = {
  bytesMax: number;
  /** Content types without their parameters; null: any. */
  types: readonly string[] | null;
  /** Any sender: proven by a signature, or of no use to a stranger. If omitted, only the shop's own pages. */
  isFromAnywhere?: true;
  /** Why its head alone is refused, before any of its body is kept. */
  refuseHead?: (headers: IncomingHttpHeaders) => Refusal | null;
};

/** The most a stranger may send, even where a page would accept more from the owner. */
export const STRANGER_BYTES_MAX = 64 * 1024;

export const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

export const formPosts: PostRule = { bytesMax: STRANGER_BYTES_MAX, types: FORM_TYPES };
