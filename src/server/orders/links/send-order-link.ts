// "Find your order": given an order's number and email, the link to the order is mailed to that email and nowhere else. A
// stranger must learn nothing from it: a pair that fits no order gets the same answer after the same time (at least
// LOOKUP_MS), and both the client and the email are limited, so that nobody can flood a mailbox or search for numbers.
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type OrderLookupOutcome, parseOrderLookup } from "#domain/order/order-lookup.ts";
import { isLoopback } from "../../client-ip.ts";
import { countUse } from "../../limits/count-use.ts";
import { errorText } from "../../log.ts";
import { nowOf, type Shop } from "../../shop.ts";
import { insertLinkMail } from "./link-queries.ts";

export const LOOKUPS_PER_CLIENT_MAX = 20;
export const LOOKUPS_PER_ADDRESS_MAX = 5;
const LOOKUPS_WINDOW_MS = 60 * 60_000;
const LOOKUP_MS = 250;

/** `ip`: the client IP. */
type OrderLinkRequest = { number: unknown; email: unknown; ip: string };

export async function sendOrderLink(shop: Shop, request: OrderLinkRequest): Promise<OrderLookupOutcome> {
  const parsed = parseOrderLookup(request);
  if (!parsed.ok) return { ok: false, reason: "invalid", errors: parsed.errors };
  const { number, email } = parsed.value;
  try {
    if (await isTooOften(shop, request.ip, email)) return { ok: false, reason: "rate_limited" };
    const uniqueKey = `order_link:${shop.newId()}`;
    await Promise.all([
      insertLinkMail(shop.db, { number, email, uniqueKey, now: nowOf(shop) }),
      wait(LOOKUP_MS),
    ]);
    shop.wakeWorker();
    return { ok: true };
  } catch (error) {
    shop.log.error("order.link_not_queued", { error: errorText(error) });
    return { ok: false, reason: "unavailable" };
  }
}

async function isTooOften(shop: Shop, ip: string, email: string): Promise<boolean> {
  const window = { now: shop.clock(), windowMs: LOOKUPS_WINDOW_MS };
  // As everywhere, this machine itself is not limited.
  if (ip !== "" && !isLoopback(ip)) {
    const byClient = await countUse(shop.db, { key: `order-link:client:${ip}`, ...window });
    if (byClient > LOOKUPS_PER_CLIENT_MAX) return true;
  }
  const hash = createHash("sha256").update(email).digest("hex");
  const byEmail = await countUse(shop.db, { key: `order-link:address:${hash}`, ...window });
  return byEmail > LOOKUPS_PER_ADDRESS_MAX;
}
