import type { ReturnDays } from "#domain/settings/return-window.ts";
import type { BusinessInfo } from "#domain/settings/settings.ts";
import type { MailOrder } from "../queries.ts";

/** The subject may still hold line breaks: composeMail removes them from every header. */
export type Letter = { subject: string; text: string; html: string };

/** The store as its settings describe it, and the shop's own origin for links and pictures. */
export type Sender = { store: BusinessInfo; publicUrl: string };

/** `orderPage`: the secret URL of the order's status page; null: it has none. */
export type OrderLetter = Sender & { order: MailOrder; orderPage: string | null; returnDays: ReturnDays };

/** An absolute URL in the shop, e.g. pageUrl(sender, "/shop"). */
export function pageUrl({ publicUrl }: Pick<Sender, "publicUrl">, path: string): string {
  return new URL(path, publicUrl).href;
}

/** "Pat Golfer" → "Pat", for a greeting. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
