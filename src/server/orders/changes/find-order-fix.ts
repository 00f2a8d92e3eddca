import { type OrderFix, refuseCorrection } from "#domain/order/corrections.ts";
import { addressRestsUntil } from "#domain/order/links/email-undo.ts";
import type { OrderPage } from "#domain/order/order-page.ts";
import { fixUntil } from "#domain/settings/fix-window.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import { findFixFacts } from "./change-queries.ts";

type FixableOrder = Pick<OrderPage, "id" | "status" | "fulfillment" | "shipments" | "createdAt">;

/** What the customer may still correct on the order's page; null: nothing. */
export async function findOrderFix(shop: Shop, { order }: { order: FixableOrder }): Promise<OrderFix | null> {
  if (refuseCorrection(order) !== null || order.shipments.length > 0) return null;
  const { fixMinutes } = (await loadSettings(shop)).shipping;
  const until = fixUntil(Date.parse(order.createdAt), fixMinutes);
  if (nowOf(shop).getTime() >= until) return null;
  const { emailChanges, ...facts } = await findFixFacts(shop.db, order.id);
  const rests = addressRestsUntil(emailChanges.at(-1), nowOf(shop).getTime());
  const addressFrom = rests === null ? null : new Date(rests).toISOString();
  return { until: new Date(until).toISOString(), addressFrom, ...facts };
}
