import type { Look } from "#domain/brand/look.ts";
import type { ReturnDays } from "#domain/settings/return-window.ts";
import type { BusinessInfo } from "#domain/settings/settings.ts";
import type { Shop } from "../../core/shop.ts";
import type { Mail } from "../mailer.ts";
import type { ClaimedEmail, EmailOrder } from "../queries.ts";

/** The subject may contain line breaks: composeEmail removes them from every header. */
export type Letter = { subject: string; text: string; html: string };

/** The store from its settings, its look, and the shop's origin for links and pictures. */
/** `icons`: see domain/brand/icons.ts. */
export type Sender = { store: BusinessInfo; publicUrl: string; look: Look; icons: string | null };

/** `orderPage`: the private URL of the order's status page, or null if it has none. */
export type OrderLetter = Sender & { order: EmailOrder; orderPage: string | null; returnDays: ReturnDays };

/** What an email is written from, and the owner, who may be its recipient. */
export type Draft = { shop: Shop; claimed: ClaimedEmail; sender: Sender; owner: Mail["to"] };
export type OrderDraft = Draft & { about: OrderLetter };

/** An absolute URL in the shop, e.g. pageUrl(sender, "/shop"). */
export function pageUrl({ publicUrl }: Pick<Sender, "publicUrl">, path: string): string {
  return new URL(path, publicUrl).href;
}

/** " Pat" for "Pat Golfer", for a greeting; "" for "Dr. Golfer", "Golfer, Pat", or "c/o Golfer", which don't start with a first name. */
export function greetedName(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return /^[\p{L}\p{M}'’-]{2,}$/u.test(first) ? ` ${first}` : "";
}
