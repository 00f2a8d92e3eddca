// Opens an order's status page for anyone who has the link from the email: the only page that shows a name and a postal
// address without a password. The token has 256 bits and can't be guessed; the database has only its hash and looks it
// up by that. A text that can't be a token never reaches the database.
import { historyOfMoney, type OrderPage } from "#domain/order/order-page.ts";
import type { Shop } from "../../core/shop.ts";
import { listOrderRequests } from "../../inbox/messages/queries.ts";
import { accessTokenHash } from "../../mail/links/order-token.ts";
import { shopToday } from "../../settings/load-configuration.ts";
import { findOrderById } from "../queries.ts";
import { findOrderIdByLink, findShipments } from "./link-queries.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The id of the order of this link, or null for any other text. */
export async function findOrderIdOfToken(shop: Shop, token: string): Promise<string | null> {
  return TOKEN.test(token) ? findOrderIdByLink(shop.db, accessTokenHash(token)) : null;
}

/** The order of this link, or null for any other text. */
export async function findOrderPage(shop: Shop, { token }: { token: string }): Promise<OrderPage | null> {
  const id = await findOrderIdOfToken(shop, token);
  const order = id === null ? null : await findOrderById(shop.db, id);
  if (!order) return null;
  const {
    number,
    status,
    fulfillment,
    items,
    address,
    createdAt,
    subtotal,
    discount,
    shipping,
    tax,
    total,
    extraPaid,
  } = order;
  const { events, shipments, hasExchange, extraPayment, extraPaymentsReturned } = await findShipments(
    shop.db,
    order.id,
  );
  const requests = await listOrderRequests(shop.db, order.id);
  const history = [
    ...historyOfMoney(order.events, extraPaymentsReturned),
    ...events.map(({ to, at }) => ({ status: to, at })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return {
    id: order.id,
    ...{ number, status, fulfillment, items, address, createdAt, subtotal, shipping, tax, total },
    ...(discount ? { discount } : {}),
    ...(extraPaid ? { extraPaid } : {}),
    arrival: order.arrival,
    isLate: (await shopToday(shop)) > order.arrival.to,
    requests,
    history,
    shipments,
    hasExchange,
    extraPayment,
  };
}
