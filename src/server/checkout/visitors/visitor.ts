// Who starts a checkout, for the hold limits and for the rules against card testing. It is the network of the visitor's
// IP or, when the browser proves an earlier paid order, that order. So colleagues in an office or on a campus share one
// record, but a returning shopper among them has a separate one. Only a keyed hash of either is stored, and the
// checkout erases it when it ends (db/functions/checkout/forget-visitor.sql).
import { createHmac } from "node:crypto";
import { clientIpOf, isLoopback, isPublicShop, networkOf } from "../../core/client-ip.ts";
import type { Shop } from "../../core/shop.ts";
import { findPaidOrder } from "./paid-before.ts";

export type Visitor = {
  key: string;
  /** False: its holds are not limited. */
  isCapped: boolean;
  /** Its browser has proved a paid order. */
  hasPaid: boolean;
};

export async function identifyVisitor(shop: Shop, request: Request): Promise<Visitor> {
  const orderId = await findPaidOrder(shop, request);
  const key =
    orderId === null
      ? keyOf(shop, `network:${networkOf(clientIpOf(request))}`)
      : visitorOfOrder(shop, orderId);
  return { key, isCapped: isCapped(shop, request), hasPaid: orderId !== null };
}

/** A demo on this machine is its owner trying it out, or a test; all shoppers there have one IP. */
export function isCapped(shop: Shop, request: Request): boolean {
  return !isLoopback(clientIpOf(request)) || isPublicShop(shop.env);
}

/** The key of the customer who paid for this order. */
export function visitorOfOrder(shop: Shop, orderId: string): string {
  return keyOf(shop, `order:${orderId}`);
}

function keyOf({ keys }: Shop, name: string): string {
  return createHmac("sha256", keys.orderLinks.current)
    .update(`client:${name}`)
    .digest("base64url")
    .slice(0, 24);
}
