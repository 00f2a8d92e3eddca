import type { Look } from "#domain/brand/look.ts";
import type { ReturnDays } from "#domain/settings/return-window.ts";
import type { BusinessInfo } from "#domain/settings/settings.ts";
import type { MailOrder } from "../queries.ts";

/** The subject may still hold line breaks: composeMail removes them from every header. */
export type Letter = { subject: string; text: string; html: string };

/** The store as its settings describe it, how it looks, and the shop's own origin for links and pictures. */
export type Sender = { store: BusinessInfo; publicUrl: string; look: Look };

/** `orderPage`: the secret URL of the order's status page; null: it has none. */
export type OrderLetter = Sender & { order: MailOrder; orderPage: string | null; returnDays: ReturnDays };

/** An absolute URL in the shop, e.g. pageUrl(sender, "/shop"). */
export function pageUrl({ publicUrl }: Pick<Sender, "publicUrl">, path: string): string {
  return new URL(path, publicUrl).href;
}

/** " Pat" of "Pat Golfer", for a greeting; "" of "Dr. Golfer", "Golfer, Pat" or "c/o Golfer", which begin with no first name. */
export function greetedName(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return /^[\p{L}\p{M}'’-]{2,}$/u.test(first) ? ` ${first}` : "";
}
