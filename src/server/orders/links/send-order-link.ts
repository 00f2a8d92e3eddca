// "Find your order": given an order's number and email, the link to the order is sent to that email and nowhere else. A
// stranger must learn nothing from it: a pair that fits no order gets the same answer after the same time (at least
// LOOKUP_MS). Each visitor is limited, so that no one can search for numbers. No one can flood a mailbox either: of one
// order, only so many links are emailed an hour. Further requests get the same answer, since the link is in the mailbox
// already; a refusal would let a stranger keep a customer out.
import { setTimeout as wait } from "node:timers/promises";
import { type OrderLookupOutcome, parseOrderLookup } from "#domain/order/links/order-lookup.ts";
import { countUse } from "../../auth/limits/count-use.ts";
import { isLoopback, isPublicShop, networkOf } from "../../core/client-ip.ts";
import { errorText } from "../../core/log.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { insertLinkMail } from "./link-queries.ts";

export const LOOKUPS_PER_CLIENT_MAX = 20;
export const LINKS_PER_ORDER_MAX = 3;
const LOOKUPS_WINDOW_MS = 60 * 60_000;
const LOOKUP_MS = 250;

/** `ip`: the client IP. */
type OrderLinkRequest = { number: unknown; email: unknown; ip: string };

export async function sendOrderLink(shop: Shop, request: OrderLinkRequest): Promise<OrderLookupOutcome> {
  const parsed = parseOrderLookup(request);
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const { number, email } = parsed.value;
  try {
    if (await isTooOften(shop, request.ip)) return { ok: false, reason: "rate_limited" };
    await Promise.all([queueLink(shop, { number, email }), wait(LOOKUP_MS)]);
    shop.wakeWorker("mails");
    return { ok: true };
  } catch (error) {
    shop.log.error("order.link_not_queued", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

async function queueLink(shop: Shop, { number, email }: { number: string; email: string }): Promise<void> {
  const asked = await count(shop, `order:${shop.hashClient(`${number} ${email}`)}`);
  if (asked > LINKS_PER_ORDER_MAX) return;
  const uniqueKey = `order_link:${shop.newId()}`;
  await insertLinkMail(shop.db, { number, email, uniqueKey, now: nowOf(shop) });
}

async function isTooOften(shop: Shop, ip: string): Promise<boolean> {
  // As everywhere, the owner's machine is not limited at home.
  if (isLoopback(ip) && !isPublicShop(shop.env)) return false;
  return (await count(shop, `client:${shop.hashClient(networkOf(ip))}`)) > LOOKUPS_PER_CLIENT_MAX;
}

function count(shop: Shop, whose: string): Promise<number> {
  return countUse(shop.db, { key: `order-link:${whose}`, now: shop.clock(), windowMs: LOOKUPS_WINDOW_MS });
}
